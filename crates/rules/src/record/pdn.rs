//! Draughts as PDN 3.0, the form that other draughts programs use.
//!
//! Classic Russian draughts is GameType 25 (`25,W,8,8,A0,0`: white begins, 8×8, squares by letters
//! from a1). The cyclic game is another one, which PDN has no number for: it is written as GameType
//! `cyclic`, with a remark that says so, and no program takes it for the classic game. The moves
//! are our own texts. What PDN has no place for stands in tags of ours, written only where it is
//! needed: `Rules` (the rule set, for the cyclic game and other options), `Reserve` (men in reserve
//! at the start), `Counters` (kingmoves and barren at the start) and `Reason` (why the game ended).
//!
//! Reading accepts what programs and people write: squares as numbers (1 is b8, 32 is g1), `x` for
//! `:`, `c3d4` and `cd4` for `c3-d4`, captures given by some of their squares where that has one
//! meaning, results of both customs (`1-0`, `2-0`), strengths, comments, `$` glyphs, games without
//! `GameType` or without any tag. Variations are passed over. A result without a reason stays without.

use super::scan::{RawGame, TagText, Token};
use super::{Noted, Record, RecordError, RecordFault, Words, append};
use crate::{End, Game, GameId, Outcome, Side, Status, Variant};

const GAME_TYPE: &str = "25,W,8,8,A0,0";
const CYCLIC_TYPE: &str = "cyclic,W,8,8,A0,0";
const CYCLIC_REMARK: &str = "% Russian cyclic draughts: own men that are captured come back. Not GameType 25; see the tag Rules.\n";
const CLASSIC: &str = "cyclic=off";

/// The tags that say something about the game itself.
const TAGS: [&str; 8] =
    ["GameType", "Rules", "FEN", "SetUp", "Reserve", "Counters", "Result", "Reason"];

fn fail(fault: RecordFault, line: usize) -> RecordError {
    RecordError { fault, line, game: 1 }
}

/// Whether a game is written in PDN: it says its `GameType`, or does not say its `Game` as ours do
/// and has a tag of PDN's, a result as PDN writes it, or no tag at all and moves of draughts.
pub(super) fn is_pdn(raw: &RawGame) -> bool {
    let has = |name| raw.tag(name).is_some();
    let scored =
        raw.tag("Result").is_some_and(|(said, _)| said != "*" && read_score(said).is_some());
    let first = raw.tokens.iter().find_map(|(token, _)| match token {
        Token::Entry(text) => Some(text.as_str()),
        _ => None,
    });
    let looks_so = scored
        || ["White", "Black", "FEN", "Event"].into_iter().any(has)
        || raw.tags.is_empty() && first.is_some_and(is_move);
    has("GameType") || !has("Game") && looks_so
}

/// Whether a text goes from dark square to dark square, as moves of draughts do.
fn is_move(text: &str) -> bool {
    let dark = |(file, rank): &GridSquare| *file < 8 && *rank < 8 && (file + rank) % 2 == 0;
    read_score(text).is_none()
        && read_squares(&with_colons(text)).is_some_and(|(_, squares)| squares.iter().all(dark))
}

/// The games of a text without tags, where only a result behind the moves ends one.
pub(super) fn split(raw: RawGame) -> Vec<RawGame> {
    let mut games = vec![RawGame { line: raw.line, tags: raw.tags, tokens: Vec::new() }];
    let mut ended = false;
    for (token, line) in raw.tokens {
        if ended && matches!(token, Token::Number(_) | Token::Entry(_)) {
            games.push(RawGame { line, tags: Vec::new(), tokens: Vec::new() });
            ended = false;
        }
        ended |= matches!(&token, Token::Entry(text) if read_score(text).is_some());
        if let Some(game) = games.last_mut() {
            game.tokens.push((token, line));
        }
    }
    games
}

/// Whether this rule set is what GameType 25 alone says.
fn is_classic(variant: Variant) -> bool {
    Variant::read(GameId::DRAUGHTS, CLASSIC) == Ok(variant)
}

