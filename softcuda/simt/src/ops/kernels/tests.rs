//! Kernels against the generic handlers, shapes against each other.

use super::*;
use crate::exec::level::Level as Cpu;
use crate::ops::coalesce::Scalar;
use crate::ops::operands::{FIELDS, Field};
use crate::ops::table::for_each_alu;
use crate::wir::{ROW32, ROW64, Row32};

macro_rules! list {
    ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
        const ALL: [Op; COUNT] = [$(Op::$name),*];
    };
}
for_each_alu!(list);

const ROWS: usize = 9;

/// The rows of a frame: 64-bit ones, then 32-bit ones; and its predicates.
#[derive(Clone, PartialEq, Debug)]
#[repr(C)]
struct Files {
    r64: [Row64; ROWS],
    r32: [Row32; ROWS],
    preds: [u32; ROWS],
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Mostly values at which something changes: shift counts, signs, infinities, NaNs, subnormals.
    fn value32(&mut self) -> u32 {
        const EDGES: [u32; 12] = [
            0,
            1,
            31,
            32,
            64,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x7f80_0000,
            0xffc0_0001,
            0x8000_0123,
            0x3f80_0000,
        ];
        let random = self.next();
        match random & 3 {
            0 => EDGES[(random >> 8) as usize % EDGES.len()],
            1 => (random >> 40) as u32 & 0x7f,
            _ => (random >> 32) as u32,
        }
    }

    fn files(&mut self) -> Files {
        let mut wide = || u64::from(self.value32()) | u64::from(self.value32()) << 32;
        let r64 = std::array::from_fn(|_| Row64(std::array::from_fn(|_| wide())));
        Files {
            r32: std::array::from_fn(|_| Row32(std::array::from_fn(|_| self.value32()))),
            r64,
            preds: std::array::from_fn(|_| self.next() as u32),
        }
    }
}

fn view(files: &mut Files, mask: u32) -> View {
    let preds = files.preds.as_mut_ptr();
    View { rows: std::ptr::from_mut(files).cast(), preds, mask, ones: std::hint::black_box(1) }
}

fn run(handler: Handler, mut files: Files, mask: u32, i: &Inst) -> Files {
    let v = view(&mut files, mask);
    // SAFETY: the caller has checked the CPU's level; all operands are rows or predicates of `files`.
    unsafe { handler(&v, std::slice::from_ref(i)) };
    files
}

const fn row32(n: u32) -> u32 {
    ROWS as u32 * ROW64 + n * ROW32
}

const fn row64(n: u32) -> u32 {
    n * ROW64
}

/// Any rows, some of them the destination itself.
fn instruction(op: Op, random: &mut Random) -> Inst {
    let [d, a, b, c, e] = FIELDS[op as usize].map(|field| {
        let n = (random.next() >> 8) as u32 % ROWS as u32;
        match field {
            Field::Row32 => row32(n),
            Field::Row64 => row64(n),
            _ => n,
        }
    });
    Inst { d, a, b, c, e, ..Inst::new(op) }
}

fn compare(generic: &[Handler; COUNT], kernels: &[Handler; COUNT]) {
    let random = &mut Random(0x1234_5678_9abc_def1);
    let mut replaced = 0;
    for op in ALL {
        let (generic, own) = (generic[op as usize], kernels[op as usize]);
        replaced += usize::from(!std::ptr::fn_addr_eq(generic, own));
        for n in 0..200u16 {
            let inst = Inst { flags: n % 16, ..instruction(op, random) };
            let files = random.files();
            let mask = if n % 2 == 0 { FULL } else { random.next() as u32 };
            let [want, got] = [generic, own].map(|h| run(h, files.clone(), mask, &inst));
            assert_eq!(got, want, "{inst} under {mask:#x}, {LANES} lanes");
        }
    }
    assert!(replaced > 60, "only {replaced} operations have kernels of their own");
}

#[test]
fn kernels_give_the_bits_of_generic_handlers() {
    if Cpu::detect() as u8 >= Cpu::Avx2 as u8 {
        compare(&AVX2, &AVX2_HANDLERS);
    }
    if Cpu::detect() == Cpu::Avx512 {
        compare(&AVX512, &AVX512_HANDLERS);
    }
}

#[test]
fn shapes_of_whole_warps() {
    let mut files = Random(9).files();
    let start = 0xffff_f000_1000u64;
    files.r64[1] = Row64(std::array::from_fn(|lane| start + lane as u64 * 4));
    files.r64[2] = Row64([start; LANES]);
    files.r64[3] = files.r64[1];
    files.r64[3].0[17] += 4;
    files.r32[1] = Row32(std::array::from_fn(|lane| lane as u32 * 16));
    let v = view(&mut files, FULL);
    type Find = unsafe fn(&View, u32, bool, usize) -> Option<Shape>;
    let mut all: Vec<Find> = Vec::new();
    if Cpu::detect() as u8 >= Cpu::Avx2 as u8 {
        all.push(V3::whole);
    }
    if Cpu::detect() == Cpu::Avx512 {
        all.push(V4::whole);
    }
    for find in all {
        // SAFETY: the CPU has the level.
        let whole = |a, wide, log2| unsafe { find(&v, a, wide, log2) };
        assert_eq!(whole(row64(1), true, 2), Some(Shape::Consecutive(start)));
        assert_eq!(whole(row64(1), true, 3), None);
        assert_eq!(whole(row64(2), true, 3), Some(Shape::Same(start)));
        assert_eq!(whole(row64(3), true, 2), None);
        assert_eq!(whole(row32(1), false, 4), Some(Shape::Consecutive(0)));
    }
}

/// Addresses of each shape, and of none, in rows that begin anywhere.
#[test]
fn shapes_of_addresses() {
    for (log2, half) in (0..=5).flat_map(|log2| [(log2, 0), (log2, 1)]) {
        let mut files = Random(9).files();
        let start = 0xffff_f000_1000u64;
        for lane in 0..LANES {
            files.r64[1].0[lane] = start + ((lane as u64) << log2);
            files.r32[1].0[lane] = files.r64[1].0[lane] as u32;
        }
        files.r64[2] = Row64([start; LANES]);
        files.r32[2] = Row32([7; LANES]);
        let v = view(&mut files, FULL);
        type Find = unsafe fn(&View, u32, bool, usize, usize) -> Option<Shape>;
        let mut all: Vec<Find> = vec![Scalar::shape];
        if Cpu::detect() as u8 >= Cpu::Avx2 as u8 {
            all.push(V3::shape);
        }
        if Cpu::detect() == Cpu::Avx512 {
            all.push(V4::shape);
        }
        for find in all {
            // SAFETY: the CPU has the level.
            let shape = |v: &View, a, wide, half, log2| unsafe { find(v, a, wide, half, log2) };
            let first = start + ((half * HALF as u64) << log2);
            let (half, narrow) = (half as usize, u64::from(first as u32));
            assert_eq!(shape(&v, row64(1), true, half, log2), Some(Shape::Consecutive(first)));
            assert_eq!(shape(&v, row32(1), false, half, log2), Some(Shape::Consecutive(narrow)));
            assert_eq!(shape(&v, row64(2), true, half, log2), Some(Shape::Same(start)));
            assert_eq!(shape(&v, row32(2), false, half, log2), Some(Shape::Same(7)));
            assert_eq!(
                (shape(&v, row64(3), true, half, log2), shape(&v, row32(3), false, half, log2)),
                (None, None)
            );
            assert_eq!(shape(&v, row64(1), true, half, log2 ^ 1), None);
        }
    }
}
