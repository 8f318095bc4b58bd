//! Typed actions: as the rules write them, or by any short form that has one meaning.
//!
//! Short forms leave out separators (`c3d4`), the path of a capture (`c3 g3`), the start where one
//! piece only can go there (`d4`), and capitals; Cyrillic letters stand for the Latin ones.

use rules::{Choice, Game, Illegal, Shape, Spot, Square, View};

use super::choosing::{actions, end, squares, start};

/// What was typed, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// This legal action.
    One(String),
    /// It could be any of these.
    Many(Vec<String>),
    /// It is none.
    Refused(Illegal),
}

/// Reads an action as a player types it.
pub(crate) fn read(game: &Game, typed: &str) -> Reading {
    let text = latin(typed.trim());
    let text = text.trim();
    let refusal = match game.clone().play(text) {
        Ok(_) => return Reading::One(text.to_owned()),
        Err(refusal) => refusal,
    };
    let choices = actions(game);
    let squares = given(&game.view(), text);
    let meanings = meanings(&choices, &squares, text);
    match &meanings[..] {
        [] => {
            let refusal = explain(game, &squares, refusal);
            // What was not understood is quoted as it was typed.
            Reading::Refused(match refusal.reason {
                rules::Reason::Syntax => {
                    Illegal::new(refusal.game, typed.trim(), refusal.reason, refusal.squares)
                }
                _ => refusal,
            })
        }
        [choice] => Reading::One(choice.text.clone()),
        _ => Reading::Many(meanings.iter().map(|choice| choice.text.clone()).collect()),
    }
}

/// The actions that squares and separators can mean.
fn meanings<'a>(choices: &'a [Choice], given: &[Square], text: &str) -> Vec<&'a Choice> {
    let all = |test: &dyn Fn(&Choice) -> bool| {
        choices.iter().filter(|choice| test(choice)).collect::<Vec<_>>()
    };
    match given {
        [] => Vec::new(),
        _ if text.starts_with('@') => {
            all(&|choice| choice.spots.first() == Some(&Spot::Reserve) && squares(choice) == given)
        }
        [from] if text.ends_with("off") => {
            all(&|choice| choice.spots == [Spot::Square(*from), Spot::Off])
        }
        [square] => {
            let ending = all(&|choice| end(choice) == Some(*square));
            if ending.is_empty() { all(&|choice| start(choice) == Some(*square)) } else { ending }
        }
        [from, .., to] => {
            let exact = all(&|choice| squares(choice) == given);
            if !exact.is_empty() {
                return exact;
            }
            all(&|choice| {
                let ends = start(choice) == Some(*from) && end(choice) == Some(*to);
                ends && follows(&squares(choice), given)
            })
        }
    }
}

/// Whether the squares given stand in the way, in this order.
fn follows(path: &[Square], given: &[Square]) -> bool {
    let mut rest = path.iter();
    given.iter().all(|square| rest.any(|on| on == square))
}

/// The reason for what was meant rather than for how it was written.
fn explain(game: &Game, squares: &[Square], refusal: Illegal) -> Illegal {
    if refusal.reason != rules::Reason::Syntax || squares.is_empty() {
        return refusal;
    }
    let spots: Vec<Spot> = squares.iter().map(|square| Spot::Square(*square)).collect();
    let dropped = [&[Spot::Reserve], &spots[..]].concat();
    let better = |spots: &[Spot]| {
        let why = game.clone().play(&game.meant(spots)).err()?;
        (why.reason != rules::Reason::Syntax).then_some(why)
    };
    let drop = || better(&dropped).filter(|_| spots.len() == 1);
    better(&spots).or_else(drop).unwrap_or(refusal)
}

/// The squares that were typed, whatever stands between them. A rank takes two digits only where the
/// board has ten ranks.
fn given(view: &View, text: &str) -> Vec<Square> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        let length = match view.shape {
            Shape::Path => digits(0),
            Shape::Full | Shape::Dark if character.is_ascii_lowercase() => {
                1 + digits(1).min(if view.ranks < 10 { 1 } else { 2 })
            }
            Shape::Full | Shape::Dark => 0,
        };
        match rest[..length].parse() {
            Ok(Spot::Square(square)) => {
                out.push(square);
                rest = &rest[length..];
            }
            _ => rest = &rest[length.max(character.len_utf8())..],
        }
    }
    out
}

