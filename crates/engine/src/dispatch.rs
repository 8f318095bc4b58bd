//! From a game known only at run time to its type, for work that needs an evaluation.

use rules::GameId;

use crate::Evaluate;

/// Generic work that is to be done for a game known only at run time; as [`rules::Visit`], with
/// the evaluation.
pub trait VisitEvaluate {
    /// What it gives.
    type Out;

    /// Does it for this game.
    fn visit<P: Evaluate>(self) -> Self::Out;
}

/// Calls the visitor with the game's position type.
pub fn dispatch<V: VisitEvaluate>(game: GameId, visitor: V) -> V::Out {
    match game {
        GameId::Seega => visitor.visit::<rules::seega::Seega>(),
        GameId::Salta => visitor.visit::<rules::salta::Salta>(),
        GameId::Senet => visitor.visit::<rules::senet::Senet>(),
        GameId::Draughts => visitor.visit::<rules::draughts::Draughts>(),
        GameId::Diaballik => visitor.visit::<rules::diaballik::Diaballik>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_gets_its_own_type() {
        struct Which;
        impl VisitEvaluate for Which {
            type Out = GameId;
            fn visit<P: Evaluate>(self) -> GameId {
                P::GAME
            }
        }
        for game in GameId::ALL {
            assert_eq!(dispatch(game, Which), game);
        }
    }
}
