//! The settings of `serve`: by flags, by `IGROTEKA_…` in the environment, by a file; the first of them
//! that names a setting decides. A value that is wrong is refused with the name it has at its
//! source.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use server::http::{HttpConfig, LimitsConfig, Network, NoSuchLimit};
use server::live::LiveConfig;
use server::mail::{MailConfig, MailError, Mailer};
use server::retention::{Keep, NotKept};
use server::serve::{Config, Database};

use crate::Refusal;
use crate::output::Output;

/// Where the games are.
#[derive(Args, Debug, Default, Clone)]
pub(crate) struct Stored {
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<String>,
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// What was typed behind `serve`.
#[derive(Args, Debug, Default)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    stored: Stored,
    #[arg(long, value_name = "ADDR")]
    bind: Option<String>,
    #[arg(long, id = "engine-threads", value_name = "N")]
    engine_threads: Option<String>,
    #[arg(id = "serve-tables", long = "tables", value_name = "DIR")]
    tables: Option<String>,
    #[arg(long, id = "build-tables")]
    build_tables: bool,
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    #[arg(long, id = "behind-proxy")]
    behind_proxy: bool,
    #[arg(long, value_name = "ADDR")]
    metrics: Option<String>,
    #[arg(long, id = "trusted-proxy", value_name = "NETWORK")]
    trusted_proxy: Vec<String>,
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
    #[arg(long, value_name = "NAME=DAYS")]
    keep: Vec<String>,
    #[arg(long, value_name = "URL")]
    hints: Option<String>,
    #[arg(long, id = "secure-cookies")]
    secure_cookies: bool,
    #[arg(long, id = "invitation-only")]
    invitation_only: bool,
    #[arg(long, value_name = "URL")]
    smtp: Option<String>,
    #[arg(long, id = "mail-from", value_name = "ADDRESS")]
    mail_from: Option<String>,
    #[arg(long, id = "log-json")]
    log_json: bool,
    #[arg(long)]
    pub(crate) invite: bool,
}

impl ServeArgs {
    /// Nothing typed but where the games are.
    pub(crate) fn of(stored: Stored) -> ServeArgs {
        ServeArgs { stored, ..ServeArgs::default() }
    }
}

/// The settings by the names that they have in a file.
const KEYS: [&str; 18] = [
    "bind",
    "data",
    "database",
    "engine-threads",
    "tables",
    "build-tables",
    "origin",
    "behind-proxy",
    "trusted-proxy",
    "limit",
    "keep",
    "hints",
    "metrics",
    "secure-cookies",
    "invitation-only",
    "smtp",
    "mail-from",
    "log-json",
];

/// Those that may have several values.
const LISTS: [&str; 4] = ["origin", "trusted-proxy", "limit", "keep"];

/// A setting's value as text (several values with commas), and what it is called where it stands.
#[derive(Clone, Debug)]
struct Setting {
    value: String,
    name: String,
}

/// Everything that was set, and where.
pub(crate) struct Settings<'a> {
    args: &'a ServeArgs,
    file: Option<(PathBuf, toml::Table)>,
    output: &'a Output,
}

/// The value of an environment variable, if it is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

