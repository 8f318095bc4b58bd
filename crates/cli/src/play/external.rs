//! Another program as the opponent: a child that speaks UGI, talked to on a thread of its own.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use engine::Limits;
use rules::{Game, Variant};
use text::Text;

use super::opponents::{Opponent, Trouble};
use crate::contest::external::{Fault, Process};
use crate::contest::spec::{Kind, Spec};

/// How long a program may take to say that it is there.
const START: Duration = Duration::from_secs(10);
/// How long it may think beyond the time that it was given.
const GRACE: Duration = Duration::from_secs(20);

/// A running program.
pub(crate) struct External {
    name: String,
    asked: Sender<(u64, Game, Duration)>,
    answers: Receiver<(u64, Result<String, Trouble>)>,
    number: u64,
    time: Duration,
}

impl External {
    /// Starts the program; its greeting is waited for with the first question.
    pub(crate) fn start(command: &[String], time: Duration) -> Result<External, Trouble> {
        let Some(program) = command.first() else { return Err("no command".to_owned()) };
        let spec = Spec {
            kind: Kind::External(command.to_vec()),
            limits: Limits::per_action(time),
            hash: 16,
            threads: 1,
            timeout: time + GRACE,
            patience: START,
            options: Vec::new(),
            name: program.clone(),
        };
        // A program that is not there is told of at once.
        let process =
            Process::start_quietly(&spec).map_err(|error| format!("{program}: {error}"))?;
        let (asked, questions) = mpsc::channel();
        let (tell, answers) = mpsc::channel();
        let talk = Talk { spec, process: Some(process), greeted: None };
        thread::spawn(move || talk.run(&questions, &tell));
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
        Ok(External { name, asked, answers, number: 0, time })
    }
}

impl Opponent for External {
    fn name(&self, _: &Text) -> String {
        self.name.clone()
    }

    fn ask(&mut self, game: &Game, clock: Option<(Duration, Duration)>) {
        self.cancel();
        let time = clock.map_or(self.time, |(left, increment)| {
            self.time.min(left / 20 + increment / 2).max(Duration::from_millis(10))
        });
        let _ = self.asked.send((self.number, game.clone(), time));
    }

    fn poll(&mut self) -> Option<Result<String, Trouble>> {
        loop {
            match self.answers.try_recv() {
                Ok((number, answer)) if number == self.number => return Some(answer),
                Ok(_) => {}
                Err(mpsc::TryRecvError::Empty) => return None,
                Err(mpsc::TryRecvError::Disconnected) => return Some(Err(self.gone())),
            }
        }
    }

    fn wait(&mut self) -> Result<String, Trouble> {
        loop {
            match self.answers.recv() {
                Ok((number, answer)) if number == self.number => return answer,
                Ok(_) => {}
                Err(mpsc::RecvError) => return Err(self.gone()),
            }
        }
    }

    fn cancel(&mut self) {
        self.number += 1;
    }
}

impl External {
    fn gone(&self) -> Trouble {
        format!("{} has ended", self.name)
    }
}

/// The talk with the program.
struct Talk {
    spec: Spec,
    process: Option<Process>,
    /// The rules that the program was told.
    greeted: Option<Variant>,
}

impl Talk {
    fn run(
        mut self,
        questions: &Receiver<(u64, Game, Duration)>,
        tell: &Sender<(u64, Result<String, Trouble>)>,
    ) {
        while let Ok(mut question) = questions.recv() {
            // Only the last question counts.
            while let Ok(newer) = questions.try_recv() {
                question = newer;
            }
            let (number, game, time) = question;
            let answer = self.answer(&game, time).map_err(|fault| match fault {
                Fault::Crash => format!("{} has ended", self.spec.name),
                Fault::Timeout => format!("{} does not answer", self.spec.name),
                Fault::Illegal(action) => format!("{}: illegal move {action:?}", self.spec.name),
            });
            let failed = answer.is_err();
            if tell.send((number, answer)).is_err() || failed {
                break;
            }
        }
    }

    fn answer(&mut self, game: &Game, time: Duration) -> Result<String, Fault> {
        let variant = game.variant();
        if self.greeted.is_some_and(|known| known != variant) {
            // Other rules, another talk.
            self.process = Process::start_quietly(&self.spec).ok();
            self.greeted = None;
        }
        let process = self.process.as_mut().ok_or(Fault::Crash)?;
        if self.greeted.is_none() {
            process.greet(&self.spec, variant)?;
            process.new_game(START)?;
            self.greeted = Some(variant);
        }
        self.spec.limits = Limits::per_action(time);
        self.spec.timeout = time + GRACE;
        let action = process.ask(&position(game), &self.spec)?;
        match game.clone().play(&action) {
            Ok(_) => Ok(action),
            Err(_) => Err(Fault::Illegal(action)),
        }
    }
}

/// A game as the protocol gives it.
fn position(game: &Game) -> String {
    let start = game.start_position();
    let mut out = match start == Game::start(game.variant()).position() {
        true => "position startpos".to_owned(),
        false => format!("position fen {start}"),
    };
    for (index, played) in game.transcript().iter().enumerate() {
        out.push_str(if index == 0 { " moves " } else { " " });
        out.push_str(&played.text);
    }
    out
}

/// A command line as words; quotes keep spaces together.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    let (mut quote, mut begun) = (None, false);
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => word.push(character),
            (None, '"' | '\'') => (quote, begun) = (Some(character), true),
            (None, ' ' | '\t') => {
                if begun || !word.is_empty() {
                    out.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (None, _) => word.push(character),
        }
    }
    if begun || !word.is_empty() {
        out.push(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split() {
        assert_eq!(words("a  b 'c d' \"\""), ["a", "b", "c d", ""]);
        assert_eq!(words("  "), [""; 0]);
    }

    #[test]
    fn a_game_is_told_from_its_start() {
        let mut game = Game::start(rules::open("seega", "size=3").unwrap());
        assert_eq!(position(&game), "position startpos");
        game.play("a1").unwrap();
        game.play("b1").unwrap();
        assert_eq!(position(&game), "position startpos moves a1 b1");
        let from = "8/8/8/8/3b4/2w5/8/8 w 0,0 0 0";
        let game = Game::from_position(rules::open("draughts", "").unwrap(), from).unwrap();
        assert_eq!(position(&game), format!("position fen {from}"));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_answers_or_fails() {
        let game = Game::start(Variant::default_of(rules::GameId::Seega));
        let script = |body: &str| {
            let command = words(&format!("sh -c '{body}'"));
            let mut program = External::start(&command, Duration::from_millis(10)).unwrap();
            program.ask(&game, None);
            program.wait()
        };
        let talk = "while read a b; do case $a in ugi) echo ugiok;; isready) echo readyok;; \
                    go) echo info x; echo bestmove MOVE;; quit) exit;; esac; done";
        assert_eq!(script(&talk.replace("MOVE", "a1")), Ok("a1".to_owned()));
        assert!(script(&talk.replace("MOVE", "c3")).unwrap_err().contains("illegal"));
        assert!(script("exit 3").unwrap_err().contains("ended"));
        assert!(External::start(&words("/no/such/program"), Duration::ZERO).is_err());
    }
}
