//! `play`: a game in the terminal, on the full screen or line by line.
//!
//! `session` is the game being played, `opponents` who plays the other side, `round` both together
//! with the settings and the file, `saved` what a file holds of it; none of them knows a terminal. `choosing` narrows the legal actions
//! by the spots that are touched, `typed` by text. `app` and `keys` are the full
//! screen's state, `screen` draws it, `terminal` owns the terminal; `plain` is line mode. `online`
//! is the client of a server that keeps the game, `app_online` what the full screen makes of it.

mod app;
mod app_online;
mod choosing;
mod clock;
mod external;
mod input;
mod keys;
mod menu;
mod online;
mod opponents;
mod plain;
mod round;
mod saved;
mod screen;
mod session;
mod terminal;
mod theme;
mod thinker;
mod typed;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::Level;
use rules::{Game, GameId, Side, Variant};

use crate::Refusal;
use crate::args::Setup;
use crate::output::Output;
use crate::search::{ExactTables, oracle};
use clock::Control;
use online::{Address, Client, Request, Rival, Terms};
use opponents::{OpponentChoice, Strength};
use round::{Round, Settings};
use saved::Saved;
use theme::{Depth, Theme};

/// Whom to play, and how. Read as text here, judged in [`play`].
#[derive(Args, Debug)]
pub(crate) struct Play {
    #[arg(id = "play-game", value_name = "GAME")]
    game: Option<String>,
    #[arg(long, value_name = "K=V,…", default_value = "", hide_default_value = true)]
    rules: String,
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    #[arg(id = "play-load", long = "load", value_name = "FILE")]
    load: Option<PathBuf>,
    #[arg(id = "play-level", long = "level", value_name = "N", allow_negative_numbers = true)]
    level: Option<String>,
    #[arg(id = "play-time", long = "time", value_name = "S", allow_negative_numbers = true)]
    time: Option<String>,
    #[arg(id = "play-both", long = "both")]
    both: bool,
    #[arg(id = "play-engine", long = "engine", value_name = "CMD")]
    engine: Option<String>,
    #[arg(id = "play-side", long = "side", value_name = "first|second")]
    side: Option<String>,
    #[arg(id = "play-clock", long = "clock", value_name = "5+3", allow_negative_numbers = true)]
    clock: Option<String>,
    #[arg(id = "play-pace", long = "pace", value_name = "MS", allow_negative_numbers = true)]
    pace: Option<String>,
    #[command(flatten)]
    tables: ExactTables,
    #[arg(id = "play-plain", long = "plain")]
    plain: bool,
    #[arg(id = "play-server", long = "server", value_name = "URL", conflicts_with_all = HERE)]
    server: Option<String>,
    #[arg(id = "play-token", long = "token", value_name = "TOKEN", requires = SERVER)]
    token: Option<String>,
    #[arg(id = "play-friend", long = "friend", requires = SERVER,
        conflicts_with_all = ["play-both", "play-level"])]
    friend: bool,
    #[arg(id = "play-lobby", long = "lobby", requires = SERVER,
        conflicts_with_all = ["play-both", "play-friend", "play-level"])]
    lobby: bool,
    #[arg(id = "play-rated", long = "rated", requires = SERVER)]
    rated: bool,
    #[arg(id = "play-join", long = "join", value_name = "ID", requires = SERVER,
        conflicts_with_all = NEW)]
    join: Option<String>,
    #[arg(id = "play-watch", long = "watch", value_name = "ID", requires = SERVER,
        conflicts_with_all = NEW, conflicts_with = "play-join")]
    watch: Option<String>,
    #[arg(id = "play-list", long = "list", requires = SERVER, conflicts_with_all = NEW,
        conflicts_with_all = ["play-join", "play-watch"])]
    list: bool,
}

const SERVER: &str = "play-server";
/// What has a meaning only in games that are kept here.
const HERE: [&str; 5] = ["moves", "play-load", "play-time", "play-engine", "exact-tables"];
/// What says how a new game is to be made.
const NEW: [&str; 9] = [
    "play-game",
    "rules",
    "from",
    "play-level",
    "play-both",
    "play-friend",
    "play-lobby",
    "play-rated",
    "play-side",
];

