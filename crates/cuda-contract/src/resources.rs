//! What a device has for programs that divide it among green contexts: the answers of `cu*GetDevResource`. There are no
//! green contexts here, so that a device, its contexts and their streams all have the whole of it.

use std::ffi::c_int;

use cuda_abi::*;

/// The device's resources of a kind, from a look-up of its attributes.
///
/// # Errors
/// CUDA_ERROR_INVALID_RESOURCE_TYPE for what is no kind, CUDA_ERROR_NOT_SUPPORTED for queues of work.
pub fn of_device(
    kind: CUdevResourceType,
    attribute: impl Fn(CUdevice_attribute) -> c_int,
) -> Result<CUdevResource, CUresult> {
    match kind {
        CU_DEV_RESOURCE_TYPE_SM => Ok(whole(multiprocessors(attribute))),
        CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG | CU_DEV_RESOURCE_TYPE_WORKQUEUE => {
            Err(CUresult::NOT_SUPPORTED)
        }
        _ => Err(CUresult::INVALID_RESOURCE_TYPE),
    }
}

/// All multiprocessors, with the sizes of parts that the manual gives for a compute capability.
fn multiprocessors(attribute: impl Fn(CUdevice_attribute) -> c_int) -> CUdevSmResource {
    let of = |which| u32::try_from(attribute(which)).unwrap_or(0);
    let (least, aligned) = match of(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) {
        0..=6 => (1, 1),
        7 => (2, 2),
        8 => (4, 2),
        _ => (8, 8),
    };
    CUdevSmResource {
        smCount: of(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        minSmPartitionSize: least,
        smCoscheduledAlignment: aligned,
        ..CUdevSmResource::default()
    }
}

fn whole(sm: CUdevSmResource) -> CUdevResource {
    CUdevResource {
        r#type: CU_DEV_RESOURCE_TYPE_SM,
        _internal_padding: [0; 92],
        sm,
        _oversize: [0; 20],
        nextResource: std::ptr::null_mut(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use super::*;

    #[test]
    fn all_multiprocessors_of_a_device() {
        for (major, least, aligned) in [(6, 1, 1), (7, 2, 2), (8, 4, 2), (9, 8, 8), (12, 8, 8)] {
            let attribute = |which| match which {
                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => major,
                CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT => 24,
                _ => unreachable!("no other attribute is asked for"),
            };
            let found = of_device(CU_DEV_RESOURCE_TYPE_SM, attribute).unwrap();
            assert_eq!(found.r#type, CU_DEV_RESOURCE_TYPE_SM);
            assert_eq!(
                (found.sm.smCount, found.sm.minSmPartitionSize, found.sm.smCoscheduledAlignment),
                (24, least, aligned),
                "compute capability {major}"
            );
        }
    }

    #[test]
    fn kinds_that_there_are_none_of() {
        for (kind, error) in [
            (CU_DEV_RESOURCE_TYPE_INVALID, CUresult::INVALID_RESOURCE_TYPE),
            (2, CUresult::INVALID_RESOURCE_TYPE),
            (CU_DEV_RESOURCE_TYPE_WORKQUEUE, CUresult::NOT_SUPPORTED),
        ] {
            assert_eq!(of_device(kind, |_| 0).map(|found| found.sm), Err(error), "{kind}");
        }
    }
}
