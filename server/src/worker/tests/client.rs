//! A client of frames, as plain as possible.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use protocol::bulk::ChunkHeader;
use protocol::control::{DataHello, DataWelcome};
use protocol::frame::{Kind, PushHead, REPLY_MAX, ReplyHead};
use protocol::ops::*;
use protocol::recv::{FrameReader, Sequence};
use protocol::send::{Head, SendQueue};
use protocol::snapshot::ModuleTable;
use transport::Wire;
use transport::memory::{MemoryWire, pair};
use transport::wire::{recv_message, send_message};
use zerocopy::{FromBytes, IntoBytes};

use crate::worker::driver::Library;
use crate::worker::{End, Options, serve};

const LIMIT: Duration = Duration::from_secs(20);
/// The context that tests use: the primary context of device 0.
pub(super) const CTX: u32 = 1;

/// The driver under test: what `BIFROST_TEST_DRIVER` names, else the software device of this target folder.
pub(super) fn driver() -> Arc<Library> {
    static LIB: OnceLock<Arc<Library>> = OnceLock::new();
    LIB.get_or_init(|| {
        let named = std::env::var_os("BIFROST_TEST_DRIVER").map(PathBuf::from);
        let exe = std::env::current_exe().unwrap();
        let path = choose(named, exe.ancestors().nth(2).unwrap()).unwrap_or_else(|e| panic!("{e}"));
        Arc::new(Library::open(&path).unwrap())
    })
    .clone()
}

/// The named driver, else what cargo or `cargo xtask dist` built; `profile` is the folder of a cargo profile in the target folder.
fn choose(named: Option<PathBuf>, profile: &Path) -> Result<PathBuf, String> {
    if let Some(path) = named {
        return match path.is_file() {
            true => Ok(path),
            false => Err(format!(
                "BIFROST_TEST_DRIVER names {}, which does not exist; unset it or name a libcuda.so.1",
                path.display()
            )),
        };
    }
    let built = [profile.join("libsoftcuda.so"), profile.join("../dist/lib/softcuda/libcuda.so.1")];
    let remedy = "the software device is not built: run `cargo build -p softcuda` or `cargo xtask dist` first, \
                  or name a libcuda.so.1 in BIFROST_TEST_DRIVER";
    built.into_iter().find(|path| path.is_file()).ok_or_else(|| format!("{remedy} ({})", profile.display()))
}

#[test]
fn a_missing_driver_fails_with_its_remedy() {
    let profile = std::env::temp_dir().join(format!("bifrost-driver-{}/debug", std::process::id()));
    std::fs::create_dir_all(&profile).unwrap();
    let missing = profile.join("none");
    let words = |result: Result<PathBuf, String>, words: &str| {
        let message = result.unwrap_err();
        assert!(message.contains(words), "{message}");
    };
    words(choose(Some(missing.clone()), &profile), missing.to_str().unwrap());
    words(choose(None, &profile), "cargo build -p softcuda");
    let built = profile.join("libsoftcuda.so");
    std::fs::write(&built, "").unwrap();
    assert_eq!(choose(None, &profile), Ok(built.clone()));
    words(choose(Some(missing), &profile), "BIFROST_TEST_DRIVER");
    assert_eq!(choose(Some(built.clone()), Path::new("/")), Ok(built));
    std::fs::remove_dir_all(profile.parent().unwrap()).unwrap();
}

/// A push of the worker's.
#[derive(Debug, Clone)]
pub(super) struct Pushed {
    pub(super) kind: u16,
    pub(super) body: Vec<u8>,
}

/// A reply of the worker's.
#[derive(Debug, Clone)]
pub(super) struct Reply {
    pub(super) call: u64,
    pub(super) result: i32,
    pub(super) watermark: u64,
    pub(super) body: Vec<u8>,
}

