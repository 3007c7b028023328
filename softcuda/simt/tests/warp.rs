//! Reductions, matches, atomics and calls of a warp against plain Rust, on every instruction-set level, with all lanes and with some.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use common::Device;
use softcuda_simt::Level;

const LEVELS: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];
const HEADER: &str = ".version 8.4\n.target sm_90\n.address_size 64\n";

/// Runs `body` for the lanes of `members`: `%v` is the lane's value, `%m` the members; returns each lane's `%d`.
fn run(level: Level, body: &str, members: u32, values: &[u32; 32]) -> Vec<u32> {
    let d = Device::with(1, level);
    let m = d.load(&format!(
        "{HEADER}.visible .entry k(.param .u64 in, .param .u64 out, .param .u32 members) {{
            .reg .b64 %in, %out, %w; .reg .b32 %t, %v, %d, %m, %b; .reg .pred %p, %q;
            ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u32 %m, [members]; mov.u32 %t, %tid.x;
            mad.wide.u32 %in, %t, 4, %in; mad.wide.u32 %out, %t, 4, %out; ld.global.u32 %v, [%in]; mov.u32 %d, 0;
            shr.u32 %b, %m, %t; and.b32 %b, %b, 1; setp.eq.u32 %p, %b, 0; @%p bra L;
            {body}
            L: st.global.u32 [%out], %d; ret; }}"
    ));
    let (from, to) = (d.buffer(values), d.buffer(&[0u32; 32]));
    d.run(&m, "k", 1, 32, &[&from, &to, &members]);
    to.read()
}

fn values() -> [u32; 32] {
    std::array::from_fn(|lane| (lane as u32 % 7).wrapping_mul(0x9e37_79b9) ^ (lane as u32 & 1) << 31)
}

fn lanes(members: u32) -> impl Iterator<Item = usize> + Clone {
    (0..32).filter(move |lane| members >> lane & 1 != 0)
}

const MEMBERS: [u32; 4] = [u32::MAX, 0x0000_ffff, 0x8421_1248, 1];

#[test]
fn redux() {
    type Fold = fn(u32, u32) -> u32;
    let operations: [(&str, Fold); 9] = [
        ("add.u32", |a, b| a.wrapping_add(b)),
        ("add.s32", |a, b| a.wrapping_add(b)),
        ("min.u32", u32::min),
        ("max.u32", u32::max),
        ("min.s32", |a, b| (a as i32).min(b as i32) as u32),
        ("max.s32", |a, b| (a as i32).max(b as i32) as u32),
        ("and.b32", |a, b| a & b),
        ("or.b32", |a, b| a | b),
        ("xor.b32", |a, b| a ^ b),
    ];
    let values = values();
    for (name, fold) in operations {
        for (level, members) in LEVELS.into_iter().flat_map(|l| MEMBERS.map(|m| (l, m))) {
            let want = lanes(members).map(|lane| values[lane]).reduce(fold).unwrap();
            let got = run(level, &format!("redux.sync.{name} %d, %v, %m;"), members, &values);
            for lane in lanes(members) {
                assert_eq!(got[lane], want, "{name} of {members:#x}, lane {lane}");
            }
        }
    }
}

#[test]
fn matches() {
    let values = values();
    for (level, members) in LEVELS.into_iter().flat_map(|l| MEMBERS.map(|m| (l, m))) {
        let like = |lane: usize| {
            lanes(members).filter(|&other| values[other] == values[lane]).fold(0u32, |mask, l| mask | 1 << l)
        };
        let narrow = run(level, "match.any.sync.b32 %d, %v, %m;", members, &values);
        let wide = run(level, "mov.b64 %w, {%v, %v}; match.any.sync.b64 %d, %w, %m;", members, &values);
        let all = run(level, "match.all.sync.b32 %d|%q, %v, %m; @%q add.u32 %d, %d, 1;", members, &values);
        for lane in lanes(members) {
            assert_eq!((narrow[lane], wide[lane]), (like(lane), like(lane)), "{members:#x}, lane {lane}");
            let equal = like(lane) == members;
            assert_eq!(
                all[lane],
                if equal { members.wrapping_add(1) } else { 0 },
                "{members:#x}, lane {lane}"
            );
        }
    }
}

