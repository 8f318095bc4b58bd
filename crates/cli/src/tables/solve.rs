//! `tables solve` and `tables verify`: solving a game from its start, and checking the proof.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use rules::Side;
use serde_json::json;
use tables::{BuildOptions, Proof, Report, Shard, Solution};

use super::{Progress, Threads, Which, folder, number, refuse};
use crate::output::Output;

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    which: Which,
    #[arg(id = "tables-out", long = "out", value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[arg(id = "solve-memory", long = "memory", value_name = "MB", allow_negative_numbers = true)]
    memory: Option<String>,
    #[arg(long)]
    every: bool,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    #[arg(id = "certificate", value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

/// Megabytes that a solver may take if nothing is said.
const MEMORY: u64 = 4096;

pub(super) fn solve(args: &SolveArgs, output: &mut Output) -> anyhow::Result<()> {
    let variant = args.which.variant(output)?;
    let threads = args.threads.count(output)?;
    let memory = number("--memory", args.memory.as_deref(), MEMORY, 1..=1 << 24, output)? << 20;
    let folder = folder(args.out.as_ref());
    let began = Instant::now();
    let solution = {
        let progress = Progress::new(output);
        let report = |report: &Report| progress.show(report);
        let shard = Shard::default();
        let options = BuildOptions { out: &folder, threads, memory, shard, report: &report };
        tables::solve(&variant, args.every, &options).map_err(refuse)?
    };
    let seconds = began.elapsed().as_secs_f64();
    let Solution { first_wins, first_placements, leaves, certificate } = &solution;
    if output.json() {
        let placements: serde_json::Map<_, _> = first_placements
            .iter()
            .map(|(square, wins)| (square.to_string(), json!(wins)))
            .collect();
        output.json_line(&json!({
            "rules": variant.to_string(),
            "first_wins": first_wins,
            "first_placements": placements,
            "leaves": { "won": leaves[0], "not_won": leaves[1], "open": leaves[2] },
            "certificate": certificate.as_ref().map(|(path, header)| json!({
                "file": path.display().to_string(),
                "header": header,
            })),
            "seconds": seconds,
        }))?;
        return Ok(());
    }
    let text = output.text();
    let word = |wins: Option<bool>, stem: &str| match wins {
        Some(true) => format!("{stem}-won"),
        Some(false) => format!("{stem}-not"),
        None => format!("{stem}-open"),
    };
    let name = [("rules", variant.to_string().into())];
    let mut lines = vec![text.message(&word(*first_wins, "tables-start"), &name)];
    for (square, wins) in first_placements {
        let args = [("square", square.to_string().into())];
        lines.push(text.message(&word(*wins, "tables-first"), &args));
    }
    let args = [
        ("won", leaves[0].into()),
        ("not", leaves[1].into()),
        ("open", leaves[2].into()),
        ("seconds", format!("{seconds:.1}").into()),
    ];
    lines.push(text.message("tables-leaves", &args));
    if let Some((path, header)) = certificate {
        let args = [("file", path.display().to_string().into()), ("leaves", header.leaves.into())];
        lines.push(text.message("tables-certificate", &args));
    }
    for line in lines {
        output.line(line)?;
    }
    Ok(())
}

pub(super) fn verify(args: &VerifyArgs, output: &mut Output) -> anyhow::Result<()> {
    let threads = args.threads.count(output)?;
    let (header, verified) = {
        let progress = Progress::new(output);
        let report = |step: &'static str, done: u64, total: u64| {
            progress.show(&Report { layer: String::new(), step, done: done.min(total), total });
        };
        tables::verify(&args.file, threads, &report).map_err(refuse)?
    };
    if output.json() {
        output.json_line(&json!({
            "rules": header.rules,
            "claim": header.claim,
            "answered": verified.answered,
            "searched": verified.searched,
            "leaves": verified.leaves,
            "positions": verified.positions,
        }))?;
        return Ok(());
    }
    let args = [
        ("rules", header.rules.into()),
        ("answered", verified.answered.into()),
        ("searched", verified.searched.into()),
        ("leaves", verified.leaves.into()),
        ("positions", verified.positions.into()),
    ];
    output.line(output.text().message("tables-verified", &args))?;
    Ok(())
}

/// What is proven about whole games.
pub(super) fn solved(given: Option<&PathBuf>, output: &mut Output) -> anyhow::Result<()> {
    let all = tables::solved(&folder(given)).map_err(refuse)?;
    let word = |winner: Option<Side>| match winner {
        Some(Side::First) => "first",
        Some(Side::Second) => "second",
        None => "draw",
    };
    let proofs = all.iter().map(|solved| match &solved.proof {
        Proof::Certificate(path, header) => {
            let args =
                [("file", path.display().to_string().into()), ("leaves", header.leaves.into())];
            output.text().message("tables-certificate", &args)
        }
        Proof::Published(leaves) => {
            output.text().message("tables-published", &[("leaves", (*leaves).into())])
        }
        Proof::Search(positions) => {
            output.text().message("tables-searched", &[("positions", (*positions).into())])
        }
    });
    let proofs: Vec<String> = proofs.collect();
    if output.json() {
        let list = all.iter().zip(&proofs).map(|(solved, proof)| {
            json!({
                "game": solved.variant.game.id(),
                "rules": solved.variant.to_string(),
                "value": word(solved.winner),
                "proof": proof,
            })
        });
        let list: Vec<_> = list.collect();
        output.json_line(&json!(list))?;
        return Ok(());
    }
    for (solved, proof) in all.iter().zip(proofs) {
        let id = format!("tables-solved-{}", word(solved.winner));
        let result = output.text().message(&id, &[("rules", solved.variant.to_string().into())]);
        output.line(format!("{result} {proof}"))?;
    }
    Ok(())
}
