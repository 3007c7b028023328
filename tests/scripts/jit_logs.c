/* Loads broken and good PTX with log buffers of several sizes: result, sizes and logs. The same on every way to softcuda. */
#include "driver.h"

enum { INFO = 3, INFO_BYTES = 4, ERROR = 5, ERROR_BYTES = 6 };

static const char BROKEN[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k()\n{\n  .reg .u32 %a;\n  mov.u32 %a, 1;\n  mov.u32 %b, %a;\n  ret;\n}\n";

static void say(const char *how, int result, const char *info, const char *error, const word *values) {
    printf("%s: %d, info %u \"%s\", error %u \"%s\"\n", how, result, (unsigned)values[1], info, (unsigned)values[3], error);
}

static void try(const char *image, size_t bytes) {
    char info[256], error[256];
    unsigned options[] = {INFO, INFO_BYTES, ERROR, ERROR_BYTES};
    word loaded = 0;
    for (int library = 0; library < 2; library++) {
        memset(info, '#', sizeof info);
        memset(error, '#', sizeof error);
        info[255] = error[255] = 0;
        word values[] = {P(info), bytes, P(error), bytes};
        int result = library ? CU("cuLibraryLoadData", P(&loaded), P(image), P(options), P(values), 4, 0, 0, 0)
                             : CU("cuModuleLoadDataEx", P(&loaded), P(image), 4, P(options), P(values));
        say(library ? "library" : "module", result, info, error, values);
    }
}

int main(void) {
    start();
    try(BROKEN, 255);
    try(BROKEN, 12);
    try(BROKEN, 1);
    try(PTX, 255);
    try("no image at all", 255);
    word loaded, values[] = {0, 0, 0, 0};
    unsigned options[] = {INFO, INFO_BYTES, ERROR, ERROR_BYTES};
    int result = CU("cuModuleLoadDataEx", P(&loaded), P(BROKEN), 4, P(options), P(values));
    printf("no buffers: %d, %u, %u\n", result, (unsigned)values[1], (unsigned)values[3]);
    return 0;
}
