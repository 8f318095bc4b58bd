//! `match`: engine against engine over paired openings, refereed by the rules.
//!
//! Games are numbered; two neighbours are a pair: the same random opening and the same throws,
//! sides changed. Jobs take numbers in turn and results are counted in order of the numbers, so
//! that a match by nodes ends the same however many jobs there are.

pub(crate) mod external;
mod game;
pub(crate) mod spec;
mod stats;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use clap::Args;
use engine::{Evaluate, VisitEvaluate, dispatch};
use rules::{Game, Status};
use serde_json::json;

use crate::Refusal;
use crate::analyze::whole;
use crate::args::Setup;
use crate::output::Output;
use crate::think::{STACK, typed};
use external::{Fault, Process};
use game::{Finished, Player, Terms, play, side_of_a};
use spec::{Kind, Spec};
use stats::{LLR_BOUND, Tally};

/// What was typed behind `match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    setup: Setup,
    #[arg(long, value_name = "SPEC")]
    a: String,
    #[arg(long, value_name = "SPEC")]
    b: String,
    #[arg(id = "match-games", long = "games", value_name = "N", allow_negative_numbers = true)]
    games: Option<String>,
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<String>,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    jobs: Option<String>,
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    openings: Option<String>,
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

const DEFAULT_GAMES: u64 = 100;
/// A sequential test that has not ended by then has no answer.
const MOST_GAMES: u64 = 1_000_000;
const DEFAULT_OPENING: u64 = 6;

/// Plays the match and tells how it went.
pub(crate) fn contest(args: &MatchArgs, output: &mut Output) -> anyhow::Result<()> {
    let read = |name: &str, text: &str| {
        Spec::read(text).ok_or_else(|| Refusal::argument(name, text, spec::ALLOWED, output))
    };
    let specs = [read("--a", &args.a)?, read("--b", &args.b)?];
    let sprt =
        match &args.sprt {
            None => None,
            Some(text) => Some(bounds(text).ok_or_else(|| {
                Refusal::argument("--sprt", text, "ELO0,ELO1 (ELO0 < ELO1)", output)
            })?),
        };
    let most = if sprt.is_some() { MOST_GAMES } else { DEFAULT_GAMES };
    let games = whole("--games", args.games.as_deref(), most, (1, MOST_GAMES), output)?;
    let seed = whole("--seed", args.seed.as_deref(), 1, (0, u64::MAX), output)?;
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    let jobs = whole("--jobs", args.jobs.as_deref(), cores, (1, 1024), output)?;
    let openings =
        whole("--openings", args.openings.as_deref(), DEFAULT_OPENING, (0, 1000), output)?;
    let game = args.setup.game(output)?;
    if let Status::Over(outcome) = game.status() {
        let message = output.text().outcome(game.variant().game, &outcome);
        let args = [("message", message.into())];
        return Err(Refusal::no(output.text().message("error-no-action", &args)));
    }
    for spec in &specs {
        if let Kind::External(words) = &spec.kind {
            // A program that is not there is a wrong call, not a lost match.
            Process::start(spec).map_err(|error| {
                let args =
                    [("file", words[0].as_str().into()), ("message", error.to_string().into())];
                Refusal::wrong(output.text().message("match-no-program", &args))
            })?;
        }
    }
    let records = match &args.records {
        None => None,
        Some(path) => Some(BufWriter::new(File::create(path).map_err(|error| {
            let args = [
                ("file", path.display().to_string().into()),
                ("message", error.to_string().into()),
            ];
            Refusal::wrong(output.text().message("error-file-write", &args))
        })?)),
    };
    let plan = Plan {
        game: &game,
        specs: &specs,
        games: games as usize,
        sprt,
        seed,
        jobs: jobs.min(games) as usize,
        openings: openings as u32,
    };
    let mut count = Count { plan: &plan, tally: Tally::default(), records, began: Instant::now() };
    count.run()?;
    count.tell(output)
}

