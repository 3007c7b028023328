//! What is wrong with a filter.

use std::fmt;

use super::value::{KEYS, Key, Operator};

/// What is wrong with a filter, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterError {
    /// The character, from 1.
    pub at: usize,
    /// What.
    pub problem: Problem,
}

/// What is wrong with a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Something else should stand there: what, and what does.
    Expected(&'static str, String),
    /// There is no such key.
    Key(String),
    /// The key cannot be compared in this way.
    Operator(Key, Operator),
    /// The key has no such values.
    Value(Key, String),
    /// Quotation marks do not close.
    Open(char),
    /// Brackets within brackets, too many.
    Deep,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.at)?;
        match &self.problem {
            Problem::Expected(what, found) => write!(f, "expected {what}, found {found}"),
            Problem::Key(key) => write!(f, "there is no key `{key}`; keys are {}", keys()),
            Problem::Operator(key, operator) => {
                write!(f, "{} has no order, so `{}` means nothing; use = or !=", key.name(), operator.text())
            }
            Problem::Value(key, value) => {
                write!(f, "`{value}` is no value of {}; expected {}", key.name(), key.expects())
            }
            Problem::Open(quote) => write!(f, "what {quote} opens is not closed; add another {quote}"),
            Problem::Deep => f.write_str("too many brackets within brackets; write it with fewer"),
        }
    }
}

impl std::error::Error for FilterError {}

fn keys() -> String {
    KEYS.iter().map(|key| key.name()).collect::<Vec<_>>().join(", ")
}
