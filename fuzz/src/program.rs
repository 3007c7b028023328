//! PTX kernels made of any bytes: instructions of the table with operands of all kinds, fitting or not.

use std::fmt::Write;

use softcuda_ptx::FORMS;

/// Most instructions of a program.
const MOST: usize = 40;

/// Registers of all widths, all kinds of operands, and things to name.
const DECLARATIONS: &str = ".reg .b16 %h<4>; .reg .b32 %r<8>; .reg .b64 %l<8>; .reg .b128 %q<4>; .reg .pred %p<4>;
.local .align 16 .b8 frame[64]; .shared .align 16 .b8 block[64];
targets: .branchtargets L, L; proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
ld.param.u64 %l1, [a]; mov.u32 %r1, %tid.x; cvt.u64.u32 %l2, %r1; mad.wide.u32 %l3, %r1, 16, %l1; setp.lt.u32 %p1, %r1, 20;";

const OPERANDS: [&str; 44] = [
    "%r1",
    "%r2",
    "%r3",
    "%r4",
    "%l1",
    "%l2",
    "%l3",
    "%l4",
    "%h1",
    "%h2",
    "%q1",
    "%p0",
    "%p1",
    "!%p1",
    "%r5|%p0",
    "%p2|%p3",
    "_",
    "{%r1, %r2}",
    "{%l1, %l2}",
    "{%h1, %h2}",
    "{%r1, %r2, %r3, %r4}",
    "{_, %r6}",
    "[%l1]",
    "[%l3+8]",
    "[%r1-4]",
    "[a]",
    "[frame+4]",
    "[block]",
    "[9]",
    "0",
    "1",
    "-1",
    "0x7fffffff",
    "64",
    "0f3F800000",
    "0d3FF0000000000000",
    "%tid.x",
    "%clock64",
    "frame",
    "block",
    "L",
    "targets",
    "proto",
    "%laneid",
];

/// Takes choices from bytes; ends with them.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn next(&mut self) -> Option<usize> {
        self.0.next().map(|&byte| usize::from(byte))
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let n = self.next()?;
        list.get(n.checked_rem(list.len())?).copied()
    }

    fn within(&mut self, (least, most): (usize, usize)) -> Option<usize> {
        Some(least + self.next()? % (most - least + 1))
    }
}

/// One instruction; none when the bytes are used up.
fn instruction(choices: &mut Choices) -> Option<String> {
    let form = &FORMS[(choices.next()? << 8 | choices.next()?) % FORMS.len()];
    let mut text = match choices.next()? % 8 {
        0 => "@%p1 ".to_owned(),
        1 => "@!%p0 ".to_owned(),
        _ => String::new(),
    };
    let _ = write!(text, "{}", form.op);
    let mut mods = form.key.to_vec();
    for group in form.groups {
        if choices.next()? % 3 == 0 {
            mods.push(choices.of(group)?);
        }
    }
    for m in mods {
        let _ = write!(text, ".{}", m.name());
    }
    for _ in 0..choices.within(form.type_count)? {
        let _ = write!(text, ".{}", choices.of(form.types)?.name());
    }
    let count = choices.within(form.operands)?;
    let operands: Option<Vec<_>> = (0..count).map(|_| choices.of(&OPERANDS)).collect();
    let _ = write!(text, " {};", operands?.join(", "));
    Some(text)
}

/// Any instructions.
pub(crate) fn instructions(data: &[u8]) -> Vec<String> {
    let mut choices = Choices(data.iter());
    std::iter::from_fn(|| instruction(&mut choices)).take(MOST).collect()
}

/// The mnemonic of an instruction made here.
pub(crate) fn mnemonic(line: &str) -> &str {
    line.split(' ').find(|part| !part.starts_with('@')).unwrap_or_default()
}

/// A kernel `k` of one parameter. Its branches lead to its end only.
pub(crate) fn program(lines: &[String]) -> String {
    let body = lines.join("\n");
    format!(
        ".version 9.0\n.target sm_120\n.address_size 64\n.visible .entry k(.param .u64 a) {{ {DECLARATIONS}\n{body}\nL: ret; }}\n"
    )
}
