use std::io;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::time::Duration;

use protocol::preamble::Kind;
use protocol::resume::Challenge;
use zerocopy::IntoBytes;

use super::*;
use crate::Wire;
use crate::control::Deadline;
use crate::socket::{SocketWire, pair};

const CLIENT: Secret = [1; 32];
const WORKER: Secret = [2; 32];
const SOON: Duration = Duration::from_secs(5);

fn seals(client: &Secret, worker: &Secret) -> (Seal, Seal) {
    let seal = |secret: &Secret, peer: &Secret| Seal { secret: *secret, peer: hash_of(peer).unwrap() };
    (seal(client, worker), seal(worker, client))
}

type Met = (Result<SecureWire, SecureError>, Result<SecureWire, SecureError>);

/// Both sides shake hands over two sockets; these kinds, seals and limit.
fn meet(sockets: (SocketWire, SocketWire), kinds: (Kind, Kind), seals: (Seal, Seal)) -> Met {
    let (client, worker) = sockets;
    std::thread::scope(|s| {
        let accepting =
            s.spawn(move || seals.1.accept(kinds.1, worker, Deadline::after(SOON)).map_err(|e| e.0));
        let greeting = seals.0.greet(kinds.0, client).and_then(|g| g.finish(Deadline::after(SOON)));
        (greeting, accepting.join().unwrap())
    })
}

fn wires() -> (SecureWire, SecureWire) {
    let kinds = (Kind::Ordered, Kind::Ordered);
    let (client, worker) = meet(pair().unwrap(), kinds, seals(&CLIENT, &WORKER));
    (client.unwrap(), worker.unwrap())
}

fn noise(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 31 + i / 251) as u8).collect()
}

/// Between two ends, changes what goes from the first to the second; `None`: the connection ends.
fn between(change: impl Fn(usize, &mut Vec<u8>) + Send + 'static) -> (SocketWire, SocketWire) {
    let ((a, left), (right, b)) = (pair().unwrap(), pair().unwrap());
    let (left, right) = (Arc::new(left), Arc::new(right));
    for (from, to, change) in [(left.clone(), right.clone(), Some(change)), (right, left, None)] {
        std::thread::spawn(move || {
            let mut bytes = vec![0; 1 << 16];
            let mut at = 0;
            while let Ok(n @ 1..) = from.recv(&mut bytes) {
                let mut piece = bytes[..n].to_vec();
                change.iter().for_each(|change| change(at, &mut piece));
                at += n;
                if to.send_all(&[&piece]).is_err() {
                    break;
                }
            }
            to.shutdown();
        });
    }
    (a, b)
}

#[test]
fn what_is_sent_arrives_in_all_sizes() {
    let (client, worker) = wires();
    let sizes = [1, 5, 100, 16_383, 16_384, 16_385, 100_000, 3 << 20];
    std::thread::scope(|s| {
        for (from, to) in [(&client, &worker), (&worker, &client)] {
            s.spawn(move || {
                for size in sizes {
                    let bytes = noise(size);
                    let (first, second) = bytes.split_at(size / 3);
                    from.send_all(&[b"head", first, &[], second]).unwrap();
                }
            });
            s.spawn(move || {
                for size in sizes {
                    let mut got = vec![0; size + 4];
                    to.recv_exact(&mut got).unwrap();
                    assert!(got[..4] == *b"head" && got[4..] == noise(size), "{size}");
                }
            });
        }
    });
}

/// Records of a direction have several keys here: `RECORDS` is small in tests.
#[test]
fn keys_change_under_way() {
    let (client, worker) = wires();
    for round in 0..200u32 {
        client.send_all(&[&round.to_le_bytes()]).unwrap();
        let mut got = [0; 4];
        worker.recv_exact(&mut got).unwrap();
        assert_eq!(u32::from_le_bytes(got), round);
        if round % 3 == 0 {
            worker.send_all(&[&got]).unwrap();
            client.recv_exact(&mut got).unwrap();
        }
    }
}

