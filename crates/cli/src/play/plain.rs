//! Line mode: one prompt, everything as text, for pipes, screen readers and slow links.

use std::io::{BufRead, IsTerminal, Read};
use std::path::Path;
use std::time::Instant;

use rules::{Event, Side, Status, Warning};
use text::Text;

use super::round::Round;
use super::session::{Next, is_throw};
use super::thinker::{Task, Thinker, Thought, hint_limits};
use super::typed::{self, Reading};
use crate::Refusal;
use crate::look;
use crate::output::Output;
use crate::wrap::hang;

/// More than anybody types in one line.
const LONGEST_LINE: u64 = 4096;

/// What can be typed besides actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Help,
    Moves,
    Undo,
    Hint,
    Go,
    Throw,
    Position,
    Board,
    Save,
    Load,
    Resign,
    New,
    Quit,
}

/// Each command, the words that call it, and the message that explains it.
const COMMANDS: [(Command, &[&str], &str); 13] = [
    (Command::Help, &["help", "?", "помощь", "справка"], "plain-help"),
    (Command::Moves, &["moves", "ходы"], "plain-moves"),
    (Command::Undo, &["undo", "назад"], "plain-undo"),
    (Command::Hint, &["hint", "подсказка"], "plain-hint"),
    (Command::Go, &["go", "играй"], "plain-go"),
    (Command::Throw, &["throw", "t", "бросок", "бросить"], "plain-throw"),
    (Command::Position, &["position", "позиция"], "plain-position"),
    (Command::Board, &["board", "доска"], "plain-board"),
    (Command::Save, &["save", "сохранить"], "plain-save"),
    (Command::Load, &["load", "загрузить"], "plain-load"),
    (Command::Resign, &["resign", "сдаюсь", "сдаться"], "plain-resign"),
    (Command::New, &["new", "новая"], "plain-new"),
    (Command::Quit, &["quit", "exit", "q", "выход"], "plain-quit"),
];

/// The command that a line calls, and what stands behind it.
fn command(line: &str) -> Option<(Command, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    let known = COMMANDS.iter().find(|(_, words, _)| words.contains(&word.as_str()))?;
    Some((known.0, rest.trim()))
}

/// Plays until the input ends or somebody quits.
pub(crate) fn run(round: Round, input: impl BufRead, output: &mut Output) -> anyhow::Result<()> {
    let echo = std::io::stdin().is_terminal();
    let mut plain = Plain { round, input, output, thinker: Thinker::new(), echo, shown: None };
    plain.greet()?;
    plain.run()
}

struct Plain<'a, R> {
    round: Round,
    input: R,
    output: &'a mut Output,
    thinker: Thinker,
    /// Whether what is typed is seen.
    echo: bool,
    /// The ply and status at which the board was shown last.
    shown: Option<(usize, Status)>,
}

