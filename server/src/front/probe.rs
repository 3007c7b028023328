//! Asks a short-lived process what devices a driver has.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use protocol::snapshot::Snapshot;

use super::FrontError;
use super::config::Devices;
use super::driver::is_soft;
use super::worker::this_program;
use crate::worker::probe;

/// How long a driver may take to start; machines with many GPUs need seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// What is to be known of a driver; of its devices those that are to be served.
pub(super) async fn run(library: &Path, devices: &Devices) -> Result<probe::Probed, FrontError> {
    let failed = |why: String| {
        let of = if is_soft(library) { FrontError::SoftProbe } else { FrontError::Probe };
        of(library.into(), why)
    };
    let mut command = this_program(None);
    command
        .arg("--probe")
        .arg(library)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let output = match tokio::time::timeout(LIMIT, command.output()).await {
        Err(_) => return Err(failed(format!("it did not answer within {} s", LIMIT.as_secs()))),
        Ok(output) => output.map_err(|e| failed(e.to_string()))?,
    };
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).collect();
        return Err(match &lines[..] {
            [] => failed(format!("its probe ended with {}", output.status)),
            // The probe's own line.
            [line] => failed((*line).to_owned()),
            // Before that line the driver has said what is wrong.
            [driver, ..] => FrontError::DriverSays(library.into(), (*driver).to_owned()),
        });
    }
    let mut found = probe::read(&output.stdout).map_err(|e| failed(e.to_string()))?;
    if found.snapshot.devices.is_empty() {
        return Err(failed("it has no devices".into()));
    }
    found.snapshot = select(found.snapshot, devices)?;
    Ok(found)
}

fn select(mut snapshot: Snapshot, devices: &Devices) -> Result<Snapshot, FrontError> {
    if let Devices::List(list) = devices {
        let have = snapshot.devices.len();
        let pick = |n: &usize| snapshot.devices.get(*n).cloned().ok_or(FrontError::NoSuchDevice(*n, have));
        snapshot.devices = list.iter().map(pick).collect::<Result<_, _>>()?;
    }
    Ok(snapshot)
}
