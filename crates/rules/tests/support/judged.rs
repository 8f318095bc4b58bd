//! What the rules documents, the books and the lessons say of outcomes, read from their data. The
//! tests of the engine prove what a search can prove, those of the tables what only the exact tables
//! know:
//!
//! | judgement      | says                                                               | proved by |
//! | -------------- | ------------------------------------------------------------------ | --------- |
//! | `wins A`       | the actor of A's last action has won by force after A              | search    |
//! | `loses A`      | … has lost by force after A                                        | search    |
//! | `only A`       | every other action loses by force, A does not                      | search    |
//! | `won`, `lost`  | the side to act wins, loses by force                               | search    |
//! | `prefers A`    | an opinion: a search chooses A                                     | search    |
//! | `prefers A over B` | an opinion: a search rates A above B                           | search    |
//! | `alone N`      | the side that plays alone needs N moves and no fewer (Salta)       | solver    |
//! | `draws A`      | the game is drawn with best play after A                           | tables    |
//! | `best A`       | A is worth more than every other action (a win more than a draw)   | tables    |
//! | `ends N`       | with best play the end comes after N actions                       | tables    |
//! | `chance A P`   | the actor wins with this chance after A: per cent, or a fraction   | tables    |
//! | `chance P`     | the side to act or to throw does                                   | tables    |
//!
//! A is an action or, but for `only`, `prefers` and `best`, a run of them. `from RUN: J` says J of the
//! position that a run of actions leads to.

use std::fs;
use std::path::Path;

use rules::{Game, GameId, Variant};
use serde_json::Value;

/// The words that begin a judgement.
pub(crate) const KINDS: [&str; 12] = [
    "wins", "loses", "only", "won", "lost", "prefers", "alone", "draws", "best", "ends", "chance",
    "from",
];

/// A judgement and what it is said of.
pub(crate) struct Judged {
    /// Where it stands.
    pub(crate) at: String,
    /// The position.
    pub(crate) game: Game,
    /// Its first word.
    pub(crate) kind: String,
    /// The rest.
    pub(crate) rest: String,
}

fn judged(at: &str, mut game: Game, text: &str) -> Judged {
    let mut text = text;
    if let Some((run, then)) = text.strip_prefix("from ").and_then(|rest| rest.split_once(": ")) {
        play(&mut game, run).unwrap_or_else(|error| panic!("{at}: {error}"));
        text = then;
    }
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let at = format!("{at}: {}: {text}", game.position());
    Judged { at, game, kind: kind.to_owned(), rest: rest.to_owned() }
}

/// Plays a run of actions.
pub(crate) fn play(game: &mut Game, run: &str) -> Result<(), String> {
    for action in run.split(' ') {
        game.play(action).map_err(|error| format!("{action}: {error}"))?;
    }
    Ok(())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every judgement of the documents and the lessons; both languages of a document have the same.
pub(crate) fn all() -> Vec<Judged> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut out = Vec::new();
    for game in GameId::ALL {
        for shelf in ["rules", "books"] {
            let name = format!("{shelf}/{game}.en.md");
            document(&name, game, &read(&root.join("docs").join(&name)), &mut out);
        }
        let course = read(&root.join(format!("content/lessons/{game}.json")));
        lessons(game, &serde_json::from_str(&course).unwrap(), &mut out);
    }
    out
}

fn document(name: &str, game: GameId, text: &str, out: &mut Vec<Judged>) {
    for block in text.split("```check\n").skip(1) {
        let mut lines = block.split("```").next().unwrap().lines();
        let (rules, from) = (lines.next().unwrap(), lines.next().unwrap());
        let options = rules.split_once(' ').map_or("", |(_, options)| options);
        let variant = Variant::read(game, options).unwrap();
        let mut here = match from.strip_prefix("position ") {
            Some(position) => Game::from_position(variant, position).unwrap(),
            None => Game::start(variant),
        };
        for line in lines {
            let word = line.split(' ').next().unwrap();
            if word == "play" {
                here.play(line.split(' ').nth(1).unwrap()).unwrap();
            } else if KINDS.contains(&word) {
                out.push(judged(name, here.clone(), line));
            }
        }
    }
}

fn lessons(game: GameId, course: &Value, out: &mut Vec<Judged>) {
    for lesson in course["lessons"].as_array().unwrap() {
        for (number, step) in lesson["steps"].as_array().unwrap().iter().enumerate() {
            let Some(judgements) = step["judged"].as_array() else { continue };
            let variant = Variant::read_full(step["rules"].as_str().unwrap_or(game.id())).unwrap();
            let here = match step["position"].as_str() {
                Some(position) => Game::from_position(variant, position).unwrap(),
                None => Game::start(variant),
            };
            let at = format!("{game} {} [{number}]", lesson["id"].as_str().unwrap());
            for judgement in judgements {
                out.push(judged(&at, here.clone(), judgement.as_str().unwrap()));
            }
        }
    }
}
