//! Parameters of nodes. Handles are kept as the program sees them; what pointers lead to is copied, except host memory that a copy reads or
//! writes when it runs.

use std::ffi::c_void;
use std::sync::Arc;

use cuda_abi::*;

use crate::Answer;
use crate::memory::GraphMemory;

/// What a node does.
#[derive(Clone, Debug, PartialEq)]
pub enum Params {
    /// Runs a kernel.
    Kernel(Box<Kernel>),
    /// Moves bytes.
    Copy(Box<Copy3>),
    /// Writes a pattern.
    Fill(Fill),
    /// Calls a function of the program.
    Host(HostCall),
    /// Runs the nodes of another graph, which belongs to the node: its handle.
    Child(u64),
    /// Nothing: a point of order.
    Empty,
    /// Waits for an event: its handle.
    WaitEvent(u64),
    /// Records an event: its handle.
    RecordEvent(u64),
    /// Allocates memory.
    Alloc(Arc<GraphMemory>),
    /// Frees memory that a graph allocated: its address.
    Free(u64),
}

impl Params {
    /// The `CUgraphNodeType`.
    pub fn kind(&self) -> CUgraphNodeType {
        match self {
            Params::Kernel(_) => CU_GRAPH_NODE_TYPE_KERNEL,
            Params::Copy(_) => CU_GRAPH_NODE_TYPE_MEMCPY,
            Params::Fill(_) => CU_GRAPH_NODE_TYPE_MEMSET,
            Params::Host(_) => CU_GRAPH_NODE_TYPE_HOST,
            Params::Child(_) => CU_GRAPH_NODE_TYPE_GRAPH,
            Params::Empty => CU_GRAPH_NODE_TYPE_EMPTY,
            Params::WaitEvent(_) => CU_GRAPH_NODE_TYPE_WAIT_EVENT,
            Params::RecordEvent(_) => CU_GRAPH_NODE_TYPE_EVENT_RECORD,
            Params::Alloc(_) => CU_GRAPH_NODE_TYPE_MEM_ALLOC,
            Params::Free(_) => CU_GRAPH_NODE_TYPE_MEM_FREE,
        }
    }

    /// Whether it allocates or frees memory, which restricts its graph.
    pub fn is_memory(&self) -> bool {
        matches!(self, Params::Alloc(_) | Params::Free(_))
    }
}

/// A launch attribute: its id, and its value as bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attribute {
    /// `CUlaunchAttributeID`.
    pub id: u32,
    /// `CUlaunchAttributeValue`.
    pub value: [u8; 64],
}

impl Attribute {
    /// From the program's structure.
    pub fn new(id: CUlaunchAttributeID, value: &CUlaunchAttributeValue) -> Self {
        // SAFETY: every bit pattern is bytes; what the program did not write is the structure's padding.
        Attribute { id, value: unsafe { value.pad } }
    }

    /// An attribute whose value is an integer.
    pub fn integer(id: CUlaunchAttributeID, value: i32) -> Self {
        let mut bytes = [0; 64];
        bytes[..4].copy_from_slice(&value.to_le_bytes());
        Attribute { id, value: bytes }
    }

    /// As C has it.
    pub fn to_c(self) -> CUlaunchAttribute {
        CUlaunchAttribute { id: self.id, pad: [0; 4], value: CUlaunchAttributeValue { pad: self.value } }
    }

    /// The value as an integer.
    pub fn as_integer(&self) -> i32 {
        i32::from_le_bytes([self.value[0], self.value[1], self.value[2], self.value[3]])
    }
}

/// Parameters of a kernel in one buffer.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Packed {
    /// Offset and size of each parameter.
    pub layout: Vec<(u32, u32)>,
    /// The buffer, without padding at its end.
    pub bytes: Box<[u8]>,
}

/// A kernel launch.
#[derive(Debug)]
pub struct Kernel {
    /// Handle of the function or kernel, as the program passed it.
    pub function: u64,
    /// Handle of the context.
    pub context: u64,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads per block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Its parameters.
    pub params: Packed,
    /// Launch attributes, each id at most once.
    pub attributes: Vec<Attribute>,
    /// Addresses of the parameters in the buffer, as getters show them.
    shown: Vec<usize>,
}

