//! The one table of games: from it come the ids, and the game whose rules are known at run time.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use crate::illegal::excerpt;
use crate::{
    AnyLine, Entry, Illegal, Line, Notation, OptionSpec, OptionsError, Played, Position,
    PositionError, Preset, Reason, Side, Variant,
};

/// What is known of a game without playing it. A game's folder holds it as a constant.
#[derive(Debug)]
pub struct GameInfo {
    /// The game's id: the word on every wire.
    pub id: &'static str,
    /// The options in their documented order.
    pub options: &'static [OptionSpec],
    /// The named rule sets.
    pub presets: &'static [Preset],
    /// The sides by the words of catalogues and themes: their colours, or what their pieces are.
    pub sides: [&'static str; 2],
    /// The articles of the game's rules that its refusals cite.
    pub articles: &'static [(Reason, &'static str)],
}

/// One of the games.
#[derive(Clone, Copy)]
pub struct GameId(&'static GameInfo);

impl GameId {
    /// The id of a game that is described so; a game has one description.
    #[must_use]
    pub const fn new(info: &'static GameInfo) -> GameId {
        GameId(info)
    }

    /// The game with this id.
    ///
    /// # Errors
    /// There is none; the error lists those that there are.
    pub fn read(id: &str) -> Result<GameId, OptionsError> {
        let known = GameId::ALL.into_iter().find(|game| game.id() == id);
        known.ok_or_else(|| OptionsError::UnknownGame { name: excerpt(id) })
    }

    /// The game's id: the word on every wire.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The game's options in their documented order.
    #[must_use]
    pub const fn options(self) -> &'static [OptionSpec] {
        self.0.options
    }

    /// The game's named rule sets.
    #[must_use]
    pub const fn presets(self) -> &'static [Preset] {
        self.0.presets
    }

    /// The word for a side in catalogues and themes: its colour, or what its pieces are.
    #[must_use]
    pub const fn side_word(self, side: Side) -> &'static str {
        self.0.sides[side.index()]
    }

    /// The article that a refusal cites; empty if the game has no such rule (a test checks that no
    /// game gives such a reason).
    #[must_use]
    pub fn article(self, reason: Reason) -> &'static str {
        self.0.articles.iter().find(|(of, _)| *of == reason).map_or("", |(_, article)| article)
    }

    /// The articles that refusals of this game cite.
    #[must_use]
    pub const fn articles(self) -> &'static [(Reason, &'static str)] {
        self.0.articles
    }
}

impl PartialEq for GameId {
    fn eq(&self, other: &GameId) -> bool {
        self.id() == other.id()
    }
}

impl Eq for GameId {}

