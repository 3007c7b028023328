//! How workers are confined here: what the system and the driver bear, and what that is for a session.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use std::{env, io};

use protocol::snapshot::Device;

use super::config::Config;
use super::identity::Identity;
use super::log::Log;
use super::tenants::{self, Users};
use super::worker::this_program;
use crate::confine::mounts::Mounts;
use crate::confine::{Measure, Plan, Trial};

/// How long a driver may take to start.
const LIMIT: Duration = Duration::from_secs(60);
/// What is tried one after the other, until the driver starts: without these measures.
const STEPS: [&[Measure]; 3] =
    [&[], &[Measure::User, Measure::Mounts], &[Measure::User, Measure::Mounts, Measure::Filter]];

/// What workers of this server give up.
#[derive(Debug, Default)]
pub(super) struct Confinement {
    /// `None` = nothing.
    measures: Option<Plan>,
    users: Option<RefCell<Users>>,
    caches: Option<PathBuf>,
}

impl Confinement {
    /// Finds out what works here, and says what does not.
    pub(super) async fn find_out(config: &Config, library: &Path, devices: &[Device], log: Log) -> Self {
        if !config.confinement {
            log.info(format_args!("--no-confinement: whoever takes over a worker is the server's user"));
            return Confinement::default();
        }
        // SAFETY: geteuid has no preconditions.
        let root = unsafe { libc::geteuid() } == 0;
        let wanted = Plan {
            user: root.then_some(config.worker_uids.0),
            mounts: Some(Mounts {
                nodes: tenants::nodes(&devices.iter().collect::<Vec<_>>()),
                hidden: hidden(config, library),
            }),
            filter: true,
            cache: None,
        };
        let (plan, mut missing) = best(&wanted, library).await;
        if !root {
            missing.push((Measure::User, "the server is not root".into()));
        }
        say(&missing, log);
        let users = plan.user.map(|_| RefCell::new(Users::new(config.worker_uids)));
        Confinement { measures: Some(plan), users, caches: config.cache.clone() }
    }

    /// What the worker of a tenant's session with these devices gives up.
    pub(super) fn plan(&self, who: &Identity, devices: &[&Device], log: Log) -> io::Result<Option<Plan>> {
        let Some(mut plan) = self.measures.clone() else { return Ok(None) };
        let tenant = tenants::name(who);
        plan.user = self.users.as_ref().map(|users| users.borrow_mut().of(&tenant)).transpose()?;
        if let Some(mounts) = &mut plan.mounts {
            mounts.nodes = tenants::nodes(devices);
        }
        if let Some(all) = &self.caches {
            match tenants::cache(all, &tenant, plan.user) {
                Ok(own) => plan.cache = Some(own),
                // Slower, not wrong.
                Err(e) => log.warn(format_args!("{}: compiled code is not kept: {e}", all.display())),
            }
        }
        Ok(Some(plan))
    }

    /// A worker of a former server lives on: its user is nobody else's.
    pub(super) fn adopt(&self, pid: libc::pid_t) {
        if let (Some(users), Some(user)) = (&self.users, user_of(pid)) {
            users.borrow_mut().take(user);
        }
    }
}

/// Folders that are no worker's business: the server's own, all tenants' caches, the home of its user unless the driver is there.
fn hidden(config: &Config, library: &Path) -> Vec<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.parent().is_some());
    let home = home.filter(|home| home.is_absolute() && !library.starts_with(home));
    let folder = config.folder().map(|folder| folder.path().to_owned());
    folder.into_iter().chain(config.cache.clone()).chain(home).collect()
}

/// The most of `wanted` with which the driver starts; what is missing, and why.
async fn best(wanted: &Plan, library: &Path) -> (Plan, Vec<(Measure, String)>) {
    let mut missing = Vec::new();
    for without in STEPS {
        let plan = without.iter().fold(wanted.clone(), |plan, measure| plan.without(*measure));
        match trial(&plan, library).await {
            Ok(Trial { refused, driver: None }) => {
                let plan = refused.iter().fold(plan, |plan, (measure, _)| plan.without(*measure));
                missing.extend(refused);
                return (plan, missing);
            }
            Ok(Trial { driver: Some(why), .. }) | Err(why) => {
                // Each step leaves out all that the ones before did.
                let next = STEPS.iter().find(|more| more.len() > without.len()).copied().unwrap_or(without);
                missing = next.iter().map(|measure| (*measure, why.clone())).collect();
            }
        }
    }
    (Plan::default(), missing)
}

async fn trial(plan: &Plan, library: &Path) -> Result<Trial, String> {
    let mut command = this_program(Some(plan));
    command
        .args(["--trial", &plan.to_text()])
        .arg(library)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let output = tokio::time::timeout(LIMIT, command.output()).await;
    let output = output.map_err(|_| format!("the driver did not start within {} s", LIMIT.as_secs()))?;
    let output = output.map_err(|e| e.to_string())?;
    // The driver may have said something before.
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = || String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned();
    let found = said.lines().last().and_then(|line| serde_json::from_str(line).ok());
    found.ok_or_else(|| format!("{} {}", output.status, errors()))
}

fn say(missing: &[(Measure, String)], log: Log) {
    if missing.is_empty() {
        return log.info(format_args!("workers are confined"));
    }
    let words: Vec<String> = missing.iter().map(|(measure, why)| format!("{measure} ({why})")).collect();
    log.warn(format_args!("workers are confined without {}", words.join(", ")));
}

/// The user of a process, also of one that hides from others.
fn user_of(pid: libc::pid_t) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let users = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
    users.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_of_processes_are_found() {
        // SAFETY: geteuid has no preconditions.
        let own = unsafe { libc::geteuid() };
        assert_eq!(user_of(std::process::id() as libc::pid_t), Some(own));
        assert_eq!(user_of(0), None);
    }

    #[test]
    fn steps_leave_out_ever_more() {
        for pair in STEPS.windows(2) {
            assert!(pair[0].len() < pair[1].len() && pair[0].iter().all(|m| pair[1].contains(m)), "{pair:?}");
        }
    }
}
