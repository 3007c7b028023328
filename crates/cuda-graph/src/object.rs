//! Objects of the program that graphs keep alive (`CUuserObject`): counted references, and a function to be called after the last one.

use cuda_abi::CUresult;

use crate::node::HostCall;
use crate::state::State;
use crate::{Answer, installed};

/// An object.
pub(crate) struct Object {
    destroy: HostCall,
    references: u64,
}

impl State {
    /// A new object with so many references of the caller's.
    pub(crate) fn create_object(&mut self, destroy: HostCall, references: u32) -> Answer<u64> {
        if references == 0 {
            return Err(CUresult::INVALID_VALUE);
        }
        let object = Object { destroy, references: references.into() };
        self.objects.insert(object).ok_or(CUresult::OUT_OF_MEMORY)
    }

    /// Adds references.
    pub(crate) fn retain_object(&mut self, object: u64, count: u32) -> Answer {
        let found = self.objects.get_mut(object).filter(|_| count > 0).ok_or(CUresult::INVALID_VALUE)?;
        found.references += u64::from(count);
        Ok(())
    }

    /// Drops references; what is to be called when they were the last.
    pub(crate) fn release_object(&mut self, object: u64, count: u32) -> Answer<Option<HostCall>> {
        let found = self.objects.get_mut(object).filter(|_| count > 0).ok_or(CUresult::INVALID_VALUE)?;
        found.references = found.references.checked_sub(count.into()).ok_or(CUresult::INVALID_VALUE)?;
        if found.references > 0 {
            return Ok(None);
        }
        Ok(self.objects.remove(object).map(|object| object.destroy))
    }

    /// Drops all references that a graph or an executable held.
    pub(crate) fn release_all(&mut self, held: &[(u64, u32)]) -> Vec<HostCall> {
        held.iter()
            .filter_map(|(object, count)| self.release_object(*object, *count).ok().flatten())
            .collect()
    }
}

/// Has destructors called, after what they wait for.
pub(crate) fn destroy_later(calls: Vec<HostCall>, first: impl FnOnce() + Send + 'static) {
    if calls.is_empty() {
        return;
    }
    if let Some(backend) = installed() {
        backend.later(Box::new(move || {
            first();
            calls.iter().for_each(HostCall::run);
        }));
    }
}
