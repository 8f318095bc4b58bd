//! Legal actions as paths over the board: what a cursor, a mouse and short forms choose from.

use rules::{Game, GameId, Kind, Square, View, Warning};

/// What an action does to the board, as far as choosing it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PathKind {
    /// A piece goes along squares: start, landing squares, end.
    Walk,
    /// A new piece is put on the square (Seega's placing, draughts' drop).
    Put,
    /// The piece leaves the board from its square (Senet).
    Off,
    /// A word without squares: `pass`, `end`.
    Word,
}

/// One legal action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ActionPath {
    /// Its text.
    pub(crate) text: String,
    pub(crate) kind: PathKind,
    /// The squares of its text, in order.
    pub(crate) squares: Vec<Square>,
    /// Why to think twice.
    pub(crate) warning: Option<Warning>,
}

impl ActionPath {
    /// The path that an action's text describes.
    pub(crate) fn read(game: GameId, text: &str, warning: Option<Warning>) -> ActionPath {
        let squares = squares(game, text);
        let kind = match squares.len() {
            0 => PathKind::Word,
            1 if text.ends_with("off") => PathKind::Off,
            1 => PathKind::Put,
            _ => PathKind::Walk,
        };
        ActionPath { text: text.to_owned(), kind, squares, warning }
    }

    /// Where it starts, if a piece on the board is chosen first.
    pub(crate) fn start(&self) -> Option<Square> {
        match self.kind {
            PathKind::Walk | PathKind::Off => self.squares.first().copied(),
            PathKind::Put | PathKind::Word => None,
        }
    }

    /// Where it ends on the board.
    pub(crate) fn end(&self) -> Option<Square> {
        match self.kind {
            PathKind::Walk | PathKind::Put => self.squares.last().copied(),
            PathKind::Off | PathKind::Word => None,
        }
    }
}

/// The legal actions of a game; throws are none.
pub(crate) fn action_paths(game: &Game) -> Vec<ActionPath> {
    if !matches!(game.status(), rules::Status::ToAct(_)) {
        return Vec::new();
    }
    let id = game.variant().game;
    let path = |choice: rules::Choice| ActionPath::read(id, &choice.text, choice.warning);
    game.choices().into_iter().map(path).collect()
}

/// The squares in a text, whatever stands between them.
pub(crate) fn squares(game: GameId, text: &str) -> Vec<Square> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if game == GameId::Senet {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                out.extend(rest[..digits].parse().ok().map(Square::Path));
                rest = &rest[digits..];
                continue;
            }
        } else if let Some(((file, rank), after)) = Square::read_grid(rest) {
            out.push(Square::grid(file, rank));
            rest = after;
            continue;
        }
        let mut characters = rest.chars();
        characters.next();
        rest = characters.as_str();
    }
    out
}

/// The text of an action that goes so, legal or not: what is tried to learn why it isn't.
pub(crate) fn attempt(view: &View, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    let piece = |square: Square| {
        view.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| piece.kind)
    };
    let separator = match view.game {
        GameId::Seega | GameId::Salta => "",
        GameId::Senet => "-",
        GameId::Diaballik if squares.first().and_then(|at| piece(*at)) == Some(Kind::Holder) => ">",
        GameId::Diaballik => "",
        GameId::Draughts if squares.len() == 1 => return format!("@{}", names[0]),
        GameId::Draughts => {
            let leaps = squares.windows(2).any(|pair| {
                between(pair[0], pair[1]).into_iter().any(|square| piece(square).is_some())
            });
            if leaps || squares.len() > 2 { ":" } else { "-" }
        }
    };
    names.join(separator)
}

/// The squares strictly between two on a diagonal.
fn between(from: Square, to: Square) -> Vec<Square> {
    let (Square::Grid { file: f1, rank: r1 }, Square::Grid { file: f2, rank: r2 }) = (from, to)
    else {
        return Vec::new();
    };
    if f1.abs_diff(f2) != r1.abs_diff(r2) {
        return Vec::new();
    }
    let step = |from: u8, to: u8, by: u8| if to > from { from + by } else { from - by };
    (1..f1.abs_diff(f2)).map(|by| Square::grid(step(f1, f2, by), step(r1, r2, by))).collect()
}

/// Whether nothing but the actions that the rules demand is possible: a capture in draughts, a
/// jump in Salta. What must move is then worth a mark.
pub(crate) fn forced(view: &View, paths: &[ActionPath]) -> bool {
    let all = |test: &dyn Fn(&ActionPath) -> bool| !paths.is_empty() && paths.iter().all(test);
    match view.game {
        GameId::Draughts => all(&|path| path.text.contains(':')),
        GameId::Salta => all(&|path| match path.squares[..] {
            [Square::Grid { rank: from, .. }, Square::Grid { rank: to, .. }] => {
                from.abs_diff(to) == 2
            }
            _ => false,
        }),
        GameId::Seega => !view.marks.is_empty(),
        GameId::Senet | GameId::Diaballik => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_paths() {
        let read = |game, text| {
            let path = ActionPath::read(game, text, None);
            let names: Vec<String> = path.squares.iter().map(ToString::to_string).collect();
            (path.kind, names.join(" "))
        };
        assert_eq!(read(GameId::Seega, "c3"), (PathKind::Put, "c3".into()));
        assert_eq!(read(GameId::Salta, "j10i9"), (PathKind::Walk, "j10 i9".into()));
        assert_eq!(read(GameId::Senet, "19-21"), (PathKind::Walk, "19 21".into()));
        assert_eq!(read(GameId::Senet, "28-off"), (PathKind::Off, "28".into()));
        assert_eq!(read(GameId::Senet, "pass"), (PathKind::Word, "".into()));
        assert_eq!(read(GameId::Draughts, "@d4"), (PathKind::Put, "d4".into()));
        assert_eq!(read(GameId::Draughts, "c3:e5:g3"), (PathKind::Walk, "c3 e5 g3".into()));
        assert_eq!(read(GameId::Diaballik, "d1>f3"), (PathKind::Walk, "d1 f3".into()));
        assert_eq!(read(GameId::Diaballik, "end"), (PathKind::Word, "".into()));
    }

    #[test]
    fn attempts_are_written_as_the_game_writes_them() {
        let try_it = |game, text: &str| {
            let game = Game::start(rules::open(game, "").unwrap());
            attempt(&game.view(), &squares(game.variant().game, text))
        };
        assert_eq!(try_it("draughts", "c3 d4"), "c3-d4");
        assert_eq!(try_it("draughts", "b2 d4"), "b2:d4");
        assert_eq!(try_it("diaballik", "d1 d3"), "d1>d3");
        assert_eq!(try_it("diaballik", "a1 a2"), "a1a2");
        assert_eq!(try_it("senet", "19 21"), "19-21");
    }
}
