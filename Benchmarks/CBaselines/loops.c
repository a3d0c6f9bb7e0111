// SPDX-License-Identifier: MIT
/* The loops that touchd is compared with. */
#include <errno.h>
#include <libevdev/libevdev.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "CBaselines.h"

/* A read takes as many events as one of touchd's. */
#define EVENTS_PER_READ 512

/* What is known of the slots, and which of them the frame has changed. */
struct decoder {
  struct meter *meter;
  int32_t x[PANEL_SLOTS];
  int32_t y[PANEL_SLOTS];
  int32_t id[PANEL_SLOTS];
  uint32_t changed;
  unsigned int slot;
  uint64_t frames;
};

static void finish_frame(struct decoder *decoder)
{
  uint32_t changed = decoder->changed;

  while (changed) {
    unsigned int slot = (unsigned int)__builtin_ctz(changed);

    changed &= changed - 1;
    decoder->meter->sum += decoder->x[slot] + decoder->y[slot];
  }
  decoder->changed = 0;
  meter_reached(decoder->meter, ++decoder->frames);
}

static void set(struct decoder *decoder, int32_t *axis, int32_t value)
{
  axis[decoder->slot] = value;
  decoder->changed |= 1u << decoder->slot;
}

static inline void decode(struct decoder *decoder, const struct input_event *event)
{
  if (event->type == EV_SYN && event->code == SYN_REPORT)
    return finish_frame(decoder);
  if (event->type != EV_ABS)
    return;
  switch (event->code) {
  case ABS_MT_SLOT:
    if ((uint32_t)event->value < PANEL_SLOTS)
      decoder->slot = (unsigned int)event->value;
    break;
  case ABS_MT_POSITION_X:
    return set(decoder, decoder->x, event->value);
  case ABS_MT_POSITION_Y:
    return set(decoder, decoder->y, event->value);
  case ABS_MT_TRACKING_ID:
    return set(decoder, decoder->id, event->value);
  }
}

static int watch(int fd)
{
  struct epoll_event event = {.events = EPOLLIN};
  int epoll = epoll_create1(EPOLL_CLOEXEC);

  if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0)
    return -errno;
  return epoll;
}

/* Waits for the descriptor. Returns 0 once it has hung up and holds nothing more. */
static int wait_for(int epoll)
{
  struct epoll_event event;
  int count;

  do
    count = epoll_wait(epoll, &event, 1, -1);
  while (count < 0 && errno == EINTR);
  if (count < 0)
    return -errno;
  return event.events & EPOLLIN ? 1 : 0;
}

int baseline_bare(int fd, struct meter *meter)
{
  struct input_event events[EVENTS_PER_READ];
  struct decoder decoder = {.meter = meter};
  int epoll = watch(fd);
  int state = epoll;

  while (state >= 0 && (state = wait_for(epoll)) > 0) {
    ssize_t bytes = read(fd, events, sizeof(events));

    if (bytes < 0)
      return errno == EAGAIN ? 0 : -errno;
    for (size_t index = 0; index < (size_t)bytes / sizeof(*events); index++)
      decode(&decoder, &events[index]);
  }
  return state;
}

static int read_events(struct libevdev *device, struct decoder *decoder)
{
  struct input_event event;
  int status;

  while ((status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) == LIBEVDEV_READ_STATUS_SUCCESS)
    decode(decoder, &event);
  return status == -EAGAIN ? 0 : status < 0 ? status : -EPROTO;
}

int baseline_libevdev(int fd, struct meter *meter)
{
  struct decoder decoder = {.meter = meter};
  struct libevdev *device;
  int state = libevdev_new_from_fd(fd, &device);
  int epoll = state < 0 ? state : watch(fd);

  state = epoll;
  while (state >= 0 && (state = wait_for(epoll)) > 0) {
    int result = read_events(device, &decoder);

    if (result < 0)
      return result;
  }
  return state;
}
