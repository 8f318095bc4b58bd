//! `serve`: the play server.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use server::http::HttpConfig;
use server::live::LiveConfig;
use server::serve::{Config, Database, Server};

use crate::Refusal;
use crate::output::Output;

/// What can be set, by flag or by `IGROTEKA_…` in the environment.
#[derive(Args, Debug, Default)]
pub(crate) struct ServeArgs {
    #[arg(long, value_name = "ADDR")]
    bind: Option<String>,
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    #[arg(long, id = "engine-threads", value_name = "N")]
    engine_threads: Option<String>,
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    #[arg(long, id = "behind-proxy")]
    behind_proxy: bool,
    #[arg(long, id = "secure-cookies")]
    secure_cookies: bool,
    #[arg(long, id = "invitation-only")]
    invitation_only: bool,
    #[arg(long, id = "log-json")]
    log_json: bool,
    #[arg(long)]
    invite: bool,
}

/// The value of `IGROTEKA_<NAME>`, if it is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(format!("IGROTEKA_{name}")).ok().filter(|value| !value.is_empty())
}

fn is_set(flag: bool, name: &str) -> bool {
    flag || variable(name).is_some_and(|value| value != "0")
}

impl ServeArgs {
    fn config(&self, output: &Output) -> anyhow::Result<Config> {
        let bind = self.bind.clone().or_else(|| variable("BIND"));
        let bind = bind.unwrap_or_else(|| "127.0.0.1:8017".into());
        let bind: SocketAddr = bind
            .parse()
            .map_err(|_| Refusal::argument("--bind", &bind, "127.0.0.1:8017", output))?;
        let database = match (&self.data, self.database.clone().or_else(|| variable("DATABASE"))) {
            (None, Some(url)) if url.starts_with("postgres") => Database::Postgres(url),
            (None, Some(url)) => {
                return Err(Refusal::argument("--database", &url, "postgres://…", output));
            }
            (Some(folder), _) => Database::Folder(folder.clone()),
            (None, None) => Database::Folder(data_folder()),
        };
        let threads = self.engine_threads.clone().or_else(|| variable("ENGINE_THREADS"));
        let threads = threads.unwrap_or_else(|| "1".into());
        let engine_threads =
            threads.parse().ok().filter(|count| (1..=256).contains(count)).ok_or_else(|| {
                Refusal::argument("--engine-threads", &threads, "1 … 256", output)
            })?;
        let mut origins = self.origin.clone();
        if let Some(more) = variable("ORIGIN") {
            origins.extend(more.split(',').map(str::to_owned));
        }
        Ok(Config {
            bind,
            database,
            live: LiveConfig { engine_threads, ..LiveConfig::default() },
            http: HttpConfig {
                unlimited: variable("UNLIMITED").is_some_and(|value| value == "1"),
                origins,
                behind_proxy: is_set(self.behind_proxy, "BEHIND_PROXY"),
                secure_cookies: is_set(self.secure_cookies, "SECURE_COOKIES"),
                invitation_only: is_set(self.invitation_only, "INVITATION_ONLY"),
            },
        })
    }
}

/// `IGROTEKA_DATA`, or `igroteka` in the user's data folder.
fn data_folder() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(data) = folder("IGROTEKA_DATA") {
        return PathBuf::from(data);
    }
    if let Some(data) = folder("XDG_DATA_HOME") {
        return PathBuf::from(data).join("igroteka");
    }
    let home = folder("HOME").map_or_else(|| PathBuf::from("."), PathBuf::from);
    home.join(".local/share/igroteka")
}

/// Serves until it is told to stop.
pub(crate) fn serve(args: &ServeArgs, output: &mut Output) -> anyhow::Result<()> {
    let config = args.config(output)?;
    server::serve::log(is_set(args.log_json, "LOG_JSON"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::start(config).await.map_err(|error| {
            let args = [("message", error.to_string().into())];
            Refusal::wrong(output.text().message("serve-failed", &args))
        })?;
        if args.invite {
            output.line(server.live.store().invite().await?)?;
            server.stop().await;
            return Ok(());
        }
        let address = server.address.to_string();
        output.line(output.text().message("serve-address", &[("address", address.into())]))?;
        output.flush()?;
        server::serve::signal().await;
        server.stop().await;
        Ok(())
    })
}