impl Kernel {
    /// A launch.
    pub fn new(
        function: u64,
        context: u64,
        [grid, block]: [[u32; 3]; 2],
        shared: u32,
        params: Packed,
    ) -> Self {
        Kernel { function, context, grid, block, shared, params, attributes: Vec::new(), shown: Vec::new() }
    }

    /// From the program's structure, whose parameters the backend has packed.
    pub(crate) fn from_c(c: &CUDA_KERNEL_NODE_PARAMS_v2, params: Packed) -> Self {
        let shape = [[c.gridDimX, c.gridDimY, c.gridDimZ], [c.blockDimX, c.blockDimY, c.blockDimZ]];
        let function = if c.func.is_null() { c.kern } else { c.func };
        Kernel::new(function.addr() as u64, c.ctx.addr() as u64, shape, c.sharedMemBytes, params)
    }

    /// As C has it. The arrays belong to the node and live until it changes.
    pub(crate) fn show(&mut self) -> CUDA_KERNEL_NODE_PARAMS_v2 {
        let start = self.params.bytes.as_ptr().expose_provenance();
        self.shown = self.params.layout.iter().map(|(offset, _)| start + *offset as usize).collect();
        let pointers = if self.shown.is_empty() { std::ptr::null_mut() } else { self.shown.as_mut_ptr() };
        CUDA_KERNEL_NODE_PARAMS_v2 {
            func: crate::raw(self.function),
            gridDimX: self.grid[0],
            gridDimY: self.grid[1],
            gridDimZ: self.grid[2],
            blockDimX: self.block[0],
            blockDimY: self.block[1],
            blockDimZ: self.block[2],
            sharedMemBytes: self.shared,
            kernelParams: pointers.cast::<*mut c_void>(),
            extra: std::ptr::null_mut(),
            kern: std::ptr::null_mut(),
            ctx: crate::raw(self.context),
        }
    }

    /// Whether all its blocks must be resident at once.
    pub fn cooperative(&self) -> bool {
        self.attributes.iter().any(|a| a.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && a.as_integer() != 0)
    }

    /// Sets an attribute.
    pub fn set_attribute(&mut self, attribute: Attribute) {
        self.attributes.retain(|a| a.id != attribute.id);
        self.attributes.push(attribute);
    }
}

impl Clone for Kernel {
    fn clone(&self) -> Self {
        Kernel {
            params: self.params.clone(),
            attributes: self.attributes.clone(),
            shown: Vec::new(),
            ..*self
        }
    }
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        (self.function, self.context, self.grid, self.block, self.shared)
            == (other.function, other.context, other.grid, other.block, other.shared)
            && self.params == other.params
            && self.attributes == other.attributes
    }
}

/// One end of a copy, as `CUDA_MEMCPY3D` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct End {
    /// `CUmemorytype`.
    pub memory: u32,
    /// Host address.
    pub host: u64,
    /// Device (or unified) address.
    pub device: u64,
    /// Array.
    pub array: u64,
    /// Offset in a row, in bytes.
    pub x: usize,
    /// Rows before the first.
    pub y: usize,
    /// Slices before the first.
    pub z: usize,
    /// Level of detail.
    pub lod: usize,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Rows from slice to slice.
    pub rows: usize,
}

impl End {
    /// In linear memory, without gaps: a `CUmemorytype` and an address of it.
    pub fn in_memory(memory: CUmemorytype, address: u64) -> Self {
        let (host, device) = if memory == CU_MEMORYTYPE_HOST { (address, 0) } else { (0, address) };
        End { memory, host, device, ..End::default() }
    }

    /// In the first row of an array, after `x` bytes.
    pub fn in_array(array: CUarray, x: usize) -> Self {
        End { memory: CU_MEMORYTYPE_ARRAY, array: array.addr() as u64, x, ..End::default() }
    }
}

/// One end of a copy with its address worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// `CUmemorytype`: host, device or unified.
    pub memory: u32,
    /// First byte.
    pub address: u64,
    /// Bytes from row to row.
    pub pitch: u64,
    /// Bytes from slice to slice.
    pub slice: u64,
}

/// A copy of up to three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Copy3 {
    /// Where from.
    pub src: End,
    /// Where to.
    pub dst: End,
    /// Bytes of a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
    /// Slices.
    pub depth: usize,
    /// Handle of the context.
    pub context: u64,
}

