//! Texts of a game: positions and actions, both ways, and why an action is illegal.

use std::fmt;

use crate::{Entry, Illegal, Position, PositionError, Reason, Refusal};

/// A game whose positions and actions have texts.
///
/// `Display` prints the position string; [`Notation::read`] is its exact inverse.
pub trait Notation: Position + fmt::Display {
    /// The letters of the side to act in position strings.
    const SIDE_LETTERS: [char; 2];

    /// Reads a position string; the one entry for positions from outside.
    ///
    /// # Errors
    /// Everything that the rules list as refused, and any text that is not exactly what the
    /// position prints.
    fn read(rules: Self::Rules, text: &str) -> Result<Self, PositionError>;

    /// Writes the text of a legal action.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_action(&self, action: Self::Action, out: &mut impl fmt::Write) -> fmt::Result;

    /// The legal action with this text. Called only where a side is to act.
    ///
    /// # Errors
    /// The rule that forbids it here and the squares that show it.
    fn find_action(&self, text: &str) -> Result<Self::Action, Refusal>;

    /// An outcome's text.
    fn throw_text(throw: Self::Throw) -> &'static str;

    /// The legal action with this text. Called only where a side is to act.
    ///
    /// # Errors
    /// Why it is not legal here, with article and squares.
    fn read_action(&self, text: &str) -> Result<Self::Action, Illegal> {
        self.find_action(text).map_err(|refusal| refused::<Self>(text, refusal))
    }

    /// Plays an action if it is legal.
    ///
    /// # Errors
    /// Why it is not legal here; the position stays as it was.
    fn try_play(&mut self, action: Self::Action) -> Result<(), Illegal> {
        if !self.is_legal(action) {
            // The text of an action that is not legal here may be meaningless: it is only cited.
            let text = self.action_text(action);
            let refusal = self.find_action(&text).err().unwrap_or((Reason::Syntax, Vec::new()));
            return Err(refused::<Self>(&text, refusal));
        }
        self.play(action);
        Ok(())
    }

    /// The text of a legal action.
    fn action_text(&self, action: Self::Action) -> String {
        let mut text = String::new();
        self.write_action(action, &mut text).expect("writing to a string");
        text
    }

    /// The text of an entry.
    fn entry_text(&self, entry: Entry<Self>) -> String {
        match entry {
            Entry::Act(action) => self.action_text(action),
            Entry::Throw(throw) => Self::throw_text(throw).to_owned(),
        }
    }
}

fn refused<P: Position>(text: &str, (reason, squares): Refusal) -> Illegal {
    Illegal::new(P::GAME, text, reason, squares)
}
