//! Preamble, control messages, fixed layouts: round trips and hostile bytes.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::fmt::Debug;

use protocol::DecodeError;
use protocol::bulk::{self, ChunkHeader};
use protocol::control::*;
use protocol::ops;
use protocol::preamble::{self, Kind, Preamble, Tag};
use protocol::snapshot::{Device, Kernel, Linked, ModuleTable, Snapshot};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[test]
fn preamble_round_trip() {
    for kind in [Kind::Control, Kind::Ordered, Kind::Bulk, Kind::ControlTls] {
        for lane in [0, 1, 255] {
            let p = Preamble { kind, lane, session: [lane ^ 0x5a; 16] };
            assert_eq!(Preamble::decode(&p.encode()), Ok(p));
        }
    }
    let want = *b"BIFROST\0\x01\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    assert_eq!(Preamble::control().encode(), want);
}

#[test]
fn preamble_refuses() {
    let check = |at: usize, byte: u8, want: DecodeError| {
        let mut b = Preamble::control().encode();
        b[at] = byte;
        assert_eq!(Preamble::decode(&b), Err(want), "byte {at} = {byte}");
    };
    (0..8).for_each(|at| check(at, 0xff, DecodeError::BadMagic));
    check(8, 0, DecodeError::BadVersion(0));
    // Control connections have no tag.
    check(8, 2, DecodeError::BadVersion(2));
    check(8, 3, DecodeError::BadVersion(3));
    check(9, 1, DecodeError::BadVersion(257));
    check(10, 0, DecodeError::BadKind(0));
    check(10, 7, DecodeError::BadKind(7));
    assert_eq!(
        Preamble::decode(b"GET / HTTP/1.1\r\nHost: gpu:56001\r\n"[..preamble::LEN].try_into().unwrap()),
        Err(DecodeError::BadMagic)
    );
}

/// Round trip; every truncation is an error and none panics; a wrong byte gives an error or another message.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: T) {
    let mut bytes = vec![0xee];
    encode(&message, &mut bytes).unwrap();
    let bytes = &bytes[1..];
    let n = decode_len(bytes[..4].try_into().unwrap()).unwrap();
    let body = &bytes[4..];
    assert_eq!(body.len(), n);
    assert_eq!(decode::<T>(body).as_ref(), Ok(&message));
    for cut in 0..n {
        assert!(decode::<T>(&body[..cut]).is_err(), "{message:?} cut at {cut}");
    }
    for at in 0..n.min(200) {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let mut altered = body.to_vec();
            altered[at] = byte;
            let _ = decode::<T>(&altered);
        }
    }
}

fn failure(code: FailureCode) -> Failure {
    Failure { code, message: "pool is full: 2 of 2 GPUs reserved; try again or ask for fewer".into() }
}

fn codes() -> [FailureCode; 6] {
    use FailureCode::*;
    [Version, Denied, Full, Invalid, Unknown, Internal]
}

fn snapshot() -> Snapshot {
    let device = Device {
        name: "softcuda".into(),
        uuid: [7; 16],
        total_mem: 1 << 33,
        physical_mem: u64::MAX,
        attributes: (0..160).map(|i| (i % 3 != 0).then_some(i - 80)).collect(),
        pci: (0, 1, -1),
        priority_range: (0, -5),
        limits: vec![Some(1024), None, Some(u64::MAX)],
        ptx_only: true,
    };
    Snapshot {
        driver_version: 13050,
        driver_name: "softcuda".into(),
        server: "gpü1".into(),
        devices: vec![device.clone(), device],
    }
}

#[test]
fn hellos() {
    for token in [None, Some("secret".to_string())] {
        check(ClientHello {
            version: 1,
            min_version: 1,
            release: "0.1.0".into(),
            fingerprint: [1; 16],
            owner: "ann@box".into(),
            token,
            pid: 7,
            home: [0; 16],
        });
    }
    for n in [0, 1, 5] {
        let fingerprints = vec![[9; 16]; n];
        check(ServerHello::Welcome {
            version: u16::MAX,
            release: String::new(),
            server: "s".into(),
            fingerprints,
        });
    }
    codes().into_iter().for_each(|c| check(ServerHello::Refused(failure(c))));
    check(DataHello { fingerprint: [3; 16], arenas: vec![], arena_bytes: 0, functions: vec![] });
    check(DataHello {
        fingerprint: [3; 16],
        arenas: vec![1 << 45, 1],
        arena_bytes: 1 << 40,
        functions: (0..700).collect(),
    });
    for arena in [None, Some(1 << 45)] {
        check(DataWelcome::Ready {
            arena,
            stream_credits: 512,
            context_credits: u32::MAX,
            window: 8 << 20,
            grace_ms: 30_000,
        });
    }
    codes().into_iter().for_each(|c| check(DataWelcome::Refused(failure(c))));
}

