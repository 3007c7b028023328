//! The trace of calls: off costs nothing, on is one line per call in a file. A program of its own, because the
//! environment is asked once.

use cuda_abi::{CUresult, function, resolve};
use cuda_contract::Trace;

static OFF: Trace = Trace::new("CONTRACT_TEST_TRACE_OFF");
static ON: Trace = Trace::new("CONTRACT_TEST_TRACE");

/// Two pages of which only the first, with `abc` and a NUL at its end, can be read.
fn unreadable_after_a_page() -> u64 {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: new pages; the text lies in the first, which stays writable.
    unsafe {
        let page = libc::mmap(std::ptr::null_mut(), 8192, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
        assert_ne!(page, libc::MAP_FAILED);
        assert_eq!(libc::mprotect(page.add(4096), 4096, libc::PROT_NONE), 0);
        std::ptr::copy_nonoverlapping(c"abc".as_ptr(), page.add(4092).cast(), 4);
        page.expose_provenance() as u64
    }
}

#[test]
fn one_line_per_call() {
    let path = std::env::temp_dir().join(format!("contract-trace-{}", std::process::id()));
    // SAFETY: the only test of its program, and no thread reads the environment yet.
    unsafe {
        std::env::set_var("CONTRACT_TEST_TRACE", &path);
        std::env::set_var("CONTRACT_TEST_TRACE_OFF", "0");
    }
    assert!(OFF.start().is_none());
    let init = function(3).unwrap();
    let (count, get) = (function(6).unwrap(), resolve("cuModuleGetFunction", 13050, false).unwrap());
    for result in [CUresult::SUCCESS, CUresult::NO_DEVICE, CUresult(12345)] {
        let started = ON.start().unwrap();
        ON.finish(started, init, &[7], result);
    }
    // A text that ends at the end of readable memory, a result, and addresses that are none.
    let page = unreadable_after_a_page();
    let name = page + 4096 - 4;
    let number = 42i32;
    ON.finish(ON.start().unwrap(), get, &[8, 16, name], CUresult::NOT_FOUND);
    ON.finish(ON.start().unwrap(), get, &[8, 16, page + 4096], CUresult::NOT_FOUND);
    ON.finish(
        ON.start().unwrap(),
        count,
        &[(&raw const number).expose_provenance() as u64],
        CUresult::SUCCESS,
    );
    ON.finish(ON.start().unwrap(), count, &[u64::MAX - 3], CUresult::SUCCESS);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let unreadable =
        format!("cuModuleGetFunction(hfunc=0x8, hmod=0x10, name={:#x}) = CUDA_ERROR_NOT_FOUND", page + 4096);
    let ends = [
        "cuInit(Flags=7) = CUDA_SUCCESS",
        "cuInit(Flags=7) = CUDA_ERROR_NO_DEVICE",
        "cuInit(Flags=7) = 12345",
        "cuModuleGetFunction(hfunc=0x8, hmod=0x10, name=\"abc\") = CUDA_ERROR_NOT_FOUND",
        &unreadable,
        "cuDeviceGetCount(count=[42]) = CUDA_SUCCESS",
        "cuDeviceGetCount(count=0xfffffffffffffffc) = CUDA_SUCCESS",
    ];
    assert_eq!(text.lines().count(), ends.len(), "{text}");
    for (line, end) in text.lines().zip(ends) {
        let (thread, call) = line.split_once(' ').unwrap();
        assert!(thread.parse::<u32>().is_ok(), "{line}");
        let (call, time) = call.strip_suffix(" µs").unwrap().rsplit_once(' ').unwrap();
        assert_eq!(call, end);
        assert!(time.parse::<u64>().is_ok(), "{line}");
    }
}
