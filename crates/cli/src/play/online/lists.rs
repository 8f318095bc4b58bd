//! The games of a server to choose from, as text.

use rules::Variant;
use text::Text;

use super::client::Lists;
use super::terms::player_name;
use super::wire::{Listed, Phase};

/// What choosing a game means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowKind {
    /// Going on with an own one.
    Own,
    /// Taking the free seat.
    Lobby,
    /// Looking on.
    Live,
}

impl RowKind {
    /// The message above the games of this kind.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            RowKind::Own => "online-list-own",
            RowKind::Lobby => "online-list-lobby",
            RowKind::Live => "online-list-live",
        }
    }
}

/// A game to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) kind: RowKind,
    pub(crate) game: String,
    /// Which game, who plays, on which terms.
    pub(crate) words: String,
}

/// All games to choose from.
pub(crate) fn rows(lists: &Lists, text: &Text) -> Vec<Row> {
    let all =
        [(RowKind::Own, &lists.own), (RowKind::Lobby, &lists.lobby), (RowKind::Live, &lists.live)];
    let row = |kind, one: &Listed| Row { kind, game: one.game.clone(), words: words(one, text) };
    all.iter().flat_map(|(kind, list)| list.iter().map(move |one| row(*kind, one))).collect()
}

fn words(one: &Listed, text: &Text) -> String {
    let name = match Variant::read_full(&one.rules) {
        Ok(variant) => text.full_title(variant),
        Err(_) => one.rules.clone(),
    };
    let [first, second] = [0, 1].map(|seat| player_name(&one.players[seat], text));
    let mut parts = vec![name, format!("{first} – {second}")];
    if one.time != "none" {
        parts.push(one.time.clone());
    }
    if one.rated {
        parts.push(text.message("online-rated", &[]));
    }
    match one.phase {
        Phase::Open => {}
        _ => parts.push(text.message("online-actions", &[("count", one.ply.into())])),
    }
    parts.join(", ")
}

/// The lists line by line, for line mode.
pub(crate) fn lines(lists: &Lists, text: &Text) -> Vec<String> {
    let rows = rows(lists, text);
    let mut out = Vec::new();
    for kind in [RowKind::Own, RowKind::Lobby, RowKind::Live] {
        out.push(text.message(kind.title(), &[]));
        let before = out.len();
        for row in rows.iter().filter(|row| row.kind == kind) {
            out.extend(crate::wrap::hang(&format!("  {:<16} ", row.game), &row.words));
        }
        if out.len() == before {
            out.push(format!("  {}", text.message("online-list-none", &[])));
        }
    }
    out
}