#[test]
fn requests() {
    let reservation = Ticket { id: u64::MAX, key: [0xab; 16] };
    for memory in [MemoryAsk::Whole, MemoryAsk::Ppm(500_000), MemoryAsk::Mib(u64::MAX)] {
        check(Request::Reserve { gpus: 2, memory });
        check(Request::Queue { gpus: 3, memory });
        for (devices, wait) in [(vec![], true), (vec![0, 7, u32::MAX], false)] {
            check(Request::ReserveAmong { gpus: 1, memory, devices, wait });
        }
    }
    for peer in [None, Some([7; 32])] {
        check(Request::OpenSession {
            reservation,
            pid: 4711,
            program: "train.py".into(),
            fingerprint: [8; 16],
            home: [1; 16],
            peer,
        });
    }
    check(Request::EndSession { session: [4; 16] });
    check(Request::Release { reservation });
    check(Request::Attach { reservation });
    check(Request::Join { reservation });
    check(Request::Leave { reservation });
    [None, Some(0), Some(u64::MAX)]
        .into_iter()
        .for_each(|seconds| check(Request::Keep { reservation, seconds }));
    check(Request::Status);
    check(Request::Report);
    check(Request::Kill { session: "00c0ffee".into() });
    [true, false].into_iter().for_each(|on| check(Request::Drain { on }));
    let tag = Tag::decode(&[3; Tag::LEN]);
    for again in [None, Some(Again { session: [4; 16], bulk: true, tag })] {
        let (release, program) = ("0.1.0".into(), "p".into());
        check(LocalRequest { fingerprint: [1; 16], release, program, again, peer: [7; 32] });
    }
}

#[test]
fn responses() {
    let reservation = Ticket { id: 1, key: [2; 16] };
    check(Response::Reserved {
        reservation,
        snapshot: snapshot(),
        endpoints: vec![DataEndpoint::SameAsControl],
    });
    for peer in [None, Some([7; 32])] {
        check(Response::Session { session: [9; 16], key: [5; 32], peer });
        check(LocalResponse::Granted { snapshot: snapshot(), session: [1; 16], key: [5; 32], peer });
    }
    check(Response::Done);
    check(Response::Status(PoolStatus::default()));
    let device = DeviceStatus { name: "d".into(), total: 3, reserved: 2, used: 1 };
    check(Response::Status(PoolStatus { devices: vec![device; 3], reservations: 4, sessions: 5 }));
    codes().into_iter().for_each(|c| check(Response::Failed(failure(c))));
    check(Response::Report { json: "{}".into() });
    check(Response::Queued { place: 7 });
    check(Response::Kept { seconds: 86_400 });
    [None, Some(9)].into_iter().for_each(|seconds| check(Response::Joined { snapshot: snapshot(), seconds }));
    check(LocalResponse::Connected);
    [true, false].into_iter().for_each(|refused| check(LocalResponse::Unreachable { refused }));
    check(LocalResponse::Failed(failure(FailureCode::Full)));
}

#[test]
fn module_tables() {
    check(ModuleTable::default());
    let kernel = |attributes| Kernel {
        name: "_Z3addPfS_i".into(),
        params: vec![(0, 8), (8, 8), (16, 4)],
        param_bytes: 20,
        attributes,
    };
    let globals = vec![("table".to_string(), 0x7f00_0000_0000, 4096)];
    check(ModuleTable {
        kernels: vec![kernel(None), kernel(Some([-1; 16]))],
        globals,
        logs: ("info".into(), "".into()),
    });
    check(Linked { code: 300, logs: ("".into(), "twice".into()), image: vec![0, 1, 255] });
}

#[test]
fn lengths() {
    let check = |n: u32, want: Result<usize, DecodeError>| assert_eq!(decode_len(n.to_le_bytes()), want);
    let max = MESSAGE_MAX as u32;
    let too_long = |n: u32| Err(DecodeError::TooLong(u64::from(n), MESSAGE_MAX as u64));
    check(0, Ok(0));
    check(max, Ok(MESSAGE_MAX));
    check(max + 1, too_long(max + 1));
    check(u32::MAX, too_long(u32::MAX));
    // The first bytes of an HTTP or TLS greeting, sent to a control port.
    check(u32::from_le_bytes(*b"GET "), too_long(u32::from_le_bytes(*b"GET ")));
}

#[test]
fn a_message_that_is_too_long_is_not_sent() {
    let mut out = Vec::new();
    let message = LocalRequest {
        fingerprint: [0; 16],
        release: String::new(),
        program: "x".repeat(MESSAGE_MAX),
        again: None,
        peer: [0; 32],
    };
    assert!(matches!(encode(&message, &mut out), Err(DecodeError::TooLong(..))));
    assert!(out.is_empty());
}

