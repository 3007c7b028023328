//! `bfrun request` and `bfrun release`: reservations that several programs use, one after another or at the same time.

use std::io;
use std::path::Path;

use access::time;
use protocol::control::FailureCode;
use transport::Endpoint;
use transport::control::{CONNECT_LIMIT, Client, Grant, find_bundle};

use crate::error::RunError;
use crate::options::Request;
use crate::run::{describe, reserve, say, tell_unknown_settings};
use crate::ticket::{Kept, TicketError};

/// Makes a reservation that outlives this program, and its file.
pub(crate) fn request(options: &Request) -> Result<u8, RunError> {
    let path = &options.output;
    tell_unknown_settings(options.ask.quiet);
    if path.symlink_metadata().is_ok() {
        return Err(RunError::Ticket(TicketError::Exists(path.clone())));
    }
    let (client, grant) = reserve(&options.ask.servers, &options.ask)?;
    let kept = Kept { server: absolute(client.endpoint()), ticket: grant.ticket };
    // Until it is kept the reservation ends with this program, whatever happens.
    kept.write(path).map_err(RunError::Ticket)?;
    let time = match client.keep(grant.ticket, options.time) {
        Ok(time) => time,
        Err(e) => {
            // It was made just now.
            let _ = std::fs::remove_file(path);
            return Err(RunError::Pool(e));
        }
    };
    if !options.ask.quiet {
        let what = describe(&grant.snapshot, client.endpoint(), client.is_encrypted());
        let end = time::format(time::now() + time.as_secs());
        say(&format!("bfrun: {what}; kept until {end} or bfrun release {}\n", path.display()));
    }
    Ok(0)
}

/// Gives such a reservation back.
pub(crate) fn release(path: &Path) -> Result<u8, RunError> {
    let kept = Kept::read(path).map_err(RunError::Ticket)?;
    match connect(&kept)?.release_grant(kept.ticket) {
        Ok(()) => {}
        Err(e) if e.code() == Some(FailureCode::Unknown) => {
            say(&format!("bfrun: the reservation of {} had ended already\n", path.display()));
        }
        Err(e) => return Err(RunError::Pool(e)),
    }
    match std::fs::remove_file(path) {
        // Somebody else has released it at the same time.
        Err(e) if e.kind() != io::ErrorKind::NotFound => {
            Err(RunError::Ticket(TicketError::Write(path.into(), e)))
        }
        _ => Ok(0),
    }
}

/// Uses the reservation of a file.
pub(crate) fn join(path: &Path) -> Result<(Client, Grant), RunError> {
    let kept = Kept::read(path).map_err(RunError::Ticket)?;
    let client = connect(&kept)?;
    let (grant, _) = client.join(kept.ticket).map_err(RunError::Pool)?;
    Ok((client, grant))
}

fn connect(kept: &Kept) -> Result<Client, RunError> {
    let bundle = find_bundle().map_err(RunError::Pool)?;
    Client::connect_as(&kept.server, CONNECT_LIMIT, bundle.as_ref()).map_err(RunError::Pool)
}

/// The file may be used from another folder.
fn absolute(endpoint: &Endpoint) -> Endpoint {
    match endpoint {
        Endpoint::Unix(path) => Endpoint::Unix(std::path::absolute(path).unwrap_or_else(|_| path.clone())),
        tcp => tcp.clone(),
    }
}
