// Memory and events of two processes: bytes that both have, order by events that
// both record, handles that are forged, stale or the process's own, closing and
// freeing in every order, and the sudden end of who exported.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>

#define FUNCTIONS(X)                                                                                         \
    X(cuGetErrorName) X(cuInit) X(cuDevicePrimaryCtxRetain) X(cuCtxSetCurrent) X(cuCtxSynchronize)           \
    X(cuMemGetInfo) X(cuMemAlloc) X(cuMemFree) X(cuMemAllocAsync) X(cuMemAllocManaged) X(cuMemHostAlloc)     \
    X(cuMemFreeHost) X(cuMemcpyDtoH) X(cuMemsetD32) X(cuMemsetD32Async) X(cuStreamCreate)    \
    X(cuStreamSynchronize) X(cuStreamWaitValue32) X(cuStreamWriteValue32) X(cuStreamWaitEvent)               \
    X(cuEventCreate) X(cuEventRecord) X(cuEventQuery) X(cuEventSynchronize) X(cuEventDestroy)                \
    X(cuIpcGetMemHandle) X(cuIpcOpenMemHandle) X(cuIpcCloseMemHandle) X(cuIpcGetEventHandle)                 \
    X(cuIpcOpenEventHandle) X(cuMemGetAddressRange)

#include "driver_support.h"

static const size_t WORDS = 1 << 18;

// What the parent has the other process do, and its answer.
enum Step {
    OPEN, CLOSE, FREE, READ, FILL, EXPORT_AGAIN, ALLOCATE,
    OPEN_EVENT, WAIT_EVENT, QUERY_EVENT, SYNC_EVENT, RECORD_LATE, GO_ON, DESTROY_EVENT,
};

struct Order {
    Step step;
    uint64_t at, value;
    CUipcMemHandle memory;
    CUipcEventHandle event;
};

struct Answer {
    CUresult result;
    uint64_t value;
    CUipcMemHandle memory;
    CUipcEventHandle event;
};

static CUstream stream, side;
// A word of device memory that holds the stream up while it is 0.
static CUdeviceptr gate;

