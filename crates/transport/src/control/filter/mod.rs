//! Which servers and devices may be taken: bfrun's `--filter`, with the keys that Bitfusion had.
//!
//! ```text
//! filter     = all { "or" all }
//! all        = term { [ "and" ] term }                        terms side by side must all hold
//! term       = "(" filter ")" | "not" term | key operator value
//! operator   = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
//! value      = word { word } | "…" | '…'                      up to the next key, `and`, `or` or `)`
//! ```
//!
//! It is asked of each device of a server, with what the server tells of itself; devices for which it does not hold are not taken.

mod error;
mod parse;
#[cfg(test)]
mod tests;
mod value;

use protocol::report::Report;

use crate::endpoint::Endpoint;

pub use error::{FilterError, Problem};
pub use value::{Key, Operator};

use value::Value;

/// Which servers and devices may be taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    text: String,
    root: Node,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Is(Key, Operator, Value),
}

/// What servers tell, about one of their devices.
#[derive(Debug, Clone)]
struct Facts<'a> {
    endpoint: &'a Endpoint,
    report: &'a Report,
    device: &'a protocol::report::Device,
}

impl Filter {
    /// Reads one.
    ///
    /// # Errors
    /// The first thing that makes no sense, and where it stands.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        let root = parse::filter(text)?;
        Ok(Filter { text: text.trim().to_owned(), root })
    }

    /// One that holds where all of these do; `None` if there are none.
    pub fn all(filters: impl IntoIterator<Item = Filter>) -> Option<Filter> {
        let mut filters: Vec<Filter> = filters.into_iter().collect();
        if filters.len() < 2 {
            return filters.pop();
        }
        let text = filters.iter().map(|f| format!("({})", f.text)).collect::<Vec<_>>().join(" and ");
        Some(Filter { text, root: Node::All(filters.into_iter().map(|f| f.root).collect()) })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Numbers of a server's devices that may be taken.
    pub fn devices(&self, endpoint: &Endpoint, report: &Report) -> Vec<u32> {
        let holds = |device: &&protocol::report::Device| self.root.holds(&Facts { endpoint, report, device });
        report.devices.iter().filter(holds).map(|device| device.index).collect()
    }
}

impl Node {
    fn holds(&self, facts: &Facts<'_>) -> bool {
        match self {
            Node::All(nodes) => nodes.iter().all(|node| node.holds(facts)),
            Node::Any(nodes) => nodes.iter().any(|node| node.holds(facts)),
            Node::Not(node) => !node.holds(facts),
            Node::Is(key, operator, value) => value.compare(*key, *operator, facts),
        }
    }
}