impl<'a> Settings<'a> {
    /// Reads the file, if one is named.
    pub(crate) fn read(args: &'a ServeArgs, output: &'a Output) -> anyhow::Result<Settings<'a>> {
        let file =
            args.stored.config.clone().or_else(|| variable("IGROTEKA_CONFIG").map(PathBuf::from));
        let file = match file {
            Some(path) => {
                let table = read_file(&path, output)?;
                Some((path, table))
            }
            None => None,
        };
        Ok(Settings { args, file, output })
    }

    fn flag(&self, key: &str) -> Option<Setting> {
        let args = self.args;
        let on = |flag: bool| flag.then(|| "true".to_owned());
        let list = |all: &[String]| (!all.is_empty()).then(|| all.join(","));
        let value = match key {
            "bind" => args.bind.clone(),
            "data" => args.stored.data.clone(),
            "database" => args.stored.database.clone(),
            "engine-threads" => args.engine_threads.clone(),
            "tables" => args.tables.clone(),
            "build-tables" => on(args.build_tables),
            "origin" => list(&args.origin),
            "trusted-proxy" => list(&args.trusted_proxy),
            "limit" => list(&args.limit),
            "keep" => list(&args.keep),
            "hints" => args.hints.clone(),
            "metrics" => args.metrics.clone(),
            "behind-proxy" => on(args.behind_proxy),
            "secure-cookies" => on(args.secure_cookies),
            "invitation-only" => on(args.invitation_only),
            "smtp" => args.smtp.clone(),
            "mail-from" => args.mail_from.clone(),
            "log-json" => on(args.log_json),
            _ => None,
        };
        value.map(|value| Setting { value, name: format!("--{key}") })
    }

    fn environment(key: &str) -> Option<Setting> {
        let name = format!("IGROTEKA_{}", key.to_uppercase().replace('-', "_"));
        variable(&name).map(|value| Setting { value, name })
    }

    fn in_file(&self, key: &str) -> Option<Setting> {
        let (path, table) = self.file.as_ref()?;
        let value = match table.get(key)? {
            toml::Value::String(text) => text.clone(),
            toml::Value::Array(all) => {
                let text =
                    |one: &toml::Value| one.as_str().map_or_else(|| one.to_string(), Into::into);
                all.iter().map(text).collect::<Vec<String>>().join(",")
            }
            other => other.to_string(),
        };
        Some(Setting { value, name: format!("{}: {key}", path.display()) })
    }

    /// The setting where it stands first.
    fn find(&self, key: &str) -> Option<Setting> {
        self.flag(key).or_else(|| Settings::environment(key)).or_else(|| self.in_file(key))
    }

    fn refuse(&self, setting: &Setting, allowed: &str) -> anyhow::Error {
        Refusal::argument(&setting.name, &setting.value, allowed, self.output)
    }

    fn is_on(&self, key: &str) -> anyhow::Result<bool> {
        let Some(setting) = self.find(key) else { return Ok(false) };
        match setting.value.as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(self.refuse(&setting, "true, false")),
        }
    }

    /// Where the games are kept.
    pub(crate) fn database(&self) -> anyhow::Result<Database> {
        type Layer<'a> = &'a dyn Fn(&str) -> Option<Setting>;
        let layers: [Layer<'_>; 3] =
            [&|key| self.flag(key), &Settings::environment, &|key| self.in_file(key)];
        for layer in layers {
            match (layer("data"), layer("database")) {
                (None, None) => {}
                (Some(folder), None) => return Ok(Database::Folder(folder.value.into())),
                (None, Some(url)) if is_postgres(&url.value) => {
                    return Ok(Database::Postgres(url.value));
                }
                // The address may hold a password: it is not repeated.
                (None, Some(url)) => {
                    let url = Setting { value: "…".into(), ..url };
                    return Err(self.refuse(&url, "postgres://…"));
                }
                (Some(folder), Some(url)) => {
                    let args = [("one", folder.name.into()), ("other", url.name.into())];
                    return Err(Refusal::wrong(self.output.text().message("serve-both", &args)));
                }
            }
        }
        Ok(Database::Folder(data_folder()))
    }

    /// Whether the log is JSON lines.
    pub(crate) fn log_json(&self) -> anyhow::Result<bool> {
        self.is_on("log-json")
    }

    /// How mail is sent, if it is. The pages that letters point to are those of the first origin.
    fn mail(&self, bind: SocketAddr, origins: &[String]) -> anyhow::Result<Option<MailConfig>> {
        let Some(smtp) = self.find("smtp") else { return Ok(None) };
        let from = match self.find("mail-from") {
            Some(from) => from,
            None => {
                let args = [("one", smtp.name.into()), ("other", "mail-from".into())];
                return Err(Refusal::wrong(self.output.text().message("serve-needs", &args)));
            }
        };
        let site = origins.first().cloned().unwrap_or_else(|| format!("http://{bind}"));
        let config = MailConfig { smtp: smtp.value.clone(), from: from.value.clone(), site };
        match Mailer::new(&config) {
            Ok(_) => Ok(Some(config)),
            Err(MailError::Address(_)) => Err(self.refuse(&from, "Igroteka <games@play.example>")),
            // It may hold a password: it is not repeated.
            Err(_) => {
                let smtp = Setting { value: "…".into(), ..smtp };
                Err(self.refuse(&smtp, "smtp://user:password@host:587?tls=required"))
            }
        }
    }

    /// The NATS server by which nodes give each other hints. A folder has one node.
    fn hints(&self, database: &Database) -> anyhow::Result<Option<String>> {
        let Some(setting) = self.find("hints") else { return Ok(None) };
        let sound = setting.value.starts_with("nats://") || setting.value.starts_with("tls://");
        if sound && matches!(database, Database::Postgres(_)) {
            return Ok(Some(setting.value));
        }
        if sound {
            let args = [("one", setting.name.into()), ("other", "database".into())];
            return Err(Refusal::wrong(self.output.text().message("serve-needs", &args)));
        }
        // It may hold a password: it is not repeated.
        let setting = Setting { value: "…".into(), ..setting };
        Err(self.refuse(&setting, "nats://host:4222"))
    }

    /// What the server is to be.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let bind = match self.find("bind") {
            None => ([127, 0, 0, 1], 8017).into(),
            Some(setting) => {
                setting.value.parse().map_err(|_| self.refuse(&setting, "127.0.0.1:8017"))?
            }
        };
        let engine_threads = match self.find("engine-threads") {
            None => 1,
            Some(setting) => {
                let count = setting.value.parse().ok().filter(|count| (1..=256).contains(count));
                count.ok_or_else(|| self.refuse(&setting, "1…256"))?
            }
        };
        let origins = match self.find("origin") {
            None => Vec::new(),
            Some(setting) => {
                let all = setting.value.split(',').map(|one| one.trim().to_owned());
                let all: Vec<String> = all.collect();
                if !all.iter().all(|origin| is_origin(origin)) {
                    return Err(self.refuse(&setting, "https://play.example"));
                }
                all
            }
        };
        let metrics = match self.find("metrics") {
            None => None,
            Some(setting) => {
                let address = setting.value.parse().ok();
                Some(address.ok_or_else(|| self.refuse(&setting, "127.0.0.1:9017"))?)
            }
        };
        let mut trusted_proxies = Vec::new();
        if let Some(setting) = self.find("trusted-proxy") {
            for one in setting.value.split(',') {
                let network = Network::read(one.trim());
                trusted_proxies.push(network.ok_or_else(|| self.refuse(&setting, "10.0.0.0/8"))?);
            }
        }
        let mut limits = LimitsConfig::default();
        if let Some(setting) = self.find("limit") {
            for one in setting.value.split(',') {
                let set = limits.set(one.trim());
                set.map_err(|NoSuchLimit(allowed)| self.refuse(&setting, allowed))?;
            }
        }
        let mut keep = Keep::default();
        if let Some(setting) = self.find("keep") {
            for one in setting.value.split(',') {
                let set = keep.set(one.trim());
                set.map_err(|NotKept(allowed)| self.refuse(&setting, allowed))?;
            }
        }
        let database = self.database()?;
        let hints = self.hints(&database)?;
        let tables = match (self.find("tables"), &database) {
            (Some(setting), _) => Some(setting.value.into()),
            (None, Database::Folder(folder)) => Some(folder.join("tables")),
            (None, Database::Postgres(_)) => None,
        };
        let build_tables = self.is_on("build-tables")?;
        let mut live = LiveConfig {
            engine_threads,
            tables,
            build_tables,
            keep,
            hints,
            ..LiveConfig::default()
        };
        // For tests, which cannot wait so long: a flag would invite to use it.
        let gone = variable("IGROTEKA_GONE_AFTER").and_then(|text| text.parse::<u32>().ok());
        if let Some(seconds) = gone {
            live.gone_after_ms = 1000 * i64::from(seconds);
        }
        let mail = self.mail(bind, &origins)?;
        Ok(Config {
            bind,
            database,
            live,
            http: HttpConfig {
                // For load generators and tests: a flag would invite to use it.
                unlimited: variable("IGROTEKA_UNLIMITED").is_some_and(|value| value == "1"),
                origins,
                // Who names the proxies has some.
                behind_proxy: self.is_on("behind-proxy")? || !trusted_proxies.is_empty(),
                trusted_proxies,
                limits,
                metrics,
                secure_cookies: self.is_on("secure-cookies")?,
                invitation_only: self.is_on("invitation-only")?,
                mail,
            },
        })
    }
}

