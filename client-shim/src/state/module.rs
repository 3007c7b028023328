//! Modules and libraries: what was loaded, its kernels and globals.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_abi::{CUlibrary, CUmodule, CUresult};
use parking_lot::Mutex;
use protocol::INLINE_MAX;
use protocol::ops::{ModuleId, ModuleLoad, op};
use protocol::snapshot::ModuleTable;
use zerocopy::IntoBytes;

use super::Global;
use super::context::Context;
use super::function::{Function, Owner};
use super::image::Selected;
use super::memory::Origin;
use crate::handle;
use crate::session::{Reply, Wait};

/// What the worker has loaded.
pub(crate) struct Loaded {
    /// Id on the wire.
    pub(crate) id: u32,
    /// Kernels in the order of the table.
    pub(crate) functions: Vec<Arc<Function>>,
    by_name: HashMap<String, usize>,
    /// A library has globals of its own in each context that asked for them.
    globals: Mutex<Vec<Globals>>,
}

/// The globals of one life of a context.
struct Globals {
    context: &'static Context,
    life: u64,
    /// Name to device address and bytes.
    places: HashMap<String, (u64, u64)>,
}

impl Globals {
    /// Makes them known as memory of the context.
    fn new(g: &Global, context: &'static Context, table: Vec<(String, u64, u64)>) -> Globals {
        let places: HashMap<_, _> = table.into_iter().map(|(name, at, bytes)| (name, (at, bytes))).collect();
        for (at, bytes) in places.values().filter(|(at, _)| *at != 0) {
            g.memory.insert(*at, *bytes, context, Origin::Global);
        }
        Globals { context, life: context.life(), places }
    }

    /// Whether they are still there; else their memory went with the context.
    fn alive(&self) -> bool {
        self.life == self.context.life()
    }
}

impl Loaded {
    /// The kernel of this name.
    pub(crate) fn function(&self, name: &str) -> Result<Arc<Function>, CUresult> {
        let at = self.by_name.get(name).ok_or(CUresult::NOT_FOUND)?;
        self.functions.get(*at).cloned().ok_or(CUresult::NOT_FOUND)
    }

    /// Registers kernels and globals of a table that came from the worker.
    fn new(g: &Global, id: u32, table: ModuleTable, owner: Owner, context: &'static Context) -> Loaded {
        let module_context = matches!(owner, Owner::Module(_)).then_some(context);
        let mut by_name = HashMap::with_capacity(table.kernels.len());
        let mut functions = Vec::with_capacity(table.kernels.len());
        for (index, kernel) in table.kernels.into_iter().enumerate() {
            by_name.insert(kernel.name.clone(), index);
            functions.push(g.functions.insert_with(|handle| {
                Arc::new(Function::new(kernel, id, index as u32, owner, module_context, handle))
            }));
        }
        let globals = Mutex::new(vec![Globals::new(g, context, table.globals)]);
        Loaded { id, functions, by_name, globals }
    }

    /// Address and bytes of a global in a context.
    pub(crate) fn global(
        &self,
        g: &Global,
        context: &'static Context,
        name: &str,
    ) -> Result<(u64, u64), CUresult> {
        let mut globals = self.globals.lock();
        globals.retain(Globals::alive);
        let known = globals.iter().position(|of| of.context.id == context.id);
        let at = match known {
            Some(at) => at,
            None => {
                let request = ModuleId { id: self.id.into() };
                let answer = g.call(context.id, op::MODULE_GLOBALS, &[request.as_bytes()], Wait::Setup)?;
                let table: ModuleTable = protocol::control::decode(&answer).map_err(|_| CUresult::UNKNOWN)?;
                globals.push(Globals::new(g, context, table.globals));
                globals.len() - 1
            }
        };
        globals[at].places.get(name).copied().ok_or(CUresult::NOT_FOUND)
    }

    /// Makes all handles invalid and forgets the globals.
    fn forget(&self, g: &Global) {
        for function in &self.functions {
            g.functions.remove(function.raw());
        }
        for globals in self.globals.lock().iter().filter(|globals| globals.alive()) {
            for (at, _) in globals.places.values() {
                g.memory.remove(*at);
            }
        }
    }

