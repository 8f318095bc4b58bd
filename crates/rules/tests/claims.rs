//! No sentence of a lesson or a book says how a game ends, what is the only move or how likely
//! something is without something that proves it: a judgement (see `support/judged.rs`), a result
//! that is played, a complete list of actions. Sentences that only sound so (of rules, of squares
//! won and lost, of history) stand in `plain.txt`, each read by a person.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rules::GameId;
use serde_json::Value;
use support::judged::KINDS;

/// Beginnings of words that claim an outcome, or that something is the only way.
const ENGLISH: [&str; 24] = [
    "only",
    "win ",
    "wins",
    "won",
    "winning",
    "lose ",
    "loses",
    "losing",
    "lost",
    "save",
    "draw",
    "forc",
    "best",
    "decide",
    "prove",
    "by force",
    "hopeless",
    "cannot hold",
    "certain",
    "too late",
    "half the",
    "drown",
    "nothing else",
    "all other",
];
const RUSSIAN: [&str; 18] = [
    "единственн",
    "выигр",
    "проигр",
    "спас",
    "ничь",
    "ничей",
    "форсир",
    "вынужд",
    "победа",
    "победит",
    "побед",
    "решает",
    "решит",
    "лучш",
    "доказ",
    "безнадёж",
    "ничто не",
    "любой другой",
];

/// Claims that the rules themselves prove (see `support/claims.rs`).
const RULES: [&str; 5] = ["result", "legal-set", "illegal", "danger", "falls"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether a sentence has one of these words, at the beginning of a word.
fn says(sentence: &str, words: &[&str]) -> bool {
    let text = format!(" {} ", sentence.to_lowercase());
    words.iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            before.is_none_or(|c| !c.is_alphanumeric())
        })
    })
}

/// A text's sentences; whitespace is made even.
fn sentences(text: &str) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['.', '!', '?', '…']) {
        let after = text[at..].chars().next().map_or(1, char::len_utf8) + at;
        let next = text[after..].trim_start_matches(['”', '»', '_', '*', ')', '.']);
        let begins = next.trim_start().chars().next();
        let ends = next.is_empty()
            || next.starts_with(' ')
                && begins.is_some_and(|c| c.is_uppercase() || "`“«_*0123456789".contains(c));
        if ends {
            let end = text.len() - next.len();
            out.push(text[from..end].trim().to_owned());
            from = end;
        }
    }
    if !text[from..].trim().is_empty() {
        out.push(text[from..].trim().to_owned());
    }
    out
}

/// The percentages that a text names, `48.7`.
fn percentages(text: &str) -> BTreeSet<String> {
    let text = text.replace(',', ".").replace('\u{a0}', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let mut out = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        if word.starts_with('%') {
            // `59.4 and 59.3 %` names two.
            let before = words[..at].iter().rev();
            for word in before.take(3).filter(|word| word.contains('.')) {
                out.insert(number(word));
            }
        }
    }
    out.retain(|text| text.split_once('.').is_some_and(|(_, tenths)| tenths.len() == 1));
    out
}

/// A place of a text with what proves it.
struct Place {
    name: String,
    english: bool,
    text: String,
    /// Judgements and claims.
    proofs: Vec<String>,
}

fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().into_iter().flatten();
    list.map(|one| one.as_str().unwrap().to_owned()).collect()
}

fn lesson_places(game: GameId, out: &mut Vec<Place>) {
    let path = root().join(format!("content/lessons/{game}.json"));
    let course: Value = serde_json::from_str(&read(&path)).unwrap();
    for lesson in course["lessons"].as_array().unwrap() {
        for (number, step) in lesson["steps"].as_array().unwrap().iter().enumerate() {
            let task = &step["task"];
            let turns = || task["turns"].as_array().into_iter().flatten();
            let wrong = task["wrong"].as_array().into_iter().flatten();
            let mut words = vec![&step["text"], &task["hint"], &task["after"]];
            words.extend(turns().map(|turn| &turn["say"]));
            words.extend(wrong.map(|wrong| &wrong["say"]));
            let mut proofs = strings(&step["judged"]);
            proofs.extend(strings(&step["claims"]));
            for turn in turns() {
                proofs.extend(strings(&turn["claims"]));
                proofs.extend(strings(&turn["replied"]));
            }
            for (language, english) in [("en", true), ("ru", false)] {
                let texts = words.iter().filter_map(|words| words[language].as_str());
                out.push(Place {
                    name: format!("{game} {} [{number}]", lesson["id"].as_str().unwrap()),
                    english,
                    text: texts.collect::<Vec<_>>().join(" "),
                    proofs: proofs.clone(),
                });
            }
        }
    }
}

