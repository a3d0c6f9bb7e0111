// SPDX-License-Identifier: MIT
/*
 * Fingers on a panel of uinput, as Benchmarks/vm and Tests/compositor measure with them: they land in frame 0, go on in
 * each other one, and lift. A driver sends the first finger as a pointer, too.
 */
#ifndef FINGERS_H
#define FINGERS_H

#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { FINGER_LIMIT = 10, EVENT_LIMIT = 8 * FINGER_LIMIT };

static struct input_event events[EVENT_LIMIT];
static int event_count;
/* The panel's descriptor, and its units for one of a panel of 4,096 by 4,096. */
static int panel, fingers, scale = 1;

static _Noreturn void fail(const char *what) {
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

/* Far enough from each other that each is in a view of its own. */
static int x_of(int finger, int frame) { return scale * (220 + 400 * finger + frame % 64); }
static int y_of(int finger, int frame) { return scale * (300 + 350 * finger + frame % 64); }

/* All of a frame but its end. */
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
}

static void lift(void) {
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_KEY, BTN_TOUCH, 0);
  end_frame();
}

/* Waits until `nanoseconds` have passed since the last wait, or the first one began. */
static void wait_for(long nanoseconds) {
  static struct timespec time;
  if (!time.tv_sec) clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_nsec += nanoseconds;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL)) fail("clock_nanosleep");
}

#endif
