// SPDX-License-Identifier: MIT
/*
 * What the readers in C share: a wait in epoll, and how long after the kernel's stamp they have each frame. That is
 * kept in memory, for a file would be work between the frames, and written when the fingers have lifted: nanoseconds,
 * one a line. Frames in which a finger lands or lifts are not counted.
 */
#ifndef LATENCIES_H
#define LATENCIES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

/* More frames than a round has. */
enum { LATENCY_LIMIT = 1 << 16 };

static int64_t latencies[LATENCY_LIMIT];
static int latency_count;

/* How many are down, and whether one has landed or lifted in this frame. */
static int fingers;
static bool has_landing_or_lift;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static inline int64_t monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Ends a frame that the kernel stamped with `microseconds` of CLOCK_MONOTONIC: whether the last finger has lifted. */
static inline bool end_frame(int64_t microseconds) {
  bool is_over = has_landing_or_lift && fingers == 0;
  if (!has_landing_or_lift && latency_count < LATENCY_LIMIT) {
    latencies[latency_count++] = monotonic_nanoseconds() - microseconds * 1000;
  }
  has_landing_or_lift = false;
  return is_over;
}

/* An epoll instance that waits for a descriptor. Says to the program that has started the reader that it reads. */
static inline int begin(int descriptor) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event wanted = {.events = EPOLLIN};
  if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &wanted) < 0) fail("epoll");
  puts("using the panel");
  fflush(stdout);
  return epoll;
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
