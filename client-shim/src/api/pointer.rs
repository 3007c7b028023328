//! What is known about an address.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;

use super::{Answer, array, ipc, not_null, put_if};
use crate::state::context::{Context, current};
use crate::state::memory::{self, Allocation};
use crate::state::pinned::{Origin, Pinned};
use crate::state::{self, Global};

pub(crate) unsafe fn cu_mem_get_address_range_v2(
    pbase: *mut CUdeviceptr,
    psize: *mut usize,
    dptr: CUdeviceptr,
) -> Answer {
    let g = state::global()?;
    current()?;
    let (base, bytes) = match (g.memory.find(dptr), g.pinned.find(dptr)) {
        (Some(a), _) => (a.base, a.bytes),
        (None, Some(p)) => (p.base, p.bytes),
        (None, None) => return Err(CUresult::NOT_FOUND),
    };
    // SAFETY: each is null or writable; the program may want only one.
    unsafe {
        put_if(pbase, base);
        put_if(psize, bytes as usize);
    }
    Ok(())
}

/// What an address belongs to.
enum Found {
    Device(Allocation),
    Pinned(Pinned),
}

impl Found {
    fn at(g: &Global, address: u64) -> Option<Found> {
        g.memory.find(address).map(Found::Device).or_else(|| g.pinned.find(address).map(Found::Pinned))
    }

    fn context(&self) -> &'static Context {
        match self {
            Found::Device(a) => a.context,
            Found::Pinned(p) => p.context,
        }
    }

    fn range(&self) -> (u64, u64) {
        match self {
            Found::Device(a) => (a.base, a.bytes),
            Found::Pinned(p) => (p.base, p.bytes),
        }
    }

    fn on_device(&self) -> bool {
        match self {
            Found::Device(_) => true,
            Found::Pinned(p) => p.managed || p.origin == Origin::Arena,
        }
    }
}

/// A value of an attribute: 4 or 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Word(u32),
    Long(u64),
}

/// An attribute of memory that is known.
fn value(found: &Found, address: u64, which: CUpointer_attribute) -> Result<Value, CUresult> {
    let (base, bytes) = found.range();
    Ok(match which {
        CU_POINTER_ATTRIBUTE_CONTEXT => Value::Long(match found {
            Found::Device(a) if a.origin == memory::Origin::Mapped => 0,
            _ => found.context().raw().addr() as u64,
        }),
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE => Value::Word(match found {
            Found::Pinned(p) if !p.managed => CU_MEMORYTYPE_HOST,
            _ => CU_MEMORYTYPE_DEVICE,
        }),
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER if found.on_device() => Value::Long(address),
        CU_POINTER_ATTRIBUTE_HOST_POINTER if matches!(found, Found::Pinned(_)) => Value::Long(address),
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER | CU_POINTER_ATTRIBUTE_HOST_POINTER => {
            return Err(CUresult::INVALID_VALUE);
        }
        CU_POINTER_ATTRIBUTE_BUFFER_ID => Value::Long(match found {
            Found::Device(a) => a.number,
            Found::Pinned(p) => p.base,
        }),
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Value::Word(found.context().device as u32),
        CU_POINTER_ATTRIBUTE_RANGE_START_ADDR | CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR => Value::Long(base),
        CU_POINTER_ATTRIBUTE_RANGE_SIZE | CU_POINTER_ATTRIBUTE_MAPPING_SIZE => Value::Long(bytes),
        CU_POINTER_ATTRIBUTE_MAPPED => Value::Word(u32::from(found.on_device())),
        CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => Value::Word(CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE),
        CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => {
            let pool = state::global()?.pools.pool_of(base);
            Value::Long(pool.map_or(0, |pool| pool.raw().addr() as u64))
        }
        CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES => Value::Long(0),
        CU_POINTER_ATTRIBUTE_IS_MANAGED => {
            Value::Word(u32::from(matches!(found, Found::Pinned(p) if p.managed)))
        }
        CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE => {
            let g = state::global()?;
            Value::Word(u32::from(matches!(found, Found::Device(a) if ipc::exportable(g, a))))
        }
        CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
        | CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE
        | CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => Value::Word(0),
        CU_POINTER_ATTRIBUTE_P2P_TOKENS => return Err(CUresult::NOT_SUPPORTED),
        _ => return Err(CUresult::INVALID_VALUE),
    })
}

