//! Choosing an action square by square: a click narrows the legal actions, an exact match is
//! played, and what fits none is explained.

use rules::{Game, Illegal, Reason, Square, View};

use super::action_paths::{ActionPath, PathKind, attempt};

/// What a click on a square does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Click {
    /// This action is chosen.
    Play(String),
    /// These squares are chosen so far.
    Narrow(Vec<Square>),
    /// A man from the reserve is held, to be dropped.
    Hold,
    /// Nothing is chosen any more.
    Clear,
    /// It fits no action, for this reason.
    Refuse(Illegal),
}

/// What has been chosen so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Chosen {
    /// The start of a piece's path.
    pub(crate) squares: Vec<Square>,
    /// A man from the reserve.
    pub(crate) held: bool,
}

impl Chosen {
    pub(crate) fn is_empty(&self) -> bool {
        self.squares.is_empty() && !self.held
    }

    /// The squares that can be chosen next.
    pub(crate) fn targets(&self, paths: &[ActionPath]) -> Vec<Square> {
        let puts = || paths.iter().filter(|path| path.kind == PathKind::Put);
        let mut out: Vec<Square> = if self.held {
            puts().filter_map(ActionPath::end).collect()
        } else if self.squares.is_empty() {
            // Where stones are placed there is nothing to choose before.
            let placing = paths.iter().all(|path| path.kind == PathKind::Put);
            if placing { puts().filter_map(ActionPath::end).collect() } else { Vec::new() }
        } else {
            let begun = self.squares.len();
            let going_on = paths.iter().filter(|path| path.squares.starts_with(&self.squares));
            going_on.filter_map(|path| path.squares.get(begun).copied()).collect()
        };
        out.sort();
        out.dedup();
        out
    }
}

/// What choosing this square means.
pub(crate) fn click(
    game: &Game,
    view: &View,
    paths: &[ActionPath],
    chosen: &Chosen,
    at: Square,
) -> Click {
    if chosen.held {
        return put(game, view, paths, at);
    }
    if chosen.squares.is_empty() {
        first(game, view, paths, at)
    } else {
        next(game, view, paths, chosen, at)
    }
}

fn first(game: &Game, view: &View, paths: &[ActionPath], at: Square) -> Click {
    if paths.iter().any(|path| path.start() == Some(at)) {
        return Click::Narrow(vec![at]);
    }
    let owner = view.pieces.iter().find(|(on, _)| *on == at).map(|(_, piece)| piece.side);
    let placing = !paths.is_empty() && paths.iter().all(|path| path.kind == PathKind::Put);
    let puts = paths.iter().any(|path| path.kind == PathKind::Put && path.end() == Some(at));
    match owner {
        _ if placing => put(game, view, paths, at),
        // Also a piece that cannot move: the next click shows why.
        Some(side) if side == view.side => Click::Narrow(vec![at]),
        Some(_) => Click::Refuse(refusal(view, Reason::EnemyPiece, at)),
        // A drop asks for a second click: it is easily made by mistake.
        None if puts => Click::Hold,
        None => Click::Refuse(refusal(view, Reason::NoPiece, at)),
    }
}

fn next(game: &Game, view: &View, paths: &[ActionPath], chosen: &Chosen, at: Square) -> Click {
    let mut touched = chosen.squares.clone();
    touched.push(at);
    let on_path: Vec<&ActionPath> =
        paths.iter().filter(|path| path.squares.starts_with(&touched)).collect();
    match on_path[..] {
        [path] => return Click::Play(path.text.clone()),
        [] => {}
        _ => return Click::Narrow(touched),
    }
    // The end of a chain is enough if only one chain ends there.
    let begun = paths.iter().filter(|path| path.squares.starts_with(&chosen.squares));
    let ending: Vec<&ActionPath> = begun.filter(|path| path.end() == Some(at)).collect();
    if let [path] = ending[..] {
        return Click::Play(path.text.clone());
    }
    if touched.len() == 2 && touched[0] == at {
        let off = paths.iter().find(|path| path.kind == PathKind::Off && path.squares == [at]);
        return off.map_or(Click::Clear, |path| Click::Play(path.text.clone()));
    }
    let own = view.pieces.iter().any(|(on, piece)| *on == at && piece.side == view.side);
    let tried = attempt(view, &touched);
    match game.clone().play(&tried) {
        // Another path of the same chain.
        Ok(_) => Click::Play(tried),
        Err(why) if matches!(why.reason, Reason::ChainGoesOn | Reason::LandToGoOn) => {
            if touched.len() > 2 || why.reason == Reason::ChainGoesOn {
                Click::Narrow(touched)
            } else {
                Click::Refuse(why)
            }
        }
        // Another piece is chosen instead.
        Err(_) if own => Click::Narrow(vec![at]),
        Err(why) => Click::Refuse(why),
    }
}

