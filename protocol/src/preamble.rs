//! The bytes in clear text that start every connection: 32, and 24 more on data connections.
//!
//! ```text
//!  0  magic    b"BIFROST\0"
//!  8  version  u16 LE: 1, or 2 if a tag follows
//! 10  kind     u8: 1 control, 2 ordered data, 3 bulk data, 4 control after a TLS handshake,
//!                  5 ordered data again, 6 bulk data again ([`crate::resume`])
//! 11  lane     u8: number of the bulk connection, else 0
//! 12  reserved u32, 0
//! 16  session  16 bytes, zeros on a control connection
//! 32  counter  u64 LE  ┐ the tag, on data connections
//! 40  mac      16 bytes┘
//! ```
//!
//! A session's id passes in clear and is soon known to whoever sees the network. The tag shows that a connection comes from who knows the
//! session's key, too: a worker spends nothing on one without, so that nobody else can take the places in which connections prove themselves.
//! It covers all that stands before it, and its counter rises with each connection of a kind, so that one that was seen is of no use any more.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::DecodeError;
use crate::resume::Key;

/// Length of a preamble in bytes, without the tag.
pub const LEN: usize = 32;
/// Version of a preamble without a tag.
pub const VERSION: u16 = 1;
/// Version of one that a tag follows.
const TAGGED: u16 = 2;
const MAGIC: &[u8; 8] = b"BIFROST\0";
/// What the key that tags are made with is for.
const PURPOSE: &str = "Bifrost 2026 tag of a data connection's preamble";

/// A session's identifier: random, unguessable, and in clear at the beginning of each connection.
pub type SessionId = [u8; 16];

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Messages of [`crate::control`] with the front.
    Control = 1,
    /// Frames with the session's worker.
    Ordered = 2,
    /// Bulk chunks with the session's worker.
    Bulk = 3,
    /// Messages of [`crate::control`] with the front, encrypted: TLS 1.3 begins after the preamble. A front without TLS answers with a
    /// [`crate::control::ServerHello::Refused`] in clear, whose third byte (of a length below 64 KiB) is 0, where TLS has a 3 or a 1.
    ControlTls = 4,
    /// In the place of an ordered connection that broke.
    Resume = 5,
    /// In the place of a bulk connection that broke.
    ResumeBulk = 6,
}

impl Kind {
    /// The kind of a preamble's byte.
    pub fn from_u8(k: u8) -> Result<Self, DecodeError> {
        Ok(match k {
            1 => Kind::Control,
            2 => Kind::Ordered,
            3 => Kind::Bulk,
            4 => Kind::ControlTls,
            5 => Kind::Resume,
            6 => Kind::ResumeBulk,
            k => return Err(DecodeError::BadKind(k)),
        })
    }
}

/// The first bytes of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preamble {
    /// What the connection is for.
    pub kind: Kind,
    /// Which bulk connection of the session this is.
    pub lane: u8,
    /// The session, zeros for control.
    pub session: SessionId,
}

impl Preamble {
    /// A control connection's preamble.
    pub fn control() -> Self {
        Preamble { kind: Kind::Control, lane: 0, session: [0; 16] }
    }

    /// That of an encrypted one.
    pub fn control_tls() -> Self {
        Preamble { kind: Kind::ControlTls, ..Preamble::control() }
    }

    /// The wire form.
    pub fn encode(&self) -> [u8; LEN] {
        let mut b = [0u8; LEN];
        b[..8].copy_from_slice(MAGIC);
        b[8..10].copy_from_slice(&VERSION.to_le_bytes());
        b[10] = self.kind as u8;
        b[11] = self.lane;
        b[16..].copy_from_slice(&self.session);
        b
    }

