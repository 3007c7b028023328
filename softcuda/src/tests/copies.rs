//! Copies, fills, memory accounting.

use std::time::Duration;

use super::*;

fn free_bytes() -> usize {
    let (mut free, mut total) = (0, 0);
    assert_eq!(call!(cuMemGetInfo_v2(&mut free, &mut total)), OK);
    assert!(free <= total);
    free
}

#[test]
fn copies_of_all_sizes_arrive() {
    let session = Session::new();
    for len in [1usize, 3, 64, 4096, 65_536, 65_537, 1 << 20, 5 << 20] {
        let source: Vec<u8> = (0..len).map(|i| (i * 7 + len) as u8).collect();
        let mut back = vec![0u8; len];
        let (a, b) = (session.alloc(len), session.alloc(len));
        let stream = session.stream(1);
        assert_eq!(call!(cuMemcpyHtoDAsync_v2(a, source.as_ptr().cast(), len, stream)), OK);
        assert_eq!(call!(cuMemcpyDtoDAsync_v2(b, a, len, stream)), OK);
        assert_eq!(call!(cuMemcpyDtoHAsync_v2(back.as_mut_ptr().cast(), b, len, stream)), OK);
        assert_eq!(call!(cuStreamSynchronize(stream)), OK);
        assert!(back == source, "{len} bytes");
    }
}

#[test]
fn a_pageable_source_may_change_after_an_asynchronous_copy() {
    let session = Session::new();
    let stream = session.stream(1);
    let device = session.alloc(4096);
    let mut gate = Gate::new(&session);
    gate.close(stream);
    let mut source = vec![1u32; 1024];
    assert_eq!(call!(cuMemcpyHtoDAsync_v2(device, source.as_ptr().cast(), 4096, stream)), OK);
    source.fill(2);
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!(session.read(device, 1024), vec![1; 1024]);
}

#[test]
fn a_pinned_source_is_read_when_the_stream_arrives() {
    let session = Session::new();
    let stream = session.stream(1);
    let device = session.alloc(4);
    let source = session.pinned(1);
    let mut gate = Gate::new(&session);
    gate.close(stream);
    source[0] = 1;
    assert_eq!(call!(cuMemcpyHtoDAsync_v2(device, source.as_ptr().cast(), 4, stream)), OK);
    source[0] = 2;
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!(session.read(device, 1), [2]);
}

#[test]
fn wrong_ranges_are_refused() {
    let session = Session::new();
    let device = session.alloc(1000);
    let mut host = [0u8; 2000];
    let host = host.as_mut_ptr().cast::<c_void>();
    let invalid = CUresult::INVALID_VALUE;
    let check = |result: CUresult, expected: CUresult| assert_eq!(result, expected);
    check(call!(cuMemcpyHtoD_v2(device, host, 1000)), OK);
    check(call!(cuMemcpyHtoD_v2(device, host, 1001)), invalid);
    check(call!(cuMemcpyHtoD_v2(device + 500, host, 501)), invalid);
    check(call!(cuMemcpyHtoD_v2(0x10, host, 4)), invalid);
    check(call!(cuMemcpyHtoD_v2(device, std::ptr::null(), 4)), invalid);
    check(call!(cuMemcpyDtoH_v2(host, device, 1001)), invalid);
    check(call!(cuMemcpyDtoH_v2(host, device, usize::MAX)), invalid);
    check(call!(cuMemcpyDtoD_v2(device, 0x10, 4)), invalid);
    check(call!(cuMemsetD8_v2(device, 1, 1001)), invalid);
    check(call!(cuMemsetD32_v2(device + 1, 1, 1)), invalid);
    check(call!(cuMemsetD32_v2(device, 1, usize::MAX)), invalid);
    check(call!(cuMemFree_v2(device + 1)), invalid);
    check(call!(cuMemFree_v2(0x10)), invalid);
    check(call!(cuMemFree_v2(0)), OK);
    check(call!(cuMemFree_v2(device)), OK);
    check(call!(cuMemFree_v2(device)), invalid);
    check(call!(cuMemAlloc_v2(&mut 0, 0)), invalid);
    check(call!(cuMemAlloc_v2(std::ptr::null_mut(), 4)), invalid);
    check(call!(cuMemFreeHost(host)), invalid);
    check(call!(cuMemHostUnregister(host)), CUresult::HOST_MEMORY_NOT_REGISTERED);
}

