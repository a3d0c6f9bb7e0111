/* Counts the heap allocations of the calling thread: tests run beside each other in one process. */
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/* Allocations made by this thread since it started. */
uint64_t allocation_count(void);

#endif
