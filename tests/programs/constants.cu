// Constant memory and device variables from the host: whole and in part, by
// symbol and by address, static initial values, arrays of structs.
#include "common.cuh"

struct Pair {
    short small;
    double large;
};

__constant__ int table[64];
__constant__ Pair pairs[3] = {{1, 0.5}, {2, 0.25}, {3, 0.125}};
__constant__ const char text[] = "constant text";
__device__ unsigned counter = 0xfffffff0u;
__device__ float grid[4][8];

__global__ void read_constants(const int *index, int *out, double *sum, unsigned length) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    // Divergent and uniform reads.
    out[i] = table[index[i] & 63] + table[7];
    if (i == 0) {
        double total = 0;
        for (int k = 0; k < 3; k++) {
            total += pairs[k].small * pairs[k].large;
        }
        for (unsigned k = 0; k < length; k++) {
            total += text[k];
        }
        *sum = total;
    }
    atomicInc(&counter, 0xffffffffu);
    grid[i & 3][i >> 2 & 7] = static_cast<float>(i);
}

int main() {
    limit_time(60);
    constexpr unsigned N = 256;
    int host_table[64], index[N], out[N], *device_index, *device_out;
    double sum, expected_sum = 0.5 + 0.5 + 0.375, *device_sum;
    Random random(1);
    for (int &value : host_table) {
        value = static_cast<int>(random.below(1000));
    }
    for (int &value : index) {
        value = static_cast<int>(random.below(1 << 20));
    }
    CHECK(cudaMalloc(&device_index, sizeof index));
    CHECK(cudaMalloc(&device_out, sizeof out));
    CHECK(cudaMalloc(&device_sum, sizeof sum));
    CHECK(cudaMemcpy(device_index, index, sizeof index, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(table, host_table, sizeof host_table));
    // One element anew, in a stream.
    host_table[7] = 5000;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMemcpyToSymbolAsync(table, &host_table[7], sizeof(int), 7 * sizeof(int), cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    read_constants<<<N / 64, 64, 0, stream>>>(device_index, device_out, device_sum, sizeof text - 1);
    CHECK_LAUNCH();
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&sum, device_sum, sizeof sum, cudaMemcpyDeviceToHost));
    bool ok = true;
    for (unsigned i = 0; i < N; i++) {
        ok = ok && out[i] == host_table[index[i] & 63] + 5000;
    }
    for (const char *c = "constant text"; *c != 0; c++) {
        expected_sum += *c;
    }
    unsigned count = 0;
    CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    float row[8], *address;
    size_t size, symbol_size;
    CHECK(cudaGetSymbolSize(&symbol_size, grid));
    CHECK(cudaGetSymbolSize(&size, pairs));
    void *symbol;
    CHECK(cudaGetSymbolAddress(&symbol, grid));
    address = static_cast<float *>(symbol) + 2 * 8;
    CHECK(cudaMemcpy(row, address, sizeof row, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < 8; i++) {
        // The last writers of row 2 are the threads 2, 6, ... of some round of 32.
        ok = ok && static_cast<unsigned>(row[i]) % 32 == i * 4 + 2;
    }
    ok = ok && sum == expected_sum && count == 0xfffffff0u + N && symbol_size == sizeof grid && size == 3 * sizeof(Pair);
    std::printf("constants: sum %.3f, counter %u, sizes %zu %zu, ", sum, count, symbol_size, size);
    return verdict(ok);
}