/// Plays.
pub(crate) fn play(args: &Play, output: &mut Output) -> anyhow::Result<()> {
    let round = match &args.server {
        Some(server) => match args.online(server, output)? {
            Some(round) => round,
            None => return Ok(()),
        },
        None => args.round(output)?,
    };
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // A dumb terminal cannot place a cursor.
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if args.plain || !terminal || dumb {
        return plain::run(round, output);
    }
    let depth = Depth::from_env(|name| std::env::var(name).ok());
    let theme = Theme { depth, ascii: output.ascii() };
    let mut app = app::App::new(round, output.text().lang(), theme);
    Ok(terminal::run(&mut app)?)
}

impl Play {
    fn side(&self, output: &Output) -> anyhow::Result<Option<Side>> {
        match self.side.as_deref() {
            None => Ok(None),
            Some("first") => Ok(Some(Side::First)),
            Some("second") => Ok(Some(Side::Second)),
            Some(other) => Err(Refusal::argument("--side", other, "first, second", output)),
        }
    }

    fn pace(&self, output: &Output) -> anyhow::Result<Duration> {
        let pace = match self.pace.as_deref() {
            None => 250,
            Some(text) => match text.parse().ok().filter(|pace| *pace <= 10_000) {
                Some(pace) => pace,
                None => return Err(Refusal::argument("--pace", text, "0…10000", output)),
            },
        };
        Ok(Duration::from_millis(pace))
    }

    fn setup(&self, output: &Output) -> anyhow::Result<Setup> {
        let Some(game) = &self.game else {
            let args = [("name", "<GAME>".into())];
            return Err(Refusal::wrong(output.text().message("error-missing-argument", &args)));
        };
        Ok(Setup {
            game: game.clone(),
            rules: self.rules.clone(),
            from: self.from.clone(),
            moves: self.moves.clone(),
        })
    }

    fn round(&self, output: &Output) -> anyhow::Result<Round> {
        let choice = self.choice(output)?;
        let side = self.side(output)?.unwrap_or(Side::First);
        let control = match self.clock.as_deref() {
            None => None,
            Some(text) => match Control::read(text) {
                Some(control) => Some(control),
                None => return Err(Refusal::argument("--clock", text, "5+3, 10", output)),
            },
        };
        let mut settings = Settings {
            variant: Variant::default_of(GameId::SEEGA),
            from: None,
            choice,
            side,
            control,
            pace: self.pace(output)?,
            tables: self.tables.folder(output)?.map(Into::into),
        };
        if let Some(file) = &self.load {
            return self.loaded(settings, file, output);
        }
        let setup = self.setup(output)?;
        let game = setup.game(output)?;
        settings.variant = game.variant();
        settings.from.clone_from(&self.from);
        sit(settings, game, output)
    }

    /// Sits down at a server's board; none if the games were only to be listed.
    fn online(&self, server: &str, output: &mut Output) -> anyhow::Result<Option<Round>> {
        let address = Address::read(server)
            .ok_or_else(|| Refusal::argument("--server", server, "http://…, https://…", output))?;
        let token = self.token.clone().or_else(|| std::env::var("IGROTEKA_TOKEN").ok());
        let token = token.filter(|token| !token.is_empty());
        if let Some(token) = &token
            && !token.bytes().all(|b| b.is_ascii_graphic())
        {
            return Err(Refusal::wrong(output.text().message("server-unauthorized", &[])));
        }
        let id = |name: &str, text: &str| {
            online::game_id(text).ok_or_else(|| Refusal::argument(name, text, "ID, URL", output))
        };
        let request = match (&self.join, &self.watch, &self.game) {
            (Some(game), ..) => Request::Join(id("--join", game)?),
            (_, Some(game), _) => Request::Watch(id("--watch", game)?),
            (None, None, Some(_)) => self.creation(output)?,
            (None, None, None) => Request::Choose,
        };
        let pace = self.pace(output)?;
        let client = Client::new(address, token, output.text());
        if self.list {
            online::list(&client, output)?;
            return Ok(None);
        }
        online::sit(client, request, pace).map(Some).map_err(Refusal::no)
    }

