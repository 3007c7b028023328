//! The instruction table: which modifiers, types and operands each opcode takes, since which PTX version, and how it is lowered.
//!
//! It is lenient where a check would not change what an instruction does: modifiers come in any order, and a type is
//! checked against all types of the form, not against its position.

use crate::ast::{Mods, Types, Unsupported, Version};
use crate::names::name_enum;
use crate::types::{Mod, ScalarType};

name_enum! {
    /// A base opcode: the part of a mnemonic before its first dot.
    pub enum Opcode {
        /// Not in the table; [`crate::Instr::mnemonic`] has its name.
        Unknown = "",
        Abs = "abs", Activemask = "activemask", Add = "add", Addc = "addc", Alloca = "alloca", And = "and",
        Applypriority = "applypriority", Atom = "atom", Bar = "bar", Barrier = "barrier", Bfe = "bfe", Bfi = "bfi",
        Bfind = "bfind", Bmsk = "bmsk", Bra = "bra", Brev = "brev", Brkpt = "brkpt", Brx = "brx", Call = "call",
        Clz = "clz", Cnot = "cnot", Copysign = "copysign", Cos = "cos", Cp = "cp", Createpolicy = "createpolicy",
        Cvt = "cvt", Cvta = "cvta", Discard = "discard", Div = "div", Dp2a = "dp2a", Dp4a = "dp4a", Elect = "elect",
        Ex2 = "ex2", Exit = "exit", Fence = "fence", Fma = "fma", Fns = "fns", Getctarank = "getctarank",
        Griddepcontrol = "griddepcontrol", Isspacep = "isspacep", Istypep = "istypep", Ld = "ld",
        Ldmatrix = "ldmatrix", Ldu = "ldu", Lg2 = "lg2", Lop3 = "lop3", Mad = "mad", Mad24 = "mad24", Madc = "madc",
        Mapa = "mapa", Match = "match", Max = "max", Mbarrier = "mbarrier", Membar = "membar", Min = "min",
        Mma = "mma", Mov = "mov", Movmatrix = "movmatrix", Mul = "mul", Mul24 = "mul24", Multimem = "multimem",
        Nanosleep = "nanosleep", Neg = "neg", Not = "not", Or = "or", Pmevent = "pmevent", Popc = "popc",
        Prefetch = "prefetch", Prefetchu = "prefetchu", Prmt = "prmt", Rcp = "rcp", Red = "red", Redux = "redux",
        Rem = "rem", Ret = "ret", Rsqrt = "rsqrt", Sad = "sad", Selp = "selp", Set = "set",
        Setmaxnreg = "setmaxnreg", Setp = "setp", Shf = "shf", Shfl = "shfl", Shl = "shl", Shr = "shr", Sin = "sin",
        Slct = "slct", Sqrt = "sqrt", St = "st", Stacksave = "stacksave", Stackrestore = "stackrestore",
        Stmatrix = "stmatrix", Sub = "sub", Subc = "subc", Suld = "suld", Sust = "sust", Szext = "szext", Tanh = "tanh", Tensormap = "tensormap", Testp = "testp",
        Tex = "tex", Tld4 = "tld4", Trap = "trap", Vabsdiff = "vabsdiff", Vadd = "vadd", Vmad = "vmad", Vmax = "vmax", Vmin = "vmin",
        Vote = "vote", Vset = "vset", Vshl = "vshl", Vshr = "vshr", Vsub = "vsub", Wmma = "wmma", Xor = "xor",
    }
}

/// Alternatives of which an instruction has at most one.
pub type Group = &'static [Mod];

/// How the instructions of a form are made into the interpreter's: the name of what does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named like the instructions that it lowers")]
pub enum Lowering {
    Arithmetic,
    AsyncCopy,
    AsyncStore,
    Atomic,
    Barrier,
    Bits,
    Bulk,
    CachePolicy,
    Carry,
    Cluster,
    Control,
    Copysign,
    Cvt,
    Cvta,
    Dot,
    Fence,
    FunnelShift,
    Isspacep,
    Load,
    Logic,
    Lop3,
    Math,
    MatrixMove,
    MatrixProduct,
    Mbarrier,
    Mov,
    Mul24,
    Nanosleep,
    /// Hints, waits for copies (which are complete when issued), and what concerns only instructions that are not executed.
    Nothing,
    Prmt,
    Selp,
    Set,
    Setp,
    Shift,
    Slct,
    Store,
    Surface,
    Testp,
    Texture,
    /// Not executed: a thread that reaches it stops the kernel.
    Trap,
    Video,
    Warp,
    Wmma,
}

