//! The private export tables that the CUDA runtime and NVIDIA's libraries ask for with cuGetExportTable.
//!
//! A table is an array of function pointers; slot 0 holds its size in bytes, except in the context-local storage
//! table. Slots whose function is not known hold one that logs the slot once and returns an error, never null. So do
//! places beyond a table's end: libraries of other versions call slots without a look at the size.
//! An unknown table is refused with `CUDA_ERROR_INVALID_VALUE`, which every program seen so far takes well.

mod functions;

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::AtomicUsize;

use cuda_abi::{CUresult, CUuuid};

use crate::hooks::{hooks, log};
use crate::unsupported::OnceSet;

/// A slot: a function pointer, a size or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
struct Slot(*const c_void);

// SAFETY: slots are immutable and hold addresses of functions or numbers.
unsafe impl Sync for Slot {}
// SAFETY: as above.
unsafe impl Send for Slot {}

impl Slot {
    const NULL: Slot = Slot(ptr::null());

    /// Slot 0 of most tables: the size of the table in bytes.
    const fn size(slots: usize) -> Slot {
        Slot(ptr::without_provenance(slots * size_of::<Slot>()))
    }
}

/// A known table.
struct Table {
    uuid: [u8; 16],
    slots: &'static [Slot],
}

/// The UUID as the 16 bytes of its text form.
const fn uuid(value: u128) -> [u8; 16] {
    value.to_be_bytes()
}

/// Slots in memory of every table, however many it says that it has.
const PLACES: usize = 128;

/// Declares a table of `$len` slots: slot 0 its size, the named slots their functions, all others refused.
macro_rules! table {
    ($name:ident, $number:literal, $len:literal, { $($slot:literal = $function:expr,)* }) => {
        static $name: [Slot; PLACES] = {
            let mut slots = refusals::<$number>();
            slots[0] = Slot::size($len);
            $(slots[$slot] = Slot($function as *const c_void);)*
            slots
        };
    };
}

table!(CUDART, 0, 13, {
    1 = functions::load_fatbin_short,
    2 = functions::primary_context,
    6 = functions::load_fatbin_wrapper,
    7 = functions::unload_fatbin,
    8 = functions::load_fatbin,
    12 = functions::succeed,
});
table!(TOOL_HOOKS, 1, 7, {
    2 = functions::runtime_callback_flags,
    6 = functions::resource_callback_flags,
});
table!(TOOLS_TLS, 2, 4, {
    2 = functions::tools_context,
});
table!(CONTEXT_CHECKS, 4, 4, {
    2 = functions::context_check,
    3 = functions::succeed,
});
table!(INTEGRITY, 5, 3, {
    1 = functions::integrity_check,
});
table!(CONTEXT_IDS, 6, 64, {
    4 = functions::context_id,
    39 = functions::stream_id,
    51 = functions::resolve_stream,
});
table!(MODULE_FUNCTIONS, 7, 8, {
    7 = functions::visit_functions,
});
table!(LIBRARY_OPTIONS, 8, 8, {});
table!(PROFILING, 9, 32, {});

/// Context-local storage: no size, a null at the end.
static STORAGE: [Slot; 4] = [
    Slot(functions::storage_put as *const c_void),
    Slot(functions::storage_delete as *const c_void),
    Slot(functions::storage_get as *const c_void),
    Slot::NULL,
];

static TABLES: [Table; 10] = [
    Table { uuid: uuid(0x6bd5fb6c_5bf4_e74a_8987_d93912fd9df9), slots: &CUDART },
    Table { uuid: uuid(0xa094798c_2e74_2e74_93f2_0800200c0a66), slots: &TOOL_HOOKS },
    Table { uuid: uuid(0x42d85a81_23f6_cb47_8298_f6e78a3aecdc), slots: &TOOLS_TLS },
    Table { uuid: uuid(0xc693336e_1121_df11_a8c3_68f355d89593), slots: &STORAGE },
    Table { uuid: uuid(0x263e8860_7cd2_6143_92f6_bbd5006dfa7e), slots: &CONTEXT_CHECKS },
    Table { uuid: uuid(0xd4082055_bde6_704b_8d34_ba123c66e1f2), slots: &INTEGRITY },
    Table { uuid: uuid(0x21318c60_9714_3248_8ca6_41ff7324c8f2), slots: &CONTEXT_IDS },
    Table { uuid: uuid(0x6e163fbe_b958_444d_835c_e182aff1991e), slots: &MODULE_FUNCTIONS },
    Table { uuid: uuid(0x1734dc26_800d_4745_8726_c0f1e7dd8bca), slots: &LIBRARY_OPTIONS },
    Table { uuid: uuid(0x7cb63f9b_9ca4_8e42_a484_beb66e6aed7f), slots: &PROFILING },
];

/// Address of a table as callers get it.
fn address(table: &'static [Slot]) -> *const c_void {
    table.as_ptr().cast()
}

/// cuGetExportTable.
///
/// # Safety
/// `table` and `id` are null or valid.
pub unsafe fn export_table(table: *mut *const c_void, id: *const CUuuid) -> CUresult {
    if table.is_null() || id.is_null() {
        return CUresult::INVALID_VALUE;
    }
    // SAFETY: not null, hence valid.
    let uuid = unsafe { (*id).bytes };
    let found = TABLES.iter().find(|known| known.uuid == uuid);
    // SAFETY: not null, hence valid.
    unsafe { table.write(found.map_or(ptr::null(), |known| address(known.slots))) };
    match found {
        Some(_) => CUresult::SUCCESS,
        None => refuse_table(uuid),
    }
}

#[cold]
fn refuse_table(uuid: [u8; 16]) -> CUresult {
    static SEEN: OnceSet<64> = OnceSet::new();
    let number = u128::from_be_bytes(uuid);
    // The set wants keys that are not 0.
    if SEEN.insert(((number >> 64) ^ number) as usize | 1) {
        log(&format!("the private table {number:032x} is not known"));
    }
    CUresult::INVALID_VALUE
}

/// Stands in for the function of one slot.
extern "C" fn refused<const TABLE: usize, const SLOT: usize>() -> CUresult {
    static SEEN: OnceSet<256> = OnceSet::new();
    if SEEN.insert((TABLE + 1) << 8 | SLOT) {
        let uuid = TABLES.get(TABLE).map_or(0, |table| u128::from_be_bytes(table.uuid));
        log(&format!("slot {SLOT} of the private table {uuid:032x} is not known"));
    }
    CUresult::NOT_SUPPORTED
}

/// Refusing functions for the slots of a table.
const fn refusals<const TABLE: usize>() -> [Slot; PLACES] {
    macro_rules! slots {
        ($($slot:literal)*) => { [$(Slot(refused::<TABLE, $slot> as *const c_void)),*] };
    }
    slots!(
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
        64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95
        96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127
    )
}

/// Flags of tool callbacks by callback id; all zero, as no tool is attached. Readers and tools share them.
static RUNTIME_FLAGS: [AtomicUsize; 1024] = [const { AtomicUsize::new(0) }; 1024];
static RESOURCE_FLAGS: [AtomicUsize; 14] = [const { AtomicUsize::new(0) }; 14];
