/*
 * The allocator's functions, defined in the test executable so that every library of the process calls them: they
 * count, and hand on to glibc.
 */
#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

#define EXPORT __attribute__((visibility("default")))

/* Of the initial thread-local block, so that reading it never allocates. */
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

uint64_t allocation_count(void)
{
	return count;
}

EXPORT void *malloc(size_t size)
{
	count++;
	return __libc_malloc(size);
}

EXPORT void *calloc(size_t number, size_t size)
{
	count++;
	return __libc_calloc(number, size);
}

EXPORT void *realloc(void *old, size_t size)
{
	count++;
	return __libc_realloc(old, size);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
	count++;
	return __libc_memalign(alignment, size);
}

EXPORT int posix_memalign(void **result, size_t alignment, size_t size)
{
	void *memory = __libc_memalign(alignment, size);

	count++;
	if (!memory)
		return ENOMEM;
	*result = memory;
	return 0;
}
