//! Questions to all servers at once.

use std::time::Duration;

use access::Bundle;
use protocol::report::Report;
use serde::Serialize;
use transport::Endpoint;
use transport::control::{Client, ConnectError, find_bundle, servers_of, split_servers};

use super::cli::Cli;
use super::complain;
use super::error::CtlError;

/// How long connecting may take; with the answer the user has a word within 5 s.
const CONNECT_LIMIT: Duration = Duration::from_millis(2500);
/// How long an answer may take.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

/// What a server said.
pub(super) struct Answer<T> {
    /// The server, as it was named.
    pub(super) address: String,
    /// Its answer.
    pub(super) result: Result<T, ConnectError>,
}

/// A server that did not answer, for `--json`.
#[derive(Debug, Serialize)]
pub(super) struct Failed {
    address: String,
    message: String,
}

/// Answers with their servers' addresses, and those that failed.
pub(super) type Sorted<T> = (Vec<(String, T)>, Vec<Failed>);

/// The servers that a command is about, and who asks them.
pub(super) struct Pool {
    pub(super) servers: Vec<String>,
    bundle: Option<Bundle>,
}

/// The servers that the command is about.
pub(super) fn pool(cli: &Cli) -> Result<Pool, CtlError> {
    let named = if cli.server.is_empty() {
        let list = std::env::var_os("BIFROST_SERVER").unwrap_or_default();
        split_servers(&list.to_string_lossy())
    } else {
        cli.server.clone()
    };
    let bundle = find_bundle()?;
    let servers = servers_of(&named, bundle.as_ref()).to_vec();
    if servers.is_empty() { Err(CtlError::NoServer) } else { Ok(Pool { servers, bundle }) }
}

impl Pool {
    /// A connection that does not keep anybody waiting.
    pub(super) fn connect(&self, address: &str) -> Result<Client, ConnectError> {
        let endpoint: Endpoint = address.parse().map_err(|e| ConnectError::Endpoint(address.into(), e))?;
        let client = Client::connect_as(&endpoint, CONNECT_LIMIT, self.bundle.as_ref())?;
        Ok(client.with_answer_limit(ANSWER_LIMIT))
    }

    /// Asks all servers at the same time; answers come in the order of the servers.
    pub(super) fn ask<T: Send>(
        &self,
        question: impl Fn(&str) -> Result<T, ConnectError> + Sync,
    ) -> Vec<Answer<T>> {
        std::thread::scope(|scope| {
            let question = &question;
            let asked: Vec<_> = self.servers.iter().map(|s| scope.spawn(move || question(s))).collect();
            let answers = asked.into_iter().zip(&self.servers).map(|(thread, address)| {
                // A panic there is one of ours, and goes on here.
                let result = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                Answer { address: address.clone(), result }
            });
            answers.collect()
        })
    }
}

/// Reports of all servers, with their addresses; those that failed are told, and listed.
pub(super) fn reports(cli: &Cli) -> Result<Sorted<Report>, CtlError> {
    let pool = pool(cli)?;
    Ok(sort(pool.ask(|address| pool.connect(address)?.report())))
}

/// Answers apart from failures, which are told.
pub(super) fn sort<T>(answers: Vec<Answer<T>>) -> Sorted<T> {
    let (mut reports, mut failed) = (Vec::new(), Vec::new());
    for Answer { address, result } in answers {
        match result {
            Ok(report) => reports.push((address, report)),
            Err(e) => {
                failed.push(Failed { address, message: e.to_string() });
                complain(&e.into());
            }
        }
    }
    (reports, failed)
}
