//! What the rules say of a position: the best of its captures, and where quiet moves lead.

use rules::Side;
use rules::seega::{Rules, Small, SmallBoard};

use crate::TableError;
use crate::board::Board;
use crate::layer::Layer;
use crate::score::Score;

/// The mark of a position whose only action is to pass.
pub(super) const PASS: u32 = 1 << 31;

/// The values with quiet count 1 of the layers that are done, as codes.
#[derive(Default)]
pub(super) struct Lower {
    layers: [[Option<Vec<u16>>; 13]; 13],
    /// The largest code.
    largest: u16,
}

impl Lower {
    pub(super) fn add(&mut self, layer: Layer, codes: Vec<u16>) {
        let [many, few] = layer.0.map(|stones| stones as usize);
        self.largest = codes.iter().copied().fold(self.largest, u16::max);
        self.layers[many][few] = Some(codes);
    }

    /// The largest distance.
    pub(super) fn farthest(&self) -> u16 {
        self.largest / 2
    }

    fn value(&self, board: &Board, own: u32, enemy: u32) -> Option<Score> {
        let [many, few] = Board::layer(own, enemy).0;
        let codes = self.layers[many as usize % 13][few as usize % 13].as_ref()?;
        Some(Score::from_code(codes[board.number(own, enemy) as usize]))
    }
}

/// Asks the rules about the positions of a layer.
pub(super) struct Ask<'a> {
    board: &'a Board,
    small: SmallBoard,
    lower: &'a Lower,
    /// The squares that a stone on a square can move to.
    pub(super) neighbours: [u32; 25],
}

impl<'a> Ask<'a> {
    pub(super) fn new(board: &'a Board, rules: Rules, lower: &'a Lower) -> Ask<'a> {
        let small = SmallBoard::new(rules).expect("tables are of boards up to 5x5");
        let neighbours = std::array::from_fn(|square| neighbours(board, &small, square as u32));
        Ask { board, small, lower, neighbours }
    }

    /// The best capture of a position and the squares to which quiet moves lead, or [`PASS`].
    #[inline]
    pub(super) fn about(&self, own: u32, enemy: u32) -> Result<(Score, u32), TableError> {
        let position = self.small.moving_stage([own, enemy], Side::First, 0);
        let targets = self.small.move_targets(&position);
        let all = targets.quiet | targets.capturing;
        if all == 0 {
            return Ok((Score::NONE, PASS));
        }
        // The moves that the rows make of the targets must be those of the rules.
        let (mut made, mut rest) = (0, all);
        while rest != 0 {
            made += (self.neighbours[rest.trailing_zeros() as usize] & own).count_ones();
            rest &= rest - 1;
        }
        let moves = self.small.count_actions(&position);
        assert!(made == moves, "{position:?}: moves are not told apart by their target");
        let mut outside = Score::NONE;
        if targets.capturing != 0 {
            let missing = || TableError::unsupported("a lower layer is missing");
            outside = self.best(&position, true).ok_or_else(missing)?;
        }
        Ok((outside, targets.quiet))
    }

    /// The value of a position from its successors, or only from those after captures; `None` if a
    /// layer is missing.
    fn best(&self, position: &Small, only_captures: bool) -> Option<Score> {
        let mut best = Some(Score::NONE);
        self.small.successors(position, |next| {
            if only_captures && next.quiet() > 0 {
                return true;
            }
            let value = self.value(&next);
            let value = value.map(|value| value.before(next.side() == position.side()));
            best = best.zip(value).map(|(best, value)| best.max(value));
            best.is_some()
        });
        best
    }

    /// The value of a position in which the game is over, an extra move is due, or the quiet count
    /// is 1.
    fn value(&self, position: &Small) -> Option<Score> {
        let side = position.side();
        if let Some(winner) = self.small.over(position) {
            return Some(match winner {
                None => Score::DRAW,
                Some(winner) if winner == side => Score::win(0),
                Some(_) => Score::loss(0),
            });
        }
        if position.is_extra_move() {
            return self.best(position, false);
        }
        let own = self.small.stones_of(position, side);
        let enemy = self.small.stones_of(position, side.other());
        self.lower.value(self.board, own, enemy)
    }
}

/// The squares that a stone can move to, by the rules: on a board with one enemy stone, once on
/// one square and once on another.
fn neighbours(board: &Board, small: &SmallBoard, square: u32) -> u32 {
    if square >= board.squares() {
        return 0;
    }
    let enemies = (0..board.squares()).filter(|enemy| *enemy != square).take(2);
    let targets = enemies.map(|enemy| {
        let position = small.moving_stage([1 << square, 1 << enemy], Side::First, 0);
        let targets = small.move_targets(&position);
        targets.quiet | targets.capturing
    });
    targets.fold(0, |all, targets| all | targets)
}
