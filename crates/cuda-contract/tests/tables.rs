//! The private tables as their callers use them.

mod common;

use std::ffi::c_void;
use std::mem::transmute;
use std::ptr;

use cuda_abi::{CUcontext, CUdevice, CUfunction, CUmodule, CUresult, CUstream};
use cuda_contract::export_table;

use common::{LOG, handle, set_current, table};

const CUDART: u128 = 0x6bd5fb6c_5bf4_e74a_8987_d93912fd9df9;
const HOOKS: u128 = 0xa094798c_2e74_2e74_93f2_0800200c0a66;
const TLS: u128 = 0x42d85a81_23f6_cb47_8298_f6e78a3aecdc;
const STORAGE: u128 = 0xc693336e_1121_df11_a8c3_68f355d89593;
const CHECKS: u128 = 0x263e8860_7cd2_6143_92f6_bbd5006dfa7e;
const INTEGRITY: u128 = 0xd4082055_bde6_704b_8d34_ba123c66e1f2;
const IDS: u128 = 0x21318c60_9714_3248_8ca6_41ff7324c8f2;
const FUNCTIONS: u128 = 0x6e163fbe_b958_444d_835c_e182aff1991e;
const OPTIONS: u128 = 0x1734dc26_800d_4745_8726_c0f1e7dd8bca;
const PROFILING: u128 = 0x7cb63f9b_9ca4_8e42_a484_beb66e6aed7f;

/// A slot as a function of the given type.
macro_rules! slot {
    ($uuid:expr, $slot:literal, $ty:ty) => {{
        let address = table($uuid).unwrap().slot($slot);
        // SAFETY: the slot holds a function of this type.
        unsafe { transmute::<*const c_void, $ty>(address) }
    }};
}

#[test]
fn sizes_and_no_null_slot() {
    let cases = [
        (CUDART, 13),
        (HOOKS, 7),
        (TLS, 4),
        (CHECKS, 4),
        (INTEGRITY, 3),
        (IDS, 64),
        (FUNCTIONS, 8),
        (OPTIONS, 8),
        (PROFILING, 32),
    ];
    for (uuid, slots) in cases {
        let table = table(uuid).unwrap();
        assert_eq!(table.slot(0).addr(), slots * 8, "{uuid:x}");
        assert!((1..slots).all(|slot| !table.slot(slot).is_null()), "{uuid:x}");
    }
    let storage = table(STORAGE).unwrap();
    let nulls = [0, 1, 2, 3].map(|slot| storage.slot(slot).is_null());
    assert_eq!(nulls, [false, false, false, true]);
}

#[test]
fn slots_beyond_the_end_are_refused() {
    for uuid in [CUDART, HOOKS, TLS, CHECKS, INTEGRITY, IDS, FUNCTIONS, OPTIONS, PROFILING] {
        assert_eq!(slot!(uuid, 70, extern "C" fn() -> CUresult)(), CUresult::NOT_SUPPORTED, "{uuid:x}");
        assert_eq!(slot!(uuid, 127, extern "C" fn() -> CUresult)(), CUresult::NOT_SUPPORTED, "{uuid:x}");
    }
}

#[test]
fn unknown_tables_are_refused_and_named_once() {
    for _ in 0..2 {
        assert_eq!(table(0x1234), Err(CUresult::INVALID_VALUE));
    }
    let lines = LOG.lock().unwrap().iter().filter(|line| line.contains("1234 is not known")).count();
    assert_eq!(lines, 1);
    // SAFETY: null is allowed.
    assert_eq!(unsafe { export_table(ptr::null_mut(), ptr::null()) }, CUresult::INVALID_VALUE);
}

#[test]
fn unknown_slots_are_refused_and_named_once() {
    for _ in 0..2 {
        assert_eq!(slot!(IDS, 5, extern "C" fn() -> CUresult)(), CUresult::NOT_SUPPORTED);
    }
    assert_eq!(slot!(OPTIONS, 4, extern "C" fn() -> CUresult)(), CUresult::NOT_SUPPORTED);
    let lines: Vec<_> = LOG.lock().unwrap().iter().filter(|line| line.contains("slot 5 ")).cloned().collect();
    assert_eq!(lines, ["slot 5 of the private table 21318c60971432488ca641ff7324c8f2 is not known"]);
}

