//! The text that describes a player.

use std::str::FromStr;
use std::time::Duration;

use engine::{Level, Limits, Skill};
use rules::Variant;

use crate::Error;
use crate::computer::{Computer, Mind};
use crate::game::Player;
use crate::program::{External, Program};

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What it is.
    pub kind: PlayerKind,
    /// The text that describes it.
    pub name: String,
}

/// The kinds of player. Limits are for each action; for UCT nodes are random games.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerKind {
    /// The engine at full strength.
    Engine {
        /// Time, nodes or depth.
        limits: Limits,
        /// The hash table's size in mebibytes.
        hash: usize,
        /// How many threads search.
        threads: usize,
    },
    /// The engine at a level, with the time that this level has.
    Level {
        /// Which level.
        level: Level,
        /// The hash table's size in mebibytes.
        hash: usize,
    },
    /// The engine with a skill of its own, without a limit of time.
    Skill(Skill),
    /// The best evaluation after one action.
    Greedy,
    /// A random action.
    Random,
    /// Random games from a growing tree.
    Uct {
        /// Time or nodes.
        limits: Limits,
    },
    /// A program that speaks UGI.
    Program(Program),
}

/// The sort of player that a text names; its settings follow.
enum Named {
    Engine,
    Level(Level),
    Greedy,
    Random,
    Uct,
    Program(Vec<String>),
}

/// The hash table's size in mebibytes, unless another is asked for.
const HASH: usize = 16;
/// Beyond the time asked for, a program's answer may take so long to arrive.
const SLACK: Duration = Duration::from_secs(1);
/// Without a time limit an answer may take so long.
const LONGEST: Duration = Duration::from_secs(60);
/// How long a program may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

impl PlayerKind {
    /// A player of this kind, for games under this rule set.
    ///
    /// # Errors
    /// There is no memory for its hash table.
    pub fn player(&self, variant: Variant) -> Result<Box<dyn Player + Send + '_>, Error> {
        let (mind, hash) = match *self {
            PlayerKind::Engine { limits, hash, threads } => {
                (Mind::Engine { limits, threads }, hash)
            }
            PlayerKind::Level { level, hash } => (Mind::Level(level), hash),
            PlayerKind::Skill(skill) => (Mind::Skill(skill), HASH),
            // These have no use for a table.
            PlayerKind::Greedy => (Mind::Greedy, 0),
            PlayerKind::Random => (Mind::Random, 0),
            PlayerKind::Uct { limits } => (Mind::Uct(limits), 0),
            PlayerKind::Program(ref program) => {
                return Ok(Box::new(External::new(program, variant)));
            }
        };
        Ok(Box::new(Computer::new(mind, hash)?))
    }
}

impl Spec {
    /// What a player can be, for the refusal of anything else.
    pub const ALLOWED: &str = "level=1…8; time=S, nodes=N, depth=N (+ hash=MB, threads=N); \
         greedy; random; uct,time=S; uct,nodes=N; cmd:PATH ARGS,time=S|nodes=N|depth=N \
         (+ timeout=S, option.NAME=VALUE)";
}

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Spec, Error> {
        let kind = read(text).ok_or_else(|| Error::Player(text.to_owned()))?;
        Ok(Spec { kind, name: text.to_owned() })
    }
}

fn read(text: &str) -> Option<PlayerKind> {
    let (named, settings) = split(text)?;
    let external = matches!(named, Named::Program(_));
    let (mut limits, mut hash, mut threads) = (Limits::default(), HASH, 1);
    let (mut timeout, mut options) = (None, Vec::new());
    for (name, value) in settings {
        match name {
            "time" => limits.time = Some(seconds(value)?),
            "nodes" => limits.nodes = Some(above_zero(value)?),
            "depth" => limits.depth = Some(u32::try_from(above_zero(value)?).ok()?),
            "hash" if !external => hash = within(value, 32_768)?,
            "threads" if !external => threads = within(value, 256)?,
            "timeout" if external => timeout = Some(seconds(value)?),
            _ => {
                let option = name.strip_prefix("option.").filter(|_| external)?;
                options.push((option.to_owned(), value.to_owned()));
            }
        }
    }
    let limited = limits != Limits::default();
    let sound = match named {
        Named::Engine | Named::Program(_) => limited,
        Named::Level(_) | Named::Greedy | Named::Random => !limited,
        Named::Uct => limited && limits.depth.is_none(),
    };
    sound.then(|| match named {
        Named::Engine => PlayerKind::Engine { limits, hash, threads },
        Named::Level(level) => PlayerKind::Level { level, hash },
        Named::Greedy => PlayerKind::Greedy,
        Named::Random => PlayerKind::Random,
        Named::Uct => PlayerKind::Uct { limits },
        Named::Program(command) => PlayerKind::Program(Program {
            command,
            limits,
            timeout: timeout.unwrap_or(limits.time.map_or(LONGEST, |time| time + SLACK)),
            patience: timeout.unwrap_or(PATIENCE),
            options,
        }),
    })
}

