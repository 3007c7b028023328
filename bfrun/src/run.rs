//! One run: reservation, program, end.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use protocol::snapshot::Snapshot;
use transport::Endpoint;
use transport::control::{
    Client, ConnectError, Grant, NotWaited, Wanted, find_bundle, may_wait, reserve_on_best, servers_of,
    wait_in_line,
};
use transport::settings;

use crate::broker::Broker;
use crate::child::{self, Signals};
use crate::device_files::DeviceFiles;
use crate::error::RunError;
use crate::folder::Folder;
use crate::libraries::{Libraries, compiler_variables, is_loadable, loader_variables};
use crate::local::Local;
use crate::options::{Ask, Options, Stats, Wait};
use crate::program;
use crate::report;
use crate::request;

/// Runs the program; returns the exit status.
pub(crate) fn run(options: Options) -> Result<u8, RunError> {
    tell_unknown_settings(options.ask.quiet);
    program::look_up(&options.program, std::env::var_os("PATH").as_deref())
        .map_err(|e| RunError::Program(options.program.clone(), e))?;
    let libraries = Libraries::locate();
    let client_folder = libraries.client()?;
    let folder = Folder::create()?;
    // Ended last: declared before what uses it.
    let mut servers = options.ask.servers.clone();
    let _local = if options.ask.local {
        let socket = folder.path().join("pool");
        let local = Local::start(&libraries, &socket, options.ask.gpus)?;
        servers = vec![Endpoint::Unix(socket).to_string()];
        Some(local)
    } else {
        None
    };
    let (client, grant) = match &options.reservation {
        Some(file) => request::join(file)?,
        None => reserve(&servers, &options.ask)?,
    };
    if !options.ask.quiet {
        say(&format!("bfrun: {}\n", describe(&grant.snapshot, client.endpoint(), client.is_encrypted())));
    }
    let files = options.device_files.then(|| DeviceFiles::plan(&grant.snapshot, folder.path())).transpose();
    let files = files.unwrap_or_else(|e| {
        say(&format!("bfrun: --device-files: /dev cannot be copied: {e}; going on without\n"));
        None
    });
    let variables = compilers_for(&grant.snapshot, &libraries);
    let broker = Broker::new(client, grant, options.reservation.is_none());
    let status = run_program(&options, client_folder, &folder, &broker, variables, files);
    broker.finish();
    status
}

/// Slips of the pen in the environment, unless nobody wants to know.
pub(crate) fn tell_unknown_settings(quiet: bool) {
    if !quiet {
        settings::unknown_here().iter().for_each(|line| say(&format!("bfrun: {line}\n")));
    }
}

/// A reservation of one of these servers, which may be waited for.
pub(crate) fn reserve(servers: &[String], options: &Ask) -> Result<(Client, Grant), RunError> {
    // A private server asks for nothing.
    let bundle = if options.local { None } else { find_bundle().map_err(RunError::Pool)? };
    let servers = servers_of(servers, bundle.as_ref());
    let wanted = Wanted {
        gpus: options.gpus,
        memory: options.memory,
        placement: options.placement,
        filter: options.filter.as_ref(),
        bundle: bundle.as_ref(),
    };
    let refusals = match reserve_on_best(servers, &wanted) {
        Ok(granted) => return Ok(granted),
        Err(refusals) => refusals,
    };
    let limit = match options.wait {
        Wait::No => return Err(refused(refusals)),
        Wait::Ever => None,
        Wait::Limit(limit) => Some(limit),
    };
    if !may_wait(&refusals) {
        return Err(refused(refusals));
    }
    let told = |server: &Endpoint, place: u32| {
        if !options.quiet {
            say(&format!("bfrun: no GPU is free; waiting, place {place} in line at {server}\n"));
        }
    };
    wait_in_line(servers, &wanted, limit, told).map_err(|e| match e {
        NotWaited::TimeOut => RunError::Waited,
        NotWaited::Refused(refusals) => refused(refusals),
    })
}

fn refused(mut refusals: Vec<(usize, ConnectError)>) -> RunError {
    match refusals.len() {
        0 => RunError::Pool(ConnectError::NoServer),
        1 => RunError::Pool(refusals.remove(0).1),
        _ => RunError::Pools(refusals.into_iter().map(|(_, e)| e).collect()),
    }
}

