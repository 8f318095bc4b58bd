//! The body of a request is read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let kinds = server::http::bodies(bytes);
    assert!(
        kinds.is_empty()
            || serde_json::from_slice::<serde_json::Value>(bytes).is_ok()
            || bytes.is_empty()
    );
});