/// Writes a game of draughts as PDN.
///
/// # Errors
/// Another game, or a record that does not replay.
pub fn write(record: &Record) -> Result<String, RecordError> {
    if record.variant.game != GameId::DRAUGHTS {
        return Err(fail(RecordFault::Pdn(record.variant.game.id().to_owned()), 0));
    }
    let opening = record.opening()?;
    let mut tags = TagText::default();
    for (name, value) in &record.tags {
        tags.add_other(pdn_name(name), value, &TAGS);
    }
    let cyclic = !is_classic(record.variant);
    tags.add("GameType", if cyclic { CYCLIC_TYPE } else { GAME_TYPE });
    if cyclic {
        tags.add("Rules", &record.variant.to_string());
    }
    if let Some(start) = &record.start {
        let parts: Vec<&str> = start.split(' ').collect();
        tags.add("SetUp", "1");
        tags.add("FEN", &fen_of(&opening));
        if let [_, _, reserves, kingmoves, barren] = parts[..] {
            if reserves != "0,0" {
                tags.add("Reserve", reserves);
            }
            if (kingmoves, barren) != ("0", "0") {
                tags.add("Counters", &format!("{kingmoves},{barren}"));
            }
        }
    }
    let score = score(record.result.as_ref());
    tags.add("Result", score);
    if let Some(outcome) = record.result.filter(|outcome| outcome.reason != End::Unstated) {
        tags.add("Reason", outcome.reason.word());
    }
    let remark = if cyclic { CYCLIC_REMARK } else { "" };
    Ok(format!("{}{remark}\n{}", tags.text, moves(record, opening, score)?))
}

fn moves(record: &Record, mut game: Game, score: &str) -> Result<String, RecordError> {
    let mut words = Words::default();
    if let Some(preface) = &record.preface {
        words.comment(preface);
    }
    let black_begins = game.side() == Side::Second;
    for (index, entry) in record.entries.iter().enumerate() {
        let half = index + usize::from(black_begins);
        if half % 2 == 0 {
            words.add(&format!("{}.", half / 2 + 1));
        } else if index == 0 {
            words.add("1...");
        }
        words.entry(entry);
        if let Err(illegal) = game.play(&entry.text) {
            let turn = game.turn();
            return Err(fail(RecordFault::Illegal { turn, ply: index + 1, illegal }, 0));
        }
    }
    words.add(score);
    Ok(words.finish())
}

fn pdn_name(name: &str) -> &str {
    match name {
        "First" => "White",
        "Second" => "Black",
        other => other,
    }
}

fn our_name(raw: &RawGame, name: String) -> String {
    match name.as_str() {
        "White" if raw.tag("First").is_none() => "First".to_owned(),
        "Black" if raw.tag("Second").is_none() => "Second".to_owned(),
        _ => name,
    }
}

fn score(result: Option<&Outcome>) -> &'static str {
    match result {
        None | Some(Outcome { reason: End::Aborted, .. }) => "*",
        Some(Outcome { winner: Some(Side::First), .. }) => "1-0",
        Some(Outcome { winner: Some(Side::Second), .. }) => "0-1",
        Some(Outcome { winner: None, .. }) => "1/2-1/2",
    }
}

/// The winner that a score names; none for `*`.
fn read_score(text: &str) -> Option<Option<Option<Side>>> {
    match text {
        "*" | "0-0" => Some(None),
        "1-0" | "2-0" => Some(Some(Some(Side::First))),
        "0-1" | "0-2" => Some(Some(Some(Side::Second))),
        "1/2-1/2" | "1/2" | "½-½" | "1-1" => Some(Some(None)),
        _ => None,
    }
}

/// `W:Wa1,Kd4:Bb8` of a position.
fn fen_of(game: &Game) -> String {
    let to_act = if game.side() == Side::First { 'W' } else { 'B' };
    let pieces = game.view().pieces;
    let of = |side: Side| {
        let own = pieces.iter().filter(|(_, piece)| piece.side == side);
        let text = own.map(|(square, piece)| match piece.kind {
            crate::Kind::King => format!("K{square}"),
            _ => square.to_string(),
        });
        text.collect::<Vec<_>>().join(",")
    };
    format!("{to_act}:W{}:B{}", of(Side::First), of(Side::Second))
}

/// The square at the front of a text, by its letter and digit or by its number, and the rest.
fn read_square(text: &str) -> Option<((u8, u8), &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return crate::Square::read_grid(text);
    }
    let (number, rest) = text.split_at(digits);
    let place = number.parse::<u8>().ok().filter(|number| (1..=32).contains(number))? - 1;
    // Numbers run from b8 along the dark squares, rank by rank.
    let rank = 7 - place / 4;
    Some(((place % 4 * 2 + rank % 2, rank), rest))
}

