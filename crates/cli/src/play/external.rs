//! Another program as the opponent: a child that speaks UGI, talked to on a thread of its own.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use arena::{Forfeit, Process, Program, position_command};
use engine::Limits;
use rules::{Game, Variant};
use text::Text;

use super::opponents::{Opponent, Trouble};

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
        let Some(path) = command.first() else { return Err("no command".to_owned()) };
        let program = Program {
            command: command.to_vec(),
            limits: Limits::per_action(time),
            timeout: time + GRACE,
            patience: START,
            options: Vec::new(),
        };
        // A program that is not there is reported at once.
        let process = program.start_quietly().map_err(|error| match error {
            arena::Error::Program { path, error } => format!("{path}: {error}"),
            other => other.to_string(),
        })?;
        let (asked, questions) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let talk = Talk { path: path.clone(), program, process: Some(process), greeted: None };
        thread::spawn(move || talk.run(&questions, &answer));
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
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
    path: String,
    program: Program,
    process: Option<Process>,
    /// The rules that were sent to the program.
    greeted: Option<Variant>,
}

impl Talk {
    fn run(
        mut self,
        questions: &Receiver<(u64, Game, Duration)>,
        answers: &Sender<(u64, Result<String, Trouble>)>,
    ) {
        while let Ok(mut question) = questions.recv() {
            // Only the last question counts.
            while let Ok(newer) = questions.try_recv() {
                question = newer;
            }
            let (number, game, time) = question;
            let answer = self.answer(&game, time).map_err(|why| match why {
                Forfeit::Crash => format!("{} has ended", self.path),
                Forfeit::Timeout => format!("{} does not answer", self.path),
                Forfeit::Illegal(action) => format!("{}: illegal move {action:?}", self.path),
            });
            let failed = answer.is_err();
            if answers.send((number, answer)).is_err() || failed {
                break;
            }
        }
    }

    fn answer(&mut self, game: &Game, time: Duration) -> Result<String, Forfeit> {
        let variant = game.variant();
        if self.greeted.is_some_and(|known| known != variant) {
            // Other rules, another talk.
            self.process = self.program.start_quietly().ok();
            self.greeted = None;
        }
        let process = self.process.as_mut().ok_or(Forfeit::Crash)?;
        if self.greeted.is_none() {
            process.greet(&self.program, variant)?;
            process.new_game(START)?;
            self.greeted = Some(variant);
        }
        self.program.limits = Limits::per_action(time);
        self.program.timeout = time + GRACE;
        let action = process.ask(&position_command(game, &game.transcript()), &self.program)?;
        match game.clone().play(&action) {
            Ok(_) => Ok(action),
            Err(_) => Err(Forfeit::Illegal(action)),
        }
    }
}

#[cfg(test)]
mod tests {
    use arena::words;

    use super::*;

    #[test]
    fn a_game_is_given_from_its_start() {
        let position = |game: &Game| position_command(game, &game.transcript());
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
        let game = Game::start(Variant::default_of(rules::GameId::SEEGA));
        let script = |body: &str| {
            let command = words(&format!("sh -c '{body}'")).unwrap();
            let mut program = External::start(&command, Duration::from_millis(10)).unwrap();
            program.ask(&game, None);
            program.wait()
        };
        let talk = "while read a b; do case $a in ugi) echo ugiok;; isready) echo readyok;; \
                    go) echo info x; echo bestmove MOVE;; quit) exit;; esac; done";
        assert_eq!(script(&talk.replace("MOVE", "a1")), Ok("a1".to_owned()));
        assert!(script(&talk.replace("MOVE", "c3")).unwrap_err().contains("illegal"));
        assert!(script("exit 3").unwrap_err().contains("ended"));
        assert!(External::start(&["/no/such/program".to_owned()], Duration::ZERO).is_err());
    }
}
