/*
 * pending CASE [N]: work that is under way while its stream, thread, context or process ends. Ends with status 0 if CUDA's rules were kept.
 *
 * Work is held up by a host function that waits for `release`.
 */
#include "driver.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { NOT_INITIALIZED = 3, NOT_READY = 600, ILLEGAL_ADDRESS = 700, PER_THREAD = 2, NON_BLOCKING = 1 };

static word context, add, bad, hang;
static dptr cell;
static volatile int released, held;

#define CHECK(truth) ((truth) ? (void)0 : fail(#truth, __LINE__))
static void fail(const char *what, int line) {
    fprintf(stderr, "line %d: not %s\n", line, what);
    _exit(1);
}

static void hold(void *unused) {
    (void)unused;
    held = 1;
    while (!released) {
        usleep(100);
    }
}

static void *release_later(void *unused) {
    (void)unused;
    usleep(50000);
    released = 1;
    return 0;
}

static pthread_t spawn(void *(*body)(void *), void *argument) {
    pthread_t thread;
    CHECK(pthread_create(&thread, 0, body, argument) == 0);
    return thread;
}

static void prepare(void) {
    word module;
    context = start();
    MUST("cuModuleLoadData", P(&module), P(PTX));
    MUST("cuModuleGetFunction", P(&add), module, P("add"));
    MUST("cuModuleGetFunction", P(&bad), module, P("bad"));
    MUST("cuModuleGetFunction", P(&hang), module, P("hang"));
    MUST("cuMemAlloc_v2", P(&cell), 4096);
    MUST("cuMemsetD32_v2", cell, 0, 1024);
    MUST("cuCtxSynchronize", 0);
}

static word new_stream(unsigned flags) {
    word stream;
    MUST("cuStreamCreate", P(&stream), flags);
    return stream;
}

static void plus_one(word stream) {
    unsigned one = 1;
    void *parameters[] = {&cell, &one};
    must("launch", launch(add, stream, parameters));
}

/* A stream whose work waits for `release`, and then adds one. */
static word held_stream(unsigned flags) {
    word stream = new_stream(flags);
    MUST("cuLaunchHostFunc", stream, P(hold), 0);
    plus_one(stream);
    return stream;
}

static unsigned value(void) {
    unsigned n;
    word other = new_stream(NON_BLOCKING);
    void *pinned;
    MUST("cuMemAllocHost_v2", P(&pinned), 4);
    MUST("cuMemcpyDtoHAsync_v2", P(pinned), cell, 4, other);
    MUST("cuStreamSynchronize", other);
    n = *(unsigned *)pinned;
    MUST("cuMemFreeHost", P(pinned));
    MUST("cuStreamDestroy_v2", other);
    return n;
}

/* Destroying returns at once; waits for the context, for memory and of the legacy stream cover the work all the same. */

static void departed_context(void) {
    for (unsigned flags = 0; flags <= NON_BLOCKING; flags++) {
        released = 0;
        MUST("cuStreamDestroy_v2", held_stream(flags));
        CHECK(!released);
        pthread_t later = spawn(release_later, 0);
        MUST("cuCtxSynchronize", 0);
        CHECK(released && value() == flags + 1);
        pthread_join(later, 0);
    }
}

static void departed_legacy(void) {
    unsigned got = 0;
    MUST("cuStreamDestroy_v2", held_stream(0));
    CHECK(CU("cuStreamQuery", 0) == NOT_READY);
    pthread_t later = spawn(release_later, 0);
    MUST("cuStreamSynchronize", 0);
    CHECK(released);
    pthread_join(later, 0);
    released = 0;
    MUST("cuStreamDestroy_v2", held_stream(0));
    later = spawn(release_later, 0);
    MUST("cuMemcpyDtoH_v2", P(&got), cell, 4);
    CHECK(released && got == 2);
    pthread_join(later, 0);
    MUST("cuStreamQuery", 0);
}

