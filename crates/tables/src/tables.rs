//! A folder of tables: probing, checking and listing them.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rules::{Game, Position, Status, Variant};

use crate::answer::Answer;
use crate::draughts::DraughtsTables;
use crate::file::Table;
use crate::layer::Layer;
use crate::proof::Strategy;
use crate::seega::SeegaTables;
use crate::senet::SenetTables;
use crate::{Header, Oracle, TableError};

/// A folder of tables. Files are opened when a rule set is first asked for.
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    opened: Mutex<HashMap<Variant, Arc<Opened>>>,
}

/// The tables of one rule set.
#[derive(Debug)]
pub(crate) enum Opened {
    /// With a proof of how the game ends from the start, if there is one.
    Seega(Box<SeegaTables>, Option<Box<Strategy>>),
    Draughts(DraughtsTables),
    Senet(SenetTables),
    None,
}

impl Opened {
    fn open(folder: &Path, variant: &Variant) -> Result<Opened, TableError> {
        Ok(match Game::start(*variant) {
            Game::Seega(line) => {
                let tables = SeegaTables::open(folder, line.position().rules())?;
                let strategy = Strategy::open(folder, variant)?;
                Opened::Seega(Box::new(tables), strategy.map(Box::new))
            }
            Game::Draughts(line) => {
                Opened::Draughts(DraughtsTables::open(folder, line.position().rules())?)
            }
            Game::Senet(line) => Opened::Senet(SenetTables::open(folder, line.position().rules())?),
            Game::Salta(_) | Game::Diaballik(_) => Opened::None,
        })
    }

    fn entries(&self) -> Vec<(Layer, u64)> {
        match self {
            Opened::Seega(tables, _) => tables.entries(),
            Opened::Draughts(tables) => tables.entries(),
            Opened::Senet(tables) => tables.entries(),
            Opened::None => Vec::new(),
        }
    }

    fn check(&self, layer: Layer, entry: u64) -> Result<(), TableError> {
        match self {
            Opened::Seega(tables, _) => tables.check(layer, entry),
            Opened::Draughts(tables) => tables.check(layer, entry),
            Opened::Senet(tables) => tables.check(layer, entry),
            Opened::None => Ok(()),
        }
    }
}

/// One file of a folder of tables.
#[derive(Debug)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// Its bytes.
    pub size: u64,
    /// What it says of itself.
    pub header: Header,
}

/// What a check has compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The entries compared.
    pub entries: u64,
    /// The entries that there are.
    pub of: u64,
}

impl Tables {
    /// The tables of a folder, which need not exist.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Tables {
        Tables { folder: folder.into(), opened: Mutex::new(HashMap::new()) }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the files anew when they are next asked for: there are others than before.
    pub fn refresh(&self) {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn opened(&self, variant: Variant) -> Result<Arc<Opened>, TableError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = opened.get(&variant) {
            return Ok(tables.clone());
        }
        let tables = Arc::new(Opened::open(&self.folder, &variant)?);
        opened.insert(variant, tables.clone());
        Ok(tables)
    }

    /// The tables of a rule set for the engine.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn oracle(&self, variant: Variant) -> Result<Oracle, TableError> {
        self.opened(variant).map(Oracle)
    }

    /// The exact value of the position in which a game stands, if the tables reach. Its past does
    /// not count.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn probe(&self, game: &Game) -> Result<Option<Answer>, TableError> {
        match (&*self.opened(game.variant())?, game) {
            (Opened::Seega(tables, _), Game::Seega(line)) => {
                let score = tables.probe(line.position())?;
                Ok(score.map(|score| Answer::from_score(score, None)))
            }
            (Opened::Draughts(tables), Game::Draughts(line)) => {
                let found = tables.probe(line.position())?;
                Ok(found.map(|(score, within)| Answer::from_score(score, within)))
            }
            (Opened::Senet(tables), Game::Senet(line)) => {
                let found = tables.probe(line.position())?;
                Ok(found.map(|(expectation, limit_matters)| Answer::Expectation {
                    expectation,
                    limit_matters,
                }))
            }
            _ => Ok(None),
        }
    }

    /// The actions of the position in which a game stands with what they bring the side that acts,
    /// as far as the tables reach; best first.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn probe_actions(&self, game: &Game) -> Result<Vec<(String, Option<Answer>)>, TableError> {
        let mut actions = Vec::new();
        for action in game.actions() {
            let mut next = game.clone();
            let Ok(played) = next.act(action) else { continue };
            let after = match next.status() {
                Status::Over(outcome) => Some(Answer::over(game.variant().game, &outcome, &next)),
                Status::ToAct(_) | Status::Chance => self.probe(&next)?,
            };
            let changed = next.side() != game.side();
            actions.push((played.text, after.map(|answer| answer.before(changed))));
        }
        // What is not known stands last.
        actions.sort_by_key(|(_, answer)| Reverse(answer.as_ref().map(Answer::rank)));
        Ok(actions)
    }

    /// Compares entries of a rule set's tables with what the rules make of their successors:
    /// `below(n)` gives numbers under `n`, `entries` times a layer; `None` compares all entries.
    ///
    /// # Errors
    /// The first entry that is wrong, or a table is damaged.
    pub fn check(
        &self,
        variant: Variant,
        entries: Option<u64>,
        mut below: impl FnMut(u64) -> u64,
    ) -> Result<Checked, TableError> {
        let opened = self.opened(variant)?;
        let mut checked = Checked { entries: 0, of: 0 };
        for (layer, of) in opened.entries() {
            let count = entries.unwrap_or(of);
            for number in 0..count {
                let entry = if entries.is_none() { number } else { below(of) };
                opened.check(layer, entry)?;
            }
            checked.entries += count;
            checked.of += of;
        }
        Ok(checked)
    }

    /// The table files of the folder, in order of their paths; a file that cannot be used is an
    /// error in the list.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn list(&self) -> Result<Vec<Result<Listed, TableError>>, TableError> {
        let mut paths = Vec::new();
        find(&self.folder, &mut paths)?;
        paths.sort();
        let listed = |path: PathBuf| {
            let table = Table::open(&path)?;
            Ok(Listed { path, size: table.size(), header: table.header().clone() })
        };
        Ok(paths.into_iter().map(listed).collect())
    }
}

/// Collects the table files under a folder; a folder that is not there has none.
fn find(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), TableError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(TableError::io(folder))?,
    };
    for entry in entries {
        let path = entry.map_err(TableError::io(folder))?.path();
        if path.is_dir() {
            find(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "table") {
            into.push(path);
        }
    }
    Ok(())
}
