//! What a saved game holds beside its moves: the opponent, the person's side, the clocks, and throws
//! that fell before a takeback. Each is a tag of the record.

use std::time::{Duration, Instant};

use engine::Level;
use rules::Side;
use rules::record::Record;

use super::clock::Control;
use super::opponents::{OpponentChoice, Strength};
use super::round::Settings;
use super::session::Session;

const TAGS: [&str; 5] = ["Opponent", "Person", "Clock", "TimeLeft", "Fallen"];

/// What a file says about the sitting; nothing of it where the tags are missing or wrong.
#[derive(Default)]
pub(crate) struct Saved {
    pub(crate) choice: Option<OpponentChoice>,
    pub(crate) side: Option<Side>,
    pub(crate) control: Option<Control>,
    /// What both sides have left on their clocks.
    pub(crate) left: Option<[Duration; 2]>,
    /// Throws that come next.
    pub(crate) fallen: Vec<String>,
}

impl Saved {
    /// Takes the tags out of a record.
    pub(crate) fn take(record: &mut Record) -> Saved {
        let mut saved = Saved::default();
        // A clock of days, as a server has it, is left where it is.
        let ours = |(name, value): &mut (String, String)| {
            TAGS.contains(&name.as_str()) && (name != "Clock" || Control::read(value).is_some())
        };
        for (name, value) in record.tags.extract_if(.., ours) {
            match name.as_str() {
                "Opponent" => saved.choice = read_choice(&value),
                "Person" => saved.side = Side::BOTH.into_iter().find(|side| side.word() == value),
                "Clock" => saved.control = Control::read(&value),
                "TimeLeft" => saved.left = read_left(&value),
                _ => saved.fallen = value.split_whitespace().map(str::to_owned).collect(),
            }
        }
        saved
    }

    /// Puts the tags of a sitting into its record.
    pub(crate) fn put(settings: &Settings, session: &Session, record: &mut Record) {
        let mut tag = |name: &str, value: String| record.tags.push((name.to_owned(), value));
        if let Some(opponent) = choice_text(&settings.choice) {
            tag("Opponent", opponent);
        }
        if settings.choice != OpponentChoice::TwoPlayers {
            tag("Person", settings.side.word().to_owned());
        }
        if let (Some(control), Some(clocks)) = (settings.control, session.clocks()) {
            tag("Clock", control.text());
            let now = Instant::now();
            let [first, second] = Side::BOTH.map(|side| clocks.left(side, now).as_secs_f64());
            tag("TimeLeft", format!("{first:.1} {second:.1}"));
        }
        let fallen = session.pending_throws();
        if !fallen.is_empty() {
            tag("Fallen", fallen.join(" "));
        }
    }

    /// Sets what the file knows.
    pub(crate) fn apply(&self, settings: &mut Settings) {
        if let Some(choice) = &self.choice {
            settings.choice = choice.clone();
        }
        settings.side = self.side.unwrap_or(settings.side);
        settings.control = self.control.or(settings.control);
    }
}

/// A program is not named: a file that comes from another person must not start one.
fn choice_text(choice: &OpponentChoice) -> Option<String> {
    match choice {
        OpponentChoice::Engine(Strength::Level(level)) => Some(format!("level {}", level.number())),
        OpponentChoice::Engine(Strength::Time(time)) => {
            Some(format!("time {}", time.as_secs_f64()))
        }
        OpponentChoice::TwoPlayers => Some("person".to_owned()),
        OpponentChoice::External(..) | OpponentChoice::Server(_) => None,
    }
}

fn read_choice(text: &str) -> Option<OpponentChoice> {
    let strength = match text.split_once(' ') {
        None => return (text == "person").then_some(OpponentChoice::TwoPlayers),
        Some(("level", number)) => Strength::Level(number.parse().ok().and_then(Level::new)?),
        Some(("time", seconds)) => {
            let seconds = seconds.parse().ok().filter(|s| (0.001..=3600.0).contains(s))?;
            Strength::Time(Duration::from_secs_f64(seconds))
        }
        Some(_) => return None,
    };
    Some(OpponentChoice::Engine(strength))
}

fn read_left(text: &str) -> Option<[Duration; 2]> {
    let (first, second) = text.split_once(' ')?;
    let time = |text: &str| {
        let seconds: f64 = text.parse().ok()?;
        (0.0..1e6).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
    };
    Some([time(first)?, time(second)?])
}
