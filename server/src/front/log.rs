//! Single lines on standard error.

use std::fmt;
use std::io::Write;

use access::time;
use protocol::preamble::SessionId;
use serde::Serialize;

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

/// What a line looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: an object of JSON.
    Json,
}

impl Format {
    /// The format of a name.
    pub fn parse(text: &str) -> Option<Format> {
        Some(match text {
            "text" => Format::Text,
            "json" => Format::Json,
            _ => return None,
        })
    }
}

/// Where lines go.
#[derive(Debug, Clone, Copy)]
pub struct Log {
    level: Level,
    format: Format,
    /// The first bytes of the session that lines are about.
    session: Option<[u8; 4]>,
}

/// A line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    time: String,
    level: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    message: &'a str,
}

impl Log {
    /// Lines up to a level, in a format.
    pub fn new(level: Level, format: Format) -> Log {
        Log { level, format, session: None }
    }

    /// The same about a session.
    pub(super) fn of(self, session: &SessionId) -> Log {
        Log { session: session.first_chunk().copied(), ..self }
    }

    /// Writes a line; what came from clients cannot break it into several.
    pub fn line(self, level: Level, text: fmt::Arguments<'_>) {
        if level <= self.level {
            // Standard error may be closed; there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "{}", self.render(level, text));
        }
    }

    fn render(self, level: Level, text: fmt::Arguments<'_>) -> String {
        let text: String = text.to_string().chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let line = Line {
            time: time::format(time::now()),
            level: level.name(),
            session: self.session.map(|bytes| bytes.iter().map(|b| format!("{b:02x}")).collect()),
            message: &text,
        };
        match self.format {
            Format::Text => format!("bfpoold: {}: {text}", level.name()),
            Format::Json => serde_json::to_string(&line).unwrap_or(text),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_json_names_its_session() {
        let log = Log::new(Level::Info, Format::Json);
        let line = |log: Log| -> serde_json::Value {
            serde_json::from_str(&log.render(Level::Warn, format_args!("a \"b\"\n{}", 'é'))).unwrap()
        };
        let plain = line(log);
        assert_eq!((&plain["level"], &plain["message"]), (&"warn".into(), &"a \"b\"?é".into()));
        assert!(plain.get("session").is_none() && plain["time"].as_str().is_some_and(|t| t.ends_with('Z')));
        assert_eq!(line(log.of(&[0xab; 16]))["session"], "abababab");
        let text = Log::new(Level::Info, Format::Text).of(&[0; 16]);
        assert_eq!(text.render(Level::Error, format_args!("x\ny")), "bfpoold: error: x?y");
    }
}
