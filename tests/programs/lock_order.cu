// Two threads launch on one stream in turns, the turn passed on under a mutex:
// what one thread launched before it gave the turn comes first. Each kernel
// multiplies and adds, so that one reversal changes the result.
// Arguments: [rounds].
#include "common.cuh"

#include <mutex>
#include <thread>

__host__ __device__ unsigned long long advance(unsigned long long x, unsigned long long number) {
    return x * 6364136223846793005ull + number;
}

__global__ void step(unsigned long long *x, unsigned long long number) { *x = advance(*x, number); }

struct Shared {
    std::mutex mutex;
    unsigned turn = 0;
    unsigned long long number = 0;
    unsigned long long *x;
    cudaStream_t stream;
};

static void launch_in_turns(Shared &shared, unsigned self, uint64_t rounds) {
    for (uint64_t round = 0; round < rounds;) {
        {
            std::lock_guard<std::mutex> guard(shared.mutex);
            if (shared.turn == self) {
                step<<<1, 1, 0, shared.stream>>>(shared.x, ++shared.number);
                CHECK_LAUNCH();
                shared.turn = 1 - self;
                round++;
            }
        }
        std::this_thread::yield();
    }
}

int main(int argc, char **argv) {
    limit_time(300);
    const uint64_t rounds = argument(argc, argv, 1, 100000);
    Shared shared;
    CHECK(cudaStreamCreateWithFlags(&shared.stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&shared.x, sizeof *shared.x));
    CHECK(cudaMemset(shared.x, 0, sizeof *shared.x));
    CHECK(cudaDeviceSynchronize());
    std::thread first(launch_in_turns, std::ref(shared), 0, rounds);
    std::thread second(launch_in_turns, std::ref(shared), 1, rounds);
    first.join();
    second.join();
    CHECK(cudaStreamSynchronize(shared.stream));
    unsigned long long result, expected = 0;
    CHECK(cudaMemcpy(&result, shared.x, sizeof result, cudaMemcpyDeviceToHost));
    for (uint64_t number = 1; number <= 2 * rounds; number++) {
        expected = advance(expected, number);
    }
    std::printf("lock_order: %llu rounds, result %016llx, ", static_cast<unsigned long long>(rounds), result);
    return verdict(result == expected);
}
