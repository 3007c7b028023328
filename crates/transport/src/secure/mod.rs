//! Encrypted data connections: TLS 1.3 between a client's process and its worker, each with a key that lasts for the session alone.
//!
//! ```text
//!  client process                                    worker
//!    ──── preamble {ordered, id} ────▶  the front reads it and passes the connection on
//!    ──── ClientHello ───────────────▶
//!    ◀─── ServerHello … Finished ─────  each shows a raw public key (RFC 7250) and signs with it; the other compares the key's hash with the one
//!    ──── key, signature, Finished ──▶  that came over the control connection, so nobody needs to sign keys
//!    ◀═══ records ═══════════════════▶  at most 16 KiB each; a batch of frames is some records and one system call
//! ```
//!
//! rustls shakes hands and makes the keys (`handshake`). What follows is encrypted by whoever sends, in the thread that sends, and each direction
//! has its own lock (`record`), as writers must not wait for readers. The connection's kind is in the handshake (ALPN): whoever relays bytes cannot
//! pass one kind off as another.
//!
//! The end of a stream means nothing, encrypted or not: a session says goodbye in a frame, and all else is a break that it survives
//! ([`protocol::resume`]). So no alert says that a stream ends, and one that was cut short does no harm.

mod error;
mod handshake;
mod keys;
mod record;
mod wire;

pub use error::SecureError;
pub use handshake::Greeting;
pub use keys::{Seal, Secret, hash_of};
pub use wire::SecureWire;

#[cfg(test)]
mod tests;
