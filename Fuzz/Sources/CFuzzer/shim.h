#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own entry: the package manager wants to define main itself. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
