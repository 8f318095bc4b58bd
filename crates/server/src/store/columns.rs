//! How columns become Rust values: words are enums, 0 and 1 are booleans, JSON is data.

use rules::{End, GameId, Side, Winner};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as WordError;
use sqlx::{Decode, Type};

use super::{Opponent, Phase, Rated, ReviewProgress, StoreError};
use crate::live::LiveState;

/// A column with a word, or nothing in it.
pub(super) struct Word(Option<String>);

/// A column with 0, 1 or nothing in it.
pub(super) struct Flag(Option<i64>);

/// A column with a JSON text in it.
pub(super) struct Json(String);

macro_rules! columns {
    ($($column:ident($stored:ty);)*) => {$(
        impl<D: sqlx::Database> Type<D> for $column
        where
            $stored: Type<D>,
        {
            fn type_info() -> D::TypeInfo {
                <$stored>::type_info()
            }

            fn compatible(info: &D::TypeInfo) -> bool {
                <$stored>::compatible(info)
            }
        }

        impl<'r, D: sqlx::Database> Decode<'r, D> for $column
        where
            $stored: Decode<'r, D>,
        {
            fn decode(value: D::ValueRef<'r>) -> Result<$column, sqlx::error::BoxDynError> {
                <$stored>::decode(value).map($column)
            }
        }
    )*};
}

columns! {
    Word(Option<String>);
    Flag(Option<i64>);
    Json(String);
}

macro_rules! words {
    ($($type:ident)*) => {$(
        impl TryFrom<Word> for Option<$type> {
            type Error = WordError;

            fn try_from(word: Word) -> Result<Option<$type>, WordError> {
                word.0.map(|word| $type::deserialize(word.into_deserializer())).transpose()
            }
        }

        impl TryFrom<Word> for $type {
            type Error = WordError;

            fn try_from(word: Word) -> Result<$type, WordError> {
                $type::deserialize(word.0.unwrap_or_default().into_deserializer())
            }
        }
    )*};
}

words! { End GameId Opponent Phase ReviewProgress Side Winner }

impl From<Flag> for bool {
    fn from(flag: Flag) -> bool {
        flag.0 == Some(1)
    }
}

impl TryFrom<Flag> for Rated {
    type Error = StoreError;

    fn try_from(flag: Flag) -> Result<Rated, StoreError> {
        match flag.0 {
            Some(0) => Ok(Rated::No),
            Some(1) => Ok(Rated::Pending),
            Some(2) => Ok(Rated::Done),
            other => Err(StoreError::Corrupt(format!("rated {other:?}"))),
        }
    }
}

impl TryFrom<Json> for LiveState {
    type Error = serde_json::Error;

    fn try_from(text: Json) -> Result<LiveState, serde_json::Error> {
        serde_json::from_str(&text.0)
    }
}
