//! The real server as a process of its own.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// A server that does not outlive the test.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl Running {
    /// Starts it with these words behind `serve`, and waits until it is ready.
    pub(crate) fn start(args: &[&str], variables: &[(&str, &str)]) -> Running {
        Running::by(Command::new(env!("CARGO_BIN_EXE_igroteka")), args, variables)
    }

    /// The same with fewer files than the system would let it have.
    pub(crate) fn with_files(files: u32, args: &[&str], variables: &[(&str, &str)]) -> Running {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nofile={files}:{files}")).arg(env!("CARGO_BIN_EXE_igroteka"));
        Running::by(command, args, variables)
    }

    fn by(mut command: Command, args: &[&str], variables: &[(&str, &str)]) -> Running {
        command.args(["--lang", "en", "serve", "--bind", "127.0.0.1:0"]).args(args);
        command.env("IGROTEKA_UNLIMITED", "1").envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().parse();
        let address = address.unwrap_or_else(|_| panic!("{line:?} {}", read(&mut child)));
        Running { child, address }
    }

    /// Ends it without warning.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end, and gives its status and what it wrote on standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        let log = read(&mut self.child);
        (self.child.wait().unwrap().code(), log)
    }
}

fn read(child: &mut Child) -> String {
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    log
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}
