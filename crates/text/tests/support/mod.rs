//! What the tests share: the catalogue's sources read into a tree.

#![allow(dead_code)] // each test file uses its own part

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Message, Pattern, PatternElement,
};
use fluent_syntax::parser;
use text::{Lang, sources};

/// Every message of a language by its id.
pub(crate) struct Catalogue {
    pub(crate) messages: BTreeMap<String, Message<&'static str>>,
}

/// What a pattern is made of.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) texts: Vec<&'static str>,
    pub(crate) variables: BTreeSet<&'static str>,
    /// Messages referred to, with the attribute if one is named.
    pub(crate) references: Vec<(&'static str, Option<&'static str>)>,
}

impl Catalogue {
    /// Reads a language's files; a syntax error, a term or an id used twice fails the test.
    pub(crate) fn read(lang: Lang) -> Catalogue {
        let mut messages = BTreeMap::new();
        for (file, source) in sources(lang) {
            for message in file_messages(lang, file, source) {
                let id = message.id.name.to_owned();
                assert!(messages.insert(id, message).is_none(), "an id twice in {lang}/{file}");
            }
        }
        Catalogue { messages }
    }

    /// The variables of a message, those of the messages that it refers to included.
    pub(crate) fn variables(&self, id: &str) -> BTreeSet<&'static str> {
        let mut out = BTreeSet::new();
        self.collect(self.pattern(id, None), 0, &mut out);
        out
    }

    fn collect(
        &self,
        pattern: &Pattern<&'static str>,
        depth: usize,
        out: &mut BTreeSet<&'static str>,
    ) {
        assert!(depth < 8, "messages refer to one another in a circle");
        let parts = Parts::of(pattern);
        out.extend(parts.variables);
        for (id, attribute) in parts.references {
            self.collect(self.pattern(id, attribute), depth + 1, out);
        }
    }

    /// A message's value or attribute; the test fails if there is none.
    pub(crate) fn pattern(&self, id: &str, attribute: Option<&str>) -> &Pattern<&'static str> {
        let message = self.messages.get(id).unwrap_or_else(|| panic!("no message {id}"));
        match attribute {
            None => message.value.as_ref().unwrap_or_else(|| panic!("{id} has no value")),
            Some(name) => {
                let found = message.attributes.iter().find(|a| a.id.name == name);
                &found.unwrap_or_else(|| panic!("{id} has no .{name}")).value
            }
        }
    }
}

/// The messages of one file in order.
pub(crate) fn file_messages(
    lang: Lang,
    file: &str,
    source: &'static str,
) -> Vec<Message<&'static str>> {
    let resource = parser::parse(source)
        .unwrap_or_else(|(_, errors)| panic!("{lang}/{file} has errors: {errors:?}"));
    let message = |entry| match entry {
        Entry::Message(message) => Some(message),
        Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => None,
        Entry::Term(_) | Entry::Junk { .. } => panic!("{lang}/{file}: {entry:?}"),
    };
    resource.body.into_iter().filter_map(message).collect()
}

impl Parts {
    pub(crate) fn of(pattern: &Pattern<&'static str>) -> Parts {
        let mut parts = Parts::default();
        parts.pattern(pattern);
        parts
    }

    fn pattern(&mut self, pattern: &Pattern<&'static str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.texts.push(value),
                PatternElement::Placeable { expression } => self.expression(expression),
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&'static str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&'static str>) {
        match inline {
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name);
            }
            InlineExpression::MessageReference { id, attribute } => {
                self.references.push((id.name, attribute.as_ref().map(|a| a.name)));
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference { arguments: CallArguments { .. }, .. }
            | InlineExpression::TermReference { .. } => panic!("not used here: {inline:?}"),
        }
    }
}

/// Whether a text has Cyrillic letters.
pub(crate) fn cyrillic(text: &str) -> bool {
    text.chars().any(|c| ('\u{400}'..='\u{4ff}').contains(&c))
}

/// Fails unless a text is one readable line in its language, with nothing left to fill in.
pub(crate) fn assert_sound(lang: Lang, text: &str) {
    assert!(!text.is_empty());
    assert!(!text.contains(['{', '}', '\n', '\u{2068}', '\u{2069}']), "{lang}: {text:?}");
    assert!(!text.contains("  ") && text.trim() == text, "{lang}: stray spaces in {text:?}");
    assert_eq!(cyrillic(text), lang == Lang::Ru, "{lang}: {text:?}");
}
