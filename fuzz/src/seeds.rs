//! Small valid inputs, made from the types so that they follow every change of a layout.

use protocol::bulk::ChunkHeader;
use protocol::control::{self, *};
use protocol::frame::{Header, Kind, PushHead, ReplyHead};
use protocol::ops::{self as layouts, op, push};
use protocol::preamble::{Preamble, Tag};
use protocol::snapshot::{Device, Kernel, ModuleTable, Snapshot};
use serde::Serialize;
use zerocopy::{FromZeros, IntoBytes};

pub(crate) fn preamble() -> Vec<Vec<u8>> {
    use protocol::preamble::Kind;
    let of = |kind, lane| Preamble { kind, lane, session: [0xa5; 16] };
    let tagged = |p: Preamble| p.with_tag(p.tag(&crate::targets::KEY, 1)).to_vec();
    let plain = of(Kind::Bulk, 1).encode().to_vec();
    vec![
        Preamble::control().encode().to_vec(),
        tagged(of(Kind::Ordered, 0)),
        tagged(of(Kind::Resume, 0)),
        plain,
    ]
}

/// The body of a message; one that cannot be encoded is no seed.
fn body(message: &impl Serialize) -> Vec<u8> {
    let mut out = Vec::new();
    match control::encode(message, &mut out) {
        Ok(()) => out.split_off(4),
        Err(_) => Vec::new(),
    }
}

fn tagged(which: u8, message: &impl Serialize) -> Vec<u8> {
    [&[which][..], &body(message)].concat()
}

fn snapshot() -> Snapshot {
    let device = Device {
        name: "softcuda".into(),
        uuid: [7; 16],
        total_mem: 1 << 33,
        physical_mem: 1 << 34,
        attributes: vec![Some(1024), None, Some(-1)],
        pci: (0, 1, 0),
        priority_range: (0, -5),
        limits: vec![Some(1024), None],
        ptx_only: true,
    };
    Snapshot {
        driver_version: 13050,
        driver_name: "softcuda".into(),
        server: "gpu1".into(),
        devices: vec![device],
    }
}

pub(crate) fn control() -> Vec<Vec<u8>> {
    let failure = Failure { code: FailureCode::Full, message: "the pool is full".into() };
    let reservation = Ticket { id: 3, key: [9; 16] };
    let hello = ClientHello {
        version: 1,
        min_version: 1,
        release: "0.1.0".into(),
        fingerprint: [1; 16],
        owner: "ann@box".into(),
        token: Some("secret".into()),
        pid: 7,
        home: [0; 16],
    };
    let welcome = ServerHello::Welcome {
        version: 1,
        release: "0.1.0".into(),
        server: "gpu1".into(),
        fingerprints: vec![[1; 16]; 2],
    };
    let open = Request::OpenSession {
        reservation,
        pid: 7,
        home: [0; 16],
        program: "train.py".into(),
        fingerprint: [1; 16],
        peer: Some([4; 32]),
    };
    let device = DeviceStatus { name: "d".into(), total: 3, reserved: 2, used: 1 };
    let status = PoolStatus { devices: vec![device; 2], reservations: 1, sessions: 2 };
    let endpoints = vec![DataEndpoint::SameAsControl];
    vec![
        tagged(0, &hello),
        tagged(1, &welcome),
        tagged(1, &ServerHello::Refused(failure.clone())),
        tagged(2, &Request::Reserve { gpus: 1, memory: MemoryAsk::Ppm(500_000) }),
        tagged(2, &open),
        tagged(2, &Request::Release { reservation }),
        tagged(3, &Response::Reserved { reservation, snapshot: snapshot(), endpoints }),
        tagged(2, &Request::Kill { session: "00c0ffee".into() }),
        tagged(2, &Request::Drain { on: true }),
        tagged(3, &Response::Report { json: "{}".into() }),
        tagged(3, &Response::Status(status)),
        tagged(3, &Response::Failed(failure.clone())),
        tagged(
            4,
            &DataHello {
                fingerprint: [1; 16],
                arenas: vec![1 << 45],
                arena_bytes: 1 << 40,
                functions: vec![1, 2, 300],
            },
        ),
        tagged(
            5,
            &DataWelcome::Ready {
                arena: Some(1 << 45),
                stream_credits: 512,
                context_credits: 896,
                window: 8 << 20,
                grace_ms: 30_000,
            },
        ),
        tagged(
            6,
            &LocalRequest {
                fingerprint: [1; 16],
                release: "0.1.0".into(),
                program: "train.py".into(),
                again: Some(Again { session: [2; 16], bulk: false, tag: Tag::decode(&[4; Tag::LEN]) }),
                peer: [5; 32],
            },
        ),
        tagged(
            7,
            &LocalResponse::Granted { snapshot: snapshot(), session: [2; 16], key: [3; 32], peer: None },
        ),
        tagged(7, &LocalResponse::Failed(failure)),
        tagged(8, &snapshot()),
        vec![9, 0, 0, 16, 0],
    ]
}

