//! The CUDA error codes that the device reports, as one enum.

use cuda_abi::CUresult;

/// A CUDA driver error. The discriminant is the `CUresult` value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Error {
    /// An argument is out of its range or a required pointer is NULL.
    InvalidValue = 1,
    /// The device, or the host where it backs the device, has no memory left.
    OutOfMemory = 2,
    /// `cuInit` has not been called, or this is the child of a process that had called it.
    NotInitialized = 3,
    /// The driver is shutting down.
    Deinitialized = 4,
    /// A launch whose shape no device can have, as the CUDA runtime calls it. The public enumeration of the
    /// driver has no such code: see [`crate::function::Origin`].
    InvalidConfiguration = 9,
    /// There is no device.
    NoDevice = 100,
    /// The device ordinal does not exist.
    InvalidDevice = 101,
    /// The module image is none of the formats that a module can have.
    InvalidImage = 200,
    /// No context is current, or the handle is not a context's.
    InvalidContext = 201,
    /// The image has no entry that this device can run.
    NoBinaryForGpu = 209,
    /// The limit does not exist on this device.
    UnsupportedLimit = 215,
    /// The other device's memory cannot be had.
    PeerAccessUnsupported = 217,
    /// The PTX text does not parse.
    InvalidPtx = 218,
    /// Sources that do not fit together.
    InvalidSource = 300,
    /// A file does not exist.
    FileNotFound = 301,
    /// A handle is not one that this driver gave out, or its object is gone.
    InvalidHandle = 400,
    /// The object is not in the state that the call needs.
    IllegalState = 401,
    /// A named symbol does not exist.
    NotFound = 500,
    /// Work has not completed yet. No error in the strict sense.
    NotReady = 600,
    /// A kernel accessed memory that is not allocated.
    IllegalAddress = 700,
    /// The launch needs more registers, threads or shared memory than the function allows.
    LaunchOutOfResources = 701,
    /// A kernel ran longer than the watchdog allows.
    LaunchTimeout = 702,
    /// Peer access was enabled before.
    PeerAccessAlreadyEnabled = 704,
    /// Peer access was not enabled.
    PeerAccessNotEnabled = 705,
    /// The primary context is active and cannot be changed so.
    PrimaryContextActive = 708,
    /// The current context was destroyed.
    ContextIsDestroyed = 709,
    /// A device-side assertion failed.
    Assert = 710,
    /// The host range is registered already.
    HostMemoryAlreadyRegistered = 712,
    /// The host range is not registered.
    HostMemoryNotRegistered = 713,
    /// A kernel ran an instruction that the device does not have.
    IllegalInstruction = 715,
    /// A kernel accessed memory at an address that is not aligned for it.
    MisalignedAddress = 716,
    /// An instruction that needs one state space got an address of another.
    InvalidAddressSpace = 717,
    /// A kernel jumped to an address outside of its code.
    InvalidPc = 718,
    /// A kernel failed in a way that has no code of its own.
    LaunchFailed = 719,
    /// A cooperative grid does not fit on the device at once.
    CooperativeLaunchTooLarge = 720,
    /// The call is not allowed here (for example from a host function).
    NotPermitted = 800,
    /// The device does not have this feature.
    NotSupported = 801,
    /// A capturing stream does not allow this, or what captures forbids it to the thread.
    StreamCaptureUnsupported = 900,
    /// An earlier error invalidated the capture.
    StreamCaptureInvalidated = 901,
    /// Two captures would become one.
    StreamCaptureMerge = 902,
    /// The capture did not begin in this stream.
    StreamCaptureUnmatched = 903,
    /// Work that was forked from the stream was not joined.
    StreamCaptureUnjoined = 904,
    /// The capture would depend on work outside of it.
    StreamCaptureIsolation = 905,
    /// The legacy stream would depend on a capturing one.
    StreamCaptureImplicit = 906,
    /// The event was last recorded in a capture.
    CapturedEvent = 907,
    /// The capture was begun by another thread.
    StreamCaptureWrongThread = 908,
    /// The executable graph cannot be updated so.
    GraphExecUpdateFailure = 910,
    /// There is no such kind of resource.
    InvalidResourceType = 914,
    /// An internal failure of the driver.
    Unknown = 999,
}

impl Error {
    /// The error of a raw `CUresult`; values that the device never reports become [`Error::Unknown`].
    #[must_use]
    pub fn from_code(code: u32) -> Self {
        ALL.iter().copied().find(|error| *error as u32 == code).unwrap_or(Self::Unknown)
    }
}

/// Every error, to map codes back.
const ALL: &[Error] = &[
    Error::InvalidValue,
    Error::OutOfMemory,
    Error::NotInitialized,
    Error::Deinitialized,
    Error::InvalidConfiguration,
    Error::NoDevice,
    Error::InvalidDevice,
    Error::InvalidImage,
    Error::InvalidContext,
    Error::NoBinaryForGpu,
    Error::UnsupportedLimit,
    Error::PeerAccessUnsupported,
    Error::InvalidPtx,
    Error::InvalidSource,
    Error::FileNotFound,
    Error::InvalidHandle,
    Error::IllegalState,
    Error::NotFound,
    Error::NotReady,
    Error::IllegalAddress,
    Error::LaunchOutOfResources,
    Error::LaunchTimeout,
    Error::PeerAccessAlreadyEnabled,
    Error::PeerAccessNotEnabled,
    Error::PrimaryContextActive,
    Error::ContextIsDestroyed,
    Error::Assert,
    Error::HostMemoryAlreadyRegistered,
    Error::HostMemoryNotRegistered,
    Error::IllegalInstruction,
    Error::MisalignedAddress,
    Error::InvalidAddressSpace,
    Error::InvalidPc,
    Error::LaunchFailed,
    Error::CooperativeLaunchTooLarge,
    Error::NotPermitted,
    Error::NotSupported,
    Error::StreamCaptureUnsupported,
    Error::StreamCaptureInvalidated,
    Error::StreamCaptureMerge,
    Error::StreamCaptureUnmatched,
    Error::StreamCaptureUnjoined,
    Error::StreamCaptureIsolation,
    Error::StreamCaptureImplicit,
    Error::CapturedEvent,
    Error::StreamCaptureWrongThread,
    Error::GraphExecUpdateFailure,
    Error::InvalidResourceType,
    Error::Unknown,
];

impl From<CUresult> for Error {
    fn from(code: CUresult) -> Self {
        Self::from_code(code.0 as u32)
    }
}

impl From<Error> for CUresult {
    fn from(error: Error) -> Self {
        CUresult(error as i32)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CUDA error {} ({self:?})", *self as u32)
    }
}

impl std::error::Error for Error {}

/// The result of a driver operation.
pub type Result<T = ()> = std::result::Result<T, Error>;
