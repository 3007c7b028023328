//! The list of operations. Arithmetic ones carry their shape and their meaning for one lane; the enum, the
//! dispatch (`ops::alu`) and the disassembly derive from it.

/// Applies `$apply!` to the arithmetic operations: `{ Name, shape, |lanes| result }`.
macro_rules! for_each_alu {
    ($apply:ident) => {
        $apply! {
            // 32-bit integers
            { Mov32, un32, |a| a }
            { Not32, un32, |a| !a }
            { Neg32, un32, |a| a.wrapping_neg() }
            { Abs32, un32, |a| (a as i32).wrapping_abs() as u32 }
            { Cnot32, un32, |a| (a == 0) as u32 }
            { Popc32, un32, |a| a.count_ones() }
            { Clz32, un32, |a| a.leading_zeros() }
            { Brev32, un32, |a| a.reverse_bits() }
            { BfindU32, un32, |a| int::bfind32(a) }
            { BfindS32, un32, |a| int::bfind32(int::sign_fold32(a)) }
            { BfindAmtU32, un32, |a| int::bfind_amount32(a) }
            { BfindAmtS32, un32, |a| int::bfind_amount32(int::sign_fold32(a)) }
            { Sext8, un32, |a| a as u8 as i8 as i32 as u32 }
            { Sext16, un32, |a| a as u16 as i16 as i32 as u32 }
            { Zext8, un32, |a| a & 0xff }
            { Zext16, un32, |a| a & 0xffff }
            { Sext8To16, un32, |a| a as u8 as i8 as i16 as u16 as u32 }
            { Add32, bin32, |a, b| a.wrapping_add(b) }
            { Sub32, bin32, |a, b| a.wrapping_sub(b) }
            { AddSat32, bin32, |a, b| (a as i32).saturating_add(b as i32) as u32 }
            { SubSat32, bin32, |a, b| (a as i32).saturating_sub(b as i32) as u32 }
            { Mul32, bin32, |a, b| a.wrapping_mul(b) }
            { MulHiU32, bin32, |a, b| int::mul_hi_u32(a, b) }
            { MulHiS32, bin32, |a, b| int::mul_hi_s32(a, b) }
            { Mul24LoU, bin32, |a, b| (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff) }
            { Mul24LoS, bin32, |a, b| int::sext24(a).wrapping_mul(int::sext24(b)) as u32 }
            { Mul24HiU, bin32, |a, b| (((a & 0xff_ffff) as u64 * (b & 0xff_ffff) as u64) >> 16) as u32 }
            { Mul24HiS, bin32, |a, b| ((int::sext24(a) as i64 * int::sext24(b) as i64) >> 16) as u32 }
            { DivU32, bin32, |a, b| if b == 0 { u32::MAX } else { a / b } }
            { DivS32, bin32, |a, b| int::div_s32(a, b) }
            { RemU32, bin32, |a, b| if b == 0 { a } else { a % b } }
            { RemS32, bin32, |a, b| int::rem_s32(a, b) }
            { MinU32, bin32, |a, b| a.min(b) }
            { MaxU32, bin32, |a, b| a.max(b) }
            { MinS32, bin32, |a, b| (a as i32).min(b as i32) as u32 }
            { MaxS32, bin32, |a, b| (a as i32).max(b as i32) as u32 }
            { And32, bin32, |a, b| a & b }
            { Or32, bin32, |a, b| a | b }
            { Xor32, bin32, |a, b| a ^ b }
            { Shl32, bin32, |a, b| if b > 31 { 0 } else { a << (b & 31) } }
            { ShrU32, bin32, |a, b| if b > 31 { 0 } else { a >> (b & 31) } }
            { ShrS32, bin32, |a, b| ((a as i32) >> b.min(31)) as u32 }
            { BmskClamp, bin32, |a, b| int::bmsk(a, b, false) }
            { BmskWrap, bin32, |a, b| int::bmsk(a, b, true) }
            { SzextClampU, bin32, |a, b| int::szext(a, b, false) }
            { SzextClampS, bin32, |a, b| int::szext(a, b, true) }
            { SzextWrapU, bin32, |a, b| int::szext(a, b & 31, false) }
            { SzextWrapS, bin32, |a, b| int::szext(a, b & 31, true) }
            { Mad32, ter32, |a, b, c| a.wrapping_mul(b).wrapping_add(c) }
            { MadHiU32, ter32, |a, b, c| int::mul_hi_u32(a, b).wrapping_add(c) }
            { MadHiS32, ter32, |a, b, c| int::mul_hi_s32(a, b).wrapping_add(c) }
            { MadHiSatS32, ter32, |a, b, c| (int::mul_hi_s32(a, b) as i32).saturating_add(c as i32) as u32 }
            { SadU16, ter32, |a, b, c| u32::from((a as u16).abs_diff(b as u16).wrapping_add(c as u16)) }
            { SadS16, ter32, |a, b, c| u32::from((a as i16).abs_diff(b as i16).wrapping_add(c as u16)) }
            { SadU32, ter32, |a, b, c| a.abs_diff(b).wrapping_add(c) }
            { SadS32, ter32, |a, b, c| (a as i32).abs_diff(b as i32).wrapping_add(c) }
            { BfeU32, ter32, |a, b, c| int::bfe_u32(a, b, c) }
            { BfeS32, ter32, |a, b, c| int::bfe_s32(a, b, c) }
            { ShfLWrap, ter32, |a, b, c| int::shf_l(a, b, c & 31) }
            { ShfLClamp, ter32, |a, b, c| int::shf_l(a, b, c.min(32)) }
            { ShfRWrap, ter32, |a, b, c| int::shf_r(a, b, c & 31) }
            { ShfRClamp, ter32, |a, b, c| int::shf_r(a, b, c.min(32)) }
            { Prmt, ter32, |a, b, c| int::prmt(a, b, c) }
            { PrmtF4e, ter32, |a, b, c| int::prmt(a, b, int::F4E[(c & 3) as usize]) }
            { PrmtB4e, ter32, |a, b, c| int::prmt(a, b, int::B4E[(c & 3) as usize]) }
            { PrmtRc8, ter32, |a, b, c| int::prmt(a, b, int::RC8[(c & 3) as usize]) }
            { PrmtEcl, ter32, |a, b, c| int::prmt(a, b, int::ECL[(c & 3) as usize]) }
            { PrmtEcr, ter32, |a, b, c| int::prmt(a, b, int::ECR[(c & 3) as usize]) }
            { PrmtRc16, ter32, |a, b, c| int::prmt(a, b, int::RC16[(c & 3) as usize]) }
            { Dp4aUU, ter32, |a, b, c| int::dp4a(a, b, c, false, false) }
            { Dp4aUS, ter32, |a, b, c| int::dp4a(a, b, c, false, true) }
            { Dp4aSU, ter32, |a, b, c| int::dp4a(a, b, c, true, false) }
            { Dp4aSS, ter32, |a, b, c| int::dp4a(a, b, c, true, true) }
            { Fns, ter32, |a, b, c| int::fns(a, b, c as i32) }
            { Bfi32, quad32, |a, b, c, e| int::bfi32(a, b, c, e) }
            // 16-bit integers, zero-extended in their rows
            { Not16, un32, |a| !a & 0xffff }
            { Neg16, un32, |a| a.wrapping_neg() & 0xffff }
            { Abs16, un32, |a| (a as i16).wrapping_abs() as u16 as u32 }
            { Add16, bin32, |a, b| a.wrapping_add(b) & 0xffff }
            { Sub16, bin32, |a, b| a.wrapping_sub(b) & 0xffff }
            { Mul16, bin32, |a, b| a.wrapping_mul(b) & 0xffff }
            { MulHiU16, bin32, |a, b| (a & 0xffff).wrapping_mul(b & 0xffff) >> 16 }
            { MulHiS16, bin32, |a, b| ((a as i16 as i32 * b as i16 as i32) >> 16) as u16 as u32 }
            { MulWideU16, bin32, |a, b| (a & 0xffff).wrapping_mul(b & 0xffff) }
            { MulWideS16, bin32, |a, b| (a as i16 as i32 * b as i16 as i32) as u32 }
            { DivU16, bin32, |a, b| if b & 0xffff == 0 { 0xffff } else { (a & 0xffff) / (b & 0xffff) } }
            { DivS16, bin32, |a, b| int::div_s16(a, b) }
            { RemU16, bin32, |a, b| if b & 0xffff == 0 { a } else { (a & 0xffff) % (b & 0xffff) } }
            { RemS16, bin32, |a, b| int::rem_s16(a, b) }
            { MinS16, bin32, |a, b| (a as i16).min(b as i16) as u16 as u32 }
            { MaxS16, bin32, |a, b| (a as i16).max(b as i16) as u16 as u32 }
            { Shl16, bin32, |a, b| if b > 15 { 0 } else { (a << (b & 15)) & 0xffff } }
            { ShrS16, bin32, |a, b| ((a as i16) >> b.min(15)) as u16 as u32 }
            { Mad16, ter32, |a, b, c| a.wrapping_mul(b).wrapping_add(c) & 0xffff }
            { MadHiU16, ter32, |a, b, c| ((a & 0xffff).wrapping_mul(b & 0xffff) >> 16).wrapping_add(c) & 0xffff }
            { MadHiS16, ter32, |a, b, c| (((a as i16 as i32 * b as i16 as i32) >> 16) as u32).wrapping_add(c) & 0xffff }
            { MadWideU16, ter32, |a, b, c| (a & 0xffff).wrapping_mul(b & 0xffff).wrapping_add(c) }
            { MadWideS16, ter32, |a, b, c| ((a as i16 as i32 * b as i16 as i32) as u32).wrapping_add(c) }
            { Add16x2, bin32, |a, b| int::pair(a, b, |x, y| x.wrapping_add(y)) }
            { Sub16x2, bin32, |a, b| int::pair(a, b, |x, y| x.wrapping_sub(y)) }
            { MinU16x2, bin32, |a, b| int::pair(a, b, |x, y| x.min(y)) }
            { MaxU16x2, bin32, |a, b| int::pair(a, b, |x, y| x.max(y)) }
            { MinS16x2, bin32, |a, b| int::pair(a, b, |x, y| (x as i16).min(y as i16) as u16) }
            { MaxS16x2, bin32, |a, b| int::pair(a, b, |x, y| (x as i16).max(y as i16) as u16) }
            // 64-bit integers
            { Mov64, un64, |a| a }
            { Not64, un64, |a| !a }
            { Neg64, un64, |a| a.wrapping_neg() }
            { Abs64, un64, |a| (a as i64).wrapping_abs() as u64 }
            { Cnot64, un64, |a| (a == 0) as u64 }
            { Brev64, un64, |a| a.reverse_bits() }
            { Popc64, narrow, |a| a.count_ones() }
            { Clz64, narrow, |a| a.leading_zeros() }
            { BfindU64, narrow, |a| int::bfind64(a) }
            { BfindS64, narrow, |a| int::bfind64(int::sign_fold64(a)) }
            { BfindAmtU64, narrow, |a| int::bfind_amount64(a) }
            { BfindAmtS64, narrow, |a| int::bfind_amount64(int::sign_fold64(a)) }
            { Lo32, narrow, |a| a as u32 }
            { Hi32, narrow, |a| (a >> 32) as u32 }
            { Zext32, widen, |a| a as u64 }
            { Sext32, widen, |a| a as i32 as i64 as u64 }
            { Sext8To64, widen, |a| a as u8 as i8 as i64 as u64 }
            { Sext16To64, widen, |a| a as u16 as i16 as i64 as u64 }
            { Pack64, wide, |a, b| a as u64 | (b as u64) << 32 }
            { MulWideU32, wide, |a, b| a as u64 * b as u64 }
            { MulWideS32, wide, |a, b| (a as i32 as i64 * b as i32 as i64) as u64 }
            { MadWideU32, madwide, |a, b, c| (a as u64 * b as u64).wrapping_add(c) }
            { MadWideS32, madwide, |a, b, c| ((a as i32 as i64 * b as i32 as i64) as u64).wrapping_add(c) }
            { Add64, bin64, |a, b| a.wrapping_add(b) }
            { Sub64, bin64, |a, b| a.wrapping_sub(b) }
            { Mul64, bin64, |a, b| a.wrapping_mul(b) }
            { MulHiU64, bin64, |a, b| ((a as u128 * b as u128) >> 64) as u64 }
            { MulHiS64, bin64, |a, b| ((a as i64 as i128 * b as i64 as i128) >> 64) as u64 }
            { DivU64, bin64, |a, b| if b == 0 { u64::MAX } else { a / b } }
            { DivS64, bin64, |a, b| int::div_s64(a, b) }
            { RemU64, bin64, |a, b| if b == 0 { a } else { a % b } }
            { RemS64, bin64, |a, b| int::rem_s64(a, b) }
            { MinU64, bin64, |a, b| a.min(b) }
            { MaxU64, bin64, |a, b| a.max(b) }
            { MinS64, bin64, |a, b| (a as i64).min(b as i64) as u64 }
            { MaxS64, bin64, |a, b| (a as i64).max(b as i64) as u64 }
            { And64, bin64, |a, b| a & b }
            { Or64, bin64, |a, b| a | b }
            { Xor64, bin64, |a, b| a ^ b }
            { Shl64, shift64, |a, b| if b > 63 { 0 } else { a << (b & 63) } }
            { ShrU64, shift64, |a, b| if b > 63 { 0 } else { a >> (b & 63) } }
            { ShrS64, shift64, |a, b| ((a as i64) >> b.min(63)) as u64 }
            { Mad64, ter64, |a, b, c| a.wrapping_mul(b).wrapping_add(c) }
            { MadHiU64, ter64, |a, b, c| (((a as u128 * b as u128) >> 64) as u64).wrapping_add(c) }
            { MadHiS64, ter64, |a, b, c| (((a as i64 as i128 * b as i64 as i128) >> 64) as u64).wrapping_add(c) }
            { SadU64, ter64, |a, b, c| a.abs_diff(b).wrapping_add(c) }
            { SadS64, ter64, |a, b, c| (a as i64).abs_diff(b as i64).wrapping_add(c) }
            { BfeU64, field64, |a, b, c| int::bfe_u64(a, b, c) }
            { BfeS64, field64, |a, b, c| int::bfe_s64(a, b, c) }
            { Bfi64, insert64, |a, b, c, e| int::bfi64(a, b, c, e) }
            // single precision
            { AddF32, fbin32, |a, b| a + b }
            { SubF32, fbin32, |a, b| a - b }
            { MulF32, fbin32, |a, b| a * b }
            { DivF32, fbin32, |a, b| a / b }
            { FmaF32, fter32, |a, b, c| a.mul_add(b, c) }
            { RcpF32, fun32, |a| 1.0 / a }
            { SqrtF32, fun32, |a| a.sqrt() }
            { RsqrtF32, fun32, |a| fp::rsqrt32(a) }
            { AbsF32, fsign32, |a| a & 0x7fff_ffff }
            { NegF32, fsign32, |a| a ^ 0x8000_0000 }
            { MinF32, fminmax32, |a, b| fp::min32(a, b) }
            { MaxF32, fminmax32, |a, b| fp::max32(a, b) }
            { CopysignF32, bin32, |a, b| (b & 0x7fff_ffff) | (a & 0x8000_0000) }
            // double precision
            { AddF64, fbin64, |a, b| a + b }
            { SubF64, fbin64, |a, b| a - b }
            { MulF64, fbin64, |a, b| a * b }
            { DivF64, fbin64, |a, b| a / b }
            { FmaF64, fter64, |a, b, c| a.mul_add(b, c) }
            { RcpF64, fun64, |a| 1.0 / a }
            { SqrtF64, fun64, |a| a.sqrt() }
            { AbsF64, un64, |a| a & !(1 << 63) }
            { NegF64, un64, |a| a ^ (1 << 63) }
            { MinF64, bin64, |a, b| fp::min64(a, b) }
            { MaxF64, bin64, |a, b| fp::max64(a, b) }
            { CopysignF64, bin64, |a, b| (b & !(1 << 63)) | (a & (1 << 63)) }
            // common conversions
            { S32ToF32, un32, |a| (a as i32 as f32).to_bits() }
            { U32ToF32, un32, |a| (a as f32).to_bits() }
            { F32ToS32, un32, |a| fp::f32_to_s32(f32::from_bits(a)) }
            { F32ToU32, un32, |a| fp::f32_to_u32(f32::from_bits(a)) }
            { F32ToF64, widen, |a| (f32::from_bits(a) as f64).to_bits() }
            { F64ToF32, narrow, |a| fp::canon32((f64::from_bits(a) as f32).to_bits()) }
            { S32ToF64, widen, |a| (a as i32 as f64).to_bits() }
            { U32ToF64, widen, |a| (a as f64).to_bits() }
            { S64ToF64, un64, |a| (a as i64 as f64).to_bits() }
            { U64ToF64, un64, |a| (a as f64).to_bits() }
            { F16ToF32, un32, |a| half::f16_to_f32(a as u16).to_bits() }
            { F32ToF16, un32, |a| half::f32_to_f16(f32::from_bits(a)) as u32 }
            // selection and comparison
            { Selp32, selp32, |a, b| (a, b) }
            { Selp64, selp64, |a, b| (a, b) }
            { SetEq32, cmp32, |a, b| a == b }
            { SetLtU32, cmp32, |a, b| a < b }
            { SetLtS32, cmp32, |a, b| (a as i32) < (b as i32) }
            { SetEqS16, cmp32, |a, b| a as u16 == b as u16 }
            { SetLtS16, cmp32, |a, b| (a as i16) < (b as i16) }
            { SetLtU16, cmp32, |a, b| (a as u16) < (b as u16) }
            { SetEq64, cmp64, |a, b| a == b }
            { SetLtU64, cmp64, |a, b| a < b }
            { SetLtS64, cmp64, |a, b| (a as i64) < (b as i64) }
            { SetEqF32, fcmp32, |a, b| a == b }
            { SetLtF32, fcmp32, |a, b| a < b }
            { SetLeF32, fcmp32, |a, b| a <= b }
            { SetNeF32, fcmp32, |a, b| a != b && !a.is_nan() && !b.is_nan() }
            { SetNanF32, fcmp32, |a, b| a.is_nan() || b.is_nan() }
            { SetEqF64, fcmp64, |a, b| a == b }
            { SetLtF64, fcmp64, |a, b| a < b }
            { SetLeF64, fcmp64, |a, b| a <= b }
            { SetNeF64, fcmp64, |a, b| a != b && !a.is_nan() && !b.is_nan() }
            { SetNanF64, fcmp64, |a, b| a.is_nan() || b.is_nan() }
            // predicates
            { PMov, pred2, |a, _b| a }
            { PAnd, pred2, |a, b| a & b }
            { POr, pred2, |a, b| a | b }
            { PXor, pred2, |a, b| a ^ b }
            { PSel, pred3, |a, b, c| (a & c) | (b & !c) }
            // add and subtract with carry
            { AddX32, carry32, |a, b, c| int::add_carry32(a, b, c) }
            { SubX32, carry32, |a, b, c| int::sub_borrow32(a, b, c) }
            { AddX64, carry64, |a, b, c| int::add_carry64(a, b, c) }
            { SubX64, carry64, |a, b, c| int::sub_borrow64(a, b, c) }
        }
    };
}
pub(crate) use for_each_alu;