#[test]
fn who_cannot_wait_sends_what_goes() {
    let (client, worker) = wires();
    let bytes = noise(32 << 20);
    std::thread::scope(|s| {
        s.spawn(|| {
            let (mut rest, mut waits) = (&bytes[..], 0);
            while !rest.is_empty() {
                match client.try_send(rest) {
                    Ok(n) => {
                        assert!(n > 0);
                        rest = &rest[n..];
                    }
                    Err(e) => {
                        assert_eq!(e.kind(), io::ErrorKind::WouldBlock);
                        waits += 1;
                        client.wait_writable(false, SOON).unwrap();
                    }
                }
            }
            assert!(waits > 0, "the socket took everything at once");
        });
        std::thread::sleep(Duration::from_millis(20));
        let mut got = vec![0; bytes.len()];
        worker.recv_exact(&mut got).unwrap();
        assert!(got == bytes);
    });
}

#[test]
fn nothing_that_was_received_waits_for_the_socket() {
    let (client, worker) = wires();
    assert!(!worker.wait_readable(Some(Duration::ZERO)).unwrap());
    client.send_all(&[b"one record"]).unwrap();
    let mut one = [0];
    for letter in b"one recor" {
        assert!(worker.wait_readable(Some(SOON)).unwrap());
        assert_eq!((worker.try_recv(&mut one).unwrap(), one[0]), (1, *letter));
    }
    assert!(worker.wait_readable_or_wake(Some(SOON)).unwrap());
    worker.wait_writable(true, SOON).unwrap();
    worker.recv(&mut one).unwrap();
    assert_eq!(worker.try_recv(&mut one).unwrap_err().kind(), io::ErrorKind::WouldBlock);
    assert!(!worker.wait_readable(Some(Duration::ZERO)).unwrap());
    // Another thread takes a part of what has come while one waits for the socket.
    std::thread::scope(|s| {
        let resting = s.spawn(|| worker.wait_readable_or_wake(Some(SOON)).unwrap());
        std::thread::sleep(Duration::from_millis(20));
        let mut rest = [0; 3];
        client.send_all(&[b"abc", b"d"]).unwrap();
        worker.recv(&mut rest).unwrap();
        assert!(resting.join().unwrap());
    });
    worker.wake();
    assert_eq!(worker.recv(&mut one).unwrap(), 1);
    assert!(!worker.wait_readable_or_wake(Some(SOON)).unwrap(), "that was a wake-up");
}

#[test]
fn what_follows_a_handshake_at_once_is_not_lost() {
    for size in [10, 40_000] {
        let (client, worker) = pair().unwrap();
        let (ours, theirs) = seals(&CLIENT, &WORKER);
        std::thread::scope(|s| {
            s.spawn(|| {
                let greeting = ours.greet(Kind::Bulk, client).unwrap();
                let wire = greeting.finish(Deadline::after(SOON)).unwrap();
                wire.send_all(&[&noise(size)]).unwrap();
            });
            let wire = theirs.accept(Kind::Bulk, worker, Deadline::after(SOON)).unwrap();
            let mut got = vec![0; size];
            wire.recv_exact(&mut got).unwrap();
            assert!(got == noise(size));
        });
    }
}

fn refused(what: &str, met: Met, client: &str, worker: &str) {
    // Who has said the last word of a handshake learns with the first record that the other does not agree.
    let client_says = met.0.map(|wire| wire.recv(&mut [0]).unwrap_err().to_string());
    let client_says = client_says.unwrap_or_else(|e| e.to_string());
    let worker_says = met.1.map(|_| String::new()).unwrap_or_else(|e| e.to_string());
    assert!(client_says.contains(client), "{what}: the client says: {client_says}");
    assert!(worker_says.contains(worker), "{what}: the worker says: {worker_says}");
}