/// Lanes that agree on a value are a tile; each tile's operations are its own.
#[test]
fn tiles_of_a_warp_are_operations_of_their_own() {
    let values = values();
    for (level, members) in LEVELS.into_iter().flat_map(|l| MEMBERS.map(|m| (l, m))) {
        let tile = |lane: usize| lanes(members).filter(move |&other| values[other] == values[lane]);
        let check = |body: &str, want: &dyn Fn(usize) -> u32| {
            let got = run(level, &format!("match.any.sync.b32 %b, %v, %m; {body}"), members, &values);
            for lane in lanes(members) {
                assert_eq!(got[lane], want(lane), "{body} {members:#x}, lane {lane}");
            }
        };
        check("redux.sync.add.u32 %d, %t, %b;", &|lane| tile(lane).map(|l| l as u32).sum());
        check("setp.gt.u32 %q, %t, 9; vote.sync.ballot.b32 %d, %q, %b;", &|lane| {
            tile(lane).filter(|&l| l > 9).fold(0, |mask, l| mask | 1 << l)
        });
        check("setp.gt.u32 %q, %t, 2; vote.sync.all.pred %q, %q, %b; selp.u32 %d, 1, 0, %q;", &|lane| {
            u32::from(tile(lane).all(|l| l > 2))
        });
        check("bar.warp.sync %b; mov.u32 %d, %b;", &|lane| tile(lane).fold(0, |mask, l| mask | 1 << l));
    }
}

/// Lanes that come to the operations of their tiles at different times, again and again, find the registers of their own turn.
#[test]
fn tiles_whose_lanes_come_at_different_times() {
    let values = values();
    let body = "
        .reg .b32 %k, %n, %x; .reg .pred %r;
        match.any.sync.b32 %b, %v, %m; mov.u32 %k, 0; mov.u32 %x, %t;
        TURN: mad.lo.u32 %n, %t, 7, %k; rem.u32 %n, %n, 5;
        WORK: setp.eq.u32 %q, %n, 0; @%q bra MEET;
        mad.lo.u32 %x, %x, 3, 1; sub.u32 %n, %n, 1; bra WORK;
        MEET: redux.sync.add.u32 %x, %x, %b; add.u32 %x, %x, %t;
        add.u32 %k, %k, 1; setp.lt.u32 %r, %k, 900; @%r bra TURN;
        mov.u32 %d, %x;";
    let mut want: Vec<u32> = (0..32).collect();
    for k in 0..900 {
        for (lane, x) in want.iter_mut().enumerate() {
            let times = (lane as u32 * 7 + k) % 5;
            *x = (0..times).fold(*x, |x, _| x.wrapping_mul(3).wrapping_add(1));
        }
        let sum = |lane: usize| {
            (0..32).filter(|&l| values[l] == values[lane]).fold(0u32, |sum, l| sum.wrapping_add(want[l]))
        };
        want = (0..32).map(|lane| sum(lane).wrapping_add(lane as u32)).collect();
    }
    for level in LEVELS {
        assert_eq!(run(level, body, u32::MAX, &values), want, "{level:?}");
    }
}

/// Every lane's atomic on one word: the final value is the fold of all in lane order, and what each lane saw the fold of those before.
#[test]
fn atomics() {
    type Fold = fn(u32, u32) -> u32;
    let operations: [(&str, Fold); 14] = [
        ("add.u32", |a, b| a.wrapping_add(b)),
        ("add.s32", |a, b| a.wrapping_add(b)),
        ("add.f32", |a, b| (f32::from_bits(a) + f32::from_bits(b)).to_bits()),
        ("min.u32", u32::min),
        ("max.u32", u32::max),
        ("min.s32", |a, b| (a as i32).min(b as i32) as u32),
        ("max.s32", |a, b| (a as i32).max(b as i32) as u32),
        ("and.b32", |a, b| a & b),
        ("or.b32", |a, b| a | b),
        ("xor.b32", |a, b| a ^ b),
        ("exch.b32", |_, b| b),
        ("inc.u32", |a, b| if a >= b { 0 } else { a + 1 }),
        ("dec.u32", |a, b| if a == 0 || a > b { b } else { a - 1 }),
        ("cas.b32", |a, b| if a == 5 { b } else { a }),
    ];
    let values: [u32; 32] = std::array::from_fn(|lane| (lane as f32 * 0.5 + 1.0).to_bits());
    let start = 5u32;
    for (name, fold) in operations {
        let more = if name.starts_with("cas") { "5, %v" } else { "%v" };
        for (level, space) in LEVELS.into_iter().flat_map(|l| ["global", "shared"].map(|s| (l, s))) {
            let d = Device::with(1, level);
            let m = d.load(&format!(
                "{HEADER}.visible .entry k(.param .u64 in, .param .u64 out, .param .u64 word) {{
                    .reg .b64 %in, %out, %w; .reg .b32 %t, %v, %d, %x; .reg .pred %p; .shared .align 4 .b8 held[4];
                    ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u64 %w, [word]; mov.u32 %t, %tid.x;
                    mad.wide.u32 %in, %t, 4, %in; mad.wide.u32 %out, %t, 4, %out; ld.global.u32 %v, [%in];
                    ld.global.u32 %x, [%w]; st.shared.u32 [held], %x; bar.sync 0;
                    atom.{space}.{name} %d, [{}], {more}; st.global.u32 [%out], %d; bar.sync 0;
                    ld.shared.u32 %x, [held]; setp.eq.u32 %p, %t, 0; {} ret; }}",
                if space == "global" { "%w" } else { "held" },
                if space == "shared" { "@%p st.global.u32 [%w], %x;" } else { "" },
            ));
            let (from, to, word) = (d.buffer(&values), d.buffer(&[0u32; 32]), d.buffer(&[start]));
            d.run(&m, "k", 1, 32, &[&from, &to, &word]);
            let (mut held, seen) = (start, to.read());
            for lane in 0..32 {
                assert_eq!(seen[lane], held, "atom.{space}.{name}, lane {lane}");
                held = fold(held, values[lane]);
            }
            assert_eq!(word.read(), [held], "atom.{space}.{name}");
        }
    }
}