#[test]
fn runtime_table() {
    let primary = slot!(CUDART, 2, extern "C" fn(*mut CUcontext, CUdevice) -> CUresult);
    let mut context = ptr::null_mut();
    assert_eq!((primary(&mut context, 1), context), (CUresult::SUCCESS, handle(0x1001)));
    assert_eq!((primary(&mut context, 7), context), (CUresult::INVALID_DEVICE, handle(0x1001)));
    assert_eq!(primary(ptr::null_mut(), 0), CUresult::INVALID_VALUE);

    let mut module = ptr::null_mut();
    let image = handle(0xf00).cast_const();
    let short = slot!(CUDART, 1, extern "C" fn(*mut CUmodule, *const c_void) -> CUresult);
    assert_eq!((short(&mut module, image), module), (CUresult::SUCCESS, handle(0xf00)));
    assert_eq!(short(&mut module, ptr::null()), CUresult::INVALID_VALUE);
    assert_eq!(slot!(CUDART, 12, extern "C" fn() -> CUresult)(), CUresult::SUCCESS);
}

#[test]
fn tool_flags_are_zero() {
    for (entry, least) in [
        (slot!(HOOKS, 2, extern "C" fn(*mut *mut usize, *mut usize) -> CUresult), 567),
        (slot!(HOOKS, 6, extern "C" fn(*mut *mut usize, *mut usize) -> CUresult), 14),
    ] {
        let (mut flags, mut count) = (ptr::null_mut(), 0);
        assert_eq!(entry(&mut flags, &mut count), CUresult::SUCCESS);
        assert!(count >= least);
        // SAFETY: the table says that so many flags are there.
        assert!(unsafe { std::slice::from_raw_parts(flags, count) }.iter().all(|&flag| flag == 0));
    }
}

#[test]
fn contexts_and_streams() {
    set_current(0x55);
    let mut context = ptr::null_mut();
    assert_eq!(slot!(TLS, 2, extern "C" fn(*mut CUcontext) -> CUresult)(&mut context), CUresult::SUCCESS);
    assert_eq!(context, handle(0x55));

    let id = slot!(IDS, 4, extern "C" fn(CUcontext, *mut u64) -> CUresult);
    for (context, expected) in [(handle(0x66), 0x66), (ptr::null_mut(), 0x55), (handle(usize::MAX), 0x55)] {
        let mut found = 0;
        assert_eq!((id(context, &mut found), found), (CUresult::SUCCESS, expected));
    }
    let stream = slot!(IDS, 51, extern "C" fn(CUcontext, CUstream, *mut CUstream, u32) -> CUresult);
    for (given, per_thread, expected) in [(0, 0, 1), (0, 1, 2), (9, 1, 9)] {
        let mut found = ptr::null_mut();
        assert_eq!(stream(ptr::null_mut(), handle(given), &mut found, per_thread), CUresult::SUCCESS);
        assert_eq!(found, handle(expected));
    }
    let check = slot!(CHECKS, 2, extern "C" fn(CUcontext, *mut u32, *mut *const c_void) -> CUresult);
    let mut flags = 7;
    assert_eq!((check(handle(0x55), &mut flags, ptr::null_mut()), flags), (CUresult::SUCCESS, 0));
}

unsafe extern "C" fn collect(list: *mut c_void, function: CUfunction) {
    // SAFETY: the test passes its vector.
    unsafe { &mut *list.cast::<Vec<usize>>() }.push(function.addr());
}

#[test]
fn functions_of_a_module() {
    type Visitor = unsafe extern "C" fn(*mut c_void, CUfunction);
    let visit = slot!(FUNCTIONS, 7, extern "C" fn(CUcontext, CUmodule, Option<Visitor>, *mut c_void) -> u32);
    let mut list: Vec<usize> = Vec::new();
    let data = ptr::from_mut(&mut list).cast();
    assert_eq!(visit(ptr::null_mut(), handle(1), Some(collect), data), 1);
    assert_eq!(visit(ptr::null_mut(), ptr::null_mut(), Some(collect), data), 0);
    assert_eq!(visit(ptr::null_mut(), handle(1), None, data), 0);
    assert_eq!(list, [0x71, 0x72]);
}

/// The two fixed answers, and that every question but those depends on the time. That the runtime takes the digest is
/// seen by running it: a wrong one is error 103 at its first call.
#[test]
fn integrity() {
    let check = slot!(INTEGRITY, 1, extern "C" fn(u32, u64, *mut [u64; 2]) -> CUresult);
    let ask = |version, seconds| {
        let mut out = [0; 2];
        assert_eq!(check(version, seconds, &mut out), CUresult::SUCCESS);
        out
    };
    assert_eq!(ask(13050, 1), [0x3341181c03cb675c, 0x8ed383aa1f4cd1e8]);
    assert_eq!(ask(13051, 1), [0x1841181c03cb675c, 0x8ed383aa1f4cd1e8]);
    assert_eq!(ask(13052, 1), ask(13052, 1));
    assert_ne!(ask(13052, 1), ask(13052, 2));
}
