//! Reading the command line: help from the message catalogue in the player's language, refusals in
//! one line, shell completions.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};
use engine::Level;
use rules::{GameId, Side};
use text::{Lang, Text};

use crate::Refusal;
use crate::args::Cli;
use crate::output::Output;

/// An end before any command ran: help, version, or a wrong call.
pub(crate) struct Early {
    pub(crate) status: u8,
    pub(crate) message: String,
}

/// What was typed, and the language to answer in.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<(Cli, Lang), Early> {
    let args: Vec<OsString> = args.into_iter().collect();
    let lang = language(&args)?;
    let text = text::text(lang);
    let mut command = command(text);
    let matches = command
        .try_get_matches_from_mut(&args)
        .map_err(|error| early(&error, &subcommands(&command, &args), text))?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| early(&error, "", text))?;
    Ok((cli, lang))
}

/// `--lang` if it was given, else the environment's language. Needed before anything is parsed,
/// because refusals and help are in it.
fn language(args: &[OsString]) -> Result<Lang, Early> {
    let variable = |name| std::env::var(name).ok();
    let from_env = Lang::from_env(
        variable("LC_ALL").as_deref(),
        variable("LC_MESSAGES").as_deref(),
        variable("LANG").as_deref(),
    );
    let mut words = args.iter().map(|word| word.to_string_lossy());
    let asked = words.find_map(|word| match word.strip_prefix("--lang") {
        Some("") => Some(None),
        Some(value) => value.strip_prefix('=').map(|value| Some(value.to_owned())),
        None => None,
    });
    let asked = match asked {
        None => return Ok(from_env),
        Some(Some(value)) => value,
        Some(None) => words.next().map(String::from).unwrap_or_default(),
    };
    let known = Lang::ALL.into_iter().find(|lang| lang.code() == asked);
    known.ok_or_else(|| {
        let allowed = Lang::ALL.map(Lang::code).join(", ");
        let args = [("found", asked.into()), ("allowed", allowed.into())];
        Early { status: 2, message: text::text(from_env).message("error-language", &args) }
    })
}

/// The options that every command has: they stand last, in this order.
const COMMON: [&str; 5] = ["lang", "json", "ascii", "help", "version"];

/// The command tree with its help in one language.
pub(crate) fn command(text: &Text) -> Command {
    let command = Cli::command()
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true))
        .arg(Arg::new("version").short('V').long("version").action(ArgAction::Version));
    localise(command, "igroteka", text)
}

fn localise(command: Command, path: &str, text: &Text) -> Command {
    let word = |id: &str| text.message(id, &[]);
    let usage = word("help-usage");
    let template =
        format!("{{about-with-newline}}\n{usage}: {{usage}}\n\n{{all-args}}{{after-help}}\n");
    let examples = examples(path);
    let mut command = command
        .about(word(&format!("help-{path}")))
        .help_template(template)
        .subcommand_help_heading(word("help-commands"))
        .subcommand_value_name(word("help-command-name"))
        // A missing command gets one line, as every wrong call does.
        .arg_required_else_help(false)
        .mut_args(|arg| {
            let id = arg.get_id().to_string();
            let common = COMMON.iter().position(|known| *known == id);
            let heading = match common {
                Some(_) => "help-common-options",
                None if arg.is_positional() => "help-arguments",
                None => "help-options",
            };
            let arg = arg.help(word(&format!("help-arg-{id}"))).help_heading(word(heading));
            match common {
                Some(place) => arg.display_order(100 + place),
                None => arg,
            }
        });
    if !examples.is_empty() {
        let lines: String = examples.iter().map(|line| format!("\n  igroteka {line}")).collect();
        command = command.after_help(StyledStr::from(format!("{}:{lines}", word("help-examples"))));
    }
    let names: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        let below = below(path, &name);
        command = command.mut_subcommand(name, |sub| {
            localise(sub.disable_help_flag(true).disable_version_flag(true), &below, text)
        });
    }
    command
}