#[test]
fn lists_that_promise_much() {
    // A list's length is a varint; these promise up to 2^64 - 1 elements that do not follow.
    for promise in
        [&[0xff, 0xff, 0xff, 0xff, 0x0f][..], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]]
    {
        assert!(decode::<Vec<u64>>(promise).is_err());
        assert!(decode::<String>(promise).is_err());
        assert!(decode::<ModuleTable>(promise).is_err());
        assert!(decode::<PoolStatus>(promise).is_err());
        let mut welcome = vec![0, 1, 0, 0];
        welcome.extend_from_slice(promise);
        assert!(decode::<ServerHello>(&welcome).is_err());
    }
}

#[test]
fn text_must_be_utf8_and_variants_known() {
    let bad = |r: bool| assert!(r);
    bad(matches!(decode::<String>(&[2, 0xff, 0xfe]), Err(DecodeError::BadControl(_))));
    // The first variant that there is not; what follows would be enough for any other.
    let unknown = |variant: u8| [&[variant][..], &[0; 64]].concat();
    bad(decode::<Request>(&unknown(13)).is_ok() && decode::<Request>(&unknown(14)).is_err());
    bad(decode::<Response>(&unknown(8)).is_ok() && decode::<Response>(&unknown(9)).is_err());
    bad(decode::<MemoryAsk>(&[3]).is_err());
    bad(decode::<FailureCode>(&[6]).is_err());
}

#[test]
fn later_releases_may_append() {
    let mut bytes = Vec::new();
    encode(&Ticket { id: 3, key: [1; 16] }, &mut bytes).unwrap();
    bytes.extend([1, 2, 3]);
    assert_eq!(decode(&bytes[4..]), Ok(Ticket { id: 3, key: [1; 16] }));
}

#[test]
fn layouts_keep_their_lengths() {
    // A change here changes the wire: raise ops::LAYOUT_REVISION.
    let found = [
        ops::CtxOpen::LEN,
        ops::CtxId::LEN,
        ops::ModuleLoad::LEN,
        ops::ModuleId::LEN,
        ops::LinkCreate::LEN,
        ops::LinkAdd::LEN,
        ops::LinkId::LEN,
        ops::FuncId::LEN,
        ops::FuncSet::LEN,
        ops::Launch::LEN,
        ops::HostFn::LEN,
        ops::StreamCreate::LEN,
        ops::StreamId::LEN,
        ops::StreamEvent::LEN,
        ops::StreamValue::LEN,
        ops::EventCreate::LEN,
        ops::EventId::LEN,
        ops::EventPair::LEN,
        ops::MemAlloc::LEN,
        ops::HostRange::LEN,
        ops::Copy::LEN,
        ops::CopyDevice::LEN,
        ops::Memset::LEN,
        ops::ArrayCreate::LEN,
        ops::ArrayId::LEN,
        ops::BoxEnd::LEN,
        ops::ArrayCopy::LEN,
        ops::ImageObject::LEN,
        ops::VmmWhere::LEN,
        ops::VmmReserve::LEN,
        ops::VmmRange::LEN,
        ops::VmmCreate::LEN,
        ops::VmmMap::LEN,
        ops::VmmAccess::LEN,
        ops::IpcOpen::LEN,
        ops::IpcOpenEvent::LEN,
        ops::Progress::LEN,
        ops::ThreadError::LEN,
        bulk::HEADER_LEN,
        size_of::<ChunkHeader>(),
    ];
    let want = [
        16, 8, 48, 4, 8, 32, 4, 8, 16, 48, 12, 12, 4, 12, 32, 8, 4, 8, 20, 24, 64, 52, 44, 48, 4, 52, 132,
        116, 8, 24, 16, 20, 20, 24, 68, 68, 16, 20, 24, 24,
    ];
    assert_eq!((found, ops::LAYOUT_REVISION), (want, 11));
}

#[test]
fn layouts_split_or_say_what_is_missing() {
    macro_rules! check {
        ($($name:ident)*) => { $({
            let bytes: Vec<u8> = (0..ops::$name::LEN as u8 + 5).collect();
            for n in 0..ops::$name::LEN {
                let error = ops::$name::split(&bytes[..n]).unwrap_err();
                assert_eq!(error, DecodeError::Truncated(n, ops::$name::LEN));
            }
            // Layouts are unaligned: any offset will do.
            for at in 0..5 {
                let (_, rest) = ops::$name::split(&bytes[at..]).unwrap();
                assert_eq!(rest, &bytes[at + ops::$name::LEN..]);
            }
        })* };
    }
    check!(CtxOpen CtxId ModuleLoad ModuleId FuncId FuncSet Launch HostFn StreamCreate StreamId StreamEvent StreamValue);
    check!(EventCreate EventId EventPair MemAlloc HostRange Copy CopyDevice Memset Progress ThreadError);
    check!(ArrayCreate ArrayId BoxEnd ArrayCopy ImageObject);
}
