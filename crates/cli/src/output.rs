//! Where answers go and in which form: language, JSON, drawing style.

use std::io::{self, BufWriter, IsTerminal, Write};

use text::{BoardStyle, Lang, Text};

use crate::args::Cli;

/// Standard output and how to speak there.
pub(crate) struct Output {
    out: BufWriter<io::Stdout>,
    lang: Lang,
    json: bool,
    ascii: bool,
    terminal: bool,
}

impl Output {
    pub(crate) fn new(cli: &Cli, lang: Lang) -> Output {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Output { out: BufWriter::new(stdout), lang, json: cli.json, ascii: cli.ascii, terminal }
    }

    /// The catalogue in the player's language.
    pub(crate) fn text(&self) -> &'static Text {
        text::text(self.lang)
    }

    /// A message without variables.
    pub(crate) fn word(&self, id: &str) -> String {
        self.text().message(id, &[])
    }

    /// Whether the answer is for a machine.
    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// Whether boards are drawn in plain ASCII.
    pub(crate) fn ascii(&self) -> bool {
        self.ascii
    }

    /// Whether a person looks at it.
    pub(crate) fn terminal(&self) -> bool {
        self.terminal
    }

    /// How boards are drawn: signs and colours only for a terminal that wants them.
    pub(crate) fn board_style(&self) -> BoardStyle {
        let plain = !self.terminal || self.ascii;
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        BoardStyle { unicode: !plain, colour: self.terminal && !no_colour && !dumb }
    }

    /// One line.
    pub(crate) fn line(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Several lines.
    pub(crate) fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.line(line))
    }

    /// Text as it is.
    pub(crate) fn raw(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// One line of JSON.
    pub(crate) fn json_line(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self.out, "{value}")
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
