//! What may be a name: letters of one script, nothing that could be taken for another player or for
//! the server itself (Unicode Technical Standard 39).

use unicode_normalization::UnicodeNormalization;
use unicode_security::{RestrictionLevel, RestrictionLevelDetection, confusable_detection};

/// Why a text may not be a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameFault {
    /// Not 2 to 24 letters, digits, `-` or `_`.
    Form,
    /// Letters of several scripts, or such as have no place in names.
    Mixed,
    /// A name that speaks for the server.
    Reserved,
}

/// The words that speak for the server, alone or with digits and signs around them.
const RESERVED: [&str; 44] = [
    "admin",
    "administrator",
    "anonymous",
    "arbiter",
    "bot",
    "computer",
    "deleted",
    "engine",
    "everyone",
    "guest",
    "help",
    "host",
    "igroteka",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "owner",
    "root",
    "security",
    "server",
    "staff",
    "support",
    "system",
    "undefined",
    "you",
    "админ",
    "администратор",
    "аноним",
    "арбитр",
    "бот",
    "вы",
    "гость",
    "движок",
    "игротека",
    "компьютер",
    "модератор",
    "никто",
    "поддержка",
    "сервер",
    "система",
    "судья",
];
/// Names that are refused wherever they stand in a longer one.
const OURS: [&str; 2] = ["igroteka", "игротека"];

/// A name as it is kept: composed, checked.
///
/// # Errors
/// Why it may not be a name.
pub fn checked(name: &str) -> Result<String, NameFault> {
    let name: String = name.nfc().take(25).collect();
    if !has_form(&name) {
        return Err(NameFault::Form);
    }
    // Digits of other scripts are read as letters by those who do not know them.
    let foreign_digit = |c: char| c.is_numeric() && !c.is_ascii();
    if !name.check_restriction_level(RestrictionLevel::HighlyRestrictive)
        || name.chars().any(foreign_digit)
    {
        return Err(NameFault::Mixed);
    }
    if is_reserved(&name) {
        return Err(NameFault::Reserved);
    }
    Ok(name)
}

/// Whether a text has the form of a name, of whatever letters: names that were given before are
/// still looked for.
#[must_use]
pub fn has_form(name: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    (2..=24).contains(&name.chars().count()) && name.chars().all(good)
}

/// The form in which names are compared.
#[must_use]
pub fn key(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

/// What a name looks like, written as it is and in small letters: names that share one of these can
/// be taken for one another.
#[must_use]
pub fn shapes(name: &str) -> Vec<String> {
    let shape = |text: &str| -> String {
        confusable_detection::skeleton(text).collect::<String>().to_lowercase()
    };
    let mut all = vec![shape(name), shape(&key(name))];
    all.dedup();
    all
}

fn is_reserved(name: &str) -> bool {
    let bare = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '_');
    let whole: String = key(name).chars().filter(|c| bare(*c)).collect();
    let looks = |one: &str, other: &str| {
        let others = shapes(other);
        shapes(one).iter().any(|shape| others.contains(shape))
    };
    RESERVED.iter().any(|word| !whole.is_empty() && looks(&whole, word))
        || OURS.iter().any(|word| {
            let shape = &shapes(word)[0];
            shapes(name).iter().any(|own| own.contains(shape.as_str()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_one_script() {
        for good in ["Anna", "anna-maria_7", "Анна", "Zoë", "Łukasz", "Ёжик-2", "ゆき", "Ελένη"]
        {
            assert_eq!(checked(good).as_deref(), Ok(good));
        }
        // A Cyrillic letter among Latin ones, mathematical letters, digits of another script.
        for mixed in ["Аnna", "Bоris", "𝐀nna", "anna٣", "ann\u{e0061}a"] {
            assert!(checked(mixed).is_err(), "{mixed}");
        }
        assert_eq!(checked("Аnna"), Err(NameFault::Mixed));
        for formless in ["a", "a b", "", "anna!", "x\u{200d}y"] {
            assert_eq!(checked(formless), Err(NameFault::Form), "{formless}");
        }
        // However it is composed, it is one name.
        assert_eq!(checked("Zoe\u{308}").as_deref(), Ok("Zoë"));
        assert_eq!(key("ZOE\u{308}"), key("zoë"));
    }

    #[test]
    fn names_that_speak_for_the_server_are_refused() {
        for name in [
            "admin",
            "Admin",
            "ADMIN",
            "_admin_",
            "admin1",
            "moderator-2",
            "Igroteka",
            "igroteka-team",
            "the_igroteka",
            "Модератор",
            "админ77",
            "игротека",
            "guest",
        ] {
            assert_eq!(checked(name), Err(NameFault::Reserved), "{name}");
        }
        for name in ["Adminka", "modest", "guesthouse", "Botvinnik", "Хелена", "mentor"] {
            assert!(checked(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_share_a_shape() {
        let alike = |one: &str, other: &str| {
            let others = shapes(other);
            shapes(one).iter().any(|shape| others.contains(shape))
        };
        for (one, other) in [
            ("Ivan", "lvan"),
            ("Ivan", "1van"),
            ("сосо", "coco"),
            ("BOB0", "BOBO"),
            ("Bo-b", "BO-B"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        assert!(!alike("Anna", "Anne") && !alike("Анна", "Anna"));
    }
}