/// Lower case, Latin letters for the Cyrillic ones of the same sound or look, words translated.
fn latin(typed: &str) -> String {
    let lower = typed.to_lowercase();
    match lower.as_str() {
        "пас" | "пропуск" | "пропустить" => return "pass".to_owned(),
        "конец" | "закончить" | "стоп" => return "end".to_owned(),
        _ => {}
    }
    let lower = lower.replace("долой", "off").replace("прочь", "off");
    lower
        .chars()
        .map(|character| match character {
            'а' => 'a',
            'б' | 'в' => 'b',
            'ц' | 'с' => 'c',
            'д' => 'd',
            'е' => 'e',
            'ф' => 'f',
            'г' | 'ж' => 'g',
            'х' => 'h',
            'и' => 'i',
            'й' => 'j',
            '–' | '—' | '−' => '-',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Reason;

    fn game(game: &str, from: &str, moves: &str) -> Game {
        let variant = rules::open(game, "").unwrap();
        let mut game = match from {
            "" => Game::start(variant),
            _ => Game::from_position(variant, from).unwrap(),
        };
        for action in moves.split_whitespace() {
            game.play(action).unwrap();
        }
        game
    }

    fn one(game: &Game, typed: &str) -> String {
        match read(game, typed) {
            Reading::One(text) => text,
            other => panic!("{typed}: {other:?}"),
        }
    }

    #[test]
    fn separators_capitals_and_letters_do_not_matter() {
        let draughts = game("draughts", "", "");
        for typed in ["c3-d4", "c3d4", "C3 D4", "c3xd4", " c3:d4 ", "ц3-д4", "С3 Д4", "c3—d4"]
        {
            assert_eq!(one(&draughts, typed), "c3-d4", "{typed}");
        }
        let diaballik = game("diaballik", "", "a1a2");
        assert_eq!(one(&diaballik, "d1e1"), "d1>e1");
        assert_eq!(one(&diaballik, "конец"), "end");
        assert_eq!(one(&game("salta", "", ""), "i3 j4"), "i3j4");
        assert_eq!(one(&game("senet", "", "t1"), "20 21"), "20-21");
    }

    #[test]
    fn a_target_is_enough_where_one_piece_can_go_there() {
        let draughts = Game::start(rules::open("draughts", "classic").unwrap());
        assert_eq!(one(&draughts, "h4"), "g3-h4");
        assert_eq!(one(&draughts, "a3"), "a3-b4");
        let Reading::Many(meanings) = read(&draughts, "d4") else { panic!("two pieces can") };
        assert_eq!(meanings, ["c3-d4", "e3-d4"]);
    }

    #[test]
    fn a_capture_is_meant_by_its_ends() {
        let from = "8/8/3b1b2/8/3b4/2w5/8/8 w 0,0 0 0";
        let draughts = Game::from_position(rules::open("draughts", "classic").unwrap(), from);
        let draughts = draughts.unwrap();
        for typed in ["c3g3", "c3 e5 g7", "c3:g7", "c3xe5xg7", "g7"] {
            let reading = read(&draughts, typed);
            assert!(!matches!(reading, Reading::Many(_)), "{typed}: {reading:?}");
        }
        assert_eq!(one(&draughts, "c3 g7"), "c3:e5:g7");
        assert_eq!(one(&draughts, "c3 c7"), "c3:e5:c7");
        let Reading::Many(meanings) = read(&draughts, "c3") else { panic!("two chains") };
        assert_eq!(meanings.len(), 2);
    }

    #[test]
    fn refusals_tell_the_rule() {
        let reason = |game: &Game, typed: &str| match read(game, typed) {
            Reading::Refused(refusal) => refusal.reason,
            other => panic!("{typed}: {other:?}"),
        };
        let draughts = game("draughts", "", "");
        assert_eq!(reason(&draughts, "d4e5"), Reason::NoPiece);
        assert_eq!(reason(&draughts, "b6a5"), Reason::EnemyPiece);
        assert_eq!(reason(&draughts, "c3c4"), Reason::LightSquare);
        assert_eq!(reason(&draughts, "c3c5"), Reason::NotDiagonal);
        assert_eq!(reason(&draughts, "nonsense"), Reason::Syntax);
        assert_eq!(reason(&draughts, ""), Reason::Syntax);
        assert_eq!(reason(&game("seega", "", ""), "c3"), Reason::CentreClosed);
        assert_eq!(reason(&game("diaballik", "", ""), "d1d2"), Reason::HolderStays);
        assert_eq!(reason(&game("senet", "", "t1"), "20 22"), Reason::WrongCount);
    }
}
