// SPDX-License-Identifier: MIT
/*
 * The allocator's functions, defined in the test executable so that every library of the process calls them: they
 * count, and hand on to glibc.
 */
#include "CAllocationCounter.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

#define EXPORT __attribute__((visibility("default")))

/* Of the initial thread-local block, so that reading it never allocates. */
static __thread uint64_t count __attribute__((tls_model("initial-exec")));
static __thread int64_t bytes __attribute__((tls_model("initial-exec")));

uint64_t allocation_count(void)
{
	return count;
}

int64_t allocated_bytes(void)
{
	return bytes;
}

static void *allocated(void *memory)
{
	count++;
	bytes += (int64_t)malloc_usable_size(memory);
	return memory;
}

EXPORT void *malloc(size_t size)
{
	return allocated(__libc_malloc(size));
}

EXPORT void *calloc(size_t number, size_t size)
{
	return allocated(__libc_calloc(number, size));
}

EXPORT void *realloc(void *old, size_t size)
{
	int64_t before = (int64_t)malloc_usable_size(old);
	void *memory = __libc_realloc(old, size);

	if (memory || size == 0)
		bytes -= before;
	return allocated(memory);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
	return allocated(__libc_memalign(alignment, size));
}

EXPORT int posix_memalign(void **result, size_t alignment, size_t size)
{
	void *memory = allocated(__libc_memalign(alignment, size));

	if (!memory)
		return ENOMEM;
	*result = memory;
	return 0;
}

EXPORT void free(void *memory)
{
	bytes -= (int64_t)malloc_usable_size(memory);
	__libc_free(memory);
}
