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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <linux/input.h>

enum { MOST = 16, WARM_UP = 20, PATIENCE_MS = 500 };

static struct input_event frame[MOST * 4 + 8];
static size_t length;
static int panel, node;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void add(int type, int code, int value) {
  frame[length++] = (struct input_event){ .type = type, .code = code, .value = value };
}

static void place(int step, int fingers) {
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    if (step < 0) add(EV_ABS, ABS_MT_TRACKING_ID, 20000 + finger);
    add(EV_ABS, ABS_MT_POSITION_X, 2000 + finger * 2500 + (step & 255) * 4);
    add(EV_ABS, ABS_MT_POSITION_Y, 9000 + finger * 500 + (step & 127) * 4);
  }
}

// As drivers do it: the oldest finger is the single touch. A filter's touchscreen has it in any case.
static void point(int step) {
  add(EV_ABS, ABS_X, 2000 + (step & 255) * 4);
  add(EV_ABS, ABS_Y, 9000 + (step & 127) * 4);
}

static void finish(void) {
  add(EV_SYN, SYN_REPORT, 0);
  size_t size = length * sizeof *frame;
  length = 0;
  if (write(panel, frame, size) != (ssize_t)size) exit(1);
}

// Waits for the end of a frame; returns when the reader woke up, or 0.
static double await(void) {
  struct input_event events[128];
  double woke = 0;
  for (struct pollfd ready = { node, POLLIN, 0 }; poll(&ready, 1, PATIENCE_MS) > 0;) {
    woke = now();
    ssize_t size = read(node, events, sizeof events);
    for (ssize_t index = 0; index < size / (ssize_t)sizeof *events; index++)
      if (events[index].type == EV_SYN && events[index].code == SYN_REPORT) return woke;
  }
  return 0;
}

static double part(const double *sorted, int count, int percent) { return sorted[(count - 1) * percent / 100]; }

int main(int count, char **arguments) {
  if (count != 6) return 64;
  panel = atoi(arguments[1]);
  node = open(arguments[2], O_RDONLY | O_NONBLOCK);
  int frames = atoi(arguments[3]), fingers = atoi(arguments[4]), interval = atoi(arguments[5]);
  int clock = CLOCK_MONOTONIC, lost = 0, seen = 0;
  double *took = calloc(frames, sizeof *took);
  if (node < 0 || !took || fingers > MOST || ioctl(node, EVIOCSCLOCKID, &clock)) return 1;

  place(-1, fingers);
  add(EV_KEY, BTN_TOUCH, 1);
  point(-1);
  finish();
  await();
  double next = now();
  for (int step = 0; step < WARM_UP + frames; step++) {
    next += interval;
    struct timespec until = { (time_t)(next / 1e6), (long)(next - (time_t)(next / 1e6) * 1e6) * 1000 };
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    place(step, fingers);
    point(step);
    double written = now();
    finish();
    double woke = await();
    if (!woke) lost++;
    else if (step >= WARM_UP) took[seen++] = woke - written;
  }
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_KEY, BTN_TOUCH, 0);
  finish();
  qsort(took, seen, sizeof *took, order);
  if (!seen) return 1;
  printf("{\"lost\": %d, \"median\": %.1f, \"p99\": %.1f}\n", lost, part(took, seen, 50), part(took, seen, 99));
  return 0;
}
