//! Lines that a search found, as games and as texts.

use rules::{Entry, Game, Line, Position, RuleSet};

/// The game as a line of its own type, with its past.
///
/// # Panics
/// The type is not that of the game.
#[must_use]
pub fn typed<P: Position>(game: &Game) -> Line<P> {
    assert_eq!(game.variant().game, P::GAME, "the game is dispatched to its own type");
    let rules = P::Rules::from_values(game.variant().values());
    let start = P::read(rules, &game.start_position());
    let mut line = Line::new(start.expect("a position reads back its own text"));
    for played in game.transcript() {
        let entry = line.read(&played.text);
        line.play(entry.expect("a game reads back its own entries"));
    }
    line
}

/// Plays the actions of a line that a search found, as far as they are legal. A line ends where
/// chance or the rules end it, whatever the search wrote behind that.
pub fn follow<P: Position>(line: &mut Line<P>, actions: &[P::Action]) {
    for &action in actions {
        if !line.actions().contains(&action) {
            break;
        }
        line.play(Entry::Act(action));
    }
}

/// The texts of a line that a search found.
#[must_use]
pub fn texts<P: Position>(line: &Line<P>, actions: &[P::Action]) -> Vec<String> {
    let mut after = line.clone();
    let mut texts = Vec::with_capacity(actions.len());
    for &action in actions {
        if !after.actions().contains(&action) {
            break;
        }
        texts.push(after.position().action_text(action));
        after.play(Entry::Act(action));
    }
    texts
}
