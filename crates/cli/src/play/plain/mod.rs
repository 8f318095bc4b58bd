//! Line mode: one prompt, everything as text, for pipes, screen readers and slow links.

mod commands;
mod lines;
mod online;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use rules::{Event, Side, Status, Warning};
use text::Text;

use super::clock;
use super::online::{Proposal, Undone};
use super::opponents::{OpponentChoice, Trouble};
use super::round::Round;
use super::session::Next;
use super::thinker::{Task, Thinker, Thought, hint_limits};
use super::typed::{self, Reading};
use crate::Refusal;
use crate::output::Output;
use crate::show;
use crate::wrap::hang;
use commands::{COMMANDS, Command, Where, command};
use lines::Lines;

/// Plays until the input ends or the player quits.
pub(crate) fn run(round: Round, output: &mut Output) -> anyhow::Result<()> {
    let thinker = Thinker::new(round.settings.tables.as_deref());
    let mut plain = Plain {
        round,
        lines: Lines::start(),
        output,
        thinker,
        echo: io::stdin().is_terminal(),
        shown: None,
        prompted: false,
        proposed: None,
        rematching: false,
        lost_opponent: false,
    };
    plain.greet()?;
    if plain.round.remote.is_some() {
        return plain.run_online();
    }
    plain.run()?;
    if plain.lost_opponent { Err(Refusal::reported()) } else { Ok(()) }
}

struct Plain<'a> {
    round: Round,
    lines: Lines,
    output: &'a mut Output,
    thinker: Thinker,
    /// Whether what is typed is seen.
    echo: bool,
    /// The ply and status at which the board was shown last.
    shown: Option<(usize, Status)>,
    /// Whether the prompt is the last thing that was written.
    prompted: bool,
    /// What the other side proposed when it was last shown.
    proposed: Option<Proposal>,
    /// Whether another game may begin at any time.
    rematching: bool,
    /// Whether an opponent has failed, which was reported.
    lost_opponent: bool,
}

