//! Links: what the device makes of inputs, and what it refuses.

use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;

use cuda_abi::*;

use super::{OK, Session, call};
use crate::generated::exports::*;

const HEADER: &str = ".version 8.0\n.target sm_75\n.address_size 64\n";
const KERNEL: &str = ".extern .func f(); .visible .entry k() { call f; ret; }";
const FUNCTION: &str = ".visible .func f() { ret; }";

/// A link with a buffer of 64 bytes for errors; the buffer and the option's value live as long as the link.
struct Link {
    state: CUlinkState,
    log: Box<[u8; 64]>,
    values: Box<[*mut c_void; 2]>,
}

impl Link {
    fn new() -> Link {
        let mut log = Box::new([0xaa; 64]);
        let mut values: Box<[*mut c_void; 2]> =
            Box::new([log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(64)]);
        let mut options = [CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        let mut state = null_mut();
        let created = call!(cuLinkCreate_v2(2, options.as_mut_ptr(), values.as_mut_ptr(), &mut state));
        assert_eq!(created, OK);
        Link { state, log, values }
    }

    fn add(&self, kind: u32, bytes: &[u8], name: &CStr) -> CUresult {
        let data = bytes.as_ptr().cast_mut().cast();
        call!(cuLinkAddData_v2(self.state, kind, data, bytes.len(), name.as_ptr(), 0, null_mut(), null_mut()))
    }

    fn add_ptx(&self, text: &str) -> CUresult {
        let text = CString::new(format!("{HEADER}{text}")).unwrap();
        self.add(CU_JIT_INPUT_PTX, text.as_bytes_with_nul(), c"input")
    }

    fn complete(&self) -> Result<Vec<u8>, CUresult> {
        let (mut image, mut size) = (null_mut(), 0);
        match call!(cuLinkComplete(self.state, &mut image, &mut size)) {
            // SAFETY: the image lives as long as the link.
            OK => Ok(unsafe { std::slice::from_raw_parts(image.cast::<u8>(), size) }.to_vec()),
            error => Err(error),
        }
    }

    /// The error log and the size that is told for it.
    fn log(&self) -> (String, usize) {
        let text = CStr::from_bytes_until_nul(&self.log[..]).unwrap();
        (text.to_str().unwrap().to_owned(), self.values[1].addr())
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        assert_eq!(call!(cuLinkDestroy(self.state)), OK);
    }
}

#[test]
fn a_linked_program_ends_with_nul_and_is_an_input_of_further_links() {
    let session = Session::new();
    let first = Link::new();
    assert_eq!(first.add_ptx(FUNCTION), OK);
    let function = first.complete().unwrap();
    assert_eq!(function.last(), Some(&0));
    assert_eq!(first.complete().unwrap(), function);
    assert_eq!(first.add_ptx(KERNEL), CUresult::INVALID_VALUE, "after completion");
    let second = Link::new();
    assert_eq!(second.add(CU_JIT_INPUT_CUBIN, &function, c"linked"), OK);
    assert_eq!(second.add_ptx(KERNEL), OK);
    let program = second.complete().unwrap();
    drop((first, second));
    let mut module = null_mut();
    assert_eq!(call!(cuModuleLoadData(&mut module, program.as_ptr().cast())), OK);
    session.function(module, c"k");
}

/// C functions of other units, declared otherwise than they are: what matters is the name.
#[test]
fn results_may_be_unknown_or_missing() {
    let session = Session::new();
    let link = Link::new();
    let functions = ".visible .func put(.param .b64 to) {
            .reg .b64 %d; ld.param.b64 %d, [to]; st.u32 [%d], 42; ret; }
        .visible .func (.param .b32 r) put_too(.param .b64 to) {
            .reg .b64 %d; ld.param.b64 %d, [to]; st.u32 [%d+4], 43; st.param.b32 [r], 1; ret; }";
    let kernel = ".extern .func (.param .b64 r) put(.param .b64 to); .extern .func put_too(.param .b64 to);
        .visible .entry k(.param .u64 words) {
            .reg .b64 %d; .param .b64 to; .param .b64 r; ld.param.u64 %d, [words]; st.param.b64 [to], %d;
            call.uni (r), put, (to); call.uni put_too, (to); ret; }";
    assert_eq!(link.add_ptx(kernel), OK);
    assert_eq!(link.add_ptx(functions), OK);
    let program = link.complete().unwrap();
    let mut module = null_mut();
    assert_eq!(call!(cuModuleLoadData(&mut module, program.as_ptr().cast())), OK);
    let mut words = session.alloc(8);
    let mut parameters = [(&raw mut words).cast::<c_void>()];
    let function = session.function(module, c"k");
    let (stream, parameters) = (null_mut(), parameters.as_mut_ptr());
    assert_eq!(call!(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, parameters, null_mut())), OK);
    assert_eq!(session.read(words, 2), [42, 43]);
}

