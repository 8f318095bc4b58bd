//! `diagram`: the board as an SVG picture.

use std::path::Path;

use crate::Refusal;
use crate::args::Setup;
use crate::output::Output;

pub(crate) fn diagram(setup: &Setup, out: &Path, output: &mut Output) -> anyhow::Result<()> {
    let (game, events) = setup.game_and_events(output)?;
    let svg = text::diagram(&game.view(), &events);
    if out == Path::new("-") {
        output.raw(&svg)?;
        return Ok(());
    }
    std::fs::write(out, svg).map_err(|error| {
        let args =
            [("file", out.display().to_string().into()), ("message", error.to_string().into())];
        Refusal::wrong(output.text().message("error-file-write", &args))
    })
}
