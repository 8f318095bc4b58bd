//! `man`: manual pages, from the same words as the help, with what a page has besides.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use text::Text;

use crate::Refusal;
use crate::help;
use crate::output::Output;

/// The exit statuses, each with the message that explains it.
const STATUSES: [(&str, &str); 3] =
    [("0", "man-status-done"), ("1", "man-status-no"), ("2", "man-status-wrong")];

/// The variables of the environment that a command reads, each with the message that explains it.
fn variables(path: &str) -> Vec<(&'static str, &'static str)> {
    let mut all = vec![
        ("LC_ALL, LC_MESSAGES, LANG", "man-env-lang"),
        ("NO_COLOR", "man-env-no-color"),
        ("TERM, COLORTERM", "man-env-term"),
    ];
    if matches!(path, "igroteka" | "play") {
        all.push(("IGROTEKA_TOKEN", "man-env-token"));
        all.push(("XDG_STATE_HOME", "man-env-state"));
    }
    if matches!(path, "igroteka" | "serve") {
        all.push(("IGROTEKA_CONFIG", "man-env-config"));
        all.push(("IGROTEKA_BIND, IGROTEKA_DATA, …", "man-env-settings"));
    }
    if uses_data(path) {
        all.push(("XDG_DATA_HOME", "man-env-data"));
    }
    all
}

/// The files that a command uses, each with the message that explains it.
fn files(path: &str) -> Vec<(&'static str, &'static str)> {
    let mut all = Vec::new();
    if matches!(path, "igroteka" | "serve") {
        all.push(("~/.local/share/igroteka/igroteka.sqlite", "man-file-database"));
    }
    if matches!(path, "igroteka" | "play") {
        all.push(("~/.local/state/igroteka/guests.json", "man-file-guests"));
    }
    if path == "igroteka" || path.starts_with("tables") {
        all.push(("~/.local/share/igroteka/tables/", "man-file-tables"));
    }
    all
}

fn uses_data(path: &str) -> bool {
    matches!(path, "igroteka" | "serve") || path.starts_with("tables")
}

/// Writes a page for the program and for each of its commands.
pub(crate) fn man(folder: &Path, output: &mut Output) -> anyhow::Result<()> {
    let text = output.text();
    let refuse = |error: std::io::Error| {
        let args =
            [("file", folder.display().to_string().into()), ("message", error.to_string().into())];
        Refusal::wrong(text.message("error-file-write", &args))
    };
    std::fs::create_dir_all(folder).map_err(refuse)?;
    let mut command = help::command(text);
    command.build();
    let written = pages(&command, "igroteka", "igroteka", folder, text).map_err(refuse)?;
    output.lines(written.iter().map(|file| file.display().to_string()))?;
    Ok(())
}

/// The page of a command and those of the commands below it. `path` is the command's name in the
/// catalogue, `name` that of its page.
fn pages(
    command: &Command,
    path: &str,
    name: &str,
    folder: &Path,
    text: &Text,
) -> std::io::Result<Vec<PathBuf>> {
    // The name of a page must not have a space in it, and the call must.
    let page = command.clone().name(name.to_owned()).display_name(name.to_owned());
    let has_commands = page.get_subcommands().next().is_some();
    let man = Man::new(page);
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if has_commands {
        man.render_subcommands_section(&mut out)?;
    }
    let words = |id: &str| text.message(id, &[]);
    let examples = help::examples(path);
    if !examples.is_empty() {
        writeln!(out, ".SH {}\n.nf", quoted(&words("man-examples")))?;
        for line in examples {
            writeln!(out, "{}", escaped(&format!("igroteka {line}")))?;
        }
        writeln!(out, ".fi")?;
    }
    let lists = [
        ("man-exit-status", STATUSES.to_vec()),
        ("man-environment", variables(path)),
        ("man-files", files(path)),
    ];
    for (title, items) in lists.iter().filter(|(_, items)| !items.is_empty()) {
        writeln!(out, ".SH {}", quoted(&words(title)))?;
        for (item, id) in items {
            writeln!(out, ".TP\n\\fB{}\\fR\n{}", escaped(item), escaped(&words(id)))?;
        }
    }
    let mut written = vec![folder.join(format!("{name}.1"))];
    std::fs::write(&written[0], out)?;
    for sub in command.get_subcommands() {
        let (path, name) =
            (help::below(path, sub.get_name()), format!("{name}-{}", sub.get_name()));
        written.extend(pages(sub, &path, &name, folder, text)?);
    }
    Ok(written)
}

/// Text that means nothing to the formatter.
fn escaped(text: &str) -> String {
    let plain = text.replace('\\', "\\e").replace('-', "\\-");
    if plain.starts_with(['.', '\'']) { format!("\\&{plain}") } else { plain }
}

/// An argument of a request to the formatter.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text).replace('"', "\\(dq"))
}
