//! The core in the browser: rules, engine and words behind one small interface.
//!
//! A request and its answer are JSON texts in linear memory (`crates/border`): `allocate`, write,
//! `call`, read, `release`. What the core lacks the page hands in as imports: a clock, a function that
//! takes the reports of a search, and the message catalogue, which a page has anyway: the core says
//! which message and its arguments, the page makes the sentence. Chance is the page's too: a
//! level's misjudgements come from a seed in the request, throws are played as entries.
//!
//! What the engine has learned of a game is handed over as a file before its first search (`open`).
//!
//! Built with atomics (`make core-threads`), the core's memory is shared: workers of the page that
//! have it too help a search, see `workers.rs`.
//!
//! The requests are listed in `requests.rs`; the answers are the ones that the commands of the same
//! name give with `--json`, and those that the server gives.

mod requests;
mod searches;
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
mod workers;

pub use requests::{Host, answer};

/// Takes the file of a game's learned weights: the game's name, a line feed, the file's bytes. The
/// answer is `{}` or `{"error"}`.
pub fn open(file: &[u8]) -> String {
    let mut parts = file.splitn(2, |byte| *byte == b'\n');
    let (name, weights) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let game = rules::GameId::ALL.into_iter().find(|game| game.id().as_bytes() == name);
    let taken = match game {
        Some(game) => engine::hand_over(game, weights).map_err(|error| error.to_string()),
        None => Err("a file begins with the name of its game".to_owned()),
    };
    let answer = match taken {
        Ok(()) => serde_json::json!({}),
        Err(error) => serde_json::json!({ "error": error }),
    };
    text::json::written(&answer)
}

/// What the page brings. With `workers.rs` the only `unsafe` of the crate: foreign functions and
/// memory that crosses the border.
#[cfg(target_family = "wasm")]
mod page {
    use std::time::Duration;

    use crate::requests::{Host, answer};

    mod imports {
        #[link(wasm_import_module = "page")]
        unsafe extern "C" {
            /// Milliseconds of a clock that never goes back.
            pub(super) safe fn now() -> f64;
            /// Takes a report: a JSON text. Its memory is the core's and lasts for the call.
            pub(super) safe fn report(text: *const u8, length: usize);
            /// The sentence of a message, a JSON text `{"id","args"}`: its address in the upper half
            /// and its length in the lower, in memory of `allocate` that becomes the core's; 0 if
            /// there is no such message.
            pub(super) safe fn message(text: *const u8, length: usize) -> u64;
        }
    }

    #[derive(Clone, Copy)]
    struct Page;

    impl Host for Page {
        fn now(&self) -> Duration {
            Duration::try_from_secs_f64(imports::now() / 1_000.0).unwrap_or_default()
        }

        fn report(&self, text: &str) {
            imports::report(text.as_ptr(), text.len());
        }

        fn message(&self, text: &str) -> Option<String> {
            let packed = imports::message(text.as_ptr(), text.len());
            if packed == 0 {
                return None;
            }
            // SAFETY: the page has written into memory of `allocate` and gives it away.
            String::from_utf8(unsafe { border::taken(packed) }).ok()
        }

        #[cfg(target_feature = "atomics")]
        fn helpers(&self) -> &dyn engine::Helpers {
            &crate::workers::Workers
        }
    }

    border::export!(open: crate::open, call: |request: &str| answer(request, Page));
}
