//! The syntax tree: a module's declarations and the body of one function.
//!
//! Names are resolved while parsing: registers, variables, labels and functions appear as dense ids. Text is kept as
//! [`Span`]s into the module's source; [`crate::ModuleIndex::text`] turns one back into a string.

use crate::table::{Lowering, Opcode};
use crate::types::{Mod, ScalarType, Space, SpecialReg};

/// Bytes `start..end` of the module's source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into the list that it counts.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// A register of one body: index into [`Body::regs`]. Only registers that are used (or hold a parameter) get an id.
    RegId);
id!(/// A variable of function scope: index into [`Body::vars`].
    VarId);
id!(/// A label: index into [`Body::labels`].
    LabelId);
id!(/// A `.branchtargets`, `.calltargets` or `.callprototype`: index into [`Body::tables`].
    TableId);
id!(/// A module-level variable: index into [`crate::ModuleIndex::variables`].
    GlobalId);
id!(/// A kernel or device function: index into [`crate::ModuleIndex::functions`].
    FunctionId);

/// A PTX ISA version such as 8.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Digits before the dot.
    pub major: u16,
    /// Digits after the dot.
    pub minor: u16,
}

/// The `.target` directive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The architecture as written: `sm_90a`, `compute_80`.
    pub arch: String,
    /// Its number, 90 for `sm_90a`; 0 if none was given.
    pub sm: u32,
    /// Its suffix, `a` (exact architecture) or `f` (family), if any.
    pub suffix: Option<char>,
    /// The other specifiers: `debug`, `texmode_independent`, ...
    pub options: Vec<String>,
}

/// A statement of the module's top level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// From its first token up to the next statement.
    pub span: Span,
    /// What it declares.
    pub kind: ItemKind,
}

/// What a statement declares. Of a declaration and a definition of one name, each is a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A kernel or device function.
    Function(FunctionId),
    /// Variables.
    Variables(Vec<GlobalId>),
    /// A second name of a function.
    Alias(String),
    /// Nothing: version, target, debug information.
    Other,
}

