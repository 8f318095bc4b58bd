//! The registry of games, and the erased form that server, terminal and bindings use.

use std::fmt;

use crate::illegal::excerpt;
use crate::{
    Event, Illegal, Line, OptionSpec, OptionsError, Outcome, Played, Position, PositionError,
    Preset, RuleSet, Side, Status, Variant, View, Warning,
};

macro_rules! games {
    ($($(#[$doc:meta])* $name:ident = $id:literal: $position:ty,)*) => {
        /// One of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum GameId { $($(#[$doc])* $name,)* }

        impl GameId {
            /// Every game, in the order of the rules.
            pub const ALL: [GameId; [$($id,)*].len()] = [$(GameId::$name,)*];

            /// The game's id: the word on every wire.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(GameId::$name => $id,)* }
            }

            /// Calls the visitor with the game's position type: the one place where a game
            /// becomes a type.
            pub fn visit<V: Visit>(self, visitor: V) -> V::Out {
                match self { $(GameId::$name => visitor.visit::<$position>(),)* }
            }

            /// The game's options in their documented order.
            #[must_use]
            pub const fn options(self) -> &'static [OptionSpec] {
                match self {
                    $(GameId::$name => <<$position as Position>::Rules as RuleSet>::OPTIONS,)*
                }
            }

            /// The game's named rule sets.
            #[must_use]
            pub const fn presets(self) -> &'static [Preset] {
                match self {
                    $(GameId::$name => <<$position as Position>::Rules as RuleSet>::PRESETS,)*
                }
            }
        }
    };
}

games! {
    /// Seega.
    Seega = "seega": crate::seega::Seega,
    /// Salta.
    Salta = "salta": crate::salta::Salta,
    /// Senet.
    Senet = "senet": crate::senet::Senet,
    /// Russian cyclic draughts.
    Draughts = "draughts": crate::draughts::Draughts,
    /// Diaballik.
    Diaballik = "diaballik": crate::diaballik::Diaballik,
}

impl GameId {
    /// The game with this id.
    ///
    /// # Errors
    /// There is none; the error lists those that there are.
    pub fn read(id: &str) -> Result<GameId, OptionsError> {
        let known = GameId::ALL.into_iter().find(|game| game.id() == id);
        known.ok_or_else(|| OptionsError::UnknownGame { name: excerpt(id) })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Generic work that is to be done for a game known only at run time.
pub trait Visit {
    /// What it gives.
    type Out;

    /// Does it for this game.
    fn visit<P: Position>(self) -> Self::Out;
}

/// The rule set of a game by its options (`size=7,drops=2`), a preset's name, or nothing.
///
/// ```
/// let variant = rules::open("seega", "drops=2,size=7").unwrap();
/// assert_eq!(variant.to_string(), "seega(size=7,drops=2)");
/// assert_eq!(rules::Game::start(variant).position(), "7/7/7/7/7/7/7 g 24,24 - 0");
/// ```
///
/// # Errors
/// An unknown game, option or value; the error lists what is allowed.
pub fn open(game: &str, options: &str) -> Result<Variant, OptionsError> {
    Variant::read(GameId::read(game)?, options)
}

/// A legal action, or an outcome of chance, as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// Why to think twice.
    pub warning: Option<Warning>,
}

/// A [`Line`] of some game: everything in texts and data.
pub struct Game(Box<dyn ErasedLine>);

impl Game {
    /// A game from the start position.
    #[must_use]
    pub fn start(variant: Variant) -> Game {
        struct Start(Variant);
        impl Visit for Start {
            type Out = Game;
            fn visit<P: Position>(self) -> Game {
                Game(Box::new(Line::new(P::start(P::Rules::from_values(self.0.values())))))
            }
        }
        variant.game.visit(Start(variant))
    }

