//! `token`: who may use a server. These commands work on the server's folder, on its machine.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use access::store::{add, named};
use access::time::{self, parse_expiry};
use access::{Entry, Folder, Limits, Scope, Store, StoreError, Token, bundle};
use protocol::control::{DEFAULT_PORT, MemoryAsk};
use serde::Serialize;
use serde_json::Value;
use transport::Endpoint;
use transport::control::{ConnectError, parse_mib, parse_wait};

use super::certificates;
use super::cli::{Cli, Create, TokenCommand};
use super::error::CtlError;
use super::init;
use super::table::{Table, age};
use super::{print, print_json};

pub(super) fn run(
    cli: &Cli,
    named_folder: Option<&PathBuf>,
    command: &TokenCommand,
) -> Result<bool, CtlError> {
    let folder = init::folder(named_folder)?;
    match command {
        TokenCommand::Create(create) => make(cli, &folder, create),
        TokenCommand::List => list(cli, &folder),
        TokenCommand::Activate { token } => change(cli, &folder, token, "active", |t| t.active = true),
        TokenCommand::Deactivate { token } => {
            change(cli, &folder, token, "deactivated", |t| t.active = false)
        }
        TokenCommand::Extend { token, expires } => {
            let end = parse_expiry(expires, time::now()).map_err(|e| CtlError::Expiry(expires.clone(), e))?;
            change(cli, &folder, token, "extended", |t| t.expires_s = end)
        }
        TokenCommand::Delete { token } => delete(cli, &folder, token),
    }
}

/// A bundle that has been written, and is removed again unless it is kept.
pub(super) struct Bundled<'a>(Option<&'a Path>);

impl<'a> Bundled<'a> {
    /// Writes the bundle of a token to a file that does not exist yet.
    pub(super) fn write(
        folder: &Folder,
        token: &Token,
        servers: &[String],
        path: &'a Path,
    ) -> Result<Bundled<'a>, CtlError> {
        let ca = std::fs::read(folder.ca()).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => CtlError::NotMade(folder.path().into()),
            _ => CtlError::Read(folder.ca(), e),
        })?;
        let failed = |e| CtlError::Bundle(path.into(), e);
        let tar = bundle::pack(token, &ca, servers).map_err(|e| failed(io::Error::other(e)))?;
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
        let bundled = Bundled(Some(path));
        file.write_all(&tar).and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(bundled)
    }

    /// Lets it stay.
    pub(super) fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Bundled<'_> {
    fn drop(&mut self) {
        if let Some(path) = self.0 {
            // It was made just now.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Where a token's bundle goes if nobody says otherwise.
pub(super) fn bundle_of(name: &str) -> PathBuf {
    format!("bifrost-{name}.tar").into()
}

/// An option that names the folder, if it is not the default.
pub(super) fn folder_option(folder: &Folder, option: &str) -> String {
    match init::folder(None) {
        Ok(default) if default == *folder => String::new(),
        _ => format!(" {option} {}", folder.path().display()),
    }
}

/// Addresses for servers.conf: those of `--server`, else this machine's name.
pub(super) fn servers(cli: &Cli) -> Result<Vec<String>, CtlError> {
    if cli.server.is_empty() {
        return Ok(vec![format!("{}:{DEFAULT_PORT}", certificates::host())]);
    }
    Ok(endpoints(cli)?.iter().map(Endpoint::to_string).collect())
}

/// The port that clients will use.
pub(super) fn port(cli: &Cli) -> Result<u16, CtlError> {
    let port = |at| match at {
        Endpoint::Tcp(_, port) => Some(port),
        Endpoint::Unix(_) => None,
    };
    Ok(endpoints(cli)?.into_iter().find_map(port).unwrap_or(DEFAULT_PORT))
}

/// Names and addresses of the hosts that `--server` names.
pub(super) fn hosts(cli: &Cli) -> Result<Vec<String>, CtlError> {
    let host = |at| match at {
        Endpoint::Tcp(host, _) => Some(host),
        Endpoint::Unix(_) => None,
    };
    Ok(endpoints(cli)?.into_iter().filter_map(host).collect())
}

fn endpoints(cli: &Cli) -> Result<Vec<Endpoint>, CtlError> {
    let check = |text: &String| text.parse().map_err(|e| ConnectError::Endpoint(text.clone(), e).into());
    cli.server.iter().map(check).collect()
}

/// A document without what only the server needs to know of a token.
pub(super) fn without_hash(document: &impl Serialize) -> Result<Value, CtlError> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("hash");
                map.values_mut().for_each(strip);
            }
            Value::Array(all) => all.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(document).map_err(|e| CtlError::Print(e.into()))?;
    strip(&mut value);
    Ok(value)
}

#[derive(Debug, Serialize)]
struct Created<'a> {
    token: &'a Entry,
    bundle: &'a Path,
    servers: &'a [String],
}

