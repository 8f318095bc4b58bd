//! Random words and hashes: what keeps sessions, tokens and throws apart from guesses.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Random bytes of the operating system.
///
/// # Panics
/// The system has no randomness; nothing could be kept secret then.
#[must_use]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut out = [0; N];
    getrandom::fill(&mut out).expect("the system's randomness");
    out
}

/// A random word of letters and digits, easy to read: `length` characters of 5 bits each.
#[must_use]
pub fn token(length: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let mut out = String::with_capacity(length);
    while out.len() < length {
        for byte in bytes::<16>() {
            if out.len() < length {
                out.push(char::from(LETTERS[usize::from(byte & 31)]));
            }
        }
    }
    out
}

/// A secret of 256 bits for a cookie or an access token.
#[must_use]
pub fn credential() -> String {
    hex(&bytes::<32>())
}

/// The form in which a secret is kept.
#[must_use]
pub fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// Lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    out
}

/// Bytes from hexadecimal digits.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// Whether two secrets are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(a: &[u8], b: &[u8]) -> bool {
    a.ct_eq(b).into()
}