/// The lower half works in an inner loop that the upper half skips; the end of the outer loop is above its body, as compilers
/// leave it. Every lane then reads what the lower half wrote in this round.
#[test]
fn lanes_meet_after_a_loop_whose_end_is_above_it() {
    let body = "
        .reg .b32 %i, %k, %s, %x; .shared .align 4 .b32 sums[32];
        mov.u32 %i, 0; mov.u32 %s, sums; mad.lo.u32 %b, %t, 4, %s; st.shared.u32 [%b], 0;
        and.b32 %x, %t, 15; mad.lo.u32 %s, %x, 4, %s; bra.uni WORK;
        JOIN: ld.shared.u32 %x, [%s]; add.u32 %d, %d, %x; add.u32 %i, %i, 1; setp.ge.u32 %q, %i, 3; @%q bra L;
        WORK: setp.ge.u32 %q, %t, 16; @%q bra JOIN;
        mov.u32 %k, 0;
        INNER: ld.shared.u32 %x, [%b]; add.u32 %x, %x, %v; st.shared.u32 [%b], %x;
        add.u32 %k, %k, 1; setp.lt.u32 %q, %k, 4; @%q bra INNER;
        bra.uni JOIN;";
    let values = values();
    for level in LEVELS {
        let got = run(level, body, u32::MAX, &values);
        // 4, 8 and 12 times the value of the lane below.
        let want: Vec<u32> = (0..32).map(|lane| values[lane % 16].wrapping_mul(24)).collect();
        assert_eq!(got, want);
    }
}

/// Lanes that call different functions are in frames of the same depth, whose rows are of different widths.
#[test]
fn parted_lanes_call_different_functions() {
    let module = format!(
        "{HEADER}
        .func (.param .b32 r) narrow(.param .b32 x) {{
            .reg .b32 %a<5>;
            ld.param.b32 %a0, [x]; add.u32 %a1, %a0, 11; mul.lo.u32 %a2, %a1, 3; xor.b32 %a3, %a2, 0x55; add.u32 %a4, %a3, %a0;
            st.param.b32 [r], %a4; ret; }}
        .func (.param .b32 r) wide(.param .b32 x) {{
            .reg .b64 %w<4>; .reg .b32 %b<2>;
            ld.param.b32 %b0, [x]; cvt.u64.u32 %w0, %b0; mul.lo.u64 %w1, %w0, 5; add.u64 %w2, %w1, 7; add.u64 %w3, %w2, %w0;
            cvt.u32.u64 %b1, %w3; st.param.b32 [r], %b1; ret; }}
        .visible .entry k(.param .u64 in, .param .u64 out) {{
            .reg .b64 %in, %out, %f, %g; .reg .b32 %t, %v, %d, %o; .reg .pred %p;
            ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;
            mad.wide.u32 %in, %t, 4, %in; mad.wide.u32 %out, %t, 4, %out; ld.global.u32 %v, [%in];
            rem.u32 %o, %t, 3; setp.eq.u32 %p, %o, 0; mov.u64 %f, narrow; mov.u64 %g, wide; selp.b64 %f, %f, %g, %p;
            {{ .param .b32 x; .param .b32 r; st.param.b32 [x], %v;
              how: .callprototype (.param .b32 _) _ (.param .b32 _);
              call (r), %f, (x), how; ld.param.b32 %d, [r]; }}
            st.global.u32 [%out], %d; ret; }}"
    );
    let values = values();
    let want: Vec<u32> = (0..32)
        .map(|lane| {
            let x = values[lane];
            let narrow = (x.wrapping_add(11).wrapping_mul(3) ^ 0x55).wrapping_add(x);
            if lane % 3 == 0 { narrow } else { x.wrapping_mul(6).wrapping_add(7) }
        })
        .collect();
    for level in LEVELS {
        let d = Device::with(1, level);
        let m = d.load(&module);
        let (from, to) = (d.buffer(&values), d.buffer(&[0u32; 32]));
        d.run(&m, "k", 1, 32, &[&from, &to]);
        assert_eq!(to.read(), want, "{level:?}");
    }
}