/// Visibility of a module-level name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linkage {
    /// No directive: visible only in this module.
    #[default]
    Internal,
    /// `.extern`: defined elsewhere. A `.shared` array of this kind is the dynamic shared memory.
    Extern,
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.common`
    Common,
}

/// A variable, of the module or of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Place of the name.
    pub span: Span,
    /// Where it lives: `Global`, `Const`, `Shared`, `Local`, `Param` or `Tex`.
    pub space: Space,
    /// Visibility; `Internal` inside a function.
    pub linkage: Linkage,
    /// `.attribute(.managed)`: also accessible from the host.
    pub managed: bool,
    /// Type of one element (of one component of a vector).
    pub ty: ScalarType,
    /// Components of one element: 1, 2, 4 or 8.
    pub vector: u8,
    /// Array dimensions, outermost first; empty for a scalar. An open `[]` is the count of initialisers, else 0.
    pub dims: Vec<u64>,
    /// Alignment in bytes, a power of two: the `.align` given, or the natural one.
    pub align: u32,
    /// Size in bytes; 0 for an external array of unknown size.
    pub size: u64,
    /// The initial value; all bytes not mentioned are zero.
    pub init: Init,
}

/// The initial value of a variable. Memory is proportional to the source text, whatever the variable's size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Init {
    /// Little-endian bytes, by ascending and disjoint offsets.
    pub chunks: Vec<InitChunk>,
    /// Addresses to be stored once they are known.
    pub relocs: Vec<Reloc>,
}

/// Bytes of an initial value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitChunk {
    /// Where in the variable.
    pub offset: u64,
    /// The bytes. `offset + bytes.len()` is at most the variable's size.
    pub bytes: Vec<u8>,
}

/// An address in an initial value; no chunk covers its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reloc {
    /// Where in the variable.
    pub offset: u64,
    /// Bytes to store, normally 8; less for `.b8` arrays that spell an address byte by byte with [`Reloc::shift`].
    pub size: u8,
    /// The address is shifted right by this many bits before the store: `mask(symbol)` forms, 0 otherwise.
    pub shift: u8,
    /// Name of a module-level variable or function, of this module or another one.
    pub symbol: String,
    /// Added to the address.
    pub addend: i64,
    /// `generic(symbol)`: store the generic address, not the one in the symbol's own space.
    pub generic: bool,
}

/// Kernel or device function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `.entry`
    Entry,
    /// `.func`
    Func,
}

/// A function header and where its body is.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Place of the name.
    pub span: Span,
    /// Kernel or device function.
    pub kind: FunctionKind,
    /// Visibility.
    pub linkage: Linkage,
    /// Returned parameters of a device function, laid out like `params`.
    pub returns: Vec<Param>,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// Size of the parameter block in bytes, without tail padding.
    pub param_size: u64,
    /// Limits and hints of the header.
    pub limits: Limits,
    /// `.noreturn`
    pub noreturn: bool,
    /// The bytes between (not including) the braces, or none for a declaration.
    pub body: Option<Span>,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name; `_` in prototypes.
    pub name: String,
    /// `Param`, or `Reg` for the register parameters of hand-written device functions.
    pub space: Space,
    /// Type of one element (of one component of a vector).
    pub ty: ScalarType,
    /// Components of one element: 1, 2, 4 or 8.
    pub vector: u8,
    /// Alignment in bytes, a power of two.
    pub align: u32,
    /// Size in bytes; 0 for an unsized last array of a variadic function.
    pub size: u64,
    /// Offset in the parameter block: the previous end rounded up to `align`. 0 for `Reg`.
    pub offset: u64,
}

/// Performance-tuning directives of a function. Extents that are not given are 1; absent directives are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// `.maxntid`
    pub max_ntid: Option<[u32; 3]>,
    /// `.reqntid`
    pub req_ntid: Option<[u32; 3]>,
    /// `.minnctapersm`
    pub min_cta_per_sm: Option<u32>,
    /// `.maxnreg`
    pub max_regs: Option<u32>,
    /// `.reqnctapercluster`
    pub req_cluster: Option<[u32; 3]>,
    /// `.maxclusterrank`
    pub max_cluster_rank: Option<u32>,
    /// `.explicitcluster`
    pub explicit_cluster: bool,
}

/// The body of one function, with all names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Registers in use, by [`RegId`].
    pub regs: Vec<Register>,
    /// Variables of all scopes of the function, by [`VarId`]: `.local`, `.shared` (static, or `.extern` dynamic),
    /// and the `.param` blocks of call sequences. Shadowed names are separate entries.
    pub vars: Vec<Variable>,
    /// Labels, by [`LabelId`].
    pub labels: Vec<Label>,
    /// Target lists and prototypes, by [`TableId`].
    pub tables: Vec<Table>,
    /// Instructions in source order.
    pub instrs: Vec<Instr>,
    /// For each parameter in the `.reg` space its register (the first component's, for a vector), in order of
    /// `params`; empty if there is none.
    pub param_regs: Vec<RegId>,
    /// The same for `returns`.
    pub return_regs: Vec<RegId>,
}

/// A declared register that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name, at its first use; the components of a vector register follow each other and share it.
    pub name: Span,
    /// Its declared type.
    pub ty: ScalarType,
}

/// A label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name, where it is defined.
    pub name: Span,
    /// Index of the instruction that it precedes; `instrs.len()` at the end of the body.
    pub instr: u32,
}

/// What a label before a directive stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Table {
    /// `.branchtargets`: targets of `brx.idx`.
    Branch(Vec<LabelId>),
    /// `.calltargets`: functions that an indirect call may reach.
    Call(Vec<FunctionId>),
    /// `.callprototype`: the signature of an indirect call.
    Prototype {
        /// Returned parameters.
        returns: Vec<Param>,
        /// Parameters.
        params: Vec<Param>,
        /// `.noreturn`
        noreturn: bool,
    },
}

/// Guard predicate of an instruction, `@p` or `@!p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate register.
    pub reg: RegId,
    /// `@!p`: execute where the predicate is false.
    pub negated: bool,
}

