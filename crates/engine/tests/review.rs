//! Reviews: what is lost and what is luck add up to the course of every game, known mistakes are
//! found, a stopped review goes on where it was.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use engine::review::{Effort, Mark, Review, Reviewer, review};
use engine::{Ask, Clock, HashTable, Limits, Verdict};
use rules::{Game, Side, Status, Variant};

fn reviewed(game: &Game, nodes: u64) -> Review {
    let (table, stop) = (HashTable::new(4).unwrap(), AtomicBool::new(false));
    let mut told = Vec::new();
    let ask = Ask::new(Limits::default(), &table, &stop);
    let done = review(game, Effort::Nodes(nodes), &ask, |part| told.push(part)).unwrap();
    assert_eq!(told.len(), game.ply() + 1);
    assert!(told.is_sorted() && told.last() == Some(&1.0), "{told:?}");
    done
}

fn game(rules: &str, start: Option<&str>, moves: &str) -> Game {
    let variant = Variant::read_full(rules).unwrap();
    let mut game = match start {
        Some(text) => Game::from_position(variant, text).unwrap(),
        None => Game::start(variant),
    };
    for text in moves.split_whitespace() {
        game.play(text).unwrap();
    }
    game
}

/// A game of random actions, at most so many.
fn random_game(rules: &str, seed: u64, most: usize) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = game(rules, None, "");
    while game.ply() < most && !matches!(game.status(), Status::Over(_)) {
        let choices = game.choices();
        game.play(&choices[rng.usize(..choices.len())].text).unwrap();
    }
    game
}

/// What holds of every review.
fn assert_sound(game: &Game, review: &Review) {
    let transcript = game.transcript();
    assert_eq!(review.entries.len(), transcript.len());
    let mut value = review.start;
    for (entry, played) in review.entries.iter().zip(&transcript) {
        assert_eq!((&entry.text, entry.side, entry.turn), (&played.text, played.side, played.turn));
        assert_eq!(entry.value.before, value, "values follow each other: {entry:?}");
        value = entry.value.after;
        assert!((0.0..=1.0).contains(&value));
        let change = entry.value.after - entry.value.before;
        let own = if entry.side == Side::First { change } else { -change };
        match (entry.loss, entry.luck) {
            (Some(loss), None) => {
                assert!(loss >= 0.0 && (own + loss).abs() < 1e-9, "{entry:?}");
                assert_eq!(entry.best.as_ref(), entry.line.first());
                assert!(entry.best.as_ref() != Some(&entry.text) || loss == 0.0, "{entry:?}");
            }
            (None, Some(luck)) => {
                assert!(entry.throw && (own - luck).abs() < 1e-9, "{entry:?}");
                assert_eq!((&entry.best, entry.mark), (&None, None));
            }
            other => panic!("{other:?}"),
        }
        assert!(!entry.turning || entry.mark.is_some());
        let sign = if entry.side == Side::First { 1 } else { -1 };
        let sum: i32 = entry.why.iter().map(|why| sign * why.amount).sum();
        assert!(entry.why.first().is_none_or(|why| sign * why.amount < 0 && sum < 0), "{entry:?}");
        assert!(entry.mark.is_some() || entry.why.is_empty() && entry.refutation.is_empty());
    }
    if let Status::Over(outcome) = game.status() {
        let result = match outcome.winner {
            None => 0.5,
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
        };
        assert_eq!(value, result);
    }
    let [first, second] = [review.sides.first, review.sides.second];
    let throws = review.entries.iter().filter(|entry| entry.throw).count();
    assert_eq!((first.moves + second.moves) as usize + throws, review.entries.len());
    let marks = |side: engine::review::Summary| side.inaccuracies + side.mistakes + side.blunders;
    let marked = review.entries.iter().filter(|entry| entry.mark.is_some()).count();
    assert_eq!((marks(first) + marks(second)) as usize, marked);
}

