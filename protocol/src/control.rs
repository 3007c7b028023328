//! Messages of the control connection and the hello of a data connection.
//!
//! Each message is a u32 LE length, then that many bytes of postcard, at most [`MESSAGE_MAX`]. The first message each way is
//! [`ClientHello`] / [`ServerHello`]; after that the client sends [`Request`]s, each answered by one [`Response`].
//! Enum variants and fields are only ever appended, within a control version.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::DecodeError;
use crate::preamble::{SessionId, Tag};
use crate::resume::Key;
use crate::snapshot::Snapshot;

/// Version of the control messages.
pub const VERSION: u16 = 1;
/// Longest control message in bytes.
pub const MESSAGE_MAX: usize = 1024 * 1024;
/// The front's default TCP port.
pub const DEFAULT_PORT: u16 = 56001;

/// A protocol fingerprint, see [`crate::fingerprint`].
pub type Fingerprint = [u8; 16];

/// A machine and its numbering of processes, see [`ClientHello::home`].
pub type Home = [u8; 16];

/// BLAKE3 of the public key (DER) that a side shows on a session's encrypted data connections.
pub type KeyHash = [u8; 32];

/// First message of a client.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct ClientHello {
    /// Newest control version that the client speaks.
    pub version: u16,
    /// Oldest control version that the client speaks.
    pub min_version: u16,
    /// The client's release, for messages.
    pub release: String,
    /// The client's data protocol.
    pub fingerprint: Fingerprint,
    /// Who: user@host, for messages and accounting.
    pub owner: String,
    /// Credentials; none are needed on loopback and Unix sockets.
    pub token: Option<String>,
    /// The process that connects.
    pub pid: u32,
    /// Where `pid` is a process's number: a server of the same home can watch the process itself. Zeros: unknown.
    pub home: Home,
}

/// First message of the front.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum ServerHello {
    /// The client is admitted.
    Welcome {
        /// Control version that both sides use from now on.
        version: u16,
        /// The server's release.
        release: String,
        /// The server's name.
        server: String,
        /// Data protocols that the server has workers for.
        fingerprints: Vec<Fingerprint>,
    },
    /// The client is turned away.
    Refused(Failure),
}

/// Why a request failed; the text names cause and remedy.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Failure {
    /// For programs.
    pub code: FailureCode,
    /// For people.
    pub message: String,
}

/// Machine-readable causes of failure.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub enum FailureCode {
    /// Releases do not understand each other.
    Version,
    /// Not authenticated or not allowed.
    Denied,
    /// Not enough free GPUs or memory now.
    Full,
    /// More than the pool could ever give, or nonsense.
    Invalid,
    /// Unknown reservation or session.
    Unknown,
    /// The worker or the driver failed.
    Internal,
}

/// How much memory of each GPU.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq)]
pub enum MemoryAsk {
    /// All of it.
    Whole,
    /// Parts per million of the device's memory, 1..=1_000_000.
    Ppm(u32),
    /// MiB.
    Mib(u64),
}

impl MemoryAsk {
    /// Bytes that it means on a device of `total` bytes; fractions are rounded down to MiB, to at least one. `None`: it makes no sense.
    pub fn bytes_of(self, total: u64) -> Option<u64> {
        const MIB: u64 = 1 << 20;
        match self {
            MemoryAsk::Whole | MemoryAsk::Ppm(1_000_000) => Some(total),
            MemoryAsk::Ppm(ppm) => {
                let bytes = u128::from(total) * u128::from(ppm) / 1_000_000;
                let mib = u64::try_from(bytes).ok()? / MIB;
                (1..1_000_000).contains(&ppm).then_some(mib.max(1) * MIB)
            }
            MemoryAsk::Mib(mib) => mib.checked_mul(MIB).filter(|bytes| *bytes > 0),
        }
    }
}

