//! The JSON forms that differ from the types: what is written as one text, an outcome whose winner
//! is one word, and the refusals. Those are only written: their game is known to the reader and not
//! in them.

use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::{End, Fault, GameId, Reason, Spot, Square, Variant, Winner};

macro_rules! texts {
    ($($(#[doc = $doc:literal])* $type:ident $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let text = String::deserialize(from)?;
                let read: Option<$type> = $read(&text);
                read.ok_or_else(|| D::Error::custom(concat!("not a ", stringify!($type))))
            }
        }

        #[cfg(feature = "schema")]
        const _: () = {
            $(#[doc = $doc])*
            #[derive(utoipa::ToSchema)]
            #[allow(dead_code, reason = "read by utoipa, never built")]
            struct Text(String);
            schema_of!($type = Text);
        };
    )*};
}

/// Gives a type the schema of its JSON form.
#[cfg(feature = "schema")]
macro_rules! schema_of {
    ($type:ident = $form:ty) => {
        impl utoipa::PartialSchema for crate::$type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                <$form as utoipa::PartialSchema>::schema()
            }
        }

        impl utoipa::ToSchema for crate::$type {
            fn schemas(all: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                <$form as utoipa::ToSchema>::schemas(all);
            }
        }
    };
}

texts! {
    /// A square: `c3` on a board, `26` on Senet's path.
    Square |text: &str| match text.parse() {
        Ok(Spot::Square(square)) => Some(square),
        _ => None,
    };
    /// What a hand can touch: a square, `reserve` (draughts), `off` (Senet).
    Spot |text: &str| text.parse().ok();
    /// A rule set: `seega(size=7)`.
    Variant |text: &str| Variant::read_full(text).ok();
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<GameId, D::Error> {
        GameId::read(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// The ids of the library's games.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for GameId {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(GameId::ALL.map(GameId::id)))
            .description(Some("One of the games."))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for GameId {}

/// A winner or none as the word of a [`Winner`].
pub(crate) mod winner {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Winner};
    use crate::{End, Outcome, Side};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    pub(crate) fn serialize<S: Serializer>(side: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
        let outcome = Outcome { winner: *side, reason: End::Agreement, points: None };
        outcome.result().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Side>, D::Error> {
        Winner::deserialize(from).map(Winner::side)
    }
}

/// How a game ended.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Outcome {
    winner: Winner,
    reason: End,
    /// The winner's points, in Salta.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    points: Option<u32>,
}
#[cfg(feature = "schema")]
schema_of!(Outcome = Outcome);

impl From<crate::Outcome> for Outcome {
    fn from(outcome: crate::Outcome) -> Outcome {
        Outcome { winner: outcome.result(), reason: outcome.reason, points: outcome.points }
    }
}

impl From<Outcome> for crate::Outcome {
    fn from(outcome: Outcome) -> crate::Outcome {
        crate::Outcome {
            winner: outcome.winner.side(),
            reason: outcome.reason,
            points: outcome.points,
        }
    }
}

/// Why an action is against the rules.
#[derive(Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Illegal {
    /// The action, cut to a readable length.
    action: String,
    reason: Reason,
    /// The article of the game's rules.
    article: &'static str,
    /// The squares that show it.
    squares: Vec<Square>,
}
#[cfg(feature = "schema")]
schema_of!(Illegal = Illegal);

impl From<crate::Illegal> for Illegal {
    fn from(illegal: crate::Illegal) -> Illegal {
        let article = illegal.article();
        let crate::Illegal { action, reason, squares, .. } = illegal;
        Illegal { action, reason, article, squares }
    }
}

/// Why a text is no position.
#[derive(Serialize)]
pub(crate) struct PositionError {
    fault: Fault,
    field: usize,
    found: String,
    squares: Vec<Square>,
}

impl From<crate::PositionError> for PositionError {
    fn from(error: crate::PositionError) -> PositionError {
        let crate::PositionError { fault, field, found, squares, .. } = error;
        PositionError { fault, field, found, squares }
    }
}