pub(super) struct Client {
    ordered: MemoryWire,
    pub(super) bulk: Arc<MemoryWire>,
    queue: SendQueue,
    reader: FrameReader,
    sequence: Sequence,
    pub(super) pushes: Vec<Pushed>,
    pub(super) replies: Vec<Reply>,
    pub(super) thread: u32,
    worker: Option<JoinHandle<End>>,
}

impl Client {
    pub(super) fn new(lib: Arc<Library>) -> Self {
        Self::with(lib, Options { shadow_elsewhere: true, ..Options::default() })
    }

    pub(super) fn with(lib: Arc<Library>, options: Options) -> Self {
        let (ordered, o) = pair(1 << 20, None, None);
        let (bulk, b) = pair(1 << 20, None, None);
        let worker = std::thread::spawn(move || serve(Box::new(o), Box::new(b), lib, &options).unwrap());
        let hello = DataHello {
            fingerprint: protocol::fingerprint(),
            arenas: vec![0x1000_0000_0000],
            arena_bytes: 1 << 30,
            functions: vec![],
        };
        send_message(&ordered, &hello).unwrap();
        let welcome: DataWelcome = recv_message(&ordered, LIMIT).unwrap();
        assert!(matches!(welcome, DataWelcome::Ready { arena: Some(0x1000_0000_0000), .. }), "{welcome:?}");
        Client {
            ordered,
            bulk: Arc::new(bulk),
            queue: SendQueue::new(1 << 30),
            reader: FrameReader::new(REPLY_MAX),
            sequence: Sequence::default(),
            pushes: vec![],
            replies: vec![],
            thread: 1,
            worker: Some(worker),
        }
    }

    /// With the primary context of device 0 open.
    pub(super) fn open(lib: Arc<Library>) -> Self {
        let mut c = Self::new(lib);
        c.open_context();
        c
    }

    pub(super) fn open_context(&mut self) {
        let open = CtxOpen { id: CTX.into(), device: 0.into(), flags: 0.into(), primary: 1.into() };
        self.ok(op::CTX_OPEN, &[open.as_bytes()]);
    }

    /// A context that other sessions do not share, under the same id.
    pub(super) fn create_context(&mut self) {
        let open = CtxOpen { id: CTX.into(), device: 0.into(), flags: 0.into(), primary: 0.into() };
        self.ok(op::CTX_OPEN, &[open.as_bytes()]);
    }

    pub(super) fn send(&mut self, kind: Kind, func: u16, parts: &[&[u8]]) -> u64 {
        let head = Head { kind, func, thread: self.thread, ctx: CTX };
        let seq = self.queue.append(head, parts);
        let batch = self.queue.take_batch().unwrap();
        // A worker that has ended the session no longer listens.
        let _ = self.ordered.send_all(&[&batch.bytes]);
        seq
    }

    pub(super) fn raw(&self, bytes: &[u8]) {
        self.ordered.send_all(&[bytes]).unwrap();
    }

    pub(super) fn post(&mut self, func: u16, parts: &[&[u8]]) -> u64 {
        self.send(Kind::Post, func, parts)
    }

    pub(super) fn start(&mut self, func: u16, parts: &[&[u8]]) -> u64 {
        self.send(Kind::Call, func, parts)
    }

    /// A call that may fail.
    pub(super) fn call(&mut self, func: u16, parts: &[&[u8]]) -> Reply {
        let seq = self.start(func, parts);
        self.wait_reply(seq)
    }

    /// A call that must not fail.
    pub(super) fn ok(&mut self, func: u16, parts: &[&[u8]]) -> Vec<u8> {
        let r = self.call(func, parts);
        assert_eq!(r.result, 0, "function {func:#x}");
        r.body
    }

