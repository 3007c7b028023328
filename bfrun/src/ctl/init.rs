//! `init`: makes a server's folder, with its authority, its certificate and the first token.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use access::{Entry, Folder, Limits, Scope, Store, Token, time, write_secret};
use serde::Serialize;

use super::certificates::{self, Pair};
use super::cli::{Cli, Init};
use super::error::CtlError;
use super::token::{self, Bundled};
use super::{print, print_json};

/// Name of the first token.
const FIRST: &str = "admin";
/// How long it is good, in seconds.
const FIRST_SECONDS: u64 = 365 * 24 * 3600;

#[derive(Debug, Serialize)]
struct Made<'a> {
    folder: &'a Path,
    names: &'a [String],
    token: Option<&'a Entry>,
    bundle: Option<&'a Path>,
    servers: &'a [String],
}

/// The folder that a command is about.
pub(super) fn folder(named: Option<&PathBuf>) -> Result<Folder, CtlError> {
    // SAFETY: geteuid has no preconditions.
    let is_root = unsafe { libc::geteuid() } == 0;
    let default = || Folder::default_for(is_root, |name| std::env::var_os(name));
    let set = std::env::var_os("BIFROST_AUTH").filter(|v| !v.is_empty() && v != "none").map(Folder::new);
    named.map(Folder::new).or(set).or_else(default).ok_or(CtlError::NoFolder)
}

pub(super) fn run(cli: &Cli, init: &Init) -> Result<bool, CtlError> {
    let folder = folder(init.folder.as_ref())?;
    let mut names = [certificates::names_here(), init.name.clone()].concat();
    for host in token::hosts(cli)? {
        // Clients check the name by which they reach the server.
        if !names.contains(&host) {
            names.push(host);
        }
    }
    if init.certificate {
        return renew(cli, &folder, &names);
    }
    if folder.is_made() {
        return Err(CtlError::Made(folder.path().into()));
    }
    let servers = token::servers(cli)?;
    let bundle = init.out.clone().unwrap_or_else(|| token::bundle_of(FIRST));
    make(&folder, &names)?;
    let token = Token::generate().map_err(CtlError::Random)?;
    let expires = time::now() + FIRST_SECONDS;
    let entry = Entry::new(&token, FIRST, Some(expires), vec![Scope::Use, Scope::Admin], Limits::default());
    // Written last: with it the folder is made.
    let bundled = Bundled::write(&folder, &token, &servers, &bundle)?;
    Store::create(&folder.tokens(), vec![entry.clone()])?;
    bundled.keep();
    let made = Made {
        folder: folder.path(),
        names: &names,
        token: Some(&entry),
        bundle: Some(&bundle),
        servers: &servers,
    };
    if cli.json {
        return print_json(&token::without_hash(&made)?);
    }
    print(&format!(
        "made {}: authority, certificate for {}, tokens\n\
         made {}: the bundle of the first token, {FIRST} ({}), good until {}; keep it secret\n\
         next: start bfpoold --listen 0.0.0.0:{}{}\n\
         then, on a client: mkdir -p ~/.config/bifrost && tar -C ~/.config/bifrost -xf {}",
        folder.path().display(),
        names.join(", "),
        bundle.display(),
        entry.id,
        time::format(expires),
        token::port(cli)?,
        token::folder_option(&folder, "--auth"),
        bundle.display()
    ))
}

fn make(folder: &Folder, names: &[String]) -> Result<(), CtlError> {
    let path = folder.path();
    let failed = |e| CtlError::Write(path.into(), e);
    // Clients' bundles may lie beside it, so that only the folder itself is closed to others.
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(failed)?;
    std::fs::set_permissions(path, Permissions::from_mode(0o700)).map_err(failed)?;
    let authority = certificates::authority().map_err(CtlError::Certificate)?;
    let Pair { certificate, key } =
        certificates::server(names, &authority.key).map_err(CtlError::Certificate)?;
    put(&folder.ca_key(), &authority.key)?;
    put(&folder.ca(), &authority.certificate)?;
    put(&folder.key(), &key)?;
    put(&folder.certificate(), &certificate)
}

/// A new certificate from the same authority: bundles stay good.
fn renew(cli: &Cli, folder: &Folder, names: &[String]) -> Result<bool, CtlError> {
    let key = std::fs::read_to_string(folder.ca_key()).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => CtlError::NotMade(folder.path().into()),
        _ => CtlError::Read(folder.ca_key(), e),
    })?;
    let Pair { certificate, key } = certificates::server(names, &key).map_err(CtlError::Certificate)?;
    put(&folder.key(), &key)?;
    put(&folder.certificate(), &certificate)?;
    let made = Made { folder: folder.path(), names, token: None, bundle: None, servers: &[] };
    if cli.json {
        return print_json(&made);
    }
    print(&format!(
        "made a new certificate in {} for {}; restart bfpoold",
        folder.path().display(),
        names.join(", ")
    ))
}

fn put(path: &Path, text: &str) -> Result<(), CtlError> {
    write_secret(path, text.as_bytes()).map_err(|e| CtlError::Write(path.into(), e))
}
