//! Micro-benchmarks of what search and play-outs do most, per game: generating, counting and
//! choosing actions, and reading and printing positions.
//!
//! `cargo bench -p igroteka-rules -- seega` runs one game's.

#![allow(missing_docs, reason = "criterion makes public items without documents")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rules::{Game, Notation, Status, Variant, weighted, with_line};

/// Rule sets and positions: starts, middle games, and what is dear (many kings, no blocking).
const POSITIONS: &[(&str, &str, &str)] = &[
    ("seega", "placing", "1g1b1/1g2b/3bg/1bgbg/2b1g g 6,6 - 0"),
    ("seega", "middle", "1bb1g/2ggg/b3g/1g1bb/1b2b g 0,0 - 3"),
    ("seega(size=9)", "start", "9/9/9/9/9/9/9/9/9 g 40,40 - 0"),
    ("salta", "start", "abcde/fghij/klmno/5/5/5/5/KLMNO/FGHIJ/ABCDE g 0 - 0"),
    ("salta", "jumps", "abcde/fghij/2mno/1A3/3kl/5/5/KLMNO/FGHIJ/1BCDE r 31 - 0"),
    ("salta", "blocking", "KLMNO/F1HIJ/ABCDE/l4/5/2g2/5/abcde/f1hij/kGmno g 40 - 0"),
    ("senet", "start", "scscscscscscscscscsc.......... c 3"),
    ("senet", "middle", "....c....c..sss......s.....sc. c 4"),
    ("draughts", "start", "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0,0 0 0"),
    ("draughts", "chains", "8/b7/3w1b2/8/3w4/8/3b4/4w3 w 2,1 0 0"),
    ("draughts", "kings", "1W1B3W/8/1b1b4/8/5W2/2b3b1/3b4/W5W1 w 3,2 0 0"),
    (
        "draughts(cyclic=off)",
        "start",
        "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w 0,0 0 0",
    ),
    ("diaballik", "start", "bbbBbbb/7/7/7/7/7/rrrRrrr r 2p 0"),
    ("diaballik", "middle", "bbb1Bbb/3r3/7/r2R1br/4r2/7/r5r r 2p 4"),
];

fn measure<P: Notation>(criterion: &mut Criterion, position: &P, name: &str) {
    let (rules, text) = (position.rules(), position.to_string());
    assert!(matches!(position.status(), Status::ToAct(_)), "{position} has actions");
    let mut group = criterion.benchmark_group(Variant::of::<P>(rules).to_string());
    let id = |what: &str| BenchmarkId::new(what, name);
    group.bench_function(id("generate"), |bencher| {
        bencher.iter(|| {
            let mut last = None;
            black_box(position).for_each_action(|action| last = Some(action));
            last
        });
    });
    group.bench_function(id("count"), |bencher| {
        bencher.iter(|| black_box(position).count_actions());
    });
    group.bench_function(id("pick and play"), |bencher| {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut here = position.clone();
        bencher.iter(|| {
            match here.status() {
                Status::ToAct(_) => here.play(here.pick_action(|n| rng.u32(..n))),
                Status::Chance => here.throw(weighted(P::throws(), |n| rng.u32(..n))),
                Status::Over(_) => here = position.clone(),
            }
            here.key()
        });
    });
    group.bench_function(id("read"), |bencher| {
        bencher.iter(|| P::read(rules, black_box(&text)));
    });
    group.bench_function(id("print"), |bencher| {
        bencher.iter(|| black_box(position).to_string());
    });
    group.finish();
}

fn generation(criterion: &mut Criterion) {
    for (rules, name, text) in POSITIONS {
        let variant = Variant::read_full(rules).expect("a rule set");
        let game = Game::from_position(variant, text).expect("a legal position");
        with_line!(&game, line => measure(criterion, line.position(), name));
    }
}

criterion_group!(benches, generation);
criterion_main!(benches);
