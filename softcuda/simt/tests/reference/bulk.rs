//! Copies, reductions and stores that are asynchronous on a device, with the barrier objects that count their bytes.

use softcuda_simt::FaultKind;

use super::common::forms::inputs;
use super::effects::{HEAD, devices, run};

const THREADS: usize = 32;

/// All input goes to shared memory, each thread adds 1 to its words, and all goes to the output, where it is added once more.
#[test]
fn blocks_of_memory_come_and_go() {
    const BYTES: usize = THREADS * 24;
    for target in ["shared::cta", "shared::cluster"] {
        let body = format!(
            "mov.u32 %r4, block; setp.eq.u32 %p2, %t, 0; mov.u32 %r5, {BYTES}; add.u32 %r6, %r4, 64;
            @%p2 mbarrier.init.shared.b64 [%r4], 1; bar.sync 0;
            @%p2 mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%r4], %r5;
            @%p2 cp.async.bulk.{target}.global.mbarrier::complete_tx::bytes [%r6], [%in], %r5, [%r4];
            W: mbarrier.try_wait.parity.shared.b64 %p3, [%r4], 0; @!%p3 bra W;
            mad.lo.u32 %r7, %t, 24, %r6;
            ld.shared.u64 %l4, [%r7]; ld.shared.u64 %l5, [%r7+8]; ld.shared.u64 %l6, [%r7+16];
            add.u64 %l4, %l4, 1; add.u64 %l5, %l5, 1; add.u64 %l6, %l6, 1;
            st.shared.u64 [%r7], %l4; st.shared.u64 [%r7+8], %l5; st.shared.u64 [%r7+16], %l6;
            fence.proxy.async.shared::cta; bar.sync 0;
            @%p2 cp.async.bulk.global.shared::cta.bulk_group [%own], [%r6], %r5;
            @%p2 cp.async.bulk.commit_group; @%p2 cp.async.bulk.wait_group.read 0;
            @%p2 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%own], [%r6], %r5;"
        );
        let values = inputs(THREADS);
        for d in &devices() {
            for (got, sent) in run(d, "", &body, &values, 3).iter().zip(&values) {
                assert_eq!(got[..], sent.map(|word| word.wrapping_add(1).wrapping_mul(2)));
            }
        }
    }
}

/// Each thread stores two words and adds to a third, which a barrier object counts; then some of it becomes zeros.
#[test]
fn stores_are_counted_and_memory_is_cleared() {
    let body = format!(
        "mov.u32 %r4, block; setp.eq.u32 %p2, %t, 0; mad.lo.u32 %r6, %t, 32, %r4;
        st.shared.u32 [%r6+80], 5; mapa.shared::cluster.u32 %r7, %r6, 0; mapa.shared::cluster.u32 %r8, %r4, 0;
        @%p2 mbarrier.init.shared.b64 [%r4], 1; bar.sync 0;
        @%p2 mbarrier.arrive.expect_tx.shared.b64 _, [%r4], {};
        st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [%r7+64], {{%l1, %l2}}, [%r8];
        red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r7+80], %r3, [%r8];
        W: mbarrier.try_wait.parity.shared.b64 %p3, [%r4], 0; @!%p3 bra W;
        @%p2 mov.u64 %l4, 48; @%p2 st.bulk.shared::cta [%r4+64], %l4, 0; bar.sync 0;
        ld.shared.u64 %l5, [%r6+64]; ld.shared.u64 %l6, [%r6+72]; ld.shared.u32 %r9, [%r6+80]; cvt.u64.u32 %l7, %r9;
        st.global.u64 [%own], %l5; st.global.u64 [%own+8], %l6; st.global.u64 [%own+16], %l7;",
        THREADS * 20
    );
    let values = inputs(THREADS);
    for d in &devices() {
        for (n, (got, sent)) in run(d, "", &body, &values, 3).iter().zip(&values).enumerate() {
            let third = u64::from((sent[2] as u32).wrapping_add(5));
            let wanted = match n {
                0 => [0; 3],
                1 => [0, 0, third],
                _ => [sent[0], sent[1], third],
            };
            assert_eq!(got[..], wanted, "thread {n}");
        }
    }
}

#[test]
fn bulk_operations_are_checked() {
    let cases = [
        ("add.u64 %l1, %l1, 8;", 16, FaultKind::MisalignedAddress),
        ("", 24, FaultKind::LaunchFailure),
        ("", 1024, FaultKind::IllegalAddress),
        ("add.u32 %r1, %r1, 256;", 16, FaultKind::LaunchFailure),
        ("add.u32 %r1, %r1, 208;", 64, FaultKind::LaunchFailure),
    ];
    for (change, bytes, kind) in cases {
        let source = format!(
            "{HEAD}.visible .entry k(.param .u64 to) {{ .reg .b32 %r<4>; .reg .b64 %l<4>; .shared .align 16 .b8 block[256];
            ld.param.u64 %l1, [to]; mov.u32 %r1, block; {change}
            cp.async.bulk.global.shared::cta.bulk_group [%l1], [%r1], {bytes}; ret; }}"
        );
        for d in devices() {
            let m = d.load(&source);
            let to = d.buffer(&[0u8; 512]);
            let fault = d.try_run(&m, "k", 1, 1, &[&to]).unwrap_err();
            assert_eq!(fault.kind, kind, "{change} {bytes}: {fault:?}");
        }
    }
}