static void *work_then_release(void *unused) {
    (void)unused;
    MUST("cuCtxSetCurrent", context);
    usleep(50000);
    word stream = new_stream(NON_BLOCKING);
    dptr own;
    unsigned one = 1;
    void *parameters[] = {&own, &one};
    MUST("cuMemAllocAsync", P(&own), 4096, stream);
    must("launch", launch(add, stream, parameters));
    MUST("cuStreamSynchronize", stream);
    released = 1;
    return 0;
}

/* The wait of one thread, for a stream that is destroyed, does not hold up what another one calls. */
static void departed_others_go_on(void) {
    dptr memory;
    MUST("cuMemAlloc_v2", P(&memory), 4096);
    pthread_t other;
    MUST("cuStreamDestroy_v2", held_stream(0));
    other = spawn(work_then_release, 0);
    MUST("cuCtxSynchronize", 0);
    CHECK(released);
    pthread_join(other, 0);
    released = 0;
    MUST("cuStreamDestroy_v2", held_stream(0));
    other = spawn(work_then_release, 0);
    MUST("cuMemFree_v2", memory);
    pthread_join(other, 0);
    MUST("cuCtxSynchronize", 0);
    CHECK(value() == 2);
}

/* Events of a destroyed stream come to an end, by asking and by waiting. */
static void departed_event(void) {
    for (int wait = 0; wait < 2; wait++) {
        word event, stream;
        released = 0;
        MUST("cuEventCreate", P(&event), 0);
        stream = held_stream(NON_BLOCKING);
        MUST("cuEventRecord", event, stream);
        MUST("cuStreamDestroy_v2", stream);
        CHECK(CU("cuEventQuery", event) == NOT_READY);
        pthread_t later = spawn(release_later, 0);
        if (wait) {
            MUST("cuEventSynchronize", event);
        }
        int result;
        while ((result = CU("cuEventQuery", event)) == NOT_READY) {
            sched_yield();
        }
        must("cuEventQuery", result);
        CHECK(released);
        MUST("cuEventDestroy_v2", event);
        pthread_join(later, 0);
    }
}

/* Pinned memory that a destroyed stream writes: later copies from it take what was written, and it can be freed. */
static void departed_pinned(int rounds) {
    const size_t bytes = 256 * 1024;
    for (int i = 1; i <= rounds; i++) {
        void *from, *back;
        dptr a, b;
        word writer = new_stream(NON_BLOCKING), reader = new_stream(NON_BLOCKING), event;
        MUST("cuMemAllocHost_v2", P(&from), bytes);
        MUST("cuMemAllocHost_v2", P(&back), bytes);
        MUST("cuMemAlloc_v2", P(&a), bytes);
        MUST("cuMemAlloc_v2", P(&b), bytes);
        MUST("cuEventCreate", P(&event), 2);
        MUST("cuMemsetD32Async", a, i, bytes / 4, writer);
        MUST("cuMemcpyDtoHAsync_v2", P(from), a, bytes, writer);
        MUST("cuEventRecord", event, writer);
        MUST("cuStreamWaitEvent", reader, event, 0);
        MUST("cuStreamDestroy_v2", writer);
        MUST("cuMemcpyHtoDAsync_v2", b, P(from), bytes, reader);
        MUST("cuMemcpyDtoHAsync_v2", P(back), b, bytes, reader);
        if (i % 2) {
            MUST("cuStreamSynchronize", reader);
            CHECK(((int *)back)[0] == i && ((int *)back)[bytes / 4 - 1] == i);
        }
        MUST("cuStreamDestroy_v2", reader);
        MUST("cuMemFreeHost", P(from));
        MUST("cuMemFreeHost", P(back));
        MUST("cuEventDestroy_v2", event);
        MUST("cuMemFree_v2", a);
        MUST("cuMemFree_v2", b);
    }
}

