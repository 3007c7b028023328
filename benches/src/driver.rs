//! Measures any `libcuda.so.1` through the driver API: softcuda directly, or the shim and a pool behind it.

use std::ffi::{c_char, c_int, c_void};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, String>;

const PTX: &std::ffi::CStr = c".version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n) { ret; }
";

/// How often an operation is repeated for one sample.
pub fn repeats(what: &str, bytes: usize) -> usize {
    match what {
        "rt" | "launch_sync" => 400,
        _ => ((64 << 20) / bytes.max(1)).clamp(1, 200),
    }
}

macro_rules! functions {
    ($($name:ident = $symbol:literal ( $($arg:ty),* );)*) => {
        struct Functions { $($name: unsafe extern "C" fn($($arg),*) -> c_int,)* }

        impl Functions {
            fn load(library: &libloading::Library) -> Result<Functions> {
                Ok(Functions { $($name: {
                    // SAFETY: the symbol is a driver function of this signature (CUDA driver API).
                    *unsafe { library.get(concat!($symbol, "\0").as_bytes()) }.map_err(|e| e.to_string())?
                },)* })
            }
        }
    };
}

functions! {
    init = "cuInit"(u32);
    retain = "cuDevicePrimaryCtxRetain"(*mut *mut c_void, c_int);
    set_current = "cuCtxSetCurrent"(*mut c_void);
    ctx_sync = "cuCtxSynchronize"();
    stream_create = "cuStreamCreate"(*mut *mut c_void, u32);
    stream_sync = "cuStreamSynchronize"(*mut c_void);
    alloc = "cuMemAlloc_v2"(*mut u64, usize);
    alloc_host = "cuMemAllocHost_v2"(*mut *mut c_void, usize);
    mem_info = "cuMemGetInfo_v2"(*mut usize, *mut usize);
    htod = "cuMemcpyHtoD_v2"(u64, *const c_void, usize);
    dtoh = "cuMemcpyDtoH_v2"(*mut c_void, u64, usize);
    htod_async = "cuMemcpyHtoDAsync_v2"(u64, *const c_void, usize, *mut c_void);
    dtoh_async = "cuMemcpyDtoHAsync_v2"(*mut c_void, u64, usize, *mut c_void);
    module = "cuModuleLoadData"(*mut *mut c_void, *const c_char);
    function = "cuModuleGetFunction"(*mut *mut c_void, *mut c_void, *const c_char);
    launch = "cuLaunchKernel"(*mut c_void, u32, u32, u32, u32, u32, u32, u32, *mut c_void, *mut *mut c_void, *mut *mut c_void);
}

fn check(code: c_int, what: &str) -> Result<()> {
    if code == 0 { Ok(()) } else { Err(format!("{what} returned {code}")) }
}

/// Processor time that the calling thread has used.
fn thread_time() -> Duration {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is writable; the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut t) };
    Duration::new(t.tv_sec.unsigned_abs(), t.tv_nsec as u32)
}

/// A context with a module, a stream and buffers.
pub struct Driver {
    f: Functions,
    _library: libloading::Library,
    kernel: *mut c_void,
    stream: *mut c_void,
    device: u64,
    host: Vec<u8>,
    pinned: *mut c_void,
}

/// Bursts of a sample, and launches of a burst.
const BURSTS: u32 = 25;
const BURST: u32 = 400;
/// Largest copy in bytes.
pub const LARGEST: usize = 1 << 30;
/// Largest copy from and to pinned memory in bytes.
pub const PINNED: usize = 256 << 20;

impl Driver {
    /// Loads `libcuda.so.1` as any program does and makes a context on device 0.
    pub fn open() -> Result<Driver> {
        // SAFETY: loading a driver library runs its constructors, which is what every CUDA program does.
        let library = unsafe { libloading::Library::new("libcuda.so.1") }.map_err(|e| e.to_string())?;
        let f = Functions::load(&library)?;
        let mut d = Driver {
            f,
            _library: library,
            kernel: std::ptr::null_mut(),
            stream: std::ptr::null_mut(),
            device: 0,
            host: (0..LARGEST).map(|i| (i >> 6) as u8).collect(),
            pinned: std::ptr::null_mut(),
        };
        d.prepare()?;
        Ok(d)
    }

