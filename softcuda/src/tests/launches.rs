//! Modules and launches.

use super::*;

const ADD: &str = "
.version 7.5
.target sm_75
.address_size 64
.visible .global .align 4 .u32 counter = 41;
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .f32 %f<4>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<11>;
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u64 %rd3, [c];
    ld.param.u32 %r2, [n];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.s32 %p1, %r1, %r2;
    @%p1 bra $L__BB0_2;
    cvta.to.global.u64 %rd4, %rd1;
    mul.wide.s32 %rd5, %r1, 4;
    add.s64 %rd6, %rd4, %rd5;
    cvta.to.global.u64 %rd7, %rd2;
    add.s64 %rd8, %rd7, %rd5;
    ld.global.f32 %f1, [%rd8];
    ld.global.f32 %f2, [%rd6];
    add.f32 %f3, %f2, %f1;
    cvta.to.global.u64 %rd9, %rd3;
    add.s64 %rd10, %rd9, %rd5;
    st.global.f32 [%rd10], %f3;
$L__BB0_2:
    ret;
}
.visible .entry nothing() { ret; }
.visible .entry small() .maxntid 64, 1, 1 { ret; }
.visible .entry wild(.param .u64 p)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, 1;
    st.global.u32 [%rd1], %r1;
    ret;
}
";

fn launch(f: CUfunction, grid: u32, block: u32, stream: CUstream, params: &mut [*mut c_void]) -> CUresult {
    let params = if params.is_empty() { null_mut() } else { params.as_mut_ptr() };
    call!(cuLaunchKernel(f, grid, 1, 1, block, 1, 1, 0, stream, params, null_mut()))
}

#[test]
fn vector_add_by_the_driver_api() {
    let session = Session::new();
    let f = session.function(session.module(ADD), c"add");
    let n = 1000usize;
    let a: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..n).map(|i| 2.0 * i as f32).collect();
    let (mut da, mut db, mut dc) = (session.alloc(n * 4), session.alloc(n * 4), session.alloc(n * 4));
    assert_eq!(call!(cuMemcpyHtoD_v2(da, a.as_ptr().cast(), n * 4)), OK);
    assert_eq!(call!(cuMemcpyHtoD_v2(db, b.as_ptr().cast(), n * 4)), OK);
    let mut count = n as u32;
    let mut params =
        [(&raw mut da).cast(), (&raw mut db).cast(), (&raw mut dc).cast(), (&raw mut count).cast::<c_void>()];
    assert_eq!(launch(f, 8, 128, CU_STREAM_LEGACY, &mut params), OK);
    let mut c = vec![0f32; n];
    assert_eq!(call!(cuMemcpyDtoH_v2(c.as_mut_ptr().cast(), dc, n * 4)), OK);
    assert!(c.iter().enumerate().all(|(i, x)| *x == 3.0 * i as f32), "{:?}", &c[..8]);
}

#[test]
fn immediate_errors_of_a_launch() {
    let session = Session::new();
    let module = session.module(ADD);
    let (nothing, small, add) = (
        session.function(module, c"nothing"),
        session.function(module, c"small"),
        session.function(module, c"add"),
    );
    let check = |f, grid: [u32; 3], block: [u32; 3], shared, expected: CUresult| {
        let [gx, gy, gz] = grid;
        let [bx, by, bz] = block;
        let result =
            call!(cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, null_mut(), null_mut(), null_mut()));
        assert_eq!(result, expected, "{grid:?} {block:?} {shared}");
    };
    let invalid = CUresult::INVALID_VALUE;
    check(nothing, [1; 3], [1; 3], 0, OK);
    check(nothing, [0, 1, 1], [1; 3], 0, invalid);
    check(nothing, [1; 3], [1, 0, 1], 0, invalid);
    check(nothing, [1; 3], [1025, 1, 1], 0, invalid);
    check(nothing, [1; 3], [1, 1, 65], 0, invalid);
    check(nothing, [1; 3], [1024, 2, 1], 0, invalid);
    check(nothing, [1, 65_536, 1], [1; 3], 0, invalid);
    check(nothing, [1; 3], [1; 3], 48 << 10, OK);
    check(nothing, [1; 3], [1; 3], (48 << 10) + 1, invalid);
    check(small, [1; 3], [64, 1, 1], 0, OK);
    check(small, [1; 3], [65, 1, 1], 0, invalid);
    check(null_mut(), [1; 3], [1; 3], 0, CUresult::INVALID_HANDLE);
    check(add, [1; 3], [1; 3], 0, invalid);
    assert_eq!(call!(cuCtxSynchronize()), OK);
}