/// A client's request.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Request {
    /// Reserve GPUs. Answer: Reserved. Ends with the control connection or Release, unless Keep lets it outlive the connection.
    Reserve {
        /// Number of GPUs.
        gpus: u32,
        /// Memory of each.
        memory: MemoryAsk,
    },
    /// Open a session of a reservation: starts a worker. Answer: Session.
    OpenSession {
        /// The reservation's id and key.
        reservation: Ticket,
        /// Process id of the client process.
        pid: u32,
        /// As [`ClientHello::home`].
        home: Home,
        /// Program name, for messages.
        program: String,
        /// The data protocol of the client process, which need not be that of the connection's owner.
        fingerprint: Fingerprint,
        /// The client process's key: data connections are encrypted. Over an encrypted connection only.
        peer: Option<KeyHash>,
    },
    /// The process of a session has ended. Answer: Done.
    EndSession {
        /// The session.
        session: SessionId,
    },
    /// Give the reservation back. Answer: Done.
    Release {
        /// The reservation.
        reservation: Ticket,
    },
    /// What the pool holds. Answer: Status.
    Status,
    /// Everything about the pool that this client may see. Answer: Report.
    Report,
    /// End a session of one's own, or as an administrator any. Answer: Done, once it has ended.
    Kill {
        /// Its name as reports tell it, or the first digits of it.
        session: String,
    },
    /// Give no new reservations, or give them again. For administrators. Answer: Report.
    Drain {
        /// Whether to drain.
        on: bool,
    },
    /// The reservation's control connection was cut: this one holds it, too. Answer: Done.
    Attach {
        /// The reservation.
        reservation: Ticket,
    },
    /// Like Reserve; if that is not possible now, to wait in line for it. Answer: Reserved, or within seconds Queued; the same request again goes
    /// on waiting. The place is lost with the connection, or by any other answer; the place and what was reserved also when nothing more is asked within seconds.
    Queue {
        /// Number of GPUs.
        gpus: u32,
        /// Memory of each.
        memory: MemoryAsk,
    },
    /// Let a reservation outlive its control connections, for others to join. Answer: Kept.
    Keep {
        /// The reservation.
        reservation: Ticket,
        /// For so many seconds from now; `None`: as long as the server allows.
        seconds: Option<u64>,
    },
    /// Hold a reservation, too, that somebody else has made and kept. Answer: Joined.
    Join {
        /// The reservation.
        reservation: Ticket,
    },
    /// Hold a reservation no more; it ends if nobody else holds it and it is not kept. Answer: Done.
    Leave {
        /// The reservation.
        reservation: Ticket,
    },
    /// Like Reserve, or like Queue, of some of the server's devices alone.
    ReserveAmong {
        /// Number of GPUs.
        gpus: u32,
        /// Memory of each.
        memory: MemoryAsk,
        /// Numbers of the devices that may be taken, as [`Request::Report`] tells them.
        devices: Vec<u32>,
        /// Whether to wait in line.
        wait: bool,
    },
}

/// Proof of a reservation.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub struct Ticket {
    /// Which.
    pub id: u64,
    /// Random secret.
    pub key: [u8; 16],
}

/// The front's answer.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Response {
    /// To Reserve.
    Reserved {
        /// The reservation.
        reservation: Ticket,
        /// All that the client needs to know of its devices.
        snapshot: Snapshot,
        /// Where data connections go.
        endpoints: Vec<DataEndpoint>,
    },
    /// To OpenSession: data connections may now be made.
    Session {
        /// The session.
        session: SessionId,
        /// What whoever makes its data connections proves to know.
        key: Key,
        /// The worker's key, if data connections are encrypted.
        peer: Option<KeyHash>,
    },
    /// To EndSession and Release.
    Done,
    /// To Status.
    Status(PoolStatus),
    /// The request failed; the connection goes on.
    Failed(Failure),
    /// To Report and Drain.
    Report {
        /// A [`crate::report::Report`] in JSON.
        json: String,
    },
    /// To Queue.
    Queued {
        /// The place in line, from 1.
        place: u32,
    },
    /// To Keep.
    Kept {
        /// The reservation ends in so many seconds.
        seconds: u64,
    },
    /// To Join.
    Joined {
        /// All that the client needs to know of its devices.
        snapshot: Snapshot,
        /// The reservation ends in so many seconds; `None`: with those who hold it.
        seconds: Option<u64>,
    },
}

/// A way to reach a session's worker.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum DataEndpoint {
    /// Through the front, at the address of the control connection.
    SameAsControl,
}

