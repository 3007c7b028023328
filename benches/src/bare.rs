//! The bare medium: blocking sockets between two processes, without any protocol.
//!
//! The peer takes commands of 16 bytes (u64 kind, u64 bytes): 0 echoes 64 bytes, 1 takes bytes and answers one, 2 sends bytes, 3 and 4 are 1 and 2 with
//! a copy of each byte to or from other memory: what a software device does for a copy, on the same processors.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::time::Instant;

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

const PING: usize = 64;
const PIECE: usize = 1 << 20;
/// Bytes of memory that a side walks through.
const WALK: usize = 64 << 20;
/// Bytes that a peer with a device copies at once, still in the cache.
const BLOCK: usize = 256 << 10;

/// The peer's end: serves one connection on `address` (a path is a Unix socket).
pub fn peer(address: &str) -> io::Result<()> {
    let mut s: Box<dyn Stream> = if address.starts_with('/') {
        let l = UnixListener::bind(address)?;
        println!("ready");
        Box::new(l.accept()?.0)
    } else {
        let l = TcpListener::bind(address)?;
        println!("{}", l.local_addr()?);
        let s = l.accept()?.0;
        s.set_nodelay(true)?;
        Box::new(s)
    };
    let mut buf = vec![1u8; WALK];
    let mut device = vec![1u8; WALK];
    let mut head = [0u8; 16];
    while s.read_exact(&mut head).is_ok() {
        let [kind, bytes] =
            [&head[..8], &head[8..]].map(|b| u64::from_le_bytes(b.try_into().unwrap_or_default()));
        match kind {
            0 => {
                s.read_exact(&mut buf[..PING - 16])?;
                s.write_all(&buf[..PING])?;
            }
            1 => {
                take(&mut *s, &mut buf, bytes as usize)?;
                s.write_all(&[1])?;
            }
            2 => give(&mut *s, &buf, bytes as usize)?,
            3 => {
                for (at, n) in blocks(bytes as usize) {
                    s.read_exact(&mut buf[..n])?;
                    device[at..at + n].copy_from_slice(&buf[..n]);
                }
                s.write_all(&[1])?;
            }
            _ => {
                for (at, n) in blocks(bytes as usize) {
                    buf[..n].copy_from_slice(&device[at..at + n]);
                    s.write_all(&buf[..n])?;
                }
            }
        }
    }
    Ok(())
}

/// Places in memory of [`WALK`] bytes and lengths of the blocks of `total` bytes.
fn blocks(total: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..total).step_by(BLOCK).map(move |at| (at % WALK, BLOCK.min(total - at)))
}

fn take(s: &mut dyn Stream, buf: &mut [u8], mut n: usize) -> io::Result<()> {
    let size = buf.len();
    let mut at = 0;
    while n > 0 {
        // Walks through the buffer, as a real destination would be walked through.
        let end = (at + PIECE.min(n)).min(size);
        let got = s.read(&mut buf[at..end])?;
        if got == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        at = if at + got >= size { 0 } else { at + got };
        n -= got;
    }
    Ok(())
}

fn give(s: &mut dyn Stream, buf: &[u8], mut n: usize) -> io::Result<()> {
    let mut at = 0;
    while n > 0 {
        let end = (at + PIECE.min(n)).min(buf.len());
        s.write_all(&buf[at..end])?;
        n -= end - at;
        at = if end == buf.len() { 0 } else { end };
    }
    Ok(())
}

/// The measuring end.
pub struct Bare {
    stream: Box<dyn Stream>,
    buf: Vec<u8>,
}

impl Bare {
    /// Connects to a peer.
    pub fn connect(address: &str) -> io::Result<Bare> {
        let stream: Box<dyn Stream> = if Path::new(address).is_absolute() {
            Box::new(UnixStream::connect(address)?)
        } else {
            let s = TcpStream::connect(address)?;
            s.set_nodelay(true)?;
            Box::new(s)
        };
        Ok(Bare { stream, buf: vec![2u8; WALK] })
    }

    fn command(&mut self, kind: u64, bytes: usize) -> io::Result<()> {
        let mut head = [0u8; PING];
        head[..8].copy_from_slice(&kind.to_le_bytes());
        head[8..16].copy_from_slice(&(bytes as u64).to_le_bytes());
        let n = if kind == 0 { PING } else { 16 };
        self.stream.write_all(&head[..n])
    }

    /// Seconds per operation: `rt` ping-pong of 64 bytes, `htod` and `dtoh` of `bytes`, `htod_copied` and `dtoh_copied` with a peer that copies, too.
    pub fn measure(&mut self, what: &str, bytes: usize) -> Result<f64, String> {
        self.run(what, bytes).map_err(|e| e.to_string())
    }

    fn run(&mut self, what: &str, bytes: usize) -> io::Result<f64> {
        let count = crate::driver::repeats(what, bytes);
        let begin = Instant::now();
        for _ in 0..count {
            let mut buf = std::mem::take(&mut self.buf);
            match what {
                "rt" => {
                    self.command(0, 0)?;
                    self.stream.read_exact(&mut buf[..PING])?;
                }
                "htod" | "htod_copied" => {
                    self.command(if what == "htod" { 1 } else { 3 }, bytes)?;
                    give(&mut *self.stream, &buf, bytes)?;
                    self.stream.read_exact(&mut buf[..1])?;
                }
                "dtoh" | "dtoh_copied" => {
                    self.command(if what == "dtoh" { 2 } else { 4 }, bytes)?;
                    take(&mut *self.stream, &mut buf, bytes)?;
                }
                _ => return Err(io::Error::other("not a measure of a bare socket")),
            }
            self.buf = buf;
        }
        Ok(begin.elapsed().as_secs_f64() / count as f64)
    }
}
