//! Matrix products in narrow types, and what moves matrices, against their definitions and the manual's figures of fragments.

use std::fmt::Write;

use softcuda_ptx::{Mod, ScalarType};

use super::common::forms::{inputs, product_registers, products};
use super::effects::{HEAD, devices, keep, run};
use super::float;

use ScalarType as T;

/// Numbers that come in no order.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 16
    }
}

fn bits_of(ty: T) -> usize {
    match ty {
        T::B1 => 1,
        T::U4 | T::S4 => 4,
        T::U8 | T::S8 | T::E4m3 | T::E5m2 => 8,
        T::F16 | T::Bf16 => 16,
        _ => 32,
    }
}

fn is_integer(ty: T) -> bool {
    matches!(ty, T::B1 | T::U4 | T::S4 | T::U8 | T::S8 | T::S32)
}

/// Bits of a number that is a small multiple of a power of two, so that each order of the sums gives the same.
fn sample(ty: T, random: &mut Random) -> u64 {
    let raw = random.next();
    match ty {
        T::E4m3 => (0x28 + raw % 0x20) | raw >> 20 & 0x80,
        T::E5m2 => (0x34 + raw % 0x10) | raw >> 20 & 0x80,
        T::S32 if raw & 7 == 0 => 0x7fff_fff0 + (raw >> 8) % 16,
        T::S32 if raw & 7 == 1 => 0x8000_0000 + (raw >> 8) % 16,
        _ if is_integer(ty) => raw & ((1 << bits_of(ty)) - 1),
        _ => float::encode(ty, (raw % 33) as f64 / 4.0 - 4.0),
    }
}

fn value(ty: T, bits: u64) -> f64 {
    let eighth = |digits: u32, bias: i32| {
        let (exponent, fraction) = ((bits as i32 & 0x7f) >> digits, bits & ((1 << digits) - 1));
        let magnitude = (fraction as f64 / f64::from(1 << digits) + 1.0) * 2f64.powi(exponent - bias);
        if bits & 0x80 != 0 { -magnitude } else { magnitude }
    };
    match ty {
        T::E4m3 => eighth(3, 7),
        T::E5m2 => eighth(2, 15),
        T::S4 => f64::from((bits as i8) << 4 >> 4),
        T::S8 => f64::from(bits as i8),
        T::S32 => f64::from(bits as i32),
        _ if is_integer(ty) => bits as f64,
        _ => float::decode(ty, bits),
    }
}

/// The bits of an exact sum in the type of the result.
fn result(ty: T, sum: f64, saturate: bool) -> u64 {
    match ty {
        T::S32 if saturate => u64::from(sum.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32 as u32),
        T::S32 => u64::from(sum as i64 as u32),
        T::F16 => {
            let unit = 2f64.powi((sum.abs().max(1e-5).log2().floor() as i32 - 10).max(-24));
            float::encode(T::F16, (sum / unit).round_ties_even() * unit)
        }
        _ => float::encode(T::F32, sum),
    }
}

/// Where element `n` of a lane's fragment of `a` is: row and column.
fn place_in_a(lane: usize, n: usize, ty: T, halves: usize) -> (usize, usize) {
    let each = 32 / bits_of(ty);
    let (register, at) = (n / each, n % each);
    (lane / 4 + register % halves * 8, register / halves * 4 * each + lane % 4 * each + at)
}

fn place_in_c(lane: usize, n: usize) -> (usize, usize) {
    (lane / 4 + n / 2 * 8, lane % 4 * 2 + n % 2)
}

/// The words of a lane's registers, which hold these elements one after the other.
fn words(ty: T, elements: &[u64]) -> Vec<u32> {
    let bits = bits_of(ty);
    let word =
        |part: &[u64]| part.iter().enumerate().fold(0, |word, (n, x)| word | (*x as u32) << (n * bits));
    elements.chunks(32 / bits).map(word).collect()
}

/// A matrix by rows.
struct Matrix {
    columns: usize,
    bits: Vec<u64>,
}

impl Matrix {
    fn random(rows: usize, columns: usize, ty: T, random: &mut Random) -> Matrix {
        Matrix { columns, bits: (0..rows * columns).map(|_| sample(ty, random)).collect() }
    }

    fn at(&self, (row, column): (usize, usize)) -> u64 {
        self.bits[row * self.columns + column]
    }
}

