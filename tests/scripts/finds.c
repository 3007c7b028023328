/* Loads the driver's library by the name in its first argument, and then runs what follows it, in an empty environment.
   ALONE: only a text that names the library, for programs that nothing can be loaded into. BARE: without any C library. */
static const char NAME[] = "libcuda.so.1";

#ifdef BARE
void _start(void) {
    __asm__ volatile("int $0x80" : : "a"(1), "b"(0), "m"(NAME));
    __builtin_unreachable();
}
#elif defined(ALONE)
#include <stdio.h>
int main(void) { return puts(NAME) < 0; }
#else
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    if (!dlopen(argc > 1 ? argv[1] : NAME, RTLD_NOW))
        puts(dlerror());
    if (argc < 3)
        return 0;
    char *none[] = {0};
    execve(argv[2], argv + 2, none);
    return 1;
}
#endif
