//! Instances of the forms of the instruction table, and a kernel that executes them.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::HashSet;
use std::fmt::Write;

use softcuda_ptx::{Form, Mod, Opcode, ScalarType, TypeKind};

use super::Device;

use ScalarType as T;

const HEADER: &str = ".version 9.0\n.target sm_120\n.address_size 64\n";

/// Registers of every width: destination 0, sources 1 to 3; `%l9` is an address.
const REGISTERS: &str =
    ".reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %l<10>; .reg .b128 %q<4>; .reg .pred %p<4>; .reg .b64 %out;";

/// An instruction of a form.
pub(crate) struct Instance {
    pub(crate) mods: Vec<Mod>,
    pub(crate) types: Vec<T>,
    pub(crate) text: String,
}

impl Instance {
    fn new(form: &Form, mods: Vec<Mod>, types: Vec<T>) -> Instance {
        let mut text = mnemonic(form, &mods, &types);
        let operands = operands(form, &mods, &types);
        let _ = write!(text, " {};", operands.join(", "));
        Instance { mods, types, text }
    }

    pub(crate) fn mnemonic(&self) -> &str {
        self.text.split_once(' ').map_or("", |(name, _)| name)
    }
}

pub(crate) fn mnemonic(form: &Form, mods: &[Mod], types: &[T]) -> String {
    let names = mods.iter().map(|m| m.name()).chain(types.iter().map(|t| t.name()));
    names.fold(form.op.to_string(), |text, name| text + "." + name)
}

fn register(ty: T, number: usize) -> String {
    match ty.bits() {
        _ if ty == T::Pred => format!("%p{number}"),
        16 => format!("%h{number}"),
        64 => format!("%l{number}"),
        128 => format!("%q{number}"),
        _ => format!("%r{number}"),
    }
}

/// The type of twice the width.
fn doubled(ty: T) -> T {
    match ty {
        T::S16 => T::S32,
        T::U16 => T::U32,
        T::S32 => T::S64,
        T::U32 => T::U64,
        other => other,
    }
}

/// Two values in one register.
fn is_pair(ty: T) -> bool {
    ty.kind() == TypeKind::Float && ty.name().ends_with("x2")
}

/// Has an image more coordinates than one?
fn layers_or_more(mods: &[Mod]) -> bool {
    mods.iter().any(|m| matches!(m, Mod::D2 | Mod::D3 | Mod::A1d | Mod::A2d | Mod::Cube | Mod::Acube))
}

/// Doubles that a lane has of each matrix of a product: of the result, the factors and the summand.
pub(crate) fn fragments(mods: &[Mod]) -> [usize; 4] {
    let (halves, blocks) = match mods.iter().find(|m| m.name().starts_with("m16n8")) {
        Some(Mod::M16n8k4) => (2, 1),
        Some(Mod::M16n8k8) => (2, 2),
        Some(_) => (2, 4),
        None => (1, 1),
    };
    [2 * halves, halves * blocks, blocks, 2 * halves]
}

