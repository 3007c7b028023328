// What the test programs share, without CUDA: arguments, a seeded generator, a
// time limit and the verdict. Every program prints one line of results that is
// the same on every right device, and exits with 0 only if all numbers are right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <signal.h>
#include <unistd.h>

// Ends the program from any thread, without destructors: a failed call may have
// left other threads waiting for ever.
[[noreturn]] inline void fail(const char *file, int line, const char *what, const char *why) {
    std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, what, why);
    std::fflush(nullptr);
    std::_Exit(1);
}

// Ends the program unless `condition` holds.
#define REQUIRE(condition, why)                           \
    do {                                                  \
        if (!(condition)) {                               \
            fail(__FILE__, __LINE__, #condition, (why));  \
        }                                                 \
    } while (0)

// The argument at `index` as a number, or `fallback` where it is absent.
inline uint64_t argument(int argc, char **argv, int index, uint64_t fallback) {
    return index < argc ? std::strtoull(argv[index], nullptr, 0) : fallback;
}

// SplitMix64: the same numbers on every machine.
struct Random {
    uint64_t state;

    explicit Random(uint64_t seed) : state(seed) {}

    uint64_t next() {
        uint64_t z = (state += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    // A number in 0..limit.
    uint64_t below(uint64_t limit) { return next() % limit; }

    // A float in -1..1 with 24 random bits.
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-23f - 1.0f; }
};

// FNV-1a over bytes.
inline uint64_t hash_bytes(const void *data, size_t bytes, uint64_t hash = 0xcbf29ce484222325ull) {
    const auto *byte = static_cast<const unsigned char *>(data);
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3ull;
    }
    return hash;
}

inline void out_of_time(int) {
    const char message[] = "the time limit is over: a call hangs\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(3);
}

// Ends the program with status 3 after `seconds`, for tests whose fault is a hang.
inline void limit_time(unsigned seconds) {
    signal(SIGALRM, out_of_time);
    alarm(seconds);
}

// Prints the verdict that ends a result line and gives the exit status.
inline int verdict(bool ok) {
    std::printf("%s\n", ok ? "ok" : "WRONG");
    return ok ? 0 : 1;
}