    /// Reads the wire form.
    pub fn decode(b: &[u8; LEN]) -> Result<Self, DecodeError> {
        if &b[..8] != MAGIC {
            return Err(DecodeError::BadMagic);
        }
        let version = u16::from_le_bytes([b[8], b[9]]);
        if version != VERSION && version != TAGGED {
            return Err(DecodeError::BadVersion(version));
        }
        let kind = Kind::from_u8(b[10])?;
        if version == TAGGED && matches!(kind, Kind::Control | Kind::ControlTls) {
            return Err(DecodeError::BadVersion(version));
        }
        let mut session = [0u8; 16];
        session.copy_from_slice(&b[16..]);
        Ok(Preamble { kind, lane: b[11], session })
    }

    /// Whether a tag follows a preamble that could be read.
    pub fn is_tagged(b: &[u8; LEN]) -> bool {
        u16::from_le_bytes([b[8], b[9]]) == TAGGED
    }

    /// The tag of a data connection; no other of this kind and session had a counter as high.
    pub fn tag(&self, key: &Key, counter: u64) -> Tag {
        let mut hash = blake3::Hasher::new_keyed(&blake3::derive_key(PURPOSE, key));
        hash.update(&[self.kind as u8, self.lane]).update(&self.session).update(&counter.to_le_bytes());
        let mut mac = [0; 16];
        hash.finalize_xof().fill(&mut mac);
        Tag { counter, mac }
    }

    /// The wire form with a tag.
    pub fn with_tag(&self, tag: Tag) -> [u8; LEN + Tag::LEN] {
        let mut b = [0u8; LEN + Tag::LEN];
        b[..LEN].copy_from_slice(&self.encode());
        b[8..10].copy_from_slice(&TAGGED.to_le_bytes());
        b[LEN..].copy_from_slice(&tag.encode());
        b
    }
}

/// Shows that a connection comes from who knows the session's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// Rises with each connection of a kind.
    pub counter: u64,
    mac: [u8; 16],
}

impl Tag {
    /// Length in bytes.
    pub const LEN: usize = 24;

    /// The wire form.
    pub fn encode(&self) -> [u8; Tag::LEN] {
        let mut b = [0; Tag::LEN];
        b[..8].copy_from_slice(&self.counter.to_le_bytes());
        b[8..].copy_from_slice(&self.mac);
        b
    }

    /// Reads the wire form: all bytes are one.
    pub fn decode(b: &[u8; Tag::LEN]) -> Tag {
        let (mut counter, mut mac) = ([0; 8], [0; 16]);
        counter.copy_from_slice(&b[..8]);
        mac.copy_from_slice(&b[8..]);
        Tag { counter: u64::from_le_bytes(counter), mac }
    }
}

/// Why a connection is not admitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inadmissible {
    /// It shows nothing.
    Untagged,
    /// Whoever made its tag does not know the session's key.
    Forged,
    /// Its tag has been used, or a later one.
    Replayed,
}

impl fmt::Display for Inadmissible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Inadmissible::Untagged => "it does not show that it comes from the session's client",
            Inadmissible::Forged => "whoever made it does not know the session's key",
            Inadmissible::Replayed => "it repeats what an earlier connection began with",
        })
    }
}

impl std::error::Error for Inadmissible {}

/// Which connections of a session are admitted: each tag once, and none that is older than one that was used.
#[derive(Debug, Clone)]
pub struct Admission {
    session: SessionId,
    key: Key,
    /// Highest counter so far, by kind.
    highest: [Option<u64>; KINDS],
}

/// One more than the number of the last kind.
const KINDS: usize = Kind::ResumeBulk as usize + 1;

impl Admission {
    /// Of a session to which none has come.
    pub fn new(session: SessionId, key: Key) -> Admission {
        Admission { session, key, highest: [None; KINDS] }
    }

