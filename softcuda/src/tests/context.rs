//! Contexts, devices, handles.

use super::*;

#[test]
fn forged_handles_give_errors() {
    let session = Session::new();
    let stream = session.stream(0);
    let event = session.event(0);
    for forged in
        [3usize, 0xdead_beef, 0x7fff_ffff_fff0, usize::MAX, stream as usize + 16, event as usize + 16]
    {
        let forged = forged as *mut c_void;
        let handle = CUresult::INVALID_HANDLE;
        assert_eq!(call!(cuStreamSynchronize(forged)), handle);
        assert_eq!(call!(cuStreamDestroy_v2(forged)), handle);
        assert_eq!(call!(cuEventRecord(forged, stream)), handle);
        assert_eq!(call!(cuEventRecord(event, forged)), handle);
        assert_eq!(call!(cuEventDestroy_v2(forged)), handle);
        assert_eq!(call!(cuModuleUnload(forged)), handle);
        assert_eq!(call!(cuLibraryUnload(forged)), handle);
        assert_eq!(call!(cuCtxPushCurrent_v2(forged)), CUresult::INVALID_CONTEXT);
        assert_eq!(call!(cuCtxDestroy_v2(forged)), CUresult::INVALID_CONTEXT);
        let mut value = 0;
        assert_eq!(call!(cuFuncGetAttribute(&mut value, 0, forged)), handle);
    }
    assert_eq!(call!(cuFuncGetAttribute(&mut 0, 0, null_mut())), CUresult::INVALID_HANDLE);
    assert_eq!(call!(cuStreamDestroy_v2(null_mut())), CUresult::INVALID_HANDLE);
}

#[test]
fn a_stream_belongs_to_its_context() {
    let first = Session::new();
    let stream = first.stream(0);
    let second = Session::new();
    assert_eq!(call!(cuStreamSynchronize(stream)), CUresult::INVALID_HANDLE);
    drop(second);
    first.enter();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
}

#[test]
fn contexts_are_stacked() {
    let session = Session::new();
    let mut other = null_mut();
    assert_eq!(call!(cuCtxCreate_v2(&mut other, 0, 0)), OK);
    let mut current = null_mut();
    assert_eq!(call!(cuCtxGetCurrent(&mut current)), OK);
    assert_eq!(current, other);
    let mut popped = null_mut();
    assert_eq!(call!(cuCtxPopCurrent_v2(&mut popped)), OK);
    assert_eq!(popped, other);
    assert_eq!(call!(cuCtxGetCurrent(&mut current)), OK);
    assert_eq!(current, session.context);
    assert_eq!(call!(cuCtxDestroy_v2(other)), OK);
    assert_eq!(call!(cuCtxPushCurrent_v2(other)), CUresult::INVALID_CONTEXT);
}

#[test]
fn without_a_context_calls_say_so() {
    drop(Session::new());
    std::thread::spawn(|| {
        assert_eq!(call!(cuCtxSynchronize()), CUresult::INVALID_CONTEXT);
        assert_eq!(call!(cuMemAlloc_v2(&mut 0, 4)), CUresult::INVALID_CONTEXT);
        assert_eq!(call!(cuCtxPopCurrent_v2(null_mut())), CUresult::INVALID_CONTEXT);
    })
    .join()
    .unwrap();
}

