// SPDX-License-Identifier: MIT
/* What Swift cannot call by itself, or only through macros. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <errno.h>
#include <sched.h>

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
#else
void bench_count_begin(void)
{
}

void bench_count_end(const char *name)
{
  (void)name;
}
#endif
