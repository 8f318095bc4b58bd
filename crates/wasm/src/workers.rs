//! Further threads for a search: workers of the page with the same memory, each with a stack and
//! thread-local variables of its own, which wait for tasks.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use engine::Helpers;

mod page {
    use std::ffi::c_void;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// How many workers wait for tasks.
        pub(super) safe fn helpers() -> usize;
        /// Has a worker, counted from 1, call `help` with this task.
        pub(super) safe fn assign(number: usize, task: *mut c_void);
    }
}

/// The workers that the page has.
pub(crate) struct Workers;

/// One worker's part of a search.
struct Task {
    number: usize,
    help: &'static (dyn Fn(usize) + Sync),
    left: Arc<Left>,
}

/// How many tasks of a search are not done.
struct Left {
    count: Mutex<usize>,
    none: Condvar,
}

impl Helpers for Workers {
    fn run(&self, first: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)) {
        let count = page::helpers();
        let left = Arc::new(Left { count: Mutex::new(count), none: Condvar::new() });
        // SAFETY: every task is done before this function returns, and nothing in between unwinds:
        // a panic ends the core.
        let help: &'static (dyn Fn(usize) + Sync) = unsafe { std::mem::transmute(help) };
        for number in 1..=count {
            let task = Task { number, help, left: Arc::clone(&left) };
            page::assign(number, Box::into_raw(Box::new(task)).cast());
        }
        first();
        let count = left.count.lock().unwrap_or_else(PoisonError::into_inner);
        drop(left.none.wait_while(count, |count| *count > 0));
    }
}

/// Does a task that [`page::assign`] was given.
///
/// # Safety
/// The pointer is one that `assign` got, used once.
#[unsafe(no_mangle)]
unsafe extern "C" fn help(task: *mut c_void) {
    // SAFETY: the caller vouches that it is a task's leaked box.
    let Task { number, help, left } = *unsafe { Box::from_raw(task.cast::<Task>()) };
    help(number);
    *left.count.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
    left.none.notify_one();
}
