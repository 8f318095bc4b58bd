//! Line mode in a game that a server keeps: lines are taken at any time, and so are news.

use std::time::{Duration, Instant};

use super::commands::Command;
use super::lines::Late;
use super::{Plain, command};
use crate::play::online::{Answer, Lists, Remote, Update, game_id, lists};
use crate::play::session::Next;
use crate::wrap::hang;

/// How long it takes at most until news are printed.
const GLANCE: Duration = Duration::from_millis(20);
/// How long an action that was typed last is waited for before the end.
const FAREWELL: Duration = Duration::from_secs(10);

impl Plain<'_> {
    fn remote(&self) -> Option<&Remote> {
        self.round.remote.as_ref()
    }

    /// Plays or watches until the input ends or the player quits.
    pub(super) fn run_online(&mut self) -> anyhow::Result<()> {
        let mut held: Option<String> = None;
        let mut ended = false;
        loop {
            self.hear()?;
            if ended && held.is_none() && (!self.is_watching() || self.is_over()) {
                return self.farewell();
            }
            self.prompt_online()?;
            let line = match held.take() {
                Some(line) => line,
                None if ended => {
                    std::thread::sleep(GLANCE);
                    continue;
                }
                None => match self.lines.soon(GLANCE) {
                    Err(Late) => continue,
                    Ok(Some(line)) => line?,
                    Ok(None) => {
                        ended = true;
                        // At a keyboard that is a wish to leave.
                        if self.echo {
                            self.output.line("")?;
                            return self.farewell();
                        }
                        continue;
                    }
                },
            };
            // A script cannot see when it is its turn: its lines wait until then.
            if !self.echo && self.has_to_wait(line.trim()) {
                held = Some(line);
                std::thread::sleep(GLANCE);
                continue;
            }
            self.prompted = false;
            if !self.obey(line.trim())? {
                return self.farewell();
            }
        }
    }

    fn is_watching(&self) -> bool {
        self.remote().is_some_and(Remote::is_watching)
    }

    fn is_over(&self) -> bool {
        self.remote().is_some_and(Remote::is_over)
    }

    /// Whether a line is meant for one's own turn, and this is not it.
    fn has_to_wait(&self, line: &str) -> bool {
        let for_turn = match command(line) {
            None => true,
            Some((word, ..)) => matches!(word, Command::Go | Command::Hint | Command::Moves),
        };
        let free = match self.round.session.next() {
            Next::Person(_) => !self.remote().is_some_and(Remote::is_sending),
            Next::Over(_) => !self.rematching,
            _ => self.is_watching() || self.remote().is_some_and(|remote| remote.game().is_none()),
        };
        for_turn && !free
    }

    /// What was sent is waited for.
    fn farewell(&mut self) -> anyhow::Result<()> {
        let until = Instant::now() + FAREWELL;
        while self.remote().is_some_and(Remote::is_sending) && Instant::now() < until {
            self.hear()?;
            std::thread::sleep(GLANCE);
        }
        Ok(())
    }

    /// The prompt, when there is something to answer; the board to those who watch.
    fn prompt_online(&mut self) -> anyhow::Result<()> {
        let at_turn = matches!(self.round.session.next(), Next::Person(_) | Next::Over(_));
        let nothing = self.remote().is_some_and(|remote| remote.game().is_none());
        if self.is_watching() || at_turn {
            self.show_board()?;
        }
        if (at_turn || nothing || (self.echo && self.is_watching())) && !self.prompted {
            self.prompted = true;
            let prompt = match nothing || (self.is_watching() && !self.is_over()) {
                true => ">".to_owned(),
                false => self.prompt(),
            };
            self.ask(&prompt)?;
        }
        self.output.flush()?;
        Ok(())
    }

    /// Prints the news.
    fn hear(&mut self) -> anyhow::Result<()> {
        let updates = self.round.hear(self.text());
        if updates.is_empty() {
            return Ok(());
        }
        // What was being typed stays behind.
        if std::mem::take(&mut self.prompted) && self.echo {
            self.output.line("")?;
        }
        for one in updates {
            match one {
                Update::NewGame => {
                    self.rematching = false;
                    self.shown = None;
                    self.output.line("")?;
                    self.greet()?;
                }
                Update::Played(events) => self.events(&events)?,
                Update::Changed => self.shown = None,
                Update::Message(words) => self.print(&words)?,
                Update::Lists(lists) => self.show_lists(&lists)?,
            }
        }
        let proposed = self.remote().and_then(Remote::proposed);
        if proposed.is_some() && proposed != self.proposed {
            self.say("online-answer-plain")?;
        }
        self.proposed = proposed;
        Ok(())
    }

    fn show_lists(&mut self, lists: &Lists) -> anyhow::Result<()> {
        Ok(self.output.lines(lists::lines(lists, self.text()))?)
    }

    /// The game's id, and how a friend comes to it.
    pub(super) fn greet_online(&mut self) -> anyhow::Result<()> {
        let text = self.text();
        let Some(remote) = self.remote() else { return Ok(()) };
        let Some(game) = remote.game() else { return Ok(()) };
        let mut lines = vec![text.message("online-game", &[("game", game.to_owned().into())])];
        if remote.is_watching() {
            lines.push(text.message("online-watching", &[]));
        }
        if remote.is_open() {
            lines.push(text.message("online-waiting-friend", &[]));
            lines.push(remote.invitation().unwrap_or_default());
            let server = remote.client().address.http("");
            lines.push(format!("igroteka play --server {server} --join {game}"));
        }
        for line in lines {
            self.output.lines(hang("", &line))?;
        }
        Ok(())
    }

    /// Commands that go to the server.
    pub(super) fn command_online(&mut self, command: Command, rest: &str) -> anyhow::Result<()> {
        let Some(remote) = &self.round.remote else { return self.say("online-only") };
        let looks = matches!(command, Command::Games | Command::Join | Command::Watch);
        if remote.is_watching() && !looks {
            return self.say("server-not-your-game");
        }
        let done = match command {
            Command::Draw => remote.send_command("draw", &[("answer", "offer")]),
            Command::Accept | Command::Decline => {
                let answer =
                    if command == Command::Accept { Answer::Accept } else { Answer::Decline };
                if remote.proposed().is_none() {
                    return self.say("server-nothing-offered");
                }
                remote.answer(answer)
            }
            Command::Abort => remote.send_command("abort", &[]),
            Command::Claim => remote.send_command("claim", &[]),
            Command::Rematch => {
                self.rematching = remote.is_over();
                remote.send_command("rematch", &[])
            }
            Command::Resign => remote.send_command("resign", &[]),
            Command::Games => {
                remote.ask_lists();
                true
            }
            Command::Join | Command::Watch => {
                let Some(game) = game_id(rest) else { return self.say("online-which-game") };
                match command {
                    Command::Join => remote.join(&game),
                    _ => remote.watch(&game),
                }
                true
            }
            _ => true,
        };
        if done { Ok(()) } else { self.say("online-no-connection") }
    }
}