/// Operands of the kinds that the instruction takes.
fn operands(form: &Form, mods: &[Mod], types: &[T]) -> Vec<String> {
    use Opcode as O;
    let has = |m: Mod| mods.contains(&m);
    let (first, last) = (types.first().copied().unwrap_or(T::B32), types.last().copied().unwrap_or(T::B32));
    let logic = has(Mod::And) || has(Mod::Or) || has(Mod::Xor);
    let list = |types: &[T]| types.iter().enumerate().map(|(n, &ty)| register(ty, n)).collect::<Vec<_>>();
    let vector = |number: usize| {
        let count =
            [(Mod::V2, 2), (Mod::V4, 4), (Mod::V8, 8)].iter().find(|(m, _)| has(*m)).map_or(1, |v| v.1);
        let one = register(first, number);
        if count == 1 { one } else { format!("{{{}}}", vec![one; count].join(", ")) }
    };
    let mut all = match form.op {
        O::Setp => list(&[T::Pred, first, first]),
        O::Set => list(&[first, last, last]),
        O::Selp => list(&[first, first, first, T::Pred]),
        O::Slct => list(&[first, first, first, last]),
        O::Mul if has(Mod::Wide) => list(&[doubled(first), first, first]),
        O::Mad if has(Mod::Wide) => list(&[doubled(first), first, first, doubled(first)]),
        O::Popc | O::Clz | O::Bfind => list(&[T::U32, first]),
        O::Shl | O::Shr => list(&[first, first, T::U32]),
        O::Bfe => list(&[first, first, T::U32, T::U32]),
        O::Bfi => [list(&[first, first, first, T::U32]), vec!["%r1".into()]].concat(),
        O::Testp => list(&[T::Pred, first]),
        O::Lop3 if logic => ["%r0|%p0", "%r1", "%r2", "%r3", "0x96", "%p1"].map(String::from).to_vec(),
        O::Lop3 => [list(&[first; 4]), vec!["0x96".into()]].concat(),
        O::Isspacep => ["%p0", "%l1"].map(String::from).to_vec(),
        O::Ld | O::Ldu => vec![vector(0), "[%l9]".into()],
        O::St if has(Mod::Bulk) => ["[%l9]", "%l1", "0"].map(String::from).to_vec(),
        O::St | O::Red if has(Mod::Async) => vec!["[%l9]".into(), vector(1), "[%r1]".into()],
        O::St => vec!["[%l9]".into(), vector(1)],
        O::Atom if has(Mod::Cas) => vec![vector(0), "[%l9]".into(), vector(1), vector(2)],
        O::Atom => vec![vector(0), "[%l9]".into(), vector(1)],
        O::Red => vec!["[%l9]".into(), vector(1)],
        O::Prefetch | O::Prefetchu => vec!["[%l9]".into()],
        O::Tensormap => vec!["[%l9]".into(), register(last, 1)],
        O::Discard | O::Applypriority => vec!["[%l9]".into(), "128".into()],
        O::Shfl => ["%r0", "%r1", "1", "31", "-1"].map(String::from).to_vec(),
        O::Vote if has(Mod::Ballot) => ["%r0", "%p1", "-1"].map(String::from).to_vec(),
        O::Vote => ["%p0", "%p1", "-1"].map(String::from).to_vec(),
        O::Match => vec!["%r0".into(), register(first, 1), "-1".into()],
        O::Redux => vec!["%r0".into(), register(first, 1), "-1".into()],
        O::Elect => vec!["%r0|%p0".into(), "-1".into()],
        O::Bar | O::Barrier if has(Mod::Red) => vec![register(first, 0), "0".into(), "%p1".into()],
        O::Bar | O::Barrier => vec!["0".into(); form.operands.0],
        O::Cp if has(Mod::Bulk) && has(Mod::BulkGroup) => ["[%l9]", "[%r1]", "16"].map(String::from).to_vec(),
        O::Cp if has(Mod::Bulk) => ["[%r1]", "[%l9]", "16", "[%r1]"].map(String::from).to_vec(),
        O::Cp => ["[%r1]", "[%l9]", "16", "16"].map(String::from).to_vec(),
        O::Tex | O::Tld4 | O::Suld | O::Sust => {
            let place = if layers_or_more(mods) { "[%l1, {%r1, %r2, %r3, %r3}]" } else { "[%l1, {%r1}]" };
            let data =
                if matches!(form.op, O::Tex | O::Tld4) { "{%r0, %r0, %r0, %r0}".into() } else { vector(0) };
            if form.op == O::Sust { vec![place.into(), data] } else { vec![data, place.into()] }
        }
        O::Cvt if has(Mod::Pack) => ["%r0", "%r1", "%r2", "%r3"].map(String::from).to_vec(),
        O::Cvt if is_pair(first) && !is_pair(last) => list(&[first, last, last]),
        O::Cvt => list(&[first, last]),
        O::Bra => vec!["L".into()],
        O::Brx => vec!["%r1".into(), "targets".into()],
        O::Call => vec!["(), f, ()".into()],
        O::Nanosleep => vec!["%r1".into()],
        O::Mma if first == T::F64 => {
            fragments(mods).map(|n| format!("{{{}}}", vec!["%l1"; n].join(", "))).to_vec()
        }
        O::Mma => product_registers(mods, types)
            .iter()
            .enumerate()
            .map(|(n, &count)| format!("{{{}}}", vec![register(T::B32, n); count].join(", ")))
            .collect(),
        O::Ldmatrix | O::Stmatrix => {
            let count = [(Mod::X2, 2), (Mod::X4, 4)].iter().find(|(m, _)| has(*m)).map_or(1, |v| v.1);
            let data = format!("{{{}}}", vec!["%r0"; count].join(", "));
            if form.op == O::Ldmatrix { vec![data, "[%l9]".into()] } else { vec!["[%l9]".into(), data] }
        }
        O::Wmma => fragment_operands(form, mods, types),
        O::Movmatrix => list(&[T::B32, T::B32]),
        O::Mbarrier => barrier_object_operands(mods),
        O::Mapa => list(&[first, first, T::U32]),
        O::Getctarank => list(&[T::U32, first]),
        _ => list(&vec![first; form.operands.0.min(4)]),
    };
    if matches!(form.op, O::Setp | O::Set) && logic {
        all.push("%p1".into());
    }
    let most = if form.op == O::Call { 1 } else { form.operands.1 };
    all.truncate(most);
    all
}

