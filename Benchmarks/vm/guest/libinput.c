// SPDX-License-Identifier: MIT
/*
 * The usual way: libinput's events, as a compositor takes them.  libinput NODE FILE
 *
 * It has a frame when it has taken LIBINPUT_EVENT_TOUCH_FRAME out of the queue, the locations of its fingers before.
 */
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <unistd.h>

#include "latencies.h"

static double locations[10][2];

static int open_device(const char *path, int flags, void *unused) {
  (void)unused;
  int device = open(path, flags | O_CLOEXEC);
  return device < 0 ? -errno : device;
}

static void close_device(int device, void *unused) {
  (void)unused;
  close(device);
}

static void locate(struct libinput_event_touch *touch) {
  int slot = libinput_event_touch_get_slot(touch);
  if (slot < 0 || slot >= 10) return;
  locations[slot][0] = libinput_event_touch_get_x_transformed(touch, 1024);
  locations[slot][1] = libinput_event_touch_get_y_transformed(touch, 640);
}

/* Returns whether the last finger has lifted. */
static bool take(struct libinput_event *event) {
  struct libinput_event_touch *touch;
  switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_TOUCH_DOWN:
      has_landing_or_lift = true;
      fingers++;
      break;
    case LIBINPUT_EVENT_TOUCH_UP:
    case LIBINPUT_EVENT_TOUCH_CANCEL:
      has_landing_or_lift = true;
      fingers--;
      break;
    case LIBINPUT_EVENT_TOUCH_MOTION:
      locate(libinput_event_get_touch_event(event));
      break;
    case LIBINPUT_EVENT_TOUCH_FRAME:
      touch = libinput_event_get_touch_event(event);
      return end_frame((int64_t)libinput_event_touch_get_time_usec(touch));
    default: break;
  }
  return false;
}

static bool take_all(struct libinput *libinput) {
  bool is_over = false;
  struct libinput_event *event;
  while ((event = libinput_get_event(libinput))) {
    is_over |= take(event);
    libinput_event_destroy(event);
  }
  return is_over;
}

static void serve(int epoll, struct libinput *libinput) {
  struct epoll_event ready;
  for (;;) {
    if (epoll_wait(epoll, &ready, 1, -1) < 0) fail("epoll_wait");
    if (libinput_dispatch(libinput) < 0) fail("libinput_dispatch");
    if (take_all(libinput)) return;
  }
}

int main(int count, char **arguments) {
  static const struct libinput_interface interface = {open_device, close_device};
  if (count != 3) {
    fprintf(stderr, "usage: libinput NODE FILE\n");
    return 64;
  }
  struct libinput *libinput = libinput_path_create_context(&interface, NULL);
  if (!libinput || !libinput_path_add_device(libinput, arguments[1])) {
    fprintf(stderr, "libinput does not take %s\n", arguments[1]);
    return 1;
  }
  take_all(libinput);
  serve(begin(libinput_get_fd(libinput)), libinput);
  return write_latencies(arguments[2]);
}