    pub(super) fn wait_reply(&mut self, call: u64) -> Reply {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(i) = self.replies.iter().position(|r| r.call == call) {
                return self.replies.remove(i);
            }
            assert!(self.receive(end), "the session ended before the reply to {call}; {:?}", self.pushes);
        }
    }

    /// Takes the first push that fits.
    pub(super) fn wait_push(&mut self, fits: impl Fn(&Pushed) -> bool) -> Pushed {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(i) = self.pushes.iter().position(&fits) {
                return self.pushes.remove(i);
            }
            assert!(self.receive(end), "the session ended before the push; {:?}", self.pushes);
        }
    }

    /// Waits until the stream has passed the frame `seq`.
    pub(super) fn wait_progress(&mut self, stream: u32, seq: u64) -> Pushed {
        self.wait_push(|p| {
            let passed = Progress::read_from_bytes(&p.body);
            p.kind == push::PROGRESS && passed.is_ok_and(|q| q.stream.get() == stream && q.seq.get() >= seq)
        })
    }

    /// Receives something; false when the session has ended.
    pub(super) fn receive(&mut self, end: Instant) -> bool {
        loop {
            match self.reader.next().unwrap() {
                None => {}
                Some(frame) if frame.kind == Kind::Ack => {
                    self.queue.acknowledge(frame.header.ack.get()).unwrap();
                    continue;
                }
                Some(frame) => {
                    assert!(self.sequence.take(frame.header.seq.get()).unwrap());
                    self.queue.acknowledge(frame.header.ack.get()).unwrap();
                    self.queue.note_received(frame.header.seq.get());
                    if frame.kind == Kind::Reply {
                        let (h, body) = ReplyHead::read_from_prefix(frame.payload).unwrap();
                        self.replies.push(Reply {
                            call: h.call.get(),
                            result: h.result.get(),
                            watermark: h.watermark.get(),
                            body: body.to_vec(),
                        });
                    } else {
                        let (_, body) = PushHead::read_from_prefix(frame.payload).unwrap();
                        let kind = frame.header.func.get();
                        self.pushes.push(Pushed { kind, body: body.to_vec() });
                    }
                    return true;
                }
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(
                self.ordered.wait_readable(Some(left)).unwrap(),
                "nothing came in time; pushes {:?}",
                self.pushes
            );
            match self.ordered.recv(self.reader.space()).unwrap() {
                0 => return false,
                n => self.reader.filled(n),
            }
        }
    }

    pub(super) fn close(mut self) -> End {
        self.send(Kind::Goodbye, 0, &[]);
        self.worker.take().unwrap().join().unwrap()
    }

    /// Waits for the worker to end the session by itself.
    pub(super) fn ended(mut self) -> End {
        self.worker.take().unwrap().join().unwrap()
    }

    pub(super) fn stream(&mut self, id: u32) {
        let p = StreamCreate { id: id.into(), flags: 1.into(), priority: 0.into() };
        self.post(op::STREAM_CREATE, &[p.as_bytes()]);
    }

    pub(super) fn sync(&mut self, stream: u32) -> Reply {
        self.call(op::STREAM_SYNC, &[StreamId { id: stream.into() }.as_bytes()])
    }

    pub(super) fn alloc(&mut self, bytes: u64) -> u64 {
        let p = MemAlloc { bytes: bytes.into(), height: 0.into(), element: 0.into() };
        u64::from_le_bytes(self.ok(op::MEM_ALLOC, &[p.as_bytes()])[..8].try_into().unwrap())
    }

    pub(super) fn load(&mut self, id: u32, ptx: &str) -> ModuleTable {
        let p = ModuleLoad {
            id: id.into(),
            library: 0.into(),
            hash: crate::worker::images::hash(ptx.as_bytes()),
            len: (ptx.len() as u64).into(),
            xfer: 0.into(),
            offer: 0.into(),
            options: 0.into(),
        };
        let body = self.ok(op::MODULE_LOAD, &[p.as_bytes(), ptx.as_bytes()]);
        postcard::from_bytes(&body).unwrap()
    }

    pub(super) fn launch(&mut self, module: u32, index: u32, stream: u32, blocks: u32, params: &[u8]) -> u64 {
        let p = Launch {
            module: module.into(),
            index: index.into(),
            stream: stream.into(),
            grid: [blocks.into(), 1.into(), 1.into()],
            block: [32.into(), 1.into(), 1.into()],
            shared: 0.into(),
            param_len: (params.len() as u32).into(),
            attrs: 0.into(),
            flags: 0.into(),
        };
        self.post(op::LAUNCH, &[p.as_bytes(), params])
    }

    pub(super) fn htod(&mut self, device: u64, bytes: &[u8], stream: u32) {
        self.post(op::HTOD_INLINE, &[linear(device, 0, bytes.len() as u64, 0, stream).as_bytes(), bytes]);
    }

    pub(super) fn dtoh(&mut self, device: u64, len: u64, stream: u32) -> Vec<u8> {
        self.ok(op::DTOH, &[linear(device, 0, len, 0, stream).as_bytes()])
    }

    pub(super) fn send_bulk(bulk: &MemoryWire, xfer: u64, bytes: &[u8]) {
        let mut at = 0;
        for part in bytes.chunks(protocol::bulk::CHUNK_MAX) {
            let h = ChunkHeader {
                xfer: xfer.into(),
                offset: (at as u64).into(),
                len: (part.len() as u32).into(),
                reserved: 0.into(),
            };
            bulk.send_all(&[h.as_bytes(), part]).unwrap();
            at += part.len();
        }
    }

    /// Receives a transfer of `len` bytes.
    pub(super) fn recv_bulk(bulk: &MemoryWire, xfer: u64, len: usize) -> Vec<u8> {
        let mut out = Vec::new();
        while out.len() < len {
            let mut h = [0u8; 24];
            bulk.recv_exact_timeout(&mut h, LIMIT).unwrap();
            let h = ChunkHeader::read_from_bytes(&h).unwrap();
            assert_eq!((h.xfer.get(), h.offset.get()), (xfer, out.len() as u64));
            let mut part = vec![0; h.len.get() as usize];
            bulk.recv_exact_timeout(&mut part, LIMIT).unwrap();
            out.extend(part);
        }
        assert_eq!(out.len(), len);
        out
    }
}

