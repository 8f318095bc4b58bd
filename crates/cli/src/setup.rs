//! From the words of the command line to a game.

use rules::{Event, Game, Position, RuleSet, Variant, open};

use crate::Refusal;
use crate::args::Setup;
use crate::output::Output;

impl Setup {
    /// The rule set that was asked for.
    pub(crate) fn variant(&self, output: &Output) -> anyhow::Result<Variant> {
        open(&self.game, &self.rules)
            .map_err(|error| Refusal::wrong(output.text().options_error(&error)))
    }

    /// The game as it stands after the moves.
    pub(crate) fn game(&self, output: &Output) -> anyhow::Result<Game> {
        Ok(self.game_and_events(output)?.0)
    }

    /// The game as it stands after the moves, and what the last one did.
    pub(crate) fn game_and_events(&self, output: &Output) -> anyhow::Result<(Game, Vec<Event>)> {
        let variant = self.variant(output)?;
        let mut game = match &self.from {
            None => Game::start(variant),
            Some(text) => Game::from_position(variant, text)
                .map_err(|error| Refusal::wrong(output.text().position_error(&error)))?,
        };
        let mut events = Vec::new();
        for (index, action) in self.moves.split_whitespace().enumerate() {
            events = game.play(action).map_err(|illegal| {
                let message = output.text().illegal(&illegal);
                let args = [("number", (index + 1).into()), ("message", message.into())];
                Refusal::no(output.text().message("error-move-illegal", &args))
            })?;
        }
        Ok((game, events))
    }

    /// The position reached, as the game's own type. The text was judged by [`Setup::game`].
    pub(crate) fn position<P: Position>(&self, game: &Game) -> P {
        let rules = P::Rules::from_values(game.variant().values());
        P::read(rules, &game.position()).expect("a position reads back its own text")
    }
}