#[test]
fn more_shared_memory_by_attribute() {
    let session = Session::new();
    let f = session.function(session.module(ADD), c"nothing");
    let set = |bytes| call!(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes));
    assert_eq!(set(99 << 10), OK);
    assert_eq!(set((99 << 10) + 1), CUresult::INVALID_VALUE);
    let result = call!(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 99 << 10, null_mut(), null_mut(), null_mut()));
    assert_eq!(result, OK);
}

#[test]
fn parameters_as_a_packed_buffer() {
    let session = Session::new();
    let f = session.function(session.module(ADD), c"add");
    let dc = session.alloc(4);
    let mut buffer = [0u8; 32];
    for (i, address) in [dc, dc, dc].iter().enumerate() {
        buffer[i * 8..i * 8 + 8].copy_from_slice(&address.to_le_bytes());
    }
    buffer[24..28].copy_from_slice(&1u32.to_le_bytes());
    assert_eq!(call!(cuMemsetD32_v2(dc, 1.5f32.to_bits(), 1)), OK);
    let mut try_size = |mut size: usize| {
        let mut extra = [
            CU_LAUNCH_PARAM_BUFFER_POINTER,
            buffer.as_mut_ptr().cast(),
            CU_LAUNCH_PARAM_BUFFER_SIZE,
            (&raw mut size).cast(),
            CU_LAUNCH_PARAM_END,
        ];
        call!(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, null_mut(), null_mut(), extra.as_mut_ptr()))
    };
    assert_eq!(try_size(32), CUresult::INVALID_VALUE);
    assert_eq!(try_size(24), CUresult::INVALID_VALUE);
    assert_eq!(try_size(28), OK);
    assert_eq!(session.read(dc, 1), [3.0f32.to_bits()]);
}

#[test]
fn a_fault_sticks_to_the_context() {
    let session = Session::new();
    let f = session.function(session.module(ADD), c"wild");
    let mut address = 0x10u64;
    assert_eq!(launch(f, 1, 1, null_mut(), &mut [(&raw mut address).cast()]), OK);
    let illegal = CUresult::ILLEGAL_ADDRESS;
    assert_eq!(call!(cuCtxSynchronize()), illegal);
    assert_eq!(call!(cuMemAlloc_v2(&mut 0, 4)), illegal);
    assert_eq!(call!(cuStreamQuery(CU_STREAM_LEGACY)), illegal);
    let other = Session::new();
    assert_eq!(call!(cuCtxSynchronize()), OK);
    drop(other);
}

#[test]
fn globals_have_their_initial_value() {
    let session = Session::new();
    let module = session.module(ADD);
    let (mut address, mut size) = (0, 0);
    assert_eq!(call!(cuModuleGetGlobal_v2(&mut address, &mut size, module, c"counter".as_ptr())), OK);
    assert_eq!(size, 4);
    assert_eq!(session.read(address, 1), [41]);
    let missing = call!(cuModuleGetGlobal_v2(&mut address, &mut size, module, c"missing".as_ptr()));
    assert_eq!(missing, CUresult::NOT_FOUND);
    assert_eq!(call!(cuModuleGetFunction(&mut null_mut(), module, c"missing".as_ptr())), CUresult::NOT_FOUND);
}

