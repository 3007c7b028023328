//! Result codes of the driver API.

use std::ffi::CStr;
use std::fmt;

/// A result code of the driver API: 0 is success, everything else an error.
///
/// A plain integer, because a driver may return codes that this crate does not know.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[must_use]
pub struct CUresult(pub i32);

/// Declares the result codes: constant, value, C name, description.
macro_rules! results {
    ($($short:ident = $value:literal, $name:literal, $text:literal;)*) => {
        impl CUresult {
            $(
                #[doc = concat!("`", $name, "`: ", $text, ".")]
                pub const $short: CUresult = CUresult($value);
            )*

            /// Every known result, in ascending order.
            pub const ALL: &[CUresult] = &[$(CUresult($value)),*];

            /// The C name, as cuGetErrorName returns it; `None` for an unknown code.
            pub fn c_name(self) -> Option<&'static CStr> {
                match self.0 {
                    $($value => Some(const {
                        match CStr::from_bytes_with_nul(concat!($name, "\0").as_bytes()) {
                            Ok(text) => text,
                            Err(_) => panic!("a name holds a NUL"),
                        }
                    }),)*
                    _ => None,
                }
            }

            /// A description in a few words, for cuGetErrorString; `None` for an unknown code.
            pub fn c_description(self) -> Option<&'static CStr> {
                match self.0 {
                    $($value => Some(const {
                        match CStr::from_bytes_with_nul(concat!($text, "\0").as_bytes()) {
                            Ok(text) => text,
                            Err(_) => panic!("a description holds a NUL"),
                        }
                    }),)*
                    _ => None,
                }
            }

            /// The C name, or `None` for an unknown code.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some($name),)*
                    _ => None,
                }
            }

            /// A description in a few words, or `None` for an unknown code.
            pub fn description(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

results! {
    SUCCESS = 0, "CUDA_SUCCESS", "no error";
    INVALID_VALUE = 1, "CUDA_ERROR_INVALID_VALUE", "an argument is outside its range";
    OUT_OF_MEMORY = 2, "CUDA_ERROR_OUT_OF_MEMORY", "there is not enough memory";
    NOT_INITIALIZED = 3, "CUDA_ERROR_NOT_INITIALIZED", "cuInit has not been called";
    DEINITIALIZED = 4, "CUDA_ERROR_DEINITIALIZED", "the driver is shutting down";
    PROFILER_DISABLED = 5, "CUDA_ERROR_PROFILER_DISABLED", "profiling is disabled for this run";
    PROFILER_NOT_INITIALIZED = 6, "CUDA_ERROR_PROFILER_NOT_INITIALIZED", "the profiler is not initialised";
    PROFILER_ALREADY_STARTED = 7, "CUDA_ERROR_PROFILER_ALREADY_STARTED", "profiling has already started";
    PROFILER_ALREADY_STOPPED = 8, "CUDA_ERROR_PROFILER_ALREADY_STOPPED", "profiling has already stopped";
    STUB_LIBRARY = 34, "CUDA_ERROR_STUB_LIBRARY", "a stub library was loaded in place of the driver";
    CALL_REQUIRES_NEWER_DRIVER = 36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "the call needs a newer driver";
    DEVICE_UNAVAILABLE = 46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the device is in use or unavailable";
    MULTICAST_RESOURCE_FULL = 47, "CUDA_ERROR_MULTICAST_RESOURCE_FULL", "no multicast resources are left";
    NO_DEVICE = 100, "CUDA_ERROR_NO_DEVICE", "there is no CUDA device";
    INVALID_DEVICE = 101, "CUDA_ERROR_INVALID_DEVICE", "the device ordinal does not exist";
    DEVICE_NOT_LICENSED = 102, "CUDA_ERROR_DEVICE_NOT_LICENSED", "the device has no valid licence";
    INVALID_IMAGE = 200, "CUDA_ERROR_INVALID_IMAGE", "the kernel image is not valid";
    INVALID_CONTEXT = 201, "CUDA_ERROR_INVALID_CONTEXT", "no valid context is current";
    CONTEXT_ALREADY_CURRENT = 202, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "the context is already current";
    MAP_FAILED = 205, "CUDA_ERROR_MAP_FAILED", "mapping failed";
    UNMAP_FAILED = 206, "CUDA_ERROR_UNMAP_FAILED", "unmapping failed";
    ARRAY_IS_MAPPED = 207, "CUDA_ERROR_ARRAY_IS_MAPPED", "the array is mapped";
    ALREADY_MAPPED = 208, "CUDA_ERROR_ALREADY_MAPPED", "the resource is already mapped";
    NO_BINARY_FOR_GPU = 209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "the image holds no code for this device";
    ALREADY_ACQUIRED = 210, "CUDA_ERROR_ALREADY_ACQUIRED", "the resource is already acquired";
    NOT_MAPPED = 211, "CUDA_ERROR_NOT_MAPPED", "the resource is not mapped";
    NOT_MAPPED_AS_ARRAY = 212, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY", "the resource is not mapped as an array";
    NOT_MAPPED_AS_POINTER = 213, "CUDA_ERROR_NOT_MAPPED_AS_POINTER", "the resource is not mapped as a pointer";
    ECC_UNCORRECTABLE = 214, "CUDA_ERROR_ECC_UNCORRECTABLE", "an uncorrectable memory error was found";
    UNSUPPORTED_LIMIT = 215, "CUDA_ERROR_UNSUPPORTED_LIMIT", "the device does not support this limit";
    CONTEXT_ALREADY_IN_USE = 216, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE", "the context is in use by another thread";
    PEER_ACCESS_UNSUPPORTED = 217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "the devices cannot access each other";
    INVALID_PTX = 218, "CUDA_ERROR_INVALID_PTX", "the PTX does not compile";
    INVALID_GRAPHICS_CONTEXT = 219, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT", "the graphics context is not valid";
    NVLINK_UNCORRECTABLE = 220, "CUDA_ERROR_NVLINK_UNCORRECTABLE", "an uncorrectable NVLink error was found";
    JIT_COMPILER_NOT_FOUND = 221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "the PTX compiler is missing";
    UNSUPPORTED_PTX_VERSION = 222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the PTX is newer than this driver understands";
    JIT_COMPILATION_DISABLED = 223, "CUDA_ERROR_JIT_COMPILATION_DISABLED", "PTX compilation is disabled";
    UNSUPPORTED_EXEC_AFFINITY = 224, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", "the device does not support this execution affinity";
    UNSUPPORTED_DEVSIDE_SYNC = 225, "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC", "the code synchronises on the device, which is unsupported";
    CONTAINED = 226, "CUDA_ERROR_CONTAINED", "the device contained an error; the process must end";
    INSUFFICIENT_LOADER_VERSION = 227, "CUDA_ERROR_INSUFFICIENT_LOADER_VERSION", "the module needs a newer loader";
    INVALID_SOURCE = 300, "CUDA_ERROR_INVALID_SOURCE", "the kernel source is not valid";
    FILE_NOT_FOUND = 301, "CUDA_ERROR_FILE_NOT_FOUND", "the file does not exist";
    SHARED_OBJECT_SYMBOL_NOT_FOUND = 302, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND", "a shared object lacks a needed symbol";
    SHARED_OBJECT_INIT_FAILED = 303, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", "a shared object failed to initialise";
    OPERATING_SYSTEM = 304, "CUDA_ERROR_OPERATING_SYSTEM", "an operating system call failed";
    INVALID_HANDLE = 400, "CUDA_ERROR_INVALID_HANDLE", "the handle is not valid";
    ILLEGAL_STATE = 401, "CUDA_ERROR_ILLEGAL_STATE", "a resource is in the wrong state for this call";
    LOSSY_QUERY = 402, "CUDA_ERROR_LOSSY_QUERY", "the query would lose information";
    NOT_FOUND = 500, "CUDA_ERROR_NOT_FOUND", "named symbol not found";
    NOT_READY = 600, "CUDA_ERROR_NOT_READY", "the work has not completed yet";
    ILLEGAL_ADDRESS = 700, "CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel accessed an address that is not mapped";
    LAUNCH_OUT_OF_RESOURCES = 701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "the launch needs more resources than the device has";
    LAUNCH_TIMEOUT = 702, "CUDA_ERROR_LAUNCH_TIMEOUT", "a kernel ran too long";
    LAUNCH_INCOMPATIBLE_TEXTURING = 703, "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING", "the launch uses an incompatible texturing mode";
    PEER_ACCESS_ALREADY_ENABLED = 704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled";
    PEER_ACCESS_NOT_ENABLED = 705, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access is not enabled";
    PRIMARY_CONTEXT_ACTIVE = 708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", "the primary context is already active";
    CONTEXT_IS_DESTROYED = 709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "the current context has been destroyed";
    ASSERT = 710, "CUDA_ERROR_ASSERT", "an assertion in a kernel failed";
    TOO_MANY_PEERS = 711, "CUDA_ERROR_TOO_MANY_PEERS", "no peer mappings are left";
    HOST_MEMORY_ALREADY_REGISTERED = 712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "the host memory is already registered";
    HOST_MEMORY_NOT_REGISTERED = 713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "the host memory is not registered";
    HARDWARE_STACK_ERROR = 714, "CUDA_ERROR_HARDWARE_STACK_ERROR", "the device stack is corrupted or overflowed";
    ILLEGAL_INSTRUCTION = 715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "a kernel met an illegal instruction";
    MISALIGNED_ADDRESS = 716, "CUDA_ERROR_MISALIGNED_ADDRESS", "a kernel accessed a misaligned address";
    INVALID_ADDRESS_SPACE = 717, "CUDA_ERROR_INVALID_ADDRESS_SPACE", "a kernel used an address in the wrong state space";
    INVALID_PC = 718, "CUDA_ERROR_INVALID_PC", "the program counter of a kernel left its code";
    LAUNCH_FAILED = 719, "CUDA_ERROR_LAUNCH_FAILED", "a kernel failed";
    COOPERATIVE_LAUNCH_TOO_LARGE = 720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "the cooperative grid does not fit the device at once";
    TENSOR_MEMORY_LEAK = 721, "CUDA_ERROR_TENSOR_MEMORY_LEAK", "a kernel ended without freeing tensor memory";
    NOT_PERMITTED = 800, "CUDA_ERROR_NOT_PERMITTED", "the operation is not permitted";
    NOT_SUPPORTED = 801, "CUDA_ERROR_NOT_SUPPORTED", "the operation is not supported";
    SYSTEM_NOT_READY = 802, "CUDA_ERROR_SYSTEM_NOT_READY", "the system is not ready for CUDA work";
    SYSTEM_DRIVER_MISMATCH = 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "the driver components do not match";
    COMPAT_NOT_SUPPORTED_ON_DEVICE = 804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "forward compatibility does not cover this device";
    MPS_CONNECTION_FAILED = 805, "CUDA_ERROR_MPS_CONNECTION_FAILED", "the MPS server cannot be reached";
    MPS_RPC_FAILURE = 806, "CUDA_ERROR_MPS_RPC_FAILURE", "a call to the MPS server failed";
    MPS_SERVER_NOT_READY = 807, "CUDA_ERROR_MPS_SERVER_NOT_READY", "the MPS server takes no clients yet";
    MPS_MAX_CLIENTS_REACHED = 808, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", "the MPS server has no room for another client";
    MPS_MAX_CONNECTIONS_REACHED = 809, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED", "the MPS server has no connections left";
    MPS_CLIENT_TERMINATED = 810, "CUDA_ERROR_MPS_CLIENT_TERMINATED", "the MPS server ended this client";
    CDP_NOT_SUPPORTED = 811, "CUDA_ERROR_CDP_NOT_SUPPORTED", "kernels cannot launch kernels here";
    CDP_VERSION_MISMATCH = 812, "CUDA_ERROR_CDP_VERSION_MISMATCH", "versions of device-side launch differ";
    STREAM_CAPTURE_UNSUPPORTED = 900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "a capturing stream does not allow this operation";
    STREAM_CAPTURE_INVALIDATED = 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "an earlier error invalidated the capture";
    STREAM_CAPTURE_MERGE = 902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", "the operation would join two captures";
    STREAM_CAPTURE_UNMATCHED = 903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "the capture did not begin on this stream";
    STREAM_CAPTURE_UNJOINED = 904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "forked work was not joined before the capture ended";
    STREAM_CAPTURE_ISOLATION = 905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "the capture would depend on work outside it";
    STREAM_CAPTURE_IMPLICIT = 906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "the operation would wait on the capturing legacy stream";
    CAPTURED_EVENT = 907, "CUDA_ERROR_CAPTURED_EVENT", "the event was last recorded in a capture";
    STREAM_CAPTURE_WRONG_THREAD = 908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", "the capture was begun by another thread";
    TIMEOUT = 909, "CUDA_ERROR_TIMEOUT", "the wait timed out";
    GRAPH_EXEC_UPDATE_FAILURE = 910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the executable graph cannot be updated so";
    EXTERNAL_DEVICE = 911, "CUDA_ERROR_EXTERNAL_DEVICE", "a device outside CUDA reported an error";
    INVALID_CLUSTER_SIZE = 912, "CUDA_ERROR_INVALID_CLUSTER_SIZE", "the cluster size is not valid";
    FUNCTION_NOT_LOADED = 913, "CUDA_ERROR_FUNCTION_NOT_LOADED", "the function is not loaded";
    INVALID_RESOURCE_TYPE = 914, "CUDA_ERROR_INVALID_RESOURCE_TYPE", "the resource type is not valid";
    INVALID_RESOURCE_CONFIGURATION = 915, "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", "the resource configuration is not valid";
    KEY_ROTATION = 916, "CUDA_ERROR_KEY_ROTATION", "a key rotation is in progress";
    STREAM_DETACHED = 917, "CUDA_ERROR_STREAM_DETACHED", "the stream is detached";
    GRAPH_RECAPTURE_FAILURE = 918, "CUDA_ERROR_GRAPH_RECAPTURE_FAILURE", "the graph could not be recaptured";
    FABRIC_NOT_READY = 919, "CUDA_ERROR_FABRIC_NOT_READY", "the fabric is not ready";
    UNKNOWN = 999, "CUDA_ERROR_UNKNOWN", "an unknown error occurred";
}

impl CUresult {
    /// True for `CUDA_SUCCESS`.
    pub fn is_success(self) -> bool {
        self == CUresult::SUCCESS
    }

    /// `Ok` for success, the code itself as the error otherwise, so that `?` passes it on.
    pub fn ok(self) -> Result<(), CUresult> {
        if self.is_success() { Ok(()) } else { Err(self) }
    }

    /// True for errors after which the context answers every further call with the same error.
    pub fn is_sticky(self) -> bool {
        matches!(
            self,
            CUresult::ECC_UNCORRECTABLE
                | CUresult::NVLINK_UNCORRECTABLE
                | CUresult::CONTAINED
                | CUresult::ILLEGAL_ADDRESS
                | CUresult::LAUNCH_TIMEOUT
                | CUresult::ASSERT
                | CUresult::HARDWARE_STACK_ERROR
                | CUresult::ILLEGAL_INSTRUCTION
                | CUresult::MISALIGNED_ADDRESS
                | CUresult::INVALID_ADDRESS_SPACE
                | CUresult::INVALID_PC
                | CUresult::LAUNCH_FAILED
                | CUresult::TENSOR_MEMORY_LEAK
                | CUresult::EXTERNAL_DEVICE
        )
    }
}

impl fmt::Debug for CUresult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "CUresult({})", self.0),
        }
    }
}

impl fmt::Display for CUresult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self.description()) {
            (Some(name), Some(text)) => write!(f, "{name} ({text})"),
            _ => write!(f, "unknown CUDA result {}", self.0),
        }
    }
}

impl std::error::Error for CUresult {}

impl From<Result<(), CUresult>> for CUresult {
    fn from(result: Result<(), CUresult>) -> CUresult {
        match result {
            Ok(()) => CUresult::SUCCESS,
            Err(error) => error,
        }
    }
}
