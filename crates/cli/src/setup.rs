//! From the words of the command line to a game.

use rules::{Event, Game, Variant, open};
use serde_json::{Map, Value, json};

use crate::Refusal;
use crate::args::{Setup, SetupOrBatch};
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
            let played = game.play(action).map_err(|illegal| {
                let message = crate::rulebook::refusal(&illegal, output.text());
                let args = [("number", (index + 1).into()), ("message", message.into())];
                Refusal::no(output.text().message("error-move-illegal", &args))
            })?;
            events = played.events;
        }
        Ok((game, events))
    }
}

impl SetupOrBatch {
    /// The one game that was asked for.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            game: self.game.clone().unwrap_or_default(),
            rules: self.rules.clone(),
            from: self.from.clone(),
            moves: self.moves.clone(),
        }
    }

    /// The fields that lines of a batch may leave out: those that the call names.
    pub(crate) fn defaults(&self, output: &Output) -> anyhow::Result<Map<String, Value>> {
        let mut defaults = Map::new();
        if let Some(game) = &self.game {
            self.setup().variant(output)?;
            defaults.insert("game".to_owned(), json!(game));
            defaults.insert("rules".to_owned(), json!(self.rules));
        }
        Ok(defaults)
    }
}