/// The articles of a book, each with its blocks of claims.
fn book_places(game: GameId, out: &mut Vec<Place>) {
    for (language, english) in [("en", true), ("ru", false)] {
        let name = format!("books/{game}.{language}.md");
        let text = read(&root().join("docs").join(&name));
        let mut place: Option<Place> = None;
        let mut open = false;
        for line in text.lines() {
            let article = line.strip_prefix("**").and_then(|rest| rest.split_once(".**"));
            if let Some((number, rest)) =
                article.filter(|(n, _)| n.starts_with(|c: char| c.is_ascii_digit()))
            {
                let name = format!("{name} {number}");
                out.extend(place.take());
                place = Some(Place { name, english, text: rest.to_owned(), proofs: Vec::new() });
                continue;
            }
            // Before the first article a book explains itself, behind the last are its sources.
            if line.starts_with("## ") {
                out.extend(place.take());
            }
            let Some(place) = &mut place else { continue };
            match line {
                "```check" => open = true,
                "```" => open = false,
                _ if open => place.proofs.push(line.to_owned()),
                _ => {
                    place.text.push(' ');
                    place.text.push_str(line);
                }
            }
        }
        out.extend(place);
    }
}

fn places() -> Vec<Place> {
    let mut out = Vec::new();
    for game in GameId::ALL {
        lesson_places(game, &mut out);
        book_places(game, &mut out);
    }
    out
}

#[test]
fn what_sounds_like_a_claim_is_proved_or_was_read() {
    let list = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plain.txt"));
    let lines =
        list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let plain: BTreeSet<&str> = lines.collect();
    let (mut used, mut open, mut claims) = (BTreeSet::new(), BTreeSet::new(), 0);
    for place in places() {
        let words: &[&str] = if place.english { &ENGLISH } else { &RUSSIAN };
        let proved = place.proofs.iter().any(|proof| {
            let word = proof.split(' ').next().unwrap_or_default();
            KINDS.contains(&word) || RULES.contains(&word)
        });
        for sentence in sentences(&place.text) {
            if let Some(known) = plain.get(sentence.as_str()) {
                used.insert(*known);
            } else if says(&sentence, words) {
                claims += 1;
                if !proved {
                    open.insert(format!("{}: {sentence}", place.name));
                }
            }
        }
    }
    let open: Vec<String> = open.into_iter().collect();
    assert!(open.is_empty(), "nothing proves:\n{}", open.join("\n"));
    let stale: Vec<&&str> = plain.difference(&used).collect();
    assert!(stale.is_empty(), "said nowhere: {stale:#?}");
    assert!(claims >= 250, "{claims}");
}

/// Each percentage is one that the tables give for this very place.
#[test]
fn percentages_are_judged() {
    let mut named = 0;
    for place in places() {
        let judged: BTreeSet<String> = place
            .proofs
            .iter()
            .filter(|proof| proof.contains("chance "))
            .map(|proof| proof.rsplit(' ').next().unwrap().to_owned())
            .collect();
        let found = percentages(&place.text);
        // Seega's shares are counted by `figures.rs`.
        if place.name.contains("seega") {
            continue;
        }
        named += found.len();
        let missing: Vec<_> = found.difference(&judged).collect();
        assert!(missing.is_empty(), "{}: {missing:?} is not judged", place.name);
    }
    assert!(named >= 80, "{named}");
}

#[test]
fn sentences_are_found() {
    let text = "First. `c3` wins, “by force.” And 3.2 says so! Has it? 48.7 % for it…";
    let expected =
        ["First.", "`c3` wins, “by force.”", "And 3.2 says so!", "Has it?", "48.7 % for it…"];
    assert_eq!(sentences(text), expected);
    assert_eq!(percentages("gives 48,7 %, then 59.4 and 59.3 %.").len(), 3);
    assert!(says("It only looks so.", &ENGLISH) && !says("The commonly known.", &ENGLISH));
}