#[test]
fn products_of_narrow_types() {
    let devices = devices();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut executed = 0;
    for (mods, types) in products() {
        let names: Vec<_> = mods.iter().map(|m| m.name()).chain(types.iter().map(|t| t.name())).collect();
        let text = format!("mma.sync.{}", names.join("."));
        let counts = product_registers(&mods, &types);
        let source = kernel(&text, counts);
        let kernel = devices[0].load(&source).kernel("k").unwrap();
        if !kernel.unsupported().is_empty() {
            continue;
        }
        executed += 1;
        let [d, a, b, c] = types;
        let depth = counts[2] * 4 * 32 / bits_of(a);
        let rows = if counts[1] == 2 * counts[2] { 16 } else { 8 };
        let ma = Matrix::random(rows, depth, a, &mut random);
        let mb = Matrix::random(depth, 8, b, &mut random);
        let mc = Matrix::random(rows, 8, c, &mut random);
        let elements = |ty: T, count: usize| count * 32 / bits_of(ty);
        let mut input = Vec::new();
        for lane in 0..32 {
            let of_a: Vec<_> =
                (0..elements(a, counts[1])).map(|n| ma.at(place_in_a(lane, n, a, rows / 8))).collect();
            let of_b: Vec<_> = (0..elements(b, counts[2]))
                .map(|n| {
                    // A column of `b` is held as a row of `a` is.
                    let (column, row) = place_in_a(lane, n, b, 1);
                    mb.at((row, column))
                })
                .collect();
            let of_c: Vec<_> = (0..elements(c, counts[3])).map(|n| mc.at(place_in_c(lane, n))).collect();
            input.extend([words(a, &of_a), words(b, &of_b), words(c, &of_c)].concat());
        }
        let product = |x: u64, y: u64| match (mods.contains(&Mod::Xor), mods.contains(&Mod::And)) {
            (true, _) => (x ^ y) as f64,
            (_, true) => (x & y) as f64,
            _ => value(a, x) * value(b, y),
        };
        let want = |row: usize, column: usize| {
            let sum: f64 = (0..depth).map(|k| product(ma.at((row, k)), mb.at((k, column)))).sum();
            result(d, sum + value(c, mc.at((row, column))), mods.contains(&Mod::Satfinite))
        };
        for device in &devices {
            let m = device.load(&source);
            let (from, to) = (device.buffer(&input), device.buffer(&vec![0u32; 32 * counts[0]]));
            device.run(&m, "k", 1, 32, &[&from, &to]);
            for (lane, got) in to.read().chunks(counts[0]).enumerate() {
                let results: Vec<_> = (0..elements(d, counts[0]))
                    .map(|n| {
                        let (row, column) = place_in_c(lane, n);
                        want(row, column)
                    })
                    .collect();
                assert_eq!(got, words(d, &results), "{text}, lane {lane}");
            }
        }
    }
    assert!(executed > 40, "only {executed}");
}

/// Loads a lane's fragments, multiplies, and stores the result's registers.
fn kernel(text: &str, [d, a, b, c]: [usize; 4]) -> String {
    let list = |name: char, count: usize| (0..count).map(|n| format!("%{name}{n}")).collect::<Vec<_>>();
    let (mut load, mut store) = (String::new(), String::new());
    for (n, register) in [list('a', a), list('b', b), list('c', c)].concat().iter().enumerate() {
        let _ = writeln!(load, "ld.global.b32 {register}, [%in+{}];", 4 * n);
    }
    for (n, register) in list('d', d).iter().enumerate() {
        let _ = writeln!(store, "st.global.b32 [%out+{}], {register};", 4 * n);
    }
    let [vd, va, vb, vc] = [('d', d), ('a', a), ('b', b), ('c', c)]
        .map(|(name, count)| format!("{{{}}}", list(name, count).join(", ")));
    format!(
        "{HEAD}.visible .entry k(.param .u64 in, .param .u64 out) {{
        .reg .b32 %a<8>, %b<4>, %c<4>, %d<4>; .reg .b64 %in, %out; .reg .b32 %t;
        ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;
        mad.wide.u32 %in, %t, {}, %in; mad.wide.u32 %out, %t, {}, %out;
        {load} {text} {vd}, {va}, {vb}, {vc};
        {store} ret; }}",
        4 * (a + b + c),
        4 * d,
    )
}