/// The name of a command below another in the catalogue.
pub(crate) fn below(path: &str, name: &str) -> String {
    if path == "igroteka" { name.to_owned() } else { format!("{path}-{name}") }
}

/// Calls that work as they stand.
pub(crate) fn examples(path: &str) -> &'static [&'static str] {
    match path {
        "igroteka" => &["games", "moves draughts --moves \"c3-d4 d6-c5\"", "perft seega --depth 4"],
        "play" => &["play seega --level 2", "play draughts --side second --clock 5+3"],
        "games" => &["games", "games --json"],
        "rules" => &["rules senet", "rules diaballik 2.2", "rules seega 4 --lang ru"],
        "position" => &[
            "position diaballik --moves \"a1a2 a2a3 end\" --board",
            "position seega --rules size=3 --moves \"a1 b1 c1\"",
        ],
        "moves" => &[
            "moves senet --moves t3",
            "moves draughts --rules classic --from \"8/8/8/8/3b4/2w5/8/8 w 0,0 0 0\"",
        ],
        "perft" => {
            &["perft salta --depth 3", "perft draughts --rules cyclic=off --depth 6 --divide"]
        }
        "inspect" => &["inspect < states.jsonl"],
        "playouts" => &["playouts senet --seconds 1", "playouts seega --games 200 --seed 7 --json"],
        "engine" => &["engine < questions.txt"],
        "analyze" => &[
            "analyze draughts --time 1 --lines 3",
            "analyze seega --rules size=3 --moves \"a1 b1 c1\" --depth 6 --json",
            "analyze --batch --nodes 1000 < states.jsonl",
        ],
        "match" => &[
            "match seega --a greedy --b random --games 10",
            "match senet --a nodes=300 --b uct,nodes=30 --games 2 --records games.txt",
            "match seega --player greedy --player random --player level=1 --games 4",
            "match draughts --a nodes=99 --b \"cmd:igroteka engine,nodes=99\" --games 2 --json",
        ],
        "bench" => &["bench --depth 3", "bench --depth 3 --json"],
        "record" => &["record show game.txt", "record check game.txt"],
        "record-show" => &["record show game.txt", "record show - < game.txt"],
        "record-check" => &["record check game.txt"],
        "load" => &["load --games 4 --seconds 1", "load --games 0 --spectators 20 --json"],
        "store" => &["store check --data games", "store export --data games --jsonl games.jsonl"],
        "store-check" => &["store check --data games", "store check --dump games.jsonl"],
        "store-export" => &["store export --data games --jsonl games.jsonl"],
        "serve" => &["serve", "serve --bind 127.0.0.1:0 --data games"],
        "record-review" => &[
            "record review game.txt",
            "record review game.txt --nodes 20000 --annotate annotated.txt",
        ],
        "record-verify-throws" => &["record verify-throws game.txt"],
        "record-convert" => &["record convert game.txt --to pdn"],
        "tables" => &["tables build seega --pieces 4 --out tables", "tables list --tables tables"],
        "tables-build" => &[
            "tables build seega --pieces 4 --out tables",
            "tables build draughts --rules classic --pieces 2 --out tables --threads 1",
        ],
        "tables-check" => &["tables check seega --tables tables"],
        "tables-probe" => &[
            "tables probe seega --from \"5/5/1gb2/5/3g1 g 0,0 - 2\" --tables tables",
            "tables probe seega --tables tables --batch < positions.jsonl",
        ],
        "tables-list" => &["tables list --tables tables", "tables list --json"],
        "tables-solved" => &["tables solved", "tables solved --tables tables --json"],
        "diagram" => &["diagram seega --from \"5/2g2/gb1bg/5/b4 g 0,0 - 3\" -o board.svg"],
        "completions" => {
            &["completions bash > ~/.local/share/bash-completion/completions/igroteka"]
        }
        "man" => &["man man1"],
        _ => &[],
    }
}

