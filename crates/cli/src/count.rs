//! `perft` and `playouts`: counting and speed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rules::{
    End, Entry, History, Notation, Position, Side, Status, perft as count, play_out, weighted,
    with_line,
};
use serde_json::{Value, json};

use crate::Refusal;
use crate::analyze::whole;
use crate::args::Setup;
use crate::output::Output;

/// Deeper than any count could finish, and shallow enough for the stack.
const DEEPEST: u32 = 100;
const LONGEST_SECONDS: f64 = 86_400.0;

/// The number of sequences of so many actions; with `divide`, by their first action.
pub(crate) fn perft(
    setup: &Setup,
    depth: &str,
    divide: bool,
    output: &mut Output,
) -> anyhow::Result<()> {
    let allowed = depth.parse().ok().filter(|depth| *depth <= DEEPEST);
    let Some(depth) = allowed else {
        return Err(Refusal::argument("--depth", depth, &format!("0…{DEEPEST}"), output));
    };
    let game = setup.game(output)?;
    let began = Instant::now();
    // Counting knows the position alone: what history ended goes on here.
    let (by_action, nodes) = if divide && depth > 0 {
        let by_action = with_line!(&game, line => counted(line.position(), depth - 1));
        let nodes = by_action.iter().map(|(_, nodes)| nodes).sum();
        (by_action, nodes)
    } else {
        (Vec::new(), with_line!(&game, line => count(line.position(), depth)))
    };
    let seconds = began.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9);
    if output.json() {
        let mut answer = json!({
            "depth": depth, "nodes": nodes, "seconds": seconds, "nodes_per_s": speed.round() as u64
        });
        if divide {
            answer["divide"] = by_action.into_iter().map(|(text, n)| (text, json!(n))).collect();
        }
        output.json_line(&answer)?;
        return Ok(());
    }
    for (text, nodes) in by_action {
        output.line(format!("{text} {nodes}"))?;
    }
    if output.terminal() {
        output.line(format!("{seconds:.3} s, {:.1} M/s", speed / 1e6))?;
    }
    output.line(nodes)?;
    Ok(())
}

/// The count behind each first action or throw, sorted by its text.
fn counted<P: Notation>(position: &P, depth: u32) -> Vec<(String, u64)> {
    let mut firsts = Vec::new();
    match position.status() {
        Status::Over(_) => {}
        Status::Chance => firsts.extend(P::throws().iter().map(|(throw, _)| Entry::Throw(*throw))),
        Status::ToAct(_) => position.for_each_action(|action| firsts.push(Entry::Act(action))),
    }
    let behind = |first: Entry<P>| {
        let mut next = position.clone();
        first.play(&mut next);
        (position.entry_text(first), count(&next, depth))
    };
    let mut counts: Vec<(String, u64)> = firsts.into_iter().map(behind).collect();
    counts.sort();
    counts
}

/// A mean of independent values, with half its 95 % interval.
#[derive(Clone, Copy, Default)]
struct Mean {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    fn error(self) -> f64 {
        let count = self.count.max(2) as f64;
        let variance = (self.squares - self.sum * self.mean()).max(0.0) / (count - 1.0);
        1.96 * (variance / count).sqrt()
    }

    fn json(self) -> Value {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        json!({ "mean": round(self.mean()), "error": round(self.error()) })
    }
}

/// How random games went.
#[derive(Default)]
struct Tally {
    playouts: u64,
    actions: u64,
    seconds: f64,
    first: u64,
    second: u64,
    draw: u64,
    /// Entries of a game, throws included.
    length: Mean,
    longest: u64,
    /// First's points: 1 a win, ½ a draw.
    score: Mean,
    /// Actions to choose from, the mean of each game.
    branching: Mean,
    reasons: BTreeMap<&'static str, u64>,
}

/// Games in which choices are counted: more do not change the mean.
const COUNTED: u64 = 1_000;

/// Random games from a position until there are so many or the time is up.
fn play_for<P: Position>(time: Duration, games: u64, start: &P, seed: u64) -> Tally {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut history = History::new(start);
    let mut tally = Tally::default();
    // By number while it is timed: games of a few actions would feel a map.
    let mut reasons = [0; End::ALL.len()];
    let began = Instant::now();
    loop {
        let mut position = start.clone();
        history.restart(start);
        let (outcome, actions) = play_out(&mut position, &mut history, |below| rng.u32(..below));
        tally.playouts += 1;
        tally.actions += actions;
        tally.length.add(actions as f64);
        tally.longest = tally.longest.max(actions);
        reasons[outcome.reason as usize] += 1;
        let (count, points) = match outcome.winner {
            Some(Side::First) => (&mut tally.first, 1.0),
            Some(Side::Second) => (&mut tally.second, 0.0),
            None => (&mut tally.draw, 0.5),
        };
        *count += 1;
        tally.score.add(points);
        let elapsed = began.elapsed();
        if elapsed >= time || tally.playouts >= games {
            tally.seconds = elapsed.as_secs_f64();
            break;
        }
    }
    let ended = End::ALL.iter().map(|end| (end.word(), reasons[*end as usize]));
    tally.reasons = ended.filter(|(_, count)| *count > 0).collect();
    tally.branching = branching(tally.playouts.min(COUNTED), start, seed);
    tally
}

