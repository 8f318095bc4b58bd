//! The texts of draughts: positions and actions, both ways, chapter 7 of the rules.

use std::collections::BTreeMap;
use std::fmt;

use super::board::{LAST, Squares, first, index, name, place};
use super::chains::{Chase, Stand};
use super::{Action, Draughts, MEN, Rules, bit, why};
use crate::bits::{each, names};
use crate::setup::{self, Fault};
use crate::{GameId, NoThrow, Notation, Position, PositionError, Reason, Refusal, Square, Status};

const GAME: GameId = Draughts::GAME;

const LETTERS: [[char; 2]; 2] = [['w', 'W'], ['b', 'B']];

impl fmt::Display for Draughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        setup::write_board(f, 8, 8, |file, rank| {
            let square = index(file, rank);
            let dark = (file + rank) % 2 == 0;
            let owner = (0..2).find(|side| dark && self.pieces[*side] & bit(square) != 0)?;
            Some(LETTERS[owner][usize::from(self.is_king(square))])
        })?;
        let to_act = LETTERS[self.side.index()][0];
        let [first, second] = self.reserves;
        write!(f, " {to_act} {first},{second} {} {}", self.kingmoves, self.barren)
    }
}

impl Notation for Draughts {
    const SIDE_LETTERS: [char; 2] = ['w', 'b'];

    fn read(rules: Rules, text: &str) -> Result<Self, PositionError> {
        let [board, to_act, reserves, kingmoves, barren] = setup::fields(GAME, text)?;
        let mut draughts = Draughts::start(rules);
        draughts.pieces = [0, 0];
        let mut light = Vec::new();
        setup::read_board(GAME, board, 8, 8, |character, file, rank| {
            let (owner, king) = match character {
                'w' => (0, false),
                'W' => (0, true),
                'b' => (1, false),
                'B' => (1, true),
                _ => return Err(Fault::UnknownPiece),
            };
            if (file + rank) % 2 != 0 {
                light.push(Square::grid(file, rank));
                return Ok(());
            }
            let square = bit(index(file, rank));
            draughts.pieces[owner] |= square;
            if king {
                draughts.kings |= square;
            }
            Ok(())
        })?;
        let refuse = |fault, field, found| PositionError::new(GAME, fault, field, found);
        if !light.is_empty() {
            return Err(refuse(Fault::PieceOnLight, 1, board).at(light));
        }
        let on_last =
            (draughts.pieces[0] & LAST[0] | draughts.pieces[1] & LAST[1]) & !draughts.kings;
        if on_last != 0 {
            return Err(refuse(Fault::ManOnLastRank, 1, board).at(names(on_last, name)));
        }
        let on_board = draughts.pieces.map(Squares::count_ones);
        if on_board.iter().any(|count| *count > u32::from(MEN)) {
            return Err(refuse(Fault::TooManyPieces, 1, board));
        }
        draughts.side = setup::read_side::<Draughts>(to_act)?;
        let counts = setup::pair(GAME, reserves, 3, u16::MAX.into())?;
        if !rules.is_cyclic() && counts != [0, 0] {
            return Err(refuse(Fault::ReserveClassic, 3, reserves));
        }
        if on_board.iter().zip(counts).any(|(board, reserve)| board + reserve > u32::from(MEN)) {
            return Err(refuse(Fault::ReserveSum, 3, reserves));
        }
        draughts.reserves = counts.map(|count| count as u8);
        draughts.kingmoves = setup::number(GAME, kingmoves, 4, u16::MAX.into())? as u16;
        draughts.barren = setup::number(GAME, barren, 5, u16::MAX.into())? as u16;
        draughts.key = draughts.fresh_key();
        Ok(draughts)
    }

    fn write_action(&self, action: Action, out: &mut impl fmt::Write) -> fmt::Result {
        let (from, to) = (name(action.from()), name(action.to()));
        if action.is_drop() {
            return write!(out, "@{to}");
        }
        if action.captured() == 0 {
            return write!(out, "{from}-{to}");
        }
        write!(out, "{from}")?;
        for (_, landing) in path(self, action) {
            write!(out, ":{}", name(landing))?;
        }
        Ok(())
    }

    fn find_action(&self, text: &str) -> Result<Action, Refusal> {
        let wanted = parse(text)?;
        if let Status::Over(_) = self.status() {
            return Err((Reason::GameOver, Vec::new()));
        }
        let action = match &wanted {
            Wanted::Drop(on) => Some(Action::drop(*on)),
            // A move to where it began would look like a drop.
            Wanted::Quiet(from, to) => (from != to).then(|| Action::quiet(*from, *to)),
            Wanted::Chain(squares) => follow(self, squares),
        };
        let legal = action.filter(|action| self.is_legal(*action));
        legal.ok_or_else(|| why::illegal(self, &wanted))
    }

    fn throw_text(throw: NoThrow) -> &'static str {
        match throw {}
    }
}

