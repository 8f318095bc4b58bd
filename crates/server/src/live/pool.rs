//! The search threads: a bounded pool with a fair queue.
//!
//! Work comes in classes. The engine's turns go before hints, and hints before analysis and
//! reviews; work of a lower class that is under way is asked to pause when one of a higher class
//! would have to wait, and goes on afterwards. Within a class the account served least recently
//! comes first: one person with many games does not hold up the others. No work is ever given less
//! than was asked for because the queue is long.
//!
//! Each thread has one transposition table. It is emptied when another piece of work takes the
//! thread, so that memory depends on the number of threads and not on that of questions.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::HashTable;

/// The memory of one thread's searches, in mebibytes.
const TABLE_MEBIBYTES: usize = 16;
/// Room for the deepest search, also in builds that are not optimised.
const STACK: usize = 16 << 20;
/// So long one piece of work may keep a thread while others of its class wait.
const SLICE: Duration = Duration::from_secs(3);
/// So many accounts are remembered by when they were served.
const REMEMBERED: usize = 256;

/// Who goes before whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// The engine's turn in a game.
    Turn,
    /// A hint that a player waits for.
    Hint,
    /// Analysis and reviews.
    Advice,
}

/// Something to be searched.
pub(crate) trait Work: Send {
    /// Works until it is done or is asked to stop. True: it is not done, and waits for its next turn.
    fn run(&mut self, desk: &Desk<'_>) -> bool;
}

/// What a piece of work works with.
pub(crate) struct Desk<'a> {
    pub(crate) table: &'a HashTable,
    /// Raised when it has to end or to pause.
    pub(crate) stop: &'a AtomicBool,
    began: Instant,
    others: &'a AtomicUsize,
}

impl Desk<'_> {
    /// Time since the work took the thread. Searches ask for it every so often; work that has had a
    /// slice while others wait is then asked to pause.
    pub(crate) fn elapsed(&self) -> Duration {
        let elapsed = self.began.elapsed();
        if elapsed >= SLICE && self.others.load(SeqCst) > 0 {
            self.stop.store(true, SeqCst);
        }
        elapsed
    }

    /// Whether to end or to pause.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }
}

struct Waiting {
    number: u64,
    class: Class,
    account: String,
    stop: Arc<AtomicBool>,
    work: Box<dyn Work>,
}

struct Running {
    number: u64,
    class: Class,
    account: String,
    stop: Arc<AtomicBool>,
    cancelled: bool,
}

#[derive(Default)]
struct Queue {
    closed: bool,
    last: u64,
    idle: usize,
    waiting: Vec<Waiting>,
    running: Vec<Running>,
    /// Accounts, the one served last at the end.
    served: VecDeque<String>,
}

impl Queue {
    /// What decides who is next: the least goes first.
    fn rank(&self, waiting: &Waiting) -> (Class, usize, u64) {
        let recency = self.served.iter().position(|account| *account == waiting.account);
        (waiting.class, recency.map_or(0, |at| at + 1), waiting.number)
    }

    fn serve(&mut self, account: &str) {
        self.served.retain(|served| served != account);
        self.served.push_back(account.to_owned());
        if self.served.len() > REMEMBERED {
            self.served.pop_front();
        }
    }
}

/// The search threads and what waits for them.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    called: Condvar,
    /// How many wait.
    others: AtomicUsize,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (waiting, running) = self.load();
        write!(f, "Pool({waiting} waiting, {running} running)")
    }
}

impl Pool {
    /// Starts so many threads, at least one.
    pub(crate) fn start(threads: usize) -> Pool {
        let shared =
            Shared { queue: Mutex::default(), called: Condvar::new(), others: AtomicUsize::new(0) };
        let pool = Pool(Arc::new(shared));
        for number in 0..threads.max(1) {
            let pool = pool.clone();
            let thread = std::thread::Builder::new().name(format!("engine-{number}"));
            if let Err(error) = thread.stack_size(STACK).spawn(move || pool.work()) {
                tracing::error!(%error, "a search thread could not be started");
            }
        }
        pool
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many wait, and how many are at work.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.queue();
        (queue.waiting.len(), queue.running.len())
    }

