//! Scalars, opaque handles, callbacks, and the constants that C declares with `#define`.

use std::ffi::{c_char, c_int, c_void};

use super::{CUlogLevel, CUresult};

/// A device ordinal as the driver counts it.
pub type CUdevice = c_int;
/// An address in device memory.
pub type CUdeviceptr = u64;
/// An address in device memory as the API before CUDA 3.2 knew it.
pub type CUdeviceptr_v1 = u32;
/// A texture object.
pub type CUtexObject = u64;
/// A surface object.
pub type CUsurfObject = u64;
/// A graph's condition.
pub type CUgraphConditionalHandle = u64;
/// A piece of physical device memory.
pub type CUmemGenericAllocationHandle = u64;
/// A logical endpoint of the fabric.
pub type CUlogicalEndpointId = u32;
/// A position in the driver's log.
pub type CUlogIterator = u32;

/// Declares opaque handles.
macro_rules! handles {
    ($($ty:ident: $doc:literal,)*) => {
        $(
            #[doc = concat!("A handle of ", $doc, ".")]
            pub type $ty = *mut c_void;
        )*
    };
}

handles! {
    CUcontext: "a context",
    CUmodule: "a module",
    CUfunction: "a function of a module; since CUDA 12 a kernel may stand in its place",
    CUlibrary: "a library",
    CUkernel: "a kernel of a library",
    CUarray: "an array",
    CUmipmappedArray: "a mipmapped array",
    CUtexref: "a texture reference",
    CUsurfref: "a surface reference",
    CUevent: "an event",
    CUstream: "a stream",
    CUgraphicsResource: "a graphics resource",
    CUexternalMemory: "imported memory",
    CUexternalSemaphore: "an imported semaphore",
    CUgraph: "a graph",
    CUgraphNode: "a graph node",
    CUgraphExec: "an executable graph",
    CUmemoryPool: "a memory pool",
    CUuserObject: "a user object of graphs",
    CUgraphDeviceNode: "a graph node that the device may change",
    CUasyncCallbackHandle: "an asynchronous notification",
    CUgreenCtx: "a green context",
    CUlinkState: "a linker run",
    CUdevResourceDesc: "a description of device resources",
    CUcheckpointOperationHandle: "a checkpoint operation",
    CUcoredumpCallbackHandle: "a core dump notification",
    CUlogsCallbackHandle: "a log notification",
}

/// A function that a stream calls on the host.
pub type CUhostFn = Option<unsafe extern "C" fn(user_data: *mut c_void)>;
/// A callback of cuStreamAddCallback.
pub type CUstreamCallback =
    Option<unsafe extern "C" fn(stream: CUstream, status: CUresult, user_data: *mut c_void)>;
/// Tells the dynamic shared memory in bytes that a block of so many threads needs.
pub type CUoccupancyB2DSize = Option<unsafe extern "C" fn(block_size: c_int) -> usize>;
/// A notification about a device.
pub type CUasyncCallback =
    Option<unsafe extern "C" fn(info: *mut c_void, user_data: *mut c_void, callback: CUasyncCallbackHandle)>;
/// A notification about the driver's log.
pub type CUlogsCallback =
    Option<unsafe extern "C" fn(data: *mut c_void, level: CUlogLevel, message: *mut c_char, length: usize)>;
/// A notification about a core dump.
pub type CUcoredumpStatusCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, pid: c_int, device: CUdevice)>;
/// A report about a node that a recapture changes.
pub type CUgraphRecaptureCallback = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        node: CUgraphNode,
        original: *const c_void,
        recaptured: *const c_void,
        status: u32,
    ) -> CUresult,
>;

/// An attribute of a kernel node is a launch attribute.
pub type CUkernelNodeAttrID = super::CUlaunchAttributeID;
/// An attribute of a stream is a launch attribute.
pub type CUstreamAttrID = super::CUlaunchAttributeID;
/// The value of a kernel node's attribute.
pub type CUkernelNodeAttrValue = super::CUlaunchAttributeValue;
/// The value of a stream's attribute.
pub type CUstreamAttrValue = super::CUlaunchAttributeValue;

/// The legacy default stream, which synchronises with the other blocking streams of its context.
pub const CU_STREAM_LEGACY: CUstream = std::ptr::without_provenance_mut(0x1);
/// The calling thread's own default stream.
pub const CU_STREAM_PER_THREAD: CUstream = std::ptr::without_provenance_mut(0x2);

/// The host, where a device is expected.
pub const CU_DEVICE_CPU: CUdevice = -1;
/// No device.
pub const CU_DEVICE_INVALID: CUdevice = -2;

/// Pinned memory that all contexts regard as pinned.
pub const CU_MEMHOSTALLOC_PORTABLE: u32 = 0x1;
/// Pinned memory that is mapped on the device.
pub const CU_MEMHOSTALLOC_DEVICEMAP: u32 = 0x2;
/// Pinned memory that is slow to read on the host.
pub const CU_MEMHOSTALLOC_WRITECOMBINED: u32 = 0x4;
/// Registered memory that all contexts regard as pinned.
pub const CU_MEMHOSTREGISTER_PORTABLE: u32 = 0x1;
/// Registered memory that is mapped on the device.
pub const CU_MEMHOSTREGISTER_DEVICEMAP: u32 = 0x2;
/// Registered memory that belongs to a device.
pub const CU_MEMHOSTREGISTER_IOMEMORY: u32 = 0x4;
/// Registered memory that the device only reads.
pub const CU_MEMHOSTREGISTER_READ_ONLY: u32 = 0x8;

/// Ends the `extra` array of a launch.
pub const CU_LAUNCH_PARAM_END: *mut c_void = std::ptr::null_mut();
/// In the `extra` array of a launch: the address of the packed parameters follows.
pub const CU_LAUNCH_PARAM_BUFFER_POINTER: *mut c_void = std::ptr::without_provenance_mut(0x1);
/// In the `extra` array of a launch: the address of the packed parameters' size follows.
pub const CU_LAUNCH_PARAM_BUFFER_SIZE: *mut c_void = std::ptr::without_provenance_mut(0x2);

/// The driver version whose API the table describes: CUDA 13.5.
pub const CUDA_VERSION: c_int = 13050;
