//! Whole random games, kept as text in `data/playthroughs` and compared line by line: whatever
//! changes a rule, a text, an order or an event shows here as a difference that people can read.
//! Where the change is meant, `IGROTEKA_BLESS=1` writes the files anew.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use rules::record::result_text;
use rules::{Event, Game, GameId, Status, Warning};
use support::play::{pick, variant};

/// Rule sets and seeds; limits keep long games short. A third part is a start near the end, which
/// random play does not reach.
fn games(game: GameId) -> &'static [(&'static str, u64, &'static str)] {
    match game.id() {
        "seega" => &[
            ("seega", 1, ""),
            ("seega(size=3,extra=any)", 4, ""),
            ("seega(drops=2,capture=single,centre=safe)", 2, ""),
            ("seega(size=7,drops=2,quiet=6)", 3, ""),
        ],
        "salta" => &[
            ("salta(limit=20)", 1, ""),
            ("salta(goal=mirror,limit=12)", 2, ""),
            ("salta(limit=1)", 3, ""),
            ("salta", 5, "KLMNO/FGHIJ/ABCDE/5/5/5/4e/abcd1/fghij/klmno r 71 g? 0"),
            ("salta(goal=mirror)", 6, "ABCDE/FGHIJ/KLMN1/4O/5/5/5/klmno/fghij/abcde g 72 r 0"),
        ],
        "senet" => &[
            ("senet", 3, ""),
            ("senet(pieces=5)", 1, ""),
            ("senet(pieces=5,front=spools,water=return)", 2, ""),
            ("senet(pieces=5,pass=free)", 3, ""),
        ],
        "draughts" => &[
            ("draughts", 1, ""),
            ("draughts(cyclic=off)", 2, ""),
            ("draughts(kingmoves=2,barren=8)", 3, ""),
            ("draughts(cyclic=off,kingmoves=3,barren=10)", 4, ""),
        ],
        "diaballik" => &[
            ("diaballik", 12, ""),
            ("diaballik(order=any,pass=over-own,wall=contact,limit=25)", 2, ""),
            ("diaballik(wall=off,limit=25)", 3, ""),
            ("diaballik(order=any,wall=off,limit=20)", 4, ""),
        ],
        other => unreachable!("{other}"),
    }
}

const MOST_BYTES: usize = 60_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/playthroughs")
}

fn file_name(rule_set: &str) -> String {
    let plain = rule_set.replace(['(', ',', '='], "-").replace(')', "");
    format!("{plain}.txt")
}

/// A game, step by step.
fn playthrough(rule_set: &str, seed: u64, start: &str) -> String {
    let mut out = format!("# {rule_set}, seed {seed}\n");
    let mut rng = Rng::with_seed(seed);
    let mut game = match start {
        "" => Game::start(variant(rule_set)),
        _ => Game::from_position(variant(rule_set), start).unwrap(),
    };
    loop {
        writeln!(out, "\n{}", game.position()).unwrap();
        let Some(text) = choose(&game, &mut rng) else { break };
        let choices = game.choices().into_iter().map(|choice| match choice.warning {
            None => choice.text,
            Some(Warning::LosesAtOnce(end)) => format!("{}[loses:{end}]", choice.text),
        });
        writeln!(out, "  {}", choices.collect::<Vec<_>>().join(" ")).unwrap();
        let turn = game.turn();
        let played = game.play(&text).unwrap();
        writeln!(out, "{turn}. {text}").unwrap();
        let events: Vec<String> = played.events.iter().map(event).collect();
        writeln!(out, "  = {}", events.join("; ")).unwrap();
    }
    let Status::Over(outcome) = game.status() else { unreachable!("nothing to pick: over") };
    writeln!(out, "\n{} after {} entries", result_text(Some(&outcome)), game.ply()).unwrap();
    out
}

/// One of the legal entries at random: of several draws one that does not lose at once, and of
/// Senet's moves the one farthest forward, since moves back and forth alike would take thousands
/// of throws.
fn choose(game: &Game, rng: &mut Rng) -> Option<String> {
    let warned: Vec<String> = game
        .choices()
        .into_iter()
        .filter(|choice| choice.warning.is_some())
        .map(|choice| choice.text)
        .collect();
    let worth = |text: &String| {
        let progress = match text.split_once('-') {
            Some((from, "off")) => from.parse().ok(),
            Some((from, to)) => Some(to.parse::<i32>().ok()? - from.parse::<i32>().ok()?),
            None => None,
        };
        (!warned.contains(text)).then_some(progress)
    };
    let draws = if game.status() == Status::Chance { 1 } else { 8 };
    let drawn: Vec<String> = (0..draws).filter_map(|_| pick(game, rng)).collect();
    drawn.into_iter().max_by_key(worth)
}

/// An event in one line: its code, then its values in their order.
fn event(event: &Event) -> String {
    fn values(value: &serde_json::Value, out: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                fields.values().for_each(|value| values(value, out));
            }
            serde_json::Value::String(text) => out.push(text.clone()),
            other => out.push(other.to_string()),
        }
    }
    let mut words = Vec::new();
    values(&serde_json::to_value(event).unwrap(), &mut words);
    assert_eq!(words.first().map(String::as_str), Some(event.code()));
    words.join(" ")
}

fn compare(game: GameId) {
    let bless = std::env::var_os("IGROTEKA_BLESS").is_some_and(|value| value == "1");
    for (rule_set, seed, start) in games(game) {
        let path = folder().join(file_name(rule_set));
        let now = playthrough(rule_set, *seed, start);
        assert!(now.len() <= MOST_BYTES, "{rule_set} is {} bytes long", now.len());
        if bless {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, now).unwrap();
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{}: {error}; IGROTEKA_BLESS=1 writes it", path.display())
        });
        if now == kept {
            continue;
        }
        let line = now.lines().zip(kept.lines()).position(|(now, kept)| now != kept);
        let line = line.unwrap_or(now.lines().count().min(kept.lines().count()));
        panic!(
            "{} differs from line {}:\n  kept {:?}\n  now  {:?}\n\
             If that is meant, write it anew: IGROTEKA_BLESS=1 cargo test --test playthroughs",
            path.display(),
            line + 1,
            kept.lines().nth(line),
            now.lines().nth(line),
        );
    }
}

#[test]
fn seega() {
    compare(GameId::SEEGA);
}

#[test]
fn salta() {
    compare(GameId::SALTA);
}

#[test]
fn senet() {
    compare(GameId::SENET);
}

#[test]
fn draughts() {
    compare(GameId::DRAUGHTS);
}

#[test]
fn diaballik() {
    compare(GameId::DIABALLIK);
}

/// No file is left over from a rule set that is no longer played.
#[test]
fn every_file_is_used() {
    let used: Vec<String> = GameId::ALL
        .iter()
        .flat_map(|game| games(*game))
        .map(|(text, ..)| file_name(text))
        .collect();
    for entry in fs::read_dir(folder()).expect("data/playthroughs; IGROTEKA_BLESS=1 writes it") {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(used.contains(&name), "data/playthroughs/{name} belongs to no rule set");
    }
}
