//! Integer operations of one lane, as the PTX manual defines them.

#[inline(always)]
pub(crate) fn mul_hi_u32(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) >> 32) as u32
}

#[inline(always)]
pub(crate) fn mul_hi_s32(a: u32, b: u32) -> u32 {
    ((a as i32 as i64 * b as i32 as i64) >> 32) as u32
}

#[inline(always)]
pub(crate) fn sext24(a: u32) -> i32 {
    ((a << 8) as i32) >> 8
}

/// Division by zero gives all ones, as the hardware does.
#[inline(always)]
pub(crate) fn div_s32(a: u32, b: u32) -> u32 {
    if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }
}

#[inline(always)]
pub(crate) fn rem_s32(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 }
}

#[inline(always)]
pub(crate) fn div_s16(a: u32, b: u32) -> u32 {
    if b as u16 == 0 { 0xffff } else { (a as i16).wrapping_div(b as i16) as u16 as u32 }
}

#[inline(always)]
pub(crate) fn rem_s16(a: u32, b: u32) -> u32 {
    if b as u16 == 0 { a & 0xffff } else { (a as i16).wrapping_rem(b as i16) as u16 as u32 }
}

#[inline(always)]
pub(crate) fn div_s64(a: u64, b: u64) -> u64 {
    if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 }
}

#[inline(always)]
pub(crate) fn rem_s64(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { (a as i64).wrapping_rem(b as i64) as u64 }
}

/// Negative values are complemented: the most significant non-sign bit becomes the most significant one.
#[inline(always)]
pub(crate) fn sign_fold32(a: u32) -> u32 {
    a ^ ((a as i32 >> 31) as u32)
}

#[inline(always)]
pub(crate) fn sign_fold64(a: u64) -> u64 {
    a ^ ((a as i64 >> 63) as u64)
}

/// Position of the highest set bit, all ones if there is none.
#[inline(always)]
pub(crate) fn bfind32(a: u32) -> u32 {
    31u32.wrapping_sub(a.leading_zeros())
}

#[inline(always)]
pub(crate) fn bfind64(a: u64) -> u32 {
    63u32.wrapping_sub(a.leading_zeros())
}

/// The left shift that would bring the highest set bit to the top, all ones if there is none.
#[inline(always)]
pub(crate) fn bfind_amount32(a: u32) -> u32 {
    if a == 0 { u32::MAX } else { a.leading_zeros() }
}

#[inline(always)]
pub(crate) fn bfind_amount64(a: u64) -> u32 {
    if a == 0 { u32::MAX } else { a.leading_zeros() }
}

/// A mask of `width` bits from `start`.
#[inline(always)]
pub(crate) fn bmsk(start: u32, width: u32, wrap: bool) -> u32 {
    let (start, width) = if wrap { (start & 31, width & 31) } else { (start.min(32), width.min(32)) };
    let ones = if width == 32 { u32::MAX } else { (1u32 << width) - 1 };
    if start == 32 { 0 } else { ones << start }
}

/// Sign- or zero-extends the low `width` bits; widths above 31 leave the value.
#[inline(always)]
pub(crate) fn szext(a: u32, width: u32, signed: bool) -> u32 {
    match width {
        0 => 0,
        1..32 if signed => (((a << (32 - width)) as i32) >> (32 - width)) as u32,
        1..32 => a & ((1 << width) - 1),
        _ => a,
    }
}

#[inline(always)]
pub(crate) fn bfe_u32(a: u32, pos: u32, len: u32) -> u32 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    let shifted = if pos > 31 { 0 } else { a >> pos };
    if len > 31 { shifted } else { shifted & ((1 << len) - 1) }
}

#[inline(always)]
pub(crate) fn bfe_s32(a: u32, pos: u32, len: u32) -> u32 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if len == 0 {
        return 0;
    }
    // Bits beyond the top copy the sign bit, so an arithmetic shift of the wide value does it all.
    let wide = (a as i32 as i64) >> pos.min(63);
    let drop = 64 - len.min(64);
    ((wide << drop) >> drop) as u32
}

#[inline(always)]
pub(crate) fn bfe_u64(a: u64, pos: u32, len: u32) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    let shifted = if pos > 63 { 0 } else { a >> pos };
    if len > 63 { shifted } else { shifted & ((1 << len) - 1) }
}

#[inline(always)]
pub(crate) fn bfe_s64(a: u64, pos: u32, len: u32) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if len == 0 {
        return 0;
    }
    let wide = (a as i64) >> pos.min(63);
    let drop = 64 - len.min(64);
    ((wide << drop) >> drop) as u64
}

/// Inserts the low `len` bits of `a` into `b` at `pos`.
#[inline(always)]
pub(crate) fn bfi32(a: u32, b: u32, pos: u32, len: u32) -> u32 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if pos > 31 || len == 0 {
        return b;
    }
    let ones = if len > 31 { u32::MAX } else { (1 << len) - 1 };
    let mask = ones << pos;
    (b & !mask) | ((a << pos) & mask)
}

#[inline(always)]
pub(crate) fn bfi64(a: u64, b: u64, pos: u32, len: u32) -> u64 {
    let (pos, len) = (pos & 0xff, len & 0xff);
    if pos > 63 || len == 0 {
        return b;
    }
    let ones = if len > 63 { u64::MAX } else { (1 << len) - 1 };
    let mask = ones << pos;
    (b & !mask) | ((a << pos) & mask)
}