/// What tells the program's compilers about devices that take PTX only.
fn compilers_for(snapshot: &Snapshot, libraries: &Libraries) -> Vec<(&'static str, OsString)> {
    let ptx_only = !snapshot.devices.is_empty() && snapshot.devices.iter().all(|device| device.ptx_only);
    let ptxas = libraries.ptxas().filter(|_| ptx_only);
    ptxas.map_or_else(Vec::new, |ptxas| compiler_variables(&ptxas, |name| std::env::var_os(name)))
}

fn run_program(
    options: &Options,
    libraries: PathBuf,
    folder: &Folder,
    broker: &std::sync::Arc<Broker>,
    mut variables: Vec<(&'static str, OsString)>,
    files: Option<DeviceFiles>,
) -> Result<u8, RunError> {
    let system = |what| move |e| RunError::System(what, e);
    // Until now signals ended bfrun as they do by default.
    let signals = Signals::take();
    let socket = folder.path().join("session");
    broker.listen(&socket).map_err(system("cannot listen for sessions"))?;
    let libraries = if is_loadable(&libraries) {
        libraries
    } else {
        let link = folder.path().join("lib");
        std::os::unix::fs::symlink(&libraries, &link).map_err(system("cannot link to the libraries"))?;
        link
    };
    variables.push(("BIFROST_SESSION", socket.into_os_string()));
    variables.extend(loader_variables(&libraries, |name| std::env::var_os(name)));
    let stats = folder.path().join("stats");
    if options.stats != Stats::Off {
        std::fs::create_dir(&stats).map_err(system("cannot make a folder for statistics"))?;
        variables.push(("BIFROST_STATS", OsString::from(&stats)));
    }
    let mut program = child::start(&signals, &options.program, &options.args, variables, files)?;
    let status = child::wait(&mut program).map_err(system("cannot wait for the program"))?;
    match options.stats {
        Stats::Off => {}
        Stats::Text => say(&report::text(&report::collect(&stats))),
        Stats::Json => say(&report::json(&report::collect(&stats))),
    }
    Ok(status)
}

/// Writes to standard error; if that is closed, nobody wants to know.
pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// What was granted: `1 × softcuda cc 12.1, 8080 of 16160 MiB, unix`; `tls` is encrypted, `tcp` is not.
pub(crate) fn describe(snapshot: &Snapshot, endpoint: &Endpoint, encrypted: bool) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for d in &snapshot.devices {
        let cc = d.compute_capability();
        let (mine, all) = (d.total_mem >> 20, d.physical_mem >> 20);
        let kind = format!("{} cc {}.{}, {mine} of {all} MiB", d.name, cc / 10, cc % 10);
        match kinds.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} × {kind}")).collect();
    let medium = match endpoint {
        Endpoint::Unix(_) => "unix".to_owned(),
        tcp => format!("{} {tcp}", if encrypted { "tls" } else { "tcp" }),
    };
    format!("{}, {medium}", kinds.join(" + "))
}

#[cfg(test)]
mod tests {
    use protocol::snapshot::Device;

    use super::*;

    fn device(name: &str, mine: u64, cc: i32) -> Device {
        let mut attributes = vec![None; 100];
        (attributes[75], attributes[76]) = (Some(cc / 10), Some(cc % 10));
        Device {
            name: name.into(),
            uuid: [0; 16],
            total_mem: mine << 20,
            physical_mem: 16160 << 20,
            attributes,
            pci: (0, 0, 0),
            priority_range: (0, 0),
            limits: Vec::new(),
            ptx_only: true,
        }
    }

    #[test]
    fn the_line_about_the_grant() {
        let unix = Endpoint::Unix("/s".into());
        let tcp = Endpoint::Tcp("gpu".into(), 7);
        let check = |devices: Vec<Device>, at: &Endpoint, encrypted, expected: &str| {
            let snapshot = Snapshot {
                driver_version: 13050,
                driver_name: String::new(),
                server: String::new(),
                devices,
            };
            assert_eq!(describe(&snapshot, at, encrypted), expected);
        };
        let soft = || device("softcuda", 8080, 121);
        check(vec![soft()], &tcp, true, "1 × softcuda cc 12.1, 8080 of 16160 MiB, tls gpu:7");
        check(vec![soft()], &unix, false, "1 × softcuda cc 12.1, 8080 of 16160 MiB, unix");
        check(vec![soft(), soft()], &tcp, false, "2 × softcuda cc 12.1, 8080 of 16160 MiB, tcp gpu:7");
        check(
            vec![soft(), device("A", 100, 80)],
            &unix,
            false,
            "1 × softcuda cc 12.1, 8080 of 16160 MiB + 1 × A cc 8.0, 100 of 16160 MiB, unix",
        );
    }
}