/// `wmma`: shapes with the types that they are tried with.
fn fragment_instances(form: &Form) -> Vec<Instance> {
    use Mod::*;
    let of = |mods: &[Mod], types: &[T]| Instance::new(form, [form.key, mods].concat(), types.to_vec());
    let mut all = Vec::new();
    for shape in [M16n16k16, M32n8k16, M8n32k16, M16n16k8, M8n8k4] {
        for layout in [Row, Col] {
            for space in [&[][..], &[Global], &[Shared]] {
                let mods = [&[Sync, Aligned, layout, shape], space].concat();
                all.extend(
                    form.types.iter().filter(|_| !form.key.contains(&Mod::Mma)).map(|&ty| of(&mods, &[ty])),
                );
            }
        }
        if form.key.contains(&Mod::Mma) {
            let mods = [Sync, Aligned, Row, Col, shape];
            for sum in [T::F16, T::F32] {
                all.push(of(&mods, &[sum, sum]));
            }
            all.push(of(&mods, &[T::F32, T::Bf16, T::Bf16, T::F32]));
            all.push(of(&mods, &[T::F32, T::Tf32, T::Tf32, T::F32]));
            for ty in [T::S8, T::U8] {
                all.push(of(&mods, &[T::S32, ty, ty, T::S32]));
            }
            all.push(of(&mods, &[T::F64, T::F64, T::F64, T::F64]));
        }
    }
    all
}

/// Fragments with as many registers as any.
fn fragment_operands(form: &Form, mods: &[Mod], types: &[T]) -> Vec<String> {
    let fragment = |register: &str| format!("{{{}}}", [register; 8].join(", "));
    if form.key.contains(&Mod::Mma) {
        let wide = types.first() == Some(&T::F64);
        return (0..4).map(|n| fragment(&if wide { format!("%l{n}") } else { format!("%r{n}") })).collect();
    }
    let (data, place) = (fragment("%r0"), if mods.contains(&Mod::Shared) { "[%r1]" } else { "[%l9]" });
    if form.key.contains(&Mod::Store) {
        vec![place.into(), data, "%r1".into()]
    } else {
        vec![data, place.into(), "%r1".into()]
    }
}

fn barrier_object_operands(mods: &[Mod]) -> Vec<String> {
    let has = |m: Mod| mods.contains(&m);
    let texts: &[&str] = if has(Mod::PendingCount) {
        &["%r0", "%l1"]
    } else if has(Mod::Parity) {
        &["%p0", "[%l9]", "%r1"]
    } else if has(Mod::TestWait) || has(Mod::TryWait) {
        &["%p0", "[%l9]", "%l1"]
    } else if has(Mod::Arrive) || has(Mod::ArriveDrop) {
        &["%l0", "[%l9]", "%r1"]
    } else {
        &["[%l9]", "%r1"]
    };
    texts.iter().map(|text| text.to_string()).collect()
}

