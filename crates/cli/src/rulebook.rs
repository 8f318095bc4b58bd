//! `rules`: the rules of a game from docs/rules, whole or one article, with boards for its diagrams.

use rules::{Game, GameId, Illegal, Variant};
use serde_json::json;
use text::{Lang, Text};

use crate::Refusal;
use crate::output::Output;
use crate::wrap::hang;

/// The document of a game.
fn document(game: GameId, lang: Lang) -> &'static str {
    macro_rules! pair {
        ($name:literal) => {
            match lang {
                Lang::En => include_str!(concat!("../../../docs/rules/", $name, ".en.md")),
                Lang::Ru => include_str!(concat!("../../../docs/rules/", $name, ".ru.md")),
            }
        };
    }
    match game.id() {
        "seega" => pair!("seega"),
        "salta" => pair!("salta"),
        "senet" => pair!("senet"),
        "draughts" => pair!("draughts"),
        _ => pair!("diaballik"),
    }
}

/// A paragraph, a table, or a fenced block of claims.
struct Block {
    /// The chapter (`2`) or article (`2.2`) that it belongs to; empty before the first.
    number: String,
    lines: Vec<&'static str>,
}

impl Block {
    fn starts_with(&self, mark: &str) -> bool {
        self.lines[0].starts_with(mark)
    }

    /// Whether it is part of an article, or of a chapter.
    fn is_in(&self, number: &str) -> bool {
        let rest = self.number.strip_prefix(number);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

fn blocks(document: &'static str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut number = String::new();
    let (mut open, mut fenced) = (false, false);
    for line in document.lines() {
        let fence = line.starts_with("```");
        if line.is_empty() && !fenced {
            open = false;
            continue;
        }
        let head = line.strip_prefix("## ").or_else(|| line.strip_prefix("**"));
        if let Some(head) = head.filter(|head| head.starts_with(|c: char| c.is_ascii_digit())) {
            let end = head.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(head.len());
            head[..end].trim_end_matches('.').clone_into(&mut number);
        }
        match blocks.last_mut() {
            Some(block) if open => block.lines.push(line),
            _ => blocks.push(Block { number: number.clone(), lines: vec![line] }),
        }
        fenced ^= fence;
        open = true;
    }
    blocks
}

/// Prints the rules, or the chapter or article with this number.
pub(crate) fn rules(game: &str, number: Option<&str>, output: &mut Output) -> anyhow::Result<()> {
    let variant = rules::open(game, "")
        .map_err(|error| Refusal::wrong(output.text().options_error(&error)))?;
    let all = blocks(document(variant.game, output.text().lang()));
    let wanted = |block: &&Block| number.is_none_or(|number| block.is_in(number));
    let chosen: Vec<&Block> = all.iter().filter(wanted).collect();
    if chosen.is_empty() || number == Some("") {
        let mut known: Vec<&str> = all.iter().map(|block| block.number.as_str()).collect();
        known.retain(|number| !number.is_empty());
        known.dedup();
        let found = number.unwrap_or_default();
        return Err(Refusal::argument("ARTICLE", found, &known.join(", "), output));
    }
    if output.json() {
        let text: Vec<String> = chosen.iter().map(|block| block.lines.join("\n")).collect();
        let text = text.join("\n\n");
        output.json_line(&json!({"game": variant.game.id(), "article": number, "text": text}))?;
        return Ok(());
    }
    let mut first = true;
    for (place, block) in chosen.iter().enumerate() {
        // Claims are for tests; they also say by which rules a position stands.
        if block.starts_with("```") {
            continue;
        }
        if !std::mem::take(&mut first) {
            output.line("")?;
        }
        let claims = chosen[place..].iter().find(|block| block.starts_with("```check"));
        let variant = claims.and_then(|claims| claimed(claims)).unwrap_or(variant);
        match shown(block, variant) {
            Some(game) => {
                let style = output.board_style();
                output.lines(text::board(&game.view(), style))?;
                output.line(game.position())?;
            }
            None => print(block, output)?,
        }
    }
    Ok(())
}

/// The rule set that claims begin with: `seega size=3`.
fn claimed(claims: &Block) -> Option<Variant> {
    let line = claims.lines.get(1)?;
    let (game, options) = line.split_once(' ').unwrap_or((line, ""));
    rules::open(game, options).ok()
}

/// The game that a paragraph shows: a position, and perhaps actions up to a semicolon.
fn shown(block: &Block, variant: Variant) -> Option<Game> {
    if !block.starts_with("`") {
        return None;
    }
    let text = block.lines.join(" ");
    let played = text.split(';').next().unwrap_or_default();
    let mut spans = played.split('`').skip(1).step_by(2);
    let mut game = Game::from_position(variant, spans.next()?).ok()?;
    for action in spans {
        game.play(action).ok()?;
    }
    Some(game)
}

fn print(block: &Block, output: &mut Output) -> anyhow::Result<()> {
    if block.starts_with("|") {
        for row in block.lines.iter().filter(|row| !row.starts_with("| -")) {
            let cells: Vec<String> = row.trim_matches('|').split('|').map(plain).collect();
            let (name, rest) = cells.split_first().map_or(("", &[][..]), |(a, b)| (a, b));
            output.lines(hang(&format!("  {name:<12} "), &rest.join(" – ")))?;
        }
        return Ok(());
    }
    // A list is several paragraphs, each behind its mark.
    let mut items: Vec<(&str, String)> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(item), _) => items.push(("- ", item.to_owned())),
            (None, Some((_, item))) => *item = format!("{item} {}", line.trim_start()),
            (None, None) => items.push(("", (*line).to_owned())),
        }
    }
    for (mark, item) in items {
        output.lines(hang(mark, &plain(&item)))?;
    }
    Ok(())
}

/// Text without the marks of Markdown; of links and pictures the words stay.
fn plain(text: &str) -> String {
    let text = text.trim().trim_start_matches('#').replace("![", "[");
    let mut out = String::new();
    for (place, part) in text.split('`').enumerate() {
        if place % 2 == 1 {
            out.push_str(part);
            continue;
        }
        let mut rest = part;
        while let Some((words, after)) = rest.split_once("](") {
            out.push_str(&words.replacen('[', "", 1).replace("**", "").replace('_', ""));
            rest = after.split_once(')').map_or("", |(_, after)| after);
        }
        out.push_str(&rest.replace("**", "").replace('_', ""));
    }
    out.trim().to_owned()
}

/// Why an action is refused, and the command that shows the article.
pub(crate) fn refusal(illegal: &Illegal, text: &Text) -> String {
    let game = illegal.game.id();
    let args = [
        ("message", text.illegal(illegal).into()),
        ("command", format!("igroteka rules {game} {}", illegal.article()).into()),
    ];
    text.message("illegal-with-command", &args)
}
