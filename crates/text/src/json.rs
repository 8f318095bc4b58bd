//! JSON texts, written so that little code is needed for them: a browser has to load it.

use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// A value as a JSON text. Numbers that are not whole are written to six places.
#[must_use]
pub fn written(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    // Only maps whose keys are no texts could fail.
    let done = value.serialize(&mut Serializer::with_formatter(&mut out, Rounded));
    debug_assert!(done.is_ok(), "{done:?}");
    String::from_utf8(out).unwrap_or_default()
}

/// As short as it gets. The tables for the shortest text that reads back as the very same number are
/// larger than everything else here.
struct Rounded;

impl Formatter for Rounded {
    fn write_f64<W: io::Write + ?Sized>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        const PLACES: usize = 6;
        const UNIT: u64 = 10u64.pow(PLACES as u32);
        // What is too large for it becomes the largest number that is not.
        let scaled = (value.abs() * UNIT as f64).round() as u64;
        let (whole, rest) = (scaled / UNIT, scaled % UNIT);
        if value < 0.0 && scaled > 0 {
            out.write_all(b"-")?;
        }
        self.write_u64(out, whole)?;
        if rest == 0 {
            return Ok(());
        }
        let mut digits = [b'0'; PLACES];
        let (mut left, mut length) = (rest, PLACES);
        for digit in digits.iter_mut().rev() {
            *digit += (left % 10) as u8;
            left /= 10;
        }
        while digits[length - 1] == b'0' {
            length -= 1;
        }
        out.write_all(b".")?;
        out.write_all(&digits[..length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_six_places() {
        let numbers =
            [0.0, -0.0, 0.5, -1.25, 1e-7, -1e-7, 0.999_999_9, 22.0, 1.0 / 3.0, 1e12, 4e-6];
        let text = "[0,0,0.5,-1.25,0,0,1,22,0.333333,1000000000000,0.000004]";
        assert_eq!(written(&numbers), text);
        assert_eq!(written(&f64::NAN), "null");
        assert_eq!(written(&(1u64, "a\"b", None::<u8>)), "[1,\"a\\\"b\",null]");
    }
}
