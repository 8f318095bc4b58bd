//! Throws that can be verified: committed to before the game, checkable by anyone after it.
//!
//! Before the game the server makes a secret of 32 bytes and publishes its SHA-256. Each player
//! adds a nonce. Throw number n (from 1) is HMAC-SHA256 with the secret as key over the text
//! `game|first nonce|second nonce|n`; its first byte is the throw, in Senet by its four low bits, the
//! sticks. So neither side can choose throws: the server is bound before it hears the nonces, and the players
//! do not know the secret. After the end the secret is in the record, and [`verify`] repeats it
//! all.
//!
//! A takeback takes the throws behind it back too; thrown again, they are the same.

use hmac::{Hmac, Mac};
use rules::record::Record;
use rules::{Game, Status, Variant};
use sha2::{Digest, Sha256};

use crate::secret;

/// What the throws of a game come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The game's id.
    pub game: String,
    /// The secret, 32 bytes in hexadecimal digits.
    pub secret: String,
    /// First's and second's nonce.
    pub nonces: [String; 2],
}

/// What is published of a secret before the game: SHA-256 of its bytes.
#[must_use]
pub fn commitment(secret: &str) -> String {
    let bytes = secret::unhex(secret).unwrap_or_default();
    secret::hex(&Sha256::digest(bytes))
}

impl Source {
    /// The random byte of throw number `number`, counted from 1; the game says what it means.
    #[must_use]
    pub fn byte(&self, number: u32) -> u8 {
        let key = secret::unhex(&self.secret).unwrap_or_default();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
        let [first, second] = &self.nonces;
        mac.update(format!("{}|{first}|{second}|{number}", self.game).as_bytes());
        mac.finalize().into_bytes()[0]
    }

    /// The text of throw number `number` in a game.
    #[must_use]
    pub fn throw(&self, game: &Game, number: u32) -> &'static str {
        game.thrown(self.byte(number)).unwrap_or_default()
    }
}

/// The tags that a record carries for [`verify`].
pub const TAGS: [&str; 5] =
    ["Id", "ThrowCommit", "ThrowSecret", "ThrowNonceFirst", "ThrowNonceSecond"];

/// Why throws are not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unverified {
    /// The record lacks a tag.
    MissingTag(&'static str),
    /// The secret is not the one committed to.
    Commitment,
    /// This entry (from 1) is not the throw that the secret gives.
    Throw {
        /// The entry's number in the record.
        ply: usize,
        /// The throw's number.
        number: u32,
        /// What the record has.
        found: String,
        /// What the secret gives.
        expected: &'static str,
    },
    /// The record does not replay.
    Record(rules::record::RecordError),
}

/// The number of throws of a record, if every one is what its secret gives.
///
/// # Errors
/// What is missing or does not fit.
pub fn verify(record: &Record) -> Result<u32, Unverified> {
    let tag = |name| record.tag(name).ok_or(Unverified::MissingTag(name));
    let source = Source {
        game: tag(TAGS[0])?.to_owned(),
        secret: tag(TAGS[2])?.to_owned(),
        nonces: [tag(TAGS[3])?.to_owned(), tag(TAGS[4])?.to_owned()],
    };
    let committed = tag(TAGS[1])?;
    if !secret::same(commitment(&source.secret).as_bytes(), committed.as_bytes()) {
        return Err(Unverified::Commitment);
    }
    record.replay().map_err(Unverified::Record)?;
    let mut game = record.opening().map_err(Unverified::Record)?;
    let mut number = 0;
    for (index, entry) in record.entries.iter().enumerate() {
        if game.status() == Status::Chance {
            number += 1;
            let expected = source.throw(&game, number);
            if entry.text != expected {
                let found = entry.text.clone();
                return Err(Unverified::Throw { ply: index + 1, number, found, expected });
            }
        }
        if game.play(&entry.text).is_err() {
            break;
        }
    }
    Ok(number)
}

/// Whether the game has throws at all.
#[must_use]
pub fn has_throws(variant: Variant) -> bool {
    !Game::start(variant).odds().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sixteen_faces_come_equally_often() {
        let source = Source {
            game: "g".into(),
            secret: secret::hex(&[7; 32]),
            nonces: ["a".into(), "b".into()],
        };
        let game = Game::start(Variant::default_of(rules::GameId::SENET));
        let mut seen = [0u32; 16];
        for number in 1..=16_000 {
            let face = usize::from(source.byte(number) & 15);
            seen[face] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        let weights = |text| (1..=16_000).filter(|n| source.throw(&game, *n) == text).count();
        assert!((3700..4300).contains(&weights("t1")) && (850..1150).contains(&weights("t5")));
    }
}
