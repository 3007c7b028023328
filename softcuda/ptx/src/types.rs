//! Scalar types, state spaces, modifiers and special registers.

use crate::names::name_enum;

name_enum! {
    /// A fundamental type, as in `.reg .b32` or as a type modifier of an instruction.
    pub enum ScalarType {
        Pred = "pred",
        B1 = "b1", B4 = "b4", B8 = "b8", B16 = "b16", B32 = "b32", B64 = "b64", B128 = "b128",
        U4 = "u4", U8 = "u8", U16 = "u16", U32 = "u32", U64 = "u64",
        S4 = "s4", S8 = "s8", S16 = "s16", S32 = "s32", S64 = "s64",
        U16x2 = "u16x2", S16x2 = "s16x2", U8x4 = "u8x4", S8x4 = "s8x4",
        F16 = "f16", F16x2 = "f16x2", Bf16 = "bf16", Bf16x2 = "bf16x2",
        F32 = "f32", F32x2 = "f32x2", F64 = "f64", Tf32 = "tf32",
        E4m3 = "e4m3", E5m2 = "e5m2", E4m3x2 = "e4m3x2", E5m2x2 = "e5m2x2", E4m3x4 = "e4m3x4", E5m2x4 = "e5m2x4",
        E2m1 = "e2m1", E2m3 = "e2m3", E3m2 = "e3m2",
        E2m1x2 = "e2m1x2", E2m3x2 = "e2m3x2", E3m2x2 = "e3m2x2", E2m1x4 = "e2m1x4", E2m3x4 = "e2m3x4", E3m2x4 = "e3m2x4",
        Ue8m0 = "ue8m0", Ue4m3 = "ue4m3", Ue8m0x2 = "ue8m0x2", Ue4m3x2 = "ue4m3x2",
        TexRef = "texref", SamplerRef = "samplerref", SurfRef = "surfref",
    }
}

/// How the bits of a [`ScalarType`] are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `.pred`
    Pred,
    /// Untyped bits, `.b*`
    Bits,
    /// Unsigned integer, packed pairs too
    Unsigned,
    /// Signed integer, packed pairs too
    Signed,
    /// Floating point of any format, packed forms too
    Float,
    /// `.texref`, `.samplerref`, `.surfref`: 64-bit handles
    Opaque,
}

impl ScalarType {
    /// Width in bits; 1 for `.pred`. Packed types give the width of the whole pack.
    pub const fn bits(self) -> u32 {
        use ScalarType::*;
        match self {
            Pred | B1 => 1,
            B4 | U4 | S4 | E2m1 => 4,
            E2m3 | E3m2 => 8,
            B8 | U8 | S8 | E4m3 | E5m2 | Ue8m0 | Ue4m3 | E2m1x2 => 8,
            B16 | U16 | S16 | F16 | Bf16 | E4m3x2 | E5m2x2 | E2m3x2 | E3m2x2 | Ue8m0x2 | Ue4m3x2 | E2m1x4 => {
                16
            }
            B32 | U32 | S32 | F32 | Tf32 | F16x2 | Bf16x2 | U16x2 | S16x2 | U8x4 | S8x4 | E4m3x4 | E5m2x4
            | E2m3x4 | E3m2x4 => 32,
            B64 | U64 | S64 | F64 | F32x2 | TexRef | SamplerRef | SurfRef => 64,
            B128 => 128,
        }
    }

    /// Size in memory in bytes, at least one.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// How the bits are read.
    pub const fn kind(self) -> TypeKind {
        use ScalarType::*;
        match self {
            Pred => TypeKind::Pred,
            B1 | B4 | B8 | B16 | B32 | B64 | B128 => TypeKind::Bits,
            U4 | U8 | U16 | U32 | U64 | U16x2 | U8x4 => TypeKind::Unsigned,
            S4 | S8 | S16 | S32 | S64 | S16x2 | S8x4 => TypeKind::Signed,
            TexRef | SamplerRef | SurfRef => TypeKind::Opaque,
            _ => TypeKind::Float,
        }
    }
}

