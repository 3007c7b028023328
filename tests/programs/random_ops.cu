// A seeded random sequence of copies, sets, kernels, events and waits on the
// legacy stream, blocking and non-blocking streams, over device, pinned and
// pageable buffers. The generator runs every operation at once on a model of
// the buffers, and keeps for each stream and for the host what surely happened
// before. Where two conflicting operations are not ordered yet it inserts an
// event or a wait; so the sequence has exactly one right result: the model's.
// Arguments: [seed] [operations] [words per buffer].
#include "common.cuh"

#include <algorithm>
#include <array>
#include <vector>

constexpr unsigned STREAMS = 5;        // 0: legacy; 1, 2: blocking; 3, 4: non-blocking
constexpr unsigned FIRST_FREE = 3;     // from here on streams ignore the legacy stream
constexpr unsigned HOST = STREAMS;     // the host's place in tables of actors
constexpr unsigned DEVICE_BUFFERS = 6, PINNED_BUFFERS = 3, PAGEABLE_BUFFERS = 3;
constexpr unsigned BUFFERS = DEVICE_BUFFERS + PINNED_BUFFERS + PAGEABLE_BUFFERS;

// For each stream the number of the newest operation that surely came before.
using Clock = std::array<uint64_t, STREAMS>;

enum class Kind { Device, Pinned, Pageable };

struct Buffer {
    Kind kind;
    uint32_t *memory;              // what CUDA and the host really use
    std::vector<uint32_t> model;   // what it must hold in program order
    Clock written{}, read{};       // newest operation of each stream on it
};

struct Range {
    size_t first, count;
};

__host__ __device__ uint32_t mixed(uint32_t old, uint32_t source, uint32_t factor, uint32_t repeat) {
    for (uint32_t i = 0; i < repeat; i++) {
        old = (old ^ source) * factor + i;
    }
    return old;
}

__host__ __device__ uint32_t filled(size_t i, uint32_t seed) { return (static_cast<uint32_t>(i) ^ seed) * 2654435761u; }

__global__ void mix_kernel(uint32_t *to, const uint32_t *from, size_t words, size_t shift, uint32_t factor, uint32_t repeat) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < words; i += step) {
        const size_t j = i + shift < words ? i + shift : i + shift - words;
        to[i] = mixed(to[i], from[j], factor, repeat);
    }
}

__global__ void fill_kernel(uint32_t *to, size_t words, uint32_t seed) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < words; i += step) {
        to[i] = filled(i, seed);
    }
}

class Sequence {
  public:
    Sequence(uint64_t seed, size_t words) : random(seed), words(words) {
        for (unsigned stream = 1; stream < STREAMS; stream++) {
            CHECK(cudaStreamCreateWithFlags(&streams[stream],
                                            stream < FIRST_FREE ? cudaStreamDefault : cudaStreamNonBlocking));
        }
        for (unsigned i = 0; i < BUFFERS; i++) {
            buffers.push_back(make_buffer(i));
        }
        CHECK(cudaDeviceSynchronize());
    }

    void operation() {
        switch (random.below(12)) {
        case 0:
        case 1:
        case 2: return mix();
        case 3: return fill_on_device();
        case 4: return set_bytes();
        case 5:
        case 6:
        case 7: return copy_on_stream();
        case 8: return copy_synchronously();
        case 9:
        case 10: return fill_on_host();
        default: return wait();
        }
    }

    // The number of words that differ from the model once all is done.
    size_t wrong_words() {
        CHECK(cudaDeviceSynchronize());
        size_t wrong = 0;
        std::vector<uint32_t> copy(words);
        for (unsigned b = 0; b < BUFFERS; b++) {
            const uint32_t *now = buffers[b].memory;
            if (buffers[b].kind == Kind::Device) {
                CHECK(cudaMemcpy(copy.data(), now, words * sizeof(uint32_t), cudaMemcpyDeviceToHost));
                now = copy.data();
            }
            size_t in_buffer = 0;
            for (size_t i = 0; i < words; i++) {
                in_buffer += now[i] != buffers[b].model[i];
            }
            if (in_buffer > 0) {
                std::fprintf(stderr, "random_ops: buffer %u: %zu wrong words\n", b, in_buffer);
            }
            wrong += in_buffer;
            hash = hash_bytes(now, words * sizeof(uint32_t), hash);
        }
        return wrong;
    }

    uint64_t hash = 0xcbf29ce484222325ull;
    uint64_t inserted = 0;

  private:
    Random random;
    size_t words;
    uint64_t now = 0;
    std::array<cudaStream_t, STREAMS> streams{};
    std::array<Clock, STREAMS + 1> before{};   // of each stream, and of the host
    std::vector<Buffer> buffers;

