// SPDX-License-Identifier: MIT
/*
 * How long after the kernel's stamp the reader has each frame. Kept in memory, for a file would be work between the
 * frames, and written when the fingers have lifted: nanoseconds, one a line.
 */
#ifndef LATENCIES_H
#define LATENCIES_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* More frames than a round has. */
enum { LATENCY_LIMIT = 1 << 16 };

static int64_t latencies[LATENCY_LIMIT];
static int latency_count;

static inline int64_t monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Takes a frame down that the kernel stamped with `microseconds` of CLOCK_MONOTONIC. */
static inline void note_frame(int64_t microseconds) {
  if (latency_count < LATENCY_LIMIT) {
    latencies[latency_count++] = monotonic_nanoseconds() - microseconds * 1000;
  }
}

/* Returns an exit status. */
static inline int write_latencies(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    return 1;
  }
  for (int index = 0; index < latency_count; index++) {
    fprintf(file, "%lld\n", (long long)latencies[index]);
  }
  return fclose(file) ? 1 : 0;
}

#endif