#[test]
fn refusals_have_their_code_and_a_message() {
    let _session = Session::new();
    let link = Link::new();
    assert_eq!(link.complete(), Err(CUresult::INVALID_VALUE), "without inputs");
    assert_eq!(link.add_ptx("nonsense"), CUresult::INVALID_PTX);
    assert_eq!(link.log().0, "input, line 4, column 1: expected a directive, found 'nonsense'\n"[..63]);
    assert_eq!(link.log().1, 63);
    assert_eq!(link.add_ptx(FUNCTION), OK);
    assert_eq!(link.add_ptx(FUNCTION), CUresult::INVALID_SOURCE);
    let elf = [0x7f, b'E', b'L', b'F', 0, 0];
    assert_eq!(link.add(CU_JIT_INPUT_CUBIN, &elf, c"elf"), CUresult::INVALID_IMAGE);
    assert_eq!(link.add(CU_JIT_INPUT_LIBRARY, b"!<arch>", c"lib.a"), CUresult::NO_BINARY_FOR_GPU);
    assert_eq!(link.add(CU_JIT_INPUT_PTX, b"", c"empty"), CUresult::INVALID_VALUE);
    let undefined = Link::new();
    assert_eq!(undefined.add_ptx(KERNEL), OK);
    assert_eq!(undefined.complete(), Err(CUresult::UNKNOWN));
    assert_eq!(undefined.log().0, "undefined reference to 'f' in input\n");
}

#[test]
fn handles_are_checked() {
    let _session = Session::new();
    let (mut image, mut size) = (null_mut(), 0);
    for state in [null_mut(), std::ptr::without_provenance_mut(0x1234)] {
        assert_eq!(call!(cuLinkComplete(state, &mut image, &mut size)), CUresult::INVALID_HANDLE);
        assert_eq!(call!(cuLinkDestroy(state)), CUresult::INVALID_HANDLE);
    }
    assert_eq!(call!(cuLinkCreate_v2(0, null_mut(), null_mut(), null_mut())), CUresult::INVALID_VALUE);
}

/// Each block adds its number to a sum, waits for the whole grid, and stores the sum.
const GRID_WIDE: &str = r"
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle (.param .b32 scope);
.extern .func (.param .b32 r) cudaCGSynchronize (.param .b64 handle, .param .b32 flags);
.visible .entry k(.param .u64 words) {
    .reg .b32 %r<4>;
    .reg .b64 %rd<5>;
    .param .b32 scope; .param .b64 handle; .param .b32 flags; .param .b32 status;
    ld.param.u64 %rd1, [words];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    red.global.add.u32 [%rd1+64], %r1;
    st.param.b32 [scope], 1;
    call (handle), cudaCGGetIntrinsicHandle, (scope);
    ld.param.b64 %rd4, [handle];
    st.param.b64 [handle], %rd4;
    st.param.b32 [flags], 0;
    call (status), cudaCGSynchronize, (handle, flags);
    ld.volatile.global.u32 %r2, [%rd1+64];
    st.global.u32 [%rd3], %r2;
    ret;
}";

#[test]
fn the_device_runtime_library_has_grid_wide_barriers() {
    const BLOCKS: u32 = 5;
    let session = Session::new();
    let link = Link::new();
    assert_eq!(link.add_ptx(GRID_WIDE), OK);
    assert_eq!(link.complete(), Err(CUresult::UNKNOWN), "without the library");
    assert_eq!(link.add(CU_JIT_INPUT_LIBRARY, b"!<arch>\n/ cudartErrorCnpMap\0", c"libcudadevrt.a"), OK);
    let program = link.complete().unwrap();
    let mut module = null_mut();
    assert_eq!(call!(cuModuleLoadData(&mut module, program.as_ptr().cast())), OK);
    let function = session.function(module, c"k");
    let mut words = session.alloc(128);
    assert_eq!(call!(cuMemsetD8_v2(words, 0, 128)), OK);
    let mut parameters = [(&raw mut words).cast::<c_void>()];
    let launched = call!(cuLaunchCooperativeKernel(
        function,
        BLOCKS,
        1,
        1,
        64,
        1,
        1,
        0,
        null_mut(),
        parameters.as_mut_ptr()
    ));
    assert_eq!(launched, OK);
    // 64 threads of each block add its number.
    assert_eq!(session.read(words, BLOCKS as usize), [640; BLOCKS as usize]);
}
