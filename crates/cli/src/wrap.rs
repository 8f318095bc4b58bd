//! Text in columns: words filled into lines.

/// How wide lines get: as wide as a terminal always is.
pub(crate) const WIDTH: usize = 80;

/// `first`, then the words of `text`; further lines are indented by as much as `first` is wide. No
/// line is wider than [`WIDTH`], unless a single word is.
pub(crate) fn hang(first: &str, text: &str) -> Vec<String> {
    fill(first, text, WIDTH)
}

/// The words of a text in lines of this width; no line if there are none.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = fill("", text, width);
    lines.retain(|line| !line.is_empty());
    lines
}

fn fill(first: &str, text: &str, width: usize) -> Vec<String> {
    let indent = first.chars().count();
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut column = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            column = indent;
        }
        if column > indent {
            line.push(' ');
            column += 1;
        }
        line.push_str(word);
        column += length;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// A text from a file, safe to show: control characters, which could steer the terminal, escaped.
pub(crate) fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines() {
        assert_eq!(hang("a  ", ""), ["a"]);
        assert_eq!(hang("a  ", "b  c"), ["a  b c"]);
        let lines = hang("name   ", &"восемь ".repeat(30));
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
        assert!(lines[1].starts_with("       восемь"));
        let long = "x".repeat(100);
        assert_eq!(
            hang("a ", &format!("b {long} c")),
            ["a b".to_owned(), format!("  {long}"), "  c".to_owned()]
        );
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(harmless("a\u{1b}[31mé"), "a\\u{1b}[31mé");
    }
}
