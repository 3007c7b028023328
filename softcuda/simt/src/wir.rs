//! The bytecode: fixed-size instructions over dense registers, and the program made of them.
//!
//! A value of all lanes of a warp is a row: of 32 bits a lane (everything up to 32 bits, 8- and 16-bit values zero-extended)
//! or of 64. A frame's rows lie one after another, and a row operand is the byte offset of its row in the frame.
//! Constants have rows too, which are filled when the frame is made, so that every handler reads rows only. Predicates (one
//! bit per lane) are numbered.

use std::fmt;

use softcuda_ptx::SpecialReg;

pub(crate) use crate::ops::table::Op;

/// Predicate operand bit: the complement is meant.
pub(crate) const NOT: u32 = 1 << 31;
/// Guard or predicate operand: always true.
pub(crate) const TRUE: u32 = u32::MAX >> 1;

/// Flags of floating-point operations.
pub(crate) mod fp {
    /// Subnormal inputs and results become zero.
    pub(crate) const FTZ: u16 = 1;
    /// The result is clamped to [0, 1]; NaN becomes 0.
    pub(crate) const SAT: u16 = 2;
    /// `min`/`max` return NaN if an input is NaN.
    pub(crate) const NAN: u16 = 4;
    /// `min`/`max`: the sign is the exclusive or of the inputs' signs.
    pub(crate) const XORSIGN: u16 = 8;
    /// The result is clamped to non-negative values; NaN stays.
    pub(crate) const RELU: u16 = 16;
    /// `min`/`max` of magnitudes.
    pub(crate) const ABS: u16 = 32;
}

/// Flags of `setp`.
pub(crate) mod cmp {
    /// The comparison's complement.
    pub(crate) const INVERT: u16 = 1;
    /// The result is combined with predicate `c`: 0 none, 1 and, 2 or, 3 xor.
    pub(crate) const BOOL_SHIFT: u16 = 1;
    /// Subnormal inputs count as zero.
    pub(crate) const FTZ: u16 = 8;
}

/// Flags of add/sub with carry.
pub(crate) mod carry {
    /// Reads the carry.
    pub(crate) const IN: u16 = 1;
    /// Writes the carry.
    pub(crate) const OUT: u16 = 2;
}

/// Flags of loads, stores and atomics.
pub(crate) mod mem {
    /// Mask of the log2 of the element size in bytes.
    pub(crate) const SIZE: u16 = 3;
    /// Sign-extend the loaded element.
    pub(crate) const SIGNED: u16 = 1 << 2;
    /// The data register is a 64-bit row.
    pub(crate) const WIDE: u16 = 1 << 3;
    /// Position of the log2 of the number of elements.
    pub(crate) const VEC_SHIFT: u16 = 4;
    /// The address register is a 32-bit row.
    pub(crate) const ADDR32: u16 = 1 << 6;
    /// Volatile, relaxed or stronger: a poll, costs fuel.
    pub(crate) const VOLATILE: u16 = 1 << 7;
    /// The local address is relative to the frame.
    pub(crate) const FRAME: u16 = 1 << 8;
    /// The value of the 64-bit row `e`, the same in all lanes, is added to the addresses.
    pub(crate) const BASED: u16 = 1 << 9;
}

/// One instruction. The meaning of the operand fields depends on the operation's shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inst {
    pub(crate) op: Op,
    pub(crate) flags: u16,
    /// Predicate under which lanes execute it; [`TRUE`] if always, [`NOT`] for the complement.
    pub(crate) guard: u32,
    pub(crate) d: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
    pub(crate) e: u32,
    /// Immediate: address offset, branch target, or index into a side table; of arithmetic operations see [`Inst::run`].
    pub(crate) x: u32,
}

impl Inst {
    pub(crate) fn new(op: Op) -> Inst {
        Inst { op, flags: 0, guard: TRUE, d: 0, a: 0, b: 0, c: 0, e: 0, x: 0 }
    }