/// Consecutive products, which share factors and depend on each other, are what they are one by one, of any bits.
#[test]
fn runs_of_products_are_their_products() {
    const THREADS: u32 = 96;
    let devices = devices();
    let mut random = Random(23);
    for (mods, types) in products() {
        let names: Vec<_> = mods.iter().map(|m| m.name()).chain(types.iter().map(|t| t.name())).collect();
        let text = format!("mma.sync.{}", names.join("."));
        let counts = product_registers(&mods, &types);
        let sources = [several(&text, counts, ""), several(&text, counts, "L")];
        if !devices[0].load(&sources[0]).kernel("k").unwrap().unsupported().is_empty() {
            continue;
        }
        for (keep, set) in [(u32::MAX, 0), (0x8fff_8fff, 0x3000_3000)] {
            let words = several_words(counts) * THREADS as usize;
            let input: Vec<u32> = (0..words).map(|_| random.next() as u32 & keep | set).collect();
            let mut first = None;
            for (source, device) in sources.iter().flat_map(|source| devices.iter().map(move |d| (source, d)))
            {
                let m = device.load(source);
                let to = device.buffer(&vec![0u32; 4 * counts[0] * THREADS as usize]);
                device.run(&m, "k", 1, THREADS, &[&device.buffer(&input), &to]);
                let got = to.read();
                assert!(got == *first.get_or_insert_with(|| got.clone()), "{text}");
            }
        }
    }
}

/// Words of input of a thread of [`several`].
fn several_words([_, a, b, c]: [usize; 4]) -> usize {
    2 * a + 3 * b + 4 * c
}

/// A kernel of several products: sums that go on, sums that become others, registers in another order, a result that is a factor. A label
/// that begins with `label` is before each, so that it is by itself.
fn several(text: &str, counts: [usize; 4], label: &str) -> String {
    let [d, a, b, c] = counts;
    let list = |name: &str, count: usize| (0..count).map(|n| format!("%{name}_{n}")).collect::<Vec<_>>();
    let factors = [list("a0", a), list("a1", a), list("b0", b), list("b1", b), list("b2", b)];
    let sums: Vec<_> = (0..4).map(|n| list(&format!("c{n}"), c)).collect();
    let turned: Vec<_> = sums[2].iter().rev().cloned().collect();
    let made: Vec<_> = sums[0].iter().cycle().take(a).cloned().collect();
    let products = [
        (&sums[0], &factors[0], &factors[2], &sums[0]),
        (&sums[1], &factors[0], &factors[3], &sums[1]),
        (&sums[2], &factors[1], &factors[2], &sums[2]),
        (&sums[0], &factors[0], &factors[4], &sums[0]),
        (&sums[3], &factors[1], &factors[3], &sums[1]),
        (&turned, &factors[1], &factors[4], &sums[2]),
        (&sums[1], &made, &factors[2], &sums[3]),
        (&sums[3], &made, &factors[4], &sums[3]),
    ];
    let mut body = String::new();
    for (n, register) in factors.iter().chain(&sums).flatten().enumerate() {
        let _ = writeln!(body, ".reg .b32 {register}; ld.global.b32 {register}, [%in+{}];", 4 * n);
    }
    for (n, (d, a, b, c)) in products.into_iter().enumerate() {
        let [d, a, b, c] = [d, a, b, c].map(|list| format!("{{{}}}", list.join(", ")));
        let label = if label.is_empty() { String::new() } else { format!("{label}{n}: ") };
        let _ = writeln!(body, "{label}{text} {d}, {a}, {b}, {c};");
    }
    for (n, register) in sums.iter().flatten().enumerate() {
        let _ = writeln!(body, "st.global.b32 [%out+{}], {register};", 4 * n);
    }
    format!(
        "{HEAD}.visible .entry k(.param .u64 in, .param .u64 out) {{ .reg .b64 %in, %out; .reg .b32 %t;
        ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;
        mad.wide.u32 %in, %t, {}, %in; mad.wide.u32 %out, %t, {}, %out;
        {body} ret; }}",
        4 * several_words(counts),
        4 * 4 * d,
    )
}