#[test]
fn a_kernel_stands_in_for_a_function() {
    let session = Session::new();
    let text = std::ffi::CString::new(ADD).unwrap();
    let (mut library, mut kernel) = (null_mut(), null_mut());
    let (none, no_values) = (null_mut(), null_mut());
    let loaded = call!(cuLibraryLoadData(
        &mut library,
        text.as_ptr().cast(),
        none,
        no_values,
        0,
        null_mut(),
        null_mut(),
        0
    ));
    assert_eq!(loaded, OK);
    assert_eq!(call!(cuLibraryGetKernel(&mut kernel, library, c"nothing".as_ptr())), OK);
    assert_eq!(launch(kernel, 1, 1, null_mut(), &mut []), OK);
    let mut threads = 0;
    assert_eq!(call!(cuFuncGetAttribute(&mut threads, 0, kernel)), OK);
    assert_eq!(threads, 1024);
    assert_eq!(call!(cuCtxSynchronize()), OK);
    assert_eq!(call!(cuLibraryUnload(library)), OK);
    assert_eq!(launch(kernel, 1, 1, null_mut(), &mut []), CUresult::INVALID_HANDLE);
    drop(session);
}

#[test]
fn bad_images_are_refused_with_a_log() {
    let session = Session::new();
    let mut log = [0 as std::ffi::c_char; 256];
    let mut load = |text: &std::ffi::CStr| {
        let mut options = [CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), 256 as *mut c_void];
        let (count, options, slots) = (2, options.as_mut_ptr(), values.as_mut_ptr());
        let result = call!(cuModuleLoadDataEx(&mut null_mut(), text.as_ptr().cast(), count, options, slots));
        // SAFETY: the log is NUL-terminated by the call.
        let text = unsafe { std::ffi::CStr::from_ptr(log.as_ptr()) }.to_str().unwrap().to_owned();
        assert_eq!(values[1] as usize, text.len());
        (result, text)
    };
    let (result, text) = load(c".version 7.5\n.target sm_75\n.address_size 64\n.entry k( { ret; }\n");
    assert_eq!(result, CUresult::INVALID_PTX);
    assert!(text.contains("line 4"), "{text}");
    assert_eq!(load(c"this is no image").0, CUresult::INVALID_IMAGE);
    drop(session);
}

#[test]
fn many_launches_in_a_row() {
    let session = Session::new();
    let stream = session.stream(1);
    let f = session.function(session.module(ADD), c"nothing");
    for _ in 0..5000 {
        assert_eq!(launch(f, 1, 32, stream, &mut []), OK);
    }
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
}

/// The numbers of blocks and of clusters of them fit each other: cuDNN works the layout of a device out of them.
#[test]
fn clusters_that_fit_have_as_many_blocks_as_fit() {
    let session = Session::new();
    let nothing = session.function(session.module(ADD), c"nothing");
    let (mut blocks, mut multiprocessors) = (0, 0);
    assert_eq!(call!(cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, nothing, 32, 0)), OK);
    let which = CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
    assert_eq!(call!(cuDeviceGetAttribute(&mut multiprocessors, which, 0)), OK);
    for size in [1, 2, 8, 1 << 20] {
        // SAFETY: all-zero is a valid attribute and a valid configuration.
        let (mut attribute, mut config): (CUlaunchAttribute, CUlaunchConfig) = unsafe { std::mem::zeroed() };
        attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        // SAFETY: three numbers, the member that the id says.
        let dimension = unsafe { &mut attribute.value.clusterDim };
        (dimension.x, dimension.y, dimension.z) = (size, 1, 1);
        (config.blockDimX, config.blockDimY, config.blockDimZ) = (32, 1, 1);
        (config.attrs, config.numAttrs) = (&raw mut attribute, 1);
        let mut clusters = -1;
        assert_eq!(call!(cuOccupancyMaxActiveClusters(&mut clusters, nothing, &config)), OK);
        assert_eq!(clusters, blocks * multiprocessors / size as i32, "clusters of {size}");
    }
}
