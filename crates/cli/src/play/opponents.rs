//! Who plays the other side. The screen asks, goes on, and looks for the answer: an engine on a
//! thread and another program answer alike. Games on a server are another matter: [`super::online`].

use std::path::Path;
use std::time::{Duration, Instant};

use engine::{Level, Limits};
use rules::Game;
use text::Text;

use super::external::External;
use super::online::Terms;
use super::thinker::{Task, Thinker, Thought};

/// Why there is no answer.
pub(crate) type Trouble = String;

/// A player that answers with actions.
pub(crate) trait Opponent {
    /// What to call them.
    fn name(&self, text: &Text) -> String;

    /// Asks for the next entry of this game; an earlier question is forgotten. The game carries
    /// everything since its start, so that an opponent that keeps a copy can catch up.
    /// `clock` is what is left on the opponent's clock and what a turn adds.
    fn ask(&mut self, game: &Game, clock: Option<(Duration, Duration)>);

    /// The answer, if it is there: an entry's text.
    fn poll(&mut self) -> Option<Result<String, Trouble>>;

    /// Waits for the answer.
    fn wait(&mut self) -> Result<String, Trouble>;

    /// Forgets the question.
    fn cancel(&mut self);
}

/// How well an engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    Level(Level),
    /// As well as it can in so much time an action.
    Time(Duration),
}

impl Strength {
    pub(crate) fn name(self, text: &Text) -> String {
        match self {
            Strength::Level(level) => {
                text.message("play-level", &[("level", level.number().into())])
            }
            Strength::Time(time) => {
                let seconds = format!("{}", time.as_secs_f64());
                text.message("play-seconds-each", &[("seconds", seconds.into())])
            }
        }
    }
}

/// Whom to play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpponentChoice {
    /// Our engine.
    Engine(Strength),
    /// A second person at the keyboard.
    TwoPlayers,
    /// Another program that speaks UGI: its command line, and its time for an action.
    External(Vec<String>, Duration),
    /// A player on a server, on these terms.
    Server(Terms),
}

impl OpponentChoice {
    /// Brings the opponent to the board; none for a second person at the keyboard or far away. Our
    /// engine looks up the folder of exact tables.
    pub(crate) fn invite(
        &self,
        tables: Option<&Path>,
    ) -> Result<Option<Box<dyn Opponent>>, Trouble> {
        Ok(match self {
            OpponentChoice::Engine(strength) => Some(Box::new(Engine::new(*strength, tables))),
            OpponentChoice::TwoPlayers | OpponentChoice::Server(_) => None,
            OpponentChoice::External(command, time) => {
                Some(Box::new(External::start(command, *time)?))
            }
        })
    }
}

/// Our engine.
struct Engine {
    strength: Strength,
    thinker: Thinker,
    /// When a level that takes no heed of clocks has to come to an end.
    deadline: Option<Instant>,
}

impl Engine {
    fn new(strength: Strength, tables: Option<&Path>) -> Engine {
        Engine { strength, thinker: Thinker::new(tables), deadline: None }
    }

    fn understood(thought: Thought) -> Result<String, Trouble> {
        match thought {
            Thought::Action(Some(action)) => Ok(action),
            Thought::Action(None) | Thought::Value(_) => Err("no action".to_owned()),
            Thought::Failed(trouble) => Err(trouble),
        }
    }
}

impl Opponent for Engine {
    fn name(&self, text: &Text) -> String {
        self.strength.name(text)
    }

    fn ask(&mut self, game: &Game, clock: Option<(Duration, Duration)>) {
        let task = match (self.strength, clock) {
            (Strength::Level(level), _) => Task::Level(level),
            (Strength::Time(time), None) => Task::Best(Limits::per_action(time)),
            (Strength::Time(time), Some((left, increment))) => {
                let limits = Limits::clock(left, increment);
                Task::Best(Limits { time: limits.time.map(|most| most.min(time)), ..limits })
            }
        };
        self.deadline =
            clock.map(|(left, increment)| Instant::now() + left / 15 + increment * 3 / 4);
        self.thinker.ask(game, task);
    }

    fn poll(&mut self) -> Option<Result<String, Trouble>> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.thinker.hurry();
        }
        self.thinker.poll().map(Engine::understood)
    }

    fn wait(&mut self) -> Result<String, Trouble> {
        Engine::understood(self.thinker.wait())
    }

    fn cancel(&mut self) {
        self.thinker.cancel();
    }
}
