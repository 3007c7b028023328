//! How single instructions are taken apart.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use softcuda_ptx::{
    Address, AddressBase, Instr, Mod, Module, ModuleIndex, Opcode, Operand, RegId, ScalarType, Space,
    SpecialReg, Symbol,
};

/// The instructions of a body in which `a`, `b`, `c` are the registers 0, 1, 2 and `p`, `q` are 3 and 4.
fn parse(text: &str) -> (ModuleIndex, Vec<Instr>) {
    let head =
        ".reg .b32 a, b, c; .reg .pred p, q; mov.b32 a, a; mov.b32 b, b; mov.b32 c, c; @p ret; @q ret;";
    let src = format!(".version 9.0\n.global .b8 g[8];\n.func f(.param .b32 x) {{ {head}\n{text}\n}}");
    let module = Module::index(src.as_bytes()).unwrap();
    let body =
        module.parse_body(module.find_function("f").unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    let instrs = body.instrs[5..].to_vec();
    (module, instrs)
}

fn one(text: &str) -> Instr {
    let (_, mut instrs) = parse(text);
    assert_eq!(instrs.len(), 1, "{text}");
    instrs.remove(0)
}

const A: Operand = Operand::Reg(RegId(0));
const B: Operand = Operand::Reg(RegId(1));
const P: RegId = RegId(3);
const Q: RegId = RegId(4);

fn int(value: i64) -> Operand {
    Operand::Imm { bits: value as u64, negative: value < 0 }
}

fn at(base: AddressBase, offset: i64) -> Operand {
    Operand::Address(Address { base, offset })
}

#[track_caller]
fn operand(text: &str, wanted: Operand) {
    assert_eq!(one(&format!("mov.b32 a, {text};")).operands, [A, wanted], "for {text}");
}

#[test]
fn constants() {
    operand("0", int(0));
    operand("-1", int(-1));
    operand("0xFFFFFFFFFFFFFFFF", Operand::Imm { bits: u64::MAX, negative: false });
    operand("18446744073709551615U", Operand::Imm { bits: u64::MAX, negative: false });
    operand("0x7fU", int(0x7f));
    operand("017", int(15));
    operand("0b101", int(5));
    operand("~0", int(-1));
    operand("!5", int(0));
    operand("(1 + 2) * 3 - 10 / 4 % 2", int(9));
    operand("1 << 4 | 3", int(19));
    operand("-9223372036854775808", int(i64::MIN));
    operand("0f3f800000", Operand::F32(0x3f80_0000));
    operand("0F7FC00000", Operand::F32(0x7fc0_0000));
    operand("0d3ff0000000000000", Operand::F64(0x3ff0_0000_0000_0000));
    operand("1.5", Operand::F64(1.5f64.to_bits()));
    operand("-2.5e-3", Operand::F64((-2.5e-3f64).to_bits()));
    operand("1e+3", Operand::F64(1000f64.to_bits()));
    operand("WARP_SZ", int(32));
}

#[test]
fn names_and_addresses() {
    operand("%tid.x", Operand::Special(SpecialReg::TidX));
    operand("%lanemask_lt", Operand::Special(SpecialReg::LanemaskLt));
    operand("_", Operand::Sink);
    operand("!p", Operand::Not(P));
    operand("p|q", Operand::Pair(Some(P), Some(Q)));
    operand("_|q", Operand::Pair(None, Some(Q)));
    operand("{a, _, -1}", Operand::Vector(vec![A, Operand::Sink, int(-1)]));
    operand("[b]", at(AddressBase::Reg(RegId(1)), 0));
    operand("[b+-8]", at(AddressBase::Reg(RegId(1)), -8));
    operand("[ b - 8 + 0x10 ]", at(AddressBase::Reg(RegId(1)), 8));
    operand("[x+4]", at(AddressBase::Symbol(Symbol::Param(0)), 4));
    operand("[64]", at(AddressBase::Absolute, 64));
    operand("x", Operand::Symbol { symbol: Symbol::Param(0), offset: 0 });
    operand(
        "[b, {a, 1}]",
        Operand::AddressList(vec![at(AddressBase::Reg(RegId(1)), 0), Operand::Vector(vec![A, int(1)])]),
    );
}

#[track_caller]
fn shape(text: &str, op: Opcode, mods: &[Mod], types: &[ScalarType]) {
    let instr = one(text);
    assert_eq!(
        (instr.op, &*instr.mods, &*instr.types, instr.lowering.err()),
        (op, mods, types, None),
        "for {text}"
    );
}

#[test]
fn mnemonics() {
    use ScalarType::*;
    shape("cvt.rni.ftz.s32.f32 a, b;", Opcode::Cvt, &[Mod::Rni, Mod::Ftz], &[S32, F32]);
    shape(
        "ld.volatile.shared::cta.v2.f32 {a, b}, [c];",
        Opcode::Ld,
        &[Mod::Volatile, Mod::SharedCta, Mod::V2],
        &[F32],
    );
    shape("ld .global\t.u8 a, [b];", Opcode::Ld, &[Mod::Global], &[U8]);
    shape("setp.ne.or.u32 p, a, b, !q;", Opcode::Setp, &[Mod::Ne, Mod::Or], &[U32]);
    shape(
        "atom.acq_rel.sys.shared.cas.b64 a, [b], a, b;",
        Opcode::Atom,
        &[Mod::AcqRel, Mod::Sys, Mod::Shared, Mod::Cas],
        &[B64],
    );
    shape("cvta.to.global.u64 a, b;", Opcode::Cvta, &[Mod::To, Mod::Global], &[U64]);
    shape("ret.uni;", Opcode::Ret, &[Mod::Uni], &[]);
    shape("min.xorsign.abs.f16x2 a, b, b;", Opcode::Min, &[Mod::Xorsign, Mod::Abs], &[F16x2]);
    shape(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {a}, {a}, {a}, {a};",
        Opcode::Mma,
        &[Mod::Sync, Mod::Aligned, Mod::M16n8k16, Mod::Row, Mod::Col],
        &[F32, F16, F16, F32],
    );
}

#[test]
fn accessors() {
    let load = one("ld.relaxed.gpu.shared::cluster.v4.b32 {a, a, a, a}, [b];");
    assert_eq!(
        (load.space(), load.vector(), load.ty()),
        (Some(Space::SharedCluster), 4, Some(ScalarType::B32))
    );
    assert!(load.has(Mod::Relaxed) && !load.has(Mod::Volatile));
    assert_eq!(load.mods.one_of(&[Mod::Cta, Mod::Gpu, Mod::Sys]), Some(Mod::Gpu));
    let plain = one("ld.b32 a, [b];");
    assert_eq!((plain.space(), plain.vector()), (None, 1));
    let guarded = one("@!q exit;").pred.unwrap();
    assert_eq!((guarded.reg, guarded.negated), (Q, true));
}

#[track_caller]
fn constant(text: &str, ty: ScalarType, bits: u64) {
    assert_eq!(
        one(&format!("mov.b32 a, {text};")).operands[1].constant_as(ty),
        Some(bits),
        "for {text} as {ty}"
    );
}

#[test]
fn constants_as_types() {
    constant("-1", ScalarType::U32, 0xffff_ffff);
    constant("-1", ScalarType::S64, u64::MAX);
    constant("0x12345", ScalarType::B16, 0x2345);
    constant("3", ScalarType::Pred, 1);
    constant("1.5", ScalarType::F32, 0x3fc0_0000);
    constant("1.5", ScalarType::F64, 1.5f64.to_bits());
    constant("0f3f800000", ScalarType::F64, 1f64.to_bits());
    constant("0f3f800000", ScalarType::B32, 0x3f80_0000);
    assert_eq!(A.constant_as(ScalarType::B32), None);
}

#[track_caller]
fn call(text: &str, returns: usize, arguments: usize, operands: usize) {
    let instr = one(text);
    let lengths = |o: &Operand| match o {
        Operand::List(list) => list.len(),
        other => panic!("{other:?} is no list"),
    };
    let found = (lengths(&instr.operands[0]), lengths(&instr.operands[2]), instr.operands.len());
    assert_eq!((found, instr.lowering.err()), ((returns, arguments, operands), None), "for {text}");
}

#[test]
fn calls_have_one_form() {
    call("call f;", 0, 0, 3);
    call("call f, ();", 0, 0, 3);
    call("call f, (a, b);", 0, 2, 3);
    call("call.uni (a), f, (b);", 1, 1, 3);
    call("call (), f, (b);", 0, 1, 3);
    call("{ t: .callprototype _ (); call a, t; }", 0, 0, 4);
    call("{ t: .calltargets f; call (b), a, (c), t; }", 1, 1, 4);
}

#[test]
fn spans_and_text() {
    let (module, instrs) = parse("add.s32 a, b, b;\n  @p ld.global\t.u32 b, [c];");
    let [add, load] = instrs.as_slice() else { panic!("{instrs:?}") };
    assert_eq!(module.text(add.span), "add.s32 a, b, b;");
    assert_eq!(module.text(load.span), "@p ld.global\t.u32 b, [c];");
    assert_eq!(module.text(load.mnemonic), "ld.global\t.u32");
    assert_eq!((module.line_column(add.span), module.line_column(load.span)), ((4, 1), (5, 3)));
    let body = module.parse_body(module.find_function("f").unwrap()).unwrap();
    assert_eq!(module.print_instr(&body, load), "@p ld.global.u32 b, [c];");
    assert_eq!(add.operands, [A, B, B]);
}
