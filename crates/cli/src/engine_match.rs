//! `match`: engine against engine, two players or several in a round robin.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use arena::{Error, LLR_BOUND, Match, Opening, Spec, Sprt, Tally};
use clap::Args;
use rules::{Game, Status};
use serde_json::{Value, json};

use crate::Refusal;
use crate::analyze::whole;
use crate::args::Setup;
use crate::output::Output;
use crate::search::no_memory;
use crate::standings::Standings;
use crate::wrap::harmless;

/// What was typed behind `match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    setup: Setup,
    #[arg(long, value_name = "SPEC", required_unless_present = "player")]
    a: Option<String>,
    #[arg(long, value_name = "SPEC", required_unless_present = "player")]
    b: Option<String>,
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["a", "b", "sprt"])]
    player: Vec<String>,
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
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    book: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

const DEFAULT_GAMES: u64 = 100;
/// A sequential test that has not ended by then has no answer.
const MOST_GAMES: u64 = 1_000_000;
const DEFAULT_OPENING: u64 = 6;

/// Plays the match, or every match of a round robin, and prints the results.
pub(crate) fn engine_match(args: &MatchArgs, output: &mut Output) -> anyhow::Result<()> {
    let specs = args.specs(output)?;
    let read = |text: &String| -> anyhow::Result<Sprt> {
        text.parse().map_err(|_| Refusal::argument("--sprt", text, Sprt::ALLOWED, output))
    };
    let sprt = args.sprt.as_ref().map(read).transpose()?;
    let most = if sprt.is_some() { MOST_GAMES } else { DEFAULT_GAMES };
    let games = whole("--games", args.games.as_deref(), most, (1, MOST_GAMES), output)?;
    let seed = whole("--seed", args.seed.as_deref(), 1, (0, u64::MAX), output)?;
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    let jobs = whole("--jobs", args.jobs.as_deref(), cores, (1, 1024), output)?;
    let openings =
        whole("--openings", args.openings.as_deref(), DEFAULT_OPENING, (0, 1000), output)?;
    let game = args.setup.game(output)?;
    let book = match &args.book {
        None => Vec::new(),
        Some(path) => read_book(path, &game, output)?,
    };
    let stop = Arc::new(AtomicBool::new(false));
    // The first interrupt ends the match with its summary, the second ends the program.
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGINT, flag};
        flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&stop))?;
        flag::register(SIGINT, Arc::clone(&stop))?;
    }
    let fixture = |a: usize, b: usize| Match {
        game: &game,
        players: [&specs[a], &specs[b]],
        games: games as usize,
        sprt,
        seed,
        jobs: jobs as usize,
        opening: Opening { actions: openings as u32, even: true },
        book: &book,
        settle: false,
        stop: &stop,
    };
    let pairs: Vec<(usize, usize)> =
        (0..specs.len()).flat_map(|a| (a + 1..specs.len()).map(move |b| (a, b))).collect();
    for &(a, b) in &pairs {
        fixture(a, b).check().map_err(|error| refusal(&game, error, output))?;
    }
    let mut records = match &args.records {
        None => None,
        Some(path) => Some(BufWriter::new(File::create(path).map_err(|error| {
            let args = [
                ("file", path.display().to_string().into()),
                ("message", error.to_string().into()),
            ];
            Refusal::wrong(output.text().message("error-file-write", &args))
        })?)),
    };
    let began = Instant::now();
    let mut written = 0;
    let mut meetings = Vec::new();
    for &(a, b) in &pairs {
        let fixture = fixture(a, b);
        let mut bar = Bar { fixture: &fixture, shown: None };
        let tally = fixture.run(|tally, record| {
            if let Some(records) = &mut records {
                let separator = if written > 0 { "\n" } else { "" };
                write!(records, "{separator}{}", record().write())?;
                written += 1;
            }
            bar.show(tally);
            anyhow::Ok(())
        })?;
        drop(bar);
        meetings.push((a, b, tally));
        if stop.load(Relaxed) {
            break;
        }
    }
    records.as_mut().map_or(Ok(()), Write::flush)?;
    let seconds = began.elapsed().as_secs_f64();
    if args.player.is_empty() {
        let (_, _, tally) = &meetings[0];
        print(&fixture(0, 1), tally, seconds, output)?;
    } else {
        Standings::new(&specs, meetings.clone()).print(seconds, output)?;
    }
    let faults: Vec<String> = meetings
        .iter()
        .flat_map(|(a, b, tally)| {
            let names = match args.player.is_empty() {
                true => ["a", "b"].map(str::to_owned),
                false => [*a, *b].map(|place| specs[place].name.clone()),
            };
            faults(&names, tally, output)
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(Refusal::no(faults.join(". "))) }
}

impl MatchArgs {
    fn specs(&self, output: &Output) -> anyhow::Result<Vec<Spec>> {
        let read = |name: &str, text: &str| -> anyhow::Result<Spec> {
            text.parse().map_err(|_| Refusal::argument(name, text, Spec::ALLOWED, output))
        };
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => Ok(vec![read("--a", a)?, read("--b", b)?]),
            _ if self.player.len() < 2 => {
                let args = [("name", "--player SPEC --player SPEC".into())];
                Err(Refusal::wrong(output.text().message("error-missing-argument", &args)))
            }
            _ => self.player.iter().map(|text| read("--player", text)).collect(),
        }
    }
}

