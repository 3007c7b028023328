//! Context-local storage through its public functions.

mod common;

use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_abi::{CUcontext, CUresult};
use cuda_contract::storage::{contexts_destroyed, delete, get, put};

use common::{CURRENT_NAMES, handle, set_current};

/// Contexts, keys and values that destructors were called with.
static DESTROYED: Mutex<Vec<[usize; 3]>> = Mutex::new(Vec::new());

unsafe extern "C" fn destructor(context: CUcontext, key: *mut c_void, value: *mut c_void) {
    if let Ok(mut destroyed) = DESTROYED.lock() {
        destroyed.push([context.addr(), key.addr(), value.addr()]);
    }
    // A runtime's destructor may come back.
    assert_eq!(get(context, key), Err(CUresult::INVALID_HANDLE));
}

fn store(context: CUcontext, key: usize, value: usize) -> CUresult {
    // SAFETY: the destructor is a function of this program.
    unsafe { put(context, handle(key), handle(value), Some(destructor)) }
}

fn load(context: CUcontext, key: usize) -> Result<usize, CUresult> {
    get(context, handle(key)).map(|value| value.addr())
}

#[test]
fn values_are_kept_per_context_and_key() {
    let absent = Err(CUresult::INVALID_HANDLE);
    let (a, b) = (handle(0xa0), handle(0xb0));
    assert_eq!(load(a, 1), absent);
    for (context, key, value) in [(a, 1, 11), (a, 2, 12), (b, 1, 21), (a, 1, 13)] {
        assert_eq!(store(context, key, value), CUresult::SUCCESS);
    }
    assert_eq!([load(a, 1), load(a, 2), load(b, 1), load(b, 2)], [Ok(13), Ok(12), Ok(21), absent]);
    assert_eq!(delete(a, handle(1)), CUresult::SUCCESS);
    assert_eq!(delete(a, handle(1)), CUresult::INVALID_HANDLE);
    assert_eq!([load(a, 1), load(a, 2)], [absent, Ok(12)]);
    assert_eq!(store(a, 1, 14), CUresult::SUCCESS);
    assert_eq!(load(a, 1), Ok(14));
}

#[test]
fn null_and_minus_one_are_the_current_context() {
    set_current(0);
    for name in CURRENT_NAMES {
        assert_eq!(load(name, 1), Err(CUresult::INVALID_CONTEXT));
        assert_eq!(store(name, 1, 1), CUresult::INVALID_CONTEXT);
        assert_eq!(delete(name, handle(1)), CUresult::INVALID_CONTEXT);
    }
    set_current(0xc0);
    for (i, name) in CURRENT_NAMES.into_iter().enumerate() {
        assert_eq!(store(name, i, 100 + i), CUresult::SUCCESS);
        assert_eq!(load(handle(0xc0), i), Ok(100 + i));
        assert_eq!(load(name, i), Ok(100 + i));
    }
}

#[test]
fn destructors_run_once_when_the_context_goes() {
    let (gone, stays) = (handle(0xd0), handle(0xe0));
    for key in [1, 2] {
        assert_eq!(store(gone, key, 10 * key), CUresult::SUCCESS);
    }
    assert_eq!(store(stays, 1, 1), CUresult::SUCCESS);
    // SAFETY: without destructor.
    assert_eq!(unsafe { put(gone, handle(3), ptr::null_mut(), None) }, CUresult::SUCCESS);
    contexts_destroyed(gone);
    contexts_destroyed(gone);
    let mut destroyed: Vec<_> = DESTROYED.lock().unwrap().clone();
    destroyed.retain(|call| call[0] == gone.addr());
    destroyed.sort_unstable();
    assert_eq!(destroyed, [[0xd0, 1, 10], [0xd0, 2, 20]]);
    assert_eq!(load(gone, 3), Err(CUresult::INVALID_HANDLE));
    assert_eq!(load(stays, 1), Ok(1));
}

/// Readers never see a value that was not stored for their context and key, while the table grows and shrinks.
#[test]
fn readers_and_writers() {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut hits = 0;
                    while !stop.load(Ordering::Relaxed) {
                        for key in 1..200 {
                            if let Ok(value) = load(handle(0xf00), key) {
                                assert_eq!(value, 0xf00 * 1000 + key);
                                hits += 1;
                            }
                        }
                    }
                    hits
                })
            })
            .collect();
        for round in 0..200 {
            for key in 1..200 {
                assert_eq!(store(handle(0xf00), key, 0xf00 * 1000 + key), CUresult::SUCCESS);
            }
            for key in (1..200).filter(|key| key % 3 == round % 3) {
                assert_eq!(delete(handle(0xf00), handle(key)), CUresult::SUCCESS);
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert!(readers.into_iter().all(|reader| reader.join().unwrap() > 0));
    });
}

/// A child that was forked while another thread wrote can read and write.
#[test]
fn storage_works_in_a_forked_child() {
    let stop = AtomicBool::new(false);
    assert_eq!(store(handle(0xaa0), 1, 7), CUresult::SUCCESS);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let _ = store(handle(0xab0), 1, 1);
                let _ = delete(handle(0xab0), handle(1));
            }
        });
        for _ in 0..200 {
            // SAFETY: the child calls only this crate and leaves by _exit.
            let child = unsafe { libc::fork() };
            if child == 0 {
                // SAFETY: alarm has no preconditions; it ends a child that hangs.
                unsafe { libc::alarm(5) };
                let kept = load(handle(0xaa0), 1) == Ok(7);
                let stored =
                    store(handle(0xaa0), 2, 8) == CUresult::SUCCESS && load(handle(0xaa0), 2) == Ok(8);
                // SAFETY: leaves at once, without destructors of the test program.
                unsafe { libc::_exit(i32::from(!(kept && stored))) };
            }
            let mut status = -1;
            // SAFETY: waits for the child made above.
            assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
            assert_eq!(status, 0);
        }
        stop.store(true, Ordering::Relaxed);
    });
}
