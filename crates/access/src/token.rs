//! A token: its public name and its secret.
//!
//! As text: `bft1.` · 8 hexadecimal digits, its id · `.` · 64 hexadecimal digits, its secret. Whoever has the secret is who the token says.

use std::fmt;
use std::io;
use std::str::FromStr;

use crate::{hex, random};

const PREFIX: &str = "bft1.";
const ID: usize = 8;
const SECRET: usize = 64;
/// Makes these hashes differ from any other's.
const CONTEXT: &str = "bifrost 2026 token secret";

/// A token. Its secret is not shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    id: String,
    secret: String,
}

/// The text is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenError;

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a token looks like bft1.0123abcd.… with 64 digits at the end; copy all of it")
    }
}

impl std::error::Error for TokenError {}

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// The system has no randomness.
    pub fn generate() -> io::Result<Token> {
        Ok(Token { id: hex(&random::<{ ID / 2 }>()?), secret: hex(&random::<{ SECRET / 2 }>()?) })
    }

    /// Its public name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The text that is handed to its user, secret included.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}.{}", self.id, self.secret)
    }

    /// What the server keeps of it. The secret has 256 random bits, so that a fast hash does. Comparing two takes the same time
    /// whatever they are.
    pub fn hash(&self) -> blake3::Hash {
        blake3::Hash::from_bytes(blake3::derive_key(CONTEXT, self.secret.as_bytes()))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({})", self.id)
    }
}

impl FromStr for Token {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Token, TokenError> {
        let is_hex = |part: &str| part.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let rest = text.trim().strip_prefix(PREFIX).ok_or(TokenError)?;
        match rest.split_once('.') {
            Some((id, secret))
                if id.len() == ID && secret.len() == SECRET && is_hex(id) && is_hex(secret) =>
            {
                Ok(Token { id: id.into(), secret: secret.into() })
            }
            _ => Err(TokenError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        let token = Token::generate().unwrap();
        let text = token.reveal();
        assert_eq!(text.parse(), Ok(token.clone()));
        assert_eq!(format!(" {text}\n").parse(), Ok(token.clone()));
        assert!(!format!("{token:?}").contains(&token.secret));
        let other = Token::generate().unwrap();
        assert!(other != token && other.hash() != token.hash() && token.hash() == token.clone().hash());
        let at = |i: usize, c: &str| format!("{}{c}{}", &text[..i], &text[i + 1..]);
        for bad in [
            "",
            "bft1.",
            &text[..text.len() - 1],
            &at(0, "B"),
            &at(6, "G"),
            &at(13, "-"),
            &at(20, "F"),
            &at(20, "é"),
        ] {
            assert_eq!(bad.parse::<Token>(), Err(TokenError), "{bad}");
        }
    }
}