static void *in_own_stream(void *unused) {
    (void)unused;
    MUST("cuCtxSetCurrent", context);
    MUST("cuLaunchHostFunc", PER_THREAD, P(hold), 0);
    plus_one(PER_THREAD);
    return 0;
}

/* A thread ends with work in its own stream: nothing waits for it then, a wait for the context does. */
static void thread_end(void) {
    pthread_join(spawn(in_own_stream, 0), 0);
    CHECK(!released);
    pthread_t later = spawn(release_later, 0);
    MUST("cuCtxSynchronize", 0);
    CHECK(released && value() == 1);
    pthread_join(later, 0);
}

/* Operations of every kind behind work that does not end, more than any driver takes; others are not held up meanwhile. */

static volatile int posted;

static void *post_all_kinds(void *argument) {
    const int count = *(int *)argument;
    MUST("cuCtxSetCurrent", context);
    word stream = held_stream(NON_BLOCKING), event;
    unsigned pageable = 5;
    void *pinned;
    dptr target;
    MUST("cuMemAllocHost_v2", P(&pinned), 4096);
    MUST("cuMemAllocAsync", P(&target), 8192, new_stream(NON_BLOCKING));
    MUST("cuEventCreate", P(&event), 2);
    for (posted = 0; posted < count; posted++) {
        switch (posted % 7) {
        case 0: plus_one(stream); break;
        case 1: MUST("cuEventRecord", event, stream); break;
        case 2: MUST("cuMemsetD32Async", target, 1, 1, stream); break;
        case 3: MUST("cuMemcpyHtoDAsync_v2", target, P(&pageable), 4, stream); break;
        case 4: MUST("cuMemcpyDtoHAsync_v2", P(pinned), target, 4096, stream); break;
        case 5: MUST("cuMemcpyDtoDAsync_v2", target + 4096, target, 4096, stream); break;
        default: MUST("cuStreamWaitEvent", stream, event, 0); break;
        }
    }
    MUST("cuStreamSynchronize", stream);
    return 0;
}

static void credits(int count) {
    pthread_t poster = spawn(post_all_kinds, &count);
    int before;
    do {
        before = posted;
        usleep(100000);
    } while (posted != before || before == 0);
    CHECK(posted < count);
    work_then_release(0);
    pthread_join(poster, 0);
    CHECK(posted == count && value() == 1 + (unsigned)(count + 6) / 7);
}

/* Many streams that take no more, each with a thread that waits for room; others are not held up meanwhile. */

enum { FULL = 8 };
static volatile int posted_by[FULL];
static int wanted;

static void *post_ones(void *argument) {
    const word i = (word)argument;
    unsigned one = 1;
    dptr mine = cell + 4 * (i + 1);
    void *parameters[] = {&mine, &one};
    MUST("cuCtxSetCurrent", context);
    word stream = held_stream(NON_BLOCKING);
    for (int n = 0; n < wanted; n++) {
        must("launch", launch(add, stream, parameters));
        posted_by[i] = n + 1;
    }
    MUST("cuStreamSynchronize", stream);
    return 0;
}

static int posted_by_all(void) {
    int sum = 0;
    for (int i = 0; i < FULL; i++) {
        sum += posted_by[i];
    }
    return sum;
}

static void full_streams(int count) {
    pthread_t posters[FULL];
    int before;
    wanted = count;
    for (word i = 0; i < FULL; i++) {
        posters[i] = spawn(post_ones, (void *)i);
    }
    do {
        before = posted_by_all();
        usleep(100000);
    } while (posted_by_all() != before || before == 0);
    for (int i = 0; i < FULL; i++) {
        CHECK(posted_by[i] < count);
    }
    work_then_release(0);
    unsigned got[FULL + 1];
    for (int i = 0; i < FULL; i++) {
        pthread_join(posters[i], 0);
    }
    MUST("cuMemcpyDtoH_v2", P(got), cell, sizeof got);
    for (int i = 1; i <= FULL; i++) {
        CHECK(got[i] == (unsigned)count);
    }
}