    /// A connection has come.
    ///
    /// # Errors
    /// It is not the client's, or an old one.
    pub fn admit(&mut self, kind: Kind, lane: u8, tag: Option<Tag>) -> Result<(), Inadmissible> {
        let tag = tag.ok_or(Inadmissible::Untagged)?;
        let own = Preamble { kind, lane, session: self.session }.tag(&self.key, tag.counter);
        // In constant time, as hashes are compared.
        if !constant_time_eq(&own.mac, &tag.mac) {
            return Err(Inadmissible::Forged);
        }
        let highest = &mut self.highest[kind as usize];
        if highest.is_some_and(|highest| tag.counter <= highest) {
            return Err(Inadmissible::Replayed);
        }
        *highest = Some(tag.counter);
        Ok(())
    }
}

/// Whether two tags are equal, in a time that says nothing about where they differ.
fn constant_time_eq(a: &[u8; 16], b: &[u8; 16]) -> bool {
    let wide = |mac: &[u8; 16]| {
        let mut hash = [0; 32];
        hash[..16].copy_from_slice(mac);
        blake3::Hash::from_bytes(hash)
    };
    // blake3 compares hashes in constant time.
    wide(a) == wide(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [7; 32];
    const RESUME: Preamble = Preamble { kind: Kind::Resume, lane: 0, session: [9; 16] };

    fn admit(a: &mut Admission, preamble: Preamble, tag: Tag) -> Result<(), Inadmissible> {
        a.admit(preamble.kind, preamble.lane, Some(tag))
    }

    #[test]
    fn a_tag_admits_once_and_none_that_is_older() {
        let mut a = Admission::new(RESUME.session, KEY);
        let tag = |counter| RESUME.tag(&KEY, counter);
        assert_eq!(admit(&mut a, RESUME, tag(0)), Ok(()));
        assert_eq!(admit(&mut a, RESUME, tag(0)), Err(Inadmissible::Replayed));
        assert_eq!(admit(&mut a, RESUME, tag(5)), Ok(()));
        assert_eq!(admit(&mut a, RESUME, tag(4)), Err(Inadmissible::Replayed));
        assert_eq!(admit(&mut a, RESUME, tag(6)), Ok(()));
        // Kinds have counters of their own.
        let bulk = Preamble { kind: Kind::ResumeBulk, ..RESUME };
        assert_eq!(admit(&mut a, bulk, bulk.tag(&KEY, 1)), Ok(()));
    }

    #[test]
    fn a_tag_is_for_what_it_says_alone() {
        let tag = RESUME.tag(&KEY, 5);
        let check = |what: &str, preamble: Preamble, tag: Tag| {
            let mut a = Admission::new(RESUME.session, KEY);
            assert_eq!(admit(&mut a, preamble, tag), Err(Inadmissible::Forged), "{what}");
            // It takes nothing from who comes by right.
            assert_eq!(admit(&mut a, RESUME, RESUME.tag(&KEY, 0)), Ok(()), "{what}");
        };
        check("another kind", Preamble { kind: Kind::ResumeBulk, ..RESUME }, tag);
        check("another lane", Preamble { lane: 1, ..RESUME }, tag);
        check("another counter", RESUME, Tag { counter: u64::MAX, ..tag });
        check("another session", RESUME, Preamble { session: [8; 16], ..RESUME }.tag(&KEY, 5));
        check("another key", RESUME, RESUME.tag(&[8; 32], 5));
        let mut a = Admission::new(RESUME.session, KEY);
        assert_eq!(a.admit(Kind::Resume, 0, None), Err(Inadmissible::Untagged));
    }

    #[test]
    fn the_wire_form_has_both() {
        let tag = RESUME.tag(&KEY, 5);
        let bytes = RESUME.with_tag(tag);
        let (preamble, rest) = bytes.split_first_chunk::<LEN>().unwrap();
        assert_eq!(Preamble::decode(preamble), Ok(RESUME));
        assert!(Preamble::is_tagged(preamble) && !Preamble::is_tagged(&RESUME.encode()));
        assert_eq!(Tag::decode(rest.try_into().unwrap()), tag);
        // A control connection has none.
        let mut control = Preamble::control().encode();
        control[8] = 2;
        assert_eq!(Preamble::decode(&control), Err(DecodeError::BadVersion(2)));
    }
}
