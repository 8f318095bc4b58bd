//! Texts that are mostly no legal actions: what people mistype, what another position would allow,
//! and what nobody would think of.

use std::ops::Deref;

use rules::{AnyLine, Shape};

const GARBAGE: &[&str] = &[
    "",
    " ",
    "-",
    ":",
    ">",
    "@",
    "a",
    "1",
    "a0",
    "a01",
    "a1 ",
    "A1",
    "a1b",
    "a1b2c3",
    "a99",
    "z26z26",
    "a256a257",
    "pass",
    "end",
    "Pass",
    "off",
    "0-1",
    "30-off",
    "1-off",
    "31-off",
    "300-301",
    "1--2",
    "t0",
    "t1",
    "t2",
    "t3",
    "t4",
    "t5",
    "t6",
    "resign",
    "@a1",
    "@a2",
    "@",
    "@@a1",
    "a1-",
    "a1:",
    ":a1",
    "a1:a1",
    "a1-a1",
    "a1>a1",
    "a1a1",
    "a1:b2:c3:d4:e5:f6:g7:h8",
    "a1:c3:a1:c3:a1",
    "\0",
    "\u{301}a\u{301}1",
    "а1б2",
    "ａ１",
    "١-٢",
    "😀",
];

/// Every text that the squares of the board, and those just beyond it, make in pairs.
pub(crate) fn pairs(game: &impl Deref<Target = dyn AnyLine>) -> Vec<String> {
    let view = game.view();
    let mut out = Vec::new();
    if view.shape == Shape::Path {
        for from in 0..=31 {
            out.push(format!("{from}-off"));
            out.extend((0..=31).map(|to| format!("{from}-{to}")));
        }
        return out;
    }
    let names: Vec<String> = (0..=view.files)
        .flat_map(|file| (0..=view.ranks).map(move |rank| (char::from(b'a' + file), rank + 1)))
        .map(|(file, rank)| format!("{file}{rank}"))
        .collect();
    let signs: &[&str] = match view.game.id() {
        "seega" | "salta" => &[""],
        "senet" => &["-"],
        "draughts" => &["-", ":"],
        "diaballik" => &["", ">"],
        _ => &[""],
    };
    for from in &names {
        out.push(from.clone());
        out.push(format!("@{from}"));
        for to in &names {
            out.extend(signs.iter().map(|sign| format!("{from}{sign}{to}")));
        }
    }
    out
}

/// Garbage, and changed forms of legal texts.
pub(crate) fn garbage(legal: &[String]) -> Vec<String> {
    let mut out: Vec<String> = GARBAGE.iter().map(|text| (*text).to_owned()).collect();
    out.push("ж".repeat(10_000));
    out.push("a1".repeat(5_000));
    out.push(format!("a1{}", ":c3".repeat(5_000)));
    for text in legal.iter().take(12) {
        out.push(text.to_uppercase());
        out.push(format!(" {text}"));
        out.push(format!("{text} "));
        out.push(format!("{text}{text}"));
        out.push(format!("{text}:{text}"));
        out.push(text.chars().rev().collect());
        out.push(text[..text.len() - 1].to_owned());
        out.push(text[1..].to_owned());
        out.push(format!("{text}0"));
        out.push(text.replacen('1', "01", 1));
        // Chains with a landing square left out, doubled, or turned round.
        let squares: Vec<&str> = text.split(':').collect();
        for skipped in 0..squares.len() {
            let mut some = squares.clone();
            some.remove(skipped);
            out.push(some.join(":"));
            let mut twice = squares.clone();
            twice.insert(skipped, squares[skipped]);
            out.push(twice.join(":"));
        }
        out.push(squares.iter().rev().copied().collect::<Vec<_>>().join(":"));
    }
    out
}