fn make(cli: &Cli, folder: &Folder, create: &Create) -> Result<bool, CtlError> {
    let expires = parse_expiry(&create.expires, time::now())
        .map_err(|e| CtlError::Expiry(create.expires.clone(), e))?;
    let memory_mib = create.memory.as_deref().map(memory).transpose()?;
    let (wall_s, idle_s) = (length(create.wall_time.as_deref())?, length(create.idle.as_deref())?);
    let limits = Limits { gpus: create.gpus, memory_mib, wall_s, idle_s };
    let mut scopes: Vec<Scope> = create.scope.iter().map(|s| (*s).into()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    let servers = servers(cli)?;
    let path = create.out.clone().unwrap_or_else(|| bundle_of(&create.name));
    let token = Token::generate().map_err(CtlError::Random)?;
    let entry = Entry::new(&token, &create.name, expires, scopes, limits);
    // Either both are there in the end, or neither is.
    let bundled = Store::change(&folder.tokens(), |tokens| -> Result<_, CtlError> {
        add(tokens, entry.clone())?;
        Bundled::write(folder, &token, &servers, &path)
    })?;
    bundled.keep();
    if cli.json {
        return print_json(&without_hash(&Created { token: &entry, bundle: &path, servers: &servers })?);
    }
    print(&format!(
        "token {} ({}), {}: its bundle is {}; keep it secret",
        entry.name,
        entry.id,
        until(&entry),
        path.display()
    ))
}

fn length(text: Option<&str>) -> Result<Option<u64>, CtlError> {
    let seconds = |text: &str| match parse_wait(text) {
        Ok(time) => Ok(time.as_secs()),
        Err(e) => Err(CtlError::Memory(text.into(), e)),
    };
    text.map(seconds).transpose()
}

fn memory(text: &str) -> Result<u64, CtlError> {
    match parse_mib(text) {
        Ok(MemoryAsk::Mib(mib)) => Ok(mib),
        Ok(_) => Err(CtlError::Memory(text.into(), transport::control::AskError::Amount)),
        Err(e) => Err(CtlError::Memory(text.into(), e)),
    }
}

#[derive(Debug, Serialize)]
struct Tokens<'a> {
    tokens: Vec<Listed<'a>>,
}

#[derive(Debug, Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    state: &'static str,
}

fn list(cli: &Cli, folder: &Folder) -> Result<bool, CtlError> {
    let mut store = Store::new(folder.tokens());
    let tokens = store.tokens()?;
    if cli.json {
        let tokens = tokens.iter().map(|entry| Listed { entry, state: state(entry) }).collect();
        return print_json(&without_hash(&Tokens { tokens })?);
    }
    let mut table = Table::new(&[
        "ID", "NAME", "STATE", "CREATED", "EXPIRES", "SCOPES", ">GPUS", ">MIB", ">TIME", ">IDLE",
    ]);
    let limit = |limit: Option<u64>| limit.map_or_else(|| "-".into(), |n| n.to_string());
    for t in tokens {
        table.row([
            t.id.clone(),
            t.name.clone(),
            state(t).into(),
            time::format(t.created_s),
            t.expires_s.map_or_else(|| "never".into(), time::format),
            t.scopes.iter().map(Scope::to_string).collect::<Vec<_>>().join(","),
            limit(t.limits.gpus.map(u64::from)),
            limit(t.limits.memory_mib),
            t.limits.wall_s.map_or_else(|| "-".into(), age),
            t.limits.idle_s.map_or_else(|| "-".into(), age),
        ]);
    }
    print(&table.render())
}

fn state(entry: &Entry) -> &'static str {
    match (entry.active, entry.is_expired(time::now())) {
        (false, _) => "deactivated",
        (true, true) => "expired",
        (true, false) => "active",
    }
}

fn until(entry: &Entry) -> String {
    entry.expires_s.map_or_else(|| "good for ever".into(), |end| format!("good until {}", time::format(end)))
}

fn change(
    cli: &Cli,
    folder: &Folder,
    token: &str,
    what: &str,
    change: impl FnOnce(&mut Entry),
) -> Result<bool, CtlError> {
    let entry = Store::change(&folder.tokens(), |tokens| -> Result<Entry, StoreError> {
        let entry = named(tokens, token)?;
        change(entry);
        Ok(entry.clone())
    })?;
    tell(cli, &entry, &format!("is {what}, {}", until(&entry)))
}

fn delete(cli: &Cli, folder: &Folder, token: &str) -> Result<bool, CtlError> {
    let entry = Store::change(&folder.tokens(), |tokens| -> Result<Entry, StoreError> {
        let entry = named(tokens, token)?.clone();
        tokens.retain(|t| t.id != entry.id);
        Ok(entry)
    })?;
    tell(cli, &entry, "is deleted")
}

fn tell(cli: &Cli, entry: &Entry, what: &str) -> Result<bool, CtlError> {
    if cli.json {
        return print_json(&without_hash(&Listed { entry, state: state(entry) })?);
    }
    print(&format!("token {} ({}) {what}", entry.name, entry.id))
}
