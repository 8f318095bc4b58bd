//! A toy game that is not in the library: tic-tac-toe in which a die says on which file to place.
//! It shows what a game has to bring, and that everything works for it by the public surface alone.

use std::fmt;

use rules::{
    Depict, End, Entry, Event, Fault, GameId, GameInfo, Kind, Notation, Outcome, Piece, Position,
    PositionError, Reason, Refusal, RuleSet, Shape, Side, Spot, Square, Status, Tray, TrayKind,
    Variant, View, keys,
};

rules::rule_set! {
    /// The toy's options.
    pub struct Rules {
        /// Whether the first mark may stand in the centre.
        centre: Centre = Open, { Open = "open", Closed = "closed" };
    }
    presets { "fair" = "centre=closed" }
}

/// A position: nine bits a side, bit `3 · rank + file`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Toy {
    marks: [u16; 2],
    /// The file to place on, when the die has been thrown.
    file: Option<u8>,
    side: Side,
    rules: Rules,
}

/// One decision: the square of a new mark, `3 · rank + file`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Action(pub(crate) u8);

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const CENTRE: u8 = 4;

impl Toy {
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    /// The empty squares of the file thrown, or all if it is full.
    fn open(&self) -> Vec<u8> {
        let closed = self.rules.centre == Centre::Closed && self.taken() == 0;
        let empty = (0..9).filter(|square| self.taken() >> square & 1 == 0);
        let empty: Vec<u8> = empty.filter(|square| !closed || *square != CENTRE).collect();
        let on_file: Vec<u8> =
            empty.iter().copied().filter(|square| self.file == Some(square % 3)).collect();
        if on_file.is_empty() { empty } else { on_file }
    }
}

impl Position for Toy {
    type Rules = Rules;
    type Action = Action;
    type Throw = u8;

    const GAME: GameId = GameId::new(&GameInfo {
        id: "toy",
        options: Rules::OPTIONS,
        presets: Rules::PRESETS,
        sides: ["white", "black"],
        articles: &[
            (Reason::Syntax, "1"),
            (Reason::OffBoard, "1"),
            (Reason::ThrowDue, "2"),
            (Reason::MoveDue, "2"),
            (Reason::WrongCount, "2"),
            (Reason::CentreClosed, "2"),
            (Reason::Occupied, "2"),
            (Reason::GameOver, "3"),
        ],
    });

    fn start(rules: Rules) -> Toy {
        Toy { marks: [0; 2], file: None, side: Side::First, rules }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn status(&self) -> Status {
        for side in Side::BOTH {
            if LINES.iter().any(|line| self.marks[side.index()] & line == *line) {
                return Status::Over(Outcome::win(side, End::Goal));
            }
        }
        match self.file {
            _ if self.taken() == 0o777 => Status::Over(Outcome::draw(End::NoMoves)),
            Some(_) => Status::ToAct(self.side),
            None => Status::Chance,
        }
    }

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.fresh_key()
    }

    fn fresh_key(&self) -> u64 {
        let file = self.file.map_or(3, u64::from);
        let marks = u64::from(self.marks[0]) << 9 | u64::from(self.marks[1]);
        keys::mix(0x70f, marks << 3 | file << 1 | self.side.index() as u64)
    }

    fn at_turn_start(&self) -> bool {
        self.file.is_none()
    }

    fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if matches!(self.status(), Status::ToAct(_)) {
            self.open().into_iter().for_each(|square| visit(Action(square)));
        }
    }

    fn action_number(action: Action) -> u64 {
        u64::from(action.0)
    }

    fn play(&mut self, action: Action) {
        self.marks[self.side.index()] |= 1 << action.0;
        self.file = None;
        self.side = self.side.other();
    }

    fn throws() -> &'static [(u8, u32)] {
        &[(0, 1), (1, 1), (2, 1)]
    }

    fn throw(&mut self, throw: u8) {
        self.file = Some(throw);
    }
}

fn name(square: u8) -> Square {
    Square::grid(square % 3, square / 3)
}

impl fmt::Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..9 {
            let mark =
                Side::BOTH.into_iter().find(|side| self.marks[side.index()] >> square & 1 == 1);
            f.write_str(mark.map_or(".", |side| if side == Side::First { "x" } else { "o" }))?;
        }
        let side = Self::SIDE_LETTERS[self.side.index()];
        match self.file {
            Some(file) => write!(f, " {side} {}", file + 1),
            None => write!(f, " {side} t"),
        }
    }
}

impl Notation for Toy {
    const SIDE_LETTERS: [char; 2] = ['x', 'o'];

