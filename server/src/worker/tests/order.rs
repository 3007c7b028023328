//! Nothing that waits for the device delays later frames.

use protocol::ops::*;
use zerocopy::IntoBytes;

use super::client::{CTX, Client, PTX, add_params, driver};

/// A persistent kernel waits for a flag; while calls wait for it, another stream sets the flag.
#[test]
fn waits_do_not_hold_up_the_session() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let flag = c.alloc(4);
    let other = c.alloc(128);
    c.stream(1);
    c.stream(2);
    c.htod(flag, &[0; 4], 2);
    c.htod(other, &[0; 128], 2);
    assert_eq!(c.sync(2).result, 0);
    c.launch(1, 1, 1, 1, &flag.to_le_bytes());
    c.thread = 1;
    let context = c.start(op::CTX_SYNC, &[CtxId { id: CTX.into(), how: 0.into() }.as_bytes()]);
    c.thread = 2;
    let stream = c.start(op::STREAM_SYNC, &[StreamId { id: 1.into() }.as_bytes()]);
    c.thread = 3;
    let free = c.start(op::MEM_FREE, &[&other.to_le_bytes()]);
    c.thread = 4;
    let info = c.call(op::MEM_INFO, &[]);
    assert_eq!(info.result, 0);
    c.htod(flag, &[1, 0, 0, 0], 2);
    for call in [context, stream, free] {
        assert_eq!(c.wait_reply(call).result, 0);
    }
    c.close();
}

#[test]
fn a_stream_synchronisation_waits_for_what_came_before_it_only() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let (flag, later) = (c.alloc(4), c.alloc(4));
    c.stream(1);
    c.stream(2);
    c.htod(flag, &[0; 4], 2);
    c.htod(later, &[0; 4], 2);
    c.sync(2);
    c.launch(1, 1, 1, 1, &flag.to_le_bytes());
    let waiting = c.start(op::STREAM_SYNC, &[StreamId { id: 1.into() }.as_bytes()]);
    c.launch(1, 1, 1, 1, &later.to_le_bytes());
    c.htod(flag, &[1; 4], 2);
    // The second kernel still runs.
    assert_eq!(c.wait_reply(waiting).result, 0);
    c.htod(later, &[1; 4], 2);
    assert_eq!(c.sync(1).result, 0);
    c.close();
}

#[test]
fn streams_of_launches_do_not_block_each_other() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let (flag, p) = (c.alloc(4), c.alloc(128));
    c.stream(1);
    c.stream(2);
    c.htod(flag, &[0; 4], 2);
    c.htod(p, &[0; 128], 2);
    c.sync(2);
    c.launch(1, 1, 1, 1, &flag.to_le_bytes());
    for _ in 0..500 {
        c.launch(1, 0, 1, 1, &add_params(p, 1));
    }
    for _ in 0..50 {
        c.launch(1, 0, 2, 1, &add_params(p, 1));
    }
    assert_eq!(c.sync(2).result, 0);
    assert_eq!(c.dtoh(p, 4, 2), 50u32.to_le_bytes());
    c.htod(flag, &[1; 4], 2);
    assert_eq!(c.sync(1).result, 0);
    assert_eq!(c.dtoh(p, 4, 2), 550u32.to_le_bytes());
    c.close();
}