#[test]
fn loss_and_luck_add_up_in_every_game() {
    for (rules, most) in [
        ("seega(size=3)", 200),
        ("seega", 40),
        ("salta(limit=12)", 60),
        ("senet(pieces=5)", 60),
        ("draughts", 100),
        ("draughts(cyclic=off)", 100),
        ("diaballik", 90),
    ] {
        let game = random_game(rules, 7, most);
        let review = reviewed(&game, 800);
        assert_sound(&game, &review);
        let marked: Vec<_> = review.entries.iter().filter(|entry| entry.mark.is_some()).collect();
        assert!(!marked.is_empty(), "random play makes mistakes in {rules}");
        // The evaluation agrees with the search nearly always, or the result is forced.
        let weighed = |verdict| matches!(verdict, Verdict::Hundredths(_));
        let silent = marked.iter().filter(|one| weighed(one.score) && weighed(one.instead));
        let silent = silent.filter(|one| one.why.is_empty()).count();
        assert!(silent * 10 <= marked.len(), "{rules}: {silent} of {} unexplained", marked.len());
    }
}

#[test]
fn a_win_given_away_is_a_blunder_and_a_turning_point() {
    // White wins by capturing the own man as well, and steps aside instead.
    let start = "8/8/8/2w5/3w1b2/8/5b2/8 w 0,0 0 0";
    let mut game = game("draughts", Some(start), "");
    let other = game.choices().into_iter().find(|choice| choice.text != "c5:e3:g1").unwrap();
    game.play(&other.text).unwrap();
    let review = reviewed(&game, 50_000);
    assert_sound(&game, &review);
    let entry = &review.entries[0];
    assert_eq!(entry.best.as_deref(), Some("c5:e3:g1"));
    assert_eq!((entry.value.before, entry.mark, entry.turning), (1.0, Some(Mark::Blunder), true));
    assert_eq!((entry.instead, &entry.why[..]), (Verdict::Win(3), &[][..]), "a win was forced");
    assert!(!entry.refutation.is_empty());
    let json = serde_json::to_value(&review).unwrap();
    assert_eq!(json["entries"][0]["mark"], "blunder");
    assert_eq!(json["entries"][0]["value"]["before"], 1.0);
    assert_eq!(json["sides"]["first"]["blunders"], 1);
}

#[test]
fn every_action_of_a_turn_is_judged_by_itself() {
    // A goal in this turn: the first step keeps it, the end of the turn gives it away.
    let start = "bbb1Bbb/3r3/7/r2R1b1/4r2/7/r4rr r 2p 4";
    let game = game("diaballik", Some(start), "g1g2 end a7a6");
    let review = reviewed(&game, 20_000);
    assert_sound(&game, &review);
    let [step, end, blue] = &review.entries[..] else { panic!() };
    assert_eq!((step.turn, step.value.before, step.value.after), (1, 1.0, 1.0));
    assert_eq!((end.turn, end.side, end.best.as_deref()), (1, Side::First, Some("d6d7")));
    assert_eq!((blue.turn, blue.side), (2, Side::Second));
}

#[test]
fn luck_and_skill_make_up_the_course_of_a_game() {
    let game = random_game("senet(pieces=5)", 3, 400);
    let review = reviewed(&game, 1_000);
    assert_sound(&game, &review);
    let [first, second] = [review.sides.first, review.sides.second];
    // Luck minus skill is what the game has brought.
    let lost = |side: Side| -> f64 {
        let own = review.entries.iter().filter(|entry| entry.side == side);
        own.filter_map(|entry| entry.loss).sum()
    };
    let course =
        first.luck.unwrap() - lost(Side::First) - second.luck.unwrap() + lost(Side::Second);
    let end = review.entries.last().unwrap().value.after;
    assert!((review.start + course - end).abs() < 1e-9);
}

#[test]
fn the_luck_of_all_throws_cancels() {
    // Two pieces against one near the end: searched as far as it matters.
    let start = "......................sc...c.. c t";
    let variant = Variant::read_full("senet(pieces=5)").unwrap();
    let at = Game::from_position(variant, start).unwrap();
    assert_eq!(at.status(), Status::Chance);
    let (mut luck, mut spread) = (0.0, 0.0);
    for (throw, weight) in at.odds() {
        let mut game = at.clone();
        game.play(throw).unwrap();
        let entry = reviewed(&game, 40_000).entries.remove(0);
        luck += f64::from(weight) / 16.0 * entry.luck.unwrap();
        spread += entry.luck.unwrap().abs();
    }
    assert!(luck.abs() < 0.02 && spread > 0.04, "{luck}, {spread}");
}

