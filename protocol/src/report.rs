//! What a front tells about itself and its pool: a JSON document, whose fields only grow.
//!
//! A [`crate::control::Response::Report`] carries it as text. Whoever reads one ignores fields that it does not know and takes defaults for
//! those that are missing, so that releases understand each other. `bfctl --json` prints these fields under the same names.

use serde::{Deserialize, Serialize};

/// Longest lists of reservations and of sessions in a report.
pub const LIST_MAX: usize = 1000;

/// A front and its pool.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// The front.
    pub server: Server,
    /// One per device, in the order of their numbers.
    pub devices: Vec<Device>,
    /// Reservations that the asking client may see, oldest first.
    pub reservations: Vec<Reservation>,
    /// Sessions that it may see, oldest first.
    pub sessions: Vec<Session>,
    /// Reservations that are left out: others', or too many.
    pub reservations_hidden: u64,
    /// Sessions that are left out.
    pub sessions_hidden: u64,
}

/// A front.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Server {
    /// Name of its machine.
    pub name: String,
    /// Its release.
    pub release: String,
    /// Seconds since it started.
    pub uptime_s: u64,
    /// Its clock: seconds since 1970.
    pub time_s: u64,
    /// cuDriverGetVersion of its driver: 13050 is CUDA 13.5.
    pub driver_version: i32,
    /// Release of its driver.
    pub driver: String,
    /// Data protocols that it has workers for, in hexadecimal digits.
    pub fingerprints: Vec<String>,
    /// Whether it gives no new reservations.
    pub draining: bool,
    /// How many wait in line for GPUs.
    pub waiting: u64,
    /// Who it takes the asking client for.
    pub you: String,
    /// Whether that client may manage the pool.
    pub admin: bool,
}

/// A device.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Device {
    /// Its number in the pool.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// GPU-XXXXXXXX-….
    pub uuid: String,
    /// Such as 12.1.
    pub compute_capability: String,
    /// PCI address.
    pub pci: String,
    /// Its memory.
    pub total_bytes: u64,
    /// Memory that reservations hold.
    pub reserved_bytes: u64,
    /// Memory that is allocated.
    pub used_bytes: u64,
    /// Sessions that may use it.
    pub sessions: u64,
}

/// A reservation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reservation {
    /// Its number.
    pub id: u64,
    /// Whose it is.
    pub owner: String,
    /// Seconds since it was made.
    pub age_s: u64,
    /// What it holds.
    pub devices: Vec<Share>,
    /// Its sessions.
    pub sessions: u64,
    /// The server's own memory that it holds.
    pub host_used_bytes: u64,
    /// Most that it may hold of that.
    pub host_limit_bytes: u64,
    /// Control connections that hold it.
    pub holders: u64,
    /// Whether it outlives them.
    pub kept: bool,
    /// Seconds until it ends in any case; absent: nothing of the kind.
    pub ends_in_s: Option<u64>,
    /// Whether it has given its devices up, as nothing used them.
    pub asleep: bool,
    /// What all its sessions have done.
    pub work: Work,
}

impl Reservation {
    /// Whether it is merely kept: nobody uses it now.
    pub fn is_idle(&self) -> bool {
        self.kept && self.holders == 0 && self.sessions == 0
    }
}

/// What workers have done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    /// Calls that needed the worker.
    pub calls: u64,
    /// Of these, those for whose answer the program waited.
    pub waits: u64,
    /// Bytes that came from the client.
    pub received_bytes: u64,
    /// Bytes that went to it.
    pub sent_bytes: u64,
    /// Frames that the worker sent once more after a break.
    pub frames_resent: u64,
    /// Frames that the client sent once more and that had come before.
    pub frames_repeated: u64,
}

/// A part of a device.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Share {
    /// The device's number in the pool; absent for one that this front does not serve.
    pub index: Option<u32>,
    /// Bytes that may be allocated.
    pub reserved_bytes: u64,
    /// Bytes that are.
    pub used_bytes: u64,
}

/// A session: a process that uses the pool, and its worker.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Its name, which is no secret.
    pub session: String,
    /// The reservation that it belongs to.
    pub reservation: u64,
    /// Whose it is.
    pub owner: String,
    /// The program's name.
    pub program: String,
    /// Its process id on its machine; 0: not known.
    pub pid: u32,
    /// Seconds since it was opened.
    pub age_s: u64,
    /// Whether its data connections are encrypted; absent: not known.
    pub encrypted: Option<bool>,
    /// What it has allocated of its reservation's devices.
    pub devices: Vec<Share>,
    /// What it has done.
    pub work: Work,
}