/// The games that were not lost by play, a sentence for each player who lost so.
fn faults(names: &[String; 2], tally: &Tally, output: &Output) -> Vec<String> {
    let lost = tally.forfeits();
    let of = |who: usize| {
        let silent = tally.timeouts[who];
        let args = [
            ("player", harmless(&names[who]).into()),
            ("crashed", (tally.crashes[who] - silent).into()),
            ("silent", silent.into()),
            ("illegal", tally.illegal[who].into()),
        ];
        output.text().message("match-faults", &args)
    };
    [0, 1].into_iter().filter(|who| lost[*who] > 0).map(of).collect()
}

/// The openings of a file: a line each, its actions from where the match begins, separated by
/// spaces. Blank lines and those that begin with `#` are passed over.
fn read_book(path: &Path, game: &Game, output: &Output) -> anyhow::Result<Vec<Game>> {
    let text = output.text();
    let name = path.display().to_string();
    let at_file = |message: String| {
        let args = [("file", name.as_str().into()), ("message", message.into())];
        text.message("error-at-file", &args)
    };
    let lines = std::fs::read_to_string(path).map_err(|error| {
        let args = [("file", name.as_str().into()), ("message", error.to_string().into())];
        Refusal::wrong(text.message("error-file-read", &args))
    })?;
    let mut book = Vec::new();
    for (index, line) in lines.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut opened = game.clone();
        let number = |message: String| {
            let args = [("line", (index + 1).into()), ("message", message.into())];
            at_file(text.message("match-book-line", &args))
        };
        for action in line.split_whitespace() {
            opened.play(action).map_err(|illegal| Refusal::no(number(text.illegal(&illegal))))?;
        }
        if let Status::Over(outcome) = opened.status() {
            let message = text.outcome(game.variant().game, &outcome);
            return Err(Refusal::no(number(message)));
        }
        book.push(opened);
    }
    if book.is_empty() {
        return Err(Refusal::wrong(at_file(text.message("match-book-empty", &[]))));
    }
    Ok(book)
}

/// Why the match is not played, in the player's language.
fn refusal(game: &Game, error: Error, output: &Output) -> anyhow::Error {
    match error {
        Error::Over(outcome) => {
            let message = output.text().outcome(game.variant().game, &outcome);
            let args = [("message", message.into())];
            Refusal::no(output.text().message("error-no-action", &args))
        }
        Error::Program { path, error } => {
            let args = [("file", path.into()), ("message", error.to_string().into())];
            Refusal::wrong(output.text().message("match-no-program", &args))
        }
        Error::Memory(error) => Refusal::wrong(no_memory(error, output.text())),
        other => other.into(),
    }
}

/// A bar on standard error, if that is a terminal.
struct Bar<'a> {
    fixture: &'a Match<'a>,
    shown: Option<Instant>,
}

impl Bar<'_> {
    /// Shows the results so far, not more often than the eye can follow.
    fn show(&mut self, tally: &Tally) {
        const WIDTH: usize = 20;
        let Match { games: most, sprt, .. } = *self.fixture;
        let games = tally.games() as usize;
        let last = games == most || sprt.is_some_and(|sprt| sprt.accepted(tally).is_some());
        let recent = self.shown.is_some_and(|at| at.elapsed().as_millis() < 100);
        if !io::stderr().is_terminal() || (recent && !last) {
            return;
        }
        self.shown = Some(Instant::now());
        let bar = match sprt {
            None => {
                let full = games * WIDTH / most;
                format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
            }
            Some(sprt) => format!("LLR {:.2} (±{LLR_BOUND:.2})", sprt.llr(tally)),
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
}

impl Drop for Bar<'_> {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = writeln!(io::stderr());
        }
    }
}

/// A value with so many digits behind the point.
pub(crate) fn round(value: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (value * unit).round() / unit
}

/// The results of a match, from a's side.
pub(crate) fn tally_json(tally: &Tally) -> Value {
    json!({
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
        "timeouts_a": tally.timeouts[0],
        "timeouts_b": tally.timeouts[1],
        "pairs": tally.pairs,
    })
}

fn print(
    fixture: &Match<'_>,
    tally: &Tally,
    seconds: f64,
    output: &mut Output,
) -> anyhow::Result<()> {
    if output.json() {
        let mut answer = tally_json(tally);
        answer["seconds"] = json!(round(seconds, 3));
        if let Some(sprt) = fixture.sprt {
            answer["sprt"] = json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": round(sprt.llr(tally), 3),
                "accepted": sprt.accepted(tally),
            });
        }
        output.json_line(&answer)?;
    } else {
        describe(fixture, tally, output)?;
    }
    Ok(())
}

fn describe(fixture: &Match<'_>, tally: &Tally, output: &mut Output) -> anyhow::Result<()> {
    for (name, spec) in ["a", "b"].iter().zip(fixture.players) {
        output.line(format!("{name}: {}", harmless(&spec.name)))?;
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
    if let Some(sprt) = fixture.sprt {
        let args = [
            ("low", sprt.elo0.to_string().into()),
            ("high", sprt.elo1.to_string().into()),
            ("llr", format!("{:.2}", sprt.llr(tally)).into()),
            ("bound", format!("{LLR_BOUND:.2}").into()),
            ("accepted", sprt.accepted(tally).unwrap_or("none").into()),
        ];
        output.line(output.text().message("match-sprt", &args))?;
    }
    Ok(())
}