pub(super) fn linear(device: u64, host: u64, len: u64, xfer: u64, stream: u32) -> Copy {
    Copy {
        device: device.into(),
        host: host.into(),
        width: len.into(),
        height: 1.into(),
        pitch: len.into(),
        host_pitch: len.into(),
        xfer: xfer.into(),
        stream: stream.into(),
        flags: 0.into(),
    }
}

/// Kernels: `add(p, n)` adds n to every word of p; `spin(flag)` waits for *flag != 0; `bad()` writes to address 16.
pub(super) const PTX: &str = r"
.version 7.0
.target sm_50
.address_size 64
.visible .global .align 4 .u32 counter;
.visible .entry add(.param .u64 p, .param .u32 n)
{
    .reg .b64 %d<4>;
    .reg .b32 %r<6>;
    ld.param.u64 %d1, [p];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r2, %r2, 32, %r3;
    mul.wide.u32 %d2, %r2, 4;
    add.u64 %d3, %d1, %d2;
    ld.global.u32 %r4, [%d3];
    add.u32 %r4, %r4, %r1;
    st.global.u32 [%d3], %r4;
    ret;
}
.visible .entry spin(.param .u64 flag)
{
    .reg .b64 %d<2>;
    .reg .b32 %r<2>;
    .reg .pred %p<2>;
    ld.param.u64 %d1, [flag];
again:
    ld.volatile.global.u32 %r1, [%d1];
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra again;
    ret;
}
.visible .entry bad()
{
    .reg .b64 %d<2>;
    .reg .b32 %r<2>;
    mov.u64 %d1, 16;
    mov.u32 %r1, 1;
    st.global.u32 [%d1], %r1;
    ret;
}
";

pub(super) fn add_params(p: u64, n: u32) -> Vec<u8> {
    let mut v = p.to_le_bytes().to_vec();
    v.extend(n.to_le_bytes());
    v
}
