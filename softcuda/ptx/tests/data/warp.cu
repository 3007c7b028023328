extern "C" __global__ void warp(int* p, unsigned* q, unsigned long long* l, float* f) {
    int i = threadIdx.x; unsigned m = __activemask();
    q[0] = __ballot_sync(m, p[i] > 0) + __any_sync(m, p[i]) + __all_sync(m, p[i]) + __match_any_sync(m, p[i]); int pr; q[1] = __match_all_sync(m, p[i], &pr) + pr;
    q[2] = __reduce_add_sync(m, q[i]) + __reduce_or_sync(m, q[i]); p[3] = __shfl_sync(m, p[i], 3) + __shfl_up_sync(m, p[i], 1, 16);
    __syncwarp(); q[4] = __syncthreads_count(p[i]) + __syncthreads_or(p[i]); __threadfence(); __threadfence_block(); __threadfence_system();
    atomicAdd(l, 5ull); atomicCAS(l, 1ull, 2ull); atomicExch(q, 3u); atomicMax(p, i); atomicInc(q, 9u); atomicAdd_system(p, 3); atomicAdd(f, 1.f); atomicAnd_block(p, 7);
    __nanosleep(100); l[3] = clock64(); q[7] = __ldg(&q[i]) + __ldcg(&q[i + 1]); __stcs(q + 3, 5); l[4] = __isShared(p) + __cvta_generic_to_shared(p);
    unsigned w; asm volatile("mov.u32 %0, %%laneid;" : "=r"(w)); asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(q[8]));
    asm volatile("prefetch.global.L2 [%0];" :: "l"(p)); asm volatile("barrier.sync 1, 64;"); asm volatile("bar.arrive 2, 64;");
    asm volatile("{ .reg .pred p, q; setp.lt.and.s32 p|q, %1, 5, p; selp.b32 %0, 1, 0, q; }" : "=r"(w) : "r"(w)); q[9] = w;
    switch (p[i]) { case 0: p[1] = 4; break; case 1: f[1] = 2; break; case 2: f[2] = 9; break; case 3: __trap(); case 4: f[7] = 1; break; case 5: f[8] = 2; break; case 6: f[9] = 7; }
}
extern "C" __global__ void async_copy(const float* g, float* out) {
    __shared__ float s[256];
    unsigned a = (unsigned)__cvta_generic_to_shared(s + threadIdx.x * 4);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(a), "l"(g + threadIdx.x * 4)); asm volatile("cp.async.commit_group;"); asm volatile("cp.async.wait_group 0;");
    __syncthreads(); unsigned r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a));
    float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3) : "r"(r0), "r"(r1), "r"(r2), "r"(r3), "r"(r0), "r"(r1));
    out[threadIdx.x] = c0 + c1 + c2 + c3;
}
