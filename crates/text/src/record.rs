//! The words for what is wrong with a game record.

use rules::record::{RecordError, RecordFault};

use crate::{Text, Value};

impl Text {
    /// What is wrong with a record, and where.
    #[must_use]
    pub fn record_error(&self, error: &RecordError) -> String {
        let id = format!("record-{}", error.fault.code());
        let mut args: Vec<(&str, Value<'_>)> = Vec::new();
        match &error.fault {
            RecordFault::Empty | RecordFault::BadTag | RecordFault::Unclosed => {}
            RecordFault::RepeatedTag(tag) => args.push(("tag", tag.as_str().into())),
            RecordFault::MissingTag(tag) => args.push(("tag", (*tag).into())),
            RecordFault::Stray(found) | RecordFault::BadResult(found) | RecordFault::Pdn(found) => {
                args.push(("found", found.as_str().into()));
            }
            RecordFault::TurnNumber { expected, found } => {
                args.push(("expected", expected.to_string().into()));
                args.push(("found", found.as_str().into()));
            }
            RecordFault::Options(refused) => {
                args.push(("message", self.options_error(refused).into()));
            }
            RecordFault::Position(refused) => {
                args.push(("message", self.position_error(refused).into()));
            }
            RecordFault::Illegal { turn, ply, illegal } => {
                args.push(("turn", turn.to_string().into()));
                args.push(("number", ply.to_string().into()));
                args.push(("found", illegal.action.as_str().into()));
                args.push(("message", self.illegal(illegal).into()));
            }
            RecordFault::Ambiguous { ply, text, meanings } => {
                args.push(("number", ply.to_string().into()));
                args.push(("found", text.as_str().into()));
                args.push(("allowed", meanings.join(", ").into()));
            }
            RecordFault::ResultMismatch { said, is } => {
                args.push(("found", said.as_str().into()));
                args.push(("expected", is.as_str().into()));
            }
        }
        let message = self.message(&id, &args);
        let place =
            [("game", error.game.into()), ("line", error.line.into()), ("message", message.into())];
        self.message("record-place", &place)
    }
}