/// Products of matrices of narrow types: modifiers, and the types of `d`, `a`, `b` and `c`. Some are not executed.
pub(crate) fn products() -> Vec<(Vec<Mod>, [T; 4])> {
    use Mod::*;
    let mut all = Vec::new();
    let mut add = |shapes: &[Mod], more: &[Mod], types: [T; 4]| {
        for &shape in shapes {
            all.push(([&[Aligned, shape, Row, Col], more].concat(), types));
        }
    };
    for sum in [T::F16, T::F32] {
        add(&[M8n8k4, M16n8k8, M16n8k16], &[], [sum, T::F16, T::F16, sum]);
        for a in [T::E4m3, T::E5m2] {
            for b in [T::E4m3, T::E5m2] {
                add(&[M16n8k16, M16n8k32], &[], [sum, a, b, sum]);
            }
        }
    }
    add(&[M16n8k8, M16n8k16], &[], [T::F32, T::Bf16, T::Bf16, T::F32]);
    add(&[M16n8k4, M16n8k8], &[], [T::F32, T::Tf32, T::Tf32, T::F32]);
    add(&[M16n8k16, M16n8k32], &[Sp], [T::F32, T::F16, T::F16, T::F32]);
    let bytes = [T::U8, T::S8].map(|ty| (ty, [T::U8, T::S8], [M8n8k16, M16n8k16, M16n8k32]));
    let nibbles = [T::U4, T::S4].map(|ty| (ty, [T::U4, T::S4], [M8n8k32, M16n8k32, M16n8k64]));
    for (a, others, shapes) in bytes.into_iter().chain(nibbles) {
        for b in others {
            add(&shapes, &[], [T::S32, a, b, T::S32]);
            add(&shapes, &[Satfinite], [T::S32, a, b, T::S32]);
        }
    }
    for op in [Xor, And] {
        add(&[M8n8k128, M16n8k128, M16n8k256], &[op, Popc], [T::S32, T::B1, T::B1, T::S32]);
    }
    all
}

/// Registers that a lane has of each matrix of a product of narrow types: of the result, the factors and the summand.
pub(crate) fn product_registers(mods: &[Mod], types: &[T]) -> [usize; 4] {
    let shape = mods.iter().map(|m| m.name()).find(|name| name.starts_with('m') && name.contains('k'));
    let numbers: Vec<usize> = shape
        .unwrap_or("m16n8k16")
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect();
    let [rows, columns, depth] = numbers[..] else { panic!("{shape:?}") };
    let bits = |ty: T| match ty {
        T::B1 => 1,
        T::U4 | T::S4 => 4,
        T::Tf32 => 32,
        other => other.bits() as usize,
    };
    let registers = |elements: usize, ty: T| (elements * bits(ty)).div_ceil(32 * 32);
    let of = |n: usize| types.get(n).copied().unwrap_or(T::F32);
    [
        registers(rows * columns, of(0)),
        registers(rows * depth, of(1)),
        registers(depth * columns, of(2)),
        registers(rows * columns, of(3)),
    ]
}

/// Scalar video instructions.
pub(crate) fn is_video(op: Opcode) -> bool {
    use Opcode::*;
    matches!(op, Vadd | Vsub | Vabsdiff | Vmin | Vmax | Vshl | Vshr | Vmad | Vset)
}

/// Video instructions with all types and modifiers, with whole registers and with parts of them.
fn video_instances(form: &Form) -> Vec<Instance> {
    use Mod::*;
    let kinds: [&[Mod]; 4] = match form.op {
        Opcode::Vset => [&[Eq, Ne, Lt, Le, Gt, Ge], &[], &[], &[Add, Min, Max]],
        Opcode::Vshl | Opcode::Vshr => [&[Wrap, Clamp], &[Sat], &[], &[Add, Min, Max]],
        Opcode::Vmad => [&[], &[Sat], &[Po], &[Shr7, Shr15]],
        _ => [&[], &[Sat], &[], &[Add, Min, Max]],
    };
    // What must be there has no empty alternative.
    let needed = usize::from(!kinds[0].is_empty());
    let mut choices = vec![vec![]];
    for (n, kind) in kinds.iter().enumerate() {
        let more =
            choices.iter().flat_map(|mods: &Vec<Mod>| kind.iter().map(|&m| [&mods[..], &[m]].concat()));
        let more: Vec<_> = more.collect();
        if n < needed {
            choices = more;
        } else {
            choices.extend(more);
        }
    }
    let count = form.type_count.0;
    let types = (0..1u32 << count)
        .map(|bits| (0..count).map(|n| if bits >> n & 1 == 0 { T::U32 } else { T::S32 }).collect::<Vec<_>>());
    let types: Vec<_> =
        types.filter(|t| !matches!(form.op, Opcode::Vshl | Opcode::Vshr) || t[2] == T::U32).collect();
    let mut all = Vec::new();
    for mods in &choices {
        let second = mods.iter().any(|m| matches!(m, Add | Min | Max));
        for types in &types {
            let mut add = |operands: &str| {
                let text = format!("{} {operands};", mnemonic(form, mods, types));
                all.push(Instance { mods: mods.clone(), types: types.clone(), text });
            };
            if form.op == Opcode::Vmad {
                add("%r0, %r1, %r2, %r3");
                add("%r0, %r1.b1, %r2.h1, %r3");
            } else if second {
                add("%r0, %r1, %r2, %r3");
                add("%r0, %r1.h0, %r2.b3, %r3");
            } else {
                add("%r0, %r1, %r2");
                add("%r0, %r1.b2, %r2.h1");
                add("%r0.h1, %r1, %r2.b0, %r3");
                add("%r0.b2, %r1.h1, %r2, %r3");
            }
        }
    }
    all
}