    /// What an account has waiting and under way, but for turns of games.
    pub(crate) fn asked_by(&self, account: &str) -> usize {
        let queue = self.queue();
        let is = |class: Class, by: &str| class != Class::Turn && by == account;
        queue.waiting.iter().filter(|one| is(one.class, &one.account)).count()
            + queue.running.iter().filter(|one| is(one.class, &one.account)).count()
    }

    /// Queues a piece of work and gives its number.
    pub(crate) fn submit(&self, class: Class, account: &str, work: Box<dyn Work>) -> u64 {
        let mut queue = self.queue();
        queue.last += 1;
        let number = queue.last;
        if queue.closed {
            return number;
        }
        let stop = Arc::default();
        queue.waiting.push(Waiting { number, class, account: account.to_owned(), stop, work });
        self.0.others.store(queue.waiting.len(), SeqCst);
        if queue.waiting.len() > queue.idle {
            // The lowest class pauses; one that was asked before is on its way.
            let lower = queue.running.iter().filter(|one| one.class > class);
            let paused = lower.filter(|one| !one.stop.load(SeqCst)).max_by_key(|one| one.class);
            if let Some(paused) = paused {
                paused.stop.store(true, SeqCst);
            }
        }
        drop(queue);
        self.0.called.notify_one();
        number
    }

    /// Takes a piece of work back: it is not begun, or ends at once.
    pub(crate) fn cancel(&self, number: u64) {
        let mut queue = self.queue();
        let waiting = queue.waiting.iter().position(|one| one.number == number);
        let dropped = waiting.map(|at| queue.waiting.remove(at));
        for running in queue.running.iter_mut().filter(|one| one.number == number) {
            running.cancelled = true;
            running.stop.store(true, SeqCst);
        }
        self.0.others.store(queue.waiting.len(), SeqCst);
        drop(queue);
        // What is dropped may call back.
        drop(dropped);
    }

    /// The place in the queue: 1 is next, 0 is at work; none if it is done.
    pub(crate) fn place(&self, number: u64) -> Option<usize> {
        let queue = self.queue();
        if queue.running.iter().any(|one| one.number == number) {
            return Some(0);
        }
        let own = queue.waiting.iter().find(|one| one.number == number)?;
        let rank = queue.rank(own);
        Some(1 + queue.waiting.iter().filter(|one| queue.rank(one) < rank).count())
    }

