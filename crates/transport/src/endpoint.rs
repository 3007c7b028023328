//! Addresses of pool servers: `host:port`, `[v6]:port`, `host`, `unix:/path`, `/path`.

use std::fmt;
use std::net::Ipv6Addr;
use std::path::PathBuf;
use std::str::FromStr;

use protocol::control::DEFAULT_PORT;

/// Where a front listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Endpoint {
    /// Host (name or address) and port.
    Tcp(String, u16),
    /// Path of a Unix socket.
    Unix(PathBuf),
}

/// Why a text is no endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndpointError {
    /// Nothing was given.
    Empty,
    /// The port is no number from 0 to 65535.
    Port(String),
    /// The host has characters that no host has, or brackets that do not close.
    Host(String),
    /// A Unix socket's path must be absolute.
    RelativePath(String),
    /// A port without a host.
    NoHost(u16),
    /// A web address, or the like: what stands before the host.
    Scheme(String),
}

impl fmt::Display for EndpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndpointError::Empty => f.write_str("the address is empty")?,
            EndpointError::Port(text) => write!(f, "`{text}` is no port number")?,
            EndpointError::Host(text) => write!(f, "`{text}` is no host")?,
            EndpointError::RelativePath(text) => write!(f, "the socket path `{text}` is not absolute")?,
            EndpointError::NoHost(port) => {
                write!(f, "`{port}` names no host; for this machine 127.0.0.1:{port}")?
            }
            EndpointError::Scheme(scheme) => write!(f, "`{scheme}` does not belong to it; leave it out")?,
        }
        f.write_str(" (expected HOST:PORT, [IPV6]:PORT, HOST or unix:/PATH)")
    }
}

impl std::error::Error for EndpointError {}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Endpoint::Tcp(h, p) if h.contains(':') => write!(f, "[{h}]:{p}"),
            Endpoint::Tcp(h, p) => write!(f, "{h}:{p}"),
            Endpoint::Unix(p) => write!(f, "unix:{}", p.display()),
        }
    }
}

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EndpointError::Empty);
        }
        if let Some(path) = text.strip_prefix("unix:").or(text.starts_with('/').then_some(text)) {
            return unix(path);
        }
        if let Some((scheme, _)) = text.split_once("://") {
            return Err(EndpointError::Scheme(format!("{scheme}://")));
        }
        let (host, port) = split(text)?;
        let port = match port {
            None => match host.parse() {
                Ok(port) => return Err(EndpointError::NoHost(port)),
                Err(_) => DEFAULT_PORT,
            },
            Some(digits) => digits.parse().map_err(|_| EndpointError::Port(digits.into()))?,
        };
        if host.is_empty() {
            return Err(EndpointError::NoHost(port));
        }
        if !is_host(host) {
            return Err(EndpointError::Host(host.into()));
        }
        Ok(Endpoint::Tcp(host.into(), port))
    }
}

fn unix(path: &str) -> Result<Endpoint, EndpointError> {
    if path.starts_with('/') {
        Ok(Endpoint::Unix(path.into()))
    } else {
        Err(EndpointError::RelativePath(path.into()))
    }
}

/// Host and port; an IPv6 address may stand without brackets when no port follows.
fn split(text: &str) -> Result<(&str, Option<&str>), EndpointError> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, after) = rest.split_once(']').ok_or_else(|| EndpointError::Host(text.into()))?;
        return match after.strip_prefix(':') {
            Some(port) => Ok((host, Some(port))),
            None if after.is_empty() => Ok((host, None)),
            None => Err(EndpointError::Host(text.into())),
        };
    }
    if text.parse::<Ipv6Addr>().is_ok() {
        return Ok((text, None));
    }
    Ok(text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port))))
}

fn is_host(host: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let v6 = host.split('%').next().is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    !host.is_empty() && (host.chars().all(of_name) || v6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tcp(host: &str, port: u16) -> Result<Endpoint, EndpointError> {
        Ok(Endpoint::Tcp(host.into(), port))
    }

    #[test]
    fn what_is_an_endpoint() {
        let check = |text: &str, expected| assert_eq!(text.parse::<Endpoint>(), expected, "{text}");
        check("gpu1:7000", tcp("gpu1", 7000));
        check(" gpu1 ", tcp("gpu1", DEFAULT_PORT));
        check("10.0.0.1", tcp("10.0.0.1", DEFAULT_PORT));
        check("127.0.0.1:0", tcp("127.0.0.1", 0));
        check("[::1]:7000", tcp("::1", 7000));
        check("[fe80::1%eth0]:7000", tcp("fe80::1%eth0", 7000));
        check("[::1]", tcp("::1", DEFAULT_PORT));
        check("::1", tcp("::1", DEFAULT_PORT));
        check("unix:/run/b.sock", Ok(Endpoint::Unix("/run/b.sock".into())));
        check("/run/b.sock", Ok(Endpoint::Unix("/run/b.sock".into())));
    }

    #[test]
    fn what_is_none() {
        let check = |text: &str, expected| assert_eq!(text.parse::<Endpoint>(), Err(expected), "{text}");
        check("", EndpointError::Empty);
        check("gpu1:", EndpointError::Port("".into()));
        check("gpu1:70000", EndpointError::Port("70000".into()));
        check("gpu1:-1", EndpointError::Port("-1".into()));
        check(":7000", EndpointError::NoHost(7000));
        check("7000", EndpointError::NoHost(7000));
        check(":", EndpointError::Port("".into()));
        check("http://gpu1:7000", EndpointError::Scheme("http://".into()));
        check("https://gpu1", EndpointError::Scheme("https://".into()));
        check("gpu 1", EndpointError::Host("gpu 1".into()));
        check("[::1", EndpointError::Host("[::1".into()));
        check("[::1]7000", EndpointError::Host("[::1]7000".into()));
        check("[gpu/1]:7000", EndpointError::Host("gpu/1".into()));
        check("unix:b.sock", EndpointError::RelativePath("b.sock".into()));
    }

    #[test]
    fn display_parses_back() {
        for text in ["gpu1:7000", "[::1]:56001", "unix:/run/b.sock"] {
            assert_eq!(text.parse::<Endpoint>().unwrap().to_string(), text);
        }
    }
}