/// All combinations of the key with at most two other modifiers, for all types.
pub(crate) fn instances(form: &Form) -> Vec<Instance> {
    if form.op == Opcode::Mma && !form.types.contains(&T::F64) {
        let instance = |(mods, types): (Vec<Mod>, [T; 4])| {
            Instance::new(form, [form.key, &mods].concat(), types.to_vec())
        };
        return products().into_iter().map(instance).collect();
    }
    if form.op == Opcode::Wmma {
        return fragment_instances(form);
    }
    if is_video(form.op) {
        return video_instances(form);
    }
    let moves = matches!(form.op, Opcode::Ldmatrix | Opcode::Stmatrix);
    let mut choices = vec![form.key.to_vec()];
    for (n, group) in form.groups.iter().enumerate() {
        for &m in *group {
            choices.push([form.key, &[m]].concat());
            for other in form.groups[n + 1..].iter().flat_map(|g| g.iter()) {
                choices.push([form.key, &[m, *other]].concat());
                // Shape and number are needed.
                if moves && m != Mod::M8n8 && *other != Mod::M8n8 {
                    choices.push([form.key, &[m, *other, Mod::M8n8]].concat());
                }
            }
        }
    }
    let types: Vec<Vec<T>> = match form.type_count {
        _ if form.key == [Mod::Pack] => form.types.iter().map(|&t| vec![t, T::S32]).collect(),
        (_, 0) => vec![vec![]],
        (1, _) => form.types.iter().map(|&t| vec![t]).collect(),
        (_, 2) => form.types.iter().flat_map(|&t| form.types.iter().map(move |&u| vec![t, u])).collect(),
        (least, _) => form.types.iter().map(|&t| vec![t; least.max(1)]).collect(),
    };
    let all = choices.iter().flat_map(|mods| types.iter().map(move |types| (mods.clone(), types.clone())));
    all.map(|(mods, types)| Instance::new(form, mods, types)).collect()
}

/// The mnemonics that trap.
pub(crate) fn trapping(d: &Device, form: &Form, instances: &[Instance]) -> HashSet<String> {
    let mut body = String::new();
    for instance in instances {
        body.push_str(&instance.text);
        body.push('\n');
    }
    let table = if form.op == Opcode::Brx { "targets: .branchtargets L;" } else { "" };
    let source = format!(
        "{HEADER}.func f() {{ ret; }}\n.visible .entry k() {{ {REGISTERS} {table}\n{body} L: ret; }}"
    );
    d.load(&source).kernel("k").unwrap().unsupported().into_iter().collect()
}

/// Opcodes whose result depends on their sources alone.
pub(crate) fn is_arithmetic(op: Opcode) -> bool {
    use Opcode::*;
    matches!(
        op,
        Abs | Add
            | And
            | Bfe
            | Bfi
            | Bfind
            | Bmsk
            | Brev
            | Clz
            | Cnot
            | Copysign
            | Cos
            | Cvt
            | Div
            | Dp2a
            | Dp4a
            | Ex2
            | Fma
            | Fns
            | Lg2
            | Lop3
            | Mad
            | Mad24
            | Match
            | Max
            | Min
            | Mul
            | Mul24
            | Neg
            | Not
            | Or
            | Popc
            | Prmt
            | Rcp
            | Redux
            | Rem
            | Rsqrt
            | Sad
            | Selp
            | Set
            | Setp
            | Shf
            | Shfl
            | Shl
            | Shr
            | Sin
            | Slct
            | Sqrt
            | Sub
            | Szext
            | Tanh
            | Testp
            | Vabsdiff
            | Vadd
            | Vmad
            | Vmax
            | Vmin
            | Vote
            | Vset
            | Vshl
            | Vshr
            | Vsub
            | Xor
    )
}

