/* What NVML and CUDA say about the first device, one after the other: "count name uuid total free". */
#include "driver.h"

typedef struct { unsigned long long total, available, used; } memory;

int main(void) {
    void *lib = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!lib) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
#define NVML(name, ...) must(name, ((function)dlsym(lib, name))(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0))
    unsigned count = 0;
    word device = 0;
    char name[128], uuid[128];
    memory info;
    must("nvmlInit_v2", ((int (*)(void))dlsym(lib, "nvmlInit_v2"))());
    NVML("nvmlDeviceGetCount_v2", P(&count), 0, 0);
    NVML("nvmlDeviceGetHandleByIndex_v2", 0, P(&device), 0);
    NVML("nvmlDeviceGetName", device, P(name), sizeof name);
    NVML("nvmlDeviceGetUUID", device, P(uuid), sizeof uuid);
    NVML("nvmlDeviceGetMemoryInfo", device, P(&info), 0);
    printf("%u|%s|%s|%llu|%llu\n", count, name, uuid, info.total, info.available);
    start();
    int devices, d;
    unsigned char id[16];
    size_t available, total, all;
    MUST("cuDeviceGetCount", P(&devices));
    MUST("cuDeviceGet", P(&d), 0);
    MUST("cuDeviceGetName", P(name), sizeof name, d);
    MUST("cuDeviceGetUuid_v2", P(id), d);
    MUST("cuDeviceTotalMem_v2", P(&all), d);
    MUST("cuMemGetInfo_v2", P(&available), P(&total));
    char *at = uuid + sprintf(uuid, "GPU-");
    for (int i = 0; i < 16; i++) {
        at += sprintf(at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", id[i]);
    }
    printf("%d|%s|%s|%zu|%zu\n", devices, name, uuid, total, available);
    return all == total ? 0 : 1;
}
