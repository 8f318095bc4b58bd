use rules::*;
fn main() {
    let g = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    struct V(u64);
    impl Visit for V {
        type Out = ();
        fn visit<P: Position>(self) {
            let mut rng = fastrand::Rng::with_seed(1);
            let start = P::start(P::Rules::from_values(Variant::default_of(P::GAME).values()));
            let mut h = History::new(&start);
            let t = std::time::Instant::now();
            let mut a = 0;
            for _ in 0..self.0 {
                let mut p = start.clone();
                h.restart(&p);
                a += play_out(&mut p, &mut h, |n| rng.u32(..n)).1;
            }
            println!(
                "{} actions, {:.1} M/s size {}",
                a,
                a as f64 / t.elapsed().as_secs_f64() / 1e6,
                size_of::<P>()
            );
        }
    }
    GameId::read(&g).unwrap().visit(V(n))
}