#[test]
fn only_the_session_s_keys_are_taken_and_only_for_their_kind() {
    let kinds = (Kind::Ordered, Kind::Ordered);
    let (ours, theirs) = seals(&CLIENT, &WORKER);
    let stranger = Seal { secret: [9; 32], ..ours };
    let check = |what: &str, kinds, seals, client: &str, worker: &str| {
        refused(what, meet(pair().unwrap(), kinds, seals), client, worker);
    };
    check("another client", kinds, (stranger, theirs), "refuses the encrypted", "does not have the key");
    let stranger = Seal { secret: [9; 32], ..theirs };
    check("another worker", kinds, (ours, stranger), "does not have the key", "refuses the encrypted");
    for other in [Kind::Bulk, Kind::Resume, Kind::ResumeBulk] {
        let kinds = (Kind::Ordered, other);
        check("another kind", kinds, (ours, theirs), "refuses the encrypted", "");
        assert!(meet(pair().unwrap(), kinds, (ours, theirs)).1.is_err(), "{other:?}");
    }
}

#[test]
fn a_byte_that_was_changed_is_noticed_wherever_it_is() {
    // One of these makes a message longer than it is: the handshake is given up after a while. The first of the client's has some 250 bytes, its second some 300; then come records.
    for at in [7usize, 60, 200, 300, 450, 700, 1000, 5000, 20_000] {
        let sockets = between(move |begin, piece| {
            if let Some(byte) = at.checked_sub(begin).and_then(|i| piece.get_mut(i)) {
                *byte ^= 4;
            }
        });
        let (client, worker) = meet(sockets, (Kind::Bulk, Kind::Bulk), seals(&CLIENT, &WORKER));
        let bytes = noise(100_000);
        let mut got = Vec::new();
        let failed = match (&client, worker) {
            (Ok(client), Ok(worker)) => std::thread::scope(|s| {
                s.spawn(|| client.send_all(&[&bytes]));
                let mut piece = vec![0; 8192];
                loop {
                    match worker.recv(&mut piece) {
                        Ok(0) => panic!("{at}: it ends as if all were right"),
                        Ok(n) => got.extend_from_slice(&piece[..n]),
                        Err(e) => {
                            worker.shutdown();
                            client.shutdown();
                            break e.to_string();
                        }
                    }
                }
            }),
            (_, Err(e)) => e.to_string(),
            (Err(e), Ok(_)) => e.to_string(),
        };
        assert!(!failed.is_empty() && bytes.starts_with(&got) && got.len() < bytes.len(), "{at}: {failed}");
        if at >= 5000 {
            assert!(failed.contains("were changed on their way"), "{at}: {failed}");
        }
    }
}

#[test]
fn recorded_bytes_serve_nobody() {
    let recorded = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let record = recorded.clone();
    let sockets = between(move |_, piece| record.lock().extend_from_slice(piece));
    let (client, worker) = meet(sockets, (Kind::Resume, Kind::Resume), seals(&CLIENT, &WORKER));
    client.unwrap().send_all(&[b"again"]).unwrap();
    worker.unwrap().recv_exact(&mut [0; 5]).unwrap();
    let (replayer, socket) = pair().unwrap();
    replayer.send_all(&[&recorded.lock()]).unwrap();
    let (_, theirs) = seals(&CLIENT, &WORKER);
    let refused = theirs.accept(Kind::Resume, socket, Deadline::after(SOON)).unwrap_err();
    assert!(matches!(refused.0, SecureError::Tls(_)), "{:?}", refused.0);
}

#[test]
fn a_record_that_comes_twice_is_refused() {
    let sockets = between(|begin, piece| {
        // After the handshake: each piece is a record.
        if begin > 400 && piece.len() < 100 {
            let copy = piece.clone();
            piece.extend_from_slice(&copy);
        }
    });
    let (client, worker) = meet(sockets, (Kind::Ordered, Kind::Ordered), seals(&CLIENT, &WORKER));
    let worker = worker.unwrap();
    client.unwrap().send_all(&[b"once"]).unwrap();
    let mut got = [0; 8];
    let mut all = 0;
    let failed = loop {
        match worker.recv(&mut got[all..]) {
            Ok(n) => all += n,
            Err(e) => break e,
        }
    };
    assert!(all <= 4 && failed.to_string().contains("were changed"), "{all} {failed}");
}