name_enum! {
    /// A state space of a declaration or of a memory instruction.
    pub enum Space {
        Reg = "reg", Sreg = "sreg", Const = "const", Global = "global", Local = "local", Param = "param",
        Shared = "shared", Tex = "tex",
        /// Only in instructions: `.shared::cluster`. `.shared::cta` reads as [`Space::Shared`].
        SharedCluster = "shared::cluster",
    }
}

name_enum! {
    /// A modifier of an instruction that is not a type.
    ///
    /// One spelling is one variant, whatever it means for the opcode: `Lo` and `Hi` are halves of a product for `mul`
    /// and unsigned comparisons for `setp`; `And`, `Or`, `Xor` are boolean operations of `setp`, `bar.red` and `atom`.
    pub enum Mod {
        // Rounding and floating point.
        Rn = "rn", Rz = "rz", Rm = "rm", Rp = "rp", Rna = "rna", Rs = "rs",
        Rni = "rni", Rzi = "rzi", Rmi = "rmi", Rpi = "rpi",
        Ftz = "ftz", Sat = "sat", Satfinite = "satfinite", Relu = "relu", Approx = "approx", Full = "full",
        Noftz = "noftz", Oob = "oob", Nan = "NaN", Xorsign = "xorsign", ScaledN2 = "scaled::n2::ue8m0",
        // Comparison and classification.
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge", Lo = "lo", Ls = "ls", Hi = "hi", Hs = "hs",
        Equ = "equ", Neu = "neu", Ltu = "ltu", Leu = "leu", Gtu = "gtu", Geu = "geu", Num = "num", IsNan = "nan",
        Finite = "finite", Infinite = "infinite", Number = "number", NotANumber = "notanumber", Normal = "normal",
        Subnormal = "subnormal",
        // Integer and bit operations.
        Wide = "wide", Cc = "cc", ShiftL = "l", ShiftR = "r", Wrap = "wrap", Clamp = "clamp", ShiftAmt = "shiftamt",
        Po = "po", Shr7 = "shr7", Shr15 = "shr15",
        F4e = "f4e", B4e = "b4e", Rc8 = "rc8", Ecl = "ecl", Ecr = "ecr", Rc16 = "rc16",
        // Operations of atom, red, redux, bar.red, setp.
        And = "and", Or = "or", Xor = "xor", Add = "add", Inc = "inc", Dec = "dec", Min = "min", Max = "max",
        Exch = "exch", Cas = "cas", Popc = "popc", Abs = "abs",
        // Warp and barrier.
        Sync = "sync", Aligned = "aligned", Arrive = "arrive", Red = "red", Wait = "wait", Warp = "warp",
        Up = "up", Down = "down", Bfly = "bfly", Idx = "idx", All = "all", Any = "any", Uni = "uni", Ballot = "ballot",
        // Memory order and scope.
        Weak = "weak", Volatile = "volatile", Relaxed = "relaxed", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", Sc = "sc", Mmio = "mmio",
        Cta = "cta", Cluster = "cluster", Gpu = "gpu", Sys = "sys", Gl = "gl",
        Proxy = "proxy", Alias = "alias", Async = "async",
        ProxyGeneric = "tensormap::generic", AsyncGenericBi = "async::generic", Generic = "generic",
        MbarrierInit = "mbarrier_init", SyncRestrictCta = "sync_restrict::shared::cta",
        SyncRestrictCluster = "sync_restrict::shared::cluster",
        // State space.
        Global = "global", Shared = "shared", SharedCta = "shared::cta", SharedCluster = "shared::cluster",
        Const = "const", Local = "local", Param = "param", ParamEntry = "param::entry", ParamFunc = "param::func",
        To = "to", Nc = "nc", Unified = "unified", Ptr = "ptr",
        // Cache operators and hints.
        Ca = "ca", Cg = "cg", Cs = "cs", Lu = "lu", Cv = "cv", Wb = "wb", Wt = "wt",
        L1EvictNormal = "L1::evict_normal", L1EvictUnchanged = "L1::evict_unchanged",
        L1EvictFirst = "L1::evict_first", L1EvictLast = "L1::evict_last", L1NoAllocate = "L1::no_allocate",
        L2EvictNormal = "L2::evict_normal", L2EvictUnchanged = "L2::evict_unchanged",
        L2EvictFirst = "L2::evict_first", L2EvictLast = "L2::evict_last", L2CacheHint = "L2::cache_hint",
        L2B64 = "L2::64B", L2B128 = "L2::128B", L2B256 = "L2::256B", L1 = "L1", L2 = "L2",
        EvictLast = "evict_last", EvictNormal = "evict_normal", Fractional = "fractional", Range = "range", Cvt = "cvt",
        Tensormap = "tensormap",
        // Vectors.
        V2 = "v2", V4 = "v4", V8 = "v8",
        // Asynchronous copies and mbarrier.
        Bulk = "bulk", CommitGroup = "commit_group", WaitGroup = "wait_group", WaitAll = "wait_all", Read = "read",
        Tensor = "tensor", Prefetch = "prefetch", Reduce = "reduce", Tile = "tile", Im2col = "im2col",
        CompleteTxBytes = "mbarrier::complete_tx::bytes", BulkGroup = "bulk_group", Multicast = "multicast::cluster",
        Mbarrier = "mbarrier", Noinc = "noinc", CpMask = "cp_mask",
        Init = "init", Inval = "inval", ArriveDrop = "arrive_drop", ExpectTx = "expect_tx", CompleteTx = "complete_tx",
        TestWait = "test_wait", TryWait = "try_wait", PendingCount = "pending_count", NoComplete = "noComplete",
        Parity = "parity", LaunchDependents = "launch_dependents",
        D1 = "1d", D2 = "2d", D3 = "3d", D4 = "4d", D5 = "5d", A1d = "a1d", A2d = "a2d", Cube = "cube", Acube = "acube",
        Level = "level", Grad = "grad", Base = "base", Green = "g", Trap = "trap", Zero = "zero",
        // Fields of tensor maps.
        Replace = "replace", Map = "b1024", GlobalAddress = "global_address", Rank = "rank", BoxDim = "box_dim",
        GlobalDim = "global_dim", GlobalStride = "global_stride", ElementStride = "element_stride",
        Elemtype = "elemtype", InterleaveLayout = "interleave_layout", SwizzleMode = "swizzle_mode",
        SwizzleAtomicity = "swizzle_atomicity", FillMode = "fill_mode",
        // Matrices.
        Row = "row", Col = "col", Trans = "trans", X1 = "x1", X2 = "x2", X4 = "x4",
        M8n8 = "m8n8", M16n16 = "m16n16", M8n16 = "m8n16", M16n8 = "m16n8",
        M8n8k4 = "m8n8k4", M8n8k16 = "m8n8k16", M8n8k32 = "m8n8k32", M8n8k128 = "m8n8k128",
        M16n8k4 = "m16n8k4", M16n8k8 = "m16n8k8", M16n8k16 = "m16n8k16", M16n8k32 = "m16n8k32", M16n8k64 = "m16n8k64",
        M16n8k128 = "m16n8k128", M16n8k256 = "m16n8k256",
        M16n16k16 = "m16n16k16", M16n16k8 = "m16n16k8", M8n32k16 = "m8n32k16", M32n8k16 = "m32n8k16",
        Sp = "sp", SpOrdered = "sp::ordered_metadata",
        MatA = "a", MatB = "b", MatC = "c", MatD = "d", Load = "load", Store = "store", Mma = "mma",
        B8x16 = "b8x16", B6x16P32 = "b6x16_p32", B4x16P64 = "b4x16_p64",
        LdReduce = "ld_reduce", St = "st", AccF32 = "acc::f32", AccF16 = "acc::f16",
        // createpolicy, prmt-like leftovers.
        Mode = "mode",
        Pack = "pack",
        Mask = "mask",
    }
}

