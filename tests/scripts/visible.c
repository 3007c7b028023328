/* visible: the devices that CUDA_VISIBLE_DEVICES leaves, each used: what cuInit says, then the last byte of each UUID. */
#include "driver.h"

int main(void) {
    int result = CU("cuInit", 0), count = -1;
    printf("cuInit %d", result);
    if (result == 0) {
        MUST("cuDeviceGetCount", P(&count));
    }
    for (int device = 0; device < count; device++) {
        unsigned char uuid[16];
        unsigned back = 0;
        int owner = -1;
        word context;
        dptr memory;
        MUST("cuDeviceGetUuid_v2", P(uuid), device);
        MUST("cuDevicePrimaryCtxRetain", P(&context), device);
        MUST("cuCtxSetCurrent", context);
        MUST("cuMemAlloc_v2", P(&memory), 4);
        MUST("cuMemsetD32_v2", memory, 7 + device, 1);
        MUST("cuMemcpyDtoH_v2", P(&back), memory, 4);
        MUST("cuPointerGetAttribute", P(&owner), 9 /* CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL */, memory);
        printf(", %d of memory %u on %d", uuid[15], back, owner);
    }
    printf("\n");
    return 0;
}
