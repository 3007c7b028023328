//! A device for tests: buffers, launches that wait, a sink that keeps what it is told.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "test code")]

pub(crate) mod forms;

use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use softcuda_simt::{
    AddressSpace, Engine, EngineConfig, Fault, Kernel, Launch, LaunchHandle, Level, Module, Sink, SpaceConfig,
};

/// Keeps printed text.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) printed: Mutex<Vec<u8>>,
    pub(crate) assertions: Mutex<Vec<String>>,
}

impl Sink for Notes {
    fn print(&self, text: &[u8]) {
        self.printed.lock().unwrap().extend_from_slice(text);
    }

    fn assertion(&self, text: &str) {
        self.assertions.lock().unwrap().push(text.to_string());
    }
}

pub(crate) struct Device {
    pub(crate) engine: Engine,
    pub(crate) space: Arc<AddressSpace>,
    pub(crate) notes: Arc<Notes>,
}

/// A parameter's bytes.
pub(crate) trait Param {
    fn bytes(&self) -> Vec<u8>;
}

macro_rules! params {
    ($($t:ty)*) => { $(impl Param for $t { fn bytes(&self) -> Vec<u8> { self.to_le_bytes().to_vec() } })* };
}
params!(u8 u16 u32 u64 i16 i32 i64 f32 f64);

impl Param for Vec<u8> {
    fn bytes(&self) -> Vec<u8> {
        self.clone()
    }
}

impl<T: Copy> Param for Buffer<T> {
    fn bytes(&self) -> Vec<u8> {
        self.address.to_le_bytes().to_vec()
    }
}

/// Device memory as elements; freed with the space.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<T> {
    pub(crate) address: u64,
    len: usize,
    kind: std::marker::PhantomData<T>,
}

impl<T: Copy> Buffer<T> {
    pub(crate) fn read(&self) -> Vec<T> {
        // SAFETY: the buffer is a live allocation of `len` plain elements; kernels that write it have ended.
        unsafe { std::slice::from_raw_parts(self.address as *const T, self.len) }.to_vec()
    }

    pub(crate) fn write(&self, at: usize, value: T) {
        assert!(at < self.len);
        // SAFETY: the element is within a live allocation.
        unsafe { (self.address as *mut T).add(at).write_volatile(value) };
    }
}

impl Device {
    pub(crate) fn new() -> Device {
        Device::with(4, Level::detect())
    }

    pub(crate) fn with(workers: usize, level: Level) -> Device {
        Device::with_config(EngineConfig { workers, ..EngineConfig::default() }, level)
    }

    pub(crate) fn with_config(config: EngineConfig, level: Level) -> Device {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        Device { engine: Engine::with_level(config, level), space, notes: Arc::default() }
    }

    pub(crate) fn load(&self, source: &str) -> Arc<Module> {
        Module::load(Arc::from(source.as_bytes()), &self.space).unwrap_or_else(|e| panic!("{e}"))
    }

    pub(crate) fn buffer<T: Copy>(&self, data: &[T]) -> Buffer<T> {
        let address = self.space.alloc(size_of_val(data).max(1) as u64, 1).unwrap();
        // SAFETY: the allocation is fresh and large enough.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), address as *mut T, data.len()) };
        Buffer { address, len: data.len(), kind: std::marker::PhantomData }
    }

    pub(crate) fn start(
        &self,
        kernel: &Arc<Kernel>,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        params: &[&dyn Param],
    ) -> (LaunchHandle, mpsc::Receiver<Result<(), Fault>>) {
        self.launch(kernel, grid, block, shared, params, false)
    }

    pub(crate) fn start_cooperative(
        &self,
        kernel: &Arc<Kernel>,
        grid: [u32; 3],
        block: [u32; 3],
        params: &[&dyn Param],
    ) -> mpsc::Receiver<Result<(), Fault>> {
        self.launch(kernel, grid, block, 0, params, true).1
    }

    fn launch(
        &self,
        kernel: &Arc<Kernel>,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        params: &[&dyn Param],
        cooperative: bool,
    ) -> (LaunchHandle, mpsc::Receiver<Result<(), Fault>>) {
        let mut bytes = vec![0; kernel.param_bytes as usize];
        assert_eq!(kernel.params.len(), params.len(), "parameters of {}", kernel.name);
        for (info, param) in kernel.params.iter().zip(params) {
            let value = param.bytes();
            assert_eq!(value.len(), info.size as usize, "parameter of {}", kernel.name);
            bytes[info.offset as usize..][..value.len()].copy_from_slice(&value);
        }
        let (sender, receiver) = mpsc::channel();
        let handle = self.engine.launch(Launch {
            kernel: Arc::clone(kernel),
            grid,
            block,
            dynamic_shared: shared,
            params: bytes,
            space: Arc::clone(&self.space),
            cooperative,
            sink: self.notes.clone(),
            done: Box::new(move |result| drop(sender.send(result))),
        });
        (handle, receiver)
    }

    pub(crate) fn try_run(
        &self,
        module: &Module,
        name: &str,
        grid: u32,
        block: u32,
        params: &[&dyn Param],
    ) -> Result<(), Fault> {
        let kernel = module.kernel(name).unwrap();
        self.start(&kernel, [grid, 1, 1], [block, 1, 1], 0, params).1.recv().unwrap()
    }

    pub(crate) fn run(&self, module: &Module, name: &str, grid: u32, block: u32, params: &[&dyn Param]) {
        self.try_run(module, name, grid, block, params).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
