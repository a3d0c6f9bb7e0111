// SPDX-License-Identifier: MIT
/*
 * Counts the heap allocations of the calling thread, and what it holds: tests run beside each other in one
 * process.
 */
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/* Allocations made by this thread since it started. */
uint64_t allocation_count(void);

/* Bytes that this thread has allocated since it started, less those that it has freed. */
int64_t allocated_bytes(void);

#endif