/* One stream after the other with a little work each: what is complete of it takes no room. */
static void many_streams(int count) {
    word streams[64];
    for (int i = 0; i < 64; i++) {
        streams[i] = new_stream(NON_BLOCKING);
    }
    for (int n = 0; n < count; n++) {
        dptr mine = cell + 4 * (n % 64);
        unsigned one = 1;
        void *parameters[] = {&mine, &one};
        must("launch", launch(add, streams[n % 64], parameters));
    }
    MUST("cuCtxSynchronize", 0);
    unsigned got[64];
    MUST("cuMemcpyDtoH_v2", P(got), cell, sizeof got);
    for (int i = 0; i < 64; i++) {
        CHECK(got[i] == (unsigned)(count / 64 + (i < count % 64)));
    }
}

/* One thread's kernel fails: every call of every thread says so, waits end, and a reset makes the process work again. */

static void *until_it_fails(void *argument) {
    const word kind = (word)argument;
    unsigned one = 1;
    void *parameters[] = {&cell, &one};
    MUST("cuCtxSetCurrent", context);
    word stream = 0, event = 0;
    int result = CU("cuStreamCreate", P(&stream), NON_BLOCKING);
    if (!result) {
        result = CU("cuEventCreate", P(&event), 2);
    }
    while (!result) {
        result = launch(add, stream, parameters);
        if (!result && kind % 3 == 1) {
            result = CU("cuStreamSynchronize", stream);
        } else if (!result && kind % 3 == 2) {
            result = CU("cuEventRecord", event, stream);
            result = result ? result : CU("cuEventSynchronize", event);
        }
    }
    CHECK(result == ILLEGAL_ADDRESS);
    CHECK(CU("cuCtxSynchronize", 0) == ILLEGAL_ADDRESS);
    CHECK(launch(add, stream, parameters) == ILLEGAL_ADDRESS);
    CHECK(CU("cuMemAlloc_v2", P(&stream), 4) == ILLEGAL_ADDRESS);
    return 0;
}

static void failed(int rounds) {
    while (rounds-- > 0) {
        pthread_t threads[6];
        for (word i = 0; i < 6; i++) {
            threads[i] = spawn(until_it_fails, (void *)i);
        }
        usleep(20000);
        word stream = new_stream(NON_BLOCKING);
        void *none[] = {0};
        must("launch", launch(bad, stream, none));
        for (int i = 0; i < 6; i++) {
            pthread_join(threads[i], 0);
        }
        CHECK(CU("cuStreamSynchronize", stream) == ILLEGAL_ADDRESS);
        MUST("cuDevicePrimaryCtxReset_v2", 0);
        prepare();
        plus_one(0);
        CHECK(value() <= 1);
        MUST("cuCtxSynchronize", 0);
        CHECK(value() == 1);
    }
}

/* The process ends in various ways while other threads are in calls. */

static void *synchronise(void *unused) {
    (void)unused;
    MUST("cuCtxSetCurrent", context);
    CU("cuCtxSynchronize", 0);
    pause();
    return 0;
}

static void *flood(void *unused) {
    (void)unused;
    unsigned one = 1;
    void *parameters[] = {&cell, &one};
    char bytes[60000] = {0};
    MUST("cuCtxSetCurrent", context);
    word stream = new_stream(NON_BLOCKING);
    while (!launch(add, stream, parameters) && !CU("cuMemcpyHtoDAsync_v2", cell, P(bytes), 4096, stream)) {
    }
    pause();
    return 0;
}