    fn read(rules: Rules, text: &str) -> Result<Toy, PositionError> {
        let refuse = |fault, field| Err(PositionError::new(Toy::GAME, fault, field, text));
        let fields: Vec<&str> = text.split(' ').collect();
        let [marks, side, file] = fields[..] else { return refuse(Fault::FieldCount, 0) };
        let mut toy = Toy::start(rules);
        if marks.chars().count() != 9 {
            return refuse(Fault::PathLength, 1);
        }
        for (square, mark) in marks.chars().enumerate() {
            match mark {
                'x' => toy.marks[0] |= 1 << square,
                'o' => toy.marks[1] |= 1 << square,
                '.' => {}
                _ => return refuse(Fault::UnknownPiece, 1),
            }
        }
        toy.side = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return refuse(Fault::ToAct, 2),
        };
        toy.file = match file {
            "t" => None,
            "1" => Some(0),
            "2" => Some(1),
            "3" => Some(2),
            _ => return refuse(Fault::Phase, 3),
        };
        // A finished game waits for nothing.
        if toy.file.is_some() && matches!(toy.status(), Status::Over(_)) {
            return refuse(Fault::Phase, 3);
        }
        Ok(toy)
    }

    fn write_action(&self, action: Action, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{}", name(action.0))
    }

    fn find_action(&self, text: &str) -> Result<Action, Refusal> {
        let square = match Square::read_grid(text) {
            Some(((file, rank), "")) if file < 3 && rank < 3 => 3 * rank + file,
            Some(((file, rank), "")) => {
                return Err((Reason::OffBoard, vec![Square::grid(file, rank)]));
            }
            _ => return Err((Reason::Syntax, Vec::new())),
        };
        if self.is_legal(Action(square)) {
            return Ok(Action(square));
        }
        let reason = match () {
            () if self.taken() >> square & 1 == 1 => Reason::Occupied,
            () if self.file != Some(square % 3) => Reason::WrongCount,
            () => Reason::CentreClosed,
        };
        Err((reason, vec![name(square)]))
    }

    fn throw_text(throw: u8) -> &'static str {
        ["t1", "t2", "t3"][usize::from(throw)]
    }
}

fn mark(side: Side) -> Piece {
    Piece::new(side, Kind::Stone)
}

impl Depict for Toy {
    fn view(&self) -> View {
        let on = |side: Side| {
            let squares = (0..9).filter(move |square| self.marks[side.index()] >> square & 1 == 1);
            squares.map(move |square| (name(square), mark(side)))
        };
        let left = Side::BOTH.map(|side| 9 - self.marks[side.index()].count_ones());
        View {
            game: Toy::GAME,
            shape: Shape::Full,
            files: 3,
            ranks: 3,
            pieces: Side::BOTH.into_iter().flat_map(on).collect(),
            trays: vec![Tray { kind: TrayKind::Hand, counts: left }],
            marks: Vec::new(),
            goals: Vec::new(),
            side: self.side,
            thrown: self.file.map(|file| file + 1),
            left: None,
            quiet: None,
        }
    }

    fn describe(&self, entry: Entry<Toy>, events: &mut Vec<Event>) {
        let side = self.side;
        events.push(match entry {
            Entry::Act(Action(square)) => Event::Placed { piece: mark(side), square: name(square) },
            Entry::Throw(throw) => Event::Threw { side, points: throw + 1 },
        });
    }

    fn spots(&self, action: Action) -> Vec<Spot> {
        vec![Spot::Square(name(action.0))]
    }

    fn meant(&self, spots: &[Spot]) -> String {
        spots.iter().map(ToString::to_string).collect()
    }

    fn palette(_: &[(Square, Piece)]) -> Vec<Piece> {
        Side::BOTH.map(mark).to_vec()
    }

    fn letter(piece: Piece) -> Option<char> {
        (piece.kind == Kind::Stone).then_some(Self::SIDE_LETTERS[piece.side.index()])
    }

    fn board_text(&self, pieces: &[(Square, Piece)]) -> String {
        let on = |square| pieces.iter().find(|(at, _)| *at == name(square));
        let letter = |square| on(square).and_then(|(_, piece)| Self::letter(*piece)).unwrap_or('.');
        (0..9).map(letter).collect()
    }

    fn remainders(&self, _: &[(Square, Piece)]) -> Vec<String> {
        vec![self.file.map_or("t".to_owned(), |file| (file + 1).to_string()), "t".to_owned()]
    }
}

/// The toy's rule set with these options.
pub(crate) fn toy(options: &str) -> Variant {
    Variant::read(Toy::GAME, options).unwrap()
}