    /// Of an arithmetic instruction: how many of the same operation follow it, all without a guard and none a place where threads may
    /// arrive, so that a handler executes them in one go.
    #[inline(always)]
    pub(crate) fn run(&self) -> u32 {
        self.x
    }
}

/// 32 lanes of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row32(pub(crate) [u32; 32]);

/// 32 lanes of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row64(pub(crate) [u64; 32]);

impl Row32 {
    pub(crate) const ZERO: Row32 = Row32([0; 32]);
}

impl Row64 {
    pub(crate) const ZERO: Row64 = Row64([0; 32]);
}

/// Bytes of a row of 32 bits a lane.
pub(crate) const ROW32: u32 = size_of::<Row32>() as u32;
/// Bytes of a row of 64 bits a lane.
pub(crate) const ROW64: u32 = size_of::<Row64>() as u32;

/// One lowered function.
#[derive(Clone, Debug)]
pub(crate) struct Func {
    pub(crate) name: String,
    /// First instruction.
    pub(crate) entry: u32,
    /// Bytes of its rows.
    pub(crate) rows: u32,
    /// Predicates it uses.
    pub(crate) preds: u32,
    /// Rows that hold a value from the beginning.
    pub(crate) fills: Vec<Fill<Value>>,
    /// Rows that hold the thread index, by axis.
    pub(crate) tids: [Option<u32>; 3],
    /// Bytes of a frame: parameter blocks and variables. A callee's frame begins after it.
    pub(crate) frame: u32,
    /// Bytes of local memory it touches: the frame and the parameter blocks of its callees.
    pub(crate) local: u32,
}

/// A printf-like system function or another special call target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Vprintf,
    AssertFail,
    Malloc,
    Free,
}

/// A value that is the same in all threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Constant(u64),
    /// A parameter of the launch: its offset and the flags of its load.
    Param {
        at: u32,
        flags: u16,
    },
    /// A special register of the launch's shape.
    Special(SpecialReg),
}

/// A row that holds a value from the beginning: a description of it, or the value itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fill<T> {
    /// Byte offset in the frame.
    pub(crate) at: u32,
    /// Is it a row of 64 bits a lane?
    pub(crate) wide: bool,
    pub(crate) value: T,
}

/// A kernel with all functions it may call, ready to run.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) code: Vec<Inst>,
    /// Function 0 is the kernel.
    pub(crate) funcs: Vec<Func>,
    /// Operand lists of vector accesses and of instructions with many operands.
    pub(crate) ext: Vec<u32>,
    /// Mnemonics of instructions that trap.
    pub(crate) names: Vec<String>,
    /// Code address to function index, sorted: targets of indirect calls.
    pub(crate) targets: Vec<(u64, u32)>,
    /// Statically declared shared memory.
    pub(crate) shared_bytes: u32,
}

impl Program {
    /// The rows with values of each function's frames, for a launch that `value` knows.
    pub(crate) fn fills(&self, value: impl Fn(Value) -> u64) -> Vec<Vec<Fill<u64>>> {
        let known = |fill: &Fill<Value>| Fill { at: fill.at, wide: fill.wide, value: value(fill.value) };
        self.funcs.iter().map(|func| func.fills.iter().map(known).collect()).collect()
    }

    /// The function that contains the instruction at `pc`.
    pub(crate) fn func_at(&self, pc: u32) -> &Func {
        let after = self.funcs.partition_point(|f| f.entry <= pc);
        // Function 0 starts at 0, so at least one entry is not after `pc`.
        &self.funcs[after.max(1) - 1]
    }
}

impl fmt::Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.guard != TRUE {
            let not = if self.guard & NOT != 0 { "!" } else { "" };
            write!(f, "@{not}p{} ", self.guard & !NOT)?;
        }
        write!(
            f,
            "{:?}.{:x} {:x}, {:x}, {:x}, {:x}, {:x} #{:x}",
            self.op, self.flags, self.d, self.a, self.b, self.c, self.e, self.x
        )
    }
}