/// `wmma` of every shape, layout and type against the definition of the product. What is between load and store is the device's affair.
#[test]
fn fragments_are_loaded_multiplied_and_stored() {
    let devices = devices();
    let mut random = Random(11);
    let types = [
        (T::F16, T::F16, [8, 8, 4]),
        (T::F32, T::F16, [8, 8, 8]),
        (T::F32, T::Bf16, [0, 0, 8]),
        (T::S32, T::S8, [0, 0, 8]),
        (T::S32, T::U8, [0, 0, 8]),
    ];
    for (shape, rows, columns) in [("m16n16k16", 16, 16), ("m32n8k16", 32, 8), ("m8n32k16", 8, 32)] {
        for (sum, factor, counts) in types {
            // Fragments of halves have eight registers, others what they need.
            let needed = |lines: usize| lines * 16 * bits_of(factor) / (32 * 32);
            let counts = if factor == T::F16 { counts } else { [needed(rows), needed(columns), counts[2]] };
            for layouts in 0..8 {
                let by_rows = [layouts & 1 == 0, layouts & 2 == 0, layouts & 4 == 0];
                let case = Fragments { shape, rows, columns, sum, factor, counts, by_rows };
                case.check(&devices, &mut random);
            }
        }
    }
}

/// One product by fragments.
struct Fragments {
    shape: &'static str,
    rows: usize,
    columns: usize,
    sum: T,
    factor: T,
    /// Registers of `a`, `b` and `c`.
    counts: [usize; 3],
    /// Whether `a`, `b`, and `c` with `d` lie row by row.
    by_rows: [bool; 3],
}

impl Fragments {
    fn check(&self, devices: &[super::common::Device], random: &mut Random) {
        const DEPTH: usize = 16;
        let a = Matrix::random(self.rows, DEPTH, self.factor, random);
        let b = Matrix::random(DEPTH, self.columns, self.factor, random);
        let c = Matrix::random(self.rows, self.columns, self.sum, random);
        let mut want = Matrix { columns: self.columns, bits: c.bits.clone() };
        for (n, bits) in want.bits.iter_mut().enumerate() {
            let (row, column) = (n / self.columns, n % self.columns);
            let term = |k: usize| value(self.factor, a.at((row, k))) * value(self.factor, b.at((k, column)));
            *bits = result(self.sum, (0..DEPTH).map(term).sum::<f64>() + value(self.sum, *bits), false);
        }
        let source = self.kernel();
        for d in devices {
            let m = d.load(&source);
            let from = [(&a, self.factor, 0), (&b, self.factor, 1), (&c, self.sum, 2)]
                .map(|(matrix, ty, n)| d.buffer(&self.laid_out(matrix, ty, n)));
            let to = d.buffer(&vec![0u8; self.rows * self.columns * bits_of(self.sum) / 8]);
            d.run(&m, "k", 1, 32, &[&from[0], &from[1], &from[2], &to]);
            assert!(to.read() == self.laid_out(&want, self.sum, 2), "{source}");
        }
    }

    /// A matrix's bytes.
    fn laid_out(&self, matrix: &Matrix, ty: T, which: usize) -> Vec<u8> {
        let (lines, length) = (matrix.bits.len() / matrix.columns, matrix.columns);
        let size = bits_of(ty) / 8;
        let bytes = |row, column| matrix.at((row, column)).to_le_bytes()[..size].to_vec();
        if self.by_rows[which] {
            (0..lines).flat_map(|row| (0..length).flat_map(move |column| bytes(row, column))).collect()
        } else {
            (0..length).flat_map(|column| (0..lines).flat_map(move |row| bytes(row, column))).collect()
        }
    }

    fn kernel(&self) -> String {
        let list = |name: &str, count: usize| {
            format!("{{{}}}", (0..count).map(|n| format!("%{name}{n}")).collect::<Vec<_>>().join(", "))
        };
        let layout = self.by_rows.map(|rows| if rows { "row" } else { "col" });
        let stride =
            |rows: usize, columns: usize, which: usize| if self.by_rows[which] { columns } else { rows };
        let (shape, factor, sum) = (self.shape, self.factor.name(), self.sum.name());
        let types = if self.factor == T::F16 {
            format!("{sum}.{sum}")
        } else {
            format!("{sum}.{factor}.{factor}.{sum}")
        };
        let [a, b, c] = [list("a", self.counts[0]), list("b", self.counts[1]), list("c", self.counts[2])];
        let d = list("d", self.counts[2]);
        let strides =
            [stride(self.rows, 16, 0), stride(16, self.columns, 1), stride(self.rows, self.columns, 2)];
        format!(
            "{HEAD}.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {{
            .reg .b32 %a<8>, %b<8>, %c<8>, %d<8>; .reg .b64 %p<4>; .reg .b32 %s;
            ld.param.u64 %p0, [a]; ld.param.u64 %p1, [b]; ld.param.u64 %p2, [c]; ld.param.u64 %p3, [d]; mov.u32 %s, {};
            wmma.load.a.sync.aligned.{}.{shape}.global.{factor} {a}, [%p0], %s;
            wmma.load.b.sync.aligned.{}.{shape}.{factor} {b}, [%p1], {};
            wmma.load.c.sync.aligned.{}.{shape}.{sum} {c}, [%p2], {};
            wmma.mma.sync.aligned.{}.{}.{shape}.{types} {d}, {a}, {b}, {c};
            wmma.store.d.sync.aligned.{}.{shape}.global.{sum} [%p3], {d}, {}; ret; }}",
            strides[0],
            layout[0], layout[1], strides[1], layout[2], strides[2], layout[0], layout[1], layout[2], strides[2],
        )
    }
}

