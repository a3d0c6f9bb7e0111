// SPDX-License-Identifier: MIT
/* What Swift cannot call by itself, or only through macros. */
#define _GNU_SOURCE /* sched_setaffinity, memfd_create */
#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CBaselines.h"

int bench_pin(int processor)
{
  cpu_set_t set;

  CPU_ZERO(&set);
  for (int one = 0; one < CPU_SETSIZE; one++)
    if (processor < 0 || one == processor)
      CPU_SET((size_t)one, &set);
  return sched_setaffinity(0, sizeof(set), &set) < 0 ? -errno : 0;
}

int bench_processors(int *processors, int capacity)
{
  cpu_set_t set;
  int count = 0;

  if (sched_getaffinity(0, sizeof(set), &set) < 0)
    return -errno;
  for (int processor = 0; processor < CPU_SETSIZE && count < capacity; processor++)
    if (CPU_ISSET((size_t)processor, &set))
      processors[count++] = processor;
  return count;
}

int bench_shared_memory(size_t size)
{
  int fd = memfd_create("bench", MFD_CLOEXEC);

  if (fd < 0)
    return -errno;
  return ftruncate(fd, (off_t)size) < 0 ? -errno : fd;
}

void *bench_map(int fd, size_t size)
{
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);

  return memory == MAP_FAILED ? NULL : memory;
}

__attribute__((noinline)) void bench_mark(void)
{
  __asm__ volatile("");
}

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

void bench_count_begin(void)
{
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

void bench_count_end(const char *name)
{
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}

bool bench_can_count(void)
{
  return RUNNING_ON_VALGRIND != 0;
}
#else
void bench_count_begin(void)
{
}

void bench_count_end(const char *name)
{
  (void)name;
}

bool bench_can_count(void)
{
  return false;
}
#endif