static void end(const char *how) {
    word own = new_stream(NON_BLOCKING);
    void *parameters[] = {&cell};
    must("launch", launch(hang, own, parameters));
    spawn(synchronise, 0);
    spawn(flood, 0);
    usleep(20000);
    printf("ready %d\n", getpid());
    fflush(stdout);
    if (getchar() == EOF || !strcmp(how, "exit")) {
        exit(0);
    }
    if (!strcmp(how, "abort")) {
        abort();
    }
    if (!strcmp(how, "_exit")) {
        _exit(0);
    }
    pause();
}

/* Children of a process with many threads: out of service, no hang, and the parent goes on. */

static volatile int enough;

static void *launch_and_wait(void *unused) {
    (void)unused;
    MUST("cuCtxSetCurrent", context);
    word stream = new_stream(0);
    while (!enough) {
        plus_one(stream);
        MUST("cuStreamSynchronize", stream);
    }
    return 0;
}

static void forks(int count) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        threads[i] = spawn(launch_and_wait, 0);
    }
    for (int i = 0; i < count; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            int n;
            CHECK(CU("cuInit", 0) == NOT_INITIALIZED);
            CHECK(CU("cuDeviceGetCount", P(&n)) == NOT_INITIALIZED);
            CHECK(CU("cuCtxSynchronize", 0) == NOT_INITIALIZED);
            exit(0);
        }
        CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    }
    enough = 1;
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], 0);
    }
    MUST("cuCtxSynchronize", 0);
}

/* Descriptors. */

static int is_open(int fd) {
    return fcntl(fd, F_GETFD) >= 0;
}

/* Programs close what they have not opened, and put their own in its place. */
static void low_descriptors(void) {
    prepare();
    for (int fd = 3; fd < 1024; fd++) {
        close(fd);
    }
    int file = open("/dev/null", O_RDWR);
    for (int fd = 3; fd < 64; fd++) {
        CHECK(dup2(file, fd) == fd);
    }
    plus_one(0);
    MUST("cuCtxSynchronize", 0);
    CHECK(value() == 1);
}

/* A descriptor of the library's that now is the program's is neither read nor written nor closed. */
static void taken_descriptors(void) {
    enum { MOST = 1 << 16 };
    static char before[MOST];
    struct stat is;
    char byte;
    char name[] = "/tmp/pending-XXXXXX";
    int file = mkstemp(name), pair[2];
    CHECK(file >= 0 && pipe(pair) == 0 && write(pair[1], "x", 1) == 1);
    unlink(name);
    for (int fd = 0; fd < MOST; fd++) {
        before[fd] = is_open(fd);
    }
    prepare();
    int taken = 0;
    for (int fd = 3; fd < MOST; fd++) {
        if (!before[fd] && is_open(fd)) {
            CHECK((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
            CHECK(dup2(taken % 2 ? pair[0] : file, fd) == fd);
            before[fd] = 2;
            taken++;
        }
    }
    CHECK(taken > 0);
    /* Longer than the library takes to notice. */
    usleep(20000);
    unsigned one = 1;
    void *parameters[] = {&cell, &one};
    unsigned launched = 0;
    for (int i = 0; i < 100; i++) {
        launched += launch(add, 0, parameters) == 0;
        usleep(100);
    }
    /* The session has found other connections, or it is over. */
    if (CU("cuCtxSynchronize", 0) == 0) {
        CHECK(value() == launched);
    }
    if (fork() == 0) {
        for (int fd = 3; fd < MOST; fd++) {
            CHECK(before[fd] != 2 || is_open(fd));
        }
        _exit(0);
    }
    int status;
    CHECK(wait(&status) > 0 && status == 0);
    CHECK(fstat(file, &is) == 0 && is.st_size == 0);
    CHECK(read(pair[0], &byte, 1) == 1 && byte == 'x');
}

/* Rounds of making and destroying everything; tells its memory. */

static long resident(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f && fscanf(f, "%*d %ld", &pages) == 1);
    fclose(f);
    return pages * 4;
}

static void rounds(int count) {
    void *pinned;
    MUST("cuMemAllocHost_v2", P(&pinned), 4096);
    for (int i = 0; i <= count; i++) {
        word event;
        word stream = new_stream(i % 2 ? NON_BLOCKING : 0);
        MUST("cuEventCreate", P(&event), 2);
        plus_one(stream);
        MUST("cuMemcpyDtoHAsync_v2", P(pinned), cell, 4, stream);
        MUST("cuEventRecord", event, stream);
        if (i % 10 == 0) {
            released = 1;
            MUST("cuLaunchHostFunc", stream, P(hold), 0);
            MUST("cuMemcpyHtoDAsync_v2", cell, P(pinned), 4, stream);
        }
        if (i % 100 == 0) {
            word module;
            MUST("cuModuleLoadData", P(&module), P(PTX));
            MUST("cuModuleUnload", module);
            pthread_join(spawn(in_own_stream, 0), 0);
        }
        if (i % 10 == 0) {
            MUST("cuEventSynchronize", event);
        }
        MUST("cuStreamDestroy_v2", stream);
        MUST("cuEventDestroy_v2", event);
        if (i == count / 5 || i == count) {
            MUST("cuCtxSynchronize", 0);
            printf("resident %ld\n", resident());
            fflush(stdout);
            CHECK(getchar() != EOF);
        }
    }
}

/* Threads that each carry a number from stream to stream in every way there is, and look at it now and then. */

static int seed;

static unsigned draw(unsigned long long *state, unsigned below) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(*state >> 33) % below;
}

