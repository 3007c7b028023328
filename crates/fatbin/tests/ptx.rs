//! The PTX scan on texts written by hand.

use fatbin::{Error, PtxHeader};

fn module(body: &str) -> String {
    format!(".version 8.5\n.target sm_90\n.address_size 64\n{body}")
}

/// Parameter lists and their layout as (offset, size).
#[test]
fn parameter_layout() {
    let cases: &[(&str, &[(u32, u32)])] = &[
        ("", &[]),
        (".param .u64 p", &[(0, 8)]),
        (".param .u8 a, .param .u16 b, .param .u32 c, .param .f64 d", &[(0, 1), (2, 2), (4, 4), (8, 8)]),
        (".param .u64 p, .param .b16 t", &[(0, 8), (8, 2)]),
        (".param .u64 .ptr .global .align 64 p, .param .u32 n", &[(0, 8), (8, 4)]),
        (".param .u8 a, .param .align 8 .b8 s[24]", &[(0, 1), (8, 24)]),
        (".param .u8 a, .param .b32 m[2][3]", &[(0, 1), (4, 24)]),
        (".param .u8 a, .param .align 128 .b8 map[128]", &[(0, 1), (128, 128)]),
        (".param .u8 a, .param .v4 .f32 v", &[(0, 1), (16, 16)]),
        (".param .b8 a[0x11], .param .f16x2 h", &[(0, 17), (20, 4)]),
        (".param .texref t, .param .b128 q", &[(0, 8), (16, 16)]),
        ("/* .param .u64 gone, */ .param .u32 x // ) ,\n, .param .u32 y", &[(0, 4), (4, 4)]),
    ];
    for &(params, expected) in cases {
        let text = module(&format!(".visible .entry k({params}) {{ ret; }}"));
        let header = PtxHeader::parse(text.as_bytes()).unwrap();
        let layout: Vec<_> = header.kernels[0].params.iter().map(|p| (p.offset, p.size)).collect();
        assert_eq!(layout, expected, "{params}");
        let end = expected.last().map_or(0, |&(offset, size)| offset + size);
        assert_eq!(header.kernels[0].param_bytes, end, "{params}");
    }
}

/// Module bodies and the names of their kernels.
#[test]
fn kernel_names() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        (".visible .entry a() { ret; }\n.weak .entry b()\n{\nret;\n}\n.entry c { ret; }", &["a", "b", "c"]),
        (".visible .entry $x_1%y() { }", &["$x_1%y"]),
        ("// .entry no() {}\n/* .entry no() {} */ .entry yes() {}", &["yes"]),
        (".file 1 \"dir/.entry no() {\" .entry yes() {}", &["yes"]),
        (".entry twice(.param .u32 x);\n.entry twice(.param .u32 x) {}", &["twice"]),
        (".func (.param .b32 r) f(.param .b32 a) { ret; } .entry k() {}", &["k"]),
    ];
    for &(body, expected) in cases {
        let header = PtxHeader::parse(module(body).as_bytes()).unwrap();
        let names: Vec<_> = header.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        assert_eq!(names, expected, "{body}");
    }
}

#[test]
fn launch_bounds() {
    let cases = [
        (".maxntid 128, 1, 1 .minnctapersm 2", Some(128)),
        (".maxntid 256", Some(256)),
        (".reqntid 8, 4, 2", Some(64)),
        (".maxnreg 32", None),
        ("", None),
    ];
    for (directives, expected) in cases {
        let text = module(&format!(".entry k()\n{directives}\n{{ ret; }}"));
        assert_eq!(
            PtxHeader::parse(text.as_bytes()).unwrap().kernels[0].max_threads,
            expected,
            "{directives}"
        );
    }
}

#[test]
fn broken_texts() {
    let cases = [
        ("", Error::BadPtx(".version")),
        (".version 8", Error::BadPtx(".version")),
        (".version 8.5", Error::BadPtx(".target")),
        (".version 8.5\n.target gfx900", Error::BadPtx(".target")),
        (".version 8.5\n.target sm_90\n.entry", Error::BadPtx(".entry")),
        (".version 8.5\n.target sm_90\n.entry k(", Error::BadPtx(".param")),
        (".version 8.5\n.target sm_90\n.entry k(.param x) {}", Error::BadPtx(".param")),
        (".version 8.5\n.target sm_90\n.entry k(.param .u64 x[]) {}", Error::BadPtx(".param")),
        (".version 8.5\n.target sm_90\n.entry k(.param .align 0 .u64 x) {}", Error::BadPtx(".param")),
        (".version 8.5\n.target sm_90\n.entry k(.param .u64 x[4294967295]) {}", Error::BadPtx(".param")),
    ];
    for (text, error) in cases {
        assert_eq!(PtxHeader::parse(text.as_bytes()), Err(error), "{text}");
    }
}
