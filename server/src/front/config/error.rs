//! What is wrong with the settings.

use std::fmt;
use std::path::PathBuf;

use transport::Endpoint;
use transport::endpoint::EndpointError;

/// What is wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigError {
    /// There is no such option.
    Unknown(String),
    /// The option needs a value.
    NoValue(String),
    /// A value (where, value) makes no sense: what was expected.
    Value(String, String, &'static str),
    /// A value (where) is no address.
    Address(String, EndpointError),
    /// The configuration file cannot be read: why.
    File(PathBuf, String),
    /// The configuration file (where) is no TOML: why.
    Syntax(String, String),
    /// There is no such field (where, name); one that is like it.
    Field(String, String, Option<&'static str>),
    /// A field (where, name) has a value of a kind that it does not take: the kind, and an example.
    Kind(String, &'static str, &'static str, &'static str),
    /// The host of an address has no address: why.
    Resolve(Endpoint, String),
    /// Others could use the GPUs without saying who they are.
    Insecure(Endpoint),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unknown(o) => write!(f, "unknown option `{o}`; see --help"),
            ConfigError::NoValue(o) => write!(f, "{o} needs a value; see --help"),
            ConfigError::Value(o, v, expected) => {
                write!(f, "{o}: `{}`: expected {expected}", v.escape_debug())
            }
            ConfigError::Address(at, e) => write!(f, "{at}: {e}"),
            ConfigError::File(path, why) => write!(
                f,
                "{} cannot be read: {why}; name a configuration file with --config, or `none`",
                path.display()
            ),
            ConfigError::Syntax(at, why) => {
                write!(f, "{at}: {why}; a line is like `log = \"info\"` (TOML, docs/bfpoold.md)")
            }
            ConfigError::Field(at, name, Some(like)) => {
                write!(f, "{at}: unknown field `{}`; did you mean `{like}`?", name.escape_debug())
            }
            ConfigError::Field(at, name, None) => {
                write!(f, "{at}: unknown field `{}`; docs/bfpoold.md has all fields", name.escape_debug())
            }
            ConfigError::Kind(at, name, kind, example) => {
                write!(f, "{at}: {name} cannot be {kind}; write it like `{name} = {example}`")
            }
            ConfigError::Resolve(at, why) => {
                write!(
                    f,
                    "{at}: the host's name cannot be resolved ({why}); check the name, or give an address of this machine"
                )
            }
            ConfigError::Insecure(at) => write!(
                f,
                "{at} can be reached from other machines, and clients are not authenticated; \
                 let them need tokens (bfctl init), listen on 127.0.0.1 or a Unix socket, or allow it with --insecure"
            ),
        }
    }
}

impl std::error::Error for ConfigError {}
