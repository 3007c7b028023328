//! The enumerations of the driver API as integers with named constants.
//!
//! A C enumeration may hold any value its integer type can, so none of these is a Rust `enum`.

/// Declares a C enumeration: the type, one constant per value, and where asked for a list of values and names.
macro_rules! c_enum {
    ($ty:ident, list $list:ident { $($name:ident = $value:expr,)* }) => {
        c_enum! { $ty { $($name = $value,)* } }
        #[doc = concat!("The values of `", stringify!($ty), "` and their names; a value may have several.")]
        pub const $list: &[($ty, &str)] = &[$(($name, stringify!($name))),*];
    };
    ($ty:ident { $($name:ident = $value:expr,)* }) => {
        #[doc = concat!("The C enumeration `", stringify!($ty), "`.")]
        pub type $ty = u32;
        $(
            #[doc = concat!("`", stringify!($name), "` of `", stringify!($ty), "`.")]
            pub const $name: $ty = $value;
        )*
    };
}

/// Declares C enumerations by type alone.
macro_rules! c_enum_opaque {
    ($($ty:ident,)*) => {
        $(
            #[doc = concat!("The C enumeration `", stringify!($ty), "`.")]
            pub type $ty = u32;
        )*
    };
}

mod context;
mod device;
mod graph;
mod memory;
mod module;
mod stream;
mod texture;

pub use context::*;
pub use device::*;
pub use graph::*;
pub use memory::*;
pub use module::*;
pub use stream::*;
pub use texture::*;

// Enumerations whose values nothing here needs yet.
c_enum_opaque! {
    CUatomicOperationCapability,
    CUasyncNotificationType,
    CUexternalMemoryHandleType,
    CUexternalSemaphoreHandleType,
    CUmemRangeFlags,
    CUprocessState,
    CUmemDecompressAlgorithm,
    CUcliqueType,
    CUlogicalEndpointIpcHandleType,
    CUlogicalEndpointType,
    CUlogicalEndpointFlag,
    CUfabricCpyOperandType,
    CUcoredumpSettings,
    CUCoredumpGenerationFlags,
    CUgreenCtxCreate_flags,
    CUdevSmResourceGroup_flags,
    CUdevSmResourceSplitByCount_flags,
    CUdevWorkqueueConfigScope,
    CUlogLevel,
}