/// The two differences of a sequential test.
fn bounds(text: &str) -> Option<(f64, f64)> {
    let (low, high) = text.split_once(',')?;
    let (low, high): (f64, f64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    let sound = low.abs() <= 1000.0 && high.abs() <= 1000.0 && low < high;
    sound.then_some((low, high))
}

/// What to play.
struct Plan<'a> {
    game: &'a Game,
    specs: &'a [Spec; 2],
    games: usize,
    sprt: Option<(f64, f64)>,
    seed: u64,
    jobs: usize,
    openings: u32,
}

/// Results as they are counted.
struct Count<'a> {
    plan: &'a Plan<'a>,
    tally: Tally,
    records: Option<BufWriter<File>>,
    began: Instant,
}

impl Count<'_> {
    /// Plays all games, or until the test is decided.
    fn run(&mut self) -> io::Result<()> {
        struct Work<'a, 'b>(&'a mut Count<'b>);
        impl VisitEvaluate for Work<'_, '_> {
            type Out = io::Result<()>;
            fn visit<P: Evaluate>(self) -> io::Result<()> {
                self.0.play_all::<P>()
            }
        }
        dispatch(self.plan.game.variant().game, Work(self))
    }

    fn play_all<P: Evaluate>(&mut self) -> io::Result<()> {
        let plan = self.plan;
        let terms: Terms<'_, P> = Terms {
            base: typed(plan.game),
            specs: [&plan.specs[0], &plan.specs[1]],
            seed: plan.seed,
            openings: plan.openings,
            decided: AtomicBool::new(false),
        };
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (send, results) = mpsc::channel();
            for _ in 0..plan.jobs {
                let (send, terms, next) = (send.clone(), &terms, &next);
                let job = move || {
                    let variant = plan.game.variant();
                    let mut players = [0, 1].map(|who| Player::new(&plan.specs[who], variant));
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= plan.games {
                            break;
                        }
                        let Some(finished) = play(terms, number, &mut players) else { break };
                        if send.send((number, finished)).is_err() {
                            break;
                        }
                    }
                };
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job)?;
            }
            drop(send);
            let done = self.count_all(&results);
            terms.decided.store(true, Relaxed);
            done
        })
    }

    /// Counts results in order of their numbers until none comes or the test is decided.
    fn count_all(&mut self, results: &mpsc::Receiver<(usize, Finished)>) -> io::Result<()> {
        let mut early = BTreeMap::new();
        let mut number = 0;
        // a's half points in the first game of the pair at hand.
        let mut half = 0;
        let mut shown = None;
        while let Ok((finished_number, finished)) = results.recv() {
            early.insert(finished_number, finished);
            while let Some(finished) = early.remove(&number) {
                let points = self.add(number, &finished)?;
                number += 1;
                if number % 2 == 1 {
                    half = points;
                    continue;
                }
                self.tally.pairs[half + points] += 1;
                if self.verdict().is_some() {
                    self.progress(true, &mut shown);
                    return self.finish();
                }
            }
            self.progress(number == self.plan.games, &mut shown);
        }
        self.finish()
    }

    fn finish(&mut self) -> io::Result<()> {
        if io::stderr().is_terminal() {
            let _ = writeln!(io::stderr());
        }
        self.records.as_mut().map_or(Ok(()), Write::flush)
    }

    /// Counts one game; a's half points in it.
    fn add(&mut self, number: usize, finished: &Finished) -> io::Result<usize> {
        let a = side_of_a(number);
        if let Some((side, fault)) = &finished.fault {
            let who = usize::from(*side != a);
            match fault {
                Fault::Illegal(_) => self.tally.illegal[who] += 1,
                Fault::Crash | Fault::Timeout => self.tally.crashes[who] += 1,
            }
        }
        if let Some(records) = &mut self.records {
            if number > 0 {
                writeln!(records)?;
            }
            records.write_all(finished.record.write().as_bytes())?;
        }
        Ok(self.tally.add(finished.winner, a))
    }

    /// Which hypothesis of the sequential test is accepted, if one is.
    fn verdict(&self) -> Option<&'static str> {
        let llr = self.llr()?;
        match llr {
            _ if llr >= LLR_BOUND => Some("H1"),
            _ if llr <= -LLR_BOUND => Some("H0"),
            _ => None,
        }
    }

    fn llr(&self) -> Option<f64> {
        self.plan.sprt.map(|(elo0, elo1)| self.tally.llr(elo0, elo1))
    }

    /// A bar on standard error if somebody looks at it, not more often than the eye can follow.
    fn progress(&self, always: bool, shown: &mut Option<Instant>) {
        let recent = shown.is_some_and(|at| at.elapsed().as_millis() < 100);
        if !io::stderr().is_terminal() || (recent && !always) {
            return;
        }
        *shown = Some(Instant::now());
        const WIDTH: usize = 20;
        let (games, tally) = (self.tally.games() as usize, &self.tally);
        let bar = match self.llr() {
            None => {
                let full = games * WIDTH / self.plan.games;
                format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
            }
            Some(llr) => format!("LLR {llr:.2} (±{LLR_BOUND:.2})"),
        };
        let Tally { wins, draws, losses, .. } = tally;
        let _ = write!(
            io::stderr(),
            "\r\x1b[K{bar} {games}  +{wins} ={draws} -{losses}  {:.1} %  Elo {:+.0} ± {:.0}",
            tally.score() * 100.0,
            tally.elo(),
            tally.elo_error()
        );
        let _ = io::stderr().flush();
    }

    fn tell(&self, output: &mut Output) -> anyhow::Result<()> {
        let tally = &self.tally;
        let round = |value: f64, digits: i32| {
            let unit = 10f64.powi(digits);
            (value * unit).round() / unit
        };
        if output.json() {
            let mut answer = json!({
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": tally.score(),
                "elo": round(tally.elo(), 1),
                "elo_error": round(tally.elo_error(), 1),
                "illegal_a": tally.illegal[0],
                "illegal_b": tally.illegal[1],
                "crashes_a": tally.crashes[0],
                "crashes_b": tally.crashes[1],
                "pairs": tally.pairs,
                "seconds": round(self.began.elapsed().as_secs_f64(), 3),
            });
            if let (Some((elo0, elo1)), Some(llr)) = (self.plan.sprt, self.llr()) {
                answer["sprt"] = json!({
                    "elo0": elo0, "elo1": elo1, "llr": round(llr, 3), "accepted": self.verdict()
                });
            }
            output.json_line(&answer)?;
        } else {
            self.describe(output)?;
        }
        let faults = [0, 1].map(|who| tally.crashes[who] + tally.illegal[who]);
        if faults == [0, 0] {
            return Ok(());
        }
        let args = [("a", faults[0].into()), ("b", faults[1].into())];
        Err(Refusal::no(output.text().message("match-faults", &args)))
    }

    fn describe(&self, output: &mut Output) -> anyhow::Result<()> {
        let tally = &self.tally;
        for (name, spec) in ["a", "b"].iter().zip(self.plan.specs) {
            output.line(format!("{name}: {}", crate::wrap::harmless(&spec.name)))?;
        }
        let args = [
            ("games", tally.games().into()),
            ("wins", tally.wins.into()),
            ("draws", tally.draws.into()),
            ("losses", tally.losses.into()),
        ];
        output.line(output.text().message("match-counts", &args))?;
        let args = [
            ("score", format!("{:.1}", tally.score() * 100.0).into()),
            ("elo", format!("{:+.1}", tally.elo()).into()),
            ("error", format!("{:.1}", tally.elo_error()).into()),
        ];
        output.line(output.text().message("match-score", &args))?;
        let pairs = tally.pairs.map(|pairs| pairs.to_string()).join(", ");
        output.line(output.text().message("match-pairs", &[("pairs", pairs.into())]))?;
        if let (Some((elo0, elo1)), Some(llr)) = (self.plan.sprt, self.llr()) {
            let args = [
                ("low", elo0.to_string().into()),
                ("high", elo1.to_string().into()),
                ("llr", format!("{llr:.2}").into()),
                ("bound", format!("{LLR_BOUND:.2}").into()),
                ("accepted", self.verdict().unwrap_or("none").into()),
            ];
            output.line(output.text().message("match-sprt", &args))?;
        }
        Ok(())
    }
}
