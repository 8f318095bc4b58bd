//! The border between a page and a WebAssembly module of ours: texts and bytes in linear memory.
//!
//! The page calls `allocate`, writes, calls `open` or `call`, which a module gets by [`export`], reads
//! and calls `release`; `begin` comes first. That is a page of JavaScript (`web/src/core/core.ts`),
//! smaller than generated bindings, and the same texts serve tests in Node. On other targets there is
//! nothing here.

#[cfg(target_family = "wasm")]
mod memory {
    mod page {
        #[link(wasm_import_module = "page")]
        unsafe extern "C" {
            /// Takes the message of a panic; the module is unusable afterwards.
            pub(super) safe fn failed(text: *const u8, length: usize);
        }
    }

    /// Memory for a request of this length.
    #[unsafe(no_mangle)]
    pub extern "C" fn allocate(length: usize) -> *mut u8 {
        Box::leak(vec![0u8; length].into_boxed_slice()).as_mut_ptr()
    }

    /// Gives back memory of [`allocate`] or of an answer.
    ///
    /// # Safety
    /// The pointer and length are those of one such piece of memory that was not released before.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn release(text: *mut u8, length: usize) {
        // SAFETY: the caller vouches that this is a leaked box of that length.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, length)) });
    }

    /// Lets the page hear of panics; to be called once, first.
    #[unsafe(no_mangle)]
    pub extern "C" fn begin() {
        std::panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            page::failed(message.as_ptr(), message.len());
        }));
    }

    /// Answers the request in this memory, which stays the caller's. The answer's address is in the
    /// upper half of the result, its length in the lower; the caller releases it.
    ///
    /// # Safety
    /// The pointer and length are those of memory that [`allocate`] gave and the caller filled.
    pub unsafe fn answered(
        request: *const u8,
        length: usize,
        answer: impl FnOnce(&[u8]) -> String,
    ) -> u64 {
        // SAFETY: the caller vouches for the memory.
        let request = unsafe { std::slice::from_raw_parts(request, length) };
        let answer = Box::leak(answer(request).into_bytes().into_boxed_slice());
        (answer.as_ptr() as u64) << 32 | answer.len() as u64
    }

    /// What the page hands over as address and length, packed as an answer is.
    ///
    /// # Safety
    /// The page got this memory from [`allocate`] with this length and gives it away.
    #[must_use]
    pub unsafe fn taken(packed: u64) -> Vec<u8> {
        let (address, length) = ((packed >> 32) as usize, packed as u32 as usize);
        let memory = std::ptr::slice_from_raw_parts_mut(address as *mut u8, length);
        // SAFETY: the caller vouches for it.
        unsafe { Box::from_raw(memory) }.into_vec()
    }
}

/// Exports `open`, which takes bytes, and `call`, which takes a text, as a page calls them; each
/// answers with a text.
#[macro_export]
macro_rules! export {
    (open: $open:expr, call: $call:expr) => {
        /// Takes a file.
        ///
        /// # Safety
        /// As `border::answered`.
        #[cfg(target_family = "wasm")]
        #[unsafe(export_name = "open")]
        unsafe extern "C" fn open_file(bytes: *const u8, length: usize) -> u64 {
            // SAFETY: the caller vouches for the memory.
            unsafe { $crate::answered(bytes, length, $open) }
        }

        /// Answers a request.
        ///
        /// # Safety
        /// As `border::answered`.
        #[cfg(target_family = "wasm")]
        #[unsafe(no_mangle)]
        unsafe extern "C" fn call(text: *const u8, length: usize) -> u64 {
            let answer = $call;
            // SAFETY: the caller vouches for the memory.
            unsafe { $crate::answered(text, length, |text| answer(&String::from_utf8_lossy(text))) }
        }
    };
}

#[cfg(target_family = "wasm")]
pub use memory::{allocate, answered, begin, release, taken};