    Buffer make_buffer(unsigned index) {
        Buffer buffer;
        const size_t bytes = words * sizeof(uint32_t);
        buffer.model.assign(words, 0);
        if (index < DEVICE_BUFFERS) {
            buffer.kind = Kind::Device;
            CHECK(cudaMalloc(&buffer.memory, bytes));
            CHECK(cudaMemset(buffer.memory, 0, bytes));
        } else if (index < DEVICE_BUFFERS + PINNED_BUFFERS) {
            buffer.kind = Kind::Pinned;
            CHECK(cudaMallocHost(&buffer.memory, bytes));
            std::memset(buffer.memory, 0, bytes);
        } else {
            buffer.kind = Kind::Pageable;
            buffer.memory = static_cast<uint32_t *>(std::calloc(words, sizeof(uint32_t)));
        }
        return buffer;
    }

    Buffer &any_device() { return buffers[random.below(DEVICE_BUFFERS)]; }

    Buffer &any_host() { return buffers[DEVICE_BUFFERS + random.below(PINNED_BUFFERS + PAGEABLE_BUFFERS)]; }

    Buffer &other_device(const Buffer &than) {
        for (;;) {
            Buffer &buffer = any_device();
            if (&buffer != &than) {
                return buffer;
            }
        }
    }

    unsigned any_stream() { return static_cast<unsigned>(random.below(STREAMS)); }

    // Mostly small ranges, sometimes whole buffers.
    Range any_range() {
        const size_t limit = random.below(3) == 0 ? words : std::min<size_t>(words, 2000);
        const size_t count = 1 + random.below(limit);
        return {static_cast<size_t>(random.below(words - count + 1)), count};
    }

    static void join(Clock &clock, const Clock &other) {
        for (unsigned s = 0; s < STREAMS; s++) {
            clock[s] = std::max(clock[s], other[s]);
        }
    }

    // What an operation issued now on `stream` surely comes after.
    void begin_on(unsigned stream) {
        join(before[stream], before[HOST]);
        if (stream == 0) {
            for (unsigned s = 1; s < FIRST_FREE; s++) {
                join(before[0], before[s]);
            }
        } else if (stream < FIRST_FREE) {
            join(before[stream], before[0]);
        }
    }

    // Makes everything on `stream` until now come before what `actor` does next.
    void order(unsigned stream, unsigned actor) {
        inserted++;
        const uint64_t way = random.below(actor == HOST ? 3 : 5);
        if (way == 0) {
            CHECK(cudaDeviceSynchronize());
            for (unsigned s = 0; s < STREAMS; s++) {
                join(before[HOST], before[s]);
            }
        } else if (way == 1) {
            CHECK(cudaStreamSynchronize(streams[stream]));
            join(before[HOST], before[stream]);
        } else {
            cudaEvent_t event;
            CHECK(cudaEventCreateWithFlags(&event, random.below(2) ? cudaEventDisableTiming : cudaEventDefault));
            CHECK(cudaEventRecord(event, streams[stream]));
            if (way == 2) {
                CHECK(cudaEventSynchronize(event));
                join(before[HOST], before[stream]);
            } else {
                CHECK(cudaStreamWaitEvent(streams[actor], event, 0));
                join(before[actor], before[stream]);
            }
            CHECK(cudaEventDestroy(event));
        }
        if (actor != HOST) {
            begin_on(actor);
        }
    }

    // Orders `actor` behind the operations of `on` that it is not yet behind.
    void order_behind(const Clock &on, unsigned actor) {
        for (unsigned s = 0; s < STREAMS; s++) {
            if (s != actor && on[s] > before[actor][s]) {
                order(s, actor);
            }
        }
    }

    void will_read(const Buffer &buffer, unsigned actor) { order_behind(buffer.written, actor); }

    void will_write(const Buffer &buffer, unsigned actor) {
        order_behind(buffer.written, actor);
        order_behind(buffer.read, actor);
    }

    // Gives the operation on `stream` its number.
    void issued(unsigned stream) { before[stream][stream] = ++now; }

    void issued_write(Buffer &buffer, unsigned stream) { buffer.written[stream] = now; }

    void issued_read(Buffer &buffer, unsigned stream) { buffer.read[stream] = now; }

    void mix() {
        const unsigned stream = any_stream();
        Buffer &to = any_device(), &from = other_device(to);
        begin_on(stream);
        will_write(to, stream);
        will_read(from, stream);
        const auto factor = static_cast<uint32_t>(random.next() | 1);
        const size_t shift = random.below(words);
        // A few kernels use one block and much time, so that others overtake them.
        const bool slow = random.below(8) == 0;
        const uint32_t repeat = slow ? 12 : 2;
        mix_kernel<<<slow ? 1 : 24, 128, 0, streams[stream]>>>(to.memory, from.memory, words, shift, factor, repeat);
        CHECK_LAUNCH();
        for (size_t i = 0; i < words; i++) {
            to.model[i] = mixed(to.model[i], from.model[(i + shift) % words], factor, repeat);
        }
        issued(stream);
        issued_write(to, stream);
        issued_read(from, stream);
    }

