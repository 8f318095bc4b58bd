//! What the tests share: a PostgreSQL and a NATS of their own, and servers on them or on SQLite.

#![allow(dead_code, unreachable_pub)]

pub mod model;
pub mod place;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("igroteka-{name}-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL server on loopback with a fresh cluster; stopped when dropped.
pub struct Postgres {
    folder: Folder,
    port: u16,
}

impl Postgres {
    /// None if this machine has no PostgreSQL: such tests then do nothing but say so.
    pub fn start() -> Option<Postgres> {
        let bin = find_binaries()?;
        let folder = Folder::new("postgres");
        let data = folder.path().join("data");
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if is_root() {
            let done = Command::new("chown").arg("postgres").arg(folder.path()).status().unwrap();
            assert!(done.success());
        }
        let run = |program: &str, args: &[&str]| {
            let program = bin.join(program);
            let mut command = if is_root() {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
                command.arg(program);
                command
            } else {
                Command::new(program)
            };
            let out = command.args(args).current_dir(folder.path()).output().unwrap();
            assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        };
        let data = data.to_str().unwrap();
        run("initdb", &["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]);
        let options = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' \
             -c max_connections=200"
        );
        let log = folder.path().join("log");
        run("pg_ctl", &["-D", data, "-w", "-l", log.to_str().unwrap(), "-o", &options, "start"]);
        Some(Postgres { folder, port })
    }

    /// The address of a fresh database.
    pub fn database(&self, name: &str) -> String {
        let port = self.port.to_string();
        let done = Command::new(find_binaries().unwrap().join("createdb"))
            .args(["-h", "127.0.0.1", "-p", &port, "-U", "postgres", name])
            .status()
            .unwrap();
        assert!(done.success());
        format!("postgres://postgres@127.0.0.1:{port}/{name}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let pid_file = self.folder.path().join("data/postmaster.pid");
        let Ok(text) = std::fs::read_to_string(pid_file) else { return };
        if let Some(pid) = text.lines().next() {
            // SIGQUIT: at once, without a checkpoint; the cluster goes with its folder.
            let _ = Command::new("kill").args(["-QUIT", pid]).status();
            for _ in 0..100 {
                if !Path::new(&format!("/proc/{pid}")).exists() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
        }
    }
}

/// A NATS server on loopback; stopped when dropped.
pub struct Nats {
    program: PathBuf,
    port: u16,
    process: Option<Child>,
}

impl Nats {
    /// None if this machine has no NATS: such tests then do nothing but say so.
    pub fn start() -> Option<Nats> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
        let mut programs = folders.map(|folder| folder.join("nats-server"));
        let Some(program) = programs.find(|program| program.exists()) else {
            eprintln!("no NATS on this machine");
            return None;
        };
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut nats = Nats { program, port, process: None };
        nats.restart();
        Some(nats)
    }

    /// Ends it, if it runs.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Starts it anew on the same port.
    pub fn restart(&mut self) {
        self.stop();
        let mut command = Command::new(&self.program);
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(command.spawn().unwrap());
        for _ in 0..200 {
            if std::net::TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("NATS does not start");
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.starts_with(b"0\n"))
}

fn find_binaries() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> =
        versions.flatten().map(|entry| entry.path().join("bin")).collect();
    found.sort();
    found.into_iter().rev().find(|bin| bin.join("initdb").exists())
}