static void count(void *place) {
    ++*(volatile unsigned *)place;
}

static void *carry(void *argument) {
    const size_t bytes = 100 * 1024;
    const int steps = 3000;
    unsigned long long state = (unsigned long long)(seed * 100 + (int)(word)argument);
    unsigned expected = 0, called = 0, calls = 0, one = 1;
    unsigned *pinned;
    dptr own, other;
    word event, stream;
    MUST("cuCtxSetCurrent", context);
    stream = new_stream(draw(&state, 2));
    MUST("cuEventCreate", P(&event), 2);
    MUST("cuMemAllocHost_v2", P(&pinned), bytes);
    MUST("cuMemAlloc_v2", P(&own), bytes);
    MUST("cuMemsetD32Async", own, 0, bytes / 4, stream);
    for (int i = 0; i < steps; i++) {
        void *parameters[] = {&own, &one};
        switch (draw(&state, 12)) {
        case 0: { /* to another stream; the old one goes at once */
            word next = new_stream(draw(&state, 2));
            MUST("cuEventRecord", event, stream);
            MUST("cuStreamWaitEvent", next, event, 0);
            MUST("cuStreamDestroy_v2", stream);
            stream = next;
            break;
        }
        case 1: /* to other memory */
            MUST("cuMemAlloc_v2", P(&other), bytes);
            MUST("cuMemcpyDtoDAsync_v2", other, own, bytes, stream);
            MUST("cuStreamSynchronize", stream);
            MUST("cuMemFree_v2", own);
            own = other;
            break;
        case 2: /* through pinned memory and back */
            MUST("cuMemcpyDtoHAsync_v2", P(pinned), own, bytes, stream);
            MUST("cuMemsetD32Async", own, 77, bytes / 4, stream);
            MUST("cuMemcpyHtoDAsync_v2", own, P(pinned), bytes, stream);
            break;
        case 3: {
            unsigned got;
            MUST("cuMemcpyDtoHAsync_v2", P(&got), own, 4, stream);
            CHECK(got == expected);
            break;
        }
        case 4:
            MUST("cuMemcpyDtoHAsync_v2", P(pinned), own, bytes, stream);
            MUST(draw(&state, 2) ? "cuStreamSynchronize" : "cuCtxSynchronize", stream);
            CHECK(*pinned == expected && called == calls);
            break;
        case 5:
            MUST("cuLaunchHostFunc", stream, P(count), P(&called));
            calls++;
            break;
        case 6: { /* pinned memory goes while it is written and read */
            unsigned *brief;
            MUST("cuMemAllocHost_v2", P(&brief), 65536 * 2);
            MUST("cuMemcpyDtoHAsync_v2", P(brief), own, 65536 + 4096, stream);
            MUST("cuMemcpyHtoDAsync_v2", own, P(brief), 65536 + 4096, stream);
            MUST("cuMemFreeHost", P(brief));
            break;
        }
        case 7:
            MUST("cuEventRecord", event, stream);
            while (CU("cuEventQuery", event) == NOT_READY) {
                sched_yield();
            }
            break;
        default:
            must("launch", launch(add, stream, parameters));
            expected++;
            break;
        }
    }
    MUST("cuMemcpyDtoHAsync_v2", P(pinned), own, 4, stream);
    MUST("cuStreamSynchronize", stream);
    CHECK(*pinned == expected && called == calls);
    MUST("cuMemFreeHost", P(pinned));
    MUST("cuMemFree_v2", own);
    return 0;
}

