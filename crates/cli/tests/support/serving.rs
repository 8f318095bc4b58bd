//! A server of our own, and programs that talk while they run.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The real server; it does not outlive its test.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(name: &str) -> Server {
        let folder = super::folder(name);
        let (child, address) = serve(&folder, "127.0.0.1:0");
        Server { child, folder, address }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends it without warning.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again where it was.
    pub(crate) fn restart(&mut self) {
        self.kill();
        let (child, address) = serve(&self.folder, &self.address.to_string());
        (self.child, self.address) = (child, address);
    }

    /// `igroteka play --server …` as somebody who is a guest here by this name.
    pub(crate) fn play(&self, guest: &str, args: &[&str]) -> Command {
        let mut command = super::igroteka();
        command.env("XDG_STATE_HOME", self.state(guest));
        command.args(["play", "--server", &self.url()]).args(args);
        command
    }

    /// Where a guest's cookie is kept.
    pub(crate) fn state(&self, guest: &str) -> PathBuf {
        self.folder.join("guests").join(guest)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn serve(folder: &Path, bind: &str) -> (Child, SocketAddr) {
    let mut child = super::igroteka()
        .args(["--lang", "en", "serve", "--bind", bind, "--data"])
        .arg(folder)
        .env("IGROTEKA_UNLIMITED", "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("piped");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let address = line.trim().rsplit("http://").next().and_then(|text| text.parse().ok());
    let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
    (child, address)
}

/// A program in line mode that is talked to while it runs.
pub(crate) struct Talker {
    child: Child,
    input: Option<ChildStdin>,
    heard: Arc<Mutex<String>>,
    /// Up to where it has been listened to.
    at: usize,
}

impl Talker {
    pub(crate) fn start(mut command: Command) -> Talker {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the binary starts");
        let heard = Arc::new(Mutex::new(String::new()));
        let mut out = child.stdout.take().expect("piped");
        let to = Arc::clone(&heard);
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut part) {
                bytes.extend_from_slice(&part[..count]);
                *to.lock().unwrap() = String::from_utf8_lossy(&bytes).into_owned();
            }
        });
        Talker { input: child.stdin.take(), child, heard, at: 0 }
    }

    /// The same without anything to say.
    pub(crate) fn listening(mut self) -> Talker {
        drop(self.input.take());
        self
    }

    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it listens");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
    }

    /// Waits until it has said this, after what was waited for before.
    pub(crate) fn hear(&mut self, what: &str) -> String {
        let began = Instant::now();
        loop {
            let heard = self.heard.lock().unwrap().clone();
            if let Some(place) = heard[self.at..].find(what) {
                let end = self.at + place + what.len();
                let part = heard[self.at..end].to_owned();
                self.at = end;
                return part;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "no {what:?} after {}", {
                &heard[self.at..]
            });
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What comes behind these words on the same line.
    pub(crate) fn hear_after(&mut self, what: &str) -> String {
        self.hear(what);
        let line = self.hear("\n");
        line.trim().to_owned()
    }

    /// Says that there is no more, and waits for the end: all that it has said.
    pub(crate) fn end(mut self) -> String {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        // The reader may be a moment behind.
        thread::sleep(Duration::from_millis(50));
        self.heard.lock().unwrap().clone()
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
