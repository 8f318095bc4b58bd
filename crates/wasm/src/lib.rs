//! The core in the browser: rules, engine and words behind one small interface.
//!
//! A request and its answer are JSON texts in linear memory: `allocate`, write, `call`, read,
//! `release`. That is a page of JavaScript, smaller than generated bindings, and the same texts
//! serve tests in Node. What the core lacks the page hands in as imports: a clock, a function that
//! takes the reports of a search, and the message catalogue, which a page has anyway: the core says
//! which message and its arguments, the page makes the sentence. Chance is the page's too: a
//! level's misjudgements come from a seed in the request, throws are played as entries.
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

/// What the page brings. With `workers.rs` the only `unsafe` of the crate: foreign functions and
/// memory that crosses the border.
#[cfg(target_family = "wasm")]
mod border {
    use std::time::Duration;

    use crate::requests::{Host, answer};

    mod page {
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
            /// Takes the message of a panic; the core is unusable afterwards.
            pub(super) safe fn failed(text: *const u8, length: usize);
        }
    }

    #[derive(Clone, Copy)]
    struct Page;

    impl Host for Page {
        fn now(&self) -> Duration {
            Duration::try_from_secs_f64(page::now() / 1_000.0).unwrap_or_default()
        }

        fn report(&self, text: &str) {
            page::report(text.as_ptr(), text.len());
        }

        fn message(&self, text: &str) -> Option<String> {
            let packed = page::message(text.as_ptr(), text.len());
            if packed == 0 {
                return None;
            }
            let (address, length) = ((packed >> 32) as usize, packed as u32 as usize);
            let memory = std::ptr::slice_from_raw_parts_mut(address as *mut u8, length);
            // SAFETY: the page got this memory from `allocate` with this length and gives it away.
            let sentence = unsafe { Box::from_raw(memory) };
            String::from_utf8(sentence.into_vec()).ok()
        }

        #[cfg(target_feature = "atomics")]
        fn helpers(&self) -> &dyn engine::Helpers {
            &crate::workers::Workers
        }
    }

    /// Memory for a request of this length.
    #[unsafe(no_mangle)]
    extern "C" fn allocate(length: usize) -> *mut u8 {
        Box::leak(vec![0u8; length].into_boxed_slice()).as_mut_ptr()
    }

    /// Gives back memory of [`allocate`] or of an answer.
    ///
    /// # Safety
    /// The pointer and length are those of one such piece of memory that was not released before.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn release(text: *mut u8, length: usize) {
        // SAFETY: the caller vouches that this is a leaked box of that length.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, length)) });
    }

    /// Answers the request in this memory, which stays the caller's. The answer's address is in the
    /// upper half of the result, its length in the lower; the caller releases it.
    ///
    /// # Safety
    /// The pointer and length are those of memory that [`allocate`] gave and the caller filled.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn call(text: *const u8, length: usize) -> u64 {
        // SAFETY: the caller vouches for the memory.
        let request = unsafe { std::slice::from_raw_parts(text, length) };
        let answer = answer(&String::from_utf8_lossy(request), Page).into_bytes();
        let answer = Box::leak(answer.into_boxed_slice());
        (answer.as_ptr() as u64) << 32 | answer.len() as u64
    }

    /// Lets the page hear of panics; to be called once, first.
    #[unsafe(no_mangle)]
    extern "C" fn begin() {
        std::panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            page::failed(message.as_ptr(), message.len());
        }));
    }
}
