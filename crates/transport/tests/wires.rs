//! The contract of `Wire`, checked in the same way over TCP, Unix sockets and memory.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use transport::{Wire, memory, socket};

type Pair = (Box<dyn Wire>, Box<dyn Wire>);

/// Long enough for anything that happens at all on a busy machine.
const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(50);

fn tcp() -> Pair {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let a = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let b = listener.accept().unwrap().0;
    (
        Box::new(socket::SocketWire::new(a.into()).unwrap()),
        Box::new(socket::SocketWire::new(b.into()).unwrap()),
    )
}

fn unix() -> Pair {
    let (a, b) = socket::pair().unwrap();
    (Box::new(a), Box::new(b))
}

fn in_memory() -> Pair {
    let (a, b) = memory::pair(100_000, None, None);
    (Box::new(a), Box::new(b))
}

fn delayed() -> Pair {
    let mut n = 0u64;
    let hold = move |_| {
        n += 1;
        Duration::from_micros(n * 37 % 400)
    };
    let (a, b) = memory::pair(1 << 20, Some(Box::new(hold)), Some(Box::new(hold)));
    (Box::new(a), Box::new(b))
}

fn bytes(n: usize) -> Vec<u8> {
    (0..n as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

fn parts_arrive_joined_and_in_order((a, b): Pair) {
    let data = bytes(30_000);
    // More parts than one system call takes, among them empty ones.
    let cuts: Vec<usize> = (0..=40).map(|i| i * 700 + i % 3).collect();
    let mut parts: Vec<&[u8]> = cuts.windows(2).map(|w| &data[w[0]..w[1]]).collect();
    parts.insert(0, &[]);
    parts.insert(20, &[]);
    parts.push(&data[cuts[40]..]);
    a.send_all(&parts).unwrap();
    a.send_all(&[]).unwrap();
    a.send_all(&[&[], &[]]).unwrap();
    let mut got = vec![0; data.len()];
    b.recv_exact(&mut got).unwrap();
    assert!(got == data);
    b.send_all(&[b"back"]).unwrap();
    let mut back = [0; 4];
    a.recv_exact(&mut back).unwrap();
    assert_eq!(&back, b"back");
}

fn recv_gives_what_is_there((a, b): Pair) {
    let mut buf = [0; 100];
    assert_eq!(b.try_recv(&mut buf).unwrap_err().kind(), ErrorKind::WouldBlock);
    a.send_all(&[b"abc"]).unwrap();
    assert!(b.wait_readable(Some(LONG)).unwrap());
    assert_eq!((b.try_recv(&mut buf[..2]).unwrap(), &buf[..2]), (2, &b"ab"[..]));
    assert_eq!((b.recv(&mut buf).unwrap(), buf[0]), (1, b'c'));
    assert_eq!(b.try_recv(&mut buf).unwrap_err().kind(), ErrorKind::WouldBlock);
}

fn times_are_kept((a, b): Pair) {
    let start = Instant::now();
    assert!(!b.wait_readable(Some(SHORT)).unwrap());
    assert!(!b.wait_readable(Some(Duration::ZERO)).unwrap());
    a.send_all(&[b"ab"]).unwrap();
    let error = b.recv_exact_timeout(&mut [0; 3], SHORT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TimedOut);
    assert!(start.elapsed() >= 2 * SHORT && start.elapsed() < LONG);
    a.send_all(&[b"cde"]).unwrap();
    let mut got = [0; 3];
    b.recv_exact_timeout(&mut got, LONG).unwrap();
    assert_eq!(&got, b"cde", "what came before the time was over is gone, the rest is there");
}

fn wake_ends_one_wait((a, b): Pair) {
    // A future wait; several wake-ups are one.
    b.wake();
    b.wake();
    assert!(!b.wait_readable_or_wake(Some(LONG)).unwrap());
    let start = Instant::now();
    assert!(!b.wait_readable_or_wake(Some(SHORT)).unwrap());
    assert!(start.elapsed() >= SHORT, "the wake-up was used up");
    // A present wait, without limit.
    std::thread::scope(|s| {
        let waiting = s.spawn(|| b.wait_readable_or_wake(None).unwrap());
        std::thread::sleep(SHORT);
        b.wake();
        assert!(!waiting.join().unwrap());
    });
    // Bytes come first, the wake-up stays for the wait that finds none.
    a.send_all(&[b"x"]).unwrap();
    assert!(b.wait_readable_or_wake(Some(LONG)).unwrap());
    b.wake();
    assert!(b.wait_readable_or_wake(Some(LONG)).unwrap());
    b.recv_exact(&mut [0]).unwrap();
    assert!(!b.wait_readable_or_wake(Some(LONG)).unwrap());
    // Other waits leave it alone.
    b.wake();
    assert!(!b.wait_readable(Some(SHORT)).unwrap());
    assert!(!b.wait_readable_or_wake(Some(LONG)).unwrap());
    // The peer does not notice.
    assert!(!a.wait_readable(Some(Duration::ZERO)).unwrap());
}

fn a_full_connection_says_so((a, b): Pair) {
    let piece = vec![7; 64 * 1024];
    let mut sent = 0;
    loop {
        match a.try_send(&piece) {
            Ok(n) => sent += n,
            Err(e) => {
                assert_eq!(e.kind(), ErrorKind::WouldBlock);
                let start = Instant::now();
                a.wait_writable(true, SHORT).unwrap();
                // TCP may make room once more.
                if start.elapsed() >= SHORT {
                    break;
                }
            }
        }
    }
    // What arrives ends one kind of wait.
    b.send_all(&[b"x"]).unwrap();
    let start = Instant::now();
    a.wait_writable(true, LONG).unwrap();
    assert!(start.elapsed() < LONG);
    let start = Instant::now();
    a.wait_writable(false, SHORT).unwrap();
    assert!(start.elapsed() >= SHORT);
    b.recv_exact(&mut vec![0; sent]).unwrap();
    a.wait_writable(false, LONG).unwrap();
    assert!(a.try_send(b"y").unwrap() == 1);
}

fn shutdown_ends_all_waits((a, b): Pair) {
    let (done, ends) = mpsc::channel();
    std::thread::scope(|s| {
        for wire in [&a, &b] {
            let done = done.clone();
            s.spawn(move || done.send(wire.recv(&mut [0; 8]).map(|n| n as u64)));
        }
        std::thread::sleep(SHORT);
        a.shutdown();
        for _ in 0..2 {
            // Zero bytes: the stream has ended.
            assert_eq!(ends.recv_timeout(LONG).expect("a wait goes on after shutdown").unwrap(), 0);
        }
    });
    for wire in [&a, &b] {
        assert!(wire.wait_readable(None).unwrap(), "an end is readable");
        assert_eq!(wire.try_recv(&mut [0; 8]).unwrap(), 0);
        assert_eq!(wire.recv_exact(&mut [0; 8]).unwrap_err().kind(), ErrorKind::UnexpectedEof);
        assert_eq!(wire.recv_exact_timeout(&mut [0; 8], LONG).unwrap_err().kind(), ErrorKind::UnexpectedEof);
        wire.shutdown();
    }
}

fn shutdown_ends_a_send_that_waits((a, b): Pair) {
    let (done, end) = mpsc::channel();
    std::thread::scope(|s| {
        // Far more than any buffer takes, and nobody reads.
        s.spawn(|| done.send(a.send_all(&[&vec![1; 64 << 20]])));
        std::thread::sleep(SHORT);
        // The sender's own end: TCP does not tell a sender with a full window that its peer has shut down, only that it has closed.
        a.shutdown();
        check_broken(end.recv_timeout(LONG).expect("a send goes on after shutdown"));
    });
    drop(b);
}

fn check_broken(result: io::Result<()>) {
    let kind = result.unwrap_err().kind();
    assert!(matches!(kind, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset), "{kind:?}");
}

fn bytes_before_the_end_arrive((a, b): Pair) {
    a.send_all(&[b"last words"]).unwrap();
    drop(a);
    let mut got = [0; 10];
    b.recv_exact(&mut got).unwrap();
    assert_eq!(&got, b"last words");
    assert_eq!(b.recv(&mut got).unwrap(), 0);
}

static SIGPIPES: AtomicU32 = AtomicU32::new(0);

extern "C" fn count(_: libc::c_int) {
    SIGPIPES.fetch_add(1, Ordering::SeqCst);
}

fn sending_to_a_closed_peer_is_an_error_and_no_signal((a, b): Pair) {
    // SAFETY: the handler only adds to an atomic. Without one, Rust's runtime ignores the signal and hides it.
    unsafe { libc::signal(libc::SIGPIPE, count as *const () as libc::sighandler_t) };
    drop(b);
    // TCP learns of the end from the answer to the first send.
    let start = Instant::now();
    let result = loop {
        match a.send_all(&[&[1; 1000], &[2; 1000]]) {
            Ok(()) if start.elapsed() < LONG => std::thread::yield_now(),
            other => break other,
        }
    };
    check_broken(result);
    check_broken(a.send_all(&[b"again"]));
    assert_eq!(SIGPIPES.load(Ordering::SeqCst), 0, "SIGPIPE was raised");
}

fn much_goes_through_both_ways_at_once((a, b): Pair) {
    let data = bytes(64 << 20);
    std::thread::scope(|s| {
        for (from, to) in [(&a, &b), (&b, &a)] {
            s.spawn(|| data.chunks(10 << 20).for_each(|c| from.send_all(&[&c[..7], &c[7..]]).unwrap()));
            s.spawn(|| {
                let mut got = vec![0; data.len()];
                let (exact, rest) = got.split_at_mut(1 << 20);
                to.recv_exact(exact).unwrap();
                to.recv_exact_timeout(rest, 10 * LONG).unwrap();
                assert!(got == data);
            });
        }
    });
}

macro_rules! contract {
    ($($check:ident)*) => {
        mod over_tcp { $(#[test] fn $check() { super::$check(super::tcp()) })* }
        mod over_unix { $(#[test] fn $check() { super::$check(super::unix()) })* }
        mod over_memory { $(#[test] fn $check() { super::$check(super::in_memory()) })* }
        mod over_delayed_memory { $(#[test] fn $check() { super::$check(super::delayed()) })* }
    };
}

contract! {
    parts_arrive_joined_and_in_order
    recv_gives_what_is_there
    times_are_kept
    wake_ends_one_wait
    a_full_connection_says_so
    shutdown_ends_all_waits
    shutdown_ends_a_send_that_waits
    bytes_before_the_end_arrive
    sending_to_a_closed_peer_is_an_error_and_no_signal
    much_goes_through_both_ways_at_once
}

/// The check above can fail: a plain write to a closed peer raises SIGPIPE.
#[test]
fn a_plain_write_would_raise_sigpipe() {
    static RAISED: AtomicU32 = AtomicU32::new(0);
    extern "C" fn raised(_: libc::c_int) {
        RAISED.fetch_add(1, Ordering::SeqCst);
    }
    // In a child, so that the handlers of the two tests do not meet.
    // SAFETY: the child only makes system calls and exits.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let mut fds = [0; 2];
        // SAFETY: async-signal-safe calls on descriptors of our own; `fds` holds two.
        unsafe {
            libc::signal(libc::SIGPIPE, raised as *const () as libc::sighandler_t);
            libc::socketpair(libc::AF_UNIX, libc::SOCK_STREAM, 0, fds.as_mut_ptr());
            libc::close(fds[1]);
            libc::write(fds[0], c"x".as_ptr().cast(), 1);
            libc::_exit(RAISED.load(Ordering::SeqCst) as i32);
        }
    }
    let mut status = 0;
    // SAFETY: waits for our own child; `status` is valid.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(libc::WEXITSTATUS(status), 1);
}
