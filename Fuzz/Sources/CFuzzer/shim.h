#include <stddef.h>
#include <stdint.h>

/* libFuzzer's entry point, called from main because the package manager links an executable with its own main. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