#[test]
fn a_copy_of_rows() {
    let session = Session::new();
    let source: Vec<u8> = (0..64).collect();
    let device = session.alloc(64);
    assert_eq!(call!(cuMemsetD8_v2(device, 0xff, 64)), OK);
    // SAFETY: all members are integers and pointers, for which zero is valid.
    let mut copy: CUDA_MEMCPY2D = unsafe { std::mem::zeroed() };
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = source.as_ptr().cast();
    copy.srcPitch = 8;
    copy.srcXInBytes = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = device;
    copy.dstPitch = 16;
    copy.dstY = 1;
    copy.WidthInBytes = 4;
    copy.Height = 2;
    assert_eq!(call!(cuMemcpy2D_v2(&copy)), OK);
    let words = session.read(device, 16);
    assert_eq!(words[4].to_le_bytes(), [1, 2, 3, 4]);
    assert_eq!(words[8].to_le_bytes(), [9, 10, 11, 12]);
    assert_eq!(words[0], u32::MAX);
    copy.Height = 4;
    assert_eq!(call!(cuMemcpy2D_v2(&copy)), CUresult::INVALID_VALUE);
}

#[test]
fn fills_of_all_kinds() {
    let session = Session::new();
    let device = session.alloc(1024);
    let check = |result: CUresult, expected: &[u32]| {
        assert_eq!(result, OK);
        assert_eq!(session.read(device, expected.len()), expected);
    };
    check(call!(cuMemsetD8_v2(device, 0xab, 8)), &[0xabab_abab; 2]);
    check(call!(cuMemsetD16_v2(device, 0x1234, 4)), &[0x1234_1234; 2]);
    check(call!(cuMemsetD32_v2(device, 9, 2)), &[9, 9]);
    check(call!(cuMemsetD2D32_v2(device, 8, 1, 1, 2)), &[1, 9, 1]);
    check(call!(cuMemsetD2D8_v2(device, 4, 0, 2, 2)), &[0, 0]);
}

#[test]
fn memory_is_counted_and_limited() {
    let session = Session::new();
    let mut total = 0;
    assert_eq!(call!(cuDeviceTotalMem_v2(&mut total, 0)), OK);
    assert_eq!(call!(cuMemAlloc_v2(&mut 0, total + 1)), CUresult::OUT_OF_MEMORY);
    assert_eq!(call!(cuMemAlloc_v2(&mut 0, usize::MAX)), CUresult::OUT_OF_MEMORY);
    // Other tests allocate at the same time, but far less than this.
    let before = free_bytes();
    let big = session.alloc(1 << 30);
    assert!(before.abs_diff(free_bytes() + (1 << 30)) < 256 << 20);
    assert_eq!(call!(cuMemFree_v2(big)), OK);
    assert!(before.abs_diff(free_bytes()) < 256 << 20);
}

#[test]
fn a_context_takes_its_memory_along() {
    let session = Session::new();
    session.alloc(2 << 30);
    let during = free_bytes();
    drop(session);
    let _other = Session::new();
    assert!(free_bytes() > during + (1 << 30));
}

#[test]
fn freeing_waits_for_the_work() {
    let session = Session::new();
    let stream = session.stream(1);
    let device = session.alloc(4);
    let mut gate = Gate::new(&session);
    gate.close(stream);
    assert_eq!(call!(cuMemsetD32Async(device, 1, 1, stream)), OK);
    std::thread::scope(|scope| {
        let freeing = scope.spawn(|| {
            session.enter();
            call!(cuMemFree_v2(device))
        });
        std::thread::sleep(Duration::from_millis(5));
        assert!(!freeing.is_finished());
        gate.open();
        assert_eq!(freeing.join().unwrap(), OK);
    });
}

#[test]
fn registered_memory_is_known_while_it_is_registered() {
    let session = Session::new();
    let mut memory = vec![0u32; 1024];
    let p = memory.as_mut_ptr().cast::<c_void>();
    let mut kind = 0u32;
    let mut memory_type = || {
        let place = (&raw mut kind).cast();
        (call!(cuPointerGetAttribute(place, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p as u64)), kind)
    };
    assert_eq!(memory_type().0, CUresult::INVALID_VALUE);
    assert_eq!(call!(cuMemHostRegister_v2(p, 4096, 0)), OK);
    assert_eq!(call!(cuMemHostRegister_v2(p, 4096, 0)), CUresult::HOST_MEMORY_ALREADY_REGISTERED);
    assert_eq!(memory_type(), (OK, CU_MEMORYTYPE_HOST));
    let mut device = 0;
    assert_eq!(call!(cuMemHostGetDevicePointer_v2(&mut device, p, 0)), OK);
    assert_eq!(device, p as u64);
    assert_eq!(call!(cuMemHostUnregister(p)), OK);
    assert_eq!(memory_type().0, CUresult::INVALID_VALUE);
    drop(session);
}