#[test]
fn playing_alone_is_counted_against_the_par() {
    // One step from home, and a detour.
    let start = "KLMNO/FGHIJ/1BCDE/A4/5/5/5/abcde/fghij/klmno g 100 r 0";
    let game = game("salta", Some(start), "a7b6 b6a7 a7b8");
    assert!(matches!(game.status(), Status::Over(_)));
    let review = reviewed(&game, 5_000);
    assert_sound(&game, &review);
    let alone = review.alone.unwrap();
    assert_eq!((alone.side, alone.par, alone.played), (Side::First, 1, 3));
    let steps = |ply: usize| review.entries[ply].alone.map(|steps| (steps.par, steps.wasted));
    assert_eq!([steps(0), steps(1), steps(2)], [Some((1, 2)), Some((2, 0)), Some((1, 0))]);
    assert_eq!(review.entries[0].best.as_deref(), Some("a7b8"));
    // It had been lost before.
    assert!(
        review.entries.iter().all(|entry| entry.value.before == 0.0 && entry.loss == Some(0.0))
    );
}

#[test]
fn a_game_at_its_limit_is_also_counted_as_published() {
    let start = "KLMNO/FGHIJ/ABCD1/4E/5/5/4e/abcd1/fghij/klmno g 70 - 0";
    let game = game("salta(limit=36)", Some(start), "i7h6 j4i5");
    let review = reviewed(&game, 1_000);
    let needed = review.needed.expect("it has reached its limit");
    assert_eq!((needed.first, needed.second), (2, 2));
    let short = random_game("salta(limit=12)", 7, 60);
    let needed = reviewed(&short, 200).needed.expect("it has reached its limit");
    assert!(needed.first > 60 && needed.second > 60, "{needed:?}");
}

/// A clock that raises a flag when it has been asked so many times.
struct Impatient<'a>(&'a AtomicBool, AtomicU32);

impl Clock for Impatient<'_> {
    fn elapsed(&self) -> Duration {
        if self.1.fetch_add(1, Relaxed) >= 3 {
            self.0.store(true, Relaxed);
        }
        Duration::ZERO
    }
}

#[test]
fn a_stopped_review_goes_on_and_a_repeated_one_is_the_same() {
    let game = random_game("senet(pieces=5)", 5, 24);
    let whole = reviewed(&game, 3_000);
    assert_eq!(reviewed(&game, 3_000), whole);
    let table = HashTable::new(4).unwrap();
    let stop = AtomicBool::new(true);
    let ask = Ask::new(Limits::default(), &table, &stop);
    assert_eq!(review(&game, Effort::Nodes(3_000), &ask, |_| {}), None);
    let mut reviewer = Reviewer::new(&game, Effort::Time(Duration::from_secs(1)));
    assert!(!reviewer.step(&ask), "stopped before it began");
    assert_eq!((reviewer.progress(), reviewer.finish()), (0.0, None));
    // Stopped in the middle of each search: no result is kept.
    stop.store(false, Relaxed);
    let clock = Impatient(&stop, AtomicU32::new(0));
    assert!(!reviewer.step(&Ask { clock: &clock, ..ask }) && stop.load(Relaxed));
    assert_eq!(reviewer.progress(), 0.0);
    stop.store(false, Relaxed);
    let mut reviewer = Reviewer::new(&game, Effort::Nodes(3_000));
    while !reviewer.step(&ask) {}
    assert_sound(&game, &reviewer.finish().unwrap());
}

#[test]
fn a_game_without_entries_has_a_value() {
    let review = reviewed(&game("diaballik", None, ""), 2_000);
    assert!(review.entries.is_empty() && (0.2..0.8).contains(&review.start));
    assert_eq!(review.sides.first.accuracy, 100.0);
}
