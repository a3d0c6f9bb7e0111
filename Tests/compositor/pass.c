// SPDX-License-Identifier: MIT
// Grabs a touchscreen, and passes each frame of it on to a copy made by uinput:  pass NODE
//
// It knows nothing of fingers. It is the least that a filter can do, so it is the yardstick for what one costs, and it
// fails where a filter must know what is down: Tests/compositor.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <linux/uinput.h>

#define BITS(count) (((count) + 7) / 8)

static void require(int result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "pass: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int has(const unsigned char *bits, int number) { return bits[number / 8] >> number % 8 & 1; }

// Gives the copy what the panel has of a type of events.
static void copy_codes(int panel, int copy, int type, int count, unsigned long set) {
  unsigned char bits[BITS(KEY_CNT)] = { 0 };
  require(ioctl(panel, EVIOCGBIT(type, sizeof bits), bits), "EVIOCGBIT");
  for (int code = 0, first = 1; code < count; code++) {
    if (!has(bits, code)) continue;
    if (first) require(ioctl(copy, UI_SET_EVBIT, type), "UI_SET_EVBIT");
    first = 0;
    require(ioctl(copy, set, code), "UI_SET_…BIT");
    if (type != EV_ABS) continue;
    struct uinput_abs_setup axis = { .code = code };
    require(ioctl(panel, EVIOCGABS(code), &axis.absinfo), "EVIOCGABS");
    require(ioctl(copy, UI_ABS_SETUP, &axis), "UI_ABS_SETUP");
  }
}

static int make_copy(int panel) {
  int copy = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  require(copy, "/dev/uinput");
  copy_codes(panel, copy, EV_KEY, KEY_CNT, UI_SET_KEYBIT);
  copy_codes(panel, copy, EV_ABS, ABS_CNT, UI_SET_ABSBIT);
  unsigned char bits[BITS(INPUT_PROP_CNT)] = { 0 };
  require(ioctl(panel, EVIOCGPROP(sizeof bits), bits), "EVIOCGPROP");
  for (int property = 0; property < INPUT_PROP_CNT; property++)
    if (has(bits, property)) require(ioctl(copy, UI_SET_PROPBIT, property), "UI_SET_PROPBIT");
  struct uinput_setup setup = { 0 };
  require(ioctl(panel, EVIOCGID, &setup.id), "EVIOCGID");
  setup.id.bustype = BUS_VIRTUAL;
  strcpy(setup.name, "pass");
  require(ioctl(copy, UI_SET_PHYS, "pass/0"), "UI_SET_PHYS");
  require(ioctl(copy, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
  require(ioctl(copy, UI_DEV_CREATE), "UI_DEV_CREATE");
  return copy;
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  int panel = open(arguments[1], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  require(panel, arguments[1]);
  int copy = make_copy(panel), clock = CLOCK_MONOTONIC;
  // Of the clock that uinput takes stamps of, from Linux 6.5 on.
  require(ioctl(panel, EVIOCSCLOCKID, &clock), "EVIOCSCLOCKID");
  require(ioctl(panel, EVIOCGRAB, 1), "EVIOCGRAB");
  struct input_event events[64];
  for (struct pollfd ready = { panel, POLLIN, 0 };;) {
    if (poll(&ready, 1, -1) < 0 && errno != EINTR) require(-1, "poll");
    ssize_t size = read(panel, events, sizeof events);
    if (size < 0 && errno == EAGAIN) continue;
    require(size > 0 ? 0 : -1, "the panel");
    require(write(copy, events, size) == size ? 0 : -1, "the copy");
  }
}