/// The table of a file; keys that are none are refused.
fn read_file(path: &Path, output: &Output) -> anyhow::Result<toml::Table> {
    let unreadable = |message: String| {
        let args = [("file", path.display().to_string().into()), ("message", message.into())];
        Refusal::wrong(output.text().message("error-file-read", &args))
    };
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let args = [("line", line.into()), ("message", error.message().to_owned().into())];
        unreadable(output.text().message("serve-file-line", &args))
    })?;
    for (key, value) in &table {
        let name = format!("{}: {key}", path.display());
        if !KEYS.contains(&key.as_str()) {
            let args = [("name", name.into()), ("allowed", KEYS.join(", ").into())];
            return Err(Refusal::wrong(output.text().message("serve-unknown-key", &args)));
        }
        let plain = match value {
            toml::Value::String(_) | toml::Value::Integer(_) | toml::Value::Boolean(_) => true,
            toml::Value::Array(_) => LISTS.contains(&key.as_str()),
            _ => false,
        };
        if !plain {
            return Err(Refusal::argument(&name, value.type_str(), "string", output));
        }
    }
    Ok(table)
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

fn is_origin(text: &str) -> bool {
    let bare = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    bare.is_some_and(|host| !host.is_empty() && !host.contains(['/', ' ']))
}

/// `igroteka` in the user's data folder.
pub(crate) fn data_folder() -> PathBuf {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(data) = folder("XDG_DATA_HOME") {
        return PathBuf::from(data).join("igroteka");
    }
    let home = folder("HOME").map_or_else(|| PathBuf::from("."), PathBuf::from);
    home.join(".local/share/igroteka")
}
