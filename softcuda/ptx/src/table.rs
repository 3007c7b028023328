//! The instruction table.

use crate::names::name_enum;

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
        Stmatrix = "stmatrix", Sub = "sub", Subc = "subc", Szext = "szext", Tanh = "tanh", Testp = "testp",
        Tex = "tex", Trap = "trap", Vote = "vote", Wmma = "wmma", Xor = "xor",
    }
}