impl<R: BufRead> Plain<'_, R> {
    fn text(&self) -> &'static Text {
        self.output.text()
    }

    fn say(&mut self, id: &str) -> anyhow::Result<()> {
        let message = self.text().message(id, &[]);
        self.tell(&message)
    }

    fn tell(&mut self, message: &str) -> anyhow::Result<()> {
        Ok(self.output.lines(hang("", message))?)
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        let text = self.text();
        let variant = self.round.settings.variant;
        let name = text.game_name(variant.game);
        match variant.options_text() {
            options if options.is_empty() => self.output.line(name)?,
            options => self.output.line(format!("{name} ({options})"))?,
        }
        for side in Side::BOTH {
            let player = self.round.player(side, text);
            self.output.line(format!("{}: {player}", text.side_name(variant.game, side)))?;
        }
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
                    let Some(opponent) = &mut self.round.opponent else { continue };
                    match opponent.wait() {
                        Ok(action) => self.play(&action)?,
                        Err(trouble) => {
                            let args = [("message", trouble.into())];
                            let message = self.text().message("play-opponent-trouble", &args);
                            return Err(Refusal::no(message));
                        }
                    }
                }
                Next::Throw { person: false, .. } => self.throw()?,
                Next::Throw { person: true, .. } | Next::Person(_) | Next::Over(_) => {
                    self.show_board()?;
                    let Some(line) = self.ask_line()? else { return Ok(()) };
                    if !self.obey(line.trim())? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The board, if anything has changed since it was shown.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let now = (self.round.session.game().ply(), self.round.session.status());
        if self.shown != Some(now) {
            self.shown = Some(now);
            self.output.line("")?;
            look::draw(self.round.session.game(), &now.1, self.output)?;
        }
        Ok(())
    }

    /// One line of input; none at its end.
    fn ask_line(&mut self) -> anyhow::Result<Option<String>> {
        let id = match self.round.session.next() {
            Next::Throw { .. } => "plain-prompt-throw",
            Next::Over(_) => "plain-prompt-over",
            _ => "plain-prompt",
        };
        let side =
            text::side_word(self.round.settings.variant.game, self.round.session.game().side());
        let prompt = self.text().message(id, &[("side", side.into())]);
        self.read_line(&prompt)
    }

    fn read_line(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        // Where nobody's typing is seen, an answer begins a line of its own.
        self.output.raw(&format!("{prompt}{}", if self.echo { " " } else { "\n" }))?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            if self.echo {
                self.output.line("")?;
            }
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && read as u64 == LONGEST_LINE {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Does what a line says; false to stop.
    fn obey(&mut self, line: &str) -> anyhow::Result<bool> {
        let throw_due = matches!(self.round.session.next(), Next::Throw { .. });
        match command(line) {
            _ if line.is_empty() && throw_due => self.throw()?,
            _ if line.is_empty() => {}
            Some((Command::Quit, _)) => return Ok(false),
            Some((command, rest)) => self.command(command, rest)?,
            None => self.read_action(line)?,
        }
        Ok(true)
    }

    fn command(&mut self, command: Command, rest: &str) -> anyhow::Result<()> {
        let over = matches!(self.round.session.next(), Next::Over(_));
        match command {
            Command::Help => self.help(),
            Command::Moves => self.moves(),
            Command::Undo => {
                if !self.round.session.undo() {
                    return self.say("play-nothing-to-undo");
                }
                self.round.forget_question();
                self.say("play-undone")
            }
            Command::Hint | Command::Go | Command::Resign | Command::Throw if over => {
                self.say("play-is-over")
            }
            Command::Hint => match self.hint()? {
                Some(action) => {
                    let args = [("action", action.into())];
                    let message = self.text().message("play-hint", &args);
                    self.tell(&message)
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
                Err(trouble) => self.tell(&trouble),
            },
            Command::Resign => {
                if !self.confirmed("play-ask-resign")? {
                    return Ok(());
                }
                let side = self.round.session.game().side();
                let outcome = self.round.session.resign(side);
                self.events(&[Event::GameOver { outcome }])
            }
            Command::New => {
                if !over && !self.confirmed("play-ask-new")? {
                    return Ok(());
                }
                self.round.begin();
                self.shown = None;
                self.greet()
            }
            Command::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.say("plain-help-moves")?;
        let text = self.text();
        for (_, words, id) in COMMANDS {
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
            _ => return self.say("play-is-over"),
        };
        let words: Vec<String> = plain.into_iter().map(|choice| choice.text).collect();
        self.tell(&words.join(" "))?;
        for choice in warned {
            let warning = choice.warning.map(|warning| text.warning(id, side, &warning));
            self.tell(&format!("{} – {}", choice.text, warning.unwrap_or_default()))?;
        }
        Ok(())
    }

    /// What the engine would play.
    fn hint(&mut self) -> anyhow::Result<Option<String>> {
        if !self.round.may_help() {
            self.say("play-no-help")?;
            return Ok(None);
        }
        self.thinker.ask(self.round.session.game(), Task::Best(hint_limits()));
        match self.thinker.wait() {
            Thought::Action(Some(action)) => Ok(Some(action)),
            _ => {
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
        if let Next::Over(_) = session.next() {
            return self.say("play-is-over");
        }
        // Nobody chooses a throw.
        if is_throw(&line.to_lowercase()) {
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
                self.tell(&message)
            }
            Reading::Refused(illegal) => self.tell(&text.illegal(&illegal)),
        }
    }

    fn confirmed_warning(&mut self, warning: &Warning) -> anyhow::Result<bool> {
        let game = self.round.session.game();
        let (id, side) = (game.variant().game, game.side());
        let warning = self.text().warning(id, side, warning);
        self.tell(&warning)?;
        self.confirmed("play-ask-anyway")
    }

    fn confirmed(&mut self, question: &str) -> anyhow::Result<bool> {
        let prompt = format!("{} (y/n)", self.text().message(question, &[]));
        let answer = self.read_line(&prompt)?.unwrap_or_default();
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "д" | "да"))
    }

    fn save(&mut self, name: &str) -> anyhow::Result<()> {
        let name = if name.is_empty() { self.round.file_name() } else { name.to_owned() };
        let text = self.text();
        let id = match self.round.save(Path::new(&name), false, text) {
            Ok(true) => "play-saved",
            Ok(false) => "play-file-exists",
            Err(trouble) => return self.tell(&trouble),
        };
        let message = text.message(id, &[("file", name.into())]);
        self.tell(&message)
    }

    fn play(&mut self, action: &str) -> anyhow::Result<()> {
        match self.round.session.play(action) {
            Ok(events) => self.events(&events),
            Err(illegal) => {
                let message = self.text().illegal(&illegal);
                self.tell(&message)
            }
        }
    }

    /// Tells what happened.
    fn events(&mut self, events: &[Event]) -> anyhow::Result<()> {
        let game = self.round.settings.variant.game;
        for event in events {
            if !matches!(event, Event::TurnEnded { .. }) {
                let message = self.text().event(game, event);
                self.tell(&message)?;
            }
        }
        Ok(())
    }
}