#[test]
fn the_primary_context_lives_while_it_is_retained() {
    let _session = Session::new();
    let (mut a, mut b) = (null_mut(), null_mut());
    assert_eq!(call!(cuDevicePrimaryCtxRetain(&mut a, 0)), OK);
    assert_eq!(call!(cuDevicePrimaryCtxRetain(&mut b, 0)), OK);
    assert_eq!(a, b);
    assert_eq!(call!(cuCtxSetCurrent(a)), OK);
    assert_eq!(call!(cuCtxSynchronize()), OK);
    assert_eq!(call!(cuDevicePrimaryCtxRelease_v2(0)), OK);
    assert_eq!(call!(cuCtxSynchronize()), OK);
    assert_eq!(call!(cuCtxDestroy_v2(a)), CUresult::INVALID_CONTEXT);
    let mut address = 0;
    assert_eq!(call!(cuMemAlloc_v2(&mut address, 4)), OK);
    assert_eq!(call!(cuDevicePrimaryCtxReset_v2(0)), OK);
    assert_eq!(call!(cuMemFree_v2(address)), CUresult::INVALID_VALUE);
    assert_eq!(call!(cuDevicePrimaryCtxRelease_v2(0)), OK);
    assert_eq!(call!(cuCtxSynchronize()), CUresult::CONTEXT_IS_DESTROYED);
    assert_eq!(call!(cuDevicePrimaryCtxRelease_v2(0)), CUresult::INVALID_CONTEXT);
    assert_eq!(call!(cuCtxSetCurrent(null_mut())), OK);
}

#[test]
fn every_attribute_has_a_value_and_others_are_refused() {
    drop(Session::new());
    for attribute in 1..CU_DEVICE_ATTRIBUTE_MAX {
        let mut value = i32::MIN;
        assert_eq!(call!(cuDeviceGetAttribute(&mut value, attribute, 0)), OK, "{attribute}");
        assert_ne!(value, i32::MIN, "{attribute}");
    }
    for attribute in [0, CU_DEVICE_ATTRIBUTE_MAX, u32::MAX] {
        assert_eq!(call!(cuDeviceGetAttribute(&mut 0, attribute, 0)), CUresult::INVALID_VALUE);
    }
    assert_eq!(call!(cuDeviceGetAttribute(&mut 0, 1, 1)), CUresult::INVALID_DEVICE);
    assert_eq!(call!(cuDeviceGetAttribute(&mut 0, 1, -1)), CUresult::INVALID_DEVICE);
}

#[test]
fn identity_is_consistent() {
    drop(Session::new());
    let mut id = [0 as std::ffi::c_char; 32];
    assert_eq!(call!(cuDeviceGetPCIBusId(id.as_mut_ptr(), 32, 0)), OK);
    let mut device = -1;
    assert_eq!(call!(cuDeviceGetByPCIBusId(&mut device, id.as_ptr())), OK);
    assert_eq!(device, 0);
    let mut uuid = CUuuid { bytes: [0; 16] };
    assert_eq!(call!(cuDeviceGetUuid_v2(&mut uuid, 0)), OK);
    assert_eq!(&uuid.bytes[..8], b"softcuda");
}

#[test]
fn null_outputs_are_refused() {
    let session = Session::new();
    let invalid = CUresult::INVALID_VALUE;
    assert_eq!(call!(cuDeviceGetCount(null_mut())), invalid);
    assert_eq!(call!(cuStreamCreate(null_mut(), 0)), invalid);
    assert_eq!(call!(cuEventCreate(null_mut(), 0)), invalid);
    assert_eq!(call!(cuModuleLoadData(null_mut(), c"".as_ptr().cast())), invalid);
    assert_eq!(call!(cuCtxGetCurrent(null_mut())), invalid);
    assert_eq!(call!(cuStreamCreate(&mut null_mut(), 2)), invalid);
    assert_eq!(call!(cuEventCreate(&mut null_mut(), 8)), invalid);
    drop(session);
}

#[test]
fn limits_of_the_context() {
    let _session = Session::new();
    let get = |limit| {
        let mut value = 1;
        call!(cuCtxGetLimit(&mut value, limit)).ok().map(|()| value)
    };
    assert_eq!(call!(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048)), OK);
    assert_eq!(get(CU_LIMIT_STACK_SIZE), Ok(2048));
    // What there is not is off, not unknown.
    for limit in CU_LIMIT_SHMEM_SIZE..CU_LIMIT_MAX {
        assert_eq!(get(limit), Ok(0), "{limit}");
        assert_eq!(call!(cuCtxSetLimit(limit, 1)), CUresult::UNSUPPORTED_LIMIT);
    }
    assert_eq!(get(CU_LIMIT_MAX), Err(CUresult::INVALID_VALUE));
}
