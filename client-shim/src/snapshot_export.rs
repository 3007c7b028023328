//! What the shim of NVML asks of this library: two functions, found with dlsym.

use std::panic::catch_unwind;

use crate::state;

/// Calls `take` with the bytes (postcard) of the session's [`protocol::snapshot::Snapshot`]; connects if need be. Returns 0, or a CUresult
/// when there is no session.
///
/// # Safety
/// `take` accepts `data` and any bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn bifrost_snapshot_1(
    data: *mut std::ffi::c_void,
    take: unsafe extern "C" fn(data: *mut std::ffi::c_void, bytes: *const u8, length: usize),
) -> i32 {
    let answer = catch_unwind(|| {
        let g = state::connect()?;
        let mut bytes = Vec::new();
        protocol::control::encode(&g.snapshot, &mut bytes).map_err(|_| cuda_abi::CUresult::UNKNOWN)?;
        Ok(bytes)
    });
    match answer {
        Ok(Ok(bytes)) => {
            // SAFETY: the caller's contract; the bytes live across the call.
            unsafe { take(data, bytes.as_ptr(), bytes.len()) };
            0
        }
        Ok(Err(code)) => {
            let code: cuda_abi::CUresult = code;
            code.0
        }
        Err(_) => cuda_abi::CUresult::UNKNOWN.0,
    }
}

/// Free and total bytes of the partition on a device. While the program has no context there, what is free is what is not
/// allocated here. Returns a CUresult.
///
/// # Safety
/// Both pointers are writable.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn bifrost_memory_1(device: i32, free: *mut u64, total: *mut u64) -> i32 {
    let answer: Result<Result<(u64, u64), cuda_abi::CUresult>, _> = catch_unwind(|| {
        let g = state::connect()?;
        // NVML counts the devices that the program does not see too.
        let place = usize::try_from(device).map_err(|_| cuda_abi::CUresult::INVALID_DEVICE)?;
        let all = g.snapshot.devices.get(place).ok_or(cuda_abi::CUresult::INVALID_DEVICE)?.total_mem;
        match g.primary_at(place) {
            Some(context) if context.is_open() => crate::api::memory::memory_info(g, context),
            Some(context) => Ok((all.saturating_sub(g.memory.used(context)), all)),
            None => Ok((all, all)),
        }
    });
    match answer {
        Ok(Ok((free_now, all))) => {
            // SAFETY: the caller's contract.
            unsafe {
                free.write(free_now);
                total.write(all);
            }
            0
        }
        Ok(Err(code)) => code.0,
        Err(_) => cuda_abi::CUresult::UNKNOWN.0,
    }
}