impl Mod {
    /// The state space that this modifier names, if it names one.
    pub const fn space(self) -> Option<Space> {
        Some(match self {
            Mod::Global => Space::Global,
            Mod::Shared | Mod::SharedCta => Space::Shared,
            Mod::SharedCluster => Space::SharedCluster,
            Mod::Const => Space::Const,
            Mod::Local => Space::Local,
            Mod::Param | Mod::ParamEntry | Mod::ParamFunc => Space::Param,
            _ => return None,
        })
    }
}

name_enum! {
    /// A predefined read-only register. Components are registers of their own (`%tid.x`).
    pub enum SpecialReg {
        TidX = "%tid.x", TidY = "%tid.y", TidZ = "%tid.z",
        NtidX = "%ntid.x", NtidY = "%ntid.y", NtidZ = "%ntid.z",
        CtaidX = "%ctaid.x", CtaidY = "%ctaid.y", CtaidZ = "%ctaid.z",
        NctaidX = "%nctaid.x", NctaidY = "%nctaid.y", NctaidZ = "%nctaid.z",
        LaneId = "%laneid", WarpId = "%warpid", NwarpId = "%nwarpid", SmId = "%smid", NsmId = "%nsmid", GridId = "%gridid",
        LanemaskEq = "%lanemask_eq", LanemaskLe = "%lanemask_le", LanemaskLt = "%lanemask_lt",
        LanemaskGe = "%lanemask_ge", LanemaskGt = "%lanemask_gt",
        Clock = "%clock", ClockHi = "%clock_hi", Clock64 = "%clock64",
        GlobalTimer = "%globaltimer", GlobalTimerLo = "%globaltimer_lo", GlobalTimerHi = "%globaltimer_hi",
        ClusteridX = "%clusterid.x", ClusteridY = "%clusterid.y", ClusteridZ = "%clusterid.z",
        NclusteridX = "%nclusterid.x", NclusteridY = "%nclusterid.y", NclusteridZ = "%nclusterid.z",
        ClusterCtaidX = "%cluster_ctaid.x", ClusterCtaidY = "%cluster_ctaid.y", ClusterCtaidZ = "%cluster_ctaid.z",
        ClusterNctaidX = "%cluster_nctaid.x", ClusterNctaidY = "%cluster_nctaid.y", ClusterNctaidZ = "%cluster_nctaid.z",
        ClusterCtarank = "%cluster_ctarank", ClusterNctarank = "%cluster_nctarank", IsExplicitCluster = "%is_explicit_cluster",
        DynamicSmemSize = "%dynamic_smem_size", TotalSmemSize = "%total_smem_size", AggrSmemSize = "%aggr_smem_size",
        CurrentGraphExec = "%current_graph_exec",
        ReservedSmemBegin = "%reserved_smem_offset_begin", ReservedSmemEnd = "%reserved_smem_offset_end",
        ReservedSmemCap = "%reserved_smem_offset_cap", ReservedSmem0 = "%reserved_smem_offset_0",
        ReservedSmem1 = "%reserved_smem_offset_1",
        Pm0 = "%pm0", Pm1 = "%pm1", Pm2 = "%pm2", Pm3 = "%pm3", Pm4 = "%pm4", Pm5 = "%pm5", Pm6 = "%pm6", Pm7 = "%pm7",
        Pm0Wide = "%pm0_64", Pm1Wide = "%pm1_64", Pm2Wide = "%pm2_64", Pm3Wide = "%pm3_64",
        Pm4Wide = "%pm4_64", Pm5Wide = "%pm5_64", Pm6Wide = "%pm6_64", Pm7Wide = "%pm7_64",
        Envreg0 = "%envreg0", Envreg1 = "%envreg1", Envreg2 = "%envreg2", Envreg3 = "%envreg3",
        Envreg4 = "%envreg4", Envreg5 = "%envreg5", Envreg6 = "%envreg6", Envreg7 = "%envreg7",
    }
}

impl SpecialReg {
    /// Width in bits of the register itself; a `mov` of another width extends or truncates.
    pub const fn bits(self) -> u32 {
        use SpecialReg::*;
        match self {
            GridId | Clock64 | GlobalTimer | CurrentGraphExec => 64,
            Pm0Wide | Pm1Wide | Pm2Wide | Pm3Wide | Pm4Wide | Pm5Wide | Pm6Wide | Pm7Wide => 64,
            IsExplicitCluster => 1,
            _ => 32,
        }
    }
}
