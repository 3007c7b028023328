//! Single lines on standard error.

use std::fmt;
use std::io::Write;

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The server cannot do its work.
    Error,
    /// Something went wrong for one client.
    Warn,
    /// Reservations and sessions come and go.
    Info,
    /// Every connection.
    Debug,
}

impl Level {
    /// The level of a name; a number, which other parts understand as a switch, means `debug`.
    pub fn parse(text: &str) -> Option<Level> {
        Some(match text {
            "error" => Level::Error,
            "warn" => Level::Warn,
            "info" => Level::Info,
            "debug" => Level::Debug,
            number if number.parse::<u32>().is_ok() => Level::Debug,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warn => "warn",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }
}

/// Where lines go.
#[derive(Debug, Clone, Copy)]
pub struct Log(pub Level);

impl Log {
    /// Writes a line; what came from clients cannot break it into several.
    pub fn line(self, level: Level, text: fmt::Arguments<'_>) {
        if level <= self.0 {
            let text: String =
                text.to_string().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            // Standard error may be closed; there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "bfpoold: {}: {text}", level.name());
        }
    }

    /// See [`Level::Error`].
    pub fn error(self, text: fmt::Arguments<'_>) {
        self.line(Level::Error, text);
    }

    /// See [`Level::Warn`].
    pub fn warn(self, text: fmt::Arguments<'_>) {
        self.line(Level::Warn, text);
    }

    /// See [`Level::Info`].
    pub fn info(self, text: fmt::Arguments<'_>) {
        self.line(Level::Info, text);
    }

    /// See [`Level::Debug`].
    pub fn debug(self, text: fmt::Arguments<'_>) {
        self.line(Level::Debug, text);
    }
}
