//! `play`: a game in the terminal, on the full screen or line by line.
//!
//! `session` is the game being played, `opponents` who plays the other side, `round` both together
//! with the settings and the file; none of them knows a terminal. `ways` are the legal actions as
//! data; `choosing` narrows them by squares and `typed` by text. `app` and `keys` are the full
//! screen's state, `screen` draws it, `terminal` owns the terminal; `plain` is line mode.

mod app;
mod choosing;
mod clock;
mod external;
mod input;
mod keys;
mod menu;
mod opponents;
mod plain;
mod round;
mod screen;
mod session;
mod terminal;
mod theme;
mod thinker;
mod typed;
mod ways;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::Level;
use rules::{Game, GameId, Side, Variant};

use crate::Refusal;
use crate::args::Setup;
use crate::output::Output;
use clock::Control;
use opponents::{Choice, Strength};
use round::{Round, Settings};
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
    #[arg(id = "play-plain", long = "plain")]
    plain: bool,
}

/// Plays.
pub(crate) fn play(args: &Play, output: &mut Output) -> anyhow::Result<()> {
    let round = args.round(output)?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.plain || !terminal {
        return plain::run(round, io::stdin().lock(), output);
    }
    let depth = Depth::from_env(|name| std::env::var(name).ok());
    let theme = Theme { depth, ascii: output.ascii() };
    let mut app = app::App::new(round, output.text().lang(), theme);
    Ok(terminal::run(&mut app)?)
}

impl Play {
    fn round(&self, output: &Output) -> anyhow::Result<Round> {
        let choice = self.choice(output)?;
        let side = match self.side.as_deref() {
            None | Some("first") => Side::First,
            Some("second") => Side::Second,
            Some(other) => {
                return Err(Refusal::argument("--side", other, "first, second", output));
            }
        };
        let control = match self.clock.as_deref() {
            None => None,
            Some(text) => match Control::read(text) {
                Some(control) => Some(control),
                None => return Err(Refusal::argument("--clock", text, "5+3, 10", output)),
            },
        };
        let pace = match self.pace.as_deref() {
            None => 250,
            Some(text) => match text.parse().ok().filter(|pace| *pace <= 10_000) {
                Some(pace) => pace,
                None => return Err(Refusal::argument("--pace", text, "0…10000", output)),
            },
        };
        let mut settings = Settings {
            variant: Variant::default_of(GameId::Seega),
            from: None,
            choice,
            side,
            control,
            pace: Duration::from_millis(pace),
        };
        if let Some(file) = &self.load {
            return self.loaded(settings, file, output);
        }
        let Some(game) = &self.game else {
            let args = [("name", "<GAME>".into())];
            return Err(Refusal::wrong(output.text().message("error-missing-argument", &args)));
        };
        let setup = Setup {
            game: game.clone(),
            rules: self.rules.clone(),
            from: self.from.clone(),
            moves: self.moves.clone(),
        };
        let game = setup.game(output)?;
        settings.variant = game.variant();
        settings.from.clone_from(&self.from);
        sit(settings, game, output)
    }

    /// A game goes on from a file; what would begin another one does not go with that.
    fn loaded(
        &self,
        settings: Settings,
        file: &std::path::Path,
        output: &Output,
    ) -> anyhow::Result<Round> {
        let (record, _) = round::read_last(file, output.text()).map_err(Refusal::wrong)?;
        let id = record.variant.game;
        if let Some(game) = &self.game
            && game != id.id()
        {
            return Err(Refusal::argument("GAME", game, id.id(), output));
        }
        let settings = Settings { variant: record.variant, ..settings };
        let mut round = sit(settings, Game::start(record.variant), output)?;
        round.load(file, output.text()).map_err(Refusal::wrong)?;
        Ok(round)
    }

    fn choice(&self, output: &Output) -> anyhow::Result<Choice> {
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
                let words = external::words(command);
                if words.is_empty() {
                    return Err(Refusal::argument("--engine", command, "CMD ARGS", output));
                }
                Ok(Choice::External(words, time.unwrap_or(Duration::from_secs(1))))
            }
            (None, Some(level), None) => Ok(Choice::Engine(Strength::Level(level))),
            (None, None, Some(time)) => Ok(Choice::Engine(Strength::Time(time))),
            (None, None, None) if self.both => Ok(Choice::Nobody),
            (None, None, None) => {
                let level = Level::new(3).unwrap_or(Level::FIRST);
                Ok(Choice::Engine(Strength::Level(level)))
            }
        }
    }
}

fn sit(settings: Settings, game: Game, output: &Output) -> anyhow::Result<Round> {
    Round::new(settings, game).map_err(|trouble| {
        let args = [("message", trouble.into())];
        Refusal::wrong(output.text().message("play-opponent-trouble", &args))
    })
}

#[cfg(test)]
mod tests;
