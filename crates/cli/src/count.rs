//! `perft` and `playouts`: counting and speed.

use std::time::{Duration, Instant};

use rules::{
    Entry, History, Notation, Position, Side, Status, perft as count, play_out, with_line,
};
use serde_json::json;

use crate::Refusal;
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

/// How random games went.
#[derive(Default)]
struct Tally {
    playouts: u64,
    actions: u64,
    seconds: f64,
    first: u64,
    second: u64,
    draw: u64,
}

/// Random games from a position until the time is up.
fn play_for<P: Position>(time: Duration, start: &P, seed: u64) -> Tally {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut history = History::new(start);
    let mut tally = Tally::default();
    let began = Instant::now();
    loop {
        let mut position = start.clone();
        history.restart(start);
        let (outcome, actions) = play_out(&mut position, &mut history, |below| rng.u32(..below));
        tally.playouts += 1;
        tally.actions += actions;
        match outcome.winner {
            Some(Side::First) => tally.first += 1,
            Some(Side::Second) => tally.second += 1,
            None => tally.draw += 1,
        }
        let elapsed = began.elapsed();
        if elapsed >= time {
            tally.seconds = elapsed.as_secs_f64();
            return tally;
        }
    }
}

/// Uniformly random games to their end, for so many seconds, on one thread.
pub(crate) fn playouts(
    setup: &Setup,
    seconds: &str,
    seed: Option<&str>,
    output: &mut Output,
) -> anyhow::Result<()> {
    let allowed = |seconds: &f64| *seconds > 0.0 && *seconds <= LONGEST_SECONDS;
    let Some(duration) = seconds.parse().ok().filter(allowed) else {
        let allowed = format!("0.001…{LONGEST_SECONDS}");
        return Err(Refusal::argument("--seconds", seconds, &allowed, output));
    };
    let seed = match seed {
        None => 1,
        Some(text) => text
            .parse()
            .map_err(|_| Refusal::argument("--seed", text, &format!("0…{}", u64::MAX), output))?,
    };
    let game = setup.game(output)?;
    if let Status::Over(outcome) = game.status() {
        let message = output.text().outcome(game.variant().game, &outcome);
        let args = [("message", message.into())];
        return Err(Refusal::no(output.text().message("error-no-action", &args)));
    }
    let duration = Duration::from_secs_f64(duration);
    let tally = with_line!(&game, line => play_for(duration, line.position(), seed));
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
        text.side_name(id, Side::First),
        share(tally.first),
        text.side_name(id, Side::Second),
        share(tally.second),
        output.word("label-draws"),
        share(tally.draw)
    ))?;
    Ok(())
}
