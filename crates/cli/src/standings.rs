//! The table of a round robin: every player's points, and ratings on one scale.

use arena::{Meeting, Spec, Tally, ratings};
use serde_json::{Value, json};

use crate::engine_match::{round, tally_json};
use crate::output::Output;
use crate::wrap::harmless;

/// Of a normal distribution 95 % lie within so many standard errors.
const Z95: f64 = 1.96;

/// How a round robin stands.
pub(crate) struct Standings<'a> {
    specs: &'a [Spec],
    /// Each with the places of its players and the results from the first one's side.
    meetings: Vec<(usize, usize, Tally)>,
}

/// How one player did against all others.
struct Standing {
    place: usize,
    games: u64,
    points: f64,
    /// The share of the points, and half its 95 % interval.
    score: f64,
    error: f64,
    /// Against the mean of all players.
    elo: f64,
}

impl Standings<'_> {
    pub(crate) fn new(specs: &[Spec], meetings: Vec<(usize, usize, Tally)>) -> Standings<'_> {
        Standings { specs, meetings }
    }

    /// The players, the best first.
    fn table(&self) -> Vec<Standing> {
        let meeting = |(a, b, tally): &(usize, usize, Tally)| Meeting {
            players: [*b, *a],
            tally: tally.clone(),
        };
        let meetings: Vec<Meeting> = self.meetings.iter().map(meeting).collect();
        let elo = ratings(self.specs.len(), &meetings);
        let mean = elo.iter().sum::<f64>() / elo.len() as f64;
        let mut table: Vec<Standing> = (0..self.specs.len())
            .map(|place| {
                let (mut games, mut points, mut squares) = (0, 0.0, 0.0);
                for (a, b, tally) in &self.meetings {
                    if ![a, b].contains(&&place) {
                        continue;
                    }
                    let own = if *a == place { tally.score() } else { 1.0 - tally.score() };
                    let count = tally.games() as f64;
                    games += tally.games();
                    points += own * count;
                    // Few pairs that all went one way have no variance, but prove little.
                    let pairs = (tally.pairs.iter().sum::<u64>() as f64).max(1.0);
                    let least = (0.5 / (pairs + 1.0) / pairs).sqrt();
                    squares += (tally.score_error().max(least) * count).powi(2);
                }
                let all = (games as f64).max(1.0);
                let (score, error) = (points / all, Z95 * squares.sqrt() / all);
                Standing { place, games, points, score, error, elo: elo[place] - mean }
            })
            .collect();
        table.sort_by(|one, two| two.elo.total_cmp(&one.elo));
        table
    }

    pub(crate) fn print(&self, seconds: f64, output: &mut Output) -> anyhow::Result<()> {
        let table = self.table();
        if output.json() {
            let player = |standing: &Standing| {
                json!({
                    "player": self.specs[standing.place].name,
                    "games": standing.games,
                    "points": standing.points,
                    "score": round(standing.score, 4),
                    "score_error": round(standing.error, 4),
                    "elo": round(standing.elo, 1),
                })
            };
            let meeting = |(a, b, tally): &(usize, usize, Tally)| {
                let mut meeting = tally_json(tally);
                meeting["a"] = json!(self.specs[*a].name);
                meeting["b"] = json!(self.specs[*b].name);
                meeting
            };
            output.json_line(&json!({
                "players": table.iter().map(player).collect::<Vec<Value>>(),
                "meetings": self.meetings.iter().map(meeting).collect::<Vec<Value>>(),
                "seconds": round(seconds, 3),
            }))?;
            return Ok(());
        }
        let names: Vec<String> = self.specs.iter().map(|spec| harmless(&spec.name)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let unit = output.word("match-elo");
        for (index, standing) in table.iter().enumerate() {
            let Standing { place, games, points, score, error, elo } = standing;
            output.line(format!(
                "{:>3}. {:<width$}  {elo:>+7.1} {unit}  {points:>6} / {games:<5} {:>5.1} % ± {:.1}",
                index + 1,
                names[*place],
                score * 100.0,
                error * 100.0
            ))?;
        }
        output.line("")?;
        for (a, b, tally) in &self.meetings {
            let Tally { wins, draws, losses, .. } = tally;
            output.line(format!("{} – {}: +{wins} ={draws} -{losses}", names[*a], names[*b]))?;
        }
        Ok(())
    }
}
