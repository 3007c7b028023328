//! Payload layouts of the functions that are not plain, and of pushes.
//!
//! A *plain* function (class `post` or `call` in the table) has one u64 per parameter as payload and one u64 per output as result.
//! All others are below. Layouts are fixed, little endian, unaligned; variable data follows the fixed part.
//!
//! Identifiers on the wire are chosen by the client: contexts (primary context of device `d` is `d + 1`, created ones from [`CTX_CREATED`] up),
//! streams (0 = the legacy stream of the frame's context), events, modules, host functions, transfers. They are never reused in a session.
//! Device addresses are the driver's.

use zerocopy::little_endian::{I32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Changes whenever a layout in this crate changes.
pub const LAYOUT_REVISION: u64 = 11;

/// First id of contexts made by cuCtxCreate.
pub const CTX_CREATED: u32 = 0x1000;
/// Stream id of the legacy default stream.
pub const STREAM_LEGACY: u32 = 0;

/// Wire ids of the protocol's own operations; the table's ids are below 0x8000.
pub mod op {
    /// Call [`super::CtxOpen`] → no results. Retains device's primary context, or creates one.
    pub const CTX_OPEN: u16 = 0x8001;
    /// Call [`super::CtxId`] → no results. Releases (last reference), resets or destroys; may block, runs on a helper.
    pub const CTX_CLOSE: u16 = 0x8002;
    /// Call [`super::CtxId`] → none. cuCtxSynchronize.
    pub const CTX_SYNC: u16 = 0x8003;
    /// Call, `U32` limit, `U64` value after → none. cuCtxSetLimit.
    pub const CTX_SET_LIMIT: u16 = 0x8004;

    /// Call [`super::ModuleLoad`] + image bytes inline (may be absent when `hash` is offered only; several fatbins in a row are
    /// separately compiled units to be linked) → postcard [`crate::snapshot::ModuleTable`] (on failure with nothing but the logs),
    /// or result 0 with an empty rest when the worker does not have the image: the client then repeats it with `xfer` or inline bytes.
    pub const MODULE_LOAD: u16 = 0x8010;
    /// Call [`super::ModuleId`] → none. Unload; may block, runs on a helper.
    pub const MODULE_UNLOAD: u16 = 0x8011;
    /// Call [`super::FuncId`] → 16 × `I32` attributes (CU_FUNC_ATTRIBUTE 0..=15).
    pub const FUNC_ATTRIBUTES: u16 = 0x8012;
    /// Call [`super::FuncSet`] → none.
    pub const FUNC_SET_ATTRIBUTE: u16 = 0x8013;
    /// Post [`super::FuncSet`] (attribute = cache config).
    pub const FUNC_SET_CACHE: u16 = 0x8014;
    /// Call [`super::ModuleId`] → postcard [`crate::snapshot::ModuleTable`] with nothing but the globals that a library has in the
    /// frame's context, where its code is loaded if need be. Runs on a helper.
    pub const MODULE_GLOBALS: u16 = 0x8015;

    /// Call [`super::LinkCreate`] + JIT options as in MODULE_LOAD → none. cuLinkCreate in the frame's context.
    pub const LINK_CREATE: u16 = 0x8018;
    /// Call [`super::LinkAdd`] + JIT options + name + bytes inline, unless `xfer` brings them → postcard [`crate::snapshot::Linked`].
    /// The bytes are those of a file: PTX, a fatbin, whatever the driver takes. Runs on a helper.
    pub const LINK_ADD: u16 = 0x8019;
    /// Call [`super::LinkId`] → postcard [`crate::snapshot::Linked`] with the program. Runs on a helper.
    pub const LINK_COMPLETE: u16 = 0x801a;
    /// Call [`super::LinkId`] → none.
    pub const LINK_DESTROY: u16 = 0x801b;

    /// Post [`super::Launch`] + parameter bytes + launch attributes.
    pub const LAUNCH: u16 = 0x8020;
    /// Post [`super::HostFn`]: the stream stops until the client posted HOST_FN_DONE; reaching it gives [`super::push::HOST_FN`].
    pub const HOST_FN: u16 = 0x8021;
    /// Post [`super::HostFn`] (stream ignored).
    pub const HOST_FN_DONE: u16 = 0x8022;

    /// Post [`super::StreamCreate`].
    pub const STREAM_CREATE: u16 = 0x8030;
    /// Post [`super::StreamId`].
    pub const STREAM_DESTROY: u16 = 0x8031;
    /// Call [`super::StreamId`] → none. cuStreamSynchronize.
    pub const STREAM_SYNC: u16 = 0x8032;
    /// Post [`super::StreamId`]: tell by [`super::push::PROGRESS`] when the stream has passed this frame.
    pub const STREAM_MARK: u16 = 0x8033;
    /// Post [`super::StreamEvent`]. cuStreamWaitEvent.
    pub const STREAM_WAIT_EVENT: u16 = 0x8034;
    /// Post [`super::StreamValue`]. Wait (`write` 0) or write (1) of a 32- or 64-bit value.
    pub const STREAM_VALUE: u16 = 0x8035;

    /// Post, or call for events of several processes, [`super::EventCreate`].
    pub const EVENT_CREATE: u16 = 0x8040;
    /// Post [`super::StreamEvent`]. Completion is told by [`super::push::PROGRESS`] of the stream.
    pub const EVENT_RECORD: u16 = 0x8041;
    /// Post, or call for events of several processes, [`super::EventId`].
    pub const EVENT_DESTROY: u16 = 0x8042;
    /// Call [`super::EventId`] → none. cuEventSynchronize.
    pub const EVENT_SYNC: u16 = 0x8043;
    /// Call [`super::EventPair`] → `U32` bits of an f32, milliseconds.
    pub const EVENT_ELAPSED: u16 = 0x8044;
    /// Call [`super::EventId`] → none. cuEventQuery, for events that other processes record as well.
    pub const EVENT_QUERY: u16 = 0x8045;

    /// Call, `U64` address in an allocation → 64 bytes, a handle for other processes of the reservation. Runs on a helper.
    pub const IPC_EXPORT: u16 = 0x8048;
    /// Call [`super::IpcOpen`] → `U64` address, `U64` size of the allocation. Runs on a helper.
    pub const IPC_OPEN: u16 = 0x8049;
    /// Call, `U64` address → `U8` 1 = it is not open any more. May block, runs on a helper.
    pub const IPC_CLOSE: u16 = 0x804a;
    /// Call [`super::EventId`] → 64 bytes, a handle for other processes of the reservation.
    pub const IPC_EXPORT_EVENT: u16 = 0x804b;
    /// Call [`super::IpcOpenEvent`] → none.
    pub const IPC_OPEN_EVENT: u16 = 0x804c;

    /// Call [`super::MemAlloc`] → `U64` device address, `U64` pitch in bytes (0 unless pitched).
    pub const MEM_ALLOC: u16 = 0x8050;
    /// Call, `U64` device address → none. May block, runs on a helper.
    pub const MEM_FREE: u16 = 0x8051;
    /// Call, no payload → `U64` free, `U64` total (bytes of the partition).
    pub const MEM_INFO: u16 = 0x8052;
    /// Call [`super::HostRange`]: maps pinned memory, at the client's address if possible, and registers it → `U64` its address.
    pub const HOST_MAP: u16 = 0x8053;
    /// Call [`super::HostRange`]: unregisters and unmaps; waits for outstanding use; runs on a helper → none.
    pub const HOST_UNMAP: u16 = 0x8054;
    /// Call, `U64` address of a range: from now on what changes in it is told → a bit per page, whether the worker's page is not all zeros.
    pub const HOST_TRACK: u16 = 0x8055;
    /// Post [`crate::pages`] records: tracked memory that the program has changed, before a launch that may read it.
    pub const HOST_PAGES: u16 = 0x8056;
    /// Post [`super::StreamId`] + `U64` addresses: what the stream holds so far may write these tracked ranges. Changes come by
    /// [`super::push::HOST_PAGES`] before the PROGRESS or Reply that makes them visible.
    pub const HOST_TOUCH: u16 = 0x8057;
    /// Call, `U64` transfer + `U64` length: as HOST_PAGES, the records come over bulk; answered when they are in their places → none.
    pub const HOST_PAGES_BULK: u16 = 0x8058;

    /// Post [`super::Copy`] + bytes inline (`width * height`, packed rows): host to device.
    pub const HTOD_INLINE: u16 = 0x8060;
    /// Call [`super::Copy`] with `xfer`: pageable host to device over bulk; answered when all bytes were received and their copies issued.
    pub const HTOD_BULK: u16 = 0x8061;
    /// Post [`super::Copy`] with `host` in pinned memory: the copy waits in the stream for the transfer's bytes. `flags` bit 0 ([`super::COPY_PULL`]):
    /// the client sends them when it gets [`super::push::PULL`]; bit 1 ([`super::COPY_SHADOW`]): the worker's shadow is already right, no bytes follow.
    pub const HTOD_PINNED: u16 = 0x8062;
    /// Call [`super::Copy`]: device to pageable host → bytes inline when `xfer` is 0, else over bulk into transfer `xfer`.
    pub const DTOH: u16 = 0x8063;
    /// Post [`super::Copy`] with `host` in pinned memory: bytes come by [`super::push::HOST_DATA`] or bulk (transfer `xfer`) before the
    /// PROGRESS or Reply that makes them visible.
    pub const DTOH_PINNED: u16 = 0x8064;
    /// Post [`super::CopyDevice`].
    pub const DTOD: u16 = 0x8065;
    /// Post [`super::Memset`].
    pub const MEMSET: u16 = 0x8066;

    /// Call [`super::ArrayCreate`] → none.
    pub const ARRAY_CREATE: u16 = 0x8070;
    /// Call [`super::ArrayId`] → none. Waits for the frame's context; runs on a helper.
    pub const ARRAY_DESTROY: u16 = 0x8071;
    /// Post [`super::ArrayCopy`]: a box between arrays and device memory.
    pub const ARRAY_COPY: u16 = 0x8072;
    /// Call [`super::ImageObject`] → `U64` handle of a texture or surface object, the driver's: kernels get it as a number.
    pub const OBJECT_CREATE: u16 = 0x8073;
    /// Call, `U64` handle → none.
    pub const OBJECT_DESTROY: u16 = 0x8074;

    /// Call [`super::VmmWhere`] → `U64` granularity in bytes.
    pub const VMM_GRANULARITY: u16 = 0x80b0;
    /// Call [`super::VmmReserve`] → `U64` first address.
    pub const VMM_RESERVE: u16 = 0x80b1;
    /// Post [`super::VmmRange`]: a whole reservation in which nothing is mapped goes back.
    pub const VMM_UNRESERVE: u16 = 0x80b2;
    /// Call [`super::VmmCreate`] → none. Physical memory, counted until it is released and nowhere mapped.
    pub const VMM_CREATE: u16 = 0x80b3;
    /// Post, `U32` id of physical memory.
    pub const VMM_RELEASE: u16 = 0x80b4;
    /// Post [`super::VmmMap`].
    pub const VMM_MAP: u16 = 0x80b5;
    /// Call [`super::VmmRange`]: whole mappings; may block, runs on a helper → none.
    pub const VMM_UNMAP: u16 = 0x80b6;
    /// Post [`super::VmmAccess`].
    pub const VMM_ACCESS: u16 = 0x80b7;

    /// Post [`super::graph::GraphId`] + nodes: appends nodes to a graph that is being made. A node is a [`super::graph::NodeHead`],
    /// the places (`U32`) of the nodes that it waits for, and its body.
    pub const GRAPH_NODES: u16 = 0x80a0;
    /// Call [`super::graph::GraphInstantiate`] + host ranges ([`super::graph::GraphRange`]) → none. Runs on a helper.
    pub const GRAPH_INSTANTIATE: u16 = 0x80a1;
    /// Post [`super::graph::GraphNode`] + one node without dependencies: new parameters of a node.
    pub const GRAPH_SET_NODE: u16 = 0x80a2;
    /// Post [`super::graph::GraphNode`]: `flag` 1 = the node takes part in later launches, 0 = it does not.
    pub const GRAPH_ENABLE: u16 = 0x80a3;
    /// Post [`super::graph::GraphLaunch`] + ([`super::graph::GraphTarget`])…: a launch, and the transfers that bring what it writes to the host.
    pub const GRAPH_LAUNCH: u16 = 0x80a4;
    /// Post [`super::graph::GraphId`]: what was launched still runs.
    pub const GRAPH_DESTROY: u16 = 0x80a5;
    /// Post [`super::graph::GraphHost`] + bytes inline when `xfer` is 0: host memory that the next launch reads. With `xfer` the stream waits
    /// for the bytes, which come over bulk ([`super::COPY_PULL`]: when the stream has arrived and the client was asked).
    pub const GRAPH_HOST: u16 = 0x80a6;
    /// Call [`super::graph::GraphId`] + one [`super::graph::GraphRange`] → none: host memory that nodes will name from now on.
    pub const GRAPH_RANGE: u16 = 0x80a7;
}

/// Kinds of pushes; a [`crate::frame::PushHead`] precedes each layout.
pub mod push {
    /// [`super::Progress`]: a stream has passed all frames up to a number.
    pub const PROGRESS: u16 = 1;
    /// [`super::ThreadError`]: a posted call failed.
    pub const ERROR: u16 = 2;
    /// `U64` client address, then bytes: pinned memory changed by a device-to-host copy.
    pub const HOST_DATA: u16 = 3;
    /// `U64` xfer: the stream arrived at a pulled copy, send its bytes now.
    pub const PULL: u16 = 4;
    /// `U64` xfer, `U64` offset up to which (exclusive) the client may send.
    pub const BULK_CREDIT: u16 = 5;
    /// `U64` host function id: run it, then post HOST_FN_DONE.
    pub const HOST_FN: u16 = 6;
    /// UTF-8 text: what the device printed (printf); the client writes it to its standard output.
    pub const PRINTF: u16 = 7;
    /// `I32` CUresult, UTF-8 reason: the session is over (worker is being stopped).
    pub const CLOSED: u16 = 8;
    /// UTF-8 text: what the driver said on its standard error (failed assertions, faults); the client writes it to its standard error.
    pub const SAID: u16 = 9;
    /// [`crate::pages`] records: tracked memory that kernels have changed.
    pub const HOST_PAGES: u16 = 10;
    /// `U64` xfer: the pulled copy will not be made, its bytes are not wanted.
    pub const PULL_REFUSED: u16 = 11;
}

/// What an operation takes of its stream's credits: how many operations of the driver it can become. 0 = none, as it leaves nothing in the stream.
pub fn cost(func: u16) -> u64 {
    match func {
        op::LAUNCH | op::STREAM_WAIT_EVENT | op::DTOD | op::MEMSET | op::ARRAY_COPY | op::HOST_TOUCH => 1,
        // Operation and watched point; a block of inline bytes may be full, a pulled source has a gate.
        op::EVENT_RECORD
        | op::HOST_FN
        | op::HTOD_INLINE
        | op::STREAM_VALUE
        | op::DTOH_PINNED
        | op::GRAPH_HOST
        | op::GRAPH_LAUNCH => 2,
        op::HTOD_PINNED => 3,
        _ => 0,
    }
}

macro_rules! layout {
    ($(#[$m:meta])* $name:ident { $($(#[$fm:meta])* $f:ident : $t:ty,)* }) => {
        $(#[$m])*
        #[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
        #[repr(C)]
        pub struct $name { $($(#[$fm])* pub $f: $t,)* }

        impl $name {
            /// Length of the fixed part in bytes.
            pub const LEN: usize = size_of::<$name>();

            /// Splits a payload into this layout and what follows it.
            pub fn split(payload: &[u8]) -> Result<(&$name, &[u8]), $crate::DecodeError> {
                $name::ref_from_prefix(payload).map_err(|_| $crate::DecodeError::Truncated(payload.len(), Self::LEN))
            }
        }
    };
}

pub mod graph;

layout! {
    /// Opens a context.
    CtxOpen {
        /// Id chosen by the client.
        id: U32,
        /// Device ordinal within the session.
        device: U32,
        /// CUctx_flags.
        flags: U32,
        /// 1 = the primary context is retained, 0 = a new context is created.
        primary: U32,
    }
}
layout! {
    /// Names a context.
    CtxId {
        /// Context id.
        id: U32,
        /// CTX_CLOSE: 0 release the primary context, 1 reset the primary context (id stays), 2 destroy a created one.
        how: U32,
    }
}
layout! {
    /// Loads a module or library.
    ModuleLoad {
        /// Id chosen by the client.
        id: U32,
        /// 0 = module of the frame's context, 1 = library (context independent).
        library: U32,
        /// BLAKE3 of the image bytes, first 16 bytes.
        hash: [u8; 16],
        /// Bytes of the image.
        len: U64,
        /// Transfer that brings the image, 0 = inline or offered by hash only.
        xfer: U64,
        /// 1 = only the hash is offered, no bytes follow.
        offer: U32,
        /// JIT options: count of (U32 option, U32 reserved, U64 value) triples that precede the image bytes.
        options: U32,
    }
}
layout! {
    /// Begins a link.
    LinkCreate {
        /// Id chosen by the client.
        id: U32,
        /// Count of JIT options.
        options: U32,
    }
}
layout! {
    /// Adds an input to a link.
    LinkAdd {
        /// Link id.
        id: U32,
        /// CUjitInputType.
        kind: U32,
        /// Bytes of the input.
        len: U64,
        /// Transfer that brings the input, 0 = inline.
        xfer: U64,
        /// Bytes of the name.
        name: U32,
        /// Count of JIT options.
        options: U32,
    }
}
layout! {
    /// Names a link.
    LinkId {
        /// Link id.
        id: U32,
    }
}
layout! {
    /// Names a module.
    ModuleId {
        /// Module id.
        id: U32,
    }
}
layout! {
    /// Names a kernel.
    FuncId {
        /// Module id.
        module: U32,
        /// Index in the module's kernel table.
        index: U32,
    }
}
layout! {
    /// Sets a function's attribute.
    FuncSet {
        /// Module id.
        module: U32,
        /// Index in the module's kernel table.
        index: U32,
        /// CUfunction_attribute, or CUfunc_cache for FUNC_SET_CACHE.
        attribute: I32,
        /// Its value.
        value: I32,
    }
}
layout! {
    /// A kernel launch. Followed by `param_len` bytes of parameters, then `attrs` × 72 bytes of CUlaunchAttribute.
    Launch {
        /// Module id.
        module: U32,
        /// Kernel index.
        index: U32,
        /// Stream id.
        stream: U32,
        /// Blocks.
        grid: [U32; 3],
        /// Threads of a block.
        block: [U32; 3],
        /// Dynamic shared memory in bytes.
        shared: U32,
        /// Bytes of parameters.
        param_len: U32,
        /// Number of launch attributes.
        attrs: U16,
        /// [`LAUNCH_COOPERATIVE`].
        flags: U16,
    }
}
/// Launch flag: cuLaunchCooperativeKernel.
pub const LAUNCH_COOPERATIVE: u16 = 1;
layout! {
    /// A host function in a stream.
    HostFn {
        /// Id chosen by the client.
        id: U64,
        /// Stream id.
        stream: U32,
    }
}
layout! {
    /// Creates a stream.
    StreamCreate {
        /// Id chosen by the client.
        id: U32,
        /// CUstream_flags.
        flags: U32,
        /// Priority.
        priority: I32,
    }
}
layout! {
    /// Names a stream.
    StreamId {
        /// Stream id.
        id: U32,
    }
}
layout! {
    /// A stream and an event.
    StreamEvent {
        /// Stream id.
        stream: U32,
        /// Event id.
        event: U32,
        /// Flags of cuEventRecordWithFlags or cuStreamWaitEvent.
        flags: U32,
    }
}
layout! {
    /// cuStreamWaitValue / cuStreamWriteValue.
    StreamValue {
        /// Address (device or pinned).
        addr: U64,
        /// Value.
        value: U64,
        /// Stream id.
        stream: U32,
        /// CUstreamWaitValue_flags or CUstreamWriteValue_flags.
        flags: U32,
        /// 4 or 8 bytes.
        size: U32,
        /// 1 = write, 0 = wait.
        write: U32,
    }
}
layout! {
    /// Asks for a granularity.
    VmmWhere {
        /// Device ordinal.
        device: U32,
        /// CUmemAllocationGranularity_flags.
        option: U32,
    }
}
layout! {
    /// Reserves addresses.
    VmmReserve {
        /// Bytes.
        size: U64,
        /// Alignment, 0 = the driver's.
        alignment: U64,
        /// Wanted first address, 0 = any.
        wanted: U64,
    }
}
layout! {
    /// A range of reserved addresses.
    VmmRange {
        /// First address.
        at: U64,
        /// Bytes.
        size: U64,
    }
}
layout! {
    /// Creates physical memory.
    VmmCreate {
        /// Id chosen by the client.
        id: U32,
        /// Device ordinal.
        device: U32,
        /// Bytes.
        size: U64,
        /// CUmemAllocationHandleType that the program asks for.
        handle_types: U32,
    }
}
layout! {
    /// Maps physical memory.
    VmmMap {
        /// First address.
        at: U64,
        /// Bytes.
        size: U64,
        /// Id of the memory.
        id: U32,
    }
}
layout! {
    /// Sets how a device may use a range.
    VmmAccess {
        /// First address.
        at: U64,
        /// Bytes.
        size: U64,
        /// Device ordinal.
        device: U32,
        /// CUmemAccess_flags.
        flags: U32,
    }
}
layout! {
    /// Creates an event.
    EventCreate {
        /// Id chosen by the client.
        id: U32,
        /// CUevent_flags.
        flags: U32,
    }
}
layout! {
    /// Opens memory of another process of the reservation.
    IpcOpen {
        /// What IPC_EXPORT has given.
        handle: [u8; 64],
        /// CUipcMem_flags.
        flags: U32,
    }
}
layout! {
    /// Opens an event of another process of the reservation.
    IpcOpenEvent {
        /// Id chosen by the client.
        id: U32,
        /// What IPC_EXPORT_EVENT has given.
        handle: [u8; 64],
    }
}
layout! {
    /// Names an event.
    EventId {
        /// Event id.
        id: U32,
    }
}
layout! {
    /// Two events.
    EventPair {
        /// Start.
        start: U32,
        /// End.
        end: U32,
    }
}
layout! {
    /// Allocates device memory.
    MemAlloc {
        /// Bytes, or width in bytes when `height` is not 0.
        bytes: U64,
        /// Rows of a pitched allocation, 0 = linear.
        height: U64,
        /// Element size of a pitched allocation (4, 8, 16).
        element: U32,
    }
}
layout! {
    /// A range of pinned host memory. Addresses are the client's; the worker maps the same pages of the arena.
    HostRange {
        /// Start, page aligned.
        addr: U64,
        /// Bytes, multiple of the page size.
        bytes: U64,
        /// CU_MEMHOSTALLOC or CU_MEMHOSTREGISTER flags.
        flags: U32,
        /// 1 = memory of the program that was registered (cuMemHostRegister): lies outside the arena.
        registered: U32,
    }
}
layout! {
    /// A copy between host and device. `height` rows of `width` bytes; rows are `pitch` bytes apart on the device and packed on the wire and
    /// `host_pitch` apart in pinned host memory. Linear copies have height 1.
    Copy {
        /// Device address.
        device: U64,
        /// Client address of pinned memory, else 0.
        host: U64,
        /// Bytes of a row.
        width: U64,
        /// Rows.
        height: U64,
        /// Device pitch in bytes.
        pitch: U64,
        /// Host pitch in bytes (pinned only).
        host_pitch: U64,
        /// Transfer on the bulk connection, 0 = inline.
        xfer: U64,
        /// Stream id.
        stream: U32,
        /// [`COPY_PULL`], [`COPY_SHADOW`].
        flags: U32,
    }
}
/// Copy flag: the client sends the bytes when the stream arrives (push PULL).
pub const COPY_PULL: u32 = 1;
/// Copy flag: the worker's shadow of the pinned range already holds the right bytes.
pub const COPY_SHADOW: u32 = 2;
layout! {
    /// A copy on the device. Rows as in [`struct@Copy`].
    CopyDevice {
        /// Destination.
        dst: U64,
        /// Source.
        src: U64,
        /// Bytes of a row.
        width: U64,
        /// Rows.
        height: U64,
        /// Destination pitch.
        dst_pitch: U64,
        /// Source pitch.
        src_pitch: U64,
        /// Stream id.
        stream: U32,
    }
}
layout! {
    /// A memset.
    Memset {
        /// Destination.
        dst: U64,
        /// Pitch in bytes, used when `height` > 1.
        pitch: U64,
        /// Elements of a row.
        width: U64,
        /// Rows.
        height: U64,
        /// Value.
        value: U32,
        /// Element size: 1, 2 or 4 bytes.
        element: U32,
        /// Stream id.
        stream: U32,
    }
}
layout! {
    /// Creates an array.
    ArrayCreate {
        /// Id chosen by the client.
        id: U32,
        /// CUarray_format.
        format: U32,
        /// Channels of a texel.
        channels: U32,
        /// CUDA_ARRAY3D flags.
        flags: U32,
        /// Texels of a row.
        width: U64,
        /// Rows, 0 = one dimension.
        height: U64,
        /// Slices or layers, 0 = two dimensions.
        depth: U64,
        /// Bytes that it takes of the partition.
        bytes: U64,
    }
}
layout! {
    /// Names an array.
    ArrayId {
        /// Array id.
        id: U32,
    }
}
layout! {
    /// One end of a box that is copied.
    BoxEnd {
        /// Array id, 0 = device memory.
        array: U32,
        /// Bytes before the box, in an array.
        x: U64,
        /// Rows before it.
        y: U64,
        /// Slices before it.
        z: U64,
        /// Device address.
        address: U64,
        /// Bytes from row to row of device memory.
        pitch: U64,
        /// Rows of a slice of device memory.
        rows: U64,
    }
}
layout! {
    /// Copies a box.
    ArrayCopy {
        /// Where to.
        dst: BoxEnd,
        /// Where from.
        src: BoxEnd,
        /// Bytes of a row.
        width: U64,
        /// Rows.
        height: U64,
        /// Slices.
        depth: U64,
        /// Stream id.
        stream: U32,
    }
}
layout! {
    /// Makes a texture or surface object.
    ImageObject {
        /// 1 = texture, 0 = surface.
        texture: U32,
        /// CUresourcetype.
        kind: U32,
        /// Array id.
        array: U32,
        /// CUarray_format of memory.
        format: U32,
        /// Channels of a texel of memory.
        channels: U32,
        /// Device address of memory.
        address: U64,
        /// Bytes of linear memory.
        bytes: U64,
        /// Texels of a row of pitched memory.
        width: U64,
        /// Its rows.
        height: U64,
        /// Bytes from row to row.
        pitch: U64,
        /// CUaddress_mode by axis.
        address_modes: [U32; 3],
        /// CUfilter_mode.
        filter: U32,
        /// CU_TRSF flags.
        flags: U32,
        /// Anisotropy.
        anisotropy: U32,
        /// CUfilter_mode between levels of detail.
        level_filter: U32,
        /// Bits of the bias, the least and the most level of detail.
        levels: [U32; 3],
        /// Bits of the border's colour.
        border: [U32; 4],
    }
}
layout! {
    /// PROGRESS: every operation that the client posted to `stream` of `ctx` with a frame number ≤ `seq` is complete.
    Progress {
        /// Context id.
        ctx: U32,
        /// Stream id.
        stream: U32,
        /// Frame number.
        seq: U64,
    }
}
layout! {
    /// ERROR: a posted call failed.
    ThreadError {
        /// Thread whose next call returns it; 0 = sticky error of the context for all threads.
        thread: U32,
        /// CUresult.
        result: I32,
        /// The frame that failed.
        seq: U64,
        /// Its function.
        func: U16,
        /// Reserved.
        reserved: U16,
    }
}
