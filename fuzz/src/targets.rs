//! The functions. Each takes any bytes; what it asserts holds for all of them.

use std::fmt::Debug;
use std::sync::{Arc, LazyLock, mpsc};

use protocol::bulk::ChunkHeader;
use protocol::control::{self, *};
use protocol::frame::{Kind, PAYLOAD_MAX, PushHead, REPLY_MAX, ReplyHead};
use protocol::preamble::{self, Admission, Preamble, Tag};
use protocol::recv::{FrameReader, Sequence};
use protocol::resume::{Key, Position};
use protocol::send::{Head, SendQueue};
use protocol::snapshot::{ModuleTable, Snapshot};
use serde::Serialize;
use serde::de::DeserializeOwned;
use softcuda_simt::{AddressSpace, Engine, EngineConfig, Launch, Level, Module, NullSink, SpaceConfig};
use zerocopy::{FromBytes, IntoBytes};

use crate::program::{instructions, mnemonic, program};

/// What the tags of seeds are made with.
pub(crate) const KEY: Key = [0x4b; 32];

/// The first bytes of a connection. What decodes, encodes to an equal preamble; what is admitted is admitted once, and only if its tag is right.
pub fn preamble(data: &[u8]) {
    let Some((bytes, rest)) = data.split_first_chunk::<{ preamble::LEN }>() else { return };
    let Ok(p) = Preamble::decode(bytes) else { return };
    assert_eq!(Preamble::decode(&p.encode()), Ok(p));
    let tag = rest.first_chunk().filter(|_| Preamble::is_tagged(bytes)).map(Tag::decode);
    let mut admission = Admission::new(p.session, KEY);
    let admitted = admission.admit(p.kind, p.lane, tag).is_ok();
    assert_eq!(admitted, tag.is_some_and(|tag| tag == p.tag(&KEY, tag.counter)));
    assert!(!admitted || admission.admit(p.kind, p.lane, tag).is_err());
}

fn message<T: DeserializeOwned + Serialize + PartialEq + Debug>(body: &[u8]) {
    let Ok(message) = control::decode::<T>(body) else { return };
    let mut again = Vec::new();
    // What was longer on the wire than its shortest form only gets shorter.
    assert_eq!(control::encode(&message, &mut again), Ok(()));
    assert_eq!(control::decode::<T>(&again[4..]).as_ref(), Ok(&message));
}

/// Messages of the control connection and hellos: the first byte chooses the type.
pub fn control(data: &[u8]) {
    let Some((which, body)) = data.split_first() else { return };
    match which % 10 {
        0 => message::<ClientHello>(body),
        1 => message::<ServerHello>(body),
        2 => message::<Request>(body),
        3 => message::<Response>(body),
        4 => message::<DataHello>(body),
        5 => message::<DataWelcome>(body),
        6 => message::<LocalRequest>(body),
        7 => message::<LocalResponse>(body),
        8 => message::<Snapshot>(body),
        _ => {
            if let Some(prefix) = body.first_chunk() {
                assert!(
                    decode_len(*prefix).is_ok_and(|n| n <= MESSAGE_MAX)
                        || u32::from_le_bytes(*prefix) > MESSAGE_MAX as u32
                );
            }
        }
    }
}

/// The kernel table in a worker's answer.
pub fn module_table(data: &[u8]) {
    message::<ModuleTable>(data);
}