    /// A game to be made on a server.
    fn creation(&self, output: &Output) -> anyhow::Result<Request> {
        let variant = self.setup(output)?.game(output)?.variant();
        let rival = match self.choice(output)? {
            OpponentChoice::TwoPlayers => Rival::Here,
            _ if self.friend => Rival::Friend,
            _ if self.lobby => Rival::Lobby,
            OpponentChoice::Engine(Strength::Level(level)) => Rival::Engine(level.number()),
            _ => Rival::Engine(3),
        };
        let clock = match self.clock.as_deref() {
            None => "none".to_owned(),
            Some(days) if days.ends_with('d') => days.to_owned(),
            Some(text) => match Control::read(text) {
                Some(control) => control.text(),
                None => return Err(Refusal::argument("--clock", text, "5+3, 10, 3d", output)),
            },
        };
        let terms = Terms { rival, side: self.side(output)?, clock, rated: self.rated };
        Ok(Request::Create { terms, variant, from: self.from.clone() })
    }

    /// A game goes on from a file; what would begin another one does not go with that.
    fn loaded(
        &self,
        settings: Settings,
        file: &std::path::Path,
        output: &Output,
    ) -> anyhow::Result<Round> {
        let (mut record, game) = round::read_last(file, output.text()).map_err(Refusal::wrong)?;
        let id = record.variant.game;
        if let Some(asked) = &self.game
            && asked != id.id()
        {
            return Err(Refusal::argument("GAME", asked, id.id(), output));
        }
        // What is asked for in the call comes before what the file says.
        let asked = settings.clone();
        let mut settings = Settings { variant: record.variant, ..settings };
        let mut saved = Saved::take(&mut record);
        saved.apply(&mut settings);
        if self.both || self.level.is_some() || self.time.is_some() || self.engine.is_some() {
            settings.choice = asked.choice;
        }
        if self.side.is_some() {
            settings.side = asked.side;
        }
        if self.clock.is_some() {
            settings.control = asked.control;
            saved.left = None;
        }
        let mut round = sit(settings, Game::start(record.variant), output)?;
        round.resume(record, game, &saved, file);
        Ok(round)
    }

    fn choice(&self, output: &Output) -> anyhow::Result<OpponentChoice> {
        let time = match self.time.as_deref() {
            None => None,
            Some(text) => {
                let seconds: Option<f64> = text.parse().ok();
                match seconds.filter(|seconds| (0.001..=3600.0).contains(seconds)) {
                    Some(seconds) => Some(Duration::from_secs_f64(seconds)),
                    None => return Err(Refusal::argument("--time", text, "0.001…3600", output)),
                }
            }
        };
        let level = match self.level.as_deref() {
            None => None,
            Some(text) => match text.parse().ok().and_then(Level::new) {
                Some(level) => Some(level),
                None => {
                    let allowed = format!("1…{}", Level::LAST.number());
                    return Err(Refusal::argument("--level", text, &allowed, output));
                }
            },
        };
        let twice = |name: &str| {
            let args = [("name", name.into())];
            Err(Refusal::wrong(output.text().message("error-repeated-argument", &args)))
        };
        match (&self.engine, level, time) {
            (Some(_), _, _) if self.both => twice("--both"),
            (_, Some(_), _) | (_, _, Some(_)) if self.both => twice("--both"),
            (Some(_), Some(_), _) | (None, Some(_), Some(_)) => twice("--level"),
            (Some(command), None, time) => {
                let words = arena::words(command).filter(|words| !words.is_empty());
                let words = words
                    .ok_or_else(|| Refusal::argument("--engine", command, "CMD ARGS", output))?;
                Ok(OpponentChoice::External(words, time.unwrap_or(Duration::from_secs(1))))
            }
            (None, Some(level), None) => Ok(OpponentChoice::Engine(Strength::Level(level))),
            (None, None, Some(time)) => Ok(OpponentChoice::Engine(Strength::Time(time))),
            (None, None, None) if self.both => Ok(OpponentChoice::TwoPlayers),
            (None, None, None) => {
                let level = Level::new(3).unwrap_or(Level::FIRST);
                Ok(OpponentChoice::Engine(Strength::Level(level)))
            }
        }
    }
}

fn sit(settings: Settings, game: Game, output: &Output) -> anyhow::Result<Round> {
    // A damaged table is named before the board is drawn; the engine plays without.
    oracle(settings.tables.as_deref(), settings.variant, |error| eprintln!("{error}"));
    Round::new(settings, game).map_err(|trouble| {
        let args = [("message", trouble.into())];
        Refusal::wrong(output.text().message("play-opponent-trouble", &args))
    })
}

#[cfg(test)]
mod tests;
