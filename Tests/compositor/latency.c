// SPDX-License-Identifier: MIT
// Measures how long a filter keeps a frame:  latency UINPUT_FD NODE FRAMES FINGERS INTERVAL_US
//
// Moves FINGERS fingers on the panel that UINPUT_FD made, and reads NODE: the touchscreen of the filter, or the panel's
// own for comparison. The panel has the range 0…32767. A figure is the time from before the write, which is the stamp
// of the kernel on the panel but for a system call, until a reader of NODE has woken up. One line of JSON, in
// microseconds.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include "fingers.h"

enum { WARM_UP = 20, PATIENCE_MS = 500 };

static int node;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Waits for the end of a frame; returns when the reader woke up, or 0.
static double await(void) {
  struct input_event read_events[128];
  double woke = 0;
  for (struct pollfd ready = { node, POLLIN, 0 }; poll(&ready, 1, PATIENCE_MS) > 0;) {
    woke = now();
    ssize_t size = read(node, read_events, sizeof read_events);
    for (ssize_t index = 0; index < size / (ssize_t)sizeof *read_events; index++)
      if (read_events[index].type == EV_SYN && read_events[index].code == SYN_REPORT) return woke;
  }
  return 0;
}

static double part(const double *sorted, int count, int percent) { return sorted[(count - 1) * percent / 100]; }

int main(int count, char **arguments) {
  if (count != 6) return 64;
  panel = atoi(arguments[1]);
  node = open(arguments[2], O_RDONLY | O_NONBLOCK);
  int frames = atoi(arguments[3]), clock = CLOCK_MONOTONIC, lost = 0, seen = 0;
  long interval = atol(arguments[5]) * 1000;
  fingers = atoi(arguments[4]);
  scale = 8;
  double *took = calloc(frames, sizeof *took);
  if (node < 0 || !took || fingers > FINGER_LIMIT || ioctl(node, EVIOCSCLOCKID, &clock)) return 1;

  place(0);
  end_frame();
  await();
  for (int frame = 1; frame <= WARM_UP + frames; frame++) {
    wait_for(interval);
    place(frame);
    double written = now();
    end_frame();
    double woke = await();
    if (!woke) lost++;
    else if (frame > WARM_UP) took[seen++] = woke - written;
  }
  lift();
  qsort(took, seen, sizeof *took, order);
  if (!seen) return 1;
  printf("{\"lost\": %d, \"median\": %.1f, \"p99\": %.1f}\n", lost, part(took, seen, 50), part(took, seen, 99));
  return 0;
}