/// Random values and edges for the sources. An edge is one in each of its low 16, low 32 and all 64 bits.
pub(crate) fn inputs(lanes: usize) -> Vec<[u64; 3]> {
    seeded_inputs(0, lanes)
}

pub(crate) fn seeded_inputs(seed: u64, lanes: usize) -> Vec<[u64; 3]> {
    const EDGES: [u64; 24] = [
        0,
        1,
        5,
        31,
        32,
        64,
        0x7fff_ffff_7fff_ffff,
        0x8000_0000_8000_0000,
        0x8000_0000_8000_8000,
        u64::MAX,
        0x7f80_0000_3c00_3c00,
        0x3ff8_0000_3fc0_0000,
        // Infinities, NaNs, the greatest number, -1, the least normal one, subnormals.
        0x7ff0_0000_7f80_7c00,
        0xfff0_0000_ff80_0000,
        0x7ff0_0000_7f80_0000,
        0x7ff8_0000_7fc0_7e00,
        0xfff0_0001_ff80_fc01,
        0x7fef_ffff_7f7f_7bff,
        0xbff0_0000_bf80_bc00,
        0x0010_0000_0080_0400,
        0x800f_ffff_807f_83ff,
        0x8000_0001_8000_0001,
        0x4330_0000_4b00_0000,
        0xc1e0_0000_cf00_0000,
    ];
    let mut x = 0x1234_5678_9abc_def1u64 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        if x & 3 == 0 { EDGES[(x >> 8) as usize % EDGES.len()] } else { x.rotate_left(29) }
    };
    (0..lanes).map(|_| [next(), next(), next()]).collect()
}

/// Threads of the comparison; the last warp is not full.
pub(crate) const THREADS: u32 = 80;

/// A kernel that stores the result of each instruction for each thread, in order.
pub(crate) fn comparison(instances: &[&Instance]) -> String {
    let mut body = String::new();
    for instance in instances {
        // The destination of an instruction is its first operand.
        let first = instance.text.split(' ').nth(1).unwrap_or_default().trim_matches([',', ';']);
        let first = first.split(['|', '.']).next().unwrap_or_default();
        let widen = match first.as_bytes().get(1) {
            Some(b'h') => format!("cvt.u64.u16 %out, {first};"),
            Some(b'r') => format!("cvt.u64.u32 %out, {first};"),
            Some(b'p') => format!("selp.u64 %out, 1, 0, {first};"),
            _ => format!("mov.u64 %out, {first};"),
        };
        let _ = writeln!(
            body,
            "{} {widen} st.global.u64 [%l9], %out; add.u64 %l9, %l9, {};",
            instance.text,
            THREADS * 8
        );
    }
    format!(
        "{HEADER}.visible .entry k(.param .u64 in, .param .u64 to) {{ {REGISTERS} .reg .b32 %t; .reg .b64 %in, %to;
        ld.param.u64 %in, [in]; ld.param.u64 %to, [to]; mov.u32 %t, %tid.x;
        mad.wide.u32 %l9, %t, 24, %in; ld.global.u64 %l1, [%l9]; ld.global.u64 %l2, [%l9+8]; ld.global.u64 %l3, [%l9+16];
        cvt.u32.u64 %r1, %l1; cvt.u32.u64 %r2, %l2; cvt.u32.u64 %r3, %l3;
        cvt.u16.u64 %h1, %l1; cvt.u16.u64 %h2, %l2; cvt.u16.u64 %h3, %l3;
        setp.lt.u64 %p1, %l1, %l2; setp.lt.u64 %p2, %l2, %l3; setp.lt.u64 %p3, %l3, %l1;
        mov.u64 %l0, 0; mov.u32 %r0, 0; mov.u16 %h0, 0; setp.ne.u32 %p0, 0, 0;
        mad.wide.u32 %l9, %t, 8, %to;
        {body} ret; }}"
    )
}
