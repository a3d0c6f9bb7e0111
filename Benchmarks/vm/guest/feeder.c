// SPDX-License-Identifier: MIT
/*
 * Fingers on a panel of uinput, at a steady rate:  feeder DESCRIPTOR READER FINGERS FRAMES INTERVAL
 *
 * They land in one frame, move all in each of so many frames, INTERVAL microseconds apart, and lift in one. DESCRIPTOR
 * is the panel's, READER the process that reads it; written last is how many nanoseconds of CPU that has used for the
 * moved frames.
 *
 * In C, for whatever runs between two frames is measured with them.
 */
#define _GNU_SOURCE
#include <linux/input.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FINGER_LIMIT = 10, EVENT_LIMIT = 8 * FINGER_LIMIT };

static struct input_event events[EVENT_LIMIT];
static int event_count;
static int panel, fingers;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void add(int type, int code, int value) {
  events[event_count++] = (struct input_event){.type = type, .code = code, .value = value};
}

static void end_frame(void) {
  add(EV_SYN, SYN_REPORT, 0);
  ssize_t size = event_count * sizeof *events;
  if (write(panel, events, size) != size) fail("write to the panel");
  event_count = 0;
}

/* Far enough from each other that each is in a view of its own, in units of a panel of 4,096 by 4,096. */
static int x_of(int finger, int frame) { return 220 + 400 * finger + frame % 64; }
static int y_of(int finger, int frame) { return 300 + 350 * finger + frame % 64; }

/* In frame 0 they land. A driver sends the first finger as a pointer, too. */
static void place(int frame) {
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    if (frame == 0) add(EV_ABS, ABS_MT_TRACKING_ID, finger + 1);
    add(EV_ABS, ABS_MT_POSITION_X, x_of(finger, frame));
    add(EV_ABS, ABS_MT_POSITION_Y, y_of(finger, frame));
  }
  if (frame == 0) add(EV_KEY, BTN_TOUCH, 1);
  add(EV_ABS, ABS_X, x_of(0, frame));
  add(EV_ABS, ABS_Y, y_of(0, frame));
  end_frame();
}

static void lift(void) {
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_KEY, BTN_TOUCH, 0);
  end_frame();
}

/* Waits until `nanoseconds` have passed since the last wait, or the start. */
static void wait_for(long nanoseconds) {
  static struct timespec time;
  if (!time.tv_sec) clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_nsec += nanoseconds;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL)) fail("clock_nanosleep");
}

/*
 * Lets every other process run first. A panel's interrupt is over when the events are in the queue, and the process
 * that waits for them runs at once. The same must hold here, or the scheduler lets this process go on for 3 us in some
 * frames and in others not.
 */
static void give_way(void) {
  struct sched_param none = {0};
  if (sched_setscheduler(0, SCHED_IDLE, &none)) fail("sched_setscheduler");
}

/* How long the main thread of a process, which sleeps now, has run so far, in nanoseconds. */
static int64_t cpu_time(const char *process) {
  char path[64];
  long long time;
  snprintf(path, sizeof path, "/proc/%s/schedstat", process);
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%lld", &time) != 1) fail(path);
  fclose(file);
  return time;
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: feeder DESCRIPTOR READER FINGERS FRAMES INTERVAL\n");
    return 64;
  }
  panel = atoi(arguments[1]);
  fingers = atoi(arguments[3]);
  int frames = atoi(arguments[4]);
  long interval = atol(arguments[5]) * 1000;
  if (fingers < 1 || fingers > FINGER_LIMIT) return 64;
  give_way();
  /* The reader has said that it is ready; now it goes to sleep. */
  long rest = 200000000;
  wait_for(rest);
  place(0);
  wait_for(rest);
  int64_t before = cpu_time(arguments[2]);
  for (int frame = 1; frame <= frames; frame++) {
    wait_for(interval);
    place(frame);
  }
  wait_for(rest);
  printf("%lld\n", (long long)(cpu_time(arguments[2]) - before));
  lift();
  return 0;
}
