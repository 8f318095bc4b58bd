//! Keys as the game understands them: the same on every keyboard layout.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Backspace,
    /// Ctrl-C, Ctrl-D: leave at once.
    Interrupt,
    /// Ctrl-L: draw everything again.
    Redraw,
    /// Ctrl-Z: back to the shell for a while.
    Suspend,
    /// Ctrl-U: what has been typed goes.
    ClearLine,
    /// Ctrl-W: the last word goes.
    ClearWord,
    /// F12 in builds with debug assertions: fail, to see what is left of the terminal.
    Fail,
}

/// The key of an event; none for a key's release and for keys without a meaning.
pub(crate) fn read(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char(c) if control => match latin(c.to_ascii_lowercase()) {
            'c' | 'd' => Key::Interrupt,
            'l' => Key::Redraw,
            'z' => Key::Suspend,
            'u' => Key::ClearLine,
            'w' => Key::ClearWord,
            'h' => Key::Backspace,
            _ => return None,
        },
        KeyCode::Char(_) if event.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
        KeyCode::F(12) if cfg!(debug_assertions) => Key::Fail,
        KeyCode::F(1) => Key::Char('?'),
        _ => return None,
    })
}

/// The Latin letter on the key that has this letter in the Russian layout.
pub(crate) fn latin(c: char) -> char {
    const RUSSIAN: &str = "йцукенгшщзфывапролдячсмить";
    const LATIN: &str = "qwertyuiopasdfghjklzxcvbnm";
    let lower = c.to_lowercase().next().unwrap_or(c);
    let Some(place) = RUSSIAN.chars().position(|known| known == lower) else { return c };
    let key = LATIN.as_bytes()[place];
    char::from(if c == lower { key } else { key.to_ascii_uppercase() })
}

/// Whether a letter says yes; `н` is "no" in Russian, whatever key it is on.
pub(crate) fn is_yes(c: char) -> bool {
    matches!(c, 'y' | 'Y' | 'д' | 'Д')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_do_not_matter() {
        assert_eq!(latin('й'), 'q');
        assert_eq!(latin('Ь'), 'M');
        assert_eq!(latin('ь'), 'm');
        assert_eq!(latin('q'), 'q');
        assert_eq!(latin('?'), '?');
        assert_eq!(latin('ю'), 'ю');
    }

    #[test]
    fn events_become_keys() {
        let key = |code, modifiers| read(KeyEvent::new(code, modifiers));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Interrupt));
        assert_eq!(key(KeyCode::Char('с'), KeyModifiers::CONTROL), Some(Key::Interrupt));
        assert_eq!(key(KeyCode::Char('Q'), KeyModifiers::SHIFT), Some(Key::Char('Q')));
        assert_eq!(key(KeyCode::F(1), KeyModifiers::NONE), Some(Key::Char('?')));
        assert_eq!(key(KeyCode::F(9), KeyModifiers::NONE), None);
        let mut release = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        assert_eq!(read(release), None);
    }
}
