//! A relay before a pool that holds up the bulk connections of sessions.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use protocol::preamble::{self, Kind, Preamble, Tag};

use crate::random::Random;

/// Bytes that are relayed at a time.
const PIECE: usize = 64 * 1024;

/// How bulk bytes are held up.
#[derive(Debug, Clone)]
pub enum Hold {
    /// Before each piece, in both directions, up to this many microseconds; from a seed.
    Random(u64, u64),
    /// What the client sends waits for the gate to open.
    Gate(Gate),
}

/// Something that opens once.
#[derive(Debug, Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn state(&self) -> MutexGuard<'_, bool> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens it.
    pub fn open(&self) {
        *self.state() = true;
        self.0.1.notify_all();
    }

    fn wait(&self) {
        let mut open = self.state();
        while !*open {
            open = self.0.1.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Starts a relay to the server at `target` (host:port); returns its own address. It lives as long as the test's process.
pub fn start(target: &str, hold: Hold) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let target = target.to_owned();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (target, hold) = (target.clone(), hold.clone());
            // A connection that breaks ends its relay, as it should.
            thread::spawn(move || relay(client, &target, &hold));
        }
    });
    address
}

fn relay(mut client: TcpStream, target: &str, hold: &Hold) -> std::io::Result<()> {
    let mut bytes = [0; preamble::LEN];
    client.read_exact(&mut bytes)?;
    let mut server = TcpStream::connect(target)?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    server.write_all(&bytes)?;
    if Preamble::is_tagged(&bytes) {
        // The beginning of the connection, as the preamble is.
        let mut tag = [0; Tag::LEN];
        client.read_exact(&mut tag)?;
        server.write_all(&tag)?;
    }
    let bulk = Preamble::decode(&bytes).is_ok_and(|p| p.kind == Kind::Bulk);
    let (up, down) = match hold {
        _ if !bulk => (None, None),
        Hold::Random(seed, micros) => {
            (Some(Hold::Random(*seed, *micros)), Some(Hold::Random(seed + 1, *micros)))
        }
        gate @ Hold::Gate(_) => (Some(gate.clone()), None),
    };
    let (from, to) = (server.try_clone()?, client.try_clone()?);
    thread::spawn(move || copy(from, to, down.as_ref()));
    copy(client, server, up.as_ref());
    Ok(())
}

fn copy(mut from: TcpStream, mut to: TcpStream, hold: Option<&Hold>) {
    let mut random = Random::new(if let Some(Hold::Random(seed, _)) = hold { *seed } else { 0 });
    let mut piece = vec![0; PIECE];
    while let Ok(n @ 1..) = from.read(&mut piece) {
        match hold {
            Some(Hold::Random(_, micros)) => thread::sleep(Duration::from_micros(random.below(*micros))),
            Some(Hold::Gate(gate)) => gate.wait(),
            None => {}
        }
        if to.write_all(&piece[..n]).is_err() {
            break;
        }
    }
    // Either side may be gone already.
    let _ = to.shutdown(Shutdown::Write);
    let _ = from.shutdown(Shutdown::Read);
}