/// A row of the table.
#[derive(Debug)]
pub struct Form {
    /// The opcode.
    pub op: Opcode,
    /// Modifiers that must all be present for this row to apply.
    pub key: &'static [Mod],
    /// Other modifiers: at most one of each group.
    pub groups: &'static [Group],
    /// Types that may appear.
    pub types: &'static [ScalarType],
    /// Fewest and most type modifiers.
    pub type_count: (usize, usize),
    /// Fewest and most operands; a call always counts its two lists.
    pub operands: (usize, usize),
    /// The PTX version that introduced the form. For documentation: it is not enforced.
    pub since: Version,
    /// What becomes of it.
    pub lowering: Lowering,
}

impl Form {
    /// May the instruction have this many operands?
    pub fn allows_operands(&self, count: usize) -> bool {
        (self.operands.0..=self.operands.1).contains(&count)
    }

    fn has_key(&self, mods: &Mods) -> bool {
        self.key.iter().all(|m| mods.has(*m))
    }

    /// Does every modifier outside the key find a group of its own?
    fn allows_mods(&self, mods: &Mods) -> bool {
        let mut used = 0u64;
        mods.iter().filter(|m| !self.key.contains(m)).all(|m| {
            let free = (0..self.groups.len()).find(|&g| used >> g & 1 == 0 && self.groups[g].contains(m));
            used |= free.map_or(0, |g| 1 << g);
            free.is_some()
        })
    }

    fn allows_types(&self, types: &Types) -> bool {
        (self.type_count.0..=self.type_count.1).contains(&types.len())
            && types.iter().all(|t| self.types.contains(t))
    }
}

/// The first row that takes the modifiers and types, or what keeps the nearest row from it.
pub(crate) fn find(op: Opcode, mods: &Mods, types: &Types) -> Result<&'static Form, Unsupported> {
    let mut why = Unsupported::Modifier;
    for form in FORMS.iter().filter(|f| f.op == op && f.has_key(mods) && f.allows_mods(mods)) {
        if form.allows_types(types) {
            return Ok(form);
        }
        why = Unsupported::Type;
    }
    Err(why)
}

/// Declares groups of alternative modifiers.
macro_rules! groups {
    ($($name:ident = $($m:ident)*;)*) => { $(const $name: Group = &[$(Mod::$m),*];)* };
}

