//! What can be wrong with an image.

use std::fmt;

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an image was refused. [`Error::code`] gives the driver's result code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The image is a null pointer.
    Null,
    /// The bytes are none of fatbin wrapper, fatbin, cubin or PTX.
    UnknownFormat,
    /// A length or offset points outside its container. The name says which.
    OutOfBounds(&'static str),
    /// A header field has a value that no known writer produces. The name says which.
    BadField(&'static str),
    /// A payload is larger than [`crate::MAX_PAYLOAD`] or than its header promises.
    TooLarge,
    /// A compressed payload cannot be decompressed.
    Corrupt(&'static str),
    /// PTX text without the directives that every module has. The name says which.
    BadPtx(&'static str),
    /// No entry of the image runs on the device.
    NoBinaryForGpu,
}

impl Error {
    /// The CUDA result code that a driver returns for it (`CUresult`).
    pub fn code(self) -> u32 {
        match self {
            Error::Null => 1,
            Error::NoBinaryForGpu => 209,
            Error::BadPtx(_) => 218,
            _ => 200,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Null => f.write_str("the image is a null pointer"),
            Error::UnknownFormat => f.write_str("the image is no fatbin, cubin or PTX"),
            Error::OutOfBounds(what) => write!(f, "{what} lies outside the image"),
            Error::BadField(what) => write!(f, "{what} has an impossible value"),
            Error::TooLarge => f.write_str("a payload is larger than allowed"),
            Error::Corrupt(what) => write!(f, "the {what} payload is corrupt"),
            Error::BadPtx(what) => write!(f, "the PTX has no usable {what}"),
            Error::NoBinaryForGpu => f.write_str("no entry of the image runs on the device"),
        }
    }
}

impl std::error::Error for Error {}
