//! What can be typed besides actions, in both languages.

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Moves,
    Undo,
    Hint,
    Go,
    Throw,
    Position,
    Board,
    Save,
    Load,
    Resign,
    New,
    Draw,
    Accept,
    Decline,
    Abort,
    Claim,
    Rematch,
    Games,
    Join,
    Watch,
    Quit,
}

/// Where a command has a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Where {
    Everywhere,
    /// In a game that is kept here.
    Here,
    /// In a game that a server keeps.
    Server,
}

use Where::{Everywhere, Here, Server};

/// Each command, where it has a meaning, the words that call it, and the message that explains it.
pub(super) const COMMANDS: [(Command, Where, &[&str], &str); 22] = [
    (Command::Help, Everywhere, &["help", "?", "справка", "помощь"], "plain-help"),
    (Command::Moves, Everywhere, &["moves", "ходы"], "plain-moves"),
    (Command::Undo, Everywhere, &["undo", "назад"], "plain-undo"),
    (Command::Hint, Everywhere, &["hint", "подсказка"], "plain-hint"),
    (Command::Go, Everywhere, &["go", "играй"], "plain-go"),
    (Command::Throw, Here, &["throw", "t", "бросок", "бросить"], "plain-throw"),
    (Command::Position, Everywhere, &["position", "позиция"], "plain-position"),
    (Command::Board, Everywhere, &["board", "доска"], "plain-board"),
    (Command::Save, Everywhere, &["save", "сохранить"], "plain-save"),
    (Command::Load, Here, &["load", "загрузить"], "plain-load"),
    (Command::Draw, Server, &["draw", "ничья"], "plain-draw"),
    (Command::Accept, Server, &["accept", "принять"], "plain-accept"),
    (Command::Decline, Server, &["decline", "отклонить"], "plain-decline"),
    (Command::Resign, Everywhere, &["resign", "сдаюсь", "сдаться"], "plain-resign"),
    (Command::Abort, Server, &["abort", "отмена"], "plain-abort"),
    (Command::Claim, Server, &["claim", "победа"], "plain-claim"),
    (Command::Rematch, Server, &["rematch", "реванш"], "plain-rematch"),
    (Command::New, Everywhere, &["new", "новая"], "plain-new"),
    (Command::Games, Server, &["games", "игры"], "plain-games"),
    (Command::Join, Server, &["join", "войти"], "plain-join"),
    (Command::Watch, Server, &["watch", "смотреть"], "plain-watch"),
    (Command::Quit, Everywhere, &["quit", "exit", "q", "выход"], "plain-quit"),
];

/// The command that a line calls, where it has a meaning, and what stands behind it.
pub(super) fn command(line: &str) -> Option<(Command, Where, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    let known = COMMANDS.iter().find(|(_, _, words, _)| words.contains(&word.as_str()))?;
    Some((known.0, known.1, rest.trim()))
}