impl Copy3 {
    /// `bytes` in one piece.
    pub fn linear(dst: (CUmemorytype, u64), src: (CUmemorytype, u64), bytes: usize, context: u64) -> Self {
        let end = |(memory, address)| End { pitch: bytes, rows: 1, ..End::in_memory(memory, address) };
        Copy3 { src: end(src), dst: end(dst), width: bytes, height: 1, depth: 1, context }
    }

    /// From the program's structure.
    pub fn from_c(c: &CUDA_MEMCPY3D, context: u64) -> Self {
        let src = End {
            memory: c.srcMemoryType,
            host: c.srcHost.expose_provenance() as u64,
            device: c.srcDevice,
            array: c.srcArray.addr() as u64,
            x: c.srcXInBytes,
            y: c.srcY,
            z: c.srcZ,
            lod: c.srcLOD,
            pitch: c.srcPitch,
            rows: c.srcHeight,
        };
        let dst = End {
            memory: c.dstMemoryType,
            host: c.dstHost.expose_provenance() as u64,
            device: c.dstDevice,
            array: c.dstArray.addr() as u64,
            x: c.dstXInBytes,
            y: c.dstY,
            z: c.dstZ,
            lod: c.dstLOD,
            pitch: c.dstPitch,
            rows: c.dstHeight,
        };
        Copy3 { src, dst, width: c.WidthInBytes, height: c.Height, depth: c.Depth, context }
    }

    /// From the program's structure of a copy of rows.
    pub fn from_rows(c: &CUDA_MEMCPY2D, context: u64) -> Self {
        let src = End {
            memory: c.srcMemoryType,
            host: c.srcHost.expose_provenance() as u64,
            device: c.srcDevice,
            array: c.srcArray.addr() as u64,
            x: c.srcXInBytes,
            y: c.srcY,
            pitch: c.srcPitch,
            ..End::default()
        };
        let dst = End {
            memory: c.dstMemoryType,
            host: c.dstHost.expose_provenance() as u64,
            device: c.dstDevice,
            array: c.dstArray.addr() as u64,
            x: c.dstXInBytes,
            y: c.dstY,
            pitch: c.dstPitch,
            ..End::default()
        };
        Copy3 { src, dst, width: c.WidthInBytes, height: c.Height, depth: 1, context }
    }

    /// As C has it.
    pub fn to_c(&self) -> CUDA_MEMCPY3D {
        CUDA_MEMCPY3D {
            srcXInBytes: self.src.x,
            srcY: self.src.y,
            srcZ: self.src.z,
            srcLOD: self.src.lod,
            srcMemoryType: self.src.memory,
            srcHost: std::ptr::with_exposed_provenance(self.src.host as usize),
            srcDevice: self.src.device,
            srcArray: crate::raw(self.src.array),
            reserved0: std::ptr::null_mut(),
            srcPitch: self.src.pitch,
            srcHeight: self.src.rows,
            dstXInBytes: self.dst.x,
            dstY: self.dst.y,
            dstZ: self.dst.z,
            dstLOD: self.dst.lod,
            dstMemoryType: self.dst.memory,
            dstHost: std::ptr::with_exposed_provenance_mut(self.dst.host as usize),
            dstDevice: self.dst.device,
            dstArray: crate::raw(self.dst.array),
            reserved1: std::ptr::null_mut(),
            dstPitch: self.dst.pitch,
            dstHeight: self.dst.rows,
            WidthInBytes: self.width,
            Height: self.height,
            Depth: self.depth,
        }
    }

    /// The end that is read.
    pub fn source(&self) -> Answer<Side> {
        self.side(&self.src)
    }

    /// The end that is written.
    pub fn target(&self) -> Answer<Side> {
        self.side(&self.dst)
    }

