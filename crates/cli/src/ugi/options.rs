//! The options of the protocol.

use engine::Level;
use rules::{GameId, Variant};
use text::Text;

/// All options as they stand.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) variant: Variant,
    /// The table's size in mebibytes.
    pub(super) hash: usize,
    pub(super) threads: usize,
    /// None: full strength.
    pub(super) level: Option<Level>,
    /// How many best lines are shown.
    pub(super) lines: usize,
    /// What the misjudgements of a level are drawn from; 0: another at every search.
    pub(super) seed: u64,
    /// The folder of exact tables; empty: none.
    pub(super) tables: String,
}

const GAME: GameId = GameId::SEEGA;
const HASH: (usize, usize) = (64, 32_768);
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 500;
const LAST_SEED: u64 = u32::MAX as u64;

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::default_of(GAME),
            hash: HASH.0,
            threads: 1,
            level: None,
            lines: 1,
            seed: 0,
            tables: String::new(),
        }
    }
}

/// The lines that answer `ugi`.
pub(super) fn described() -> Vec<String> {
    let games: String = GameId::ALL.iter().map(|game| format!(" var {game}")).collect();
    let spin = |name: &str, default: u64, least: u64, most: u64| {
        format!("option name {name} type spin default {default} min {least} max {most}")
    };
    vec![
        format!("option name Game type combo default {GAME}{games}"),
        "option name Rules type string default <empty>".to_owned(),
        spin("Hash", HASH.0 as u64, 1, HASH.1 as u64),
        spin("Threads", 1, 1, MOST_THREADS as u64),
        spin("Level", 0, 0, u64::from(Level::LAST.number())),
        spin("MultiPV", 1, 1, MOST_LINES as u64),
        spin("Seed", 0, 0, LAST_SEED),
        "option name Tables type string default <empty>".to_owned(),
    ]
}

impl Options {
    /// Sets what `name NAME value VALUE` says.
    ///
    /// # Errors
    /// What is wrong, as a sentence; nothing has changed.
    pub(super) fn set(&mut self, words: &[&str], text: &Text) -> Result<(), String> {
        let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name = words[..at].strip_prefix(&["name"]).unwrap_or_default().join(" ");
        let value = words.get(at + 1..).unwrap_or_default().join(" ");
        let value = if value == "<empty>" { "" } else { value.as_str() };
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                let allowed = format!("{least}…{most}");
                let args = [("name", name.as_str().into()), ("found", value.into())]
                    .into_iter()
                    .chain([("allowed", allowed.into())]);
                text.message("error-bad-argument", &args.collect::<Vec<_>>())
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                let game = GameId::read(value).map_err(|error| text.options_error(&error))?;
                // Chosen again, a game keeps its rules.
                if game != self.variant.game {
                    self.variant = Variant::default_of(game);
                }
            }
            "rules" => {
                self.variant = Variant::read(self.variant.game, value)
                    .map_err(|error| text.options_error(&error))?;
            }
            "hash" => self.hash = number(1, HASH.1 as u64)? as usize,
            "threads" => self.threads = number(1, MOST_THREADS as u64)? as usize,
            "level" if value.eq_ignore_ascii_case("off") => self.level = None,
            "level" => {
                self.level = Level::new(number(0, u64::from(Level::LAST.number()))? as u32);
            }
            "multipv" => self.lines = number(1, MOST_LINES as u64)? as usize,
            "tables" => value.clone_into(&mut self.tables),
            "seed" => self.seed = number(0, LAST_SEED)?,
            _ => return Err(text.message("ugi-unknown-option", &[("found", name.into())])),
        }
        Ok(())
    }
}
