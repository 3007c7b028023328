//! Kernels as the program sees them: a CUfunction and a CUkernel are the same object here.

use std::ffi::CString;
use std::sync::Once;
use std::sync::atomic::{AtomicI32, Ordering};

use cuda_abi::{CUfunction, CUresult};
use protocol::ops::{FuncId, FuncSet, op};
use zerocopy::IntoBytes;

use super::Global;
use super::context::Context;
use crate::handle;
use crate::session::Wait;

/// Attributes that are kept: CU_FUNC_ATTRIBUTE 0..=15.
pub(crate) const ATTRIBUTES: usize = 16;

/// What a kernel belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Handle of a module.
    Module(usize),
    /// Handle of a library.
    Library(usize),
}

/// A kernel.
pub(crate) struct Function {
    /// Id of the module or library on the wire.
    pub(crate) module: u32,
    /// Index in its kernel table.
    pub(crate) index: u32,
    /// Mangled name.
    pub(crate) name: CString,
    /// Offset and size of each parameter in bytes.
    pub(crate) params: Vec<(u32, u32)>,
    /// Bytes of all parameters.
    pub(crate) param_bytes: u32,
    /// What it belongs to.
    pub(crate) owner: Owner,
    /// The context of its module; `None` for kernels of libraries, which run in any context.
    pub(crate) context: Option<&'static Context>,
    pub(crate) handle: usize,
    attributes: [AtomicI32; ATTRIBUTES],
    known: Once,
}

impl Function {
    /// From a line of a kernel table.
    pub(crate) fn new(
        kernel: protocol::snapshot::Kernel,
        module: u32,
        index: u32,
        owner: Owner,
        context: Option<&'static Context>,
        handle: usize,
    ) -> Function {
        let function = Function {
            module,
            index,
            // A symbol name cannot hold a NUL; one that does is cut.
            name: CString::new(kernel.name.split('\0').next().unwrap_or_default()).unwrap_or_default(),
            params: kernel.params,
            param_bytes: kernel.param_bytes,
            owner,
            context,
            handle,
            attributes: Default::default(),
            known: Once::new(),
        };
        if let Some(values) = kernel.attributes {
            function.known.call_once(|| function.store_all(&values));
        }
        function
    }

    fn store_all(&self, values: &[i32; ATTRIBUTES]) {
        for (place, value) in self.attributes.iter().zip(values) {
            place.store(*value, Ordering::Relaxed);
        }
    }

    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUfunction {
        handle::raw(self.handle)
    }

    /// An attribute (CU_FUNC_ATTRIBUTE). Asks the worker once if the kernel table came without.
    pub(crate) fn attribute(&self, g: &Global, which: u32) -> Result<i32, CUresult> {
        let place = self.attributes.get(which as usize).ok_or(CUresult::INVALID_VALUE)?;
        if !self.known.is_completed() {
            self.fetch(g)?;
        }
        Ok(place.load(Ordering::Relaxed))
    }

    fn fetch(&self, g: &Global) -> Result<(), CUresult> {
        let request = FuncId { module: self.module.into(), index: self.index.into() };
        let context = self.context.or(super::thread::this().current()).map_or(0, |c| c.id);
        let answer = g.call(context, op::FUNC_ATTRIBUTES, &[request.as_bytes()], Wait::Setup)?;
        let mut values = [0; ATTRIBUTES];
        for (value, bytes) in values.iter_mut().zip(answer.chunks_exact(4)) {
            *value = i32::from_le_bytes(bytes.try_into().map_err(|_| CUresult::UNKNOWN)?);
        }
        self.known.call_once(|| self.store_all(&values));
        Ok(())
    }

    /// cuFuncSetAttribute: the worker checks the value, then it is kept here too.
    pub(crate) fn set_attribute(
        &self,
        g: &Global,
        context: u32,
        which: u32,
        value: i32,
    ) -> Result<(), CUresult> {
        let place = self.attributes.get(which as usize).ok_or(CUresult::INVALID_VALUE)?;
        if self.known.is_completed() && place.load(Ordering::Relaxed) == value {
            return Ok(());
        }
        let request = self.setting(which as i32, value);
        g.call(context, op::FUNC_SET_ATTRIBUTE, &[request.as_bytes()], Wait::Setup)?;
        place.store(value, Ordering::Relaxed);
        Ok(())
    }

    /// cuFuncSetCacheConfig: a hint.
    pub(crate) fn set_cache_config(&self, g: &Global, context: u32, config: u32) -> Result<(), CUresult> {
        let request = self.setting(config as i32, 0);
        g.session.post(context, op::FUNC_SET_CACHE, &[request.as_bytes()])?;
        Ok(())
    }

    fn setting(&self, attribute: i32, value: i32) -> FuncSet {
        FuncSet {
            module: self.module.into(),
            index: self.index.into(),
            attribute: attribute.into(),
            value: value.into(),
        }
    }
}