    void fill_on_device() {
        const unsigned stream = any_stream();
        Buffer &to = any_device();
        begin_on(stream);
        will_write(to, stream);
        const auto seed = static_cast<uint32_t>(random.next());
        fill_kernel<<<24, 128, 0, streams[stream]>>>(to.memory, words, seed);
        CHECK_LAUNCH();
        for (size_t i = 0; i < words; i++) {
            to.model[i] = filled(i, seed);
        }
        issued(stream);
        issued_write(to, stream);
    }

    void set_bytes() {
        const bool synchronous = random.below(3) == 0;
        const unsigned stream = synchronous ? 0 : any_stream();
        Buffer &to = any_device();
        const Range range = any_range();
        const int byte = static_cast<int>(random.below(256));
        begin_on(stream);
        will_write(to, stream);
        if (synchronous) {
            CHECK(cudaMemset(to.memory + range.first, byte, range.count * sizeof(uint32_t)));
        } else {
            CHECK(cudaMemsetAsync(to.memory + range.first, byte, range.count * sizeof(uint32_t), streams[stream]));
        }
        std::fill_n(to.model.begin() + static_cast<long>(range.first), range.count, static_cast<uint32_t>(byte) * 0x01010101u);
        issued(stream);
        issued_write(to, stream);
    }

    void copy_on_stream() { copy(any_stream(), false); }

    void copy_synchronously() { copy(0, true); }

    void copy(unsigned stream, bool synchronous) {
        const uint64_t direction = random.below(3);
        Buffer &device = any_device();
        Buffer &other = direction == 0 ? other_device(device) : any_host();
        Buffer &to = direction == 2 ? other : device;
        Buffer &from = direction == 2 ? device : other;
        const cudaMemcpyKind kind = direction == 0   ? cudaMemcpyDeviceToDevice
                                    : direction == 1 ? cudaMemcpyHostToDevice
                                                     : cudaMemcpyDeviceToHost;
        const Range range = any_range();
        const size_t target = random.below(words - range.count + 1), bytes = range.count * sizeof(uint32_t);
        begin_on(stream);
        will_write(to, stream);
        will_read(from, stream);
        if (synchronous) {
            CHECK(cudaMemcpy(to.memory + target, from.memory + range.first, bytes, kind));
        } else {
            CHECK(cudaMemcpyAsync(to.memory + target, from.memory + range.first, bytes, kind, streams[stream]));
        }
        std::copy_n(from.model.begin() + static_cast<long>(range.first), range.count,
                    to.model.begin() + static_cast<long>(target));
        issued(stream);
        // Pageable memory is read, or written, before the call returns.
        if (from.kind != Kind::Pageable) {
            issued_read(from, stream);
        }
        issued_write(to, stream);
        const bool has_ended = to.kind == Kind::Pageable || (synchronous && (to.kind == Kind::Pinned || from.kind == Kind::Pinned));
        if (has_ended) {
            join(before[HOST], before[stream]);
        }
    }

    void fill_on_host() {
        Buffer &to = any_host();
        const Range range = any_range();
        const auto seed = static_cast<uint32_t>(random.next());
        will_write(to, HOST);
        for (size_t i = 0; i < range.count; i++) {
            to.model[range.first + i] = to.memory[range.first + i] = filled(i, seed);
        }
    }

    void wait() {
        const unsigned stream = any_stream();
        if (random.below(2) == 0) {
            order(stream, HOST);
            return;
        }
        const cudaError_t state = cudaStreamQuery(streams[stream]);
        REQUIRE(state == cudaSuccess || state == cudaErrorNotReady, cudaGetErrorName(state));
        // What the query says depends on time; the sequence must not.
        cudaGetLastError();
    }
};

int main(int argc, char **argv) {
    limit_time(300);
    const uint64_t seed = argument(argc, argv, 1, 1), operations = argument(argc, argv, 2, 400);
    const size_t words = argument(argc, argv, 3, 80000);
    Sequence sequence(seed, words);
    for (uint64_t i = 0; i < operations; i++) {
        sequence.operation();
    }
    const size_t wrong = sequence.wrong_words();
    std::printf("random_ops: seed %llu, %llu operations, %zu words, hash %016llx, %zu wrong, ",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(operations), words,
                static_cast<unsigned long long>(sequence.hash), wrong);
    return verdict(wrong == 0);
}
