//! A session outlives its connections: what both sides say on a new one, and what they then send again.
//!
//! ```text
//!  client                                worker
//!    ──── preamble {resume, id} ────────▶      the front reads it and passes the connection on, or answers that the session is unknown
//!    ◀─── Challenge{nonce} ──────────────
//!    ──── Claim{nonce, received: 40} ───▶      each says the last frame that it took, and proves that it knows the session's key
//!    ◀─── Answer{received: 70} ──────────
//!    ──── frames 71, 72, … ─────────────▶      each sends again what it retained above the other's number, then goes on;
//!    ◀─── frames 41, 42, … ──────────────      frames that arrive twice are dropped by their number
//! ```
//!
//! A side must not send frames before it has the other's position: they would arrive ahead of those that are missing.
//!
//! The key comes with the grant and goes over no data connection. A proof covers both sides' fresh nonces, the connection's kind and the
//! position, so none can be used again, elsewhere, or for another position.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::DecodeError;
use crate::preamble::Kind;
use crate::recv::{FrameReader, Sequence};
use crate::send::{Again, SendQueue};

/// A session's secret.
pub type Key = [u8; 32];
/// Random bytes that are used once.
pub type Nonce = [u8; 32];

/// [`Challenge::status`]: the worker asks for a proof.
const PROVE: u8 = 1;
/// [`Challenge::status`]: the front knows no such session.
const UNKNOWN: u8 = 0;

/// Where a side stands.
#[derive(
    Debug, Default, Clone, Copy, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Position {
    /// Number of the last frame that the sender of this message has taken. On a bulk connection: payload bytes.
    pub received: U64,
    /// Frames that it has sent and that are not acknowledged; only counted.
    pub unacknowledged: U64,
    /// Frames that it had taken before and dropped, since the session began; only counted.
    pub dropped: U64,
}

impl Position {
    /// Length in bytes.
    pub const LEN: usize = size_of::<Position>();

    /// What to say when a connection begins. The reader forgets what the old connection left half received.
    pub fn begin(reader: &mut FrameReader, sequence: &Sequence, queue: &SendQueue) -> Position {
        reader.clear();
        Position {
            received: sequence.last().into(),
            unacknowledged: queue.unacknowledged().into(),
            dropped: sequence.dropped().into(),
        }
    }

    /// The peer has said its position: what to send before all others, and the acknowledgement for those that follow.
    pub fn answer(self, queue: &mut SendQueue, sequence: &Sequence) -> Result<Vec<Again>, DecodeError> {
        queue.note_received(sequence.last());
        queue.resend(self.received.get())
    }
}

/// The first bytes from the other end of a resumed connection.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Challenge {
    status: u8,
    reserved: [u8; 7],
    nonce: Nonce,
}

impl Challenge {
    /// A worker's, with a nonce that was never used.
    pub fn new(nonce: Nonce) -> Self {
        Challenge { status: PROVE, reserved: [0; 7], nonce }
    }

    /// A front's that knows no such session.
    pub fn unknown_session() -> Self {
        Challenge { status: UNKNOWN, reserved: [0; 7], nonce: [0; 32] }
    }

    /// Whether the session exists; fails for what is no challenge.
    pub fn session_exists(&self) -> Result<bool, DecodeError> {
        match self.status {
            PROVE => Ok(true),
            UNKNOWN => Ok(false),
            status => Err(DecodeError::BadField("status of a challenge", status.into())),
        }
    }
}

/// The client's answer to a challenge.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Claim {
    nonce: Nonce,
    /// Where the client stands.
    pub position: Position,
    proof: [u8; 32],
}

/// The worker's answer to a claim; frames may follow.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Answer {
    /// Where the worker stands.
    pub position: Position,
    proof: [u8; 32],
}

/// Who proves.
enum Side {
    Client = 1,
    Worker = 2,
}

/// What both sides' proofs on one connection have in common.
#[derive(Debug, Clone, Copy)]
pub struct Handshake<'a> {
    /// The session's.
    pub key: &'a Key,
    /// The connection's.
    pub kind: Kind,
    /// The connection's.
    pub challenge: &'a Challenge,
}

impl Handshake<'_> {
    fn proof(&self, side: Side, nonce: &Nonce, position: &Position) -> blake3::Hash {
        let mut hash = blake3::Hasher::new_keyed(self.key);
        hash.update(&[side as u8, self.kind as u8]);
        hash.update(&self.challenge.nonce).update(nonce).update(position.as_bytes());
        hash.finalize()
    }

    /// The client's message; the nonce was never used.
    pub fn claim(&self, nonce: Nonce, position: Position) -> Claim {
        let proof = *self.proof(Side::Client, &nonce, &position).as_bytes();
        Claim { nonce, position, proof }
    }

    /// Whether who sent a claim knows the key.
    pub fn accepts_claim(&self, claim: &Claim) -> bool {
        // Hashes are compared in constant time.
        self.proof(Side::Client, &claim.nonce, &claim.position) == claim.proof
    }

    /// The worker's message after an accepted claim.
    pub fn answer(&self, claim: &Claim, position: Position) -> Answer {
        let proof = *self.proof(Side::Worker, &claim.nonce, &position).as_bytes();
        Answer { position, proof }
    }

    /// Whether who answered a claim knows the key.
    pub fn accepts_answer(&self, claim: &Claim, answer: &Answer) -> bool {
        self.proof(Side::Worker, &claim.nonce, &answer.position) == answer.proof
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [7; 32];

    fn position(received: u64) -> Position {
        Position { received: received.into(), ..Position::default() }
    }

    #[test]
    fn both_sides_prove_the_key() {
        let challenge = Challenge::new([1; 32]);
        let handshake = Handshake { key: &KEY, kind: Kind::Resume, challenge: &challenge };
        let claim = handshake.claim([2; 32], position(40));
        assert!(handshake.accepts_claim(&claim));
        let answer = handshake.answer(&claim, position(70));
        assert!(handshake.accepts_answer(&claim, &answer));
        // Neither's proof serves the other.
        let echo = Answer { position: claim.position, proof: claim.proof };
        assert!(!handshake.accepts_answer(&claim, &echo));
    }

    #[test]
    fn a_proof_serves_once_and_for_what_it_says() {
        let challenge = Challenge::new([1; 32]);
        let handshake = Handshake { key: &KEY, kind: Kind::Resume, challenge: &challenge };
        let claim = handshake.claim([2; 32], position(40));
        let check = |what: &str, handshake: Handshake<'_>, claim: Claim| {
            assert!(!handshake.accepts_claim(&claim), "{what}");
        };
        let later = Challenge::new([3; 32]);
        check("another connection", Handshake { challenge: &later, ..handshake }, claim);
        check("another kind", Handshake { kind: Kind::ResumeBulk, ..handshake }, claim);
        check("another session", Handshake { key: &[8; 32], ..handshake }, claim);
        check("another position", handshake, Claim { position: position(41), ..claim });
        check("another nonce", handshake, Claim { nonce: [4; 32], ..claim });
        let answer = handshake.answer(&claim, position(70));
        let second = handshake.claim([5; 32], position(40));
        assert!(!handshake.accepts_answer(&second, &answer), "an old answer");
    }

    #[test]
    fn challenges_say_whether_the_session_exists() {
        assert_eq!(Challenge::new([0; 32]).session_exists(), Ok(true));
        assert_eq!(Challenge::unknown_session().session_exists(), Ok(false));
        let other = Challenge { status: 9, ..Challenge::unknown_session() };
        assert_eq!(other.session_exists(), Err(DecodeError::BadField("status of a challenge", 9)));
    }
}