static void start() {
    driver = load_driver();
    CUcontext context;
    CALL(cuInit, 0);
    CALL(cuDevicePrimaryCtxRetain, &context, 0);
    CALL(cuCtxSetCurrent, context);
    CALL(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
    CALL(cuStreamCreate, &side, CU_STREAM_NON_BLOCKING);
    CALL(cuMemAlloc, &gate, sizeof(uint32_t));
}

static void set_gate(uint32_t value) {
    CALL(cuStreamWriteValue32, side, gate, value, 0);
    CALL(cuStreamSynchronize, side);
}

static void move(int fd, void *bytes, size_t size, bool out) {
    char *at = static_cast<char *>(bytes);
    while (size > 0) {
        const ssize_t n = out ? send(fd, at, size, MSG_NOSIGNAL) : read(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        REQUIRE(n > 0, "the other process is gone");
        at += n;
        size -= n;
    }
}

static uint64_t read_word(CUdeviceptr at) {
    uint32_t word = 0;
    CALL(cuMemcpyDtoH, &word, at, sizeof word);
    return word;
}

static void fill(CUdeviceptr at, uint32_t value) {
    CALL(cuMemsetD32, at, value, WORDS);
    CALL(cuCtxSynchronize);
}

static CUevent shared_event() {
    CUevent event;
    CALL(cuEventCreate, &event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING);
    return event;
}

// Queues, behind a gate that stays closed, a fill and a record.
static void record_late(CUevent event, CUdeviceptr at, uint32_t value) {
    set_gate(0);
    CALL(cuStreamWaitValue32, stream, gate, 1, CU_STREAM_WAIT_VALUE_GEQ);
    CALL(cuMemsetD32Async, at, value, WORDS, stream);
    CALL(cuEventRecord, event, stream);
}

static Answer obey(const Order &order) {
    Answer answer = {};
    CUdeviceptr address = order.at;
    CUevent event = reinterpret_cast<CUevent>(order.value);
    switch (order.step) {
    case OPEN:
        answer.result = driver.cuIpcOpenMemHandle(&address, order.memory, order.value);
        answer.value = address;
        break;
    case CLOSE: answer.result = driver.cuIpcCloseMemHandle(address); break;
    case FREE: answer.result = driver.cuMemFree(address); break;
    case READ: answer.value = read_word(address); break;
    case FILL: fill(address, order.value); break;
    case EXPORT_AGAIN: answer.result = driver.cuIpcGetMemHandle(&answer.memory, address); break;
    case ALLOCATE:
        CALL(cuMemAlloc, &address, WORDS * 4);
        fill(address, order.value);
        CALL(cuIpcGetMemHandle, &answer.memory, address);
        answer.value = address;
        event = shared_event();
        CALL(cuIpcGetEventHandle, &answer.event, event);
        if (order.at) record_late(event, address, order.at);
        break;
    case OPEN_EVENT:
        answer.result = driver.cuIpcOpenEventHandle(&event, order.event);
        answer.value = reinterpret_cast<uint64_t>(event);
        break;
    // What is read comes after the event.
    case WAIT_EVENT:
        CALL(cuStreamWaitEvent, stream, event, 0);
        CALL(cuStreamSynchronize, stream);
        answer.value = read_word(address);
        break;
    case QUERY_EVENT: answer.result = driver.cuEventQuery(event); break;
    case SYNC_EVENT: answer.result = driver.cuEventSynchronize(event); break;
    case RECORD_LATE: record_late(event, address, 9); break;
    case GO_ON: set_gate(1); break;
    case DESTROY_EVENT: answer.result = driver.cuEventDestroy(event); break;
    }
    return answer;
}

static int serve(int fd) {
    start();
    Order order;
    while (recv(fd, &order, 1, MSG_PEEK) == 1) {
        move(fd, &order, sizeof order, false);
        Answer answer = obey(order);
        move(fd, &answer, sizeof answer, true);
    }
    return 0;
}

// The other process.
struct Peer {
    pid_t pid;
    int fd;

    Peer() {
        int ends[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "no sockets");
        pid = fork();
        REQUIRE(pid >= 0, "fork failed");
        if (pid == 0) {
            const std::string end = std::to_string(ends[1]);
            close(ends[0]);
            execl("/proc/self/exe", "ipc", "peer", end.c_str(), static_cast<char *>(nullptr));
            _exit(127);
        }
        close(ends[1]);
        fd = ends[0];
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    }

    void begin(const Order &order) {
        Order sent = order;
        move(fd, &sent, sizeof sent, true);
    }

    Answer end() {
        Answer answer;
        move(fd, &answer, sizeof answer, false);
        return answer;
    }

    Answer tell(const Order &order) {
        begin(order);
        return end();
    }

    Answer tell(Step step, uint64_t at = 0, uint64_t value = 0) { return tell(Order{step, at, value, {}, {}}); }

    CUresult open(const CUipcMemHandle &handle, CUdeviceptr *at, unsigned flags = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) {
        const Answer answer = tell(Order{OPEN, 0, flags, handle, {}});
        *at = answer.value;
        return answer.result;
    }

    void done() {
        close(fd);
        int status = 0;
        REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "the other process failed");
    }

    void kill_it() {
        kill(pid, SIGKILL);
        int status = 0;
        REQUIRE(waitpid(pid, &status, 0) == pid, "the other process is lost");
        close(fd);
    }
};

static size_t free_memory() {
    size_t free = 0, total = 0;
    CALL(cuMemGetInfo, &free, &total);
    return free;
}

static CUdeviceptr exported(CUipcMemHandle *handle, uint32_t value) {
    CUdeviceptr at;
    CALL(cuMemAlloc, &at, WORDS * 4);
    fill(at, value);
    CALL(cuIpcGetMemHandle, handle, at);
    return at;
}

static void memory_both_ways(Peer &peer) {
    CUipcMemHandle handle, again;
    const CUdeviceptr mine = exported(&handle, 11);
    CALL(cuIpcGetMemHandle, &again, mine);
    REQUIRE(memcmp(&handle, &again, sizeof handle) == 0, "an allocation has one handle");
    // The other process has what it needs for itself.
    peer.tell(GO_ON);
    const size_t before = free_memory();
    CUdeviceptr theirs, twice;
    EXPECT(CUDA_SUCCESS, peer.open(handle, &theirs));
    REQUIRE(peer.tell(READ, theirs + 4 * (WORDS - 1)).value == 11, "the other process sees it");
    peer.tell(FILL, theirs, 12);
    REQUIRE(read_word(mine) == 12 && read_word(mine + 4 * (WORDS - 1)) == 12, "and writes to it");
    fill(mine, 13);
    REQUIRE(peer.tell(READ, theirs).value == 13, "again");
    REQUIRE(free_memory() == before, "it counts once");
    EXPECT(CUDA_SUCCESS, peer.open(handle, &twice));
    REQUIRE(theirs == twice, "what is open has one address");
    EXPECT(CUDA_SUCCESS, peer.tell(CLOSE, theirs).result);
    REQUIRE(peer.tell(READ, theirs).value == 13, "still open once");
    EXPECT(CUDA_ERROR_INVALID_VALUE, peer.tell(FREE, theirs).result);
    EXPECT(CUDA_ERROR_INVALID_VALUE, peer.tell(EXPORT_AGAIN, theirs).result);
    EXPECT(CUDA_SUCCESS, peer.tell(CLOSE, theirs).result);
    EXPECT(CUDA_ERROR_INVALID_VALUE, peer.tell(CLOSE, theirs).result);
    EXPECT(CUDA_SUCCESS, peer.open(handle, &twice));
    REQUIRE(peer.tell(READ, twice).value == 13, "opened anew");

    const Answer other = peer.tell(ALLOCATE, 0, 21);
    CUdeviceptr here, base;
    size_t size;
    CALL(cuIpcOpenMemHandle, &here, other.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
    CALL(cuMemGetAddressRange, &base, &size, here + 100);
    REQUIRE(read_word(here) == 21 && base == here && size >= WORDS * 4, "the other process's is seen here");
    CALL(cuIpcCloseMemHandle, here);
    EXPECT(CUDA_SUCCESS, peer.tell(FREE, other.value).result);
    EXPECT(CUDA_SUCCESS, peer.tell(CLOSE, twice).result);
    CALL(cuMemFree, mine);
    puts("ipc: memory both ways, ok");
}

static void what_is_refused(Peer &peer) {
    CUipcMemHandle handle;
    CUdeviceptr at, mine = exported(&handle, 1), pooled, managed;
    void *host;
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, driver.cuIpcOpenMemHandle(&at, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    EXPECT(CUDA_ERROR_INVALID_VALUE, peer.open(handle, &at, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, peer.open(CUipcMemHandle{}, &at));
    for (int byte = 0; byte < 64; byte++) {
        CUipcMemHandle forged = handle;
        forged.reserved[byte] ^= 0x10;
        EXPECT(CUDA_ERROR_INVALID_VALUE, peer.open(forged, &at));
    }
    CALL(cuMemAllocAsync, &pooled, 4096, stream);
    CALL(cuMemAllocManaged, &managed, 4096, CU_MEM_ATTACH_GLOBAL);
    CALL(cuMemHostAlloc, &host, 4096, 0);
    for (const CUdeviceptr other : {CUdeviceptr(0), CUdeviceptr(64), pooled, managed, CUdeviceptr(host)}) {
        EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuIpcGetMemHandle(&handle, other));
    }
    CUevent event;
    CUipcEventHandle ours;
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuEventCreate(&event, CU_EVENT_INTERPROCESS));
    CALL(cuEventCreate, &event, CU_EVENT_DISABLE_TIMING);
    EXPECT(CUDA_ERROR_INVALID_HANDLE, driver.cuIpcGetEventHandle(&ours, event));
    CALL(cuEventDestroy, event);
    event = shared_event();
    CALL(cuIpcGetEventHandle, &ours, event);
    for (int byte = 0; byte < 64; byte++) {
        CUipcEventHandle forged = ours;
        forged.reserved[byte] ^= 0x10;
        EXPECT(CUDA_ERROR_INVALID_HANDLE, peer.tell(Order{OPEN_EVENT, 0, 0, {}, forged}).result);
    }
    CALL(cuEventDestroy, event);
    EXPECT(CUDA_ERROR_INVALID_HANDLE, peer.tell(Order{OPEN_EVENT, 0, 0, {}, ours}).result);
    CALL(cuMemFree, pooled);
    CALL(cuMemFree, managed);
    CALL(cuMemFreeHost, host);
    CALL(cuMemFree, mine);
    puts("ipc: what is refused, ok");
}

static void order_by_events(Peer &peer) {
    CUipcMemHandle handle;
    CUipcEventHandle ours;
    CUdeviceptr theirs, mine = exported(&handle, 1);
    const CUevent event = shared_event();
    EXPECT(CUDA_SUCCESS, peer.open(handle, &theirs));
    CALL(cuIpcGetEventHandle, &ours, event);
    const Answer opened = peer.tell(Order{OPEN_EVENT, 0, 0, {}, ours});
    EXPECT(CUDA_SUCCESS, opened.result);
    EXPECT(CUDA_SUCCESS, peer.tell(QUERY_EVENT, 0, opened.value).result);
    // Recorded here, waited for there.
    for (uint32_t round = 2; round < 6; round++) {
        record_late(event, mine, round);
        EXPECT(CUDA_ERROR_NOT_READY, peer.tell(QUERY_EVENT, 0, opened.value).result);
        peer.begin(Order{WAIT_EVENT, theirs, opened.value, {}, {}});
        usleep(20000);
        set_gate(1);
        REQUIRE(peer.end().value == round, "the other process waits for the record");
        EXPECT(CUDA_SUCCESS, peer.tell(QUERY_EVENT, 0, opened.value).result);
        CALL(cuStreamSynchronize, stream);
    }
    record_late(event, mine, 7);
    peer.begin(Order{SYNC_EVENT, 0, opened.value, {}, {}});
    usleep(20000);
    set_gate(1);
    EXPECT(CUDA_SUCCESS, peer.end().result);
    REQUIRE(peer.tell(READ, theirs).value == 7, "a wait of the program's");
    // Recorded there, waited for here.
    CALL(cuCtxSynchronize);
    peer.tell(RECORD_LATE, theirs, opened.value);
    EXPECT(CUDA_ERROR_NOT_READY, driver.cuEventQuery(event));
    CALL(cuStreamWaitEvent, stream, event, 0);
    peer.tell(GO_ON);
    CALL(cuStreamSynchronize, stream);
    REQUIRE(read_word(mine) == 9, "the other process's record is waited for");
    CALL(cuEventSynchronize, event);
    EXPECT(CUDA_SUCCESS, driver.cuEventQuery(event));
    EXPECT(CUDA_SUCCESS, peer.tell(DESTROY_EVENT, 0, opened.value).result);
    CALL(cuEventDestroy, event);
    EXPECT(CUDA_SUCCESS, peer.tell(CLOSE, theirs).result);
    CALL(cuMemFree, mine);
    puts("ipc: order by events, ok");
}

static void freed_while_open(Peer &peer) {
    CUipcMemHandle handle;
    CUdeviceptr theirs, again, mine = exported(&handle, 5);
    EXPECT(CUDA_SUCCESS, peer.open(handle, &theirs));
    CALL(cuMemFree, mine);
    EXPECT(CUDA_SUCCESS, peer.tell(CLOSE, theirs).result);
    EXPECT(CUDA_ERROR_INVALID_VALUE, peer.open(handle, &again));
    puts("ipc: freed while open, ok");
}

// Its memory stays until it is closed here; its records are over.
static void sudden_end() {
    Peer peer;
    const Answer theirs = peer.tell(ALLOCATE, 32, 31);
    CUdeviceptr here, again;
    CUevent event;
    CALL(cuIpcOpenMemHandle, &here, theirs.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
    CALL(cuIpcOpenEventHandle, &event, theirs.event);
    REQUIRE(read_word(here) == 31, "what the other process wrote");
    CALL(cuStreamWaitEvent, stream, event, 0);
    CALL(cuMemsetD32Async, here, 33, WORDS, stream);
    peer.kill_it();
    CALL(cuStreamSynchronize, stream);
    REQUIRE(read_word(here) == 33, "the memory is still there");
    CALL(cuEventSynchronize, event);
    CALL(cuEventDestroy, event);
    EXPECT(CUDA_SUCCESS, driver.cuIpcCloseMemHandle(here));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           driver.cuIpcOpenMemHandle(&again, theirs.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    puts("ipc: sudden end, ok");
}

int main(int argc, char **argv) {
    limit_time(90);
    if (argc > 2 && std::string(argv[1]) == "peer") {
        return serve(atoi(argv[2]));
    }
    start();
    const size_t before = free_memory();
    Peer peer;
    memory_both_ways(peer);
    what_is_refused(peer);
    order_by_events(peer);
    freed_while_open(peer);
    peer.done();
    sudden_end();
    // The memory of processes that have ended comes back soon.
    for (int i = 0; i < 3000 && free_memory() != before; i++) {
        usleep(10000);
    }
    std::printf("ipc: memory %s, ", free_memory() == before ? "all back" : "lost");
    return verdict(free_memory() == before);
}