fn put(game: &Game, view: &View, paths: &[ActionPath], at: Square) -> Click {
    let path = paths.iter().find(|path| path.kind == PathKind::Put && path.end() == Some(at));
    if let Some(path) = path {
        return Click::Play(path.text.clone());
    }
    match game.clone().play(&attempt(view, &[at])) {
        Ok(_) => Click::Clear,
        Err(why) => Click::Refuse(why),
    }
}

fn refusal(view: &View, reason: Reason, at: Square) -> Illegal {
    Illegal::new(view.game, &at.to_string(), reason, vec![at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::action_paths::{action_paths, squares};

    struct Board {
        game: Game,
        chosen: Chosen,
    }

    impl Board {
        fn new(game: &str, options: &str, from: &str) -> Board {
            let variant = rules::open(game, options).unwrap();
            let game = match from {
                "" => Game::start(variant),
                _ => Game::from_position(variant, from).unwrap(),
            };
            Board { game, chosen: Chosen::default() }
        }

        fn click(&mut self, name: &str) -> Click {
            let at = squares(self.game.variant().game, name)[0];
            let paths = action_paths(&self.game);
            let click = click(&self.game, &self.game.view(), &paths, &self.chosen, at);
            match &click {
                Click::Play(action) => {
                    self.game.play(action).unwrap();
                    self.chosen = Chosen::default();
                }
                Click::Narrow(squares) => {
                    self.chosen = Chosen { squares: squares.clone(), held: false };
                }
                Click::Hold => self.chosen = Chosen { squares: Vec::new(), held: true },
                Click::Clear => self.chosen = Chosen::default(),
                Click::Refuse(_) => {}
            }
            click
        }

        fn reason(&mut self, name: &str) -> Reason {
            match self.click(name) {
                Click::Refuse(why) => why.reason,
                other => panic!("{name}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_step_takes_two_clicks() {
        let mut board = Board::new("diaballik", "", "");
        assert!(matches!(board.click("a1"), Click::Narrow(_)));
        assert_eq!(board.click("a1"), Click::Clear);
        assert!(matches!(board.click("b1"), Click::Narrow(_)));
        assert!(matches!(board.click("a1"), Click::Narrow(_)), "another piece");
        assert_eq!(board.reason("a3"), Reason::NotOneStep);
        assert_eq!(board.click("a2"), Click::Play("a1a2".to_owned()));
        assert!(matches!(board.click("d1"), Click::Narrow(_)));
        assert_eq!(board.click("c1"), Click::Play("d1>c1".to_owned()));
    }

    #[test]
    fn stones_are_placed_by_one_click() {
        let mut board = Board::new("seega", "", "");
        assert_eq!(Chosen::default().targets(&action_paths(&board.game)).len(), 24);
        assert_eq!(board.reason("c3"), Reason::CentreClosed);
        assert_eq!(board.click("a1"), Click::Play("a1".to_owned()));
        assert_eq!(board.reason("a1"), Reason::PlacedOnStone);
    }

    #[test]
    fn chains_narrow_or_are_meant_by_their_end() {
        let from = "8/8/3b1b2/8/3b4/2w5/8/8 w 0,0 0 0";
        let mut board = Board::new("draughts", "classic", from);
        board.click("c3");
        assert_eq!(board.click("g7"), Click::Play("c3:e5:g7".to_owned()));
        let mut board = Board::new("draughts", "classic", from);
        board.click("c3");
        assert!(matches!(board.click("e5"), Click::Narrow(_)));
        assert_eq!(board.chosen.targets(&action_paths(&board.game)).len(), 2);
        assert_eq!(board.click("c7"), Click::Play("c3:e5:c7".to_owned()));
    }

    #[test]
    fn drops_ask_twice() {
        let from = "8/b7/8/8/8/8/1w6/8 w 1,0 0 0";
        let mut board = Board::new("draughts", "", from);
        assert_eq!(board.click("d4"), Click::Hold);
        assert_eq!(board.click("e3"), Click::Play("@e3".to_owned()));
    }

    #[test]
    fn a_house_is_left_by_a_second_click() {
        let path = format!("{}{} c 3", ".".repeat(27), "c.s");
        let mut board = Board::new("senet", "", &path);
        assert!(matches!(board.click("28"), Click::Narrow(_)));
        assert_eq!(board.click("28"), Click::Play("28-off".to_owned()));
    }

    #[test]
    fn wrong_first_clicks_are_explained() {
        let mut board = Board::new("draughts", "", "");
        assert_eq!(board.reason("b6"), Reason::EnemyPiece);
        assert_eq!(board.reason("d4"), Reason::NoPiece);
        board.click("c1");
        assert_eq!(board.reason("e5"), Reason::NotDiagonal);
    }
}
