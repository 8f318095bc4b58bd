//! The two languages are one catalogue: same messages, same variables, no errors.

mod support;

use support::{Catalogue, Parts, cyrillic, file_messages};
use text::{Lang, Value, sources, text};

/// Both languages, in the order of [`Lang::ALL`].
fn both() -> [Catalogue; 2] {
    Lang::ALL.map(Catalogue::read)
}

#[test]
fn files_hold_the_same_messages_in_the_same_order() {
    let (en, ru) = (sources(Lang::En), sources(Lang::Ru));
    assert_eq!(en.len(), ru.len());
    for ((file, en), (ru_file, ru)) in en.iter().zip(ru) {
        assert_eq!(file, ru_file);
        let ids = |lang, source| {
            let messages = file_messages(lang, file, source);
            messages.into_iter().map(|message| message.id.name).collect::<Vec<_>>()
        };
        assert_eq!(ids(Lang::En, en), ids(Lang::Ru, ru), "{file}");
    }
}

#[test]
fn every_file_of_the_folder_is_embedded() {
    for lang in Lang::ALL {
        let folder = format!("{}/locales/{lang}", env!("CARGO_MANIFEST_DIR"));
        let mut on_disk: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut embedded: Vec<_> = sources(lang).iter().map(|(file, _)| *file).collect();
        on_disk.sort_unstable();
        embedded.sort_unstable();
        assert_eq!(on_disk, embedded, "{lang}");
    }
}

#[test]
fn messages_have_the_same_variables() {
    let [en, ru] = both();
    for id in en.messages.keys() {
        assert_eq!(en.variables(id), ru.variables(id), "{id}");
    }
}

#[test]
fn references_lead_somewhere() {
    for catalogue in both() {
        for (id, message) in &catalogue.messages {
            let attributes = message.attributes.iter().map(|attribute| &attribute.value);
            for pattern in attributes.chain([catalogue.pattern(id, None)]) {
                for (target, attribute) in Parts::of(pattern).references {
                    catalogue.pattern(target, attribute);
                }
            }
        }
    }
}

#[test]
fn ids_are_kebab_case() {
    let [en, _] = both();
    for id in en.messages.keys() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(id.chars().all(plain) && !id.contains("--") && !id.ends_with('-'), "{id}");
    }
}

#[test]
fn each_language_is_written_in_its_letters() {
    let [en, ru] = both();
    for id in en.messages.keys() {
        let words = |catalogue: &Catalogue| Parts::of(catalogue.pattern(id, None)).texts.concat();
        let (en, ru) = (words(&en), words(&ru));
        assert!(!cyrillic(&en), "{id}: {en}");
        let has_words = en.chars().any(|c| c.is_ascii_alphabetic());
        assert_eq!(cyrillic(&ru), has_words, "{id}: {en} / {ru}");
    }
}

#[test]
fn no_message_has_a_line_end() {
    for catalogue in both() {
        for (id, message) in &catalogue.messages {
            // Letters have paragraphs.
            if ["mail-confirm", "mail-recover"].contains(&id.as_str()) {
                continue;
            }
            let attributes = message.attributes.iter().map(|attribute| &attribute.value);
            for pattern in attributes.chain([catalogue.pattern(id, None)]) {
                assert!(!Parts::of(pattern).texts.concat().contains('\n'), "{id}");
            }
        }
    }
}

#[test]
fn every_message_can_be_formatted_with_any_number() {
    for (lang, catalogue) in Lang::ALL.into_iter().zip(both()) {
        for id in catalogue.messages.keys() {
            let variables = catalogue.variables(id);
            for number in [0, 1, 2, 5, 11, 21] {
                let args: Vec<_> =
                    variables.iter().map(|name| (*name, Value::from(number))).collect();
                let out = text(lang).try_message(id, &args);
                let out = out.unwrap_or_else(|| panic!("{lang}: {id} with {args:?}"));
                // One message shows an object's braces.
                assert!(!out.contains('{') || id == "error-not-object", "{lang}: {id}: {out}");
            }
        }
    }
}

#[test]
fn a_mistake_is_told_from_a_message() {
    for lang in Lang::ALL {
        let text = text(lang);
        assert_eq!(text.lang(), lang);
        assert!(text.has("count-turns") && !text.has("no-such-message"));
        assert_eq!(text.try_message("no-such-message", &[]), None);
        assert_eq!(text.try_message("count-turns", &[]), None);
        assert!(text.try_message("count-turns", &[("count", 3.into())]).is_some());
    }
}

#[test]
fn arguments_cannot_break_the_line() {
    let args = [("message", "one\r\ntwo\u{202e}\u{2028}\u{7}".into())];
    let out = text(Lang::En).message("error-no-action", &args);
    assert_eq!(out, r"No actions are possible here. one\r\ntwo\u{202e}\u{2028}\u{7}");
}

/// A message that no source file names is left over. Ids of these files stand whole in the sources,
/// or their last word comes from a code of `rules`, an argument or a command.
#[test]
fn every_message_of_the_command_line_is_used() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut code = String::new();
    let mut folders = vec![crates];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && path.components().any(|part| part.as_os_str() == "src")
            {
                code.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let [en, _] = both();
    for file in ["cli.ftl", "records.ftl", "help.ftl", "load.ftl"] {
        let (_, source) = sources(Lang::En).iter().find(|(name, _)| *name == file).unwrap();
        for message in file_messages(Lang::En, file, source) {
            let id = message.id.name;
            let last_word = |prefix: &str| match id.strip_prefix(prefix) {
                Some(word) => {
                    code.contains(&format!("\"{word}\"")) || code.contains(&format!(" {word}: "))
                }
                None => false,
            };
            let command = |word: &str| {
                let name = word.rsplit('-').next().unwrap_or_default();
                let variant = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
                code.contains(&format!("    {variant}")) || word == "igroteka"
            };
            let referred = en.messages.keys().any(|other| {
                let parts = Parts::of(en.pattern(other, None));
                parts.references.iter().any(|(target, _)| *target == id)
            });
            let used = code.contains(&format!("\"{id}\""))
                || referred
                || last_word("record-")
                || last_word("help-arg-")
                || (!id.starts_with("help-arg-") && id.strip_prefix("help-").is_some_and(command));
            assert!(used, "{file}: {id} is used nowhere");
        }
    }
}
