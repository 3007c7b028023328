//! The trace of calls: off costs nothing, on is one line per call in a file. A program of its own, because the
//! environment is asked once.

use cuda_abi::{CUresult, function};
use cuda_contract::Trace;

static OFF: Trace = Trace::new("CONTRACT_TEST_TRACE_OFF");
static ON: Trace = Trace::new("CONTRACT_TEST_TRACE");

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
    for result in [CUresult::SUCCESS, CUresult::NO_DEVICE, CUresult(12345)] {
        let started = ON.start().unwrap();
        ON.finish(started, init, &[7], result);
    }
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let ends = [
        "cuInit(Flags=7) = CUDA_SUCCESS",
        "cuInit(Flags=7) = CUDA_ERROR_NO_DEVICE",
        "cuInit(Flags=7) = 12345",
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