macro_rules! define_ops {
    ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
        /// An operation. The arithmetic ones come first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub(crate) enum Op {
            $($name,)*
            /// First of the others: does nothing.
            Nop,
            /// Three-input logic: `flags` is the table.
            Lop3,
            /// Two-way products: `flags` bit 0 a signed, bit 1 b signed, bit 2 high half.
            Dp2a,
            /// Single or double precision with a directed rounding: kind in `x`, mode in `c`'s place (`e`).
            Rounded32,
            Rounded64,
            /// Transcendental functions: kind in `x`.
            Math32,
            Math64,
            /// Half precision: kind in `x`.
            Half,
            /// Comparison of half precision values.
            SetHalf,
            /// Conversions that have no operation of their own: index of the descriptor in `x`.
            Cvt,
            /// `testp`
            Testp,
            /// Special register `x` to a 32-bit or 64-bit row.
            Special32,
            Special64,
            /// d = frame base + x (local address).
            FrameAddr,
            /// Loads and stores by space.
            LdParam,
            LdGlobal,
            LdShared,
            LdLocal,
            LdParamReg,
            LdGeneric,
            StGlobal,
            StShared,
            StLocal,
            StGeneric,
            /// Atomics: operation in `x`'s low byte, space in `e`.
            Atom,
            Fence,
            /// `cvta`, `cvta.to`, `isspacep` by window.
            Isspacep,
            CpAsync,
            /// Copies, reductions and fills of many bytes: see `ops::bulk`.
            Bulk,
            /// Barrier objects: what is done in `c`.
            Mbarrier,
            /// The pending arrivals of a barrier object's state.
            PendingCount,
            /// Textures and surfaces: what it does in `flags`, handle in `a`, the place of its list in `d`.
            Tex,
            Surf,
            /// Warp-synchronous operations.
            Shfl,
            Vote,
            Match,
            Redux,
            BarWarp,
            Activemask,
            Elect,
            /// Matrices of a whole warp: see `ops::matrix`.
            Mma,
            Ldmatrix,
            Stmatrix,
            Movmatrix,
            /// CTA barriers.
            Bar,
            /// Control.
            Bra,
            Brx,
            Call,
            CallReg,
            CallBuiltin,
            Ret,
            Exit,
            Trap,
            Unsupported,
            Nanosleep,
        }
    };
}
for_each_alu!(define_ops);
