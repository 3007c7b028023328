//! Random programs whose warps run together and by themselves: every register of every thread is the same at the end.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use std::fmt::Write;

use common::Device;
use softcuda_simt::{EngineConfig, Level};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// A register of one of the pools.
    fn reg(&mut self, pool: char) -> String {
        let count = match pool {
            'r' => 8,
            'l' => 6,
            _ => 4,
        };
        format!("%{pool}{}", self.below(count))
    }

    /// A register or a constant at which something changes.
    fn source(&mut self, pool: char) -> String {
        const CONSTANTS: [&str; 8] = ["1", "4", "32", "-1", "100", "2147483647", "-2147483600", "65"];
        if self.below(3) == 0 { self.pick(&CONSTANTS).into() } else { self.reg(pool) }
    }
}

/// A body under construction.
struct Program {
    random: Random,
    text: String,
    labels: usize,
}

impl Program {
    fn line(&mut self, text: &str) {
        let guard = match self.random.below(8) {
            0 => format!("@{} ", self.random.reg('p')),
            1 => format!("@!{} ", self.random.reg('p')),
            _ => String::new(),
        };
        let _ = writeln!(self.text, "{guard}{text}");
    }

    /// Arithmetic on 32 bits.
    fn narrow(&mut self) {
        let r = &mut self.random;
        let op = r.pick(&[
            "add.s32",
            "sub.s32",
            "mul.lo.s32",
            "and.b32",
            "xor.b32",
            "min.s32",
            "max.u32",
            "div.u32",
        ]);
        let text = match r.below(6) {
            0 => format!("shl.b32 {}, {}, {};", r.reg('r'), r.reg('r'), r.below(34)),
            1 => format!("mad.lo.s32 {}, {}, {}, {};", r.reg('r'), r.reg('r'), r.source('r'), r.reg('r')),
            2 => format!("selp.b32 {}, {}, {}, {};", r.reg('r'), r.reg('r'), r.source('r'), r.reg('p')),
            _ => format!("{op} {}, {}, {};", r.reg('r'), r.reg('r'), r.source('r')),
        };
        self.line(&text);
    }

    /// Arithmetic on 64 bits, widening and narrowing.
    fn wide(&mut self) {
        let r = &mut self.random;
        let op = r.pick(&["add.s64", "sub.s64", "mul.lo.s64", "or.b64"]);
        let sign = r.pick(&["s", "u"]);
        let text = match r.below(6) {
            0 => format!("mul.wide.{sign}32 {}, {}, {};", r.reg('l'), r.reg('r'), r.reg('r')),
            1 => format!("mad.wide.{sign}32 {}, {}, {}, {};", r.reg('l'), r.reg('r'), r.reg('r'), r.reg('l')),
            2 => format!("cvt.{sign}64.{sign}32 {}, {};", r.reg('l'), r.reg('r')),
            3 => format!("cvt.u32.u64 {}, {};", r.reg('r'), r.reg('l')),
            4 => format!("shl.b64 {}, {}, {};", r.reg('l'), r.reg('l'), r.below(66)),
            _ => format!("{op} {}, {}, {};", r.reg('l'), r.reg('l'), r.source('l')),
        };
        self.line(&text);
    }

    fn comparison(&mut self) {
        let r = &mut self.random;
        let test = r.pick(&["lt", "le", "gt", "ge", "eq", "ne"]);
        let text = match r.below(6) {
            0 => format!("setp.{test}.s64 {}, {}, {};", r.reg('p'), r.reg('l'), r.source('l')),
            1 => format!(
                "setp.{test}.and.s32 {}, {}, {}, {};",
                r.reg('p'),
                r.reg('r'),
                r.source('r'),
                r.reg('p')
            ),
            2 => format!("xor.pred {}, {}, {};", r.reg('p'), r.reg('p'), r.reg('p')),
            3 => format!("setp.{test}.u32 {}, {}, {};", r.reg('p'), r.reg('r'), r.source('r')),
            _ => format!("setp.{test}.s32 {}, {}, {};", r.reg('p'), r.reg('r'), r.source('r')),
        };
        self.line(&text);
    }

