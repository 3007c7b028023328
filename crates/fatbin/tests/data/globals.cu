// Variables of every kind that a program can ask for by name, and what a kernel needs beside them.
__device__ int counter;
__device__ double table[3] = {1.0, 2.0, 4.0};
__constant__ short lookup[5] = {3, 1, 4, 1, 5};
__constant__ int settings[2];
__managed__ int shared_with_host;
static __device__ int hidden = 7;

extern "C" __global__ void needs(int *out) {
  __shared__ int tile[100];
  volatile int spill[64];
  for (int i = 0; i < 64; i++) spill[(i * 7) & 63] = i + lookup[i % 5];
  tile[threadIdx.x % 100] = spill[threadIdx.x & 63] + settings[0];
  __syncthreads();
  counter = tile[0] + hidden++;
  *out = tile[(threadIdx.x + 1) % 100] + (int)table[threadIdx.x % 3];
}
