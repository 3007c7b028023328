//! A client of the pool without a shim: sends what a shim never would.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use protocol::control::{self, DataHello, DataWelcome, MemoryAsk};
use protocol::frame::{HEADER_LEN, Header, Kind, ReplyHead};
use protocol::ops::{self, op};
use protocol::preamble::SessionId;
use transport::control::{Client, Grant, Opener};
use zerocopy::{FromBytes, IntoBytes};

use crate::pool::Pool;

/// Nothing that is right takes longer.
const LIMIT: Duration = Duration::from_secs(10);

/// A session that is open: its reservation and both data connections.
#[derive(Debug)]
pub struct Raw {
    /// The control connection, which holds the reservation.
    pub client: Client,
    /// The reservation.
    pub grant: Grant,
    /// The session.
    pub session: SessionId,
    /// The ordered connection.
    pub ordered: UnixStream,
    /// The bulk connection.
    pub bulk: UnixStream,
    seq: u64,
}

/// A frame from the worker.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its header.
    pub header: Header,
    /// Its payload.
    pub payload: Vec<u8>,
}

/// Who raw sessions say they are.
pub fn opener() -> Opener {
    Opener {
        pid: std::process::id(),
        home: [0; 16],
        program: "raw".into(),
        fingerprint: protocol::fingerprint(),
        peer: [0; 32],
    }
}

fn stream(fd: OwnedFd) -> UnixStream {
    let stream = UnixStream::from(fd);
    // Sockets from the control client do not block; limits need blocking ones.
    stream.set_nonblocking(false).expect("a socket");
    stream.set_read_timeout(Some(LIMIT)).expect("a socket");
    stream.set_write_timeout(Some(LIMIT)).expect("a socket");
    stream
}

impl Raw {
    /// Reserves and opens a session; says nothing on its data connections yet.
    pub fn open(pool: &Pool, memory: MemoryAsk) -> Raw {
        let client = pool.client();
        let grant = client.reserve(1, memory).expect("a reservation");
        let opened = client.open_session(grant.ticket, &opener()).expect("a session");
        let (ordered, bulk) = client.data_connections(&opened).expect("data connections");
        let session = opened.session;
        Raw { client, grant, session, ordered: stream(ordered), bulk: stream(bulk), seq: 0 }
    }

    /// Says hello as a shim does.
    pub fn hello(&mut self) -> DataWelcome {
        let functions = cuda_abi::FUNCTIONS.iter().map(|f| f.wire_id()).collect();
        let hello =
            DataHello { fingerprint: protocol::fingerprint(), arenas: Vec::new(), arena_bytes: 0, functions };
        self.hello_with(&hello).expect("the worker answers")
    }

    /// Says this hello.
    pub fn hello_with(&mut self, hello: &DataHello) -> io::Result<DataWelcome> {
        let mut bytes = Vec::new();
        control::encode(hello, &mut bytes).expect("a hello is short");
        self.ordered.write_all(&bytes)?;
        let mut prefix = [0; 4];
        self.ordered.read_exact(&mut prefix)?;
        let mut body = vec![0; control::decode_len(prefix).map_err(io::Error::other)?];
        self.ordered.read_exact(&mut body)?;
        control::decode(&body).map_err(io::Error::other)
    }

    /// A session after its hello, with the primary context of its device as context 1.
    pub fn ready(pool: &Pool) -> Raw {
        let mut raw = Raw::open(pool, MemoryAsk::Mib(64));
        assert!(matches!(raw.hello(), DataWelcome::Ready { .. }));
        let open = ops::CtxOpen { id: 1.into(), device: 0.into(), flags: 0.into(), primary: 1.into() };
        assert_eq!(raw.call(op::CTX_OPEN, open.as_bytes()).expect("an answer").0, 0);
        raw
    }

    /// The header of the next frame.
    pub fn next_header(&mut self, kind: Kind, func: u16, len: usize) -> Header {
        self.seq += 1;
        Header::new(kind, func, u32::try_from(len).expect("a short payload"), self.seq, 0, 1, 1)
    }

    /// Sends a frame.
    pub fn send(&mut self, kind: Kind, func: u16, payload: &[u8]) -> io::Result<()> {
        let header = self.next_header(kind, func, payload.len());
        self.ordered.write_all(header.as_bytes())?;
        self.ordered.write_all(payload)
    }

    /// Receives a frame.
    pub fn receive(&mut self) -> io::Result<Frame> {
        let mut bytes = [0; HEADER_LEN];
        self.ordered.read_exact(&mut bytes)?;
        let header = Header::read_from_bytes(&bytes).expect("the length is right");
        header.check(protocol::frame::REPLY_MAX).map_err(io::Error::other)?;
        let mut payload = vec![0; header.len.get() as usize];
        self.ordered.read_exact(&mut payload)?;
        Ok(Frame { header, payload })
    }

    /// Makes a call: its CUresult and results. Pushes in between are dropped.
    pub fn call(&mut self, func: u16, payload: &[u8]) -> io::Result<(i32, Vec<u8>)> {
        self.send(Kind::Call, func, payload)?;
        loop {
            let frame = self.receive()?;
            if frame.header.kind != Kind::Reply as u8 {
                continue;
            }
            let (head, rest) =
                ReplyHead::read_from_prefix(&frame.payload).map_err(|_| io::ErrorKind::InvalidData)?;
            if head.call.get() == self.seq {
                return Ok((head.result.get(), rest.to_vec()));
            }
        }
    }

    /// Everything that the worker still says, until it closes the connection; fails if it does not.
    pub fn rest(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.ordered.read_to_end(&mut bytes) {
            Err(e) if e.kind() != io::ErrorKind::ConnectionReset => Err(e),
            _ => Ok(bytes),
        }
    }
}

/// Random bytes.
pub fn noise(len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let random = File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut bytes));
    random.expect("random bytes");
    bytes
}