    /// Loads and stores of neighbours, of one place and of any; only of what nobody else writes.
    fn memory(&mut self) {
        let r = &mut self.random;
        let (d, wide, s) = (r.reg('r'), r.reg('l'), r.reg('r'));
        match r.below(7) {
            0 => self.line(&format!("ld.global.u32 {d}, [%own];")),
            1 => self.line(&format!("st.global.u32 [%own], {s};")),
            2 => self.line(&format!("ld.global.u32 {d}, [%in+64];")),
            3 => self.line(&format!("ld.global.u64 {wide}, [%near];")),
            4 => self.line(&format!("ld.global.s16 {d}, [%near+2];")),
            5 => {
                let _ = writeln!(self.text, "and.b32 %t, {s}, 252; cvt.u64.u32 %a, %t; add.s64 %a, %a, %in;");
                self.line(&format!("ld.global.u32 {d}, [%a];"));
            }
            _ => {
                let _ = writeln!(self.text, "st.shared.u32 [%mine+8192], {s};");
                self.line(&format!("ld.shared.u32 {d}, [%mine+8192];"));
            }
        }
    }

    fn statement(&mut self) {
        match self.random.below(10) {
            0..=3 => self.narrow(),
            4 | 5 => self.wide(),
            6 | 7 => self.comparison(),
            _ => self.memory(),
        }
    }

    fn statements(&mut self, most: usize) {
        for _ in 0..=self.random.below(most) {
            self.statement();
        }
    }

    /// A branch over statements, or a loop of them.
    fn block(&mut self) {
        let n = self.labels;
        self.labels += 1;
        let p = self.random.reg('p');
        if self.random.below(2) == 0 {
            let _ = writeln!(self.text, "@{p} bra L{n};");
            self.statements(4);
            let _ = writeln!(self.text, "L{n}:");
        } else {
            // As often in all threads, or not.
            let turns = if self.random.below(2) == 0 { self.random.reg('r') } else { "%n".into() };
            let _ = writeln!(self.text, "and.b32 %most, {turns}, 3; mov.u32 %i, 0;\nL{n}:");
            self.statements(4);
            let _ = writeln!(self.text, "add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %most; @%q bra L{n};");
        }
    }

    /// What joins the threads of a warp or block.
    fn join(&mut self) {
        let r = &mut self.random;
        let text = match r.below(5) {
            // From a lane that all shapes have.
            0 => format!("shfl.sync.idx.b32 {}, {}, 3, 31, -1;", r.reg('r'), r.reg('r')),
            1 => format!("vote.sync.ballot.b32 {}, {}, -1;", r.reg('r'), r.reg('p')),
            2 => format!("bar.red.or.pred {}, 0, {};", r.reg('p'), r.reg('p')),
            _ => "bar.sync 0;".into(),
        };
        let _ = writeln!(self.text, "{text}");
    }
}

const REGISTERS: &str = ".reg .b32 %r<8>, %t, %i, %n, %most, %mine, %g, %threads; .reg .b64 %l<6>, %in, %out, %own, %near, %a, %o;
    .reg .pred %p<4>, %q;";

/// Words of a thread's result.
const WORDS: usize = 8 + 2 * 6 + 1;

