// SPDX-License-Identifier: MIT
/* The frames of a panel, and a feeder that writes them at a rate. */
#define _GNU_SOURCE /* clock_nanosleep */
#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "CBaselines.h"

#define NANOSECONDS 1000000000

/* How many positions a finger goes through before it is back where it came down. */
#define STEPS 16

static size_t put(
  struct input_event *events, size_t count, uint16_t type, uint16_t code, int32_t value, int64_t nanoseconds)
{
  events[count] = (struct input_event){.type = type, .code = code, .value = value};
  events[count].input_event_sec = nanoseconds / NANOSECONDS;
  events[count].input_event_usec = nanoseconds % NANOSECONDS / 1000;
  return count + 1;
}

size_t panel_frame(
  struct input_event *events, const struct panel_place *places, int fingers, uint64_t number, int64_t nanoseconds)
{
  size_t count = 0;
  int32_t step = (int32_t)(number % STEPS);

  for (int slot = 0; slot < fingers; slot++) {
    /* The kernel sends no ABS_MT_SLOT where the slot is that of the event before: so a lone finger has none. */
    if (fingers > 1 && (slot > 0 || number > 0))
      count = put(events, count, EV_ABS, ABS_MT_SLOT, slot, nanoseconds);
    if (number == 0)
      count = put(events, count, EV_ABS, ABS_MT_TRACKING_ID, slot + 1, nanoseconds);
    count = put(events, count, EV_ABS, ABS_MT_POSITION_X, places[slot].x + step, nanoseconds);
    count = put(events, count, EV_ABS, ABS_MT_POSITION_Y, places[slot].y - step, nanoseconds);
  }
  return put(events, count, EV_SYN, SYN_REPORT, 0, nanoseconds);
}

/* Waits until a time of CLOCK_MONOTONIC. */
static void wait_until(int64_t nanoseconds)
{
  struct timespec time = {.tv_sec = nanoseconds / NANOSECONDS, .tv_nsec = nanoseconds % NANOSECONDS};

  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
    ;
}

/* A reader that takes nothing for so long never will. */
#define PATIENCE_MS 60000

static int wait_for_room(int fd)
{
  struct pollfd room = {.fd = fd, .events = POLLOUT};
  int count = poll(&room, 1, PATIENCE_MS);

  if (count < 0)
    return errno == EINTR ? 0 : -errno;
  return count > 0 ? 0 : -ETIMEDOUT;
}

/* Puts one frame into the pipe, whole: it is shorter than PIPE_BUF. */
static int write_frame(int fd, const struct input_event *events, size_t count)
{
  while (write(fd, events, count * sizeof(*events)) < 0) {
    int result = errno == EAGAIN ? wait_for_room(fd) : errno == EINTR ? 0 : -errno;

    if (result < 0)
      return result;
  }
  return 0;
}

/* Waits until the reader has had the first `frames` frames. */
static int wait_for_reader(const struct meter *meter, uint64_t frames)
{
  int64_t now = bench_now();
  int64_t end = now + (int64_t)PATIENCE_MS * 1000000;

  while (meter_done(meter) < frames) {
    if (now > end)
      return -ETIMEDOUT;
    now += 100000;
    wait_until(now);
  }
  return 0;
}

int panel_feed(
  int fd, const struct panel_place *places, int fingers, const struct meter *meter, uint64_t rate, int64_t *stamps)
{
  struct input_event events[PANEL_DOWN_EVENTS];
  int64_t due = bench_now();

  for (uint64_t number = 0; number < meter->total; number++) {
    uint64_t pace = number < meter->first ? 1000 : rate;

    if (number == meter->first) {
      /* A reader that is kept from running would take all frames at once, and measure none. */
      int late = wait_for_reader(meter, number);
      if (late < 0)
        return late;
      due = bench_now();
    }
    if (pace) {
      due += NANOSECONDS / (int64_t)pace;
      wait_until(due);
    }
    stamps[number] = bench_now();
    size_t count = panel_frame(events, places, fingers, number, stamps[number]);
    int result = write_frame(fd, events, count);
    if (result < 0)
      return result;
  }
  return 0;
}
