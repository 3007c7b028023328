//! Memory and events for other processes, as far as one process sees it. `tests/programs/ipc.cpp` has two.

use super::*;

fn blank() -> CUipcMemHandle {
    CUipcMemHandle { reserved: [0; 64] }
}

fn export(address: CUdeviceptr) -> Result<CUipcMemHandle, CUresult> {
    let mut handle = blank();
    call!(cuIpcGetMemHandle(&mut handle, address)).ok().map(|()| handle)
}

fn event_handle(event: CUevent) -> Result<CUipcEventHandle, CUresult> {
    let mut handle = CUipcEventHandle { reserved: [0; 64] };
    call!(cuIpcGetEventHandle(&mut handle, event)).ok().map(|()| handle)
}

#[test]
fn an_exported_allocation_keeps_its_bytes_and_its_handle() {
    let session = Session::new();
    let address = session.alloc(1 << 20);
    assert_eq!(call!(cuMemsetD32_v2(address, 7, 1 << 18)), OK);
    let handle = export(address).unwrap();
    assert_eq!(export(address + 4096).unwrap().reserved, handle.reserved);
    assert!(session.read(address, 1 << 18).iter().all(|word| *word == 7));
    assert_eq!(call!(cuMemsetD32_v2(address, 8, 1 << 18)), OK);
    assert!(session.read(address, 1 << 18).iter().all(|word| *word == 8));
    assert_eq!(call!(cuMemFree_v2(address)), OK);
    let again = session.alloc(1 << 20);
    assert!(session.read(again, 1 << 18).iter().all(|word| *word == 0));
    if again == address {
        assert_ne!(export(again).unwrap().reserved, handle.reserved);
    }
}

#[test]
fn only_allocations_of_its_own_are_exported() {
    let session = Session::new();
    let (stream, mut pooled, mut managed) = (session.stream(0), 0, 0);
    assert_eq!(call!(cuMemAllocAsync(&mut pooled, 4096, stream)), OK);
    assert_eq!(call!(cuMemAllocManaged(&mut managed, 4096, CU_MEM_ATTACH_GLOBAL)), OK);
    let pinned = session.pinned(1).as_ptr() as CUdeviceptr;
    for address in [0, 4096, pooled, managed, pinned] {
        assert_eq!(export(address).err(), Some(CUresult::INVALID_VALUE), "{address:#x}");
    }
    let capable = |address| {
        let mut capable = 2u32;
        let place = (&raw mut capable).cast::<c_void>();
        let which = CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE;
        assert_eq!(call!(cuPointerGetAttribute(place, which, address)), OK);
        capable
    };
    assert_eq!((capable(session.alloc(64)), capable(pooled), capable(pinned)), (1, 0, 0));
}

#[test]
fn what_cannot_be_opened_or_closed() {
    let session = Session::new();
    let own = export(session.alloc(4096)).unwrap();
    let open = |handle, flags| {
        let mut address = 0;
        call!(cuIpcOpenMemHandle_v2(&mut address, handle, flags))
    };
    assert_eq!(open(own, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUresult::INVALID_CONTEXT);
    assert_eq!(open(own, 0), CUresult::INVALID_VALUE);
    assert_eq!(open(blank(), CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUresult::INVALID_VALUE);
    assert_eq!(call!(cuIpcCloseMemHandle(session.alloc(64))), CUresult::INVALID_VALUE);
    assert_eq!(call!(cuIpcGetMemHandle(null_mut(), session.alloc(64))), CUresult::INVALID_VALUE);
}

/// An export waits for kernels and copies that run, not for streams that wait.
#[test]
fn a_stream_that_waits_holds_no_export_up() {
    let session = Session::new();
    let (stream, address, mut gate) = (session.stream(0), session.alloc(8 << 20), Gate::new(&session));
    gate.close(stream);
    assert_eq!(call!(cuMemsetD32Async(address, 3, 2 << 20, stream)), OK);
    export(address).unwrap();
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert!(session.read(address, 2 << 20).iter().all(|word| *word == 3));
}

/// What other streams write while memory moves is neither lost nor early.
#[test]
fn nothing_written_during_an_export_is_lost() {
    const WORDS: usize = 96 << 10;
    let session = Session::new();
    let blocks: Vec<_> =
        (0..8).map(|_| (session.stream(CU_STREAM_NON_BLOCKING), session.alloc(WORDS * 4))).collect();
    for (index, (_, exported)) in blocks.iter().enumerate() {
        for step in 0..6 {
            for (stream, address) in &blocks {
                let value = (index * 6 + step) as u32;
                assert_eq!(call!(cuMemsetD32Async(*address, value, WORDS, *stream)), OK);
            }
        }
        export(*exported).unwrap();
        for (stream, address) in &blocks {
            assert_eq!(call!(cuStreamSynchronize(*stream)), OK);
            assert!(session.read(*address, WORDS).iter().all(|word| *word == (index * 6 + 5) as u32));
        }
    }
}

#[test]
fn events_for_several_processes() {
    let session = Session::new();
    let create = |flags| {
        let mut event = null_mut();
        call!(cuEventCreate(&mut event, flags)).ok().map(|()| event)
    };
    assert_eq!(create(CU_EVENT_INTERPROCESS).err(), Some(CUresult::INVALID_VALUE));
    let event = create(CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING).unwrap();
    let handle = event_handle(event).unwrap();
    assert_eq!(event_handle(event).unwrap().reserved, handle.reserved);
    assert_eq!(event_handle(session.event(0)).err(), Some(CUresult::INVALID_HANDLE));
    let open = |handle| {
        let mut opened = null_mut();
        call!(cuIpcOpenEventHandle(&mut opened, handle))
    };
    assert_eq!(open(handle), CUresult::INVALID_CONTEXT);
    assert_eq!(open(CUipcEventHandle { reserved: blank().reserved }), CUresult::INVALID_HANDLE);

    // Its own process orders with it as with any event.
    let (before, after, mut gate) = (session.stream(0), session.stream(0), Gate::new(&session));
    let address = session.alloc(4);
    assert_eq!(call!(cuEventQuery(event)), OK);
    gate.close(before);
    assert_eq!(call!(cuMemsetD32Async(address, 1, 1, before)), OK);
    assert_eq!(call!(cuEventRecord(event, before)), OK);
    assert_eq!(call!(cuStreamWaitEvent(after, event, 0)), OK);
    assert_eq!(call!(cuMemsetD32Async(address, 2, 1, after)), OK);
    assert_eq!(call!(cuEventQuery(event)), CUresult::NOT_READY);
    gate.open();
    assert_eq!(call!(cuEventSynchronize(event)), OK);
    assert_eq!(call!(cuStreamSynchronize(after)), OK);
    assert_eq!(session.read(address, 1), [2]);
    assert_eq!(call!(cuEventQuery(event)), OK);
    let mut ms = 0.0;
    assert_eq!(call!(cuEventElapsedTime_v2(&mut ms, event, event)), CUresult::INVALID_HANDLE);
    assert_eq!(call!(cuEventDestroy_v2(event)), OK);
}
