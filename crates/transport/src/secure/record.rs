//! Records: what is sent after the handshake (RFC 8446, 5.2).
//!
//! A record is a head of 5 bytes (23, 3, 3, length), then encrypted its payload and a byte that says what that is, then the cipher's tag of 16 bytes.
//! Payload is copied once, into the buffer where it is encrypted and from which it is sent; what comes is decrypted where it was received.

use std::ops::Range;

use ring::aead::{self, Aad, LessSafeKey, UnboundKey};
use rustls::crypto::cipher::{Iv, Nonce, make_tls13_aad};
use rustls::{AlertDescription, ConnectionTrafficSecrets, Error};

use super::error::SecureError;

/// Most payload of a record.
pub(super) const PAYLOAD: usize = 16 * 1024;
/// A record's head.
const HEAD: usize = 5;
/// What comes after its payload.
const TAIL: usize = 17;
/// The longest record.
pub(super) const LONGEST: usize = HEAD + PAYLOAD + TAIL;
/// Records after which a direction gets its next key. The ciphers bear 2^24.
const RECORDS: u64 = if cfg!(test) { 50 } else { 1 << 22 };

const ALERT: u8 = 21;
const HANDSHAKE: u8 = 22;
const DATA: u8 = 23;
/// A message of a handshake: the sender's next records have its next key, and it does not ask for the peer's.
const KEY_UPDATE: [u8; 5] = [24, 0, 0, 1, 0];

/// A direction's present key.
pub(super) struct Half {
    key: LessSafeKey,
    iv: Iv,
    /// The next record.
    number: u64,
}

impl Half {
    pub(super) fn new((number, secrets): (u64, ConnectionTrafficSecrets)) -> Result<Half, Error> {
        let (cipher, key, iv) = match secrets {
            ConnectionTrafficSecrets::Aes128Gcm { key, iv } => (&aead::AES_128_GCM, key, iv),
            ConnectionTrafficSecrets::Chacha20Poly1305 { key, iv } => (&aead::CHACHA20_POLY1305, key, iv),
            // The handshake offers no other.
            _ => return Err(Error::General("a cipher that was not offered".into())),
        };
        let key = UnboundKey::new(cipher, key.as_ref()).map_err(|_| Error::EncryptError)?;
        Ok(Half { key: LessSafeKey::new(key), iv, number })
    }

    fn nonce(&mut self) -> aead::Nonce {
        let nonce = Nonce::new(&self.iv, self.number).0;
        // Never used up: keys change before.
        self.number += 1;
        aead::Nonce::assume_unique_for_key(nonce)
    }
}

/// What is to be sent.
pub(super) struct Sealer {
    half: Half,
    bytes: Vec<u8>,
    /// Bytes of it that were sent.
    sent: usize,
    /// Of each record in it that has not been sent as a whole: its end, and its payload's length.
    records: std::collections::VecDeque<(usize, usize)>,
}

impl Sealer {
    pub(super) fn new(half: Half) -> Sealer {
        Sealer { half, bytes: Vec::new(), sent: 0, records: Default::default() }
    }

    /// Encrypted bytes that have not been sent.
    pub(super) fn pending(&self) -> &[u8] {
        &self.bytes[self.sent..]
    }

    /// So many of the pending bytes were sent; bytes of payload whose records were thereby sent as a whole.
    pub(super) fn sent(&mut self, n: usize) -> usize {
        self.sent += n;
        let mut payload = 0;
        while let Some(&(end, length)) = self.records.front()
            && end <= self.sent
        {
            payload += length;
            self.records.pop_front();
        }
        if self.sent == self.bytes.len() {
            self.bytes.clear();
            self.sent = 0;
        }
        payload
    }

    /// Whether it is time for [`Sealer::update`].
    pub(super) fn is_old(&self) -> bool {
        self.half.number >= RECORDS
    }

    /// Says that the next key comes, and takes it.
    pub(super) fn update(&mut self, next: ConnectionTrafficSecrets) -> Result<(), SecureError> {
        self.seal(HANDSHAKE, &[&KEY_UPDATE])?;
        self.half = Half::new((0, next))?;
        Ok(())
    }

    /// Encrypts a record with these parts, which are not longer than [`PAYLOAD`] together.
    pub(super) fn data(&mut self, parts: &[&[u8]]) -> Result<(), SecureError> {
        self.seal(DATA, parts)?;
        let length = parts.iter().map(|part| part.len()).sum();
        self.records.push_back((self.bytes.len(), length));
        Ok(())
    }

