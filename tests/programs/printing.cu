// printf in kernels: every conversion, flag, width and precision gives what C's
// printf gives, and lines of several threads come whole and in order of launches.
#include "common.cuh"

#include <string>

#include <cstdarg>

struct Values {
    int i;
    unsigned u;
    long long ll;
    double d;
    float f;
    const void *p;
};

// The same text on both sides. `print` is printf; its arguments are promoted as C does.
#define TEXT(print, v)                                                                                             \
    print("plain %%\n");                                                                                           \
    print("%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d\n", (v).i, -(v).i, (v).i, (v).i, (v).i, (v).i, (v).i, (v).i, (v).i); \
    print("%u|%o|%x|%X|%#o|%#x|%#X|%08x|%-8x|\n", (v).u, (v).u, (v).u, (v).u, (v).u, (v).u, (v).u, (v).u, (v).u);      \
    print("%hd|%hhd|%hu|%hhx\n", static_cast<short>((v).i), static_cast<signed char>((v).i),                       \
          static_cast<unsigned short>((v).u), static_cast<unsigned char>((v).u));                                  \
    print("%ld|%lld|%lu|%llu|%lx|%llX|%20lld|%-20lld|\n", static_cast<long>((v).ll), (v).ll,                       \
          static_cast<unsigned long>((v).ll), static_cast<unsigned long long>((v).ll),                             \
          static_cast<unsigned long>((v).ll), static_cast<unsigned long long>((v).ll), (v).ll, (v).ll);            \
    print("%f|%.0f|%.10f|%12.3f|%-12.3f|%+.2f|%012.4f|%#.0f\n", (v).d, (v).d, (v).d, (v).d, (v).d, (v).d, (v).d, (v).d); \
    print("%e|%E|%.3e|%g|%G|%.10g|%#g|%a|%A\n", (v).d, (v).d, (v).d, (v).d, (v).d, (v).d, (v).d, (v).d, (v).d);     \
    print("%f|%e|%g\n", (v).f, (v).f, (v).f);                                                                      \
    print("%g|%g|%f|%e\n", 1e300 * 1e10, -1e300 * 1e10, 0.0, 1e-320);                                              \
    print("%c|%5c|%-5c|%s|%10s|%-10s|%.3s|%s\n", 'x', 'y', 'z', "text", "text", "text", "text", "");               \
    print("%p|%20p\n", (v).p, (v).p);                                                                              \
    print("%*d|%-*d|%.*f|%*.*f\n", 7, (v).i, 7, (v).i, 2, (v).d, 9, 1, (v).d);                                     \
    print("no newline");                                                                                           \
    print("\ttabs\tand \"quotes\" and \\ and \x41\n")

__global__ void device_text(Values v) { TEXT(printf, v); }

__global__ void count(int *out) {
    out[0] = printf("three %d %d %d\n", 1, 2, 3);
    out[1] = printf("none\n");
}

__global__ void lines(int launch) {
    if (threadIdx.x % 32 == 0) {
        printf("launch %d warp %u of block %u\n", launch, threadIdx.x / 32, blockIdx.x);
    }
}

static std::string expected;

static int keep(const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    expected += line;
    return length;
}

// What is written to standard output while `work` runs.
template <typename F>
static std::string written(F work) {
    char path[] = "/tmp/bifrost-printing-XXXXXX";
    std::fflush(stdout);
    const int file = mkstemp(path), before = dup(STDOUT_FILENO);
    REQUIRE(file >= 0 && before >= 0 && dup2(file, STDOUT_FILENO) >= 0, "standard output cannot be replaced");
    unlink(path);
    work();
    std::fflush(stdout);
    REQUIRE(dup2(before, STDOUT_FILENO) >= 0, "standard output is lost");
    close(before);
    std::string text(static_cast<size_t>(lseek(file, 0, SEEK_END)), 0);
    REQUIRE(pread(file, &text[0], text.size(), 0) == static_cast<ssize_t>(text.size()), "the file cannot be read");
    close(file);
    return text;
}

static bool same(const char *what, const std::string &found, const std::string &wanted) {
    if (found != wanted) {
        std::fprintf(stderr, "%s prints\n%s\ninstead of\n%s\n", what, found.c_str(), wanted.c_str());
    }
    return found == wanted;
}

int main() {
    limit_time(60);
    bool ok = true;
    const Values all[] = {
        {42, 3000000000u, -1234567890123456789ll, 3.14159265358979, 0.1f, reinterpret_cast<void *>(0x7f00dead1000)},
        {-1, 0, 0, -2.5e-7, -1.5f, reinterpret_cast<void *>(0x10)},
        {2147483647, 7, 9223372036854775807ll, 123456789.987654321, 16777216.0f, reinterpret_cast<void *>(0xffff)},
    };
    for (const Values &v : all) {
        expected.clear();
        TEXT(keep, v);
        const std::string found = written([&v] {
            device_text<<<1, 1>>>(v);
            CHECK_LAUNCH();
            CHECK(cudaDeviceSynchronize());
        });
        ok &= same("device_text", found, expected);
    }
    int *device, counts[2];
    CHECK(cudaMalloc(&device, sizeof counts));
    const std::string counted = written([&] {
        count<<<1, 1>>>(device);
        CHECK_LAUNCH();
        CHECK(cudaMemcpy(counts, device, sizeof counts, cudaMemcpyDeviceToHost));
        CHECK(cudaDeviceSynchronize());
    });
    ok &= same("count", counted, "three 1 2 3\nnone\n") && counts[0] == 3 && counts[1] == 0;
    const std::string many = written([] {
        for (int launch = 0; launch < 50; launch++) {
            lines<<<2, 64>>>(launch);
            CHECK_LAUNCH();
        }
        CHECK(cudaDeviceSynchronize());
    });
    // 200 whole lines; those of a launch come before those of the next.
    size_t at = 0;
    for (int n = 0; n < 200; n++) {
        int launch = -1, used = 0;
        unsigned warp, block;
        const int fields = std::sscanf(many.c_str() + at, "launch %d warp %u of block %u\n%n", &launch, &warp, &block, &used);
        ok = ok && fields == 3 && launch == n / 4 && warp < 2 && block < 2;
        at += static_cast<size_t>(used);
    }
    ok = ok && at == many.size();
    std::printf("printing: %d %d, %zu bytes, ", counts[0], counts[1], many.size());
    return verdict(ok);
}
