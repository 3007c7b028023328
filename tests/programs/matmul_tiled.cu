// C = A B with tiles in shared memory, on sizes that no tile divides. The
// elements are small integers, so the result is exact in any order of addition.
// Arguments: [rows] [inner] [columns].
#include "common.cuh"

#include <vector>

constexpr unsigned TILE = 16;

struct Shape {
    unsigned rows, inner, columns;
};

__global__ void matmul(const float *a, const float *b, float *c, Shape shape) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    const unsigned row = blockIdx.y * TILE + threadIdx.y;
    const unsigned column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (unsigned start = 0; start < shape.inner; start += TILE) {
        const unsigned k_a = start + threadIdx.x, k_b = start + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] =
            row < shape.rows && k_a < shape.inner ? a[row * shape.inner + k_a] : 0;
        tile_b[threadIdx.y][threadIdx.x] =
            k_b < shape.inner && column < shape.columns ? b[k_b * shape.columns + column] : 0;
        __syncthreads();
        for (unsigned k = 0; k < TILE; k++) {
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        }
        __syncthreads();
    }
    if (row < shape.rows && column < shape.columns) {
        c[row * shape.columns + column] = sum;
    }
}

static std::vector<float> random_matrix(Random &random, size_t elements) {
    std::vector<float> matrix(elements);
    for (float &element : matrix) {
        element = static_cast<float>(random.below(17)) - 8;
    }
    return matrix;
}

static std::vector<float> multiply(const std::vector<float> &a, const std::vector<float> &b, Shape shape) {
    std::vector<float> c(static_cast<size_t>(shape.rows) * shape.columns);
    for (unsigned row = 0; row < shape.rows; row++) {
        for (unsigned k = 0; k < shape.inner; k++) {
            const float factor = a[row * shape.inner + k];
            for (unsigned column = 0; column < shape.columns; column++) {
                c[row * shape.columns + column] += factor * b[k * shape.columns + column];
            }
        }
    }
    return c;
}

int main(int argc, char **argv) {
    Shape shape;
    shape.rows = static_cast<unsigned>(argument(argc, argv, 1, 200));
    shape.inner = static_cast<unsigned>(argument(argc, argv, 2, 150));
    shape.columns = static_cast<unsigned>(argument(argc, argv, 3, 250));
    Random random(3);
    const auto a = random_matrix(random, static_cast<size_t>(shape.rows) * shape.inner);
    const auto b = random_matrix(random, static_cast<size_t>(shape.inner) * shape.columns);
    std::vector<float> c(static_cast<size_t>(shape.rows) * shape.columns);

    float *device_a, *device_b, *device_c;
    CHECK(cudaMalloc(&device_a, a.size() * sizeof(float)));
    CHECK(cudaMalloc(&device_b, b.size() * sizeof(float)));
    CHECK(cudaMalloc(&device_c, c.size() * sizeof(float)));
    CHECK(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
    const dim3 grid(blocks_for(shape.columns, TILE), blocks_for(shape.rows, TILE));
    matmul<<<grid, dim3(TILE, TILE)>>>(device_a, device_b, device_c, shape);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));

    const bool ok = c == multiply(a, b, shape);
    std::printf("matmul_tiled: %u x %u x %u, hash %016llx, ", shape.rows, shape.inner, shape.columns,
                static_cast<unsigned long long>(hash_bytes(c.data(), c.size() * sizeof(float))));
    return verdict(ok);
}