/// What cuPointerGetAttributes answers where an attribute has no value.
fn absent(which: CUpointer_attribute) -> Option<Value> {
    Some(match which {
        CU_POINTER_ATTRIBUTE_CONTEXT
        | CU_POINTER_ATTRIBUTE_DEVICE_POINTER
        | CU_POINTER_ATTRIBUTE_HOST_POINTER
        | CU_POINTER_ATTRIBUTE_BUFFER_ID
        | CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
        | CU_POINTER_ATTRIBUTE_RANGE_SIZE
        | CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES
        | CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE
        | CU_POINTER_ATTRIBUTE_MAPPING_SIZE
        | CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR
        | CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID => Value::Long(0),
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => Value::Word(CU_DEVICE_INVALID as u32),
        CU_POINTER_ATTRIBUTE_P2P_TOKENS => return None,
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE..=CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE => Value::Word(0),
        _ => return None,
    })
}

/// # Safety
/// `data` is null or has room for the value.
unsafe fn write(data: *mut c_void, value: Value) {
    // SAFETY: the caller's contract.
    unsafe {
        match value {
            Value::Word(v) => put_if(data.cast(), v),
            Value::Long(v) => put_if(data.cast(), v),
        }
    }
}

pub(crate) unsafe fn cu_pointer_get_attribute(
    data: *mut c_void,
    attribute: CUpointer_attribute,
    ptr: CUdeviceptr,
) -> Answer {
    let g = state::global()?;
    not_null(data)?;
    let found = Found::at(g, ptr).ok_or(CUresult::INVALID_VALUE)?;
    let value = value(&found, ptr, attribute)?;
    // SAFETY: the program passes room for the attribute that it names.
    unsafe { write(data, value) };
    Ok(())
}

pub(crate) unsafe fn cu_pointer_get_attributes(
    numAttributes: c_uint,
    attributes: *mut CUpointer_attribute,
    data: *mut *mut c_void,
    ptr: CUdeviceptr,
) -> Answer {
    let g = state::global()?;
    array(attributes, numAttributes as usize)?;
    array(data, numAttributes as usize)?;
    let found = Found::at(g, ptr);
    for i in 0..numAttributes as usize {
        // SAFETY: both arrays have `numAttributes` elements.
        let (which, target) = unsafe { (attributes.add(i).read_unaligned(), data.add(i).read_unaligned()) };
        let known = found.as_ref().and_then(|f| value(f, ptr, which).ok());
        let value = known.or_else(|| absent(which)).ok_or(CUresult::INVALID_VALUE)?;
        // SAFETY: the program passes room for the attribute that it names.
        unsafe { write(target, value) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device() -> Found {
        let context = Context::new(1, 3, true, 0x40, Vec::new());
        Found::Device(Allocation {
            base: 0x1000,
            bytes: 0x100,
            context,
            number: 7,
            origin: memory::Origin::Allocated,
        })
    }

    #[test]
    fn device_memory_tells_its_attributes() {
        let cases = [
            (CU_POINTER_ATTRIBUTE_MEMORY_TYPE, Ok(Value::Word(CU_MEMORYTYPE_DEVICE))),
            (CU_POINTER_ATTRIBUTE_DEVICE_POINTER, Ok(Value::Long(0x1010))),
            (CU_POINTER_ATTRIBUTE_HOST_POINTER, Err(CUresult::INVALID_VALUE)),
            (CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, Ok(Value::Word(3))),
            (CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, Ok(Value::Long(0x1000))),
            (CU_POINTER_ATTRIBUTE_RANGE_SIZE, Ok(Value::Long(0x100))),
            (CU_POINTER_ATTRIBUTE_BUFFER_ID, Ok(Value::Long(7))),
            (0, Err(CUresult::INVALID_VALUE)),
        ];
        for (which, want) in cases {
            assert_eq!(value(&device(), 0x1010, which), want, "{which}");
        }
    }

    #[test]
    fn unknown_memory_has_no_type_and_no_device() {
        assert_eq!(absent(CU_POINTER_ATTRIBUTE_MEMORY_TYPE), Some(Value::Word(0)));
        assert_eq!(absent(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL), Some(Value::Word(-2i32 as u32)));
        assert_eq!(absent(99), None);
    }
}