    fn unload(&self, g: &Global, context: u32) -> Result<(), CUresult> {
        self.forget(g);
        let request = ModuleId { id: self.id.into() };
        g.call(context, op::MODULE_UNLOAD, &[request.as_bytes()], Wait::Setup).map(drop)
    }
}

/// A CUmodule: loaded by itself, or the view of a library in a context.
pub(crate) struct Module {
    handle: usize,
    /// The context it lives in.
    pub(crate) context: &'static Context,
    /// What it holds.
    pub(crate) loaded: Arc<Loaded>,
    /// The library it is a view of.
    pub(crate) library: Option<usize>,
}

impl Module {
    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUmodule {
        handle::raw(self.handle)
    }

    /// Loads an image into a context.
    pub(crate) fn load(
        g: &Global,
        context: &'static Context,
        image: &Selected,
        options: &Options,
    ) -> Result<Arc<Module>, Failure> {
        let id = g.ids.next();
        let table = send_image(g, context.id, id, false, &image.0, options)?;
        options.report(&table.logs);
        Ok(g.modules.insert_with(|handle| {
            let loaded = Arc::new(Loaded::new(g, id, table, Owner::Module(handle), context));
            Arc::new(Module { handle, context, loaded, library: None })
        }))
    }

    /// cuModuleUnload. A view of a library ends with its library.
    pub(crate) fn unload(&self, g: &Global) -> Result<(), CUresult> {
        if self.library.is_some() {
            return Err(CUresult::INVALID_HANDLE);
        }
        g.modules.remove(self.raw());
        self.loaded.unload(g, self.context.id)
    }

    /// Its context is gone and everything in it.
    pub(crate) fn forget(&self, g: &Global) {
        if self.library.is_none() {
            self.loaded.forget(g);
        }
    }
}

/// A CUlibrary. Nothing is sent until something of it is needed.
pub(crate) struct Library {
    handle: usize,
    state: Mutex<LibraryState>,
}

enum LibraryState {
    Waiting(Selected, Options),
    Ready(Arc<Loaded>),
    Failed(CUresult),
}

impl Library {
    /// A library that keeps its image until it is needed.
    pub(crate) fn new(g: &Global, image: Selected, options: Options) -> Arc<Library> {
        g.libraries.insert_with(|handle| {
            Arc::new(Library { handle, state: Mutex::new(LibraryState::Waiting(image, options)) })
        })
    }

    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUlibrary {
        handle::raw(self.handle)
    }

    /// Its kernels and globals; the first use loads them. `context` is the current one, if any.
    pub(crate) fn loaded(
        &self,
        g: &Global,
        context: Option<&'static Context>,
    ) -> Result<Arc<Loaded>, CUresult> {
        self.load(g, context).map(|(loaded, _)| loaded).map_err(|failure| failure.code)
    }

    /// Like [`Library::loaded`], with what the compiler said if this is the first use.
    pub(crate) fn load(
        &self,
        g: &Global,
        context: Option<&'static Context>,
    ) -> Result<(Arc<Loaded>, Logs), Failure> {
        let mut state = self.state.lock();
        // The worker loads it in a context, whichever it is: kernels of a library run in all of them.
        let usable = |c: &&'static Context| c.is_open();
        let (image, options) = match &*state {
            LibraryState::Ready(loaded) => return Ok((loaded.clone(), Logs::default())),
            LibraryState::Failed(code) => return Err((*code).into()),
            LibraryState::Waiting(image, options) => (image, options),
        };
        let context = match context.filter(usable).or_else(|| g.contexts.find(usable)) {
            Some(context) => context,
            // The runtime looks for a program's first kernel before it makes a context.
            None => {
                let primary = g.primary(0)?;
                primary.open_in_worker(g)?;
                primary
            }
        };
        let id = g.ids.next();
        match send_image(g, context.id, id, true, &image.0, options) {
            Ok(mut table) => {
                let logs = std::mem::take(&mut table.logs);
                let loaded = Arc::new(Loaded::new(g, id, table, Owner::Library(self.handle), context));
                *state = LibraryState::Ready(loaded.clone());
                Ok((loaded, logs))
            }
            Err(failure) => {
                *state = LibraryState::Failed(failure.code);
                Err(failure)
            }
        }
    }