/// The sort of player, and the settings with their values.
fn split(text: &str) -> Option<(Named, Vec<(&str, &str)>)> {
    let mut settings = Vec::new();
    if let Some(mut command) = text.strip_prefix("cmd:") {
        // A command may have commas and equals signs of its own: settings are peeled off from
        // the end as long as they are known.
        while let Some((before, setting)) = command.rsplit_once(',')
            && let Some((name, value)) = setting.split_once('=')
            && (["time", "nodes", "depth", "timeout"].contains(&name)
                || name.starts_with("option."))
        {
            settings.push((name, value));
            command = before;
        }
        settings.reverse();
        let words = words(command).filter(|words| !words.is_empty())?;
        return Some((Named::Program(words), settings));
    }
    let mut named = None;
    for part in text.split(',') {
        let found = match part.split_once('=') {
            None => match part {
                "engine" => Named::Engine,
                "greedy" => Named::Greedy,
                "random" => Named::Random,
                "uct" => Named::Uct,
                _ => return None,
            },
            Some(("level", level)) => Named::Level(Level::new(level.parse().ok()?)?),
            Some(setting) => {
                settings.push(setting);
                continue;
            }
        };
        if named.replace(found).is_some() {
            return None;
        }
    }
    Some((named.unwrap_or(Named::Engine), settings))
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.001..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

fn above_zero(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number > 0)
}

fn within(text: &str, most: usize) -> Option<usize> {
    text.parse().ok().filter(|number| (1..=most).contains(number))
}

/// The words of a command: spaces separate, quotes of either kind keep together. None if a quote
/// is not closed.
#[must_use]
pub fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<PlayerKind> {
        text.parse().ok().map(|spec: Spec| spec.kind)
    }

    #[test]
    fn players_of_every_kind() {
        let time = |seconds| Limits::per_action(Duration::from_secs_f64(seconds));
        let nodes = |count| Limits { nodes: Some(count), ..Limits::default() };
        let engine = |limits, hash| Some(PlayerKind::Engine { limits, hash, threads: 1 });
        let level = Level::new(5).unwrap();
        assert_eq!(kind("level=5"), Some(PlayerKind::Level { level, hash: 16 }));
        assert_eq!(kind("time=0.1"), engine(time(0.1), 16));
        assert_eq!(kind("nodes=20000,hash=4"), engine(nodes(20_000), 4));
        assert_eq!(kind("greedy"), Some(PlayerKind::Greedy));
        assert_eq!(kind("random"), Some(PlayerKind::Random));
        assert_eq!(kind("uct,time=0.2"), Some(PlayerKind::Uct { limits: time(0.2) }));
        assert_eq!(kind("uct,nodes=500"), Some(PlayerKind::Uct { limits: nodes(500) }));
    }

    #[test]
    fn command_lines_are_split() {
        assert_eq!(words("a  b 'c d' \"\"").unwrap(), ["a", "b", "c d", ""]);
        assert_eq!(words("  ").unwrap(), [""; 0]);
        assert_eq!(words("a 'b"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let all = "|level=0|level=9|level=5,time=1|time=0|time=-1|time=x|nodes=0|depth=0|engine\
             |greedy,time=1|uct|uct,depth=3|cmd:,time=1|cmd:a|cmd:'a,time=1|time|nodes=5,what=1\
             |greedy,random|time=inf|time=NaN|hash=0,time=1|time=1,option.Hash=3|,";
        for text in all.split('|') {
            assert_eq!(kind(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_command_keeps_its_own_commas() {
        let program = |text| match kind(text) {
            Some(PlayerKind::Program(program)) => program,
            other => panic!("{other:?}"),
        };
        let found = program("cmd:'/opt/my engine' --a=1,b=2 x,option.Hash=8,time=0.5");
        assert_eq!(found.command, ["/opt/my engine", "--a=1,b=2", "x"]);
        assert_eq!(found.options, [("Hash".to_owned(), "8".to_owned())]);
        assert_eq!(found.timeout, Duration::from_millis(1500));
        let found = program("cmd:x,nodes=5,timeout=2");
        let two = Duration::from_secs(2);
        assert_eq!((found.timeout, found.patience), (two, two));
    }
}