impl Hash for GameId {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.id().hash(to);
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

macro_rules! games {
    ($dollar:tt $($(#[$doc:meta])* $name:ident $constant:ident: $position:ty,)*) => {
        impl GameId {
            $($(#[$doc])* pub const $constant: GameId = <$position as Position>::GAME;)*

            /// Every game, in the order of the rules.
            pub const ALL: [GameId; [$(stringify!($name),)*].len()] = [$(GameId::$constant,)*];
        }

        /// A game being played whose rules are known at run time: a [`Line`] of one of the games.
        /// What needs no type of the game ([`AnyLine`]) can be called on it as it is; what does,
        /// [`with_line!`](crate::with_line) gives.
        #[derive(Clone)]
        pub enum Game { $($(#[$doc])* $name(Line<$position>),)* }

        /// An action of one of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyAction { $($(#[$doc])* $name(<$position as Position>::Action),)* }

        /// Does something with the line of a [`Game`], whichever game it is: the one place where a
        /// game becomes a type. The work is compiled once for each game.
        ///
        /// ```
        /// let game = rules::Game::start(rules::open("salta", "").unwrap());
        /// let nodes = rules::with_line!(&game, line => rules::perft(line.position(), 2));
        /// assert_eq!(nodes, 81);
        /// ```
        #[macro_export]
        macro_rules! with_line {
            ($dollar game:expr, $dollar line:pat => $dollar work:expr) => {
                match $dollar game {
                    $($crate::Game::$name($dollar line) => $dollar work,)*
                }
            };
        }

        impl Game {
            /// A game from the start position.
            ///
            /// # Panics
            /// The rule set is of a game that is not one of [`GameId::ALL`].
            #[must_use]
            pub fn start(variant: Variant) -> Game {
                $(if variant.game == GameId::$constant {
                    return Game::$name(Line::new(<$position>::start(variant.rules::<$position>())));
                })*
                unreachable!("{} is not in the table of games", variant.game)
            }

            /// A game from any position.
            ///
            /// # Errors
            /// What is wrong with the position text, and where.
            ///
            /// # Panics
            /// As [`Game::start`].
            pub fn from_position(variant: Variant, text: &str) -> Result<Game, PositionError> {
                $(if variant.game == GameId::$constant {
                    let position = <$position>::read(variant.rules::<$position>(), text)?;
                    return Ok(Game::$name(Line::new(position)));
                })*
                unreachable!("{} is not in the table of games", variant.game)
            }

            /// The legal actions; none if chance is next or the game is over.
            #[must_use]
            pub fn actions(&self) -> Vec<AnyAction> {
                match self {
                    $(Game::$name(line) => {
                        line.actions().into_iter().map(AnyAction::$name).collect()
                    })*
                }
            }

            /// What has been played: the actions, none for a throw.
            #[must_use]
            pub fn entries(&self) -> Vec<Option<AnyAction>> {
                match self {
                    $(Game::$name(line) => {
                        let action = |entry: &Entry<_>| match *entry {
                            Entry::Act(action) => Some(AnyAction::$name(action)),
                            Entry::Throw(_) => None,
                        };
                        line.entries().iter().map(action).collect()
                    })*
                }
            }

            /// Plays an action if it is legal.
            ///
            /// # Errors
            /// Why it is not legal here; the game stays as it was.
            pub fn act(&mut self, action: AnyAction) -> Result<Played, Illegal> {
                match (self, action) {
                    $((Game::$name(line), AnyAction::$name(action)) => {
                        line.position().clone().try_play(action)?;
                        Ok(line.apply(Entry::Act(action)))
                    })*
                    (game, action) => {
                        let text = format!("{action:?}");
                        Err(Illegal::new(game.variant().game, &text, Reason::Syntax, Vec::new()))
                    }
                }
            }

            /// The text of a legal action.
            ///
            /// # Panics
            /// The action is of another game.
            #[must_use]
            pub fn action_text(&self, action: AnyAction) -> String {
                match (self, action) {
                    $((Game::$name(line), AnyAction::$name(action)) => {
                        line.position().action_text(action)
                    })*
                    _ => unreachable!("an action of another game"),
                }
            }
        }

        $(
            impl From<<$position as Position>::Action> for AnyAction {
                fn from(action: <$position as Position>::Action) -> AnyAction {
                    AnyAction::$name(action)
                }
            }

            impl TryFrom<AnyAction> for <$position as Position>::Action {
                type Error = AnyAction;

                fn try_from(action: AnyAction) -> Result<Self, AnyAction> {
                    match action {
                        AnyAction::$name(action) => Ok(action),
                        other => Err(other),
                    }
                }
            }

            impl From<Line<$position>> for Game {
                fn from(line: Line<$position>) -> Game {
                    Game::$name(line)
                }
            }
        )*
    };
}

games! { $
    /// Seega.
    Seega SEEGA: crate::seega::Seega,
    /// Salta.
    Salta SALTA: crate::salta::Salta,
    /// Senet.
    Senet SENET: crate::senet::Senet,
    /// Russian cyclic draughts.
    Draughts DRAUGHTS: crate::draughts::Draughts,
    /// Diaballik.
    Diaballik DIABALLIK: crate::diaballik::Diaballik,
}

impl Deref for Game {
    type Target = dyn AnyLine;

    // Inlined, it would bring everything that can be called by it into each crate that does.
    #[inline(never)]
    fn deref(&self) -> &Self::Target {
        with_line!(self, line => line)
    }
}

impl DerefMut for Game {
    #[inline(never)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        with_line!(self, line => line)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variant(), self.position())
    }
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
