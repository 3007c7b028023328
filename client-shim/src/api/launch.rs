//! Kernel launches and host functions: posted, after the checks that a driver makes at once.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;
use cuda_graph::capture;
use cuda_graph::node::{self, Attribute, Packed, Params};
use protocol::ops::{LAUNCH_COOPERATIVE, Launch, op};
use zerocopy::IntoBytes;

use super::device::attribute;
use super::function::function_of;
use super::{Answer, array, not_null, occupancy};
use crate::state::context::Context;
use crate::state::function::Function;
use crate::state::stream::of_handle;
use crate::state::{self, Global, host_fn, mapped, thread};

/// What a launch looks like apart from kernel, stream and parameters.
struct Shape {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    cooperative: bool,
}

impl Shape {
    fn threads(&self) -> u64 {
        self.block.iter().map(|n| u64::from(*n)).product()
    }

    fn blocks(&self) -> u64 {
        self.grid.iter().fold(1u64, |product, n| product.saturating_mul(u64::from(*n)))
    }
}

/// Where the program keeps the parameters: one pointer each, or one buffer.
#[derive(Clone, Copy)]
struct Arguments {
    kernel_params: *mut *mut c_void,
    extra: *mut *mut c_void,
}

pub(crate) unsafe fn cu_launch_kernel(
    f: CUfunction,
    gridDimX: c_uint,
    gridDimY: c_uint,
    gridDimZ: c_uint,
    blockDimX: c_uint,
    blockDimY: c_uint,
    blockDimZ: c_uint,
    sharedMemBytes: c_uint,
    hStream: CUstream,
    kernelParams: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Answer {
    let shape = Shape {
        grid: [gridDimX, gridDimY, gridDimZ],
        block: [blockDimX, blockDimY, blockDimZ],
        shared: sharedMemBytes,
        cooperative: false,
    };
    // SAFETY: the program's parameters are those of its kernel.
    unsafe { launch(f, &shape, hStream, Arguments { kernel_params: kernelParams, extra }, &[]) }
}

pub(crate) unsafe fn cu_launch_cooperative_kernel(
    f: CUfunction,
    gridDimX: c_uint,
    gridDimY: c_uint,
    gridDimZ: c_uint,
    blockDimX: c_uint,
    blockDimY: c_uint,
    blockDimZ: c_uint,
    sharedMemBytes: c_uint,
    hStream: CUstream,
    kernelParams: *mut *mut c_void,
) -> Answer {
    let shape = Shape {
        grid: [gridDimX, gridDimY, gridDimZ],
        block: [blockDimX, blockDimY, blockDimZ],
        shared: sharedMemBytes,
        cooperative: true,
    };
    let arguments = Arguments { kernel_params: kernelParams, extra: std::ptr::null_mut() };
    // SAFETY: the program's parameters are those of its kernel.
    unsafe { launch(f, &shape, hStream, arguments, &[]) }
}

pub(crate) unsafe fn cu_launch_kernel_ex(
    config: *const CUlaunchConfig,
    f: CUfunction,
    kernelParams: *mut *mut c_void,
    extra: *mut *mut c_void,
    default_stream: CUstream,
) -> Answer {
    state::global()?;
    // SAFETY: null or readable.
    let config = unsafe { config.as_ref() }.ok_or(CUresult::INVALID_VALUE)?;
    // SAFETY: the configuration's attributes are an array of `numAttrs` elements.
    let attributes = unsafe { attributes_of(config) }?;
    let shape = Shape {
        grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
        block: [config.blockDimX, config.blockDimY, config.blockDimZ],
        shared: config.sharedMemBytes,
        cooperative: false,
    };
    let stream = if config.hStream.is_null() { default_stream } else { config.hStream };
    // SAFETY: the program's parameters are those of its kernel.
    unsafe { launch(f, &shape, stream, Arguments { kernel_params: kernelParams, extra }, &attributes) }
}

/// The attributes of a launch as they are sent, without those to be ignored.
///
/// # Safety
/// `attrs` is null or has `numAttrs` elements.
unsafe fn attributes_of(config: &CUlaunchConfig) -> Result<Vec<u8>, CUresult> {
    if config.numAttrs == 0 {
        return Ok(Vec::new());
    }
    array(config.attrs, config.numAttrs as usize)?;
    let mut bytes = Vec::new();
    for i in 0..config.numAttrs as usize {
        // SAFETY: `i` is below `numAttrs`.
        let attribute = unsafe { config.attrs.add(i).read_unaligned() };
        match attribute.id {
            CU_LAUNCH_ATTRIBUTE_IGNORE => continue,
            // They hold handles, which mean nothing to the worker.
            CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT
            | CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT
            | CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => {
                return Err(cuda_contract::not_supported("a launch attribute with a handle"));
            }
            _ => {}
        }
        bytes.extend_from_slice(&attribute.id.to_le_bytes());
        bytes.extend_from_slice(&[0; 4]);
        // SAFETY: every bit pattern is bytes; the program has written the field that the id names, the rest is its padding.
        bytes.extend_from_slice(unsafe { &attribute.value.pad });
    }
    Ok(bytes)
}

/// Checks a launch and posts it.
///
/// # Safety
/// The arguments are those of the kernel: as many pointers as it has parameters, each to as many bytes as that parameter has.
unsafe fn launch(
    f: CUfunction,
    shape: &Shape,
    stream: CUstream,
    arguments: Arguments,
    attributes: &[u8],
) -> Answer {
    let g = state::global()?;
    let function = function_of(g, f)?;
    let stream = of_handle(g, stream)?;
    g.deferred(stream.context)?;
    if function.context.is_some_and(|c| c.id != stream.context.id) {
        return Err(CUresult::INVALID_HANDLE);
    }
    check_shape(g, &function, stream.context, shape)?;
    // The scratch buffer is free: nothing in here calls the program.
    let mut parameters = thread::this().scratch.borrow_mut();
    // SAFETY: the caller's contract.
    unsafe { gather(&function, arguments, &mut parameters) }?;
    let place = stream.place();
    if capture::takes(&place)? {
        let packed = Packed { layout: function.params.clone(), bytes: parameters.as_slice().into() };
        let (context, sizes) = (stream.context.raw().addr() as u64, [shape.grid, shape.block]);
        let mut kernel = node::Kernel::new(f.addr() as u64, context, sizes, shape.shared, packed);
        attributes_as_sent(attributes).for_each(|attribute| kernel.set_attribute(attribute));
        if shape.cooperative {
            kernel.set_attribute(Attribute::integer(CU_LAUNCH_ATTRIBUTE_COOPERATIVE, 1));
        }
        return capture::add(&place, Params::Kernel(Box::new(kernel)));
    }
    let frame = Launch {
        module: function.module.into(),
        index: function.index.into(),
        stream: stream.id.into(),
        grid: shape.grid.map(Into::into),
        block: shape.block.map(Into::into),
        shared: shape.shared.into(),
        param_len: (parameters.len() as u32).into(),
        attrs: ((attributes.len() / size_of::<CUlaunchAttribute>()) as u16).into(),
        flags: (if shape.cooperative { LAUNCH_COOPERATIVE } else { 0 }).into(),
    };
    let used = mapped::used_by(g, &parameters);
    if used.is_empty() {
        return stream.post(g, op::LAUNCH, &[frame.as_bytes(), &parameters, attributes]).map(drop);
    }
    mapped::before_launch(g, &stream, &used)?;
    stream.post(g, op::LAUNCH, &[frame.as_bytes(), &parameters, attributes])?;
    mapped::after_launch(g, &stream, &used)
}

/// Attributes out of the bytes of [`attributes_of`].
fn attributes_as_sent(bytes: &[u8]) -> impl Iterator<Item = Attribute> {
    bytes.chunks_exact(size_of::<CUlaunchAttribute>()).filter_map(|bytes| {
        let id = u32::from_le_bytes(*bytes.first_chunk()?);
        Some(Attribute { id, value: *bytes.last_chunk()? })
    })
}

/// Checks the launch of a graph's node and packs its parameters.
///
/// # Safety
/// As for [`launch`].
pub(crate) unsafe fn packed(
    g: &Global,
    context: &Context,
    c: &CUDA_KERNEL_NODE_PARAMS_v2,
) -> Result<Packed, CUresult> {
    let function = function_of(g, if c.func.is_null() { c.kern } else { c.func })?;
    if function.context.is_some_and(|c| c.id != context.id) {
        return Err(CUresult::INVALID_HANDLE);
    }
    let shape = Shape {
        grid: [c.gridDimX, c.gridDimY, c.gridDimZ],
        block: [c.blockDimX, c.blockDimY, c.blockDimZ],
        shared: c.sharedMemBytes,
        cooperative: false,
    };
    check_shape(g, &function, context, &shape)?;
    let mut bytes = Vec::new();
    // SAFETY: the caller's contract.
    unsafe { gather(&function, Arguments { kernel_params: c.kernelParams, extra: c.extra }, &mut bytes) }?;
    Ok(Packed { layout: function.params.clone(), bytes: bytes.into() })
}

/// What a driver refuses at once.
fn check_shape(g: &Global, function: &Function, context: &Context, shape: &Shape) -> Answer {
    let device = g.device_of(context);
    let limit = |which| attribute(device, which).map_or(u32::MAX, |v| v.max(0) as u32);
    let within =
        |size: &[u32; 3], first: u32| (0u32..3).zip(size).all(|(i, n)| *n != 0 && *n <= limit(first + i));
    let dimensions = within(&shape.grid, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)
        && within(&shape.block, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
    if !dimensions || shape.threads() > u64::from(limit(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)) {
        return Err(CUresult::INVALID_VALUE);
    }
    let most = function.attribute(g, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?;
    if most > 0 && shape.threads() > most as u64 {
        return Err(too_many_threads(g, function, shape)?);
    }
    let dynamic = function.attribute(g, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)?;
    if u64::from(shape.shared) > dynamic.max(0) as u64 {
        return Err(CUresult::INVALID_VALUE);
    }
    if shape.cooperative { check_cooperative(g, function, shape) } else { Ok(()) }
}

/// A block larger than the kernel takes: because of its registers, or because it was compiled for less.
fn too_many_threads(g: &Global, function: &Function, shape: &Shape) -> Result<CUresult, CUresult> {
    let (device, kernel) = (occupancy::device_limits(g, function)?, occupancy::kernel_limits(g, function)?);
    let threads = u32::try_from(shape.threads()).unwrap_or(u32::MAX);
    let enough = cuda_contract::occupancy::registers_suffice(&device, &kernel, threads);
    Ok(if enough { CUresult::INVALID_VALUE } else { CUresult::LAUNCH_OUT_OF_RESOURCES })
}

/// All blocks of a cooperative launch must fit the device at once.
fn check_cooperative(g: &Global, function: &Function, shape: &Shape) -> Answer {
    let device = occupancy::device_limits(g, function)?;
    let kernel = occupancy::kernel_limits(g, function)?;
    let per_multiprocessor = cuda_contract::occupancy::active_blocks(
        &device,
        &kernel,
        shape.threads() as i32,
        shape.shared as usize,
    )?;
    let fits = per_multiprocessor.max(0) as u64 * u64::from(device.multiprocessors);
    if shape.blocks() > fits { Err(CUresult::COOPERATIVE_LAUNCH_TOO_LARGE) } else { Ok(()) }
}

/// Packs the parameters as the kernel's layout says.
///
/// # Safety
/// As for [`launch`].
unsafe fn gather(function: &Function, arguments: Arguments, out: &mut Vec<u8>) -> Answer {
    out.clear();
    if !arguments.extra.is_null() {
        if !arguments.kernel_params.is_null() {
            return Err(CUresult::INVALID_VALUE);
        }
        // SAFETY: the program's `extra` array ends with CU_LAUNCH_PARAM_END.
        return unsafe { gather_extra(function, arguments.extra, out) };
    }
    if function.params.is_empty() {
        return Ok(());
    }
    not_null(arguments.kernel_params)?;
    out.resize(function.param_bytes as usize, 0);
    for (i, (offset, size)) in function.params.iter().enumerate() {
        // SAFETY: the array has one pointer per parameter.
        let source = unsafe { arguments.kernel_params.add(i).read_unaligned() };
        not_null(source)?;
        let place =
            out.get_mut(*offset as usize..(*offset + *size) as usize).ok_or(CUresult::INVALID_VALUE)?;
        // SAFETY: the pointer leads to `size` bytes; `place` has as many.
        unsafe { std::ptr::copy_nonoverlapping(source.cast::<u8>(), place.as_mut_ptr(), place.len()) };
    }
    Ok(())
}

/// Pairs of `extra` that are looked at: more make no sense, and their end may be missing.
const EXTRA_MAX: usize = 16;

/// Takes the parameters from the buffer that `extra` names.
///
/// # Safety
/// `extra` is an array of pairs that ends with CU_LAUNCH_PARAM_END; buffer and size are as they say.
unsafe fn gather_extra(function: &Function, extra: *mut *mut c_void, out: &mut Vec<u8>) -> Answer {
    let (mut buffer, mut size) = (std::ptr::null_mut::<c_void>(), None);
    for pair in 0..EXTRA_MAX {
        // SAFETY: the end was not reached yet, so the pair is there.
        let key = unsafe { extra.add(2 * pair).read_unaligned() };
        if key == CU_LAUNCH_PARAM_END {
            break;
        }
        // SAFETY: every key but the end has a value.
        let value = unsafe { extra.add(2 * pair + 1).read_unaligned() };
        match key {
            CU_LAUNCH_PARAM_BUFFER_POINTER => buffer = value,
            CU_LAUNCH_PARAM_BUFFER_SIZE if !value.is_null() => {
                // SAFETY: the value leads to the size.
                size = Some(unsafe { value.cast::<usize>().read_unaligned() })
            }
            _ => return Err(CUresult::INVALID_VALUE),
        }
    }
    let needed = function.param_bytes as usize;
    if needed == 0 && size.unwrap_or(0) == 0 {
        return Ok(());
    }
    // A driver takes exactly the size without padding at the end.
    if buffer.is_null() || size != Some(needed) {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: the buffer has the size that the caller states.
    out.extend_from_slice(unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), needed) });
    Ok(())
}

pub(crate) unsafe fn cu_launch_host_func(hStream: CUstream, r#fn: CUhostFn, userData: *mut c_void) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    let function = r#fn.ok_or(CUresult::INVALID_VALUE)?;
    let place = stream.place();
    if capture::takes(&place)? {
        return capture::add(&place, Params::Host(node::HostCall::new(r#fn, userData)?));
    }
    super::stream::post_host_fn(g, &stream, host_fn::Function::Plain(function), userData)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::function::Owner;

    fn function(params: &[(u32, u32)], param_bytes: u32) -> Function {
        let kernel = protocol::snapshot::Kernel {
            name: "k".to_string(),
            params: params.to_vec(),
            param_bytes,
            attributes: None,
        };
        Function::new(kernel, 1, 0, Owner::Module(0), None, 0)
    }

    fn pointer<T>(value: &mut T) -> *mut c_void {
        std::ptr::from_mut(value).cast()
    }

    #[test]
    fn parameters_are_packed_with_zeroed_gaps() {
        let function = function(&[(0, 4), (8, 8), (16, 2)], 18);
        let (mut a, mut b, mut c) = (0x0403_0201u32, u64::MAX, 0x0605u16);
        let mut pointers = [pointer(&mut a), pointer(&mut b), pointer(&mut c)];
        let arguments = Arguments { kernel_params: pointers.as_mut_ptr(), extra: std::ptr::null_mut() };
        let mut out = vec![0xaa; 3];
        // SAFETY: three pointers to values of the sizes above.
        unsafe { gather(&function, arguments, &mut out) }.unwrap();
        assert_eq!(out[..8], [1, 2, 3, 4, 0, 0, 0, 0]);
        assert_eq!(out[8..], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 5, 6]);
    }

    fn with_extra(size: Option<usize>, buffer: bool, kernel_params: bool) -> Result<Vec<u8>, CUresult> {
        let function = function(&[(0, 4)], 4);
        let mut data = [1u8, 2, 3, 4, 5, 6, 7, 8];
        let mut size_value = size.unwrap_or(0);
        let mut extra = vec![];
        if buffer {
            extra.extend([CU_LAUNCH_PARAM_BUFFER_POINTER, data.as_mut_ptr().cast()]);
        }
        if size.is_some() {
            extra.extend([CU_LAUNCH_PARAM_BUFFER_SIZE, pointer(&mut size_value)]);
        }
        extra.push(CU_LAUNCH_PARAM_END);
        let mut one = pointer(&mut data);
        let kernel_params = if kernel_params { &raw mut one } else { std::ptr::null_mut() };
        let mut out = Vec::new();
        // SAFETY: the array is as built above.
        unsafe { gather(&function, Arguments { kernel_params, extra: extra.as_mut_ptr() }, &mut out) }?;
        Ok(out)
    }

    #[test]
    fn buffers_must_be_there_and_have_the_size_without_padding() {
        let bad = Err(CUresult::INVALID_VALUE);
        let cases = [
            (Some(4), true, false, Ok(vec![1, 2, 3, 4])),
            (Some(8), true, false, bad.clone()),
            (Some(3), true, false, bad.clone()),
            (None, true, false, bad.clone()),
            (Some(4), false, false, bad.clone()),
            (Some(4), true, true, bad),
        ];
        for (size, buffer, params, want) in cases {
            assert_eq!(with_extra(size, buffer, params), want, "{size:?} {buffer} {params}");
        }
    }

    #[test]
    fn missing_parameters_are_refused() {
        let function = function(&[(0, 4)], 4);
        let mut null = std::ptr::null_mut();
        for kernel_params in [std::ptr::null_mut(), &raw mut null] {
            let arguments = Arguments { kernel_params, extra: std::ptr::null_mut() };
            // SAFETY: the array is null or has one element, which is null.
            let result = unsafe { gather(&function, arguments, &mut Vec::new()) };
            assert_eq!(result, Err(CUresult::INVALID_VALUE));
        }
    }
}