/// A kernel of random statements that stores all registers.
fn kernel(seed: u64) -> String {
    let mut program = Program { random: Random(seed), text: String::new(), labels: 0 };
    for _ in 0..12 {
        match program.random.below(6) {
            0 => program.block(),
            1 => program.join(),
            _ => program.statements(3),
        }
    }
    let mut store = String::new();
    for n in 0..8 {
        let _ = writeln!(store, "st.global.u32 [%o+{}], %r{n};", 4 * n);
    }
    for n in 0..6 {
        // The result's words are not on boundaries of 8 bytes.
        let _ = writeln!(
            store,
            "cvt.u32.u64 %t, %l{n}; st.global.u32 [%o+{}], %t; shr.u64 %l{n}, %l{n}, 32; cvt.u32.u64 %t, %l{n}; st.global.u32 [%o+{}], %t;",
            32 + 8 * n,
            36 + 8 * n
        );
    }
    for n in 0..4 {
        let _ = writeln!(store, "selp.u32 %i, {}, 0, %p{n}; or.b32 %most, %most, %i;", 1 << n);
    }
    format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n.shared .b8 words[4096];
        .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n) {{ {REGISTERS}
        ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u32 %n, [n];
        mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r5, %laneid; mov.u32 %r6, %tid.z;
        mov.u32 %t, %ntid.y; mad.lo.s32 %g, %r6, %t, %r1; mad.lo.s32 %g, %g, %r3, %r0; shl.b32 %mine, %g, 2;
        mov.u32 %i, words; add.u32 %mine, %mine, %i; sub.u32 %mine, %mine, 8192;
        mov.u32 %i, %ntid.z; mul.lo.u32 %t, %t, %i; mul.lo.u32 %threads, %t, %r3; mad.lo.u32 %g, %r2, %threads, %g;
        mul.wide.u32 %own, %g, 4; add.s64 %own, %own, %out; mul.wide.u32 %near, %g, 8; add.s64 %near, %near, %in;
        mov.u32 %r4, %n; shl.b32 %r7, %r0, 2; add.s32 %r6, %r6, 7; mov.u32 %i, 0; mov.u32 %most, 0;
        cvt.u64.u32 %l0, %r0; mul.wide.u32 %l1, %g, 4; cvt.u64.u32 %l2, %r2; mov.u64 %l3, 9; mov.u64 %l4, %in; sub.s64 %l4, %l4, %in; cvt.s64.s32 %l5, %r7;
        setp.lt.s32 %p0, %g, %n; setp.ge.u32 %p1, %r0, 8; setp.eq.s32 %p2, %r2, 1; setp.ne.s32 %p3, %r0, %r0;
        {text}
        mul.wide.u32 %o, %g, {bytes}; add.s64 %o, %o, %out; add.s64 %o, %o, 65536;
        mov.u32 %most, 0; {store} st.global.u32 [%o+80], %most; ret; }}",
        text = program.text,
        bytes = 4 * WORDS,
    )
}

const SHAPES: [[u32; 3]; 9] = [
    [32, 1, 1],
    [96, 1, 1],
    [100, 1, 1],
    [256, 1, 1],
    [16, 4, 1],
    [32, 4, 1],
    [64, 2, 1],
    [32, 2, 2],
    [5, 1, 1],
];
const BLOCKS: u32 = 3;

#[test]
fn warps_run_together_as_by_themselves() {
    let config = |convoys| EngineConfig { workers: 1, convoys, ..EngineConfig::default() };
    let devices =
        [(false, Level::Baseline), (true, Level::Baseline), (true, Level::Avx2), (true, Level::Avx512)]
            .map(|(convoys, level)| Device::with_config(config(convoys), level));
    let data: Vec<u64> = (0..1024u64).map(|n| n.wrapping_mul(0x9e37_79b9_97f4_a7c1) >> (n % 50)).collect();
    for seed in 1..=400u64 {
        let source = kernel(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let modules = devices.each_ref().map(|d| d.load(&source));
        let block = SHAPES[seed as usize % SHAPES.len()];
        let threads = (block.iter().product::<u32>() * BLOCKS) as usize;
        let n = [0, 1, 50, threads as u32][(seed / 9) as usize % 4];
        let results: Vec<Vec<u32>> = devices
            .iter()
            .zip(&modules)
            .map(|(d, m)| {
                let k = m.kernel("k").unwrap();
                let (from, to) = (d.buffer(&data), d.buffer(&vec![0u32; (65536 / 4) + threads * WORDS]));
                d.start(&k, [BLOCKS, 1, 1], block, 0, &[&from, &to, &n]).1.recv().unwrap().unwrap();
                let result = to.read();
                d.space.free(from.address).unwrap();
                d.space.free(to.address).unwrap();
                result
            })
            .collect();
        for result in &results[1..] {
            let differs = results[0].iter().zip(result).position(|(a, b)| a != b);
            assert_eq!(differs, None, "seed {seed}, block {block:?}, n {n}:\n{source}");
        }
    }
}