/// Upper word of `hi:lo << n`, n ≤ 32.
#[inline(always)]
pub(crate) fn shf_l(lo: u32, hi: u32, n: u32) -> u32 {
    (((hi as u64) << 32 | lo as u64) << n >> 32) as u32
}

/// Lower word of `hi:lo >> n`, n ≤ 32.
#[inline(always)]
pub(crate) fn shf_r(lo: u32, hi: u32, n: u32) -> u32 {
    (((hi as u64) << 32 | lo as u64) >> n) as u32
}

/// Byte permutation: each nibble of `sel` names a byte of `b:a`, its top bit replicates the byte's sign.
#[inline(always)]
pub(crate) fn prmt(a: u32, b: u32, sel: u32) -> u32 {
    let source = (b as u64) << 32 | a as u64;
    let mut out = 0;
    let mut i = 0;
    while i < 4 {
        let nibble = sel >> (4 * i);
        let byte = (source >> (8 * (nibble & 7))) as u8;
        let value = if nibble & 8 != 0 { ((byte as i8) >> 7) as u8 } else { byte };
        out |= (value as u32) << (8 * i);
        i += 1;
    }
    out
}

/// Selectors of the `prmt` modes by `c & 3`.
pub(crate) const F4E: [u32; 4] = [0x3210, 0x4321, 0x5432, 0x6543];
pub(crate) const B4E: [u32; 4] = [0x5670, 0x6701, 0x7012, 0x0123];
pub(crate) const RC8: [u32; 4] = [0x0000, 0x1111, 0x2222, 0x3333];
pub(crate) const ECL: [u32; 4] = [0x3210, 0x3211, 0x3222, 0x3333];
pub(crate) const ECR: [u32; 4] = [0x0000, 0x1110, 0x2210, 0x3210];
pub(crate) const RC16: [u32; 4] = [0x1010, 0x3232, 0x1010, 0x3232];

/// Four-way byte product sum.
#[inline(always)]
pub(crate) fn dp4a(a: u32, b: u32, c: u32, a_signed: bool, b_signed: bool) -> u32 {
    let byte = |v: u32, i: u32, signed: bool| {
        let raw = (v >> (8 * i)) as u8;
        if signed { raw as i8 as i32 } else { raw as i32 }
    };
    let mut sum = c;
    let mut i = 0;
    while i < 4 {
        sum = sum.wrapping_add((byte(a, i, a_signed) * byte(b, i, b_signed)) as u32);
        i += 1;
    }
    sum
}

/// Two-way product sum of halves of `a` with bytes of `b` (the upper two if `high`).
#[inline(always)]
pub(crate) fn dp2a(a: u32, b: u32, c: u32, flags: u16) -> u32 {
    let (a_signed, b_signed, high) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0);
    let base = if high { 2 } else { 0 };
    let mut sum = c;
    let mut i = 0;
    while i < 2 {
        let half = (a >> (16 * i)) as u16;
        let byte = (b >> (8 * (base + i))) as u8;
        let x = if a_signed { half as i16 as i32 } else { half as i32 };
        let y = if b_signed { byte as i8 as i32 } else { byte as i32 };
        sum = sum.wrapping_add((x * y) as u32);
        i += 1;
    }
    sum
}

/// Three-input logic by table.
#[inline(always)]
pub(crate) fn lop3(a: u32, b: u32, c: u32, table: u32) -> u32 {
    let pick = |bit: u32| 0u32.wrapping_sub((table >> bit) & 1);
    (pick(0) & !a & !b & !c)
        | (pick(1) & !a & !b & c)
        | (pick(2) & !a & b & !c)
        | (pick(3) & !a & b & c)
        | (pick(4) & a & !b & !c)
        | (pick(5) & a & !b & c)
        | (pick(6) & a & b & !c)
        | (pick(7) & a & b & c)
}

/// Position of the n-th set bit of `mask` from `base`, upwards for positive and downwards for negative `n`.
pub(crate) fn fns(mask: u32, base: u32, n: i32) -> u32 {
    let base = base & 31;
    let bit = |at: u32| mask >> at & 1 != 0;
    if n == 0 {
        return if bit(base) { base } else { u32::MAX };
    }
    let mut left = n.unsigned_abs();
    let mut at = base as i32;
    while (0..32).contains(&at) {
        if bit(at as u32) {
            left -= 1;
            if left == 0 {
                return at as u32;
            }
        }
        at += n.signum();
    }
    u32::MAX
}

/// Applies `f` to both halves.
#[inline(always)]
pub(crate) fn pair(a: u32, b: u32, f: impl Fn(u16, u16) -> u16) -> u32 {
    f(a as u16, b as u16) as u32 | (f((a >> 16) as u16, (b >> 16) as u16) as u32) << 16
}

#[inline(always)]
pub(crate) fn add_carry32(a: u32, b: u32, carry: bool) -> (u32, bool) {
    let wide = a as u64 + b as u64 + carry as u64;
    (wide as u32, wide >> 32 != 0)
}

#[inline(always)]
pub(crate) fn sub_borrow32(a: u32, b: u32, borrow: bool) -> (u32, bool) {
    let wide = (a as u64).wrapping_sub(b as u64).wrapping_sub(borrow as u64);
    (wide as u32, wide >> 32 != 0)
}

#[inline(always)]
pub(crate) fn add_carry64(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let wide = a as u128 + b as u128 + carry as u128;
    (wide as u64, wide >> 64 != 0)
}

#[inline(always)]
pub(crate) fn sub_borrow64(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let wide = (a as u128).wrapping_sub(b as u128).wrapping_sub(borrow as u128);
    (wide as u64, wide >> 64 != 0)
}