    fn prepare(&mut self) -> Result<()> {
        let (mut ctx, mut module) = (std::ptr::null_mut(), std::ptr::null_mut());
        let f = &self.f;
        // SAFETY: driver calls with out-pointers to live locals and fields, and with NUL-terminated strings.
        unsafe {
            check((f.init)(0), "cuInit")?;
            check((f.retain)(&raw mut ctx, 0), "cuDevicePrimaryCtxRetain")?;
            check((f.set_current)(ctx), "cuCtxSetCurrent")?;
            check((f.module)(&raw mut module, PTX.as_ptr()), "cuModuleLoadData")?;
            check((f.function)(&raw mut self.kernel, module, c"k".as_ptr()), "cuModuleGetFunction")?;
            check((f.stream_create)(&raw mut self.stream, 1), "cuStreamCreate")?;
            check((f.alloc)(&raw mut self.device, LARGEST), "cuMemAlloc")?;
            check((f.alloc_host)(&raw mut self.pinned, PINNED), "cuMemAllocHost")?;
            std::ptr::write_bytes(self.pinned.cast::<u8>(), 3, PINNED);
            check((f.ctx_sync)(), "cuCtxSynchronize")
        }
    }

    fn launch(&self) -> Result<()> {
        let (mut a, mut b, mut n) = (self.device, self.device, 1u32);
        let mut params: [*mut c_void; 3] = [(&raw mut a).cast(), (&raw mut b).cast(), (&raw mut n).cast()];
        // SAFETY: the kernel takes two u64 and a u32; the driver copies them before it returns.
        let code = unsafe {
            (self.f.launch)(
                self.kernel,
                1,
                1,
                1,
                32,
                1,
                1,
                0,
                self.stream,
                params.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        };
        check(code, "cuLaunchKernel")
    }

    fn stream_sync(&self) -> Result<()> {
        // SAFETY: the stream is live.
        check(unsafe { (self.f.stream_sync)(self.stream) }, "cuStreamSynchronize")
    }

    /// Seconds per operation.
    pub fn measure(&mut self, what: &str, bytes: usize) -> Result<f64> {
        if what == "post" {
            return self.bursts();
        }
        let count = repeats(what, bytes);
        let begin = Instant::now();
        for _ in 0..count {
            self.once(what, bytes)?;
        }
        let mut elapsed = begin.elapsed();
        // A synchronous copy returns when its source is taken over; what it left behind belongs to it.
        if what == "htod" {
            // SAFETY: no arguments.
            check(unsafe { (self.f.ctx_sync)() }, "cuCtxSynchronize")?;
            elapsed = begin.elapsed();
        }
        Ok(elapsed.as_secs_f64() / count as f64)
    }

    /// Seconds per launch of [`BURSTS`] bursts, each of which starts with an idle device. Posting costs the calling thread's own time; what the device
    /// does meanwhile on the same cores is no part of it.
    fn bursts(&self) -> Result<f64> {
        let mut busy = Duration::ZERO;
        for _ in 0..BURSTS {
            let begin = thread_time();
            for _ in 0..BURST {
                self.launch()?;
            }
            busy += thread_time() - begin;
            self.stream_sync()?;
        }
        Ok(busy.as_secs_f64() / f64::from(BURSTS * BURST))
    }

    fn once(&mut self, what: &str, bytes: usize) -> Result<()> {
        let (mut free, mut total) = (0usize, 0usize);
        let f = &self.f;
        // SAFETY: all buffers are live and at least LARGEST (PINNED for pinned copies) bytes long, which the parent's sizes respect.
        unsafe {
            match what {
                "rt" => check((f.mem_info)(&raw mut free, &raw mut total), "cuMemGetInfo"),
                "launch_sync" => self.launch().and_then(|()| self.stream_sync()),
                "htod" => check((f.htod)(self.device, self.host.as_ptr().cast(), bytes), "cuMemcpyHtoD"),
                "dtoh" => check((f.dtoh)(self.host.as_mut_ptr().cast(), self.device, bytes), "cuMemcpyDtoH"),
                "htod_pinned" => {
                    check((f.htod_async)(self.device, self.pinned, bytes, self.stream), "cuMemcpyHtoDAsync")?;
                    self.stream_sync()
                }
                "dtoh_pinned" => {
                    check((f.dtoh_async)(self.pinned, self.device, bytes, self.stream), "cuMemcpyDtoHAsync")?;
                    self.stream_sync()
                }
                _ => Err("unknown measure".into()),
            }
        }
    }
}
