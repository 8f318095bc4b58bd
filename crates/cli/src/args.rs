//! The shape of the command line. What each part means is said in the message catalogue
//! (`help-…`), in both languages; [`crate::help`] puts the two together.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::analyze::AnalyzeArgs;
use crate::bench::BenchArgs;
use crate::engine_match::MatchArgs;
use crate::review::ReviewArgs;
use crate::search::ExactTables;

/// Everything that was typed.
#[derive(Parser, Debug)]
#[command(name = "igroteka", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[arg(long, global = true, value_name = "en|ru")]
    pub(crate) lang: Option<String>,
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(Box<crate::settings::ServeArgs>),
    Play(Box<crate::play::Play>),
    Games,
    Position {
        #[command(flatten)]
        setup: Setup,
        #[arg(long)]
        board: bool,
    },
    Moves {
        #[command(flatten)]
        setup: Setup,
    },
    Rules {
        #[arg(value_name = "GAME")]
        game: String,
        #[arg(value_name = "ARTICLE")]
        article: Option<String>,
    },
    Perft {
        #[command(flatten)]
        setup: Setup,
        #[arg(long, value_name = "N", allow_negative_numbers = true)]
        depth: String,
        #[arg(long)]
        divide: bool,
    },
    Inspect,
    Playouts {
        #[command(flatten)]
        setup: Setup,
        #[arg(long, value_name = "S", allow_negative_numbers = true)]
        #[arg(required_unless_present = "playout-games")]
        seconds: Option<String>,
        #[arg(id = "playout-games", long = "games", value_name = "N")]
        #[arg(allow_negative_numbers = true)]
        games: Option<String>,
        #[arg(long, value_name = "N", allow_negative_numbers = true)]
        seed: Option<String>,
    },
    Engine(ExactTables),
    Analyze(AnalyzeArgs),
    Match(MatchArgs),
    Bench(BenchArgs),
    Load(crate::load::LoadArgs),
    Record {
        #[command(subcommand)]
        command: RecordCommand,
    },
    Store {
        #[command(subcommand)]
        command: crate::store::StoreCommand,
    },
    Admin {
        #[command(subcommand)]
        command: crate::admin::AdminCommand,
    },
    Tables {
        #[command(subcommand)]
        command: crate::tables::TablesCommand,
    },
    Diagram {
        #[command(flatten)]
        setup: Setup,
        #[arg(short, long, value_name = "FILE.svg")]
        out: PathBuf,
    },
    Completions {
        #[arg(value_name = "SHELL")]
        shell: String,
    },
    Man {
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum RecordCommand {
    Show {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    Check {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    Convert {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long, value_name = "record|pdn")]
        to: String,
    },
    Review(ReviewArgs),
    VerifyThrows {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// A game, its rules, and where it stands. Read as text here, judged in [`crate::setup`].
#[derive(Args, Debug)]
pub(crate) struct Setup {
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[arg(long, value_name = "K=V,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}

/// A game and where it stands as in [`Setup`], or many of them as JSON lines.
#[derive(Args, Debug)]
pub(crate) struct SetupOrBatch {
    #[arg(value_name = "GAME", required_unless_present = "batch")]
    pub(crate) game: Option<String>,
    #[arg(long, value_name = "K=V,…", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
    #[arg(long, value_name = "POSITION", conflicts_with = "batch")]
    pub(crate) from: Option<String>,
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    #[arg(conflicts_with = "batch")]
    pub(crate) moves: String,
    #[arg(long)]
    pub(crate) batch: bool,
}
