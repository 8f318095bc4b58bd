//! One sitting at the board: how games are set up, the game being played, the opponent, the file
//! it is kept in. Line mode and full screen share it.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rules::record::Record;
use rules::{Event, Game, Illegal, Side, Variant};
use text::Text;

use super::clock::Control;
use super::online::{Remote, State, Undone, Update};
use super::opponents::{Opponent, OpponentChoice, Trouble};
use super::saved::Saved;
use super::session::Session;

/// A larger file is no record of a game.
const LARGEST_FILE: u64 = 16 << 20;

/// How games are set up.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    pub(crate) variant: Variant,
    /// The position games begin from; the standard start if there is none.
    pub(crate) from: Option<String>,
    pub(crate) choice: OpponentChoice,
    /// The side of the person, where there is one person only.
    pub(crate) side: Side,
    pub(crate) control: Option<Control>,
    /// How long an action of the opponent, or a throw, is shown at least.
    pub(crate) pace: Duration,
    /// The folder of exact tables that the engine looks up.
    pub(crate) tables: Option<PathBuf>,
}

impl Settings {
    fn persons(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.choice == OpponentChoice::TwoPlayers || side == self.side)
    }

    fn game(&self) -> Game {
        let from = self.from.as_ref();
        let game = from.and_then(|text| Game::from_position(self.variant, text).ok());
        game.unwrap_or_else(|| Game::start(self.variant))
    }
}

/// A sitting.
pub(crate) struct Round {
    pub(crate) settings: Settings,
    pub(crate) session: Session,
    pub(crate) opponent: Option<Box<dyn Opponent>>,
    /// The server that keeps the game, if one does.
    pub(crate) remote: Option<Remote>,
    /// The file that the game was read from or written to.
    pub(crate) file: Option<PathBuf>,
}

impl Round {
    /// Sits down to this game.
    pub(crate) fn new(settings: Settings, game: Game) -> Result<Round, Trouble> {
        let opponent = settings.choice.invite(settings.tables.as_deref())?;
        let session = Session::new(game, settings.persons(), settings.control);
        Ok(Round { settings, session, opponent, remote: None, file: None })
    }

    /// Sits down at a server's board; without a state there is no game on it yet.
    pub(crate) fn online(
        mut settings: Settings,
        mut remote: Remote,
        state: Option<State>,
    ) -> Round {
        let mut session = Session::elsewhere(settings.game());
        if let Some(state) = state {
            remote.enter(state, &mut session, &mut settings);
        }
        Round { settings, session, opponent: None, remote: Some(remote), file: None }
    }

    /// News of a server that are there, taken in.
    pub(crate) fn hear(&mut self, text: &Text) -> Vec<Update> {
        let mut updates = Vec::new();
        let Some(remote) = &mut self.remote else { return updates };
        while let Some(news) = remote.next_news() {
            updates.extend(remote.hear(news, &mut self.session, &mut self.settings, text));
        }
        if updates.iter().any(|one| matches!(one, Update::NewGame)) {
            self.file = None;
        }
        updates
    }

    /// Plays an action of a person, a throw, or what the opponent chose.
    pub(crate) fn play(&mut self, action: &str) -> Result<Vec<Event>, Illegal> {
        let events = self.session.play(action)?;
        if let Some(remote) = &mut self.remote {
            remote.send(&self.session);
        }
        Ok(events)
    }

    /// Takes back what can be; on a server that may need consent.
    pub(crate) fn undo(&mut self) -> Undone {
        self.forget_question();
        if let Some(remote) = &mut self.remote {
            return remote.undo(&mut self.session);
        }
        let half_made = self.session.half_made();
        match self.session.undo() {
            true if half_made => Undone::Action,
            true => Undone::Turn,
            false => Undone::Nothing,
        }
    }

    /// The side of the only person at this keyboard.
    pub(crate) fn own_side(&self) -> Option<Side> {
        match &self.remote {
            Some(remote) => remote.side().filter(|_| !remote.has_both()),
            None => self.opponent.as_ref().map(|_| self.settings.side),
        }
    }

    /// Begins a new game as the settings say.
    pub(crate) fn begin(&mut self) {
        self.forget_question();
        self.session =
            Session::new(self.settings.game(), self.settings.persons(), self.settings.control);
        self.file = None;
    }

    /// Other settings; the game goes on.
    pub(crate) fn change_opponent(&mut self, choice: OpponentChoice) -> Result<(), Trouble> {
        if choice != self.settings.choice {
            self.opponent = choice.invite(self.settings.tables.as_deref())?;
            self.settings.choice = choice;
        }
        Ok(())
    }

    /// The opponent has failed: the person may play both sides from now on.
    pub(crate) fn lose_opponent(&mut self) {
        self.opponent = None;
        self.settings.choice = OpponentChoice::TwoPlayers;
        self.session.set_persons(self.settings.persons());
    }

