//! Memory pools and allocations in the order of streams.

use std::ffi::c_void;

use super::*;

const BAD: CUresult = CUresult::INVALID_VALUE;

fn props() -> CUmemPoolProps {
    CUmemPoolProps {
        allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
        handleTypes: CU_MEM_HANDLE_TYPE_NONE,
        location: CUmemLocation {
            r#type: CU_MEM_LOCATION_TYPE_DEVICE,
            anon: CUmemLocation_v1_anon { id: 0 },
        },
        win32SecurityAttributes: null_mut(),
        maxSize: 0,
        usage: 0,
        gpuDirectRDMACapable: 0,
        reserved: [0; 53],
    }
}

fn pool(props: &CUmemPoolProps) -> CUmemoryPool {
    let mut pool = null_mut();
    assert_eq!(call!(cuMemPoolCreate(&mut pool, props)), OK);
    pool
}

fn amount(pool: CUmemoryPool, which: u32) -> u64 {
    let mut value = 0u64;
    assert_eq!(call!(cuMemPoolGetAttribute(pool, which, (&raw mut value).cast::<c_void>())), OK);
    value
}

#[test]
fn memory_is_used_until_freed_and_reserved_until_the_stream_comes_by() {
    let session = Session::new();
    let (stream, pool) = (session.stream(1), pool(&props()));
    let mut gate = Gate::new(&session);
    let mut p = 0;
    assert_eq!(call!(cuMemAllocFromPoolAsync(&mut p, 4096, pool, stream)), OK);
    gate.close(stream);
    assert_eq!(call!(cuMemsetD32Async(p, 1, 1024, stream)), OK);
    assert_eq!(call!(cuMemFreeAsync(p, stream)), OK);
    assert_eq!(call!(cuMemFreeAsync(p, stream)), BAD);
    assert_eq!(call!(cuMemFree_v2(p)), BAD);
    let used = |which| amount(pool, which);
    assert_eq!(
        (used(CU_MEMPOOL_ATTR_USED_MEM_CURRENT), used(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)),
        (0, 4096)
    );
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!((used(CU_MEMPOOL_ATTR_USED_MEM_HIGH), used(CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)), (4096, 0));
    assert_eq!(call!(cuMemPoolDestroy(pool)), OK);
    assert_eq!(call!(cuMemPoolDestroy(pool)), BAD);
}

#[test]
fn a_limit_holds_and_settings_stay() {
    let session = Session::new();
    let (stream, limited) = (session.stream(1), pool(&CUmemPoolProps { maxSize: 8192, ..props() }));
    let mut p = 0;
    assert_eq!(call!(cuMemAllocFromPoolAsync(&mut p, 8193, limited, stream)), CUresult::OUT_OF_MEMORY);
    assert_eq!(call!(cuMemAllocFromPoolAsync(&mut p, 8192, limited, stream)), OK);
    assert_eq!(call!(cuMemFree_v2(p)), OK);
    assert_eq!(amount(limited, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 0);
    let mut threshold = 77u64;
    let set =
        call!(cuMemPoolSetAttribute(limited, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, (&raw mut threshold).cast()));
    assert_eq!((set, amount(limited, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)), (OK, 77));
    let set =
        call!(cuMemPoolSetAttribute(limited, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, (&raw mut threshold).cast()));
    assert_eq!(set, BAD);
    for (change, want) in [
        (CUmemPoolProps { allocType: CU_MEM_ALLOCATION_TYPE_INVALID, ..props() }, BAD),
        (CUmemPoolProps { handleTypes: CU_MEM_HANDLE_TYPE_FABRIC, ..props() }, CUresult::NOT_SUPPORTED),
    ] {
        assert_eq!(call!(cuMemPoolCreate(&mut null_mut(), &change)), want);
    }
}