/// The board and the side to act that a FEN names, as the first two fields of a position string.
fn read_fen(fen: &str) -> Option<String> {
    let mut board = [[None; 8]; 8];
    let mut parts = fen.strip_suffix('.').unwrap_or(fen).split(':');
    let to_act = match parts.next()? {
        "W" => 'w',
        "B" => 'b',
        _ => return None,
    };
    for part in parts {
        let (man, king) = match part.chars().next()? {
            'W' => ('w', 'W'),
            'B' => ('b', 'B'),
            _ => return None,
        };
        for item in part[1..].split(',').filter(|item| !item.is_empty()) {
            let (piece, square) = match item.strip_prefix('K') {
                Some(square) => (king, square),
                None => (man, item),
            };
            let ((file, rank), rest) = read_square(square)?;
            let cell = board.get_mut(usize::from(rank))?.get_mut(usize::from(file))?;
            if !rest.is_empty() || cell.replace(piece).is_some() {
                return None;
            }
        }
    }
    let mut out = String::new();
    let cell = |file: u8, rank: u8| board[usize::from(rank)][usize::from(file)];
    crate::setup::write_board(&mut out, 8, 8, cell).ok()?;
    Some(format!("{out} {to_act}"))
}

/// Understands a game that was cut into its parts.
pub(super) fn from_raw(raw: &RawGame) -> Result<Record, RecordError> {
    let (game_type, line) = raw.tag("GameType").unwrap_or((GAME_TYPE, raw.line));
    // Only the cyclic game has men that come back.
    let drop =
        |(token, _): &(Token, usize)| matches!(token, Token::Entry(text) if text.starts_with('@'));
    let cyclic = game_type.split(',').next().map(str::trim) == Some("cyclic")
        || raw.tag("GameType").is_none() && raw.tokens.iter().any(drop);
    if !cyclic && game_type.split(',').next().map(str::trim) != Some("25") {
        return Err(fail(RecordFault::Pdn(format!("GameType {game_type}")), line));
    }
    let variant = match raw.tag("Rules") {
        None => Variant::read(GameId::DRAUGHTS, if cyclic { "" } else { CLASSIC }),
        Some((text, _)) => Variant::read_full(text),
    };
    let rules_line = raw.tag("Rules").map_or(line, |(_, line)| line);
    let variant = variant.map_err(|error| fail(RecordFault::Options(error), rules_line))?;
    if variant.game != GameId::DRAUGHTS {
        return Err(fail(RecordFault::Pdn(variant.to_string()), rules_line));
    }
    let start = match raw.tag("FEN") {
        None => None,
        Some((fen, line)) => {
            let board =
                read_fen(fen).ok_or_else(|| fail(RecordFault::Pdn(format!("FEN {fen}")), line))?;
            let reserve = raw.tag("Reserve").map_or("0,0", |(text, _)| text);
            let counters = raw.tag("Counters").map_or("0,0", |(text, _)| text).replace(',', " ");
            let text = format!("{board} {reserve} {counters}");
            (Game::start(variant).position() != text).then_some(text)
        }
    };
    let mut record = Record {
        variant,
        start,
        result: None,
        tags: raw
            .other_tags(&TAGS)
            .into_iter()
            .map(|(name, value)| (our_name(raw, name), value))
            .collect(),
        preface: None,
        entries: Vec::new(),
    };
    let game = read_moves(raw, &mut record)?;
    record.result = result(raw, &game)?;
    Ok(record)
}

fn read_moves(raw: &RawGame, record: &mut Record) -> Result<Game, RecordError> {
    let set_up_line = raw.tag("FEN").map_or(raw.line, |(_, line)| line);
    let opening = record.opening();
    let mut game = opening.map_err(|error| RecordError { line: set_up_line, ..error })?;
    for (token, line) in &raw.tokens {
        match token {
            Token::Number(_) | Token::Variation => {}
            Token::Comment(text) => record.note(text),
            Token::Glyph(glyph) => {
                if let Some(entry) = record.entries.last_mut() {
                    entry.glyph = Some(glyph.clone());
                }
            }
            Token::Nag(nag) => {
                let glyph = ["!", "?", "!!", "??", "!?", "?!"];
                let number = nag.trim_start_matches('$').parse::<usize>().ok();
                match (record.entries.last_mut(), number) {
                    (Some(entry), Some(number @ 1..=6)) => {
                        entry.glyph = Some(glyph[number - 1].to_owned());
                    }
                    (Some(entry), _) => append(&mut entry.comment, nag),
                    (None, _) => append(&mut record.preface, nag),
                }
            }
            Token::Entry(text) if read_score(text).is_some() => {}
            Token::Entry(text) => {
                let text = meaning(&game, text, record.entries.len() + 1)
                    .map_err(|fault| fail(fault, *line))?;
                game.play(&text).map_err(|illegal| {
                    let (turn, ply) = (game.turn(), record.entries.len() + 1);
                    fail(RecordFault::Illegal { turn, ply, illegal }, *line)
                })?;
                record.entries.push(Noted { text, ..Noted::default() });
            }
        }
    }
    Ok(game)
}