/// A stream of frames as it comes from a peer. The first byte chooses direction and size of the pieces.
pub fn frames(data: &[u8]) {
    let Some((how, mut rest)) = data.split_first() else { return };
    let max = if how & 1 == 0 { PAYLOAD_MAX } else { REPLY_MAX };
    let piece = usize::from(how >> 1) * 16 + 1;
    let mut reader = FrameReader::new(max);
    let mut sequence = Sequence::default();
    let fresh = reader.capacity();
    while !rest.is_empty() {
        let space = reader.space();
        let n = piece.min(rest.len()).min(space.len());
        space[..n].copy_from_slice(&rest[..n]);
        reader.filled(n);
        rest = &rest[n..];
        loop {
            let ready = reader.ready();
            match reader.next() {
                Err(_) => return assert!(ready),
                Ok(None) => break assert!(!ready),
                Ok(Some(frame)) => {
                    assert!(
                        ready
                            && frame.payload.len() == frame.header.len.get() as usize
                            && frame.payload.len() <= max
                    );
                    payload(frame.kind, frame.payload);
                    if frame.kind != Kind::Ack && sequence.take(frame.header.seq.get()).is_err() {
                        return;
                    }
                }
            }
        }
        assert!(reader.capacity() <= fresh.max(4 * data.len()), "memory in proportion to what has arrived");
    }
}

fn payload(kind: Kind, bytes: &[u8]) {
    match kind {
        Kind::Reply => drop(ReplyHead::read_from_prefix(bytes)),
        Kind::Push => drop(PushHead::read_from_prefix(bytes).map(|(_, rest)| ops(rest))),
        _ => ops(bytes),
    }
}

/// Numbers that a peer acknowledges or claims to have received, between posts and batches of ours.
pub fn send_queue(data: &[u8]) {
    let mut queue = SendQueue::new(4096);
    let mut frames = 0;
    for step in data.chunks(2) {
        let value = u64::from(*step.last().unwrap_or(&0));
        match step[0] % 6 {
            0 | 1 if queue.has_room(value as usize) => {
                frames += 1;
                let head = Head { kind: Kind::Post, func: 1, thread: 1, ctx: 1 };
                assert_eq!(queue.append(head, &[&vec![0; value as usize]]), frames);
            }
            2 => {
                queue.note_received(value);
                queue.append_ack();
            }
            3 => drop(queue.take_batch()),
            4 => drop(queue.acknowledge(value)),
            _ => {
                if let Ok(batches) = queue.resend(value) {
                    let bytes: usize = batches.iter().map(|b| b.bytes().len()).sum();
                    assert!(value <= frames && bytes <= queue.held());
                }
            }
        }
    }
    drop(queue.take_batch());
    assert!(queue.acknowledge(frames + 1).is_err(), "a frame that was never sent");
    assert!(queue.acknowledge(frames).is_ok() && queue.idle());
    assert_eq!(queue.held(), 0);
}

/// What a peer says when it reconnects.
pub fn resume(data: &[u8]) {
    let Ok((position, _)) = Position::read_from_prefix(data) else { return };
    let mut queue = SendQueue::new(4096);
    let head = Head { kind: Kind::Post, func: 1, thread: 1, ctx: 1 };
    (0..10).for_each(|_| assert!(queue.append(head, &[]) > 0));
    drop(queue.take_batch());
    let received = position.received.get();
    match position.answer(&mut queue, &Sequence::default()) {
        Ok(batches) => assert_eq!(batches.len(), usize::from(received < 10)),
        Err(_) => assert!(received > 10),
    }
}

/// Every payload layout.
pub fn ops(data: &[u8]) {
    macro_rules! split {
        ($($name:ident)*) => { $({
            let whole = protocol::ops::$name::split(data).map(|(fixed, rest)| (fixed.as_bytes().len(), rest.len()));
            match whole {
                Ok((fixed, rest)) => assert_eq!((fixed, fixed + rest), (protocol::ops::$name::LEN, data.len())),
                Err(_) => assert!(data.len() < protocol::ops::$name::LEN),
            }
        })* };
    }
    split!(CtxOpen CtxId ModuleLoad ModuleId FuncId FuncSet Launch HostFn StreamCreate StreamId StreamEvent StreamValue);
    split!(EventCreate EventId EventPair MemAlloc HostRange Copy CopyDevice Memset Progress ThreadError);
}

/// Headers of bulk chunks.
pub fn bulk(data: &[u8]) {
    let header = ChunkHeader::read_from_prefix(data);
    assert_eq!(header.is_ok(), data.len() >= protocol::bulk::HEADER_LEN);
}

