//! The C types of NVML that the client's libnvidia-ml.so.1 needs, with the names and layouts of `nvml.h`.
#![allow(
    non_camel_case_types,
    non_snake_case,
    reason = "the names are those of the C headers, so that both can be read side by side"
)]

use std::ffi::{c_char, c_uint, c_ulonglong, c_void};
use std::fmt;

/// A result code of NVML: 0 is success.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct nvmlReturn_t(pub c_uint);

/// Declares the result codes: constant, value, C name, description.
macro_rules! returns {
    ($($short:ident = $value:literal, $text:literal;)*) => {
        impl nvmlReturn_t {
            $(
                #[doc = concat!("`NVML_", stringify!($short), "`: ", $text, ".")]
                pub const $short: nvmlReturn_t = nvmlReturn_t($value);
            )*

            /// A description in a few words with a NUL at its end, for nvmlErrorString.
            pub fn description(self) -> &'static std::ffi::CStr {
                match self.0 {
                    $($value => const {
                        match std::ffi::CStr::from_bytes_with_nul(concat!($text, "\0").as_bytes()) {
                            Ok(text) => text,
                            Err(_) => panic!("a description holds a NUL"),
                        }
                    },)*
                    _ => c"an unknown result",
                }
            }

            /// The C name, or `None` for an unknown code.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some(concat!("NVML_", stringify!($short))),)*
                    _ => None,
                }
            }
        }
    };
}

returns! {
    SUCCESS = 0, "no error";
    ERROR_UNINITIALIZED = 1, "nvmlInit has not been called";
    ERROR_INVALID_ARGUMENT = 2, "an argument is not valid";
    ERROR_NOT_SUPPORTED = 3, "the device or the pool does not support this";
    ERROR_NO_PERMISSION = 4, "the user may not do this";
    ERROR_ALREADY_INITIALIZED = 5, "NVML is already initialised";
    ERROR_NOT_FOUND = 6, "the object was not found";
    ERROR_INSUFFICIENT_SIZE = 7, "the buffer is too small";
    ERROR_INSUFFICIENT_POWER = 8, "the device has too little external power";
    ERROR_DRIVER_NOT_LOADED = 9, "no driver is loaded";
    ERROR_TIMEOUT = 10, "the time ran out";
    ERROR_IRQ_ISSUE = 11, "the device has an interrupt problem";
    ERROR_LIBRARY_NOT_FOUND = 12, "the library was not found";
    ERROR_FUNCTION_NOT_FOUND = 13, "the library lacks the function";
    ERROR_CORRUPTED_INFOROM = 14, "the device's inforom is corrupted";
    ERROR_GPU_IS_LOST = 15, "the device cannot be reached any more";
    ERROR_RESET_REQUIRED = 16, "the device needs a reset";
    ERROR_OPERATING_SYSTEM = 17, "the operating system blocked the device";
    ERROR_LIB_RM_VERSION_MISMATCH = 18, "driver and library versions differ";
    ERROR_IN_USE = 19, "the device is in use";
    ERROR_MEMORY = 20, "there is not enough memory";
    ERROR_NO_DATA = 21, "there are no data";
    ERROR_VGPU_ECC_NOT_SUPPORTED = 22, "the virtual device cannot be used with ECC on";
    ERROR_INSUFFICIENT_RESOURCES = 23, "a resource other than memory ran out";
    ERROR_FREQ_NOT_SUPPORTED = 24, "the frequency is not supported";
    ERROR_ARGUMENT_VERSION_MISMATCH = 25, "the version of a structure is not supported";
    ERROR_DEPRECATED = 26, "the function is deprecated";
    ERROR_NOT_READY = 27, "the system is not ready";
    ERROR_GPU_NOT_FOUND = 28, "there is no device";
    ERROR_INVALID_STATE = 29, "a resource is in the wrong state";
    ERROR_RESET_TYPE_NOT_SUPPORTED = 30, "the device does not support this kind of reset";
    ERROR_UNKNOWN = 999, "an unknown error occurred";
}

impl fmt::Debug for nvmlReturn_t {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "nvmlReturn_t({})", self.0),
        }
    }
}

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
    nvmlDevice_t: "a device",
    nvmlUnit_t: "a unit",
    nvmlEventSet_t: "a set of events",
    nvmlGpuInstance_t: "a part of a device",
    nvmlComputeInstance_t: "a compute part of a part of a device",
    nvmlGpmSample_t: "a sample of performance metrics",
}

/// Size in bytes of the text of a PCI bus id.
pub const NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE: usize = 32;
/// Size in bytes of the older text of a PCI bus id.
pub const NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE: usize = 16;
/// Size in bytes of a device's name.
pub const NVML_DEVICE_NAME_V2_BUFFER_SIZE: usize = 96;
/// Size in bytes of a device's UUID.
pub const NVML_DEVICE_UUID_V2_BUFFER_SIZE: usize = 96;
/// Size in bytes of the driver's version.
pub const NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE: usize = 80;

/// The `version` field of a structure of `T`'s size: size in the low bytes, version in the highest.
pub const fn struct_version<T>(version: u32) -> c_uint {
    size_of::<T>() as c_uint | version << 24
}

/// Memory of a device in bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct nvmlMemory_t {
    pub total: c_ulonglong,
    pub free: c_ulonglong,
    pub used: c_ulonglong,
}

/// Memory of a device in bytes, the driver's own apart.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct nvmlMemory_v2_t {
    pub version: c_uint,
    pub total: c_ulonglong,
    pub reserved: c_ulonglong,
    pub free: c_ulonglong,
    pub used: c_ulonglong,
}

/// A PCI address.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct nvmlPciInfo_t {
    pub busIdLegacy: [c_char; NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE],
    pub domain: c_uint,
    pub bus: c_uint,
    pub device: c_uint,
    pub pciDeviceId: c_uint,
    pub pciSubSystemId: c_uint,
    pub busId: [c_char; NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE],
}

/// Memory of a device that the host can map, in bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct nvmlBAR1Memory_t {
    pub bar1Total: c_ulonglong,
    pub bar1Free: c_ulonglong,
    pub bar1Used: c_ulonglong,
}

/// Utilisation of a device in per cent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct nvmlUtilization_t {
    pub gpu: c_uint,
    pub memory: c_uint,
}