/// Why an instruction that parses is outside the instruction table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// The opcode is not in the table ([`Opcode::Unknown`]).
    Opcode,
    /// A modifier is unknown, or not allowed with this opcode.
    Modifier,
    /// A type is missing, not allowed, or there are too many.
    Type,
    /// The number of operands is not one that the table allows.
    Operands,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instr {
    /// From the guard (or opcode) to the semicolon.
    pub span: Span,
    /// Opcode with all modifiers, as written: the name to put in a trap's message.
    pub mnemonic: Span,
    /// Guard predicate.
    pub pred: Option<Guard>,
    /// Base opcode, the part before the first dot.
    pub op: Opcode,
    /// Modifiers that are not types, in written order.
    pub mods: Mods,
    /// Type modifiers in written order: `cvt.rni.s32.f32` has `[S32, F32]` (destination first).
    pub types: Types,
    /// Operands in written order, destination first. `call` is normalised, see [`Operand::List`].
    pub operands: Vec<Operand>,
    /// What the table says becomes of it, or why the table does not cover it: then it must trap with its mnemonic when executed.
    pub lowering: Result<Lowering, Unsupported>,
}

impl Instr {
    /// Is the modifier present?
    pub fn has(&self, m: Mod) -> bool {
        self.mods.has(m)
    }

    /// The first type modifier, which for most instructions is the only one.
    pub fn ty(&self) -> Option<ScalarType> {
        self.types.first().copied()
    }

    /// The state space named by the modifiers; none means generic addressing.
    pub fn space(&self) -> Option<Space> {
        self.mods.iter().find_map(|m| m.space())
    }

    /// Components of a vector access or `mov`: 1, 2, 4 or 8.
    pub fn vector(&self) -> u8 {
        let of = |m: &Mod| match m {
            Mod::V2 => Some(2),
            Mod::V4 => Some(4),
            Mod::V8 => Some(8),
            _ => None,
        };
        self.mods.iter().find_map(of).unwrap_or(1)
    }
}

/// Declares a short inline list that reads as a slice.
macro_rules! inline_list {
    ($(#[$meta:meta])* $name:ident, $item:ty, $fill:expr, $cap:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name {
            items: [$item; $cap],
            len: u8,
        }

        impl $name {
            /// How many fit.
            pub const CAPACITY: usize = $cap;

            /// Appends; false (and unchanged) if the list is full.
            pub fn push(&mut self, item: $item) -> bool {
                let at = self.len as usize;
                if at == $cap {
                    return false;
                }
                self.items[at] = item;
                self.len += 1;
                true
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self { items: [$fill; $cap], len: 0 }
            }
        }

        impl std::ops::Deref for $name {
            type Target = [$item];
            fn deref(&self) -> &[$item] {
                &self.items[..self.len as usize]
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_list().entries(self.iter()).finish()
            }
        }
    };
}

inline_list!(
    /// Modifiers in written order; dereferences to a slice.
    Mods, Mod, Mod::Rn, 14
);
inline_list!(
    /// Type modifiers in written order; dereferences to a slice.
    Types, ScalarType, ScalarType::Pred, 6
);

impl Mods {
    /// Is the modifier present?
    pub fn has(&self, m: Mod) -> bool {
        self.contains(&m)
    }

    /// The first modifier that is one of `choices`: the rounding mode, the comparison, the scope.
    pub fn one_of(&self, choices: &[Mod]) -> Option<Mod> {
        self.iter().copied().find(|m| choices.contains(m))
    }
}