    /// The library as a module of a context.
    pub(crate) fn module(&self, g: &Global, context: &'static Context) -> Result<Arc<Module>, CUresult> {
        let loaded = self.loaded(g, Some(context))?;
        let is_view = |m: &Arc<Module>| m.library == Some(self.handle) && m.context.id == context.id;
        if let Some(module) = g.modules.find(is_view) {
            return Ok(module);
        }
        let library = Some(self.handle);
        Ok(g.modules.insert_with(|handle| Arc::new(Module { handle, context, loaded, library })))
    }

    /// cuLibraryUnload.
    pub(crate) fn unload(&self, g: &Global, context: u32) -> Result<(), CUresult> {
        g.libraries.remove(self.raw());
        g.modules.remove_if(|m| m.library == Some(self.handle));
        match std::mem::replace(&mut *self.state.lock(), LibraryState::Failed(CUresult::INVALID_HANDLE)) {
            // A library outlives the context in which it was loaded; its memory does not.
            LibraryState::Ready(loaded) => match loaded.unload(g, context) {
                Err(
                    CUresult::CONTEXT_IS_DESTROYED | CUresult::INVALID_CONTEXT | CUresult::INVALID_HANDLE,
                ) => Ok(()),
                other => other,
            },
            _ => Ok(()),
        }
    }

    #[cfg(test)]
    fn is_sent(&self) -> bool {
        !matches!(&*self.state.lock(), LibraryState::Waiting(..))
    }
}

/// Options of a load.
#[derive(Default)]
pub(crate) struct Options {
    /// (CUjit_option, value) as they are sent.
    pub(crate) values: Vec<(u32, u64)>,
    /// Address and bytes of the program's buffer for information, 0 = none.
    pub(crate) info_log: (usize, usize),
    /// Address and bytes of the program's buffer for errors, 0 = none.
    pub(crate) error_log: (usize, usize),
    /// Where the program reads how many bytes of each log were written, 0 = nowhere.
    pub(crate) log_sizes: (usize, usize),
}

impl Options {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.values.len() * 16);
        for (option, value) in &self.values {
            bytes.extend_from_slice(&option.to_le_bytes());
            bytes.extend_from_slice(&[0; 4]);
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    /// Whether the program wants to read what the compiler says, which it can only during the call.
    pub(crate) fn want_logs(&self) -> bool {
        self.info_log.0 != 0 || self.error_log.0 != 0
    }

    /// Without the program's buffers, which are its own again after the call.
    pub(crate) fn without_logs(&self) -> Options {
        Options { values: self.values.clone(), ..Options::default() }
    }

    /// Fills the program's log buffers: (info, error).
    pub(crate) fn report(&self, logs: &Logs) {
        write_log(self.info_log, self.log_sizes.0, &logs.0);
        write_log(self.error_log, self.log_sizes.1, &logs.1);
    }
}

/// Writes a log with its terminating NUL, cut to the buffer, and how many bytes of it were written (the NUL not counted).
fn write_log((buffer, bytes): (usize, usize), size: usize, text: &str) {
    let mut written = 0;
    if buffer != 0 && bytes != 0 {
        let target = std::ptr::with_exposed_provenance_mut::<u8>(buffer);
        let length = text.len().min(bytes - 1);
        // SAFETY: the program passed a buffer of `bytes` bytes with the options of the call that is still running.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), target, length);
            target.add(length).write(0);
        }
        written = length;
    }
    if size != 0 {
        // The size option is passed by value in a pointer-sized slot; the driver stores the result in the same slot.
        let slot = std::ptr::with_exposed_provenance_mut::<usize>(size);
        // SAFETY: the slot is an element of the program's array of option values.
        unsafe { slot.write_unaligned(written) };
    }
}