/// State of the pool.
#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq)]
pub struct PoolStatus {
    /// One per device.
    pub devices: Vec<DeviceStatus>,
    /// Open reservations.
    pub reservations: u32,
    /// Open sessions.
    pub sessions: u32,
}

/// State of a device.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct DeviceStatus {
    /// Name.
    pub name: String,
    /// Bytes of the device.
    pub total: u64,
    /// Bytes reserved by partitions.
    pub reserved: u64,
    /// Bytes allocated now.
    pub used: u64,
}

/// First message of the client on an ordered data connection, to the worker.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct DataHello {
    /// The client's data protocol.
    pub fingerprint: Fingerprint,
    /// Candidate bases of the arena for pinned memory, best first; empty: no pinned memory.
    pub arenas: Vec<u64>,
    /// Bytes of the arena.
    pub arena_bytes: u64,
    /// Wire ids of the functions that the client may send.
    pub functions: Vec<u16>,
}

/// The worker's answer to [`DataHello`].
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum DataWelcome {
    /// Frames may flow.
    Ready {
        /// Base of the arena that both sides hold, `None` if none was possible.
        arena: Option<u64>,
        /// Operations that a stream may have outstanding ([`crate::credits`]).
        stream_credits: u32,
        /// Operations that all streams of a context may have outstanding; `u32::MAX` = any number.
        context_credits: u32,
        /// Bytes of unacknowledged frames that the client may have under way.
        window: u64,
        /// Milliseconds that the worker waits for a client that was cut off.
        grace_ms: u32,
    },
    /// The session cannot start.
    Refused(Failure),
}

/// On bfrun's Unix socket: a client process asks for a session.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct LocalRequest {
    /// The shim's data protocol.
    pub fingerprint: Fingerprint,
    /// The shim's release.
    pub release: String,
    /// Program name.
    pub program: String,
    /// Instead of a new session: a connection in the place of one that broke.
    pub again: Option<Again>,
    /// The process's key, in case that data connections are encrypted.
    pub peer: KeyHash,
}

/// Which connection a process below bfrun has lost.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub struct Again {
    /// Of this session.
    pub session: SessionId,
    /// Whether it was the bulk connection.
    pub bulk: bool,
    /// Of the new connection's preamble.
    pub tag: Tag,
}

/// bfrun's answer; with `Granted` come two descriptors by SCM_RIGHTS: the ordered and the bulk connection, preambles already sent. With
/// `Connected` comes one.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum LocalResponse {
    /// The session is open.
    Granted {
        /// All that the client needs to know of its devices.
        snapshot: Snapshot,
        /// The session.
        session: SessionId,
        /// Its key.
        key: Key,
        /// The worker's key, if data connections are encrypted: whoever has the descriptors shakes hands.
        peer: Option<KeyHash>,
    },
    /// It is not.
    Failed(Failure),
    /// A connection in the place of one that broke; what the server says on it comes next.
    Connected,
    /// The server could not be reached.
    Unreachable {
        /// Nobody listens at its address, though its machine answers.
        refused: bool,
    },
}

/// Appends a message with its length prefix.
pub fn encode<T: Serialize>(message: &T, out: &mut Vec<u8>) -> Result<(), DecodeError> {
    let body = postcard::to_stdvec(message).map_err(|e| DecodeError::BadControl(e.to_string()))?;
    if body.len() > MESSAGE_MAX {
        return Err(DecodeError::TooLong(body.len() as u64, MESSAGE_MAX as u64));
    }
    // The cast is exact: MESSAGE_MAX fits.
    out.extend_from_slice(&(body.len() as u32).to_le_bytes());
    out.extend_from_slice(&body);
    Ok(())
}

/// Reads the length prefix of a message.
pub fn decode_len(prefix: [u8; 4]) -> Result<usize, DecodeError> {
    let n = u32::from_le_bytes(prefix) as usize;
    if n > MESSAGE_MAX { Err(DecodeError::TooLong(n as u64, MESSAGE_MAX as u64)) } else { Ok(n) }
}

/// Decodes a message's body.
pub fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, DecodeError> {
    postcard::from_bytes(body).map_err(|e| DecodeError::BadControl(e.to_string()))
}