groups! {
    RND = Rn Rz Rm Rp;
    RND_CVT = Rn Rz Rm Rp Rna Rs Rni Rzi Rmi Rpi;
    PRECISION = Approx Full Rn Rz Rm Rp;
    APPROX = Approx;
    FTZ = Ftz;
    SAT = Sat;
    SAT_CVT = Sat Satfinite;
    FINITE = Satfinite;
    RELU = Relu;
    OOB = Oob;
    SCALED = ScaledN2;
    NAN = Nan;
    XORSIGN = Xorsign;
    ABS = Abs;
    HALF = Lo Hi Wide;
    HILO = Lo Hi;
    CC = Cc;
    CMP = Eq Ne Lt Le Gt Ge Lo Ls Hi Hs Equ Neu Ltu Leu Gtu Geu Num IsNan;
    BOOL = And Or Xor;
    CLASS = Finite Infinite Number NotANumber Normal Subnormal;
    SIDE = ShiftL ShiftR;
    BOUND = Wrap Clamp;
    SECOND = Add Min Max;
    COMPARE = Eq Ne Lt Le Gt Ge;
    PLUS_ONE = Po;
    SCALE = Shr7 Shr15;
    SHIFTAMT = ShiftAmt;
    PERMUTE = F4e B4e Rc8 Ecl Ecr Rc16;
    SPACE = Global Shared SharedCta SharedCluster Const Local Param ParamEntry ParamFunc;
    SPACE_TO = Global Shared SharedCta SharedCluster;
    TO = To;
    ORDER = Weak Volatile Relaxed Acquire Release AcqRel Sc;
    MMIO = Mmio;
    SCOPE = Cta Cluster Gpu Sys;
    CACHE = Ca Cg Cs Lu Cv Wb Wt;
    NC = Nc;
    L1HINT = L1EvictNormal L1EvictUnchanged L1EvictFirst L1EvictLast L1NoAllocate;
    L2EVICT = L2EvictNormal L2EvictUnchanged L2EvictFirst L2EvictLast;
    L2HINT = L2CacheHint;
    L2SIZE = L2B64 L2B128 L2B256;
    LEVEL = L1 L2;
    EVICT = EvictLast EvictNormal L2EvictLast L2EvictNormal;
    VEC = V2 V4 V8;
    UNIFIED = Unified;
    NOFTZ = Noftz;
    ATOMIC = And Or Xor Add Inc Dec Min Max Exch Cas;
    REDUCE = And Or Xor Add Min Max;
    VOTED = Popc And Or;
    ALIGNED = Aligned;
    SYNC = Sync;
    CTA = Cta;
    UNI = Uni;
    SHUFFLE = Up Down Bfly Idx;
    BALLOT = All Any Uni Ballot;
    MATCHED = All Any;
    MEMBAR = Cta Gl Sys;
    PROXY_KIND = Alias Async ProxyGeneric AsyncGenericBi Generic;
    RESTRICT = SyncRestrictCta SyncRestrictCluster;
    ENTRY = LaunchDependents Wait;
    MASKED = Mask;
    TENSORMAP = Tensormap;
    CACHED = Ca Cg;
    COMPLETION = CompleteTxBytes BulkGroup;
    MULTICAST = Multicast;
    CPMASK = CpMask;
    TENSOR = Tensor;
    DIM = D1 D2 D3 D4 D5;
    TILING = Tile Im2col;
    READ = Read;
    NOINC = Noinc;
    NOCOMPLETE = NoComplete;
    EXPECT = ExpectTx;
    PARITY = Parity;
    SHAPE = M8n8k4 M8n8k16 M8n8k32 M8n8k128 M16n8k4 M16n8k8 M16n8k16 M16n8k32 M16n8k64 M16n8k128 M16n8k256
        M16n16k16 M16n16k8 M8n32k16 M32n8k16;
    TILE = M8n8 M16n16 M8n16 M16n8;
    COUNT = X1 X2 X4;
    TRANS = Trans;
    PACK = B8x16;
    PACKED = B6x16P32 B4x16P64;
    LAYOUT = Row Col;
    SPARSE = Sp SpOrdered;
    BITOP = And Xor;
    POPC = Popc;
    ACC = AccF32 AccF16;
    REGDELTA = Inc Dec;
    TEXDIM = D1 D2 D3 A1d A2d Cube Acube;
    MAP = Map;
    MAPFIELD = GlobalAddress Rank BoxDim GlobalDim GlobalStride ElementStride Elemtype InterleaveLayout SwizzleMode
        SwizzleAtomicity FillMode;
    TEXLOD = Level Grad Base;
    TEXCHANNEL = ShiftR Green MatB MatA;
    BEYOND = Trap Clamp Zero;
}

/// Declares lists of types.
macro_rules! types {
    ($($name:ident = $($t:ident)*;)*) => { $(const $name: &[ScalarType] = &[$(ScalarType::$t),*];)* };
}