    fn seal(&mut self, kind: u8, parts: &[&[u8]]) -> Result<(), SecureError> {
        let length = parts.iter().map(|part| part.len()).sum::<usize>() + TAIL;
        let head = make_tls13_aad(length);
        self.bytes.reserve(HEAD + length);
        self.bytes.extend_from_slice(&head);
        let begin = self.bytes.len();
        parts.iter().for_each(|part| self.bytes.extend_from_slice(part));
        self.bytes.push(kind);
        let nonce = self.half.nonce();
        let sealed =
            self.half.key.seal_in_place_separate_tag(nonce, Aad::from(head), &mut self.bytes[begin..]);
        self.bytes.extend_from_slice(sealed.map_err(|_| Error::EncryptError)?.as_ref());
        Ok(())
    }
}

/// What a record holds.
enum Content {
    Data(Range<usize>),
    /// The peer's next records have its next key.
    Update,
}

/// What was received.
pub(super) struct Opener {
    half: Half,
    bytes: Vec<u8>,
    /// What was received and not decrypted.
    sealed: Range<usize>,
    /// What was decrypted and not taken; before the former.
    open: Range<usize>,
}

impl Opener {
    /// With what came while hands were shaken: decrypted, and not.
    pub(super) fn new(half: Half, said: &[u8], rest: &[u8]) -> Opener {
        let bytes = [said, rest].concat();
        let (open, sealed) = (0..said.len(), said.len()..bytes.len());
        Opener { half, bytes, sealed, open }
    }

    /// Takes decrypted bytes, decrypting as many records as that needs. `update`: makes the next key. What was taken before a record that is wrong is
    /// lost with that: the connection is over, and its session has what it lacks sent again.
    pub(super) fn take(
        &mut self,
        to: &mut [u8],
        update: impl Fn() -> Result<ConnectionTrafficSecrets, Error>,
    ) -> Result<usize, SecureError> {
        let mut taken = 0;
        while taken < to.len() {
            if self.open.is_empty() {
                match self.next()? {
                    None => break,
                    Some(Content::Data(range)) => self.open = range,
                    Some(Content::Update) => self.half = Half::new((0, update()?))?,
                }
            }
            let n = self.open.len().min(to.len() - taken);
            let from = self.open.start;
            to[taken..taken + n].copy_from_slice(&self.bytes[from..from + n]);
            self.open.start += n;
            taken += n;
        }
        Ok(taken)
    }

    /// The length of the first record, as far as that is known.
    fn length(&self) -> Option<usize> {
        match self.bytes[self.sealed.clone()] {
            [_, _, _, high, low, ..] => Some(HEAD + usize::from(high) * 256 + usize::from(low)),
            _ => None,
        }
    }

    /// Whether [`Opener::take`] has something to take, or to complain of.
    pub(super) fn is_ready(&self) -> bool {
        !self.open.is_empty()
            || self.length().is_some_and(|length| length > LONGEST || length <= self.sealed.len())
    }

    /// Decrypts the next record, if it is here as a whole.
    fn next(&mut self) -> Result<Option<Content>, SecureError> {
        let Some(length) = self.length() else { return Ok(None) };
        if !(HEAD + TAIL..=LONGEST).contains(&length) {
            return Err(SecureError::Record);
        }
        if length > self.sealed.len() {
            return Ok(None);
        }
        let begin = self.sealed.start;
        self.sealed.start += length;
        let (head, body) = self.bytes[begin..begin + length].split_at_mut(HEAD);
        if *head != make_tls13_aad(length - HEAD) {
            return Err(SecureError::Record);
        }
        let nonce = self.half.nonce();
        let opened = self.half.key.open_in_place(nonce, Aad::from(&*head), body);
        let opened: &[u8] = opened.map_err(|_| SecureError::Record)?;
        // Zeros may follow the kind.
        let kind = opened.iter().rposition(|byte| *byte != 0).ok_or(SecureError::Record)?;
        match (opened[kind], &opened[..kind]) {
            (DATA, _) => Ok(Some(Content::Data(begin + HEAD..begin + HEAD + kind))),
            (HANDSHAKE, message) if message == KEY_UPDATE => Ok(Some(Content::Update)),
            (ALERT, [_, why]) => Err(SecureError::Alert(AlertDescription::from(*why))),
            _ => Err(SecureError::Record),
        }
    }

    /// Where to put received bytes: room for `wanted`, or for the rest of a record. Nothing that was decrypted may be left.
    pub(super) fn space(&mut self, wanted: usize) -> &mut [u8] {
        self.bytes.copy_within(self.sealed.clone(), 0);
        self.sealed = 0..self.sealed.len();
        self.open = 0..0;
        let end = wanted.max(LONGEST);
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        &mut self.bytes[self.sealed.len()..end]
    }

    /// So many bytes were put there.
    pub(super) fn filled(&mut self, n: usize) {
        self.sealed.end = (self.sealed.end + n).min(self.bytes.len());
    }
}
