//! Virtual memory management.

use super::*;

const GRANULE: usize = 2 << 20;
const INVALID: CUresult = CUresult::INVALID_VALUE;

fn properties(device: i32) -> CUmemAllocationProp {
    // SAFETY: a C structure of numbers and a pointer, for which zeros are valid.
    let mut properties: CUmemAllocationProp = unsafe { std::mem::zeroed() };
    properties.r#type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location = location(device);
    properties
}

fn location(device: i32) -> CUmemLocation {
    CUmemLocation { r#type: CU_MEM_LOCATION_TYPE_DEVICE, anon: CUmemLocation_v1_anon { id: device } }
}

fn create(granules: usize) -> Result<u64, CUresult> {
    let mut handle = 0;
    call!(cuMemCreate(&mut handle, granules * GRANULE, &properties(0), 0)).ok().map(|()| handle)
}

fn reserve(granules: usize) -> CUdeviceptr {
    let mut base = 0;
    assert_eq!(call!(cuMemAddressReserve(&mut base, granules * GRANULE, 0, 0, 0)), OK);
    base
}

fn access(at: CUdeviceptr, granules: usize, flags: u32) -> CUresult {
    let wanted = CUmemAccessDesc { location: location(0), flags };
    call!(cuMemSetAccess(at, granules * GRANULE, &wanted, 1))
}

fn free_bytes() -> usize {
    let mut free = 0;
    assert_eq!(call!(cuMemGetInfo_v2(&mut free, null_mut())), OK);
    free
}

/// Memory mapped at each of `places`, in granules from the start of the reservation, and accessible.
fn mapped(places: &[usize]) -> CUdeviceptr {
    let base = reserve(8);
    for place in places {
        let (at, handle) = (base + (place * GRANULE) as u64, create(1).unwrap());
        assert_eq!(call!(cuMemMap(at, GRANULE, 0, handle, 0)), OK);
        assert_eq!(call!(cuMemRelease(handle)), OK);
        assert_eq!(access(at, 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE), OK);
    }
    base
}

fn end(base: CUdeviceptr, mapped: &[(usize, usize)]) {
    for (place, granules) in mapped {
        assert_eq!(call!(cuMemUnmap(base + (place * GRANULE) as u64, granules * GRANULE)), OK);
    }
    assert_eq!(call!(cuMemAddressFree(base, 8 * GRANULE)), OK);
}

#[test]
fn an_array_spans_neighbouring_mappings() {
    let session = Session::alone();
    let base = mapped(&[0, 1]);
    let words = 2 * GRANULE / 4;
    assert_eq!(call!(cuMemsetD32_v2(base, 5, words)), OK);
    assert_eq!(session.read(base + GRANULE as u64 - 8, 4), [5; 4]);
    // Beyond the second there is nothing.
    assert_eq!(call!(cuMemsetD32_v2(base, 5, words + 1)), INVALID);
    end(base, &[(0, 2)]);
}

#[test]
fn memory_goes_where_it_is_mapped() {
    let session = Session::alone();
    let (first, second) = (reserve(8), reserve(8));
    let handle = create(1).unwrap();
    for base in [first, second] {
        assert_eq!(call!(cuMemMap(base, GRANULE, 0, handle, 0)), OK);
        assert_eq!(access(base, 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE), OK);
    }
    assert_eq!(call!(cuMemsetD32_v2(first, 9, 16)), OK);
    assert_eq!(session.read(second, 16), [9; 16]);
    end(first, &[(0, 1)]);
    assert_eq!(session.read(second, 1), [9]);
    assert_eq!(call!(cuMemRelease(handle)), OK);
    end(second, &[(0, 1)]);
}

#[test]
fn memory_is_taken_at_creation_and_given_back_with_its_last_use() {
    let _session = Session::alone();
    let before = free_bytes();
    let handle = create(3).unwrap();
    assert_eq!(free_bytes(), before - 3 * GRANULE);
    let base = reserve(8);
    assert_eq!(call!(cuMemMap(base, 3 * GRANULE, 0, handle, 0)), OK);
    assert_eq!(call!(cuMemRelease(handle)), OK);
    assert_eq!(free_bytes(), before - 3 * GRANULE);
    end(base, &[(0, 3)]);
    assert_eq!(free_bytes(), before);
    assert_eq!(create(1 << 20), Err(CUresult::OUT_OF_MEMORY));
    assert_eq!(free_bytes(), before);
}

#[test]
fn new_memory_is_zero() {
    let session = Session::alone();
    for value in [0xffff_ffff, 1] {
        let base = mapped(&[0]);
        assert_eq!(session.read(base, 1), [0]);
        assert_eq!(call!(cuMemsetD32_v2(base, value, GRANULE / 4)), OK);
        end(base, &[(0, 1)]);
    }
}

#[test]
fn access_is_what_was_set() {
    let _session = Session::alone();
    let base = reserve(8);
    let handle = create(2).unwrap();
    let used = |at| call!(cuMemsetD8_v2(at, 1, 1));
    assert_eq!(call!(cuMemMap(base, 2 * GRANULE, 0, handle, 0)), OK);
    assert_eq!(used(base), INVALID);
    let told = || {
        let mut flags = 0;
        assert_eq!(call!(cuMemGetAccess(&mut flags, &location(0), base + 1)), OK);
        flags as u32
    };
    assert_eq!(told(), CU_MEM_ACCESS_FLAGS_PROT_NONE);
    assert_eq!(access(base, 2, CU_MEM_ACCESS_FLAGS_PROT_READWRITE), OK);
    assert_eq!((used(base), told()), (OK, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    assert_eq!(access(base, 2, CU_MEM_ACCESS_FLAGS_PROT_NONE), OK);
    assert_eq!((used(base), told()), (INVALID, CU_MEM_ACCESS_FLAGS_PROT_NONE));
    assert_eq!(access(base, 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE), INVALID, "part of a mapping");
    assert_eq!(access(base, 2, 2), INVALID);
    assert_eq!(call!(cuMemRelease(handle)), OK);
    end(base, &[(0, 2)]);
}

#[test]
fn handles_are_counted() {
    let _session = Session::alone();
    let handle = create(1).unwrap();
    let base = reserve(8);
    let retain = |at: CUdeviceptr| {
        let mut retained = 0;
        let address = std::ptr::with_exposed_provenance_mut(at as usize);
        call!(cuMemRetainAllocationHandle(&mut retained, address)).ok().map(|()| retained)
    };
    assert_eq!(retain(base), Err(INVALID));
    assert_eq!(call!(cuMemMap(base, GRANULE, 0, handle, 0)), OK);
    assert_eq!(retain(base + 5), Ok(handle));
    let mut told = properties(7);
    assert_eq!(call!(cuMemGetAllocationPropertiesFromHandle(&mut told, handle)), OK);
    // SAFETY: the location is a device's.
    let device = unsafe { told.location.anon.id };
    assert_eq!((device, told.requestedHandleTypes), (0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    assert_eq!(call!(cuMemRelease(handle)), OK);
    assert_eq!(call!(cuMemRelease(handle)), OK);
    assert_eq!(call!(cuMemRelease(handle)), INVALID);
    let again = retain(base).unwrap();
    assert_eq!(call!(cuMemRelease(again)), OK);
    end(base, &[(0, 1)]);
}

#[test]
fn what_cannot_be() {
    let _session = Session::alone();
    let granularity = |properties: &CUmemAllocationProp, option| {
        let mut granularity = 0;
        call!(cuMemGetAllocationGranularity(&mut granularity, properties, option)).ok().map(|()| granularity)
    };
    assert_eq!(granularity(&properties(0), CU_MEM_ALLOC_GRANULARITY_MINIMUM), Ok(GRANULE));
    assert_eq!(granularity(&properties(0), CU_MEM_ALLOC_GRANULARITY_RECOMMENDED), Ok(GRANULE));
    assert_eq!(granularity(&properties(0), 2), Err(INVALID));
    assert_eq!(granularity(&properties(64), 0), Err(CUresult::INVALID_DEVICE));
    let mut out = 0;
    assert_eq!(call!(cuMemCreate(&mut out, GRANULE + 1, &properties(0), 0)), INVALID);
    assert_eq!(call!(cuMemCreate(&mut out, 0, &properties(0), 0)), INVALID);
    assert_eq!(call!(cuMemCreate(&mut out, GRANULE, std::ptr::null(), 0)), INVALID);
    assert_eq!(call!(cuMemAddressReserve(&mut out, 100, 0, 0, 0)), INVALID);
    assert_eq!(call!(cuMemAddressReserve(&mut out, GRANULE, 3, 0, 0)), INVALID);
    let (base, handle) = (mapped(&[0, 2]), create(1).unwrap());
    let map = |place: usize, size| call!(cuMemMap(base + (place * GRANULE) as u64, size, 0, handle, 0));
    assert_eq!(map(2, GRANULE), INVALID, "taken");
    assert_eq!(map(1, 2 * GRANULE), INVALID, "more than there is");
    assert_eq!(map(8, GRANULE), INVALID, "behind the end");
    assert_eq!(map(1, 4096), INVALID, "less than a granule");
    assert_eq!(call!(cuMemMap(base, GRANULE, GRANULE, handle, 0)), INVALID);
    assert_eq!(call!(cuMemUnmap(base, 3 * GRANULE)), INVALID, "a hole");
    assert_eq!(call!(cuMemUnmap(base + GRANULE as u64, GRANULE)), INVALID, "nothing");
    assert_eq!(call!(cuMemAddressFree(base, 8 * GRANULE)), INVALID, "in use");
    assert_eq!(call!(cuMemRelease(handle)), OK);
    end(base, &[(0, 1), (2, 1)]);
    assert_eq!(call!(cuMemAddressFree(base, 8 * GRANULE)), INVALID, "gone");
}

#[test]
fn pointers_tell_their_device() {
    let _session = Session::alone();
    let base = mapped(&[0, 1]);
    let (mut kind, mut context): (u32, CUcontext) = (0, std::ptr::dangling_mut());
    let mut places = [(&raw mut kind).cast::<c_void>(), (&raw mut context).cast()];
    let mut wanted = [CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_CONTEXT];
    let at = base + GRANULE as u64 + 8;
    assert_eq!(call!(cuPointerGetAttributes(2, wanted.as_mut_ptr(), places.as_mut_ptr(), at)), OK);
    assert_eq!((kind, context), (CU_MEMORYTYPE_DEVICE, null_mut()));
    end(base, &[(0, 2)]);
}
