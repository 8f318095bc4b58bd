//! Which language a person gets.

use text::Lang;

#[test]
fn locale_names() {
    for (locale, lang) in [
        ("ru", Some(Lang::Ru)),
        ("ru_RU.UTF-8", Some(Lang::Ru)),
        ("ru-RU", Some(Lang::Ru)),
        ("RU", Some(Lang::Ru)),
        ("ru@latin", Some(Lang::Ru)),
        ("en", Some(Lang::En)),
        ("en-GB", Some(Lang::En)),
        ("en_US.UTF-8", Some(Lang::En)),
        ("C", Some(Lang::En)),
        ("C.UTF-8", Some(Lang::En)),
        ("POSIX", Some(Lang::En)),
        ("de_DE.UTF-8", None),
        ("rus", None),
        ("", None),
        ("_", None),
    ] {
        assert_eq!(Lang::parse(locale), lang, "{locale:?}");
    }
}

#[test]
fn codes_are_read_back() {
    for lang in Lang::ALL {
        assert_eq!(Lang::parse(lang.code()), Some(lang));
        assert_eq!(lang.to_string(), lang.code());
    }
}

#[test]
fn the_first_variable_that_is_set_decides() {
    let ru = Some("ru_RU.UTF-8");
    let en = Some("en_GB.UTF-8");
    assert_eq!(Lang::from_env(ru, en, en), Lang::Ru);
    assert_eq!(Lang::from_env(None, ru, en), Lang::Ru);
    assert_eq!(Lang::from_env(None, None, ru), Lang::Ru);
    assert_eq!(Lang::from_env(Some(""), Some(""), ru), Lang::Ru);
    assert_eq!(Lang::from_env(Some("C"), ru, ru), Lang::En);
    assert_eq!(Lang::from_env(Some("de_DE"), ru, ru), Lang::En);
    assert_eq!(Lang::from_env(None, None, None), Lang::En);
}
