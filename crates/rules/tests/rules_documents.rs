//! The documents in `docs/rules` and `docs/books` say what the program does: every article that a
//! refusal cites is there in both languages, every checked claim holds, every diagram's position and
//! moves are legal, both languages have the same articles, pictures and claims, and no option or
//! preset is left out.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rules::{End, Game, GameId, OptionSpec, Preset, Reason, Status, Variant};
use support::claims::claim_holds;

const LANGUAGES: [&str; 2] = ["en", "ru"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A game's rules in one language.
struct Document {
    name: String,
    game: GameId,
    text: String,
}

fn document(game: GameId, language: &str) -> Document {
    on_shelf("rules", game, language)
}

fn on_shelf(shelf: &str, game: GameId, language: &str) -> Document {
    let name = format!("{shelf}/{game}.{language}.md");
    let text = read(&folder().join("..").join(&name));
    Document { name, game, text }
}

/// Both languages of every document of both shelves.
fn pairs() -> impl Iterator<Item = [Document; 2]> {
    ["rules", "books"].into_iter().flat_map(|shelf| {
        let there = |game: &GameId| folder().join(format!("../{shelf}/{game}.en.md")).exists();
        let games = GameId::ALL.into_iter().filter(there).collect::<Vec<_>>();
        games.into_iter().map(move |game| LANGUAGES.map(|language| on_shelf(shelf, game, language)))
    })
}

fn documents() -> impl Iterator<Item = Document> {
    GameId::ALL.into_iter().flat_map(|game| LANGUAGES.map(|language| document(game, language)))
}

impl Document {
    /// The numbers of chapters (`## 3.`) and articles (`**3.2.**` at the start of a line), in
    /// their order.
    fn articles(&self) -> Vec<String> {
        let number = |line: &str| {
            let (rest, end) = match line.strip_prefix("## ") {
                Some(rest) => (rest, ". "),
                None => (line.strip_prefix("**")?, ".** "),
            };
            let number = &rest[..rest.find(end)?];
            let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
            plain.then(|| number.to_owned())
        };
        self.text.lines().filter_map(number).collect()
    }

    /// The files of the pictures, in their order.
    fn pictures(&self) -> Vec<&str> {
        let mut out = Vec::new();
        for line in self.text.lines().filter(|line| line.starts_with("![")) {
            let (alternative, rest) = line[2..].split_once("](").unwrap_or_else(|| {
                panic!("{}: a picture without a file: {line}", self.name);
            });
            assert!(!alternative.trim().is_empty(), "{}: a picture without a text", self.name);
            out.push(rest.strip_suffix(')').unwrap_or_else(|| panic!("{}: {line}", self.name)));
        }
        assert_eq!(out.len(), self.text.matches("](diagrams/").count(), "{}", self.name);
        out
    }

    /// The blocks of claims: the line where each begins and its lines.
    fn checks(&self) -> Vec<(usize, Vec<&str>)> {
        let mut blocks = Vec::new();
        let mut open: Option<(usize, Vec<&str>)> = None;
        for (index, line) in self.text.lines().enumerate() {
            match (&mut open, line) {
                (None, "```check") => open = Some((index + 1, Vec::new())),
                (Some(_), "```") => blocks.extend(open.take()),
                (Some((_, lines)), _) => lines.push(line),
                (None, _) => {}
            }
        }
        assert!(open.is_none(), "{}: a block without an end", self.name);
        assert!(!blocks.is_empty(), "{}: no claims", self.name);
        blocks
    }
}

#[test]
fn cited_articles_exist() {
    for document in documents() {
        let articles = document.articles();
        for reason in Reason::ALL {
            let article = document.game.article(*reason);
            assert!(
                article.is_empty() || articles.iter().any(|known| known == article),
                "{}: {} cites {article}",
                document.name,
                reason.code()
            );
        }
    }
}

#[test]
fn articles_are_in_order_and_alike() {
    for [english, russian] in pairs() {
        let game = &english.name;
        assert_eq!(english.articles(), russian.articles(), "{game}");
        let parts = |number: &String| -> Vec<u32> {
            number.split('.').map(|part| part.parse().unwrap()).collect()
        };
        let numbers: Vec<Vec<u32>> = english.articles().iter().map(parts).collect();
        assert!(numbers.is_sorted(), "{game}: {numbers:?}");
        let different: BTreeSet<_> = numbers.iter().collect();
        assert_eq!(different.len(), numbers.len(), "{game}: a number twice");
        for number in numbers.iter().filter(|number| number.len() > 1 && number[1] > 1) {
            let before = vec![number[0], number[1] - 1];
            assert!(different.contains(&before), "{game}: {number:?} without {before:?}");
        }
    }
}

#[test]
fn options_presets_and_ends_are_named() {
    for document in documents() {
        let has = |what: &str| {
            assert!(document.text.contains(what), "{} does not name {what}", document.name);
        };
        for OptionSpec { name, .. } in document.game.options() {
            // The first cell of a row, which the formatter pads to the width of its column.
            has(&format!("\n| `{name}` "));
        }
        for Preset { name, options } in document.game.presets() {
            has(&format!("`{name}`"));
            has(&format!("`{options}`"));
        }
        let outside = [End::Resign, End::Time, End::Agreement, End::Abandoned, End::Aborted];
        let own: &[End] = match document.game.id() {
            "seega" => &[End::Eliminated, End::Quiet],
            "salta" => &[End::BothHome, End::Home, End::Alone, End::Limit],
            "senet" => &[End::AllOff, End::Limit],
            "draughts" => &[End::NoMoves, End::Repetition, End::Kingmoves, End::Barren],
            "diaballik" => &[End::Goal, End::Wall, End::Repetition, End::Limit],
            other => unreachable!("{other}"),
        };
        for end in own.iter().chain(&outside) {
            has(&format!("`{end}`"));
        }
        has(&format!("`{}`", Game::start(Variant::default_of(document.game)).position()));
    }
}

#[test]
fn pictures_are_alike_and_exist() {
    for game in GameId::ALL {
        let [english, russian] = LANGUAGES.map(|language| document(game, language));
        assert_eq!(english.pictures(), russian.pictures(), "{game}");
        let shown: BTreeSet<&str> = english.pictures().into_iter().collect();
        let listed: Vec<String> =
            diagrams(game).iter().map(|line| format!("diagrams/{}.svg", line[0])).collect();
        for picture in &shown {
            assert!(listed.iter().any(|name| name == picture), "{game}: {picture} is not listed");
            let path = folder().join(picture);
            assert!(read(&path).contains("<svg"), "{} is no picture", path.display());
        }
        for name in &listed {
            assert!(shown.contains(name.as_str()), "{game}: {name} is shown nowhere");
        }
    }
}

/// The lines of `diagrams/GAME.txt`: name, options, position, moves.
fn diagrams(game: GameId) -> Vec<[String; 4]> {
    let path = folder().join(format!("diagrams/{game}.txt"));
    let parts = |line: &str| -> [String; 4] {
        let parts: Vec<String> = line.split('|').map(|part| part.trim().to_owned()).collect();
        parts.try_into().unwrap_or_else(|_| panic!("{}: {line}", path.display()))
    };
    let lines: Vec<_> = read(&path).lines().filter(|line| !line.is_empty()).map(parts).collect();
    let names: BTreeSet<&String> = lines.iter().map(|line| &line[0]).collect();
    assert_eq!(names.len(), lines.len(), "{}: a name twice", path.display());
    lines
}

#[test]
fn diagrams_are_legal() {
    for game in GameId::ALL {
        for [name, options, position, moves] in diagrams(game) {
            assert!(name.starts_with(&format!("{game}-")), "{name}");
            let variant = Variant::read(game, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
            let mut here = Game::from_position(variant, &position)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            for text in moves.split_whitespace() {
                here.play(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            // The text shows what the picture shows.
            for language in LANGUAGES {
                let document = document(game, language);
                let shown = format!("`{}`", here.position());
                assert!(document.text.contains(&shown), "{}: {name}: {shown}", document.name);
            }
        }
    }
}

#[test]
fn claims_are_alike_in_both_languages() {
    for [english, russian] in pairs() {
        let claims = |document: &Document| -> Vec<String> {
            document.checks().into_iter().map(|(_, lines)| lines.join("\n")).collect()
        };
        assert_eq!(claims(&english), claims(&russian), "{}", english.name);
    }
}

#[test]
fn claims_hold() {
    let mut wrong = Vec::new();
    for document in pairs().flatten() {
        for (line, lines) in document.checks() {
            if let Err(error) = check(document.game, &lines) {
                wrong.push(format!("{}, block at line {line}: {error}", document.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Goes through one block: the rule set, the position, then the claims.
fn check(of: GameId, lines: &[&str]) -> Result<(), String> {
    let [rules, from, claims @ ..] = lines else { return Err("too short".to_owned()) };
    let (game, options) = rules.split_once(' ').unwrap_or((rules, ""));
    if game != of.id() {
        return Err(format!("{game} is another game"));
    }
    let variant = rules::open(game, options).map_err(|error| error.to_string())?;
    let mut here = match from.split_once(' ') {
        Some(("position", text)) => {
            Game::from_position(variant, text).map_err(|error| error.to_string())?
        }
        _ if *from == "start" => Game::start(variant),
        _ => return Err(format!("neither start nor position: {from}")),
    };
    if claims.is_empty() {
        return Err("claims nothing".to_owned());
    }
    for claim in claims {
        claim_holds(&mut here, claim).map_err(|error| format!("{claim}: {error}"))?;
    }
    Ok(())
}

/// A whole game that a book gives as a list (`Moves: 1 `c3d4`, 2 `h8g7`, …`) can be replayed to its
/// end, through every position that the chapter shows.
#[test]
fn games_in_the_books_can_be_replayed() {
    let mut games = 0;
    for [english, russian] in pairs() {
        for document in [english, russian] {
            for chapter in document.text.split("\n## ").skip(1) {
                games += usize::from(replay(&document, chapter));
            }
        }
    }
    assert!(games >= 2 * 3, "{games}");
}

/// Replays the game of a chapter, if it has one.
fn replay(document: &Document, chapter: &str) -> bool {
    let heads = ["Moves: ", "Turns: ", "Ходы: "];
    let paragraphs: Vec<String> = chapter
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let is_list = |paragraph: &&String| heads.iter().any(|head| paragraph.starts_with(head));
    if !paragraphs.iter().any(|paragraph| is_list(&paragraph)) {
        return false;
    }
    let quoted = |text: &str| -> Vec<String> {
        text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let shown: Vec<Vec<String>> = paragraphs
        .iter()
        .filter(|text| text.starts_with("Position: ") || text.starts_with("Позиция: "))
        .map(|text| quoted(text))
        .collect();
    let options = shown.iter().find_map(|texts| texts.get(1)).map_or("", String::as_str);
    let name = &document.name;
    let mut game = Game::start(Variant::read(document.game, options).unwrap());
    let mut seen = BTreeSet::from([game.position()]);
    let mut number = 0;
    for list in paragraphs.iter().filter(is_list) {
        let (_, list) = list.split_once(": ").unwrap();
        for turn in list.trim_end_matches('.').split(", ") {
            let (count, run) = turn.split_once(' ').unwrap();
            number += 1;
            assert_eq!(count, number.to_string(), "{name}: {turn}");
            for action in run.trim_matches('`').split(' ') {
                game.play(action).unwrap_or_else(|e| panic!("{name}: {turn}: {action}: {e}"));
                seen.insert(game.position());
            }
        }
    }
    for texts in &shown {
        assert!(seen.contains(&texts[0]), "{name}: {} is not of the game", texts[0]);
    }
    // What the loser of a race plays alone may be left to the blocks of claims.
    let salta = document.game == GameId::SALTA;
    assert!(salta || matches!(game.status(), Status::Over(_)), "{name}: {}", game.position());
    true
}
