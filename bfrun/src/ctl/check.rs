//! What a health check found.

use serde::Serialize;

use super::table::clean;

/// How it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    /// As it should be.
    Ok,
    /// It works, and something should be known.
    Warning,
    /// It does not work.
    Failed,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// The server that it is about; none: this client.
    pub(super) address: Option<String>,
    /// What was looked at.
    pub(super) check: &'static str,
    /// How it is.
    pub(super) state: State,
    /// What was found.
    pub(super) detail: String,
    /// What to do about it.
    pub(super) remedy: Option<String>,
}

impl Check {
    /// All is well.
    pub(super) fn ok(check: &'static str, detail: impl Into<String>) -> Check {
        Check { address: None, check, state: State::Ok, detail: detail.into(), remedy: None }
    }

    /// It does not work.
    pub(super) fn failed(check: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Check {
        let remedy = Some(remedy.into());
        Check { address: None, check, state: State::Failed, detail: detail.into(), remedy }
    }

    /// It works, but.
    pub(super) fn warning(
        check: &'static str,
        detail: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Check {
        Check { state: State::Warning, ..Check::failed(check, detail, remedy) }
    }

    /// A message of ours, which tells the cause and then, after a semicolon, the remedy.
    pub(super) fn from_error(check: &'static str, error: &impl ToString) -> Check {
        let message = error.to_string();
        match message.split_once("; ") {
            Some((cause, remedy)) => Check::failed(check, cause, remedy),
            None => Check { remedy: None, ..Check::failed(check, message, "") },
        }
    }

    /// The same about a server.
    pub(super) fn of(self, address: &str) -> Check {
        Check { address: Some(address.into()), ..self }
    }

    /// A line for people.
    pub(super) fn line(&self) -> String {
        let state = match self.state {
            State::Ok => "ok     ",
            State::Warning => "WARNING",
            State::Failed => "FAILED ",
        };
        let remedy = self.remedy.as_ref().map_or_else(String::new, |remedy| format!("; {remedy}"));
        clean(&format!("{state}  {:<12} {}{remedy}", self.check, self.detail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_and_remedies_are_told_apart() {
        let check = Check::from_error("reachable", &"a:1: nothing listens there; start it; or not");
        assert_eq!(
            (&*check.detail, check.remedy.as_deref()),
            ("a:1: nothing listens there", Some("start it; or not"))
        );
        assert_eq!(check.line(), "FAILED   reachable    a:1: nothing listens there; start it; or not");
        assert_eq!(Check::from_error("reachable", &"why").remedy, None);
    }
}
