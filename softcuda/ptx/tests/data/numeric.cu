typedef unsigned long long u64;
extern "C" __global__ void convert(float* f, double* d, long long* l, unsigned* u, unsigned short* h, unsigned char* b) {
    int i = threadIdx.x;
    l[i] = __float2ll_rn(f[i]); u[i] = __double2uint_rz(d[i]); b[i] = (unsigned char)u[i]; d[i] = (double)l[i];
    f[i + 1] = floorf(f[i]) + rintf(f[i + 2]); f[i] += (float)d[i] + (float)(short)h[i];
    float wide; unsigned short half;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(h[i]));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(wide + 1.0f));
    asm("{ .reg .f16 t; mul.f16 t, %0, %0; add.rn.f16 %0, t, %1; }" : "+h"(half) : "h"(h[i + 1]));
    h[i] = half; f[i + 3] = wide;
}
extern "C" __global__ void arithmetic(float* f, double* d) {
    int i = threadIdx.x; float x = f[i], y = f[i + 1];
    f[0] = __sinf(x) + __cosf(x) + __log2f(x) + __fsqrt_rn(x) + __frsqrt_rn(x) + __fdividef(x, y) + __fdiv_rn(x, y) + __frcp_rz(y);
    f[1] = fminf(x, y) + fmaxf(x, y) + fabsf(x) + copysignf(x, y) + __fmaf_rz(x, y, f[3]) + __saturatef(f[6]) - truncf(y);
    d[0] = __dsqrt_rn(d[i]) + d[1] / d[2] + __fma_rn(d[3], d[4], d[5]) + __dadd_rd(d[6], -1.25); d[1] = fabs(d[i]) > 1e-300 ? d[i] : -d[2];
    float t; asm("tanh.approx.f32 %0, %1;" : "=f"(t) : "f"(x)); asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(f[9]) : "f"(t));
    if (isnan(x) || isinf(d[7])) f[8] = 1.5f;
}
extern "C" __global__ void bits(unsigned* u, u64* q, int* s) {
    int i = threadIdx.x;
    u[0] = __popc(u[i]) + __clz(u[i]) + __brev(u[i]) + __ffs(u[i]) + __byte_perm(u[1], u[2], 0x3210) + __funnelshift_l(u[1], u[2], 3) + __usad(u[1], u[2], 3);
    q[0] = __umul64hi(q[1], q[2]) + q[3] / q[4] + __popcll(q[5]); s[0] = __mul24(s[1], s[2]) + __dp4a(s[3], s[4], s[5]) + abs(s[6]) + s[7] % s[8];
    unsigned r; asm volatile("{ .reg .pred p; .reg .b32 t; setp.ne.u32 p, %1, 0; @p add.cc.u32 t, %1, 1; @!p mov.u32 t, 0; addc.u32 %0, t, 0; }" : "=r"(r) : "r"(u[i]));
    asm volatile("{ .reg .b32 t<2>; bfe.u32 t1, %1, 3, 5; bfi.b32 t0, t1, %1, 8, 4; lop3.b32 %0, t0, t1, %1, 0x96; }" : "=r"(r) : "r"(r));
    asm volatile("{ .reg .pred p; .reg .b32 n; mov.u32 n, 0; again: add.u32 n, n, 1; setp.lt.u32 p, n, %1; @p bra again; mov.u32 %0, n; }" : "=r"(r) : "r"(r));
    u[3] = r;
}