types! {
    NONE = ;
    B32_ = B32;
    B64_ = B64;
    B3264 = B32 B64;
    BITS = Pred B16 B32 B64;
    SHIFTED = B16 B32 B64 U16 U32 U64 S16 S32 S64;
    U32_ = U32;
    SIZE = U32 U64;
    HANDLE = U32 U64 B32 B64;
    INT = U16 U32 U64 S16 S32 S64;
    INT32 = U32 S32;
    CARRY = U32 S32 U64 S64;
    ARITH = U16 U32 U64 S16 S32 S64 U16x2 S16x2 F16 F16x2 Bf16 Bf16x2 F32 F32x2 F64;
    SIGNED = S16 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64;
    FLOAT = F16 F16x2 Bf16 Bf16x2 F32 F32x2 F64;
    F3264 = F32 F64;
    APPROXED = F16 F16x2 Bf16 Bf16x2 F32 F64;
    COMPARED = Pred B16 B32 B64 U16 U32 U64 S16 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64;
    SELECTED = B16 B32 B64 U16 U32 U64 S16 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64;
    CONVERTED = U8 U16 U32 U64 S8 S16 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64 Tf32 E4m3x2 E5m2x2 E4m3x4 E5m2x4 E2m1x2
        E2m3x2 E3m2x2 E2m1x4 E2m3x4 E3m2x4 Ue8m0x2 Ue4m3x2;
    CONVERTED_PACK = B32 U4 S4 U8 S8 U16 S16 S32;
    MEMORY = B8 B16 B32 B64 B128 U8 U16 U32 U64 S8 S16 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64;
    MOVED = Pred B8 B16 B32 B64 B128 U16 U32 U64 S16 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64;
    ATOMIC_T = B16 B32 B64 B128 U32 U64 S32 S64 F16 F16x2 Bf16 Bf16x2 F32 F64;
    REDUCED = B32 U32 S32 F32;
    VOTE_T = Pred B32 U32;
    MATRIX = F16 Bf16 Tf32 F32 F64 S32 S8 U8 S4 U4 B1 E4m3 E5m2;
    DOUBLE = F64;
    PRODUCT = F16 Bf16 Tf32 F32 S32 S8 U8 S4 U4 B1 E4m3 E5m2;
    MATRIX_M = B16 B8;
    TEXEL = U32 S32 F32 F16 F16x2 U16 S16 B32;
    SURFEL = B8 B16 B32 B64;
    OPAQUE = TexRef SamplerRef SurfRef;
}

/// Declares the rows: `Op [key] [groups] types count, operands, since, lowering`.
macro_rules! forms {
    ($($op:ident [$($key:ident)*] [$($group:ident)*] $types:ident $tmin:literal-$tmax:literal,
       $omin:literal-$omax:literal, $major:literal $minor:literal, $lowering:ident;)*) => {
        /// Every form of every opcode. More specific keys come before more general ones.
        pub const FORMS: &[Form] = &[$(Form {
            op: Opcode::$op,
            key: &[$(Mod::$key),*],
            groups: &[$($group),*],
            types: $types,
            type_count: ($tmin, $tmax),
            operands: ($omin, $omax),
            since: Version { major: $major, minor: $minor },
            lowering: Lowering::$lowering,
        }),*];
    };
}