#[test]
fn who_speaks_in_clear_is_told_apart() {
    let (ours, theirs) = seals(&CLIENT, &WORKER);
    let says = |bytes: &[u8]| {
        let (peer, socket) = pair().unwrap();
        peer.send_all(&[bytes]).unwrap();
        (peer, socket)
    };
    let accept = |bytes: &[u8]| {
        let (_peer, socket) = says(bytes);
        theirs.accept(Kind::Ordered, socket, Deadline::after(SOON)).unwrap_err().0
    };
    assert!(matches!(accept(&[7, 0, 0, 0, 1, 2, 3]), SecureError::Clear));
    assert!(matches!(accept(&[22, 3, 1, 0, 9, 1, 0, 0, 5, 9, 9, 9, 9, 9]), SecureError::Tls(_)));
    let finish = |bytes: &[u8]| {
        let (_peer, socket) = says(bytes);
        let greeting = ours.greet(Kind::Resume, socket).unwrap();
        greeting.finish(Deadline::after(SOON)).unwrap_err()
    };
    assert!(matches!(finish(Challenge::unknown_session().as_bytes()), SecureError::UnknownSession));
    assert!(matches!(finish(Challenge::new([3; 32]).as_bytes()), SecureError::Clear));
    assert!(matches!(finish(b"HTTP/1.1 400"), SecureError::Clear));
    // A handshake that never ends is given up for its length.
    let endless = [&[22, 3, 3, 0x40, 0, 1, 0, 0x3f, 0xff][..], &[0; 17_000]].concat();
    assert!(matches!(accept(&endless), SecureError::TooMuch | SecureError::Tls(_)));
}

#[test]
fn the_slow_and_the_silent_are_not_waited_for() {
    let (_, theirs) = seals(&CLIENT, &WORKER);
    let (peer, socket) = pair().unwrap();
    let limit = Deadline::after(Duration::from_millis(50));
    let failed = theirs.accept(Kind::Ordered, socket, limit).unwrap_err().0;
    assert!(failed.to_string().contains("in time"), "{failed}");
    drop(peer);
    let (peer, socket) = pair().unwrap();
    let (peer_fd, stop) = (peer.raw_fd(), Arc::new(std::sync::atomic::AtomicBool::new(false)));
    assert!(peer_fd >= 0 && peer.as_fd().as_raw_fd() == peer_fd);
    let stopped = stop.clone();
    let trickle = std::thread::spawn(move || {
        for byte in [22, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3].iter().chain(std::iter::repeat(&0)) {
            if stopped.load(std::sync::atomic::Ordering::Relaxed) || peer.send_all(&[&[*byte]]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let limit = Deadline::after(Duration::from_millis(100));
    let failed = theirs.accept(Kind::Ordered, socket, limit).unwrap_err();
    assert!(matches!(&failed.0, SecureError::Io(e) if e.kind() == io::ErrorKind::TimedOut), "{:?}", failed.0);
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    trickle.join().unwrap();
}

#[test]
fn a_stream_that_was_cut_short_gives_no_part_of_a_record() {
    let ((client, left), (right, worker)) = (pair().unwrap(), pair().unwrap());
    let relay = std::thread::spawn(move || {
        // Hands are shaken through the relay; of what follows the last byte is withheld.
        let copy = |from: &SocketWire, to: &SocketWire| {
            let mut bytes = [0; 4096];
            let n = from.recv(&mut bytes).unwrap();
            to.send_all(&[&bytes[..n]]).unwrap();
        };
        copy(&left, &right);
        copy(&right, &left);
        copy(&left, &right);
        let mut bytes = vec![0; 1000];
        let n = left.recv(&mut bytes).unwrap();
        right.send_all(&[&bytes[..n - 1]]).unwrap();
    });
    let (client, worker) = meet((client, worker), (Kind::Bulk, Kind::Bulk), seals(&CLIENT, &WORKER));
    client.unwrap().send_all(&[&noise(500)]).unwrap();
    assert_eq!(worker.unwrap().recv(&mut [0; 500]).unwrap(), 0);
    relay.join().unwrap();
}
