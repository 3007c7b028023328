//! Functions that programs look up and can do without: sensors, links and settings of a device that is elsewhere.

use crate::collective;
use crate::cuda;
use crate::result::Error;

/// Exports functions that answer NVML_ERROR_NOT_SUPPORTED. Their parameters are not looked at, which the C calling convention allows.
macro_rules! unsupported {
    ($($name:ident)*) => {
        $(
            /// Not supported.
            #[unsafe(no_mangle)]
            pub extern "C" fn $name() -> $crate::result::Return {
                $crate::result::answer(|| $crate::unsupported::refuse(stringify!($name)))
            }
        )*
    };
}

pub(crate) fn refuse(function: &str) -> Result<(), Error> {
    cuda::snapshot()?;
    collective::explain(function);
    Err(Error::NotSupported)
}

/// Fails to compile when a function of the table is not written.
macro_rules! there {
    ($($name:ident)*) => {
        const _: () = { $( let _ = crate::$name; )* };
    };
}

pub(crate) use {there, unsupported};
