//! Textures and surfaces from kernels.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use common::{Buffer, Device};
use softcuda_simt::FaultKind;
use softcuda_simt::texture::{Address, Channel, Format, Image, Object, Sampler, Texture};

const FLOATS: Format = Format { channel: Channel::Float, bytes: 4, channels: 1 };

const SAMPLER: Sampler = Sampler {
    address: [Address::Clamp; 3],
    linear: false,
    normalized: false,
    as_float: false,
    srgb: false,
    border: [0.0; 4],
};

/// An image of 4 x 3 x 2 floats, counted from 0, in rows of 8.
fn image(d: &Device) -> (Image, Buffer<f32>) {
    let mut texels = vec![-1.0; 8 * 3 * 2];
    for n in 0..24 {
        texels[n / 12 * 24 + n / 4 % 3 * 8 + n % 4] = n as f32;
    }
    let memory = d.buffer(&texels);
    (Image { base: memory.address, extent: [4, 3, 2], pitch: 32, slice: 96, format: FLOATS }, memory)
}

/// Runs `body` in 32 threads: `%t` is the thread, `%o` the object; `%d` is stored.
fn run(d: &Device, body: &str, object: u64) -> Result<Vec<u32>, softcuda_simt::Fault> {
    let source = format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 object, .param .u64 to) {{
            .reg .b64 %o, %to, %at; .reg .b32 %t, %d, %e, %x, %y, %z; .reg .f32 %f<4>;
            ld.param.u64 %o, [object]; ld.param.u64 %to, [to]; mov.u32 %t, %tid.x; mov.b32 %d, 0;
            {body}
            mad.wide.u32 %at, %t, 4, %to; st.global.u32 [%at], %d; ret; }}"
    );
    let m = d.load(&source);
    let to = d.buffer(&[0u32; 32]);
    let kernel = m.kernel("k").unwrap();
    assert_eq!(kernel.unsupported(), Vec::<String>::new());
    let (_, done) = d.start(&kernel, [1; 3], [32, 1, 1], 0, &[&object, &to]);
    done.recv().unwrap()?;
    Ok(to.read())
}

fn floats(d: &Device, body: &str, object: u64) -> Vec<f32> {
    run(d, body, object).unwrap().into_iter().map(f32::from_bits).collect()
}

#[test]
fn texels_are_found_in_every_geometry() {
    let d = Device::new();
    let (image, _memory) = image(&d);
    let object = d.space.objects().bind(Object::Texture(Texture { image, sampler: SAMPLER }));
    let split =
        "and.b32 %x, %t, 3; shr.u32 %y, %t, 2; rem.u32 %y, %y, 3; div.u32 %z, %t, 12; min.u32 %z, %z, 1;
        cvt.rn.f32.u32 %f0, %x; cvt.rn.f32.u32 %f1, %y; cvt.rn.f32.u32 %f2, %z;";
    let want = |n: usize| (n / 12).min(1) as f32 * 12.0 + (n / 4 % 3) as f32 * 4.0 + (n % 4) as f32;
    let three: Vec<f32> = (0..32).map(want).collect();
    let two: Vec<f32> = (0..32).map(|n| (n / 4 % 3) as f32 * 4.0 + (n % 4) as f32).collect();
    for (instruction, expected) in [
        ("tex.3d.v4.f32.f32 {%d, _, _, _}, [%o, {%f0, %f1, %f2, %f2}];", &three),
        ("tex.3d.v4.f32.s32 {%d, _, _, _}, [%o, {%x, %y, %z, %z}];", &three),
        ("tex.a2d.v4.f32.f32 {%d, _, _, _}, [%o, {%z, %f0, %f1, %f1}];", &three),
        ("tex.2d.v4.f32.f32 {%d, %e, %x, %y}, [%o, {%f0, %f1}];", &two),
        ("tex.level.2d.v4.f32.f32 {%d, %e, %x, %y}, [%o, {%f0, %f1}], %f2;", &two),
        ("tex.a1d.v4.f32.f32 {%d, %e, %x, %y}, [%o, {%y, %f0}];", &two),
    ] {
        assert_eq!(floats(&d, &format!("{split} {instruction}"), object), *expected, "{instruction}");
    }
    let row = floats(&d, "tex.1d.v4.f32.s32 {%d, %e, %x, %y}, [%o, {%t}];", object);
    assert_eq!(row[..6], [0.0, 1.0, 2.0, 3.0, 3.0, 3.0]);
    let red = "mov.f32 %f0, 0f40000000; mov.f32 %f1, 0f3F800000; tld4.r.2d.v4.f32.f32 {%e, %x, %d, %y}, [%o, {%f0, %f1}];";
    assert_eq!(floats(&d, red, object)[0], 2.0);
}

#[test]
fn surfaces_are_read_and_written() {
    let d = Device::new();
    let (image, memory) = image(&d);
    let object = d.space.objects().bind(Object::Surface(image));
    // A thread per texel of the first eight: x in bytes.
    let place = "and.b32 %x, %t, 3; shl.b32 %x, %x, 2; shr.u32 %y, %t, 2; and.b32 %y, %y, 1;";
    let double = "suld.b.2d.b32.trap {%d}, [%o, {%x, %y}]; add.f32 %d, %d, %d; bar.warp.sync -1;
        sust.b.2d.b32.trap [%o, {%x, %y}], {%d};";
    assert_eq!(
        floats(&d, &format!("{place} {double}"), object)[..8],
        [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0]
    );
    assert_eq!(memory.read()[8..12], [8.0, 10.0, 12.0, 14.0]);
    // Beyond the edge.
    let beyond =
        |mode: &str| format!("mov.b32 %x, 16; mov.b32 %y, 1; suld.b.2d.b32.{mode} {{%d}}, [%o, {{%x, %y}}];");
    assert_eq!(floats(&d, &beyond("zero"), object)[0], 0.0);
    assert_eq!(floats(&d, &beyond("clamp"), object)[0], 14.0);
    assert_eq!(run(&d, &beyond("trap"), object).unwrap_err().kind, FaultKind::LaunchFailure);
    let pair = "mov.b32 %x, 8; mov.b32 %y, 0; suld.b.2d.v2.b32.trap {%e, %d}, [%o, {%x, %y}];";
    assert_eq!(floats(&d, pair, object)[0], 6.0);
}

#[test]
fn objects_that_are_gone_or_of_another_kind_stop_the_kernel() {
    let d = Device::new();
    let (image, _memory) = image(&d);
    let fetch = "tex.1d.v4.f32.s32 {%d, %e, %x, %y}, [%o, {%t}];";
    let surface = d.space.objects().bind(Object::Surface(image));
    let gone = d.space.objects().bind(Object::Texture(Texture { image, sampler: SAMPLER }));
    assert!(d.space.objects().unbind(gone).is_some());
    let texture = d.space.objects().bind(Object::Texture(Texture { image, sampler: SAMPLER }));
    for object in [0, gone, surface, u64::MAX] {
        assert_eq!(run(&d, fetch, object).unwrap_err().kind, FaultKind::IllegalAddress, "{object}");
    }
    assert!(run(&d, fetch, texture).is_ok());
}