/// What a name in an operand stands for, if not a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A variable of this function.
    Local(VarId),
    /// A parameter of this function, by position.
    Param(u32),
    /// A returned parameter of this function, by position.
    Return(u32),
    /// A module-level variable.
    Global(GlobalId),
    /// A function: a call's target or its address.
    Function(FunctionId),
}

/// Base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressBase {
    /// The value of a register.
    Reg(RegId),
    /// The address of a symbol.
    Symbol(Symbol),
    /// An absolute address: the offset alone.
    Absolute,
}

/// `[base + offset]`, offset in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The base.
    pub base: AddressBase,
    /// Bytes added to the base.
    pub offset: i64,
}

/// Part of a register in a video instruction (`%r1.b0`, `%r1.h1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Byte 0 to 3.
    Byte(u8),
    /// Half 0 or 1.
    Half(u8),
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A register.
    Reg(RegId),
    /// `!p`
    Not(RegId),
    /// `d|p`: two destinations of `setp`, `shfl`, `match`, `elect`, `lop3`; `_` is none.
    Pair(Option<RegId>, Option<RegId>),
    /// `_`: the result (or vector component) is discarded.
    Sink,
    /// An integer constant: two's complement in 64 bits. `negative` tells -1 from 0xffffffffffffffff.
    Imm {
        /// The bits, to be truncated to the instruction's type.
        bits: u64,
        /// The constant is below zero.
        negative: bool,
    },
    /// `0f3f800000`: the bits of a single-precision constant.
    F32(u32),
    /// `0d3ff0000000000000`, or a decimal constant such as `1.5`: the bits of a double; see [`Operand::constant_as`].
    F64(u64),
    /// A predefined register.
    Special(SpecialReg),
    /// `{a, b, c, d}`
    Vector(Vec<Operand>),
    /// `[a+4]`
    Address(Address),
    /// `[a, b]`, `[a, {x, y}]`: the bracket of tensor, texture and surface instructions.
    AddressList(Vec<Operand>),
    /// A symbol's own address, plus bytes: `mov.u64 %rd1, table+8`.
    Symbol {
        /// What is meant.
        symbol: Symbol,
        /// Bytes added.
        offset: i64,
    },
    /// A branch target.
    Label(LabelId),
    /// A target list or prototype.
    Table(TableId),
    /// A parenthesised list of a call. Every `call` has the operands `[List(returns), target, List(arguments)]` and
    /// perhaps a `Table`; lists that the source omits are empty. The target is a `Symbol` (direct) or `Reg` (indirect).
    /// List items are `Symbol(Local(..))` for `.param` variables, or registers and constants.
    List(Vec<Operand>),
    /// A byte or half of a register.
    Part(RegId, Part),
}

impl Operand {
    /// The register, if the operand is a plain one.
    pub fn reg(&self) -> Option<RegId> {
        match self {
            Operand::Reg(r) => Some(*r),
            _ => None,
        }
    }

    /// The bits of a constant as a value of `ty`: integers are truncated, floating-point constants are converted
    /// between `.f32` and `.f64` when the instruction's type differs from the constant's. None for other operands.
    pub fn constant_as(&self, ty: ScalarType) -> Option<u64> {
        match (self, ty) {
            (Operand::Imm { bits, .. }, _) => Some(truncate(*bits, ty)),
            (Operand::F32(bits), ScalarType::F64) => Some(f64::from(f32::from_bits(*bits)).to_bits()),
            (Operand::F32(bits), _) => Some(u64::from(*bits)),
            (Operand::F64(bits), t) if t.bits() == 32 => {
                Some(u64::from((f64::from_bits(*bits) as f32).to_bits()))
            }
            (Operand::F64(bits), _) => Some(*bits),
            _ => None,
        }
    }
}

fn truncate(bits: u64, ty: ScalarType) -> u64 {
    match ty.bits() {
        n @ 0..64 => bits & ((1 << n) - 1),
        _ => bits,
    }
}