static void carries(int n) {
    pthread_t threads[6];
    seed = n;
    for (word i = 0; i < 6; i++) {
        threads[i] = spawn(carry, (void *)i);
    }
    for (int i = 0; i < 6; i++) {
        pthread_join(threads[i], 0);
    }
}

static word device;

/* A thread calls when C++'s and Rust's thread-local storage is gone: destructors of POSIX keys run after it. */
static void release_late(void *unused) {
    (void)unused;
    MUST("cuDevicePrimaryCtxRetain", P(&context), device);
    MUST("cuDevicePrimaryCtxRelease_v2", device);
}

static void *use_and_end(void *key) {
    word free_bytes, total;
    MUST("cuCtxSetCurrent", context);
    MUST("cuMemGetInfo_v2", P(&free_bytes), P(&total));
    CHECK(pthread_setspecific(*(pthread_key_t *)key, key) == 0);
    return 0;
}

static void release_at_exit(void) {
    release_late(0);
    /* The last release ends the context. */
    MUST("cuDevicePrimaryCtxRelease_v2", device);
    puts("released");
}

static void late_calls(void) {
    pthread_key_t key;
    MUST("cuDeviceGet", P(&device), 0);
    CHECK(pthread_key_create(&key, release_late) == 0);
    for (int i = 0; i < 20; i++) {
        pthread_join(spawn(use_and_end, &key), 0);
    }
    CHECK(atexit(release_at_exit) == 0);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    const int n = argc > 2 ? atoi(argv[2]) : 1;
    if (!strcmp(what, "low-descriptors")) {
        low_descriptors();
        return 0;
    }
    if (!strcmp(what, "taken-descriptors")) {
        taken_descriptors();
        _exit(0);
    }
    prepare();
    if (!strcmp(what, "departed-context")) {
        departed_context();
    } else if (!strcmp(what, "departed-legacy")) {
        departed_legacy();
    } else if (!strcmp(what, "departed-others-go-on")) {
        departed_others_go_on();
    } else if (!strcmp(what, "departed-event")) {
        departed_event();
    } else if (!strcmp(what, "departed-pinned")) {
        departed_pinned(n);
    } else if (!strcmp(what, "thread-end")) {
        thread_end();
    } else if (!strcmp(what, "credits")) {
        credits(n);
    } else if (!strcmp(what, "full-streams")) {
        full_streams(n);
    } else if (!strcmp(what, "many-streams")) {
        many_streams(n);
    } else if (!strcmp(what, "failed")) {
        failed(n);
    } else if (!strcmp(what, "forks")) {
        forks(n);
    } else if (!strcmp(what, "carry")) {
        carries(n);
    } else if (!strcmp(what, "late-calls")) {
        late_calls();
    } else if (!strcmp(what, "rounds")) {
        rounds(n);
    } else {
        end(what);
    }
    return 0;
}