impl Plain<'_> {
    fn text(&self) -> &'static Text {
        self.output.text()
    }

    fn say(&mut self, id: &str) -> anyhow::Result<()> {
        let message = self.text().message(id, &[]);
        self.print(&message)
    }

    fn print(&mut self, message: &str) -> anyhow::Result<()> {
        Ok(self.output.lines(hang("", message))?)
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        if self.round.remote.as_ref().is_some_and(|remote| remote.game().is_none()) {
            return self.say("online-no-game");
        }
        let text = self.text();
        let variant = self.round.settings.variant;
        self.output.line(text.full_title(variant))?;
        for side in Side::BOTH {
            let player = self.round.player(side, text);
            self.output.line(format!("{}: {player}", text.side_name(variant.game, side)))?;
        }
        self.greet_online()?;
        self.say("plain-greeting")
    }

    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            if let Some(outcome) = self.round.session.flag(Instant::now()) {
                self.events(&[Event::GameOver { outcome }])?;
            }
            match self.round.session.next() {
                Next::Opponent(_) => {
                    self.round.ask();
                    match self.round.opponent.as_mut().map(|opponent| opponent.wait()) {
                        Some(Ok(action)) => self.play(&action)?,
                        failed => {
                            self.round.lose_opponent();
                            if let Some(Err(trouble)) = failed {
                                self.failed(trouble)?;
                                self.say("play-both-sides")?;
                                self.lost_opponent = true;
                            }
                        }
                    }
                }
                Next::Throw { person: false, .. } => self.throw()?,
                Next::Throw { person: true, .. } | Next::Person(_) | Next::Over(_) => {
                    self.show_board()?;
                    let prompt = self.prompt();
                    let Some(line) = self.read_line(&prompt)? else { return Ok(()) };
                    if !self.obey(line.trim())? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Reports that an engine has failed.
    fn failed(&mut self, trouble: Trouble) -> anyhow::Result<()> {
        let args = [("message", trouble.into())];
        let message = self.text().message("play-opponent-trouble", &args);
        self.output.flush()?;
        let _ = writeln!(io::stderr(), "{message}");
        Ok(())
    }

    /// The board, if anything has changed since it was shown.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let now = (self.round.session.game().ply(), self.round.session.status());
        if self.shown != Some(now) {
            self.shown = Some(now);
            self.output.line("")?;
            show::draw(self.round.session.game(), &now.1, self.output)?;
            self.show_clocks()?;
        }
        Ok(())
    }

    fn show_clocks(&mut self) -> anyhow::Result<()> {
        let Some(clocks) = self.round.session.clocks() else { return Ok(()) };
        let (text, game) = (self.text(), self.round.settings.variant.game);
        let [first, second] = Side::BOTH.map(|side| {
            let left = clock::shown(clocks.left(side, Instant::now()));
            format!("{} {left}", text.side_inline(game, side))
        });
        let label = text.message("play-menu-clock", &[]);
        Ok(self.output.line(format!("{label}: {first}, {second}"))?)
    }

    fn prompt(&self) -> String {
        let id = match self.round.session.next() {
            Next::Throw { .. } => "plain-prompt-throw",
            Next::Over(_) => "plain-prompt-over",
            _ => "plain-prompt",
        };
        let game = self.round.session.game();
        let side = game.variant().game.side_word(game.side());
        self.text().message(id, &[("side", side.into())])
    }

    fn ask(&mut self, prompt: &str) -> anyhow::Result<()> {
        // Where the typing is not echoed, an answer begins a line of its own.
        self.output.raw(&format!("{prompt}{}", if self.echo { " " } else { "\n" }))?;
        Ok(self.output.flush()?)
    }

    /// One line of input; none at its end.
    fn read_line(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        self.ask(prompt)?;
        let line = self.lines.next()?;
        if line.is_none() && self.echo {
            self.output.line("")?;
        }
        Ok(line)
    }

    /// Does what a line says; false to stop.
    fn obey(&mut self, line: &str) -> anyhow::Result<bool> {
        let throw_due = matches!(self.round.session.next(), Next::Throw { .. });
        match command(line) {
            _ if line.is_empty() && throw_due => self.throw()?,
            _ if line.is_empty() => {}
            Some((Command::Quit, ..)) => return Ok(false),
            Some((_, Where::Here, _)) if self.round.remote.is_some() => self.say("online-not")?,
            Some((_, Where::Server, _)) if self.round.remote.is_none() => {
                self.say("online-only")?;
            }
            Some((command, _, rest)) => self.command(command, rest)?,
            None => self.read_action(line)?,
        }
        Ok(true)
    }

    fn command(&mut self, command: Command, rest: &str) -> anyhow::Result<()> {
        let over = matches!(self.round.session.next(), Next::Over(_));
        match command {
            Command::Help => self.help(),
            Command::Moves => self.moves(),
            Command::Undo => match self.round.undo() {
                Undone::Nothing => self.say("play-nothing-to-undo"),
                Undone::Asked => Ok(()),
                Undone::Action | Undone::Turn => self.say("play-undone"),
            },
            Command::Hint | Command::Go | Command::Resign | Command::Throw if over => {
                self.say("play-is-over")
            }
            Command::Hint => match self.hint()? {
                Some(action) => {
                    let args = [("action", action.into())];
                    let message = self.text().message("play-hint", &args);
                    self.print(&message)
                }
                None => Ok(()),
            },
            Command::Go => match self.round.session.next() {
                Next::Throw { .. } => self.throw(),
                _ => match self.hint()? {
                    Some(action) => self.play(&action),
                    None => Ok(()),
                },
            },
            Command::Throw => match self.round.session.next() {
                Next::Throw { .. } => self.throw(),
                _ => self.say("play-no-throw-due"),
            },
            Command::Position => {
                let position = self.round.session.game().position();
                Ok(self.output.line(position)?)
            }
            Command::Board => {
                self.shown = None;
                self.show_board()
            }
            Command::Save => self.save(rest),
            Command::Load => match self.round.load(Path::new(rest), self.text()) {
                Ok(()) => self.greet(),
                Err(trouble) => self.print(&trouble),
            },
            Command::Resign => {
                if !self.confirmed("play-ask-resign")? {
                    return Ok(());
                }
                if self.round.remote.is_some() {
                    return self.command_online(command, rest);
                }
                let side = self.round.session.game().side();
                let outcome = self.round.session.resign(side);
                self.events(&[Event::GameOver { outcome }])
            }
            Command::New => {
                if !over && !self.confirmed("play-ask-new")? {
                    return Ok(());
                }
                if let (Some(remote), OpponentChoice::Server(terms)) =
                    (&self.round.remote, &self.round.settings.choice)
                {
                    remote.create(terms, &self.round.settings);
                    self.rematching = true;
                    return Ok(());
                }
                self.round.begin();
                self.shown = None;
                self.greet()
            }
            Command::Quit => Ok(()),
            Command::Draw
            | Command::Accept
            | Command::Decline
            | Command::Abort
            | Command::Claim
            | Command::Rematch
            | Command::Games
            | Command::Join
            | Command::Watch => self.command_online(command, rest),
        }
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.say("plain-help-moves")?;
        let text = self.text();
        let here = if self.round.remote.is_some() { Where::Server } else { Where::Here };
        for (_, place, words, id) in COMMANDS {
            if place != Where::Everywhere && place != here {
                continue;
            }
            // Both languages' words, one of each.
            let english = words[0];
            let russian = words.iter().find(|word| !word.is_ascii()).unwrap_or(&"");
            let line = hang(&format!("  {english:<9} {russian:<10} "), &text.message(id, &[]));
            self.output.lines(line)?;
        }
        Ok(())
    }

    fn moves(&mut self) -> anyhow::Result<()> {
        let game = self.round.session.game();
        let (id, side) = (game.variant().game, game.side());
        let text = self.text();
        let (plain, warned): (Vec<_>, Vec<_>) = match self.round.session.next() {
            Next::Person(_) => {
                game.choices().into_iter().partition(|choice| choice.warning.is_none())
            }
            Next::Throw { .. } => return self.say("play-throw-due"),
            Next::Opponent(_) => return self.say("play-wait"),
            Next::Over(_) => return self.say("play-is-over"),
        };
        let words: Vec<String> = plain.into_iter().map(|choice| choice.text).collect();
        self.print(&words.join(" "))?;
        for choice in warned {
            let warning = choice.warning.map(|warning| text.warning(id, side, &warning));
            self.print(&format!("{} – {}", choice.text, warning.unwrap_or_default()))?;
        }
        Ok(())
    }

    /// What the engine would play.
    fn hint(&mut self) -> anyhow::Result<Option<String>> {
        if !self.round.may_help() {
            self.say("play-no-help")?;
            return Ok(None);
        }
        if let Next::Opponent(_) = self.round.session.next() {
            self.say("play-wait")?;
            return Ok(None);
        }
        self.thinker.ask(self.round.session.game(), Task::Best(hint_limits()));
        match self.thinker.wait() {
            Thought::Action(Some(action)) => Ok(Some(action)),
            Thought::Failed(trouble) => {
                self.failed(trouble)?;
                Ok(None)
            }
            Thought::Action(None) | Thought::Value(_) => {
                self.say("play-throw-due")?;
                Ok(None)
            }
        }
    }

    fn throw(&mut self) -> anyhow::Result<()> {
        match self.round.session.draw_throw() {
            Some(throw) => self.play(&throw),
            None => self.say("play-no-throw-due"),
        }
    }

    fn read_action(&mut self, line: &str) -> anyhow::Result<()> {
        let text = self.text();
        let session = &self.round.session;
        match session.next() {
            Next::Over(_) => return self.say("play-is-over"),
            Next::Opponent(_) => return self.say("play-wait"),
            Next::Person(_) | Next::Throw { .. } => {}
        }
        // A throw is not chosen.
        let typed = line.to_lowercase();
        if session.game().odds().iter().any(|(throw, _)| *throw == typed) {
            return match session.next() {
                Next::Throw { .. } => self.say("play-throw-is-chance"),
                _ => self.say("play-no-throw-due"),
            };
        }
        match typed::read(session.game(), line) {
            Reading::One(action) => {
                let choice =
                    session.game().choices().into_iter().find(|choice| choice.text == action);
                if let Some(warning) = choice.and_then(|choice| choice.warning)
                    && !self.confirmed_warning(&warning)?
                {
                    return Ok(());
                }
                self.play(&action)
            }
            Reading::Many(meanings) => {
                let args = [("found", line.into()), ("allowed", meanings.join(", ").into())];
                let message = text.message("play-ambiguous", &args);
                self.print(&message)
            }
            Reading::Refused(illegal) => self.print(&crate::rulebook::refusal(&illegal, text)),
        }
    }

    fn confirmed_warning(&mut self, warning: &Warning) -> anyhow::Result<bool> {
        let game = self.round.session.game();
        let (id, side) = (game.variant().game, game.side());
        let warning = self.text().warning(id, side, warning);
        self.print(&warning)?;
        self.confirmed("play-ask-anyway")
    }

    fn confirmed(&mut self, question: &str) -> anyhow::Result<bool> {
        let text = self.text();
        let choices = text.message("plain-yes-no", &[]);
        let prompt = format!("{} {choices}", text.message(question, &[]));
        let answer = self.read_line(&prompt)?.unwrap_or_default();
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "д" | "да"))
    }

    fn save(&mut self, name: &str) -> anyhow::Result<()> {
        let name = if name.is_empty() { self.round.file_name() } else { name.to_owned() };
        let text = self.text();
        let id = match self.round.save(Path::new(&name), false, text) {
            Ok(true) => "play-saved",
            Ok(false) => "play-file-exists",
            Err(trouble) => return self.print(&trouble),
        };
        let message = text.message(id, &[("file", name.into())]);
        self.print(&message)
    }

    fn play(&mut self, action: &str) -> anyhow::Result<()> {
        match self.round.play(action) {
            Ok(events) => self.events(&events),
            Err(illegal) => {
                let message = crate::rulebook::refusal(&illegal, self.text());
                self.print(&message)
            }
        }
    }

    /// Prints what happened.
    fn events(&mut self, events: &[Event]) -> anyhow::Result<()> {
        let game = self.round.settings.variant.game;
        for event in events {
            if !matches!(event, Event::TurnEnded { .. }) {
                let message = self.text().event(game, event);
                self.print(&message)?;
            }
        }
        Ok(())
    }
}
