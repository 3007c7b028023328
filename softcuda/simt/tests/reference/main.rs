//! Every form of the instruction table that is executed, against what the PTX manual says of it in plain Rust, one thread at a time.
//!
//! Instances are made from the table; the reference knows which of them the manual has. A form that is executed and has neither a
//! reference nor a test of its own ([`ELSEWHERE`]) fails.

#![allow(clippy::unwrap_used, reason = "test code")]

mod bulk;
#[path = "../common/mod.rs"]
mod common;
mod convert;
mod effects;
mod float;
mod integer;
mod matrix;
mod video;
mod warp;

use std::collections::BTreeMap;

use common::Device;
use common::forms::{
    Instance, THREADS, comparison, instances, is_arithmetic, mnemonic, seeded_inputs, trapping,
};
use softcuda_ptx::{FORMS, Form, Mod, Opcode, ScalarType, TypeKind};
use softcuda_simt::{EngineConfig, Level};

/// What an instruction gives a thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Want {
    /// These bits.
    Bits(u64),
    /// A NaN of the type, with whatever payload.
    Nan(ScalarType),
    /// A number of the type, this one or near it.
    Near { ty: ScalarType, value: f64, relative: f64, absolute: f64 },
    /// What the manual leaves open.
    Open,
}

impl Want {
    fn accepts(self, got: u64) -> bool {
        match self {
            Want::Bits(bits) => got == bits,
            Want::Nan(ty) => float::decode(ty, got).is_nan(),
            Want::Near { ty, value, relative, absolute } => {
                let got = float::decode(ty, got);
                (got.is_nan() && value.is_nan())
                    || got == value
                    || (got - value).abs() <= (value.abs() * relative).max(absolute)
            }
            Want::Open => true,
        }
    }
}

/// An instruction without its operands.
pub(crate) struct Case<'a> {
    pub(crate) op: Opcode,
    pub(crate) mods: &'a [Mod],
    pub(crate) types: &'a [ScalarType],
    /// The instruction with its operands.
    pub(crate) text: &'a str,
}

impl Case<'_> {
    pub(crate) fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    /// The modifier among these, if there is one and all others are among `also`.
    pub(crate) fn only(&self, of: &[Mod], also: &[Mod]) -> Option<Option<Mod>> {
        let rest = self.mods.iter().all(|m| of.contains(m) || also.contains(m));
        rest.then(|| self.mods.iter().copied().find(|m| of.contains(m)))
    }

    /// No modifiers but these.
    pub(crate) fn at_most(&self, also: &[Mod]) -> Option<()> {
        self.mods.iter().all(|m| also.contains(m)).then_some(())
    }
}

pub(crate) fn kind(ty: ScalarType) -> TypeKind {
    ty.kind()
}

/// What a thread gets whose operands have these values; none if the manual has no such instruction.
fn reference(case: &Case, args: &[u64]) -> Option<Want> {
    use Opcode::*;
    match case.op {
        Cvt => convert::cvt(case, args),
        Setp | Set | Selp | Slct => integer::choose(case, args),
        And | Or | Xor | Not | Cnot | Shl | Shr | Shf | Lop3 | Prmt | Bfe | Bfi | Bfind | Bmsk | Szext
        | Brev | Popc | Clz | Fns | Dp4a | Dp2a | Mul24 | Mad24 | Sad | Rem => integer::bits(case, args),
        Testp | Copysign | Rcp | Sqrt | Rsqrt | Sin | Cos | Lg2 | Ex2 | Tanh => float::math(case, args),
        op if common::forms::is_video(op) => video::scalar(case, args),
        _ if case.types.first().is_some_and(|&t| kind(t) == TypeKind::Float) => float::arithmetic(case, args),
        _ => integer::arithmetic(case, args),
    }
}

/// Values of an instance's source operands in a thread with these inputs.
fn arguments(instance: &Instance, input: &[u64; 3]) -> Vec<u64> {
    let (_, operands) = instance.text.split_once(' ').unwrap();
    let operands = operands.trim_end_matches(';').split(", ").skip(1);
    let value = |text: &str| {
        let Some(register) = text.strip_prefix('%') else {
            return match text.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16).unwrap(),
                None => text.parse::<i64>().unwrap() as u64,
            };
        };
        // A part of a register is the reference's own business.
        let (register, _) = register.split_once('.').unwrap_or((register, ""));
        let number: usize = register[1..].parse().unwrap();
        let source = input[number - 1];
        match register.as_bytes()[0] {
            b'h' => source & 0xffff,
            b'r' => source & 0xffff_ffff,
            b'p' => u64::from(input[number - 1] < input[number % 3]),
            _ => source,
        }
    };
    operands.map(value).collect()
}

