//! The board as the pages draw it, for pictures that the server makes: put together from parts that
//! the web board was taken apart into (`assets/board`, written by `web/e2e/kit.spec.ts`).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use rules::{Piece, Side, Square, View};
use rust_embed::RustEmbed;
use serde::Deserialize;

#[derive(RustEmbed)]
#[folder = "assets/board"]
struct Kept;

/// The parts of a game's boards, as SVG.
#[derive(Deserialize)]
struct Kit {
    defs: String,
    /// By files and ranks, `8x8`.
    boards: BTreeMap<String, Board>,
    /// By side, kind and number; around the middle of a square.
    pieces: BTreeMap<String, String>,
    /// What marks a piece that must act, likewise.
    must: String,
}

#[derive(Deserialize)]
struct Board {
    /// Left, top, width and height, with the frame.
    frame: [f32; 4],
    field: String,
    centres: BTreeMap<String, [f32; 2]>,
    /// The sign of a square that is free, and the same where a piece stands.
    signs: BTreeMap<String, [String; 2]>,
}

/// A board as SVG elements, its upper left corner at the origin.
pub(super) struct Drawing {
    pub svg: String,
    pub width: f32,
    pub height: f32,
}

/// By the game's id; a test reads them all.
static KITS: LazyLock<BTreeMap<String, Kit>> = LazyLock::new(|| {
    let kit = |file: &str| {
        let bytes = Kept::get(file)?.data;
        Some((file.strip_suffix(".json")?.to_owned(), serde_json::from_slice(&bytes).ok()?))
    };
    Kept::iter().filter_map(|file| kit(&file)).collect()
});

fn piece_name(piece: Piece) -> String {
    let (side, kind) = (piece.side.word(), piece.kind.word());
    if piece.number == 0 {
        format!("{side}-{kind}")
    } else {
        format!("{side}-{kind}-{}", piece.number)
    }
}

/// The drawing of a position; none if a part of it is lacking.
pub(super) fn board(view: &View) -> Option<Drawing> {
    let kit = KITS.get(view.game.id())?;
    let board = kit.boards.get(&format!("{}x{}", view.files, view.ranks))?;
    let [left, top, width, height] = board.frame;
    let mut svg = format!(
        "<defs>{}</defs><g transform=\"translate({} {})\">{}",
        kit.defs, -left, -top, board.field
    );
    let put = |svg: &mut String, square: &Square, part: &str| {
        let [x, y] = board.centres.get(&square.to_string())?;
        write!(svg, "<g transform=\"translate({x} {y})\">{part}</g>").ok()
    };
    let is_taken = |square: &str| view.pieces.iter().any(|(on, _)| on.to_string() == square);
    for (_, [free, _]) in board.signs.iter().filter(|(square, _)| !is_taken(square)) {
        svg.push_str(free);
    }
    for square in &view.marks {
        put(&mut svg, square, &kit.must)?;
    }
    for (square, piece) in &view.pieces {
        put(&mut svg, square, kit.pieces.get(&piece_name(*piece))?)?;
    }
    for (_, [_, over]) in board.signs.iter().filter(|(square, _)| is_taken(square)) {
        svg.push_str(over);
    }
    svg.push_str("</g>");
    Some(Drawing { svg, width, height })
}

/// A piece of a side by itself, in a square of a hundred around the origin; none if it is lacking.
pub(super) fn sample(view: &View, side: Side) -> Option<String> {
    let kit = KITS.get(view.game.id())?;
    // The last by name is the plainest: a man rather than a king.
    let own = |(name, _): &(&String, &String)| name.starts_with(side.word());
    kit.pieces.iter().rfind(own).map(|(_, piece)| piece.clone())
}

#[cfg(test)]
mod tests {
    use rules::{Game, GameId, Variant};

    use super::*;

    #[test]
    fn every_board_and_piece_has_its_parts() {
        let mut sets: Vec<Variant> = GameId::ALL.into_iter().map(Variant::default_of).collect();
        let sizes = ["size=3", "size=7", "size=9"];
        sets.extend(sizes.map(|size| rules::open("seega", size).expect("a rule set")));
        for variant in sets {
            let game = Game::start(variant);
            let view = game.view();
            assert!(board(&view).is_some(), "{variant}");
            for side in Side::BOTH {
                assert!(sample(&view, side).is_some(), "{variant}");
            }
            for piece in game.compose(&[], Side::First).palette {
                assert!(KITS[view.game.id()].pieces.contains_key(&piece_name(piece)), "{piece:?}");
            }
        }
    }
}
