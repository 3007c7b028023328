//! As much YAML as a bundle's files have: scalars by name, and lists of addresses. What else there is, is an error with its line.

use std::fmt;
use std::time::Duration;

use crate::Token;

/// What is wrong in a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub why: String,
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for YamlError {}

/// What client.yaml says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) ssl: Option<bool>,
    pub(crate) ca: Option<String>,
    pub(crate) servers: Option<String>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) token: Option<Token>,
}

/// Fields of client.yaml.
const FIELDS: &str = "ssl, ca, servers, timeout, token, rdma";

/// Lines with something on them: number, and text without comment.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let without_comment = |line| -> &str {
        let mut quote = None;
        let mut before = ' ';
        for (at, c) in str::char_indices(line) {
            match quote {
                Some(q) if c == q => quote = None,
                Some(_) => {}
                None if c == '#' && before.is_whitespace() => return &line[..at],
                None if (c == '"' || c == '\'') && !before.is_alphanumeric() => quote = Some(c),
                None => {}
            }
            before = c;
        }
        line
    };
    let lines = text.lines().enumerate().map(move |(i, line)| (i + 1, without_comment(line).trim_end()));
    lines.filter(|(_, line)| !line.trim().is_empty() && *line != "---")
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inside = |q| text.strip_prefix(q).and_then(|t: &str| t.strip_suffix(q));
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Reads client.yaml.
pub(crate) fn client(text: &str) -> Result<Client, YamlError> {
    let mut client = Client::default();
    let mut seen: Vec<&str> = Vec::new();
    for (line, text) in lines(text) {
        let error = |why: String| YamlError { line, why };
        let pair = text.split_once(':').filter(|(key, value)| {
            !key.starts_with([' ', '\t', '-']) && (value.is_empty() || value.starts_with([' ', '\t']))
        });
        let Some((key, value)) = pair else {
            return Err(error(format!("`{}` is no `field: value`", shown(text))));
        };
        if seen.contains(&key) {
            return Err(error(format!("`{}` stands here again", shown(key))));
        }
        seen.push(key);
        let value = unquoted(value);
        let wrong = |expected: &str| error(format!("`{key}: {}`: expected {expected}", shown(value)));
        match key {
            "ssl" => client.ssl = Some(switch(value).ok_or_else(|| wrong("true or false"))?),
            // There is no RDMA yet, and a client that asks for it works without.
            "rdma" => drop(switch(value).ok_or_else(|| wrong("on or off"))?),
            "ca" => client.ca = Some(path(value).ok_or_else(|| wrong("a file's path"))?),
            "servers" => client.servers = Some(path(value).ok_or_else(|| wrong("a file's path"))?),
            "timeout" => {
                client.timeout = Some(duration(value).ok_or_else(|| wrong("a time such as 3s or 500ms"))?)
            }
            // The value is a secret and is not repeated.
            "token" => client.token = Some(value.parse().map_err(|e| error(format!("token: {e}")))?),
            _ => return Err(error(format!("unknown field `{}`; there are {FIELDS}", shown(key)))),
        }
    }
    Ok(client)
}

/// Reads servers.conf: `servers:`, a list of `addresses:`, each a list.
pub(crate) fn servers(text: &str) -> Result<Vec<String>, YamlError> {
    let mut servers = Vec::new();
    for (line, text) in lines(text) {
        let mut rest = text.trim();
        while let Some(item) = rest.strip_prefix("- ") {
            rest = item.trim_start();
        }
        let items = match rest {
            "servers:" | "addresses:" => continue,
            _ => rest.strip_prefix("addresses:").map_or(rest, str::trim),
        };
        let list = items.strip_prefix('[').and_then(|items| items.strip_suffix(']'));
        for item in list.unwrap_or(items).split(',').map(unquoted).filter(|item| !item.is_empty()) {
            if item.contains(char::is_whitespace) || item.ends_with(':') || (list.is_none() && rest == text) {
                let why = format!(
                    "`{}` is no address; expected `servers:`, `- addresses:` and `- HOST:PORT`",
                    shown(item)
                );
                return Err(YamlError { line, why });
            }
            servers.push(item.to_owned());
        }
    }
    Ok(servers)
}

fn switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

fn path(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn duration(text: &str) -> Option<Duration> {
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1),
        None => (text.strip_suffix('s')?, 1000),
    };
    let count: u64 = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    count.checked_mul(unit).filter(|ms| *ms > 0).map(Duration::from_millis)
}

/// The beginning of a text of the file, for a message.
fn shown(text: &str) -> String {
    text.trim().chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clients_file() {
        let token = Token::generate().unwrap();
        let text = format!(
            "---\n# Bifrost\nssl: true   # always\nca: 'ca.crt'\nservers: servers.conf\r\ntimeout: 3s\n\ntoken: \"{}\"\nrdma: off\n",
            token.reveal()
        );
        let expected = Client {
            ssl: Some(true),
            ca: Some("ca.crt".into()),
            servers: Some("servers.conf".into()),
            timeout: Some(Duration::from_secs(3)),
            token: Some(token),
        };
        assert_eq!(client(&text), Ok(expected));
        assert_eq!(client(""), Ok(Client::default()));
        assert_eq!(client("ca: \"a # b\"").unwrap().ca.as_deref(), Some("a # b"));
        assert_eq!(client("ca: /x#y").unwrap().ca.as_deref(), Some("/x#y"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |text: &str, at: usize, words: &str| {
            let e = client(text).unwrap_err();
            assert!(e.line == at && e.why.contains(words), "{text}: {e}");
        };
        check("ssl: true\ntokn: x", 2, "unknown field `tokn`");
        check("ssl: perhaps", 1, "expected true or false");
        check("\n\nssl: true\nssl: true", 4, "again");
        check("timeout: 3", 1, "3s");
        check("timeout: 0s", 1, "3s");
        check("timeout: 99999999999999999999s", 1, "3s");
        check("token: abc", 1, "64 digits");
        check("ca:", 1, "path");
        check("nonsense", 1, "field: value");
        check("ssl: true\n  nested: x", 2, "field: value");
        check("\x1b[2J", 1, "\\u{1b}");
        let secret = client("token: bft1.0123abcd.secret").unwrap_err().to_string();
        assert!(!secret.contains("secret"), "{secret}");
    }

    #[test]
    fn lists_of_servers() {
        let check = |text: &str, expected: &[&str]| assert_eq!(servers(text).unwrap(), expected, "{text}");
        check("", &[]);
        check(
            "servers:\n- addresses:\n  - 10.0.0.1:56001\n- addresses:\n  - gpu2\n",
            &["10.0.0.1:56001", "gpu2"],
        );
        check("servers:\n  - addresses: [\"a:1\", b:2]   # both\n", &["a:1", "b:2"]);
        check("- addresses:\n  - - '[::1]:7'\n", &["[::1]:7"]);
        for (text, at) in [
            ("servers:\n- adresses:\n", 2),
            ("servers:\n- addresses:\n  - a b\n", 3),
            ("host:1", 1),
            ("nodes:", 1),
            ("x: [a]", 1),
        ] {
            assert_eq!(servers(text).unwrap_err().line, at, "{text}");
        }
    }
}