    pub(crate) fn forget_question(&mut self) {
        if let Some(opponent) = &mut self.opponent {
            opponent.cancel();
        }
    }

    /// Asks the opponent for an action in the game as it stands.
    pub(crate) fn ask(&mut self) {
        let side = self.session.game().side();
        let clock = self
            .session
            .clocks()
            .map(|clocks| (clocks.left(side, Instant::now()), clocks.increment()));
        if let Some(opponent) = &mut self.opponent {
            opponent.ask(self.session.game(), clock);
        }
    }

    /// Whether help by the engine is allowed: on a server, by its rule.
    pub(crate) fn may_help(&self) -> bool {
        self.remote.as_ref().is_none_or(Remote::may_help)
    }

    /// What the player of a side is called.
    pub(crate) fn player(&self, side: Side, text: &Text) -> String {
        if let Some(remote) = &self.remote {
            return remote.player(side, text);
        }
        match &self.opponent {
            Some(opponent) if !self.session.is_person(side) => opponent.name(text),
            Some(_) => text.message("play-you", &[]),
            None => text.message("play-person", &[]),
        }
    }

    /// The name that a file gets unless the player gives a better one.
    pub(crate) fn file_name(&self) -> String {
        match &self.file {
            Some(file) => file.display().to_string(),
            None => match self.remote.as_ref().and_then(Remote::game) {
                Some(id) => format!("{}-{id}.txt", self.settings.variant.game),
                None => format!("{}.txt", self.settings.variant.game),
            },
        }
    }

    /// Writes the game; `Ok(false)` if there is another file with this name, which is left alone
    /// unless `overwrite`.
    pub(crate) fn save(&mut self, path: &Path, overwrite: bool, text: &Text) -> SaveResult {
        let names = Side::BOTH.map(|side| self.player(side, text));
        let kept = self.remote.as_ref().filter(|remote| remote.is_up()).map(Remote::record);
        // The server's record can say what the throws came from.
        let record = match kept {
            Some(Ok(record)) => record,
            _ => {
                let mut record = self.session.record(names);
                if self.remote.is_none() {
                    Saved::put(&self.settings, &self.session, &mut record);
                }
                record.write()
            }
        };
        let fail = |error: std::io::Error| file_trouble("error-file-write", path, &error, text);
        let known = overwrite || self.file.as_deref() == Some(path);
        let opened = OpenOptions::new()
            .write(true)
            .create(known)
            .truncate(known)
            .create_new(!known)
            .open(path);
        match opened {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(fail(error)),
            Ok(mut file) => file.write_all(record.as_bytes()).map_err(fail)?,
        }
        self.file = Some(path.to_owned());
        Ok(true)
    }

    /// Goes on with the last game of a file. What is wrong with the file is returned as one line, and
    /// the game at hand stays.
    pub(crate) fn load(&mut self, path: &Path, text: &Text) -> Result<(), Trouble> {
        let (mut record, game) = read_last(path, text)?;
        let saved = Saved::take(&mut record);
        if let Some(choice) = &saved.choice {
            self.change_opponent(choice.clone())?;
        }
        saved.apply(&mut self.settings);
        self.resume(record, game, &saved, path);
        Ok(())
    }

    /// Goes on with a game that was read, as the settings say.
    pub(crate) fn resume(&mut self, record: Record, game: Game, saved: &Saved, path: &Path) {
        self.forget_question();
        self.settings.variant = record.variant;
        self.settings.from.clone_from(&record.start);
        self.session =
            Session::from_record(record, game, self.settings.persons(), self.settings.control);
        self.session.resume(saved.left, &saved.fallen);
        self.file = Some(path.to_owned());
    }
}

pub(crate) type SaveResult = Result<bool, Trouble>;

/// The last game of a file, and where it stands.
pub(crate) fn read_last(path: &Path, text: &Text) -> Result<(Record, Game), Trouble> {
    let mut content = String::new();
    let opened = std::fs::File::open(path);
    opened
        .and_then(|file| file.take(LARGEST_FILE).read_to_string(&mut content))
        .map_err(|error| file_trouble("error-file-read", path, &error, text))?;
    let at_file = |message: String| {
        let args = [("file", path.display().to_string().into()), ("message", message.into())];
        text.message("error-at-file", &args)
    };
    let mut records =
        Record::read_all(&content).map_err(|error| at_file(text.record_error(&error)))?;
    let count = records.len();
    let record = records.pop().ok_or_else(|| at_file(String::new()))?;
    let game = record.replay().map_err(|error| {
        at_file(text.record_error(&rules::record::RecordError { game: count, ..error }))
    })?;
    Ok((record, game))
}

fn file_trouble(id: &str, path: &Path, error: &std::io::Error, text: &Text) -> Trouble {
    let args = [("file", path.display().to_string().into()), ("message", error.to_string().into())];
    text.message(id, &args)
}