    /// Whether nothing is copied.
    pub fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }

    /// Bytes, rows and slices.
    pub fn size(&self) -> [usize; 3] {
        [self.width, self.height, self.depth]
    }

    /// Bytes from the first to the last that a side touches; 0 for a copy of nothing.
    pub fn span(&self, side: &Side) -> Answer<u64> {
        if self.is_empty() {
            return Ok(0);
        }
        let rows = side.pitch.checked_mul(self.height as u64 - 1);
        let slices = side.slice.checked_mul(self.depth as u64 - 1);
        let before = rows.zip(slices).and_then(|(rows, slices)| rows.checked_add(slices));
        before.and_then(|n| n.checked_add(self.width as u64)).ok_or(CUresult::INVALID_VALUE)
    }

    /// An end: pitches of 0 stand for rows and slices without gaps.
    fn side(&self, end: &End) -> Answer<Side> {
        let base = match end.memory {
            CU_MEMORYTYPE_HOST => end.host,
            CU_MEMORYTYPE_DEVICE | CU_MEMORYTYPE_UNIFIED => end.device,
            CU_MEMORYTYPE_ARRAY => return Err(CUresult::NOT_SUPPORTED),
            _ => return Err(CUresult::INVALID_VALUE),
        };
        let bad = CUresult::INVALID_VALUE;
        let pitch = if end.pitch == 0 { self.width } else { end.pitch } as u64;
        let rows = if end.rows == 0 { self.height } else { end.rows } as u64;
        if (self.height > 1 && pitch < self.width as u64) || (self.depth > 1 && rows < self.height as u64) {
            return Err(bad);
        }
        let slice = pitch.checked_mul(rows).ok_or(bad)?;
        let offset = slice.checked_mul(end.z as u64).zip(pitch.checked_mul(end.y as u64));
        let offset = offset.and_then(|(z, y)| z.checked_add(y)?.checked_add(end.x as u64)).ok_or(bad)?;
        let address = base.checked_add(offset).ok_or(bad)?;
        Ok(Side { memory: end.memory, address, pitch, slice })
    }
}

/// A fill of `height` rows of `width` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// First byte.
    pub dst: u64,
    /// Bytes from row to row, where there are several.
    pub pitch: usize,
    /// The element, in its low bytes.
    pub value: u32,
    /// Bytes of an element.
    pub element: u32,
    /// Elements in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Handle of the context.
    pub context: u64,
}

impl Fill {
    pub(crate) fn from_c(c: &CUDA_MEMSET_NODE_PARAMS, context: u64) -> Self {
        let (dst, pitch, value, element) = (c.dst, c.pitch, c.value, c.elementSize);
        Fill { dst, pitch, value, element, width: c.width, height: c.height, context }
    }

    pub(crate) fn to_c(self) -> CUDA_MEMSET_NODE_PARAMS {
        let Fill { dst, pitch, value, element, width, height, .. } = self;
        CUDA_MEMSET_NODE_PARAMS { dst, pitch, value, elementSize: element, width, height }
    }

    /// Bytes from the first to the last. Refuses what no device fills.
    pub fn span(&self) -> Answer<u64> {
        let bad = CUresult::INVALID_VALUE;
        let element = u64::from(self.element);
        if !matches!(self.element, 1 | 2 | 4) || self.width == 0 || self.height == 0 {
            return Err(bad);
        }
        let row = (self.width as u64).checked_mul(element).ok_or(bad)?;
        let pitch = self.pitch as u64;
        let several = self.height > 1;
        if !self.dst.is_multiple_of(element) || several && (pitch < row || !pitch.is_multiple_of(element)) {
            return Err(bad);
        }
        let rows = if several { pitch.checked_mul(self.height as u64 - 1).ok_or(bad)? } else { 0 };
        rows.checked_add(row).ok_or(bad)
    }
}

/// A function of the program and its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// Address of the function; never 0.
    pub function: usize,
    /// What it gets.
    pub data: usize,
}

impl HostCall {
    /// From the program's arguments.
    pub fn new(function: CUhostFn, data: *mut c_void) -> Answer<Self> {
        let function = function.ok_or(CUresult::INVALID_VALUE)?;
        Ok(HostCall { function: function as *const () as usize, data: data.expose_provenance() })
    }

    /// The function as C has it.
    pub fn function(&self) -> CUhostFn {
        let function: *const () = std::ptr::with_exposed_provenance(self.function);
        // SAFETY: `new` took the address from a function of this very type.
        Some(unsafe { std::mem::transmute::<*const (), unsafe extern "C" fn(*mut c_void)>(function) })
    }

    /// Its argument as C has it.
    pub fn data(&self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.data)
    }

    /// Makes the call.
    pub fn run(&self) {
        if let Some(function) = self.function() {
            // SAFETY: the program passed the function and its argument to be called when the graph comes to the node.
            unsafe { function(self.data()) }
        }
    }
}