forms! {
    // Integer and floating-point arithmetic.
    Add [] [RND FTZ SAT CC] ARITH 1-2, 3-3, 1 0, Arithmetic;
    Sub [] [RND FTZ SAT CC] ARITH 1-2, 3-3, 1 0, Arithmetic;
    Addc [] [CC] CARRY 1-1, 3-3, 1 2, Carry;
    Subc [] [CC] CARRY 1-1, 3-3, 1 2, Carry;
    Mul [] [HALF RND FTZ SAT] ARITH 1-1, 3-3, 1 0, Arithmetic;
    Mad [] [HALF RND FTZ SAT CC] ARITH 1-1, 4-4, 1 0, Arithmetic;
    Madc [] [HILO CC] CARRY 1-1, 4-4, 3 0, Carry;
    Mul24 [] [HILO] INT32 1-1, 3-3, 1 0, Mul24;
    Mad24 [] [HILO SAT] INT32 1-1, 4-4, 1 0, Mul24;
    Fma [] [RND FTZ SAT RELU OOB] FLOAT 1-2, 4-4, 1 4, Arithmetic;
    Div [] [PRECISION FTZ] ARITH 1-1, 3-3, 1 0, Arithmetic;
    Rem [] [] INT 1-1, 3-3, 1 0, Arithmetic;
    Abs [] [FTZ] SIGNED 1-1, 2-2, 1 0, Arithmetic;
    Neg [] [FTZ] SIGNED 1-1, 2-2, 1 0, Arithmetic;
    Min [] [FTZ NAN XORSIGN ABS RELU] ARITH 1-1, 3-4, 1 0, Arithmetic;
    Max [] [FTZ NAN XORSIGN ABS RELU] ARITH 1-1, 3-4, 1 0, Arithmetic;
    Sad [] [] INT 1-1, 4-4, 1 0, Bits;
    Dp4a [] [] INT32 2-2, 4-4, 5 0, Dot;
    Dp2a [] [HILO] INT32 2-2, 4-4, 5 0, Dot;
    Copysign [] [] F3264 1-1, 3-3, 2 0, Copysign;
    Testp [] [CLASS] F3264 1-1, 2-2, 2 0, Testp;
    Rcp [] [PRECISION FTZ] F3264 1-1, 2-2, 1 0, Math;
    Sqrt [] [PRECISION FTZ] F3264 1-1, 2-2, 1 0, Math;
    Rsqrt [] [APPROX FTZ] F3264 1-1, 2-2, 1 0, Math;
    Sin [] [APPROX FTZ] F3264 1-1, 2-2, 1 0, Math;
    Cos [] [APPROX FTZ] F3264 1-1, 2-2, 1 0, Math;
    Lg2 [] [APPROX FTZ] F3264 1-1, 2-2, 1 0, Math;
    Ex2 [] [APPROX FTZ] APPROXED 1-1, 2-2, 1 0, Math;
    Tanh [] [APPROX] APPROXED 1-1, 2-2, 7 0, Math;

    // Bits.
    And [] [] BITS 1-1, 3-3, 1 0, Logic;
    Or [] [] BITS 1-1, 3-3, 1 0, Logic;
    Xor [] [] BITS 1-1, 3-3, 1 0, Logic;
    Not [] [] BITS 1-1, 2-2, 1 0, Logic;
    Cnot [] [] BITS 1-1, 2-2, 1 0, Logic;
    Shl [] [] SHIFTED 1-1, 3-3, 1 0, Shift;
    Shr [] [] SHIFTED 1-1, 3-3, 1 0, Shift;
    Shf [] [SIDE BOUND] B32_ 1-1, 4-4, 3 1, FunnelShift;
    Lop3 [] [BOOL] B32_ 1-1, 5-6, 4 3, Lop3;
    Prmt [] [PERMUTE] B32_ 1-1, 4-4, 2 0, Prmt;
    Bfe [] [] INT 1-1, 4-4, 2 0, Bits;
    Bfi [] [] B3264 1-1, 5-5, 2 0, Bits;
    Bfind [] [SHIFTAMT] INT 1-1, 2-2, 2 0, Bits;
    Bmsk [] [BOUND] B32_ 1-1, 3-3, 7 6, Bits;
    Szext [] [BOUND] INT32 1-1, 3-3, 7 6, Bits;
    Brev [] [] B3264 1-1, 2-2, 2 0, Bits;
    Popc [] [] B3264 1-1, 2-2, 2 0, Bits;
    Clz [] [] B3264 1-1, 2-2, 2 0, Bits;
    Fns [] [] B32_ 1-1, 4-4, 6 0, Bits;

    // Scalar video instructions.
    Vadd [] [SAT SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vsub [] [SAT SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vabsdiff [] [SAT SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vmin [] [SAT SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vmax [] [SAT SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vshl [] [SAT BOUND SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vshr [] [SAT BOUND SECOND] INT32 3-3, 3-4, 2 0, Video;
    Vmad [] [PLUS_ONE SAT SCALE] INT32 3-3, 4-4, 2 0, Video;
    Vset [] [COMPARE SECOND] INT32 2-2, 3-4, 2 0, Video;

    // Comparison, selection, conversion, data movement.
    Setp [] [CMP BOOL FTZ] COMPARED 1-1, 3-4, 1 0, Setp;
    Set [] [CMP BOOL FTZ] COMPARED 2-2, 3-4, 1 0, Set;
    Selp [] [] SELECTED 1-1, 4-4, 1 0, Selp;
    Slct [] [FTZ] SELECTED 2-2, 4-4, 1 0, Slct;
    Cvt [Pack] [SAT_CVT] CONVERTED_PACK 2-3, 3-4, 6 5, Cvt;
    Cvt [] [RND_CVT FTZ SAT_CVT RELU SCALED] CONVERTED 2-2, 2-6, 1 0, Cvt;
    Cvta [] [TO SPACE] SIZE 1-1, 2-2, 2 0, Cvta;
    Isspacep [] [SPACE] NONE 0-0, 2-2, 2 0, Isspacep;
    Istypep [] [] OPAQUE 1-1, 2-2, 4 0, Trap;
    Mov [] [VEC] MOVED 1-1, 2-2, 1 0, Mov;
    Mapa [] [SPACE_TO] SIZE 1-1, 3-3, 7 8, Cluster;
    Getctarank [] [SPACE_TO] SIZE 1-1, 2-2, 7 8, Cluster;

    // Memory.
    Ld [] [SPACE ORDER MMIO SCOPE CACHE NC L1HINT L2EVICT L2HINT L2SIZE VEC UNIFIED] MEMORY 1-1, 2-3, 1 0, Load;
    Ldu [] [SPACE VEC] MEMORY 1-1, 2-2, 2 0, Load;
    St [Async] [SPACE ORDER SCOPE COMPLETION VEC MMIO] MEMORY 1-1, 2-3, 8 1, AsyncStore;
    St [Bulk] [ORDER SPACE] NONE 0-0, 3-3, 8 6, Bulk;
    St [] [SPACE ORDER MMIO SCOPE CACHE L1HINT L2EVICT L2HINT VEC] MEMORY 1-1, 2-3, 1 0, Store;
    Atom [] [SPACE ORDER SCOPE ATOMIC NOFTZ L2HINT VEC] ATOMIC_T 1-1, 3-5, 1 1, Atomic;
    Red [Async] [SPACE ORDER SCOPE ATOMIC COMPLETION MMIO] ATOMIC_T 1-1, 2-3, 8 1, AsyncStore;
    Red [] [SPACE ORDER SCOPE ATOMIC NOFTZ L2HINT VEC] ATOMIC_T 1-1, 2-3, 1 2, Atomic;
    Prefetch [] [SPACE LEVEL EVICT TENSORMAP] NONE 0-0, 1-1, 2 0, Nothing;
    Prefetchu [] [LEVEL] NONE 0-0, 1-1, 2 0, Nothing;
    Createpolicy [] [L2EVICT L2EVICT] B64_ 1-1, 2-4, 7 4, CachePolicy;
    Createpolicy [Fractional] [L2EVICT L2EVICT] B64_ 1-1, 1-2, 7 4, CachePolicy;
    Createpolicy [Range] [SPACE L2EVICT L2EVICT] B64_ 1-1, 4-4, 7 4, CachePolicy;
    Createpolicy [Cvt L2] [] B64_ 1-1, 2-2, 7 4, CachePolicy;
    Applypriority [] [SPACE EVICT] NONE 0-0, 2-2, 7 4, Nothing;
    Discard [] [SPACE LEVEL] NONE 0-0, 2-2, 7 4, Nothing;
    Alloca [] [] HANDLE 1-1, 2-3, 7 3, Trap;
    Stacksave [] [] HANDLE 1-1, 1-1, 7 3, Trap;
    Stackrestore [] [] HANDLE 1-1, 1-1, 7 3, Trap;
    Tex [] [TEXDIM TEXLOD VEC] TEXEL 2-2, 2-6, 1 0, Texture;
    Tld4 [] [TEXCHANNEL TEXDIM VEC] TEXEL 2-2, 2-4, 2 0, Texture;
    Suld [MatB] [TEXDIM CACHE VEC BEYOND] SURFEL 1-1, 2-2, 2 0, Surface;
    Sust [MatB] [TEXDIM CACHE VEC BEYOND] SURFEL 1-1, 2-2, 2 0, Surface;

    // Control flow.
    Bra [] [UNI] NONE 0-0, 1-1, 1 0, Control;
    Brx [Idx] [UNI] NONE 0-0, 2-2, 6 0, Control;
    Call [] [UNI] NONE 0-0, 3-4, 1 0, Control;
    Ret [] [UNI] NONE 0-0, 0-0, 1 0, Control;
    Exit [] [] NONE 0-0, 0-0, 1 0, Control;
    Trap [] [] NONE 0-0, 0-0, 1 0, Control;
    Brkpt [] [] NONE 0-0, 0-0, 1 0, Control;
    Nanosleep [] [] U32_ 1-1, 1-1, 6 3, Nanosleep;
    Pmevent [] [MASKED] NONE 0-0, 1-1, 1 4, Nothing;
    Griddepcontrol [] [ENTRY] NONE 0-0, 0-0, 7 8, Nothing;
    Setmaxnreg [] [REGDELTA SYNC ALIGNED] U32_ 1-1, 1-1, 8 0, Nothing;

    // Barriers and fences.
    Bar [Warp Sync] [] NONE 0-0, 1-1, 6 0, Barrier;
    Bar [Sync] [CTA] NONE 0-0, 1-2, 1 0, Barrier;
    Bar [Arrive] [CTA] NONE 0-0, 2-2, 2 0, Barrier;
    Bar [Red] [CTA VOTED] VOTE_T 1-1, 3-4, 2 0, Barrier;
    Barrier [Cluster Arrive] [ORDER ALIGNED] NONE 0-0, 0-0, 7 8, Barrier;
    Barrier [Cluster Wait] [ORDER ALIGNED] NONE 0-0, 0-0, 7 8, Barrier;
    Barrier [Sync] [CTA ALIGNED] NONE 0-0, 1-2, 6 0, Barrier;
    Barrier [Arrive] [CTA ALIGNED] NONE 0-0, 2-2, 6 0, Barrier;
    Barrier [Red] [CTA VOTED ALIGNED] VOTE_T 1-1, 3-4, 6 0, Barrier;
    Membar [] [MEMBAR] NONE 0-0, 0-0, 1 4, Fence;
    Membar [Proxy] [PROXY_KIND SPACE] NONE 0-0, 0-0, 7 5, Fence;
    Fence [Proxy] [PROXY_KIND SPACE_TO ORDER SCOPE RESTRICT] NONE 0-0, 0-2, 7 5, Fence;
    Fence [MbarrierInit] [ORDER SCOPE] NONE 0-0, 0-0, 8 0, Fence;
    Fence [] [ORDER SCOPE RESTRICT] NONE 0-0, 0-0, 6 0, Fence;

    // Warp.
    Shfl [Sync] [SHUFFLE] B32_ 1-1, 5-5, 6 0, Warp;
    Shfl [] [SHUFFLE] B32_ 1-1, 4-4, 3 0, Warp;
    Vote [Sync] [BALLOT] VOTE_T 1-1, 3-3, 6 0, Warp;
    Vote [] [BALLOT] VOTE_T 1-1, 2-2, 1 2, Warp;
    Match [Sync] [MATCHED] B3264 1-1, 3-3, 6 0, Warp;
    Redux [Sync] [REDUCE ABS NAN] REDUCED 1-1, 3-3, 7 0, Warp;
    Activemask [] [] B32_ 1-1, 1-1, 6 2, Warp;
    Elect [Sync] [] NONE 0-0, 2-2, 8 0, Warp;

    // Asynchronous copies and mbarrier.
    Cp [Async CommitGroup] [] NONE 0-0, 0-0, 7 0, Nothing;
    Cp [Async WaitGroup] [] NONE 0-0, 1-1, 7 0, Nothing;
    Cp [Async WaitAll] [] NONE 0-0, 0-0, 7 0, Nothing;
    Cp [Async Mbarrier Arrive] [NOINC SPACE_TO] B64_ 1-1, 1-1, 7 0, Mbarrier;
    Cp [Async Bulk CommitGroup] [] NONE 0-0, 0-0, 8 0, Nothing;
    Cp [Async Bulk WaitGroup] [READ] NONE 0-0, 1-1, 8 0, Nothing;
    Cp [Async Bulk Prefetch] [TENSOR DIM TILING LEVEL SPACE_TO L2HINT] NONE 0-0, 1-4, 8 0, Nothing;
    Cp [Reduce Async Bulk] [TENSOR DIM SPACE_TO SPACE_TO TILING COMPLETION L2HINT REDUCE REGDELTA NOFTZ] ATOMIC_T
        0-1, 2-5, 8 0, Bulk;
    Cp [Async Bulk] [TENSOR DIM SPACE_TO SPACE_TO TILING COMPLETION MULTICAST L2HINT CPMASK] NONE 0-0, 2-7, 8 0, Bulk;
    Cp [Async] [CACHED SPACE_TO SPACE_TO L2HINT L2SIZE] NONE 0-0, 3-5, 7 0, AsyncCopy;
    Tensormap [Replace] [TILING MAPFIELD SPACE_TO MAP] B3264 1-1, 2-3, 8 3, Nothing;
    Mbarrier [Init] [SPACE_TO] B64_ 1-1, 2-2, 7 0, Mbarrier;
    Mbarrier [Inval] [SPACE_TO] B64_ 1-1, 1-1, 7 0, Mbarrier;
    Mbarrier [Arrive] [NOCOMPLETE EXPECT ORDER SCOPE SPACE_TO] B64_ 1-1, 1-3, 7 0, Mbarrier;
    Mbarrier [ArriveDrop] [NOCOMPLETE EXPECT ORDER SCOPE SPACE_TO] B64_ 1-1, 1-3, 7 0, Mbarrier;
    Mbarrier [ExpectTx] [ORDER SCOPE SPACE_TO] B64_ 1-1, 2-2, 8 0, Mbarrier;
    Mbarrier [CompleteTx] [ORDER SCOPE SPACE_TO] B64_ 1-1, 2-2, 8 0, Mbarrier;
    Mbarrier [TestWait] [PARITY ORDER SCOPE SPACE_TO] B64_ 1-1, 3-3, 7 0, Mbarrier;
    Mbarrier [TryWait] [PARITY ORDER SCOPE SPACE_TO] B64_ 1-1, 3-4, 7 8, Mbarrier;
    Mbarrier [PendingCount] [] B64_ 1-1, 2-2, 7 0, Mbarrier;

    // Matrices.
    Mma [Sync M8n8k4] [ALIGNED LAYOUT LAYOUT] DOUBLE 4-4, 4-4, 7 0, MatrixProduct;
    Mma [Sync M16n8k4] [ALIGNED LAYOUT LAYOUT] DOUBLE 4-4, 4-4, 7 8, MatrixProduct;
    Mma [Sync M16n8k8] [ALIGNED LAYOUT LAYOUT] DOUBLE 4-4, 4-4, 7 8, MatrixProduct;
    Mma [Sync M16n8k16] [ALIGNED LAYOUT LAYOUT] DOUBLE 4-4, 4-4, 7 8, MatrixProduct;
    Mma [Sync] [ALIGNED SHAPE LAYOUT LAYOUT FINITE SPARSE BITOP POPC] PRODUCT 4-4, 4-6, 6 4, MatrixProduct;
    Ldmatrix [Sync] [ALIGNED TILE COUNT TRANS SPACE_TO PACK PACKED] MATRIX_M 1-1, 2-2, 6 5, MatrixMove;
    Stmatrix [Sync] [ALIGNED TILE COUNT TRANS SPACE_TO] MATRIX_M 1-1, 2-2, 7 8, MatrixMove;
    Movmatrix [Sync] [ALIGNED TILE TRANS] MATRIX_M 1-1, 2-2, 7 8, MatrixMove;
    Wmma [Load MatA] [SYNC ALIGNED LAYOUT SHAPE SPACE_TO] MATRIX 1-1, 2-3, 6 0, Wmma;
    Wmma [Load MatB] [SYNC ALIGNED LAYOUT SHAPE SPACE_TO] MATRIX 1-1, 2-3, 6 0, Wmma;
    Wmma [Load MatC] [SYNC ALIGNED LAYOUT SHAPE SPACE_TO] MATRIX 1-1, 2-3, 6 0, Wmma;
    Wmma [Store MatD] [SYNC ALIGNED LAYOUT SHAPE SPACE_TO] MATRIX 1-1, 2-3, 6 0, Wmma;
    Wmma [Mma] [SYNC ALIGNED LAYOUT LAYOUT SHAPE FINITE BITOP POPC RND] MATRIX 2-4, 4-4, 6 0, Wmma;
    Multimem [LdReduce] [ORDER SCOPE SPACE REDUCE ACC VEC] ATOMIC_T 1-1, 2-2, 8 1, Trap;
    Multimem [St] [ORDER SCOPE SPACE VEC] ATOMIC_T 1-1, 2-2, 8 1, Trap;
    Multimem [Red] [ORDER SCOPE SPACE REDUCE VEC] ATOMIC_T 1-1, 2-2, 8 1, Trap;
}