/// Infinities and NaNs come through; a product of numbers that rounds is near the exact one.
#[test]
fn products_round_and_keep_what_is_no_number() {
    let text = "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32";
    let source = kernel(text, [4, 2, 1, 4]);
    let mut random = Random(7);
    let mut input: Vec<u32> =
        (0..32 * 7).map(|_| (random.next() as u32 & 0x8fff_8fff) | 0x3000_3000).collect();
    for lane in 0..32 {
        for n in 3..7 {
            input[lane * 7 + n] = (random.next() as f32 / 1e15).to_bits();
        }
    }
    // Row 1 of `a` begins with an infinity, row 2 with a NaN.
    (input[4 * 7], input[8 * 7]) = (0x3f80_7f80, 0x3f80_7fc1);
    let number = |word: u32, n: usize| f64::from(f32::from_bits(word >> (16 * n) << 16));
    let want = |row: usize, column: usize, c: f64| {
        let term = |k: usize| {
            let (a, b) = (input[(row % 8 * 4 + k / 2) * 7 + row / 8], input[(column * 4 + k / 2) * 7 + 2]);
            number(a, k % 2) * number(b, k % 2)
        };
        let terms: Vec<f64> = (0..8).map(term).collect();
        (terms.iter().sum::<f64>() + c, terms.iter().map(|x| x.abs()).sum::<f64>() + c.abs())
    };
    for device in devices() {
        let m = device.load(&source);
        let (from, to) = (device.buffer(&input), device.buffer(&[0u32; 32 * 4]));
        device.run(&m, "k", 1, 32, &[&from, &to]);
        let got = to.read();
        for lane in 0..32 {
            for n in 0..4 {
                let (row, column) = place_in_c(lane, n);
                let bits = got[lane * 4 + n];
                let found = f64::from(f32::from_bits(bits));
                let (sum, size) = want(row, column, f64::from(f32::from_bits(input[lane * 7 + 3 + n])));
                match row {
                    1 => assert!(found == sum || (found.is_nan() && sum.is_nan()), "{found} for {sum}"),
                    2 => assert_eq!(bits, 0x7fff_ffff),
                    _ => assert!((found - sum).abs() <= size * 1e-6, "{found} for {sum}"),
                }
            }
        }
    }
}

/// Each thread stores a row of 16 bytes; the matrices of eight rows are loaded, turned, and stored elsewhere.
#[test]
fn matrices_move_between_memory_and_registers() {
    let values: Vec<[u64; 3]> = inputs(32);
    // Element of matrix m.
    let element = |m: usize, row: usize, column: usize| {
        let word = values[m * 8 + row][1 + column / 4];
        word >> (column % 4 * 16) & 0xffff
    };
    let pair = |m: usize, lane: usize, turned: bool| {
        let (row, column) = (lane / 4, lane % 4 * 2);
        let at = |n: usize| if turned { element(m, column + n, row) } else { element(m, row, column + n) };
        at(0) | at(1) << 16
    };
    let body = format!(
        "mov.u32 %r4, block; mad.lo.u32 %r4, %t, 16, %r4; cvt.u64.u32 %l4, %r4; cvta.shared.u64 %l4, %l4;
        st.shared.u64 [%r4], %l2; st.shared.u64 [%r4+8], %l3; bar.sync 0;
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%r5, %r6, %r7, %r8}}, [%r4];
        ldmatrix.sync.aligned.m8n8.x2.trans.b16 {{%r9, %r10}}, [%l4];
        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r11}}, [%r4];
        movmatrix.sync.aligned.m8n8.trans.b16 %r12, %r8;
        stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r4+1024], {{%r8, %r7, %r6, %r5}};
        stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r4+2048], {{%r8, %r7}};
        bar.sync 0; ld.shared.u64 %l6, [%r4+1024]; ld.shared.u64 %l7, [%r4+1032]; ld.shared.u64 %l8, [%r4+2048];\n{}",
        (5..13).map(|n| keep(T::U32, &format!("%r{n}"), n - 5)).collect::<String>()
            + &(6..9).map(|n| keep(T::U64, &format!("%l{n}"), n + 2)).collect::<String>()
    );
    for d in &devices() {
        for (lane, got) in run(d, "", &body, &values, 11).iter().enumerate() {
            let of = |m| pair(m, lane, false);
            let turned = |m| pair(m, lane, true);
            let first = [of(0), of(1), of(2), of(3), turned(0), turned(1), of(0), turned(3)];
            assert_eq!(got[..8], first, "lane {lane}");
            let (m, row) = (lane / 8, lane % 8);
            assert_eq!(got[8..10], values[(3 - m) * 8 + row][1..], "lane {lane}");
            if m < 2 {
                let column = (0..4).fold(0, |word, n| word | element(3 - m, n, row) << (16 * n));
                assert_eq!(got[10], column, "lane {lane}");
            }
        }
    }
}

