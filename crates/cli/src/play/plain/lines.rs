//! Lines of standard input, read on a thread of their own so that other things can be waited for
//! at the same time.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// More than anybody types in one line.
const LONGEST_LINE: u64 = 4096;

/// Standard input, line by line.
pub(super) struct Lines {
    read: Receiver<io::Result<String>>,
}

impl Lines {
    pub(super) fn start() -> Lines {
        // One line is read ahead, no more.
        let (send, read) = mpsc::sync_channel(0);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = next(&mut input).transpose() {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Lines { read }
    }

    /// The next line; none at the end.
    pub(super) fn next(&self) -> io::Result<Option<String>> {
        self.read.recv().ok().transpose()
    }

    /// The next line if it comes soon enough: `Ok(None)` at the end, `Err` if it does not.
    pub(super) fn soon(&self, patience: Duration) -> Result<Option<io::Result<String>>, Late> {
        match self.read.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(Late),
        }
    }
}

/// No line has come.
pub(super) struct Late;

fn next(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && read as u64 == LONGEST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