    /// A game from any position.
    ///
    /// # Errors
    /// What is wrong with the position text, and where.
    pub fn from_position(variant: Variant, text: &str) -> Result<Game, PositionError> {
        struct From<'a>(Variant, &'a str);
        impl Visit for From<'_> {
            type Out = Result<Game, PositionError>;
            fn visit<P: Position>(self) -> Self::Out {
                let position = P::read(P::Rules::from_values(self.0.values()), self.1)?;
                Ok(Game(Box::new(Line::new(position))))
            }
        }
        variant.game.visit(From(variant, text))
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.0.variant()
    }

    /// What comes next, history considered.
    #[must_use]
    pub fn status(&self) -> Status {
        self.0.status()
    }

    /// Whose action or throw is next; in a finished game, whom the position string shows.
    #[must_use]
    pub fn side(&self) -> Side {
        self.0.side()
    }

    /// The position string.
    #[must_use]
    pub fn position(&self) -> String {
        self.0.position_text()
    }

    /// The string of the position that it began from.
    #[must_use]
    pub fn start_position(&self) -> String {
        self.0.start_text()
    }

    /// The legal actions, or the outcomes of chance if those come next, sorted bytewise.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices = self.0.choices();
        choices.sort_by(|a, b| a.text.cmp(&b.text));
        choices
    }

    /// The outcomes of chance with their weights.
    #[must_use]
    pub fn odds(&self) -> Vec<(&'static str, u32)> {
        self.0.odds()
    }

    /// Plays an action or an outcome of chance by its text and tells what happened.
    ///
    /// # Errors
    /// Why it is not legal here; the game stays as it was.
    pub fn play(&mut self, text: &str) -> Result<Vec<Event>, Illegal> {
        self.0.play(text)
    }

    /// Every entry so far with its turn and its text.
    #[must_use]
    pub fn transcript(&self) -> Vec<Played> {
        self.0.transcript()
    }

    /// The turn that the next entry belongs to, counted from 1 over both sides.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.0.turn()
    }

    /// The number of entries so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Takes back everything after the first `ply` entries.
    pub fn truncate(&mut self, ply: usize) {
        self.0.truncate(ply);
    }

    /// How the game ends if this side gives up here.
    #[must_use]
    pub fn resigned(&self, side: Side) -> Outcome {
        self.0.resigned(side)
    }

    /// The position's key.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// The position as a picture needs it.
    #[must_use]
    pub fn view(&self) -> View {
        self.0.view()
    }
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game(self.0.boxed_clone())
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variant(), self.position())
    }
}

trait ErasedLine: Send + Sync {
    fn variant(&self) -> Variant;
    fn status(&self) -> Status;
    fn side(&self) -> Side;
    fn position_text(&self) -> String;
    fn start_text(&self) -> String;
    fn choices(&self) -> Vec<Choice>;
    fn odds(&self) -> Vec<(&'static str, u32)>;
    fn play(&mut self, text: &str) -> Result<Vec<Event>, Illegal>;
    fn transcript(&self) -> Vec<Played>;
    fn turn(&self) -> u32;
    fn ply(&self) -> usize;
    fn truncate(&mut self, ply: usize);
    fn resigned(&self, side: Side) -> Outcome;
    fn key(&self) -> u64;
    fn view(&self) -> View;
    fn boxed_clone(&self) -> Box<dyn ErasedLine>;
}

impl<P: Position> ErasedLine for Line<P> {
    fn variant(&self) -> Variant {
        Variant::of(P::GAME, self.position().rules())
    }

    fn status(&self) -> Status {
        Line::status(self)
    }

    fn side(&self) -> Side {
        self.position().side()
    }

    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn start_text(&self) -> String {
        Line::start(self).to_string()
    }

    fn choices(&self) -> Vec<Choice> {
        if Line::status(self) == Status::Chance {
            let outcome = |(text, _): (&str, u32)| Choice { text: text.to_owned(), warning: None };
            return self.odds().into_iter().map(outcome).collect();
        }
        let choice = |action| Choice {
            text: self.position().action_text(action),
            warning: self.warning(action),
        };
        self.actions().into_iter().map(choice).collect()
    }

    fn odds(&self) -> Vec<(&'static str, u32)> {
        P::throws().iter().map(|&(throw, weight)| (P::throw_text(throw), weight)).collect()
    }

    fn play(&mut self, text: &str) -> Result<Vec<Event>, Illegal> {
        self.play_text(text)
    }

    fn transcript(&self) -> Vec<Played> {
        Line::transcript(self)
    }

    fn turn(&self) -> u32 {
        Line::turn(self)
    }

    fn ply(&self) -> usize {
        self.entries().len()
    }

    fn truncate(&mut self, ply: usize) {
        Line::truncate(self, ply);
    }

    fn resigned(&self, side: Side) -> Outcome {
        self.position().resigned(side)
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn view(&self) -> View {
        self.position().view()
    }

    fn boxed_clone(&self) -> Box<dyn ErasedLine> {
        Box::new(self.clone())
    }
}
