//! A line of any game, without its type: texts and data, for servers, terminals and bindings.

use crate::{
    Composed, Depict, Illegal, Line, Outcome, Piece, Played, PositionError, Side, Spot, Square,
    Status, Variant, View, Warning,
};

/// A legal action, or an outcome of chance, as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// Its number, see [`Position::action_number`](crate::Position::action_number); that of a throw
    /// is its place among the throws.
    pub number: u64,
    /// The places that a hand touches for it, in order; none for a pass, an end, a throw.
    pub spots: Vec<Spot>,
    /// Why to think twice.
    pub warning: Option<Warning>,
}

/// A game being played, whatever game it is. [`Game`](crate::Game) gives it for the games of the
/// library, [`Line`] for every game that can be depicted.
pub trait AnyLine: Send + Sync {
    /// The rule set.
    fn variant(&self) -> Variant;

    /// What comes next, history considered.
    fn status(&self) -> Status;

    /// Whose action or throw is next; in a finished game, whom the position string shows.
    fn side(&self) -> Side;

    /// The position string.
    fn position(&self) -> String;

    /// The string of the position that it began from.
    fn start_position(&self) -> String;

    /// The legal actions, or the outcomes of chance if those come next, sorted bytewise.
    fn choices(&self) -> Vec<Choice>;

    /// The outcomes of chance with their weights; none in games without dice.
    fn odds(&self) -> Vec<(&'static str, u32)>;

    /// The outcome of chance that a random byte means; none in games without dice.
    fn thrown(&self, random: u8) -> Option<&'static str>;

    /// Plays an action or an outcome of chance by its text.
    ///
    /// # Errors
    /// Why it is not legal here; the game stays as it was.
    fn play(&mut self, text: &str) -> Result<Played, Illegal>;

    /// Every entry so far. Replays the game: callers that play it keep what
    /// [`AnyLine::play`] gives.
    fn transcript(&self) -> Vec<Played>;

    /// The turn that the next entry belongs to, counted from 1 over both sides.
    fn turn(&self) -> u32;

    /// Whether the entry played last belongs to a turn that goes on: the same side acts again.
    fn is_turn_open(&self) -> bool;

    /// The number of entries so far.
    fn ply(&self) -> usize;

    /// Takes back everything after the first `ply` entries.
    fn truncate(&mut self, ply: usize);

    /// How the game ends if this side gives up here.
    fn resigned(&self, side: Side) -> Outcome;

    /// The position's key.
    fn key(&self) -> u64;

    /// The position as a picture needs it.
    fn view(&self) -> View;

    /// The text of the action that a hand means which touches these spots, legal or not.
    fn meant(&self, spots: &[Spot]) -> String;

    /// Whether the rules demand what is done next (a capture, a jump, a certain stone).
    fn is_compelled(&self) -> bool;

    /// The text of a position like this one with other pieces and another side to act.
    ///
    /// ```
    /// let game = rules::Game::start(rules::open("senet", "").unwrap());
    /// let cone = rules::Piece::new(rules::Side::First, rules::Kind::Cone);
    /// let spool = rules::Piece::new(rules::Side::Second, rules::Kind::Spool);
    /// let pieces = [(rules::Square::Path(28), cone), (rules::Square::Path(2), spool)];
    /// let composed = game.compose(&pieces, rules::Side::Second);
    /// assert_eq!(composed.text, ".s.........................c.. s t");
    /// assert_eq!(composed.error, None);
    /// ```
    fn compose(&self, pieces: &[(Square, Piece)], side: Side) -> Composed;

    /// Whether a text is a position under this rule set.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    fn check_position(&self, text: &str) -> Result<(), PositionError>;
}

/// Apart from the lines, so that sorting is compiled once and not for every game.
fn sort_by_text(choices: &mut [Choice]) {
    choices.sort_unstable_by(|a, b| a.text.cmp(&b.text));
}

impl<P: Depict> AnyLine for Line<P> {
    fn variant(&self) -> Variant {
        Variant::of::<P>(Line::position(self).rules())
    }

    fn status(&self) -> Status {
        Line::status(self)
    }

    fn side(&self) -> Side {
        Line::position(self).side()
    }

    fn position(&self) -> String {
        Line::position(self).to_string()
    }

    fn start_position(&self) -> String {
        self.start().to_string()
    }

    fn choices(&self) -> Vec<Choice> {
        let position = Line::position(self);
        let action = |action| Choice {
            text: position.action_text(action),
            number: P::action_number(action),
            spots: position.spots(action),
            warning: self.warning(action),
        };
        let throw = |(place, (text, _)): (usize, (&str, u32))| Choice {
            text: text.to_owned(),
            number: place as u64,
            spots: Vec::new(),
            warning: None,
        };
        let mut choices: Vec<Choice> = match Line::status(self) {
            Status::ToAct(_) => position.actions().into_iter().map(action).collect(),
            Status::Chance => self.odds().into_iter().enumerate().map(throw).collect(),
            Status::Over(_) => Vec::new(),
        };
        sort_by_text(&mut choices);
        choices
    }

    fn odds(&self) -> Vec<(&'static str, u32)> {
        P::throws().iter().map(|&(throw, weight)| (P::throw_text(throw), weight)).collect()
    }

    fn thrown(&self, random: u8) -> Option<&'static str> {
        P::thrown(random).map(P::throw_text)
    }

    fn play(&mut self, text: &str) -> Result<Played, Illegal> {
        let entry = self.read(text)?;
        Ok(self.apply(entry))
    }

    fn transcript(&self) -> Vec<Played> {
        let mut line = Line::new(self.start().clone());
        self.entries().iter().map(|entry| line.apply(*entry)).collect()
    }

    fn turn(&self) -> u32 {
        Line::turn(self)
    }

    fn is_turn_open(&self) -> bool {
        Line::is_turn_open(self)
    }

    fn ply(&self) -> usize {
        self.entries().len()
    }

    fn truncate(&mut self, ply: usize) {
        Line::truncate(self, ply);
    }

    fn resigned(&self, side: Side) -> Outcome {
        Line::position(self).resigned(side)
    }

    fn key(&self) -> u64 {
        Line::position(self).key()
    }

    fn view(&self) -> View {
        Line::position(self).view()
    }

    fn meant(&self, spots: &[Spot]) -> String {
        Line::position(self).meant(spots)
    }

    fn is_compelled(&self) -> bool {
        matches!(Line::status(self), Status::ToAct(_)) && Line::position(self).is_compelled()
    }

    fn compose(&self, pieces: &[(Square, Piece)], side: Side) -> Composed {
        Line::position(self).compose(pieces, side)
    }

    fn check_position(&self, text: &str) -> Result<(), PositionError> {
        P::read(Line::position(self).rules(), text).map(|_| ())
    }
}