#[test]
fn rows_of_matrices_are_checked() {
    use softcuda_simt::FaultKind;
    for (address, kind) in [(8, FaultKind::MisalignedAddress), (1 << 20, FaultKind::LaunchFailure)] {
        let source = format!(
            "{HEAD}.visible .entry k() {{ .reg .b32 %r<4>; .shared .align 16 .b8 block[512];
            mov.u32 %r1, {address}; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r0}}, [%r1]; ret; }}"
        );
        for d in devices() {
            let m = d.load(&source);
            assert_eq!(d.try_run(&m, "k", 1, 32, &[]).unwrap_err().kind, kind);
        }
    }
}

/// Phases of a barrier object: arrivals, bytes, threads that drop out, and what is told of them.
#[test]
fn barrier_objects_have_phases() {
    const THREADS: usize = 40;
    let body = format!(
        "mov.u32 %r4, block; cvt.u64.u32 %l5, %r4; cvta.shared.u64 %l5, %l5; setp.eq.u32 %p2, %t, 0;
        @%p2 mbarrier.init.shared::cta.b64 [%r4], {THREADS}; bar.sync 0;
        mbarrier.arrive.shared.b64 %l4, [%r4]; mbarrier.pending_count.b64 %r5, %l4;
        W1: mbarrier.try_wait.shared.b64 %p3, [%r4], %l4; @!%p3 bra W1;
        mbarrier.test_wait.parity.b64 %p3, [%l5], 0; selp.u32 %r6, 1, 0, %p3;
        mbarrier.test_wait.parity.shared::cta.b64 %p3, [%r4], 1; selp.u32 %r7, 1, 0, %p3; bar.sync 0;
        mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r4], 16; bar.sync 0;
        mbarrier.test_wait.parity.shared.b64 %p3, [%r4], 1; selp.u32 %r8, 1, 0, %p3; bar.sync 0;
        mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r4], 16;
        W2: mbarrier.try_wait.parity.shared.b64 %p3, [%r4], 1, 1000; @!%p3 bra W2; bar.sync 0;
        @%p2 mbarrier.arrive.b64 _, [%l5]; @!%p2 mbarrier.arrive_drop.shared.b64 _, [%r4];
        W3: mbarrier.test_wait.parity.shared.b64 %p3, [%r4], 0; @!%p3 bra W3; bar.sync 0;
        @%p2 cp.async.mbarrier.arrive.noinc.shared.b64 [%r4];
        W4: mbarrier.test_wait.parity.shared.b64 %p3, [%r4], 1; @!%p3 bra W4;
        {}{}{}{}",
        keep(T::U32, "%r5", 0),
        keep(T::U32, "%r6", 1),
        keep(T::U32, "%r7", 2),
        keep(T::U32, "%r8", 3),
    );
    for d in &devices() {
        let got = run(d, "", &body, &inputs(THREADS), 4);
        // Each arrival found another number pending.
        let mut pending: Vec<_> = got.iter().map(|words| words[0] as usize).collect();
        pending.sort_unstable();
        assert!(pending.into_iter().eq(1..=THREADS));
        assert!(got.iter().all(|words| words[1..] == [1, 0, 0]));
    }
}