/// The way of a chain: of all legal ones the one with the smallest text, as the squares leapt
/// over and landed on. [7.1]
pub(super) fn path(draughts: &Draughts, action: Action) -> Vec<(u8, u8)> {
    let start = action.from();
    let search = Search { chase: draughts.chase(start), action };
    let stand = Stand::start(start, draughts.is_king(start));
    let mut ways = BTreeMap::new();
    let way = search.smallest(stand, 0, &mut ways).unwrap_or_default();
    // Each entry holds the square stood on and the piece leapt from there; the last none.
    way.windows(2).map(|pair| (pair[0].1, pair[1].0)).collect()
}

struct Search {
    chase: Chase,
    action: Action,
}

/// Squares stood on, each with the piece leapt over from there.
type Way = Vec<(u8, u8)>;

impl Search {
    /// The smallest way to the end of the chain from here.
    fn smallest(
        &self,
        stand: Stand,
        taken: Squares,
        ways: &mut BTreeMap<(Squares, u64), Option<Way>>,
    ) -> Option<Way> {
        let place_in_search = (taken, stand.number());
        if let Some(way) = ways.get(&place_in_search) {
            return way.clone();
        }
        let leaps = self.chase.leap_list(stand, taken);
        let mut best: Option<Way> = None;
        if leaps.is_empty() {
            let to = self.action.to();
            let ends = taken == self.action.captured() && stand.at & bit(to) != 0;
            best = ends.then(|| vec![(to, to)]);
        }
        for leap in leaps.into_iter().filter(|leap| leap.over & self.action.captured() != 0) {
            let Some(rest) = self.smallest(leap.to, taken | leap.over, ways) else { continue };
            each(leap.from, |from| {
                let order = |way: &[(u8, u8)], head: Option<u8>| {
                    head.into_iter()
                        .chain(way.iter().map(|(square, _)| *square))
                        .map(place)
                        .collect::<Vec<_>>()
                };
                let better =
                    best.as_ref().is_none_or(|best| order(&rest, Some(from)) < order(best, None));
                if better {
                    let head = (from, first(leap.over));
                    best = Some([head].into_iter().chain(rest.iter().copied()).collect());
                }
            });
        }
        ways.insert(place_in_search, best.clone());
        best
    }
}

/// What a text means before the rules have been asked.
pub(super) enum Wanted {
    Drop(u8),
    Quiet(u8, u8),
    Chain(Vec<u8>),
}

fn parse(text: &str) -> Result<Wanted, Refusal> {
    let syntax = || (Reason::Syntax, Vec::new());
    let (is_drop, squares) = match text.strip_prefix('@') {
        Some(square) => (true, square),
        None => (false, text),
    };
    let mut places = Vec::new();
    let mut signs = Vec::new();
    let mut rest = squares;
    loop {
        let (square, after) = Square::read_grid(rest).ok_or_else(syntax)?;
        places.push(square);
        let Some(sign) = after.chars().next() else { break };
        if !matches!(sign, '-' | ':') {
            return Err(syntax());
        }
        signs.push(sign);
        rest = &after[1..];
    }
    let named = |wrong: fn(&(u8, u8)) -> bool| {
        let squares = places.iter().filter(|place| wrong(place));
        squares.map(|(file, rank)| Square::grid(*file, *rank)).collect::<Vec<_>>()
    };
    let outside = named(|(file, rank)| *file > 7 || *rank > 7);
    let light = named(|(file, rank)| (file + rank) % 2 != 0);
    let square = |(file, rank): (u8, u8)| if outside.is_empty() { index(file, rank) } else { 0 };
    let wanted = match (is_drop, signs.as_slice(), places.as_slice()) {
        (true, [], [on]) => Wanted::Drop(square(*on)),
        (false, ['-'], [from, to]) => Wanted::Quiet(square(*from), square(*to)),
        (false, [':', rest @ ..], all) if rest.iter().all(|sign| *sign == ':') => {
            Wanted::Chain(all.iter().copied().map(square).collect())
        }
        _ => return Err(syntax()),
    };
    if !outside.is_empty() {
        return Err((Reason::OffBoard, outside));
    }
    if !light.is_empty() {
        return Err((Reason::LightSquare, light));
    }
    Ok(wanted)
}

/// The chain along these squares, if it can be leapt so from the first to the last.
fn follow(draughts: &Draughts, squares: &[u8]) -> Option<Action> {
    let (start, end) = (*squares.first()?, *squares.last()?);
    let chase = draughts.chase(start);
    let mut stand = Stand::start(start, draughts.is_king(start));
    let mut taken = 0;
    for pair in squares.windows(2) {
        let leap = chase.leap(stand, taken, pair[0], pair[1])?;
        taken |= leap.over;
        stand = leap.to;
    }
    let ends = !chase.leaps(stand, taken, |_| {});
    ends.then(|| Action::chain(start, end, taken))
}
