//! What the table says about a function.

use crate::generated::table::{BY_ID, FUNCTIONS};

/// The bit of an id that marks the `_ptsz` or `_ptds` variant of a function.
///
/// Both variants share the wire id (the id without this bit), the parameters and the implementation.
pub const PER_THREAD: u16 = 0x8000;

/// How a call gets from the client to the driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Answered in the client.
    Local,
    /// Sent without waiting; marshalling is generated.
    Post,
    /// Sent, and the reply awaited; marshalling is generated.
    Call,
    /// Written by hand.
    Custom,
    /// Not implemented: answers `CUDA_ERROR_NOT_SUPPORTED`.
    None,
}

/// Which way a parameter carries information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Into the driver.
    In,
    /// Out of the driver, through a pointer.
    Out,
    /// Both, through a pointer.
    InOut,
}

/// What a handle stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandleKind {
    /// `CUstream`.
    Stream,
    /// `CUevent`.
    Event,
    /// `CUcontext`.
    Context,
    /// `CUmodule`.
    Module,
    /// `CUfunction`.
    Function,
    /// `CUlibrary`.
    Library,
    /// `CUkernel`.
    Kernel,
    /// `CUgraph`.
    Graph,
    /// `CUgraphNode`.
    GraphNode,
    /// `CUgraphExec`.
    GraphExec,
    /// `CUmemoryPool`.
    Pool,
    /// `CUmemGenericAllocationHandle`.
    Allocation,
    /// `CUarray`.
    Array,
    /// `CUmipmappedArray`.
    Mipmap,
    /// `CUtexref`.
    TexRef,
    /// `CUsurfref`.
    SurfRef,
    /// `CUlinkState`.
    Link,
    /// `CUuserObject`.
    UserObject,
    /// `CUexternalMemory`.
    ExtMem,
    /// `CUexternalSemaphore`.
    ExtSem,
    /// `CUgraphicsResource`.
    Graphics,
    /// `CUgreenCtx`.
    Green,
}

/// What the value of a parameter is, or what it points to when the direction is not `In`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A signed integer.
    Signed,
    /// An unsigned integer, flags or an enumeration.
    Unsigned,
    /// A `float`, kept in a slot by its bits.
    Float,
    /// A number of bytes or elements.
    Len,
    /// A `CUresult`.
    Result,
    /// A device ordinal.
    Device,
    /// An address in device memory.
    DevicePointer,
    /// An address in host memory.
    HostPointer,
    /// A NUL-terminated text.
    Text,
    /// A structure, always passed by address or (rarely) by value.
    Struct,
    /// A host function.
    Callback,
    /// A handle.
    Handle(HandleKind),
}

/// A parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// The name in the header.
    pub name: &'static str,
    /// The C type.
    pub c_type: &'static str,
    /// Which way it carries information.
    pub direction: Direction,
    /// What it is, or points to.
    pub kind: Kind,
}

/// One exported version of a driver function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// The id: the permanent wire id, with [`PER_THREAD`] set for a per-thread variant.
    pub id: u16,
    /// The name that cuGetProcAddress takes.
    pub name: &'static str,
    /// The ELF symbol.
    pub symbol: &'static str,
    /// The CUDA version that introduced this version, as 1000 * major + 10 * minor.
    pub version: i32,
    /// How a call gets to the driver.
    pub class: Class,
    /// True when the software device implements it.
    pub soft: bool,
    /// The part of the driver it belongs to: the name of the folder of its implementation.
    pub facility: &'static str,
    /// The parameters; both variants have the same.
    pub params: &'static [Param],
}

impl Function {
    /// The permanent number of the function, which both variants share.
    pub const fn wire_id(&self) -> u16 {
        self.id & !PER_THREAD
    }

    /// True for the `_ptsz` or `_ptds` variant.
    pub const fn per_thread(&self) -> bool {
        self.id & PER_THREAD != 0
    }

    /// True unless the function answers `CUDA_ERROR_NOT_SUPPORTED` through the pool.
    pub fn implemented(&self) -> bool {
        self.class != Class::None
    }
}

/// The function with this id ([`PER_THREAD`] chooses the variant).
pub fn function(id: u16) -> Option<&'static Function> {
    let at = BY_ID.binary_search_by_key(&id, |&(id, _)| id).ok()?;
    FUNCTIONS.get(usize::from(BY_ID[at].1))
}

/// The function that cuGetProcAddress finds: the newest version of `name` that `cuda_version` knows.
///
/// With `per_thread`, its per-thread variant where that exists in `cuda_version`.
pub fn resolve(name: &str, cuda_version: i32, per_thread: bool) -> Option<&'static Function> {
    let versions = versions(name);
    let base = versions.iter().rev().find(|f| !f.per_thread() && f.version <= cuda_version)?;
    let variant =
        versions.iter().find(|f| per_thread && f.id == base.id | PER_THREAD && f.version <= cuda_version);
    Some(variant.unwrap_or(base))
}

/// All versions and variants of `name`, oldest first; empty when the table does not know the name.
pub fn versions(name: &str) -> &'static [Function] {
    let start = FUNCTIONS.partition_point(|f| f.name < name);
    let end = FUNCTIONS.partition_point(|f| f.name <= name);
    &FUNCTIONS[start..end]
}

/// Marker types of the handles, for generic code over the kind.
pub mod handle {
    use super::HandleKind;

    /// A kind of handle as a type.
    pub trait HandleType {
        /// The same as a value.
        const KIND: HandleKind;
    }

    /// Declares a marker type per kind.
    macro_rules! markers {
        ($($kind:ident)*) => {
            $(
                #[doc = concat!("[`HandleKind::", stringify!($kind), "`].")]
                #[derive(Clone, Copy, Debug)]
                pub enum $kind {}
                impl HandleType for $kind {
                    const KIND: HandleKind = HandleKind::$kind;
                }
            )*
        };
    }

    markers! {
        Stream Event Context Module Function Library Kernel Graph GraphNode GraphExec Pool Allocation
        Array Mipmap TexRef SurfRef Link UserObject ExtMem ExtSem Graphics Green
    }
}
