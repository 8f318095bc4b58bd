//! Layers: what the two sides have, and what is known of a layer as a whole.

use std::fmt;

use serde_json::json;

use crate::TableError;
use crate::answer::Answer;
use crate::score::Score;

/// The pieces of both sides, the larger number first. A layer holds the positions with either side
/// to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Layer(pub(crate) [u32; 2]);

impl Layer {
    pub(crate) fn new(own: u32, enemy: u32) -> Layer {
        Layer([own.max(enemy), own.min(enemy)])
    }

    /// Its name in file names and headers.
    pub(crate) fn name(self) -> String {
        format!("{}-{}", self.0[0], self.0[1])
    }
}

/// Counts of results, for the side to act, and the longest win.
pub(crate) fn facts(
    scores: impl Iterator<Item = Score>,
    position: impl FnOnce(usize) -> String,
) -> serde_json::Value {
    let (mut wins, mut draws, mut losses) = (0u64, 0u64, 0u64);
    let mut longest: Option<(u16, usize)> = None;
    for (number, score) in scores.enumerate() {
        match () {
            () if score == Score::NONE => {}
            () if score.is_win() => {
                wins += 1;
                if longest.is_none_or(|(distance, _)| score.distance() > distance) {
                    longest = Some((score.distance(), number));
                }
            }
            () if score.is_loss() => losses += 1,
            () => draws += 1,
        }
    }
    let longest = longest
        .map(|(distance, number)| json!({ "distance": distance, "position": position(number) }));
    json!({ "wins": wins, "draws": draws, "losses": losses, "longest_win": longest })
}

/// An entry that is not what its successors make of it.
pub(crate) fn wrong(
    position: &impl fmt::Display,
    stored: Option<Score>,
    derived: Option<Score>,
) -> TableError {
    let text = |score: Option<Score>| {
        score.map_or("nothing".to_owned(), |score| Answer::from_score(score, None).to_string())
    };
    let (stored, derived) = (text(stored), text(derived));
    TableError::Wrong { position: position.to_string(), stored, derived }
}
