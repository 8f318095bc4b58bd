//! Positions set up by hand: from what stands where to a position text.
//!
//! A hand moves pieces; the rest of the text (counters, marks, what is left of a turn) follows as
//! far as it still fits, and falls back to the plainest values where it does not. Whether the text
//! is a position at all is said by the one reader that there is.

use crate::setup;
use crate::{Game, GameId, Kind, Piece, PositionError, Shape, Side, Square, Variant, View};

/// A position text made of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composed {
    /// The text.
    pub text: String,
    /// Why it is no position, if it is none.
    pub error: Option<PositionError>,
    /// The pieces that a hand may put on the board.
    pub palette: Vec<Piece>,
}

impl Game {
    /// The text of a position like this one with other pieces and another side to act.
    ///
    /// ```
    /// let game = rules::Game::start(rules::open("senet", "").unwrap());
    /// let cone = rules::Piece::new(rules::Side::First, rules::Kind::Cone);
    /// let spool = rules::Piece::new(rules::Side::Second, rules::Kind::Spool);
    /// let pieces = [(rules::Square::Path(28), cone), (rules::Square::Path(2), spool)];
    /// let composed = game.compose(&pieces, rules::Side::Second);
    /// assert_eq!(composed.text, ".s.........................c.. s t");
    /// assert_eq!(composed.error, None);
    /// ```
    #[must_use]
    pub fn compose(&self, pieces: &[(Square, Piece)], side: Side) -> Composed {
        let variant = self.variant();
        let view = self.view();
        let head = format!("{} {}", board(&view, pieces), side_letter(variant.game, side));
        let position = self.position();
        let like: Vec<&str> = position.split(' ').skip(2).collect();
        let mut last = (String::new(), None);
        for rest in rests(&variant, &view, &like, pieces) {
            let text = format!("{head} {rest}");
            let error = Game::from_position(variant, &text).err();
            let fits = error.is_none();
            last = (text, error);
            if fits {
                break;
            }
        }
        let (text, error) = last;
        Composed { text, error, palette: palette(variant.game, pieces) }
    }
}

fn board(view: &View, pieces: &[(Square, Piece)]) -> String {
    let at = |square: Square| pieces.iter().find(|(on, _)| *on == square).map(|(_, piece)| *piece);
    let mut out = String::new();
    if view.shape == Shape::Path {
        out.extend((1..=view.files * view.ranks).map(|number| {
            at(Square::Path(number)).and_then(|piece| letter(view.game, piece)).unwrap_or('.')
        }));
        return out;
    }
    // Salta's text has the dark squares only; that of draughts has all.
    let halved = view.game == GameId::Salta;
    let width = if halved { view.files / 2 } else { view.files };
    let written = setup::write_board(&mut out, width, view.ranks, |column, rank| {
        let file = if halved { 2 * column + rank % 2 } else { column };
        at(Square::grid(file, rank)).and_then(|piece| letter(view.game, piece))
    });
    debug_assert!(written.is_ok(), "a string takes everything");
    out
}

/// The letter of a piece in a position text; none if the game has no such piece.
fn letter(game: GameId, piece: Piece) -> Option<char> {
    Some(match (game, piece.kind) {
        (GameId::Seega, Kind::Stone)
        | (GameId::Senet, Kind::Cone | Kind::Spool)
        | (GameId::Draughts, Kind::Man)
        | (GameId::Diaballik, Kind::Runner) => side_letter(game, piece.side),
        (GameId::Draughts, Kind::King) | (GameId::Diaballik, Kind::Holder) => {
            side_letter(game, piece.side).to_ascii_uppercase()
        }
        (GameId::Salta, kind @ (Kind::Star | Kind::Moon | Kind::Sun)) => {
            let number = piece.number.checked_sub(1).filter(|number| *number < 5)?;
            let row = [Kind::Star, Kind::Moon, Kind::Sun].iter().position(|one| *one == kind)?;
            let base = if piece.side == Side::First { b'A' } else { b'a' };
            char::from(base + 5 * row as u8 + number)
        }
        _ => return None,
    })
}

/// The letter of the side to act.
const fn side_letter(game: GameId, side: Side) -> char {
    let [first, second] = match game {
        GameId::Seega => ['g', 'b'],
        GameId::Salta => ['g', 'r'],
        GameId::Senet => ['c', 's'],
        GameId::Draughts => ['w', 'b'],
        GameId::Diaballik => ['r', 'b'],
    };
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// What may follow the side to act, the likest first, the plainest last.
fn rests(variant: &Variant, view: &View, like: &[&str], pieces: &[(Square, Piece)]) -> Vec<String> {
    let count = |side: Side| pieces.iter().filter(|(_, piece)| piece.side == side).count();
    let counts = Side::BOTH.map(count);
    let mut rests = vec![like.join(" ")];
    match variant.game {
        GameId::Seega => {
            // Stones that are not on the board are in hand, or the placing is over.
            let all = usize::from(view.files * view.ranks / 2);
            let [first, second] = counts.map(|count| all.saturating_sub(count));
            rests.push(format!("{first},{second} - 0"));
            rests.push("0,0 - 0".to_owned());
        }
        GameId::Salta => {
            let ply: u64 = like.first().and_then(|ply| ply.parse().ok()).unwrap_or(0);
            for finished in ["g?", "g", "r", "-"] {
                rests.extend([ply, ply + 1, ply + 2].map(|ply| format!("{ply} {finished} 0")));
            }
        }
        GameId::Senet => rests.extend(["f", "t"].map(str::to_owned)),
        GameId::Draughts => {
            let reserve = |side: Side| {
                let tray = view.trays.first().map_or(0, |tray| tray.counts[side.index()] as usize);
                tray.min(12usize.saturating_sub(counts[side.index()]))
            };
            let [first, second] = Side::BOTH.map(reserve);
            rests.push(format!("{first},{second} 0 0"));
            rests.push("0,0 0 0".to_owned());
        }
        GameId::Diaballik => {
            let turns: u64 = like.get(1).and_then(|turns| turns.parse().ok()).unwrap_or(0);
            rests.extend([turns, turns + 1].map(|turns| format!("2p {turns}")));
        }
    }
    rests
}

/// The pieces that may be put on the board; of Salta's, each of which exists once, the missing.
fn palette(game: GameId, pieces: &[(Square, Piece)]) -> Vec<Piece> {
    let mut out = Vec::new();
    for side in Side::BOTH {
        match game {
            GameId::Seega => out.push(Piece::new(side, Kind::Stone)),
            GameId::Salta => {
                for kind in [Kind::Star, Kind::Moon, Kind::Sun] {
                    out.extend((1..=5).map(|number| Piece { side, kind, number }));
                }
            }
            GameId::Senet if side == Side::First => out.push(Piece::new(side, Kind::Cone)),
            GameId::Senet => out.push(Piece::new(side, Kind::Spool)),
            GameId::Draughts => out.extend([Kind::Man, Kind::King].map(|k| Piece::new(side, k))),
            GameId::Diaballik => {
                out.extend([Kind::Runner, Kind::Holder].map(|k| Piece::new(side, k)));
            }
        }
    }
    if game == GameId::Salta {
        out.retain(|piece| pieces.iter().all(|(_, other)| other != piece));
    }
    out
}
