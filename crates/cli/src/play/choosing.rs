//! Choosing an action spot by spot: a click narrows the legal actions, an exact match is played, and
//! what fits none is explained.

use rules::{Choice, Game, Illegal, Reason, Spot, Square, View};

/// What a click on a square does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Click {
    /// This action is chosen.
    Play(String),
    /// These spots are chosen so far; the reserve alone is a man in hand, to be dropped.
    Narrow(Vec<Spot>),
    /// Nothing is chosen any more.
    Clear,
    /// It fits no action, for this reason.
    Refuse(Illegal),
}

/// The legal actions of a game; throws are none.
pub(crate) fn actions(game: &Game) -> Vec<Choice> {
    match game.status() {
        rules::Status::ToAct(_) => game.choices(),
        rules::Status::Chance | rules::Status::Over(_) => Vec::new(),
    }
}

/// The square of the board that a spot is.
pub(crate) fn on_board(spot: &Spot) -> Option<Square> {
    match spot {
        Spot::Square(square) => Some(*square),
        Spot::Reserve | Spot::Off => None,
    }
}

/// The squares of an action, in order.
pub(crate) fn squares(choice: &Choice) -> Vec<Square> {
    choice.spots.iter().filter_map(on_board).collect()
}

/// Where an action starts, if a piece on the board is chosen first.
pub(crate) fn start(choice: &Choice) -> Option<Square> {
    choice.spots.first().filter(|_| choice.spots.len() > 1).and_then(on_board)
}

/// Where an action ends on the board.
pub(crate) fn end(choice: &Choice) -> Option<Square> {
    choice.spots.last().and_then(on_board)
}

/// Whether one touch is a whole action, as where stones are placed: nothing is chosen before.
fn placing(choices: &[Choice]) -> bool {
    !choices.is_empty() && choices.iter().all(|choice| choice.spots.len() == 1)
}

/// The squares that can be chosen after these spots.
pub(crate) fn targets(choices: &[Choice], chosen: &[Spot]) -> Vec<Square> {
    if chosen.is_empty() && !placing(choices) {
        return Vec::new();
    }
    let going_on = choices.iter().filter(|choice| choice.spots.starts_with(chosen));
    let next = going_on.filter_map(|choice| choice.spots.get(chosen.len()));
    let mut out: Vec<Square> = next.filter_map(on_board).collect();
    out.sort();
    out.dedup();
    out
}

/// What choosing this square means.
pub(crate) fn click(
    game: &Game,
    view: &View,
    choices: &[Choice],
    chosen: &[Spot],
    at: Square,
) -> Click {
    match chosen {
        [] => first(game, view, choices, at),
        [Spot::Reserve] => put(game, choices, &[Spot::Reserve, Spot::Square(at)]),
        _ => next(game, view, choices, chosen, at),
    }
}

fn first(game: &Game, view: &View, choices: &[Choice], at: Square) -> Click {
    let spot = Spot::Square(at);
    if choices.iter().any(|choice| start(choice) == Some(at)) {
        return Click::Narrow(vec![spot]);
    }
    let owner = view.pieces.iter().find(|(on, _)| *on == at).map(|(_, piece)| piece.side);
    let can_drop = choices.iter().any(|choice| choice.spots == [Spot::Reserve, spot]);
    match owner {
        _ if placing(choices) => put(game, choices, &[spot]),
        // Also a piece that cannot move: the next click shows why.
        Some(side) if side == view.side => Click::Narrow(vec![spot]),
        Some(_) => Click::Refuse(refusal(view, Reason::EnemyPiece, at)),
        // A drop asks for a second click: it is easily made by mistake.
        None if can_drop => Click::Narrow(vec![Spot::Reserve]),
        None => Click::Refuse(refusal(view, Reason::NoPiece, at)),
    }
}

fn next(game: &Game, view: &View, choices: &[Choice], chosen: &[Spot], at: Square) -> Click {
    let spot = Spot::Square(at);
    let touched = [chosen, &[spot]].concat();
    let play = |choice: &Choice| Click::Play(choice.text.clone());
    let on_path: Vec<&Choice> =
        choices.iter().filter(|choice| choice.spots.starts_with(&touched)).collect();
    match on_path[..] {
        [choice] => return play(choice),
        [] => {}
        _ => return Click::Narrow(touched),
    }
    // The end of a chain is enough if only one chain ends there.
    let begun = choices.iter().filter(|choice| choice.spots.starts_with(chosen));
    let ending: Vec<&Choice> = begun.filter(|choice| end(choice) == Some(at)).collect();
    if let [choice] = ending[..] {
        return play(choice);
    }
    if touched == [spot, spot] {
        let off = choices.iter().find(|choice| choice.spots == [spot, Spot::Off]);
        return off.map_or(Click::Clear, play);
    }
    let own = view.pieces.iter().any(|(on, piece)| *on == at && piece.side == view.side);
    let tried = game.meant(&touched);
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
        Err(_) if own => Click::Narrow(vec![spot]),
        Err(why) => Click::Refuse(why),
    }
}

/// A new piece is put on the board.
fn put(game: &Game, choices: &[Choice], touched: &[Spot]) -> Click {
    if let Some(choice) = choices.iter().find(|choice| choice.spots == touched) {
        return Click::Play(choice.text.clone());
    }
    match game.clone().play(&game.meant(touched)) {
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

    struct Board {
        game: Game,
        chosen: Vec<Spot>,
    }

    impl Board {
        fn new(game: &str, options: &str, from: &str) -> Board {
            let variant = rules::open(game, options).unwrap();
            let game = match from {
                "" => Game::start(variant),
                _ => Game::from_position(variant, from).unwrap(),
            };
            Board { game, chosen: Vec::new() }
        }

        fn click(&mut self, name: &str) -> Click {
            let at = on_board(&name.parse().unwrap()).unwrap();
            let choices = actions(&self.game);
            let click = click(&self.game, &self.game.view(), &choices, &self.chosen, at);
            match &click {
                Click::Play(action) => {
                    self.game.play(action).unwrap();
                    self.chosen.clear();
                }
                Click::Narrow(spots) => self.chosen.clone_from(spots),
                Click::Clear => self.chosen.clear(),
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
        assert_eq!(targets(&actions(&board.game), &[]).len(), 24);
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
        assert_eq!(targets(&actions(&board.game), &board.chosen).len(), 2);
        assert_eq!(board.click("c7"), Click::Play("c3:e5:c7".to_owned()));
    }

    #[test]
    fn drops_ask_twice() {
        let from = "8/b7/8/8/8/8/1w6/8 w 1,0 0 0";
        let mut board = Board::new("draughts", "", from);
        assert_eq!(board.click("d4"), Click::Narrow(vec![Spot::Reserve]));
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
