/* said KERNEL: launches a kernel that fails an assertion (`check`) or writes where nothing is (`bad`); the device says why on standard error. */
#include "driver.h"

static const char CHECK[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n"
    ".global .align 1 .b8 message[6] = {120, 32, 60, 32, 51, 0};\n"
    ".global .align 1 .b8 file[5] = {107, 46, 99, 117, 0};\n"
    ".global .align 1 .b8 name[6] = {99, 104, 101, 99, 107, 0};\n"
    ".visible .entry check()\n{\n"
    "  .reg .u64 %a, %b, %c;\n"
    "  mov.u64 %a, message; cvta.global.u64 %a, %a;\n"
    "  mov.u64 %b, file; cvta.global.u64 %b, %b;\n"
    "  mov.u64 %c, name; cvta.global.u64 %c, %c;\n"
    "  {\n"
    "  .param .b64 p0; st.param.b64 [p0], %a;\n"
    "  .param .b64 p1; st.param.b64 [p1], %b;\n"
    "  .param .b32 p2; st.param.b32 [p2], 12;\n"
    "  .param .b64 p3; st.param.b64 [p3], %c;\n"
    "  .param .b64 p4; st.param.b64 [p4], 1;\n"
    "  call.uni __assertfail, (p0, p1, p2, p3, p4);\n"
    "  }\n  ret;\n}\n";

int main(int argc, char **argv) {
    const char *kernel = argc > 1 ? argv[1] : "check";
    word module, f;
    start();
    MUST("cuModuleLoadData", P(&module), P(strcmp(kernel, "bad") ? CHECK : PTX));
    MUST("cuModuleGetFunction", P(&f), module, P(kernel));
    must("launch", launch(f, 0, NULL));
    int result = CU("cuCtxSynchronize");
    /* What the device said was there before the call that tells it. */
    fprintf(stderr, "synchronised: %d\n", result);
    return 0;
}
