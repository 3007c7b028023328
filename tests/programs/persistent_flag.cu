// A kernel on one stream waits for a flag in device memory while a thread waits
// for the kernel; another thread copies the flag on another stream. Hangs where
// a wait, or the order of frames, holds up the second thread.
// Arguments: [device|stream|event|memcpy|free|all]: what the first thread waits in.
// `free` is not part of `all`: NVIDIA's driver may itself hold a lock meanwhile.
#include "common.cuh"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

__global__ void wait_for_flag(volatile unsigned *flag, unsigned *result) {
    while (*flag == 0) {
    }
    *result = *flag * 3;
}

struct Setup {
    cudaStream_t waiting, other;
    cudaEvent_t done;
    unsigned *flag, *result, *spare;
    unsigned *pinned;
};

static void wait_in(const std::string &mode, Setup &setup) {
    unsigned copied;
    if (mode == "device") {
        CHECK(cudaDeviceSynchronize());
    } else if (mode == "stream") {
        CHECK(cudaStreamSynchronize(setup.waiting));
    } else if (mode == "event") {
        CHECK(cudaEventSynchronize(setup.done));
    } else if (mode == "memcpy") {
        CHECK(cudaMemcpyAsync(&copied, setup.result, sizeof copied, cudaMemcpyDeviceToHost, setup.waiting));
    } else {
        CHECK(cudaFree(setup.spare));
        setup.spare = nullptr;
    }
}

static bool run(const std::string &mode, Setup &setup, unsigned value) {
    CHECK(cudaMemset(setup.flag, 0, sizeof(unsigned)));
    CHECK(cudaMemset(setup.result, 0, sizeof(unsigned)));
    CHECK(cudaDeviceSynchronize());
    wait_for_flag<<<1, 1, 0, setup.waiting>>>(setup.flag, setup.result);
    CHECK_LAUNCH();
    CHECK(cudaEventRecord(setup.done, setup.waiting));

    std::atomic<bool> about_to_wait{false}, released{false};
    bool released_first = false;
    std::thread waiter([&] {
        about_to_wait = true;
        wait_in(mode, setup);
        released_first = released;
    });
    while (!about_to_wait) {
        std::this_thread::yield();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::thread releaser([&] {
        REQUIRE(cudaStreamQuery(setup.waiting) == cudaErrorNotReady, "the kernel ended before its flag");
        *setup.pinned = value;
        released = true;
        CHECK(cudaMemcpyAsync(setup.flag, setup.pinned, sizeof(unsigned), cudaMemcpyHostToDevice, setup.other));
        CHECK(cudaStreamSynchronize(setup.other));
    });
    releaser.join();
    waiter.join();
    unsigned result = 0;
    CHECK(cudaStreamSynchronize(setup.waiting));
    CHECK(cudaMemcpy(&result, setup.result, sizeof result, cudaMemcpyDeviceToHost));
    return released_first && result == value * 3;
}

static Setup make_setup() {
    Setup setup;
    CHECK(cudaStreamCreateWithFlags(&setup.waiting, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&setup.other, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&setup.done, cudaEventDisableTiming));
    CHECK(cudaMalloc(&setup.flag, sizeof(unsigned)));
    CHECK(cudaMalloc(&setup.result, sizeof(unsigned)));
    CHECK(cudaMalloc(&setup.spare, 1 << 20));
    CHECK(cudaMallocHost(&setup.pinned, sizeof(unsigned)));
    return setup;
}

int main(int argc, char **argv) {
    limit_time(30);
    const std::string wanted = argc > 1 ? argv[1] : "all";
    Setup setup = make_setup();
    unsigned count = 0;
    bool ok = true;
    for (const char *mode : {"device", "stream", "event", "memcpy", "free"}) {
        if (wanted == mode || (wanted == "all" && std::string(mode) != "free")) {
            ok = run(mode, setup, 11 + count) && ok;
            count++;
        }
    }
    REQUIRE(count > 0, "unknown mode");
    std::printf("persistent_flag: %s, %u waits, ", wanted.c_str(), count);
    return verdict(ok);
}