/// The choices in the same games once more: counting them would slow down the games that are timed,
/// and so would its code within theirs.
#[inline(never)]
fn branching<P: Position>(games: u64, start: &P, seed: u64) -> Mean {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut history = History::new(start);
    let mut branching = Mean::default();
    for _ in 0..games {
        let mut position = start.clone();
        history.restart(start);
        let mut choices = Mean::default();
        loop {
            let threw = match history.status(&position) {
                Status::Over(_) => break,
                Status::Chance => {
                    position.throw(weighted(P::throws(), |below| rng.u32(..below)));
                    true
                }
                Status::ToAct(_) => {
                    choices.add(position.count_actions() as f64);
                    let action = position.pick_action(|below| rng.u32(..below));
                    position.play(action);
                    false
                }
            };
            history.record(&position, threw);
        }
        branching.add(choices.mean());
    }
    branching
}

/// Uniformly random games to their end, for so many seconds or so many games, on one thread.
pub(crate) fn playouts(
    setup: &Setup,
    seconds: Option<&str>,
    games: Option<&str>,
    seed: Option<&str>,
    output: &mut Output,
) -> anyhow::Result<()> {
    let allowed = |seconds: &f64| *seconds > 0.0 && *seconds <= LONGEST_SECONDS;
    let duration = match seconds {
        None => LONGEST_SECONDS,
        Some(text) => text.parse().ok().filter(allowed).ok_or_else(|| {
            let allowed = format!("0.001…{LONGEST_SECONDS}");
            Refusal::argument("--seconds", text, &allowed, output)
        })?,
    };
    let games = whole("--games", games, u64::MAX, (1, u64::MAX), output)?;
    let seed = whole("--seed", seed, 1, (0, u64::MAX), output)?;
    let game = setup.game(output)?;
    if let Status::Over(outcome) = game.status() {
        let message = output.text().outcome(game.variant().game, &outcome);
        let args = [("message", message.into())];
        return Err(Refusal::no(output.text().message("error-no-action", &args)));
    }
    let duration = Duration::from_secs_f64(duration);
    let tally = with_line!(&game, line => play_for(duration, games, line.position(), seed));
    let per_second = |count: u64| count as f64 / tally.seconds.max(1e-9);
    if output.json() {
        output.json_line(&json!({
            "playouts": tally.playouts,
            "actions": tally.actions,
            "seconds": tally.seconds,
            "playouts_per_s": per_second(tally.playouts),
            "actions_per_s": per_second(tally.actions),
            "first": tally.first,
            "second": tally.second,
            "draw": tally.draw,
            "score": tally.score.json(),
            "length": tally.length.json(),
            "longest": tally.longest,
            "branching": tally.branching.json(),
            "reasons": tally.reasons,
        }))?;
        return Ok(());
    }
    let text = output.text();
    let id = game.variant().game;
    let counts = [("label-playouts", tally.playouts), ("label-entries", tally.actions)];
    for (label, count) in counts {
        let (label, speed) = (output.word(label), output.word("label-speed"));
        output.line(format!("{label}: {count} ({speed} {:.0})", per_second(count)))?;
    }
    output.line(format!("{}: {:.3}", output.word("label-seconds"), tally.seconds))?;
    let share = |count: u64| count as f64 * 100.0 / tally.playouts as f64;
    output.line(format!(
        "{}: {} {:.1} %, {} {:.1} %, {} {:.1} %",
        output.word("label-won"),
        text.side_inline(id, Side::First),
        share(tally.first),
        text.side_inline(id, Side::Second),
        share(tally.second),
        output.word("label-draws"),
        share(tally.draw)
    ))?;
    let args = [
        ("side", id.side_word(Side::First).into()),
        ("score", format!("{:.1}", tally.score.mean() * 100.0).into()),
        ("error", format!("{:.1}", tally.score.error() * 100.0).into()),
    ];
    output.line(text.message("playouts-score", &args))?;
    let args = [
        ("mean", format!("{:.1}", tally.length.mean()).into()),
        ("error", format!("{:.1}", tally.length.error()).into()),
        ("longest", tally.longest.into()),
    ];
    output.line(text.message("playouts-length", &args))?;
    let args = [
        ("mean", format!("{:.2}", tally.branching.mean()).into()),
        ("error", format!("{:.2}", tally.branching.error()).into()),
    ];
    output.line(text.message("playouts-branching", &args))?;
    for (reason, count) in &tally.reasons {
        let words = End::from_word(reason).map_or_else(String::new, |end| text.end_reason(end));
        output.line(format!("{:>6.1} %  {reason}: {words}", share(*count)))?;
    }
    Ok(())
}