/// Info and error log of a load.
pub(crate) type Logs = (String, String);

/// Why a load failed.
pub(crate) struct Failure {
    /// The driver's code.
    pub(crate) code: CUresult,
    /// What the compiler said.
    pub(crate) logs: Logs,
}

impl From<CUresult> for Failure {
    fn from(code: CUresult) -> Failure {
        Failure { code, logs: Default::default() }
    }
}

impl From<fatbin::Error> for Failure {
    fn from(error: fatbin::Error) -> Failure {
        let code = CUresult(i32::try_from(error.code()).unwrap_or(CUresult::INVALID_IMAGE.0));
        Failure { code, logs: (String::new(), error.to_string()) }
    }
}

/// Loads an image as module or library `id`: small ones inline, large ones by hash first.
fn send_image(
    g: &Global,
    context: u32,
    id: u32,
    library: bool,
    image: &[u8],
    options: &Options,
) -> Result<ModuleTable, Failure> {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(image).as_bytes()[..16]);
    let encoded = options.encode();
    let request = |xfer: u64, offer: bool| ModuleLoad {
        id: id.into(),
        library: u32::from(library).into(),
        hash,
        len: (image.len() as u64).into(),
        xfer: xfer.into(),
        offer: u32::from(offer).into(),
        options: (options.values.len() as u32).into(),
    };
    if image.len() <= INLINE_MAX {
        let parts = [request(0, false).as_bytes().to_vec(), encoded];
        return table_of(g.session.call(
            context,
            op::MODULE_LOAD,
            &[&parts[0], &parts[1], image],
            Wait::Setup,
        )?);
    }
    let offer = request(0, true);
    let reply = g.session.call(context, op::MODULE_LOAD, &[offer.as_bytes(), &encoded], Wait::Setup)?;
    if !(reply.result.is_success() && reply.payload.is_empty()) {
        return table_of(reply);
    }
    let xfer = g.session.new_xfer();
    let frame = request(xfer, false);
    let parts = [frame.as_bytes(), &encoded[..]];
    // SAFETY: the image is borrowed for the whole call.
    let reply = unsafe {
        g.session.call_with_bulk(
            context,
            op::MODULE_LOAD,
            &parts,
            xfer,
            image.as_ptr(),
            image.len(),
            Wait::Setup,
        )
    }?;
    table_of(reply)
}

fn table_of(reply: Reply) -> Result<ModuleTable, Failure> {
    let table: Option<ModuleTable> = protocol::control::decode(&reply.payload).ok();
    match (reply.result.is_success(), table) {
        (true, Some(table)) => Ok(table),
        (true, None) => Err(CUresult::UNKNOWN.into()),
        (false, table) => {
            Err(Failure { code: reply.result, logs: table.map(|t| t.logs).unwrap_or_default() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_cut_to_the_buffer_and_sizes_reported() {
        for (bytes, text, want, written) in
            [(8usize, "abc", "abc", 3usize), (3, "abc", "ab", 2), (1, "abc", "", 0), (8, "", "", 0)]
        {
            let mut buffer = vec![0xffu8; 8];
            let mut size = 99usize;
            write_log(
                (buffer.as_mut_ptr().expose_provenance(), bytes),
                (&raw mut size).expose_provenance(),
                text,
            );
            let end = buffer.iter().position(|b| *b == 0).unwrap();
            assert_eq!((&buffer[..end], size), (want.as_bytes(), written), "{bytes} {text}");
        }
    }

    #[test]
    fn libraries_wait_with_their_image() {
        let state = Mutex::new(LibraryState::Waiting(Selected(vec![1]), Options::default()));
        let library = Library { handle: 0, state };
        assert!(!library.is_sent());
    }

    #[test]
    fn options_are_triples() {
        let options = Options { values: vec![(7, 3)], ..Options::default() };
        assert_eq!(options.encode(), [7, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
    }
}