pub(crate) fn module_table() -> Vec<Vec<u8>> {
    let kernel = |attributes| Kernel {
        name: "_Z3addPfS_i".into(),
        params: vec![(0, 8), (8, 8), (16, 4)],
        param_bytes: 20,
        attributes,
    };
    let globals = vec![("table".to_string(), 0x7f00_0000_0000, 4096)];
    let table = ModuleTable {
        kernels: vec![kernel(None), kernel(Some([1; 16]))],
        globals,
        logs: ("info".into(), String::new()),
    };
    vec![body(&ModuleTable::default()), body(&table)]
}

fn frame(kind: Kind, func: u16, seq: u64, payload: &[u8]) -> Vec<u8> {
    // Payloads of seeds are short.
    let header = Header::new(kind, func, payload.len() as u32, seq, 0, 1, 1);
    [header.as_bytes(), payload].concat()
}

pub(crate) fn frames() -> Vec<Vec<u8>> {
    let mut launch = layouts::Launch::new_zeroed();
    launch.param_len = 8.into();
    let launch = [launch.as_bytes(), &[0; 8]].concat();
    let client = [
        vec![0x40],
        frame(Kind::Post, op::LAUNCH, 1, &launch),
        frame(Kind::Call, op::STREAM_SYNC, 2, &[0; 4]),
        frame(Kind::Ack, 0, 0, &[]),
        frame(Kind::Goodbye, 0, 3, &[]),
    ];
    let reply = ReplyHead { call: 2.into(), watermark: 0.into(), result: 0.into(), reserved: 0.into() };
    let push =
        [PushHead { watermark: 0.into() }.as_bytes(), layouts::Progress::new_zeroed().as_bytes()].concat();
    let worker = [
        vec![0x05],
        frame(Kind::Reply, op::STREAM_SYNC, 1, reply.as_bytes()),
        frame(Kind::Push, push::PROGRESS, 2, &push),
    ];
    vec![client.concat(), worker.concat()]
}

pub(crate) fn send_queue() -> Vec<Vec<u8>> {
    vec![
        vec![0, 10, 0, 200, 3, 0, 4, 1, 0, 5, 3, 0, 5, 2, 4, 3],
        vec![2, 9, 3, 0, 1, 255, 2, 10, 3, 0, 5, 0, 4, 1],
    ]
}

pub(crate) fn resume() -> Vec<Vec<u8>> {
    vec![0u64.to_le_bytes().to_vec(), 10u64.to_le_bytes().to_vec(), 11u64.to_le_bytes().to_vec()]
}

pub(crate) fn ops() -> Vec<Vec<u8>> {
    vec![vec![0; 80], (0..72).collect()]
}

pub(crate) fn bulk() -> Vec<Vec<u8>> {
    let header = ChunkHeader { xfer: 1.into(), offset: 0.into(), len: 4.into(), reserved: 0.into() };
    vec![[header.as_bytes(), &[1, 2, 3, 4]].concat()]
}

pub(crate) fn bundle() -> Vec<Vec<u8>> {
    let token = format!("bft1.01234567.{}", "ab".repeat(32));
    let tar = token.parse().map(|token| access::bundle::pack(&token, b"CA", &["gpu1:56001".into()]));
    let tar = tar.expect("a token").expect("a small bundle");
    let client = format!("ssl: true\nca: ca.crt\ntimeout: 500ms\nrdma: off # none\ntoken: {token}\n");
    let servers = "servers:\n- addresses:\n  - \"[::1]:7\"\n  - a:1\n- addresses: [b, c:2]\n";
    vec![
        tar,
        client.into_bytes(),
        servers.into(),
        token.into_bytes(),
        b"2030-12-31".to_vec(),
        vec![0x30, 3, 0x30, 1, 2],
    ]
}

pub(crate) fn stats() -> Vec<Vec<u8>> {
    use protocol::stats::{FILE_LEN, MAGIC};
    let mut file = vec![0; FILE_LEN];
    file[..MAGIC.len()].copy_from_slice(MAGIC);
    file[24] = 7;
    file[3 * 64] = 1;
    vec![file]
}

pub(crate) fn fatbin() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../../crates/fatbin/tests/data/zstd.fatbin").to_vec(),
        include_bytes!("../../crates/fatbin/tests/data/lz4.fatbin").to_vec(),
        include_bytes!("../../crates/fatbin/tests/data/kernels.sm_75.cubin").to_vec(),
        include_bytes!("../../crates/fatbin/tests/data/globals.sm_75.cubin").to_vec(),
        include_bytes!("../../crates/fatbin/tests/data/kernels.ptx").to_vec(),
    ]
}

pub(crate) fn ptx() -> Vec<Vec<u8>> {
    vec![
        include_bytes!("../../softcuda/ptx/tests/data/odd.ptx").to_vec(),
        include_bytes!("../../softcuda/ptx/tests/data/basic.ptx").to_vec(),
        b".version 8.7\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a) { ret; }\n"
            .to_vec(),
    ]
}

/// Choices of a generator of programs.
pub(crate) fn kernel() -> Vec<Vec<u8>> {
    let mut random = crate::Random(7);
    (0..64).map(|_| (0..400).map(|_| random.next_u64() as u8).collect()).collect()
}