/// Executed forms whose effect is no function of their operands, and the test that is about them.
const ELSEWHERE: &[(&[Opcode], &str)] = {
    use Opcode::*;
    &[
        (&[Addc, Subc, Madc], "carries"),
        (&[Tex, Tld4], "texels_are_found_in_every_geometry"),
        (&[Suld, Sust], "surfaces_are_read_and_written"),
        (&[Mov, Ld, Ldu, St], "every_kind_of_load_and_store"),
        (&[Cvta, Isspacep, Mapa, Getctarank], "windows_of_generic_addresses"),
        (&[Atom, Red], "atomics_of_every_kind"),
        (&[Mma], "products_of_doubles"),
        (&[Mma], "products_of_narrow_types"),
        (&[Wmma], "fragments_are_loaded_multiplied_and_stored"),
        (&[Ldmatrix, Stmatrix, Movmatrix], "matrices_move_between_memory_and_registers"),
        (&[Mbarrier], "barrier_objects_have_phases"),
        (&[Bra, Brx, Call, Ret, Exit, Trap, Brkpt, Nanosleep], "control_flow"),
        (&[Bar, Barrier, Activemask, Elect], "barriers_and_masks"),
        (
            &[
                Prefetch,
                Prefetchu,
                Discard,
                Applypriority,
                Createpolicy,
                Griddepcontrol,
                Setmaxnreg,
                Pmevent,
                Tensormap,
                Membar,
                Fence,
                Cp,
            ],
            "what_changes_nothing_in_a_thread",
        ),
    ]
};

/// Compares the instances that the reference knows, and says how many there are.
fn check(devices: &[Device], form: &Form, seed: u64, wrong: &mut BTreeMap<String, String>) -> usize {
    let values = seeded_inputs(seed, THREADS as usize);
    let all = instances(form);
    let traps = trapping(&devices[0], form, &all);
    let known = |i: &&Instance| {
        let case = Case { op: form.op, mods: &i.mods, types: &i.types, text: &i.text };
        !i.mods.contains(&Mod::Cc)
            && !traps.contains(i.mnemonic())
            && (warp::is_across(form.op) || reference(&case, &arguments(i, &values[0])).is_some())
    };
    let chosen: Vec<_> = all.iter().filter(known).collect();
    for part in chosen.chunks(400) {
        let source = comparison(part);
        for d in devices {
            let m = d.load(&source);
            let (from, to) = (d.buffer(&values), d.buffer(&vec![0u64; part.len() * THREADS as usize]));
            d.run(&m, "k", 1, THREADS, &[&from, &to]);
            let results = to.read();
            for (n, instance) in part.iter().enumerate() {
                let got = &results[n * THREADS as usize..][..THREADS as usize];
                let case =
                    Case { op: form.op, mods: &instance.mods, types: &instance.types, text: &instance.text };
                let args: Vec<_> = values.iter().map(|input| arguments(instance, input)).collect();
                for (thread, &got) in got.iter().enumerate() {
                    let want = if warp::is_across(form.op) {
                        warp::across(&case, &args, thread)
                    } else {
                        reference(&case, &args[thread])
                    };
                    let want = want.unwrap();
                    if !want.accepts(got) {
                        wrong
                            .entry(instance.text.clone())
                            .or_insert_with(|| format!("{:#x?} gave {got:#x}, not {want:x?}", args[thread]));
                    }
                }
            }
            d.space.free(from.address).unwrap();
            d.space.free(to.address).unwrap();
        }
    }
    chosen.len()
}

#[test]
fn every_form_does_what_the_manual_says() {
    let single = |convoys| EngineConfig { workers: 1, convoys, ..EngineConfig::default() };
    let devices = [
        Device::with_config(single(true), Level::Baseline),
        Device::with_config(single(true), Level::Avx2),
        Device::with_config(single(true), Level::Avx512),
        Device::with_config(single(false), Level::detect()),
    ];
    let (mut wrong, mut missing, mut compared) = (BTreeMap::new(), Vec::new(), 0);
    for form in FORMS {
        let elsewhere = ELSEWHERE.iter().any(|(ops, _)| ops.contains(&form.op));
        let all = instances(form);
        let traps = trapping(&devices[0], form, &all);
        let executed = all.iter().any(|i| !traps.contains(i.mnemonic()));
        if !executed || elsewhere {
            continue;
        }
        let mut count = 0;
        for seed in 1..=2 {
            if is_arithmetic(form.op) {
                count += check(&devices, form, seed, &mut wrong);
            }
        }
        compared += count;
        if count == 0 {
            missing.push(mnemonic(form, form.key, &[]));
        }
    }
    assert!(missing.is_empty(), "executed without a reference: {missing:?}");
    let lines: Vec<_> = wrong.iter().map(|(text, what)| format!("{text} {what}")).collect();
    assert!(wrong.is_empty(), "{} of {compared} instances:\n{}", wrong.len(), lines.join("\n"));
    assert!(compared > 1500, "only {compared} instances");
}

/// The tests that [`ELSEWHERE`] names exist.
#[test]
fn tests_elsewhere_exist() {
    let text = [
        include_str!("../instructions.rs"),
        include_str!("../textures.rs"),
        include_str!("effects.rs"),
        include_str!("matrix.rs"),
    ]
    .concat();
    for (ops, test) in ELSEWHERE {
        assert!(text.contains(&format!("fn {test}()")), "{ops:?} say that the test {test} is theirs");
    }
}