/// The statistics file of a client process.
pub fn stats(data: &[u8]) {
    use protocol::stats::Report;
    let Some(report) = Report::parse(data) else { return };
    let mut sum = Report::default();
    sum.add(&report);
    assert_eq!(sum, report);
    report.functions.keys().for_each(|id| assert!(!Report::name(*id).is_empty()));
    let _ = report.total();
}

/// A client's bundle as a tar, each of its files, a token, a certificate. What is refused says why in one line.
pub fn bundle(data: &[u8]) {
    use access::{Bundle, Token, certificate, tar};
    let origin = std::path::Path::new("b.tar");
    let check = |bytes: &[u8]| {
        if let Err(e) = Bundle::from_tar(origin, bytes) {
            assert!(!e.to_string().contains('\n'), "{e}");
        }
    };
    check(data);
    let head = &data[..data.len().min(4096)];
    for files in [
        [("client.yaml", 0, head), ("servers.conf", 0, b"")],
        [("client.yaml", 0, b"ssl: off"), ("servers.conf", 0, head)],
    ] {
        check(&tar::write(&files).expect("short names and files"));
    }
    let text = String::from_utf8_lossy(head);
    if let Ok(token) = text.parse::<Token>() {
        assert_eq!(token.reveal(), text.trim());
    }
    let _ = certificate::ends(data);
    let _ = access::time::parse_expiry(&text, 0);
}

/// Kernel images: fatbins, cubins, PTX headers.
pub fn fatbin(data: &[u8]) {
    fatbin::fuzz_target(data);
}

/// PTX text.
pub fn ptx(data: &[u8]) {
    softcuda_ptx::fuzz_target(data);
}

/// A device of one worker with a little memory.
struct Device {
    space: Arc<AddressSpace>,
    /// Warps by themselves, and together.
    engines: [Engine; 2],
}

static DEVICE: LazyLock<Option<Device>> = LazyLock::new(|| {
    let space = AddressSpace::new(&SpaceConfig { size: 4 << 30, ..SpaceConfig::default() }).ok()?;
    let engine = |convoys, level| {
        Engine::with_level(EngineConfig { workers: 1, convoys, ..EngineConfig::default() }, level)
    };
    Some(Device { space, engines: [engine(false, Level::Baseline), engine(true, Level::detect())] })
});

/// Kernels of the table's instructions: lowering takes all of them, and what runs ends as a program does, with or without a fault of its own.
pub fn kernel(data: &[u8]) {
    let Some(device) = DEVICE.as_ref() else { return };
    let load = |lines: &[String]| {
        let text = program(lines);
        let module = Module::load(Arc::from(text.as_bytes()), &device.space).ok()?;
        module.kernel("k").map(|kernel| (text, kernel))
    };
    // What is no instruction, or not executed, would hide what comes after it.
    let mut lines = instructions(data);
    lines.retain(|line| load(std::slice::from_ref(line)).is_some());
    let Some((_, all)) = load(&lines) else { return };
    let traps = all.unsupported();
    lines.retain(|line| !traps.iter().any(|name| name == mnemonic(line)));
    let Some((text, kernel)) = load(&lines) else { return };
    let Ok(memory) = device.space.alloc(4096, 512) else { return };
    for engine in &device.engines {
        let (sender, receiver) = mpsc::channel();
        engine.launch(Launch {
            kernel: Arc::clone(&kernel),
            grid: [2, 1, 1],
            block: [48, 1, 1],
            dynamic_shared: 0,
            params: memory.to_le_bytes().to_vec(),
            space: Arc::clone(&device.space),
            cooperative: false,
            sink: Arc::new(NullSink),
            done: Box::new(move |result| drop(sender.send(result))),
        });
        if let Ok(Err(fault)) = receiver.recv() {
            assert!(!fault.detail.contains("internal error"), "{text}");
        }
    }
    assert!(device.space.free(memory).is_ok());
}
