// Host functions run in the order of their stream: after what came before, with
// its bytes visible, and before what comes after. Arguments: [rounds].
#include "common.cuh"

#include <atomic>
#include <vector>

constexpr size_t WORDS = 1024;

__global__ void multiply_add(uint32_t *x, uint32_t factor, uint32_t offset) {
    x[threadIdx.x] = x[threadIdx.x] * factor + offset;
}

struct Step {
    uint32_t *pinned;
    uint32_t expected;                 // what the device must have written
    uint32_t number;                   // position among all host functions
    std::atomic<uint32_t> *sequence;   // host functions that ran so far
    bool right = false;
};

// Checks the bytes of the copy before it and changes those of the copy after it.
static void CUDART_CB on_host(void *data) {
    auto *step = static_cast<Step *>(data);
    bool right = step->sequence->fetch_add(1) == step->number;
    for (size_t i = 0; i < WORDS; i++) {
        right = right && step->pinned[i] == step->expected;
        step->pinned[i] += 5;
    }
    step->right = right;
}

int main(int argc, char **argv) {
    limit_time(60);
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 1, 50));
    constexpr size_t bytes = WORDS * sizeof(uint32_t);
    uint32_t *device, *pinned;
    cudaStream_t streams[2];
    cudaEvent_t event;
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMallocHost(&pinned, bytes));
    CHECK(cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking));
    CHECK(cudaStreamCreate(&streams[1]));
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CHECK(cudaMemset(device, 0, bytes));
    CHECK(cudaDeviceSynchronize());

    std::atomic<uint32_t> sequence{0};
    std::vector<Step> steps(rounds);
    uint32_t value = 0;
    for (unsigned round = 0; round < rounds; round++) {
        cudaStream_t stream = streams[round % 2];
        CHECK(cudaStreamWaitEvent(stream, event, 0));
        multiply_add<<<1, WORDS, 0, stream>>>(device, 2 * round + 3, round);
        CHECK_LAUNCH();
        value = value * (2 * round + 3) + round;
        CHECK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream));
        steps[round].pinned = pinned;
        steps[round].expected = value;
        steps[round].number = round;
        steps[round].sequence = &sequence;
        CHECK(cudaLaunchHostFunc(stream, on_host, &steps[round]));
        value += 5;
        CHECK(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream));
        CHECK(cudaEventRecord(event, stream));
    }
    CHECK(cudaEventSynchronize(event));
    std::vector<uint32_t> result(WORDS);
    CHECK(cudaMemcpy(result.data(), device, bytes, cudaMemcpyDeviceToHost));

    unsigned wrong = 0;
    for (const Step &step : steps) {
        wrong += !step.right;
    }
    for (uint32_t word : result) {
        wrong += word != value;
    }
    std::printf("hostfunc: %u rounds, %u calls, value %u, %u wrong, ", rounds, sequence.load(), result[0], wrong);
    return verdict(wrong == 0 && sequence == rounds);
}
