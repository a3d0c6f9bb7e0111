// SPDX-License-Identifier: MIT
#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a library: it takes its options from the arguments, calls back with each input, and does not return
/// before it is done. The compiler links it where `-sanitize=fuzzer` is given.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));
