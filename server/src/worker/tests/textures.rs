//! Arrays and the objects over them.

use std::sync::Arc;

use cuda_abi::{CU_AD_FORMAT_FLOAT, CU_RESOURCE_TYPE_ARRAY, CUresult};
use protocol::ops::*;
use zerocopy::{FromZeros, IntoBytes};

use super::client::{Client, driver};
use crate::worker::ledger::Ledger;
use crate::worker::{Account, Options};

const ARRAY: u32 = 5;

/// 8 floats by 4 rows.
fn array(c: &mut Client) {
    let request = ArrayCreate {
        id: ARRAY.into(),
        format: CU_AD_FORMAT_FLOAT.into(),
        channels: 1.into(),
        flags: 0.into(),
        width: 8.into(),
        height: 4.into(),
        depth: 0.into(),
        bytes: 128.into(),
    };
    c.ok(op::ARRAY_CREATE, &[request.as_bytes()]);
    assert_eq!(c.call(op::ARRAY_CREATE, &[request.as_bytes()]).result, CUresult::INVALID_HANDLE.0);
}

/// The box of 5 floats by 2 rows, one float and one row into the array.
fn copy(to_array: bool, address: u64) -> ArrayCopy {
    let (mut inside, mut memory) = (BoxEnd::new_zeroed(), BoxEnd::new_zeroed());
    (inside.array, inside.x, inside.y) = (ARRAY.into(), 4.into(), 1.into());
    (memory.address, memory.pitch) = (address.into(), 20.into());
    let (dst, src) = if to_array { (inside, memory) } else { (memory, inside) };
    ArrayCopy { dst, src, width: 20.into(), height: 2.into(), depth: 1.into(), stream: 0.into() }
}

#[test]
fn boxes_go_into_arrays_and_come_back() {
    let mut c = Client::open(driver());
    array(&mut c);
    let bytes: Vec<u8> = (0..40).collect();
    let (from, to) = (c.alloc(40), c.alloc(40));
    c.htod(from, &bytes, 0);
    c.ok(op::ARRAY_COPY, &[copy(true, from).as_bytes()]);
    c.ok(op::ARRAY_COPY, &[copy(false, to).as_bytes()]);
    assert_eq!(c.dtoh(to, 40, 0), bytes);
    // Out of the array's bounds, and out of the memory's.
    let mut beyond = copy(true, from);
    beyond.dst.y = 3.into();
    for bad in [beyond, copy(true, from + 512)] {
        assert_eq!(c.call(op::ARRAY_COPY, &[bad.as_bytes()]).result, CUresult::INVALID_VALUE.0);
    }
    let id = ArrayId { id: ARRAY.into() };
    c.ok(op::ARRAY_DESTROY, &[id.as_bytes()]);
    let stale = c.call(op::ARRAY_COPY, &[copy(true, from).as_bytes()]);
    assert_eq!(stale.result, CUresult::INVALID_HANDLE.0);
    c.close();
}

#[test]
fn objects_are_destroyed_once() {
    let mut c = Client::open(driver());
    array(&mut c);
    let mut request = ImageObject::new_zeroed();
    (request.texture, request.kind, request.array) = (1.into(), CU_RESOURCE_TYPE_ARRAY.into(), ARRAY.into());
    let handle = c.ok(op::OBJECT_CREATE, &[request.as_bytes()]);
    c.ok(op::OBJECT_DESTROY, &[&handle]);
    assert_eq!(c.call(op::OBJECT_DESTROY, &[&handle]).result, CUresult::INVALID_VALUE.0);
    request.array = 77.into();
    assert_eq!(c.call(op::OBJECT_CREATE, &[request.as_bytes()]).result, CUresult::INVALID_HANDLE.0);
    // An array that was not made for surfaces.
    (request.texture, request.array) = (0.into(), ARRAY.into());
    assert_eq!(c.call(op::OBJECT_CREATE, &[request.as_bytes()]).result, CUresult::INVALID_VALUE.0);
    c.close();
}

/// A client may say what it likes about the size.
#[test]
fn an_array_counts_with_all_that_it_takes() {
    let ledger = Arc::new(Ledger::create(&[1 << 20], 1 << 30).unwrap());
    let account = Some(Account { ledger: ledger.clone(), slot: 0 });
    let mut c = Client::with(driver(), Options { shadow_elsewhere: true, account, ..Options::default() });
    c.open_context();
    let request = |id: u32, format| ArrayCreate {
        id: id.into(),
        format,
        channels: 4.into(),
        flags: 0.into(),
        width: 256.into(),
        height: 128.into(),
        depth: 0.into(),
        bytes: 1.into(),
    };
    let mut create =
        |id, format: u32| c.call(op::ARRAY_CREATE, &[request(id, format.into()).as_bytes()]).result;
    assert_eq!(create(1, CU_AD_FORMAT_FLOAT), 0);
    assert_eq!(ledger.used(0), 1 << 19);
    assert_eq!(create(2, CU_AD_FORMAT_FLOAT), 0);
    assert_eq!(create(3, CU_AD_FORMAT_FLOAT), CUresult::OUT_OF_MEMORY.0);
    // Of a format whose texels are not known nothing can be counted.
    assert_eq!(create(3, 0x91), CUresult::NOT_SUPPORTED.0);
    assert_eq!(ledger.used(0), 1 << 20);
    c.ok(op::ARRAY_DESTROY, &[ArrayId { id: 1.into() }.as_bytes()]);
    assert_eq!(ledger.used(0), 1 << 19);
    c.close();
}