    /// Gives everything up; the threads end.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.closed = true;
        let dropped = std::mem::take(&mut queue.waiting);
        for running in &mut queue.running {
            running.cancelled = true;
            running.stop.store(true, SeqCst);
        }
        drop(queue);
        drop(dropped);
        self.0.called.notify_all();
    }

    /// Whether everything was given up.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue().closed
    }

    /// Waits for something to do; none if there will be nothing any more.
    fn next(&self) -> Option<Waiting> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let at = (0..queue.waiting.len()).min_by_key(|at| queue.rank(&queue.waiting[*at]));
            if let Some(at) = at {
                let next = queue.waiting.remove(at);
                next.stop.store(false, SeqCst);
                queue.serve(&next.account);
                queue.running.push(Running {
                    number: next.number,
                    class: next.class,
                    account: next.account.clone(),
                    stop: Arc::clone(&next.stop),
                    cancelled: false,
                });
                self.0.others.store(queue.waiting.len(), SeqCst);
                return Some(next);
            }
            queue.idle += 1;
            queue = self.0.called.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }

    fn work(&self) {
        // Allocated with the first work: a server without engine games needs none.
        let mut table: Option<HashTable> = None;
        let mut user = 0;
        while let Some(mut next) = self.next() {
            let table = table.get_or_insert_with(|| {
                HashTable::new(TABLE_MEBIBYTES).expect("memory for a hash table")
            });
            if std::mem::replace(&mut user, next.number) != next.number {
                table.clear();
            }
            let stop = Arc::clone(&next.stop);
            let others = &self.0.others;
            let desk = Desk { table, stop: &stop, began: Instant::now(), others };
            let run = std::panic::AssertUnwindSafe(|| next.work.run(&desk));
            let again = std::panic::catch_unwind(run).unwrap_or_else(|_| {
                tracing::error!("a search failed");
                false
            });
            let mut queue = self.queue();
            let mut cancelled = false;
            queue.running.retain(|one| {
                cancelled |= one.number == next.number && one.cancelled;
                one.number != next.number
            });
            // This thread looks at the queue next: no thread has to be woken.
            let dropped = if again && !cancelled {
                queue.waiting.push(next);
                self.0.others.store(queue.waiting.len(), SeqCst);
                None
            } else {
                Some(next)
            };
            drop(queue);
            drop(dropped);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Says that it has begun, and works for ever: only being stopped ends it.
    struct Endless(Sender<&'static str>, &'static str, bool);

    impl Work for Endless {
        fn run(&mut self, desk: &Desk<'_>) -> bool {
            self.0.send(self.1).unwrap();
            while !desk.is_stopped() {
                std::thread::yield_now();
            }
            self.2
        }
    }

    struct Short(Sender<&'static str>, &'static str);

    impl Work for Short {
        fn run(&mut self, _: &Desk<'_>) -> bool {
            self.0.send(self.1).unwrap();
            false
        }
    }

    fn heard(words: &Receiver<&'static str>, count: usize) -> Vec<&'static str> {
        (0..count).map(|_| words.recv_timeout(Duration::from_secs(60)).unwrap()).collect()
    }

    #[test]
    fn a_turn_makes_advice_pause_and_advice_goes_on_afterwards() {
        let (say, words) = channel();
        let pool = Pool::start(1);
        let long = pool.submit(Class::Advice, "a", Box::new(Endless(say.clone(), "review", true)));
        assert_eq!(heard(&words, 1), ["review"]);
        pool.submit(Class::Turn, "b", Box::new(Short(say.clone(), "turn")));
        assert_eq!(heard(&words, 2), ["turn", "review"]);
        // Of equals none has to pause.
        let other = pool.submit(Class::Advice, "b", Box::new(Short(say.clone(), "other")));
        assert_eq!((pool.place(long), pool.place(other)), (Some(0), Some(1)));
        pool.submit(Class::Hint, "b", Box::new(Short(say, "hint")));
        // The account that asked for the hint has just been served.
        assert_eq!(heard(&words, 2), ["hint", "review"]);
        pool.cancel(long);
        assert_eq!(heard(&words, 1), ["other"]);
    }

    #[test]
    fn what_is_cancelled_ends_at_once_and_frees_its_thread() {
        let (say, words) = channel();
        let pool = Pool::start(1);
        let turn = pool.submit(Class::Turn, "a", Box::new(Endless(say.clone(), "long", false)));
        assert_eq!(heard(&words, 1), ["long"]);
        let never = pool.submit(Class::Turn, "b", Box::new(Short(say.clone(), "never")));
        pool.submit(Class::Turn, "c", Box::new(Short(say, "next")));
        assert_eq!((pool.place(turn), pool.place(never)), (Some(0), Some(1)));
        pool.cancel(never);
        pool.cancel(turn);
        assert_eq!(heard(&words, 1), ["next"]);
        assert_eq!((pool.place(turn), pool.place(never)), (None, None));
    }

    #[test]
    fn the_one_served_least_recently_is_next() {
        let (say, words) = channel();
        let pool = Pool::start(1);
        let first = pool.submit(Class::Turn, "many", Box::new(Endless(say.clone(), "1", false)));
        assert_eq!(heard(&words, 1), ["1"]);
        for word in ["2", "3"] {
            pool.submit(Class::Turn, "many", Box::new(Short(say.clone(), word)));
        }
        let one = pool.submit(Class::Turn, "one", Box::new(Short(say, "one")));
        assert_eq!(pool.place(one), Some(1));
        pool.cancel(first);
        assert_eq!(heard(&words, 3), ["one", "2", "3"]);
    }
}
