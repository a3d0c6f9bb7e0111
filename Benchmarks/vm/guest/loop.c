// SPDX-License-Identifier: MIT
/*
 * The floor: waits in epoll, reads, keeps what each slot says, and does nothing with it.  loop NODE FILE
 *
 * It has a frame when it has decoded its SYN_REPORT.
 */
#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "latencies.h"

enum { SLOTS = 10, EVENTS_PER_READ = 64 };

static struct {
  int tracking_id, x, y;
} slots[SLOTS];
static int slot;

static void track(int id) {
  has_landing_or_lift = true;
  fingers += (id >= 0) - (slots[slot].tracking_id >= 0);
  slots[slot].tracking_id = id;
}

static void decode_axis(const struct input_event *event) {
  switch (event->code) {
    case ABS_MT_SLOT:
      slot = event->value >= 0 && event->value < SLOTS ? event->value : 0;
      break;
    case ABS_MT_TRACKING_ID: track(event->value); break;
    case ABS_MT_POSITION_X: slots[slot].x = event->value; break;
    case ABS_MT_POSITION_Y: slots[slot].y = event->value; break;
  }
}

static bool decode(const struct input_event *events, size_t count) {
  bool is_over = false;
  for (size_t index = 0; index < count; index++) {
    const struct input_event *event = &events[index];
    if (event->type == EV_ABS) {
      decode_axis(event);
    } else if (event->type == EV_SYN && event->code == SYN_REPORT) {
      is_over = end_frame((int64_t)event->input_event_sec * 1000000 + event->input_event_usec);
    }
  }
  return is_over;
}

static void serve(int epoll, int device) {
  struct epoll_event ready;
  struct input_event events[EVENTS_PER_READ];
  for (;;) {
    if (epoll_wait(epoll, &ready, 1, -1) < 0) fail("epoll_wait");
    ssize_t size = read(device, events, sizeof events);
    if (size < 0) fail("read");
    if (decode(events, size / sizeof *events)) return;
  }
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: loop NODE FILE\n");
    return 64;
  }
  int device = open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) fail(arguments[1]);
  int clock = CLOCK_MONOTONIC;
  if (ioctl(device, EVIOCSCLOCKID, &clock) < 0) fail("EVIOCSCLOCKID");
  for (int index = 0; index < SLOTS; index++) slots[index].tracking_id = -1;
  serve(begin(device), device);
  return write_latencies(arguments[2]);
}
