/*
 * exports LIBRARY: reads lines "symbol name version implemented" from standard input; each symbol must resolve through dlsym, its name through
 * cuGetProcAddress up to the advertised version, and what is not implemented must say so. Prints what does not, then counts.
 */
#include "driver.h"

int main(int argc, char **argv) {
    void *lib = dlopen(argv[argc - 1], RTLD_NOW);
    if (!lib) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    function version_of = (function)dlsym(lib, "cuDriverGetVersion"), init = (function)dlsym(lib, "cuInit");
    function address = (function)dlsym(lib, "cuGetProcAddress_v2");
    int advertised = 0, names = 0, refused = 0, faults = 0, version;
    char sym[128], name[128], kind[8];
    version_of(P(&advertised), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    init(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    while (scanf("%127s %127s %d %7s", sym, name, &version, kind) == 4) {
        void *f = dlsym(lib, sym), *p = NULL;
        int status = -1;
        names++;
        int result = address(P(name), P(&p), version, 0, P(&status), 0, 0, 0, 0, 0, 0);
        if (version > advertised) {
            if (p) {
                printf("%s resolves although version %d is not advertised\n", sym, version);
                faults++;
            }
            continue;
        }
        if (!f) {
            printf("%s is not exported\n", sym);
            faults++;
            continue;
        }
        if (result != 0 || !p || status != 0) {
            printf("%s %d through cuGetProcAddress: result %d, status %d\n", name, version, result, status);
            faults++;
        }
        if (!strcmp(kind, "none")) {
            int said = ((function)f)(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            refused += said == 801;
            if (said != 801) {
                printf("%s says %d where it is not implemented\n", sym, said);
                faults++;
            }
        }
    }
    printf("%d names up to version %d, %d refused, %d faults\n", names, advertised, refused, faults);
    return faults != 0;
}