/// Our text of a move that another program or a person wrote.
fn meaning(game: &Game, text: &str, ply: usize) -> Result<String, RecordFault> {
    let ours = with_colons(text);
    let choices: Vec<String> = game.choices().into_iter().map(|choice| choice.text).collect();
    let Some((file, squares)) = read_squares(&ours) else { return Ok(ours) };
    let path = |choice: &str| read_squares(choice).map(|(_, squares)| squares);
    // What is written is the beginning and the end, and perhaps squares in between.
    let fits = |choice: &&String| {
        let Some(path) = path(choice).filter(|path| path.len() > 1) else { return false };
        let begins = file.map_or(path[0] == squares[0], |file| path[0].0 == file);
        let mut way = path[usize::from(file.is_some())..].iter();
        begins
            && path.last() == squares.last()
            && squares.iter().all(|square| way.any(|passed| passed == square))
            && (!ours.contains(':') || choice.contains(':'))
    };
    let exact = |choice: &&String| file.is_none() && path(choice).as_ref() == Some(&squares);
    let mut meanings: Vec<String> = choices.iter().filter(fits).cloned().collect();
    match meanings.len() {
        0 => Ok(canonical(&ours, file, &squares)),
        1 => Ok(meanings.remove(0)),
        _ => match choices.iter().find(exact) {
            Some(choice) => Ok(choice.clone()),
            None => Err(RecordFault::Ambiguous { ply, text: text.to_owned(), meanings }),
        },
    }
}

fn with_colons(text: &str) -> String {
    text.replace(['x', 'X', '*'], ":")
}

/// An illegal move in our notation, so that the refusal can say what is wrong with it.
fn canonical(text: &str, file: Option<u8>, squares: &[(u8, u8)]) -> String {
    if file.is_some() || squares.len() < 2 {
        return text.to_owned();
    }
    let names: Vec<String> =
        squares.iter().map(|&(file, rank)| crate::Square::grid(file, rank).to_string()).collect();
    names.join(if text.contains(':') || squares.len() > 2 { ":" } else { "-" })
}

/// A file and a rank, from 0.
type GridSquare = (u8, u8);

/// The squares of a move, and its file if that is all that is given of where it begins (`cd4`).
/// None if it is no move of this kind: a man that comes back, or no move at all.
fn read_squares(text: &str) -> Option<(Option<u8>, Vec<GridSquare>)> {
    let mut rest = text;
    let mut file = None;
    if let [letter @ b'a'..=b'h', next, ..] = text.as_bytes()
        && !next.is_ascii_digit()
    {
        file = Some(letter - b'a');
        rest = &text[1..];
    }
    let mut squares = Vec::new();
    while !rest.is_empty() {
        let (square, behind) = read_square(rest.trim_start_matches(['-', ':']))?;
        squares.push(square);
        rest = behind;
    }
    let least = if file.is_some() { 1 } else { 2 };
    (squares.len() >= least).then_some((file, squares))
}

/// The result: what the rules say if the game is over by them, else what the tags say, else what
/// stands behind the moves.
fn result(raw: &RawGame, game: &Game) -> Result<Option<Outcome>, RecordError> {
    let behind_the_moves = raw.tokens.iter().rev().find_map(|(token, line)| match token {
        Token::Entry(text) if read_score(text).is_some() => Some((text.as_str(), *line)),
        _ => None,
    });
    let Some((said, line)) = raw.tag("Result").or(behind_the_moves) else { return Ok(None) };
    let winner =
        read_score(said).ok_or_else(|| fail(RecordFault::BadResult(said.to_owned()), line))?;
    let reason = raw.tag("Reason").and_then(|(word, _)| End::from_word(word));
    if let (Status::Over(outcome), Some(winner)) = (game.status(), winner)
        && outcome.winner == winner
        && reason.is_none_or(|reason| reason == outcome.reason)
    {
        return Ok(Some(outcome));
    }
    Ok(match (winner, reason) {
        (None, Some(End::Aborted)) => Some(Outcome::draw(End::Aborted)),
        (None, _) => None,
        (Some(winner), Some(reason)) => Some(Outcome { winner, reason, points: None }),
        (Some(winner), None) => Some(Outcome { winner, reason: End::Unstated, points: None }),
    })
}
