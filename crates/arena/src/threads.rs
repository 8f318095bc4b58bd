//! Threads that help a search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use engine::Helpers;

/// Stack for the deepest search, also in builds that are not optimised.
pub const STACK: usize = 16 << 20;

/// So many threads for one search, the caller's included, each with a stack for the deepest search.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    /// How many.
    pub count: usize,
    /// What stops the search.
    pub stop: &'a AtomicBool,
}

/// Ends the helpers also if the first worker panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

impl Helpers for Threads<'_> {
    fn run(&self, first: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync)) {
        thread::scope(|scope| {
            let _stop = StopOnPanic(self.stop);
            for number in 1..self.count {
                let help = move || help(number);
                // Fewer threads are no failure.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
            }
            first();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn helpers_end_when_the_first_worker_fails() {
        let (stop, begun) = (AtomicBool::new(false), AtomicUsize::new(0));
        let threads = Threads { count: 3, stop: &stop };
        let help = |_: usize| {
            begun.fetch_add(1, Relaxed);
            while !stop.load(Relaxed) {
                thread::yield_now();
            }
        };
        let failed = catch_unwind(AssertUnwindSafe(|| {
            threads.run(
                &mut || {
                    while begun.load(Relaxed) < 2 {
                        thread::yield_now();
                    }
                    panic!("as a search may");
                },
                &help,
            );
        }));
        assert!(failed.is_err() && stop.load(Relaxed));
    }
}
