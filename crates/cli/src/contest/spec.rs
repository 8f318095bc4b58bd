//! Who plays: the text of a player on the command line.

use std::time::Duration;

use engine::{Level, Limits};

/// What a player can be, for the refusal of anything else.
pub(crate) const ALLOWED: &str = "level=1…8; time=S, nodes=N, depth=N (+ hash=MB, threads=N); \
     greedy; random; uct,time=S; uct,nodes=N; cmd:PATH ARGS,time=S (or nodes=N, depth=N; \
     + timeout=S, option.NAME=VALUE)";

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spec {
    pub(crate) kind: Kind,
    /// Time, nodes (for UCT: random games) or depth for each action.
    pub(crate) limits: Limits,
    /// The table's size in mebibytes.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// An external program that takes longer has lost.
    pub(crate) timeout: Duration,
    /// How long an external program may take to get ready.
    pub(crate) patience: Duration,
    /// Options told to an external program.
    pub(crate) options: Vec<(String, String)>,
    /// What was typed.
    pub(crate) name: String,
}

/// The kinds of player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// The engine at full strength.
    Engine,
    Level(Level),
    /// The best evaluation after one action.
    Greedy,
    Random,
    Uct,
    /// An external program: its path and arguments.
    External(Vec<String>),
}

/// Beyond the time asked for, a program's answer may take so long to arrive.
const SLACK: Duration = Duration::from_secs(1);
/// Without a time limit an answer may take so long.
const LONGEST: Duration = Duration::from_secs(60);
/// Programs may start slowly.
const PATIENCE: Duration = Duration::from_secs(30);

impl Spec {
    /// Reads a player; none if it makes no sense.
    pub(crate) fn read(text: &str) -> Option<Spec> {
        let mut spec = Spec {
            kind: Kind::Engine,
            limits: Limits::default(),
            hash: 16,
            threads: 1,
            timeout: LONGEST,
            patience: PATIENCE,
            options: Vec::new(),
            name: text.to_owned(),
        };
        let (kind, settings) = spec.split(text)?;
        spec.kind = kind;
        let external = matches!(spec.kind, Kind::External(_));
        let mut timeout = None;
        for (name, value) in settings {
            match name {
                "time" => spec.limits.time = Some(seconds(value)?),
                "nodes" => spec.limits.nodes = Some(above_zero(value)?),
                "depth" => spec.limits.depth = Some(u32::try_from(above_zero(value)?).ok()?),
                "hash" if !external => spec.hash = within(value, 32_768)?,
                "threads" if !external => spec.threads = within(value, 256)?,
                "timeout" if external => timeout = Some(seconds(value)?),
                _ => {
                    let option = name.strip_prefix("option.").filter(|_| external)?;
                    spec.options.push((option.to_owned(), value.to_owned()));
                }
            }
        }
        match timeout {
            Some(timeout) => (spec.timeout, spec.patience) = (timeout, timeout),
            None => spec.timeout = spec.limits.time.map_or(LONGEST, |time| time + SLACK),
        }
        let limited = spec.limits != Limits::default();
        let sound = match spec.kind {
            Kind::Engine | Kind::External(_) => limited,
            Kind::Level(_) | Kind::Greedy | Kind::Random => !limited,
            Kind::Uct => limited && spec.limits.depth.is_none(),
        };
        sound.then_some(spec)
    }

    /// The kind of player, and the settings with their values.
    fn split<'a>(&self, text: &'a str) -> Option<(Kind, Vec<(&'a str, &'a str)>)> {
        let mut settings = Vec::new();
        if let Some(command) = text.strip_prefix("cmd:") {
            // A command may have commas and equals signs of its own: settings are peeled off from
            // the end as long as they are known.
            let mut command = command;
            while let Some((before, setting)) = command.rsplit_once(',')
                && let Some((name, value)) = setting.split_once('=')
                && (["time", "nodes", "depth", "timeout"].contains(&name)
                    || name.starts_with("option."))
            {
                settings.push((name, value));
                command = before;
            }
            settings.reverse();
            let words = words(command)?;
            return (!words.is_empty()).then_some((Kind::External(words), settings));
        }
        let mut kind = None;
        for part in text.split(',') {
            let found = match part.split_once('=') {
                None => match part {
                    "engine" => Kind::Engine,
                    "greedy" => Kind::Greedy,
                    "random" => Kind::Random,
                    "uct" => Kind::Uct,
                    _ => return None,
                },
                Some(("level", level)) => Kind::Level(Level::new(level.parse().ok()?)?),
                Some(setting) => {
                    settings.push(setting);
                    continue;
                }
            };
            if kind.replace(found).is_some() {
                return None;
            }
        }
        Some((kind.unwrap_or(Kind::Engine), settings))
    }
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
fn words(command: &str) -> Option<Vec<String>> {
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

    #[test]
    fn players_of_every_kind() {
        let kind = |text| Spec::read(text).map(|spec| spec.kind);
        assert_eq!(kind("level=5"), Some(Kind::Level(Level::new(5).unwrap())));
        assert_eq!(kind("time=0.1"), Some(Kind::Engine));
        assert_eq!(kind("nodes=20000,hash=4"), Some(Kind::Engine));
        assert_eq!(kind("greedy"), Some(Kind::Greedy));
        assert_eq!(kind("random"), Some(Kind::Random));
        assert_eq!(kind("uct,time=0.2"), Some(Kind::Uct));
        assert_eq!(kind("uct,nodes=500"), Some(Kind::Uct));
    }

    #[test]
    fn nonsense_is_refused() {
        let all = "|level=0|level=9|level=5,time=1|time=0|time=-1|time=x|nodes=0|depth=0|engine\
             |greedy,time=1|uct|uct,depth=3|cmd:,time=1|cmd:a|cmd:'a,time=1|time|nodes=5,what=1\
             |greedy,random|time=inf|time=NaN|hash=0,time=1|time=1,option.Hash=3|,";
        for text in all.split('|') {
            assert_eq!(Spec::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_command_keeps_its_own_commas() {
        let spec = Spec::read("cmd:'/opt/my engine' --a=1,b=2 x,option.Hash=8,time=0.5").unwrap();
        let words = ["/opt/my engine", "--a=1,b=2", "x"].map(str::to_owned).to_vec();
        assert_eq!(spec.kind, Kind::External(words));
        assert_eq!(spec.options, [("Hash".to_owned(), "8".to_owned())]);
        assert_eq!(spec.timeout, Duration::from_millis(1500));
        let spec = Spec::read("cmd:x,nodes=5,timeout=2").unwrap();
        assert_eq!((spec.timeout, spec.patience), (Duration::from_secs(2), Duration::from_secs(2)));
    }
}