/// The commands that can follow what was typed: those of `record` after `record`.
fn subcommands(command: &Command, args: &[OsString]) -> String {
    let mut at = command;
    for word in args.iter().skip(1) {
        at = at.find_subcommand(word).unwrap_or(at);
    }
    at.get_subcommands().map(Command::get_name).collect::<Vec<_>>().join(", ")
}

/// Help or the version, or a refusal of the parser in one line of the catalogue. `commands` are
/// those that could stand where one is wrong or missing.
fn early(error: &clap::Error, commands: &str, text: &Text) -> Early {
    let shown = error.render().to_string();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let options = format!("[{}]", text.message("help-options-name", &[]));
        return Early { status: 0, message: shown.replace("[OPTIONS]", &options) };
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(value)) => value.clone(),
        Some(ContextValue::Strings(values)) => values.join(", "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let found = context(ContextKind::InvalidSubcommand);
            let args = [("found", found.into()), ("allowed", commands.into())];
            text.message("error-unknown-command", &args)
        }
        ErrorKind::MissingSubcommand => {
            text.message("error-missing-command", &[("allowed", commands.into())])
        }
        ErrorKind::UnknownArgument => {
            text.message("error-unknown-argument", &[("found", argument.into())])
        }
        ErrorKind::MissingRequiredArgument => {
            text.message("error-missing-argument", &[("name", argument.into())])
        }
        ErrorKind::ArgumentConflict => {
            text.message("error-repeated-argument", &[("name", argument.into())])
        }
        ErrorKind::InvalidValue
        | ErrorKind::NoEquals
        | ErrorKind::WrongNumberOfValues
        | ErrorKind::TooFewValues
        | ErrorKind::TooManyValues => {
            text.message("error-argument-value", &[("name", argument.into())])
        }
        ErrorKind::InvalidUtf8 => text.message("error-not-utf8-argument", &[]),
        _ => shown.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
    };
    Early { status: 2, message }
}

/// The command tree with the values that a shell can offer. Only for completion: read by it, a wrong
/// value would be refused in the parser's words instead of ours.
fn with_values(command: Command) -> Command {
    let mut command = command.mut_args(|arg| match values(arg.get_id().as_str()) {
        values if values.is_empty() => arg,
        values => arg.value_parser(PossibleValuesParser::new(values)),
    });
    let names: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, with_values);
    }
    command
}

/// The values of an argument, if they can be listed.
fn values(argument: &str) -> Vec<String> {
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match argument {
        "game" | "play-game" => GameId::ALL.map(|game| game.id().to_owned()).to_vec(),
        "rules" => {
            let presets = GameId::ALL.into_iter().flat_map(GameId::presets);
            presets.map(|preset| preset.name.to_owned()).collect()
        }
        "play-side" => Side::BOTH.map(|side| side.word().to_owned()).to_vec(),
        "lang" => Lang::ALL.map(|lang| lang.code().to_owned()).to_vec(),
        "play-level" => (1..=Level::LAST.number()).map(|level| level.to_string()).collect(),
        "to" => own(&["record", "pdn"]),
        "shell" => own(&["bash", "elvish", "fish", "powershell", "zsh"]),
        _ => Vec::new(),
    }
}

/// Prints a completion script.
pub(crate) fn completions(shell: &str, output: &mut Output) -> anyhow::Result<()> {
    use clap::ValueEnum;
    let Ok(shell) = clap_complete::Shell::from_str(shell, true) else {
        let known = clap_complete::Shell::value_variants().iter().map(ToString::to_string);
        let allowed = known.collect::<Vec<_>>().join(", ");
        return Err(Refusal::argument("SHELL", shell, &allowed, output));
    };
    let mut script = Vec::new();
    let mut command = with_values(command(output.text()));
    clap_complete::generate(shell, &mut command, "igroteka", &mut script);
    output.raw(&String::from_utf8_lossy(&script))?;
    Ok(())
}
