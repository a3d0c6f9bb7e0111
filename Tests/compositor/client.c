// SPDX-License-Identifier: MIT
// A full-screen Wayland client that prints what its seat sends it, one line an event:
//
//   MONOTONIC_SECONDS EVENT [key=value…]
//
// It is the page in the tests of Tests/compositor. The first argument is the file that it writes to.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>
#include "xdg-shell-client.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct xdg_wm_base *base;
static struct wl_seat *seat;
static struct wl_surface *surface;
static struct wl_touch *touch;
static struct wl_keyboard *keyboard;
static int width = 640, height = 480;
// Whether the compositor has given the surface the whole screen; before that it may show it in any size.
static int is_whole;

#define SAY(format, ...) do { \
    struct timespec now; \
    clock_gettime(CLOCK_MONOTONIC, &now); \
    printf("%ld.%06ld " format "\n", (long)now.tv_sec, now.tv_nsec / 1000, ##__VA_ARGS__); \
    fflush(stdout); \
  } while (0)

// Touches: positions are those of the surface, which has the size of the screen.

static void touch_down(void *data, struct wl_touch *from, uint32_t serial, uint32_t time, struct wl_surface *on,
                       int32_t id, wl_fixed_t x, wl_fixed_t y) {
  SAY("down id=%d x=%.3f y=%.3f t=%u", id, wl_fixed_to_double(x), wl_fixed_to_double(y), time);
}

static void touch_up(void *data, struct wl_touch *from, uint32_t serial, uint32_t time, int32_t id) {
  SAY("up id=%d t=%u", id, time);
}

static void touch_motion(void *data, struct wl_touch *from, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  SAY("motion id=%d x=%.3f y=%.3f t=%u", id, wl_fixed_to_double(x), wl_fixed_to_double(y), time);
}

static void touch_frame(void *data, struct wl_touch *from) { SAY("frame"); }

static void touch_cancel(void *data, struct wl_touch *from) { SAY("cancel"); }

static const struct wl_touch_listener touch_listener = {
  .down = touch_down,
  .up = touch_up,
  .motion = touch_motion,
  .frame = touch_frame,
  .cancel = touch_cancel,
};

// Keys: KEY_WAKEUP arrives here, too.

static void key_map(void *data, struct wl_keyboard *from, uint32_t format, int fd, uint32_t size) {
  close(fd);
}

static void key_enter(void *data, struct wl_keyboard *from, uint32_t serial, struct wl_surface *on,
                      struct wl_array *keys) {}

static void key_leave(void *data, struct wl_keyboard *from, uint32_t serial, struct wl_surface *on) {}

static void key(void *data, struct wl_keyboard *from, uint32_t serial, uint32_t time, uint32_t code, uint32_t state) {
  SAY("key code=%u state=%u", code, state);
}

static void key_modifiers(void *data, struct wl_keyboard *from, uint32_t serial, uint32_t depressed, uint32_t latched,
                          uint32_t locked, uint32_t group) {}

static void key_repeat(void *data, struct wl_keyboard *from, int32_t rate, int32_t delay) {}

static const struct wl_keyboard_listener keyboard_listener = {
  .keymap = key_map,
  .enter = key_enter,
  .leave = key_leave,
  .key = key,
  .modifiers = key_modifiers,
  .repeat_info = key_repeat,
};

// The seat: a compositor may take the touchscreen away and give it back, when the last one is unplugged.

static void seat_capabilities(void *data, struct wl_seat *from, uint32_t has) {
  SAY("seat touch=%d keyboard=%d", !!(has & WL_SEAT_CAPABILITY_TOUCH), !!(has & WL_SEAT_CAPABILITY_KEYBOARD));
  if ((has & WL_SEAT_CAPABILITY_TOUCH) && !touch) {
    touch = wl_seat_get_touch(from);
    wl_touch_add_listener(touch, &touch_listener, NULL);
  } else if (!(has & WL_SEAT_CAPABILITY_TOUCH) && touch) {
    wl_touch_release(touch);
    touch = NULL;
    SAY("touch-gone");
  }
  if ((has & WL_SEAT_CAPABILITY_KEYBOARD) && !keyboard) {
    keyboard = wl_seat_get_keyboard(from);
    wl_keyboard_add_listener(keyboard, &keyboard_listener, NULL);
  } else if (!(has & WL_SEAT_CAPABILITY_KEYBOARD) && keyboard) {
    wl_keyboard_release(keyboard);
    keyboard = NULL;
  }
}

static void seat_name(void *data, struct wl_seat *from, const char *name) {}

static const struct wl_seat_listener seat_listener = { .capabilities = seat_capabilities, .name = seat_name };

// The surface: grey, and as large as the compositor says.

static void ping(void *data, struct xdg_wm_base *from, uint32_t serial) { xdg_wm_base_pong(from, serial); }

static const struct xdg_wm_base_listener base_listener = { .ping = ping };

static void draw(void) {
  int size = width * height * 4, fd = memfd_create("page", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, size)) exit(1);
  void *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (pixels == MAP_FAILED) exit(1);
  memset(pixels, 0x60, size);
  munmap(pixels, size);
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, size);
  struct wl_buffer *buffer =
      wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  close(fd);
  wl_surface_attach(surface, buffer, 0, 0);
  wl_surface_damage(surface, 0, 0, width, height);
  wl_surface_commit(surface);
}

static void surface_configure(void *data, struct xdg_surface *from, uint32_t serial) {
  xdg_surface_ack_configure(from, serial);
  draw();
  SAY("%s w=%d h=%d", is_whole ? "whole" : "shown", width, height);
}

static const struct xdg_surface_listener surface_listener = { .configure = surface_configure };

static void window_configure(void *data, struct xdg_toplevel *from, int32_t w, int32_t h, struct wl_array *states) {
  uint32_t *state;
  wl_array_for_each(state, states) {
    if (*state == XDG_TOPLEVEL_STATE_FULLSCREEN || *state == XDG_TOPLEVEL_STATE_MAXIMIZED) is_whole = 1;
  }
  if (w && h) {
    width = w;
    height = h;
  }
}

static void window_close(void *data, struct xdg_toplevel *from) { exit(0); }

static const struct xdg_toplevel_listener window_listener = { .configure = window_configure, .close = window_close };

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  if (!strcmp(interface, wl_compositor_interface.name)) {
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  } else if (!strcmp(interface, wl_shm_interface.name)) {
    shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  } else if (!strcmp(interface, xdg_wm_base_interface.name)) {
    base = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    xdg_wm_base_add_listener(base, &base_listener, NULL);
  } else if (!strcmp(interface, wl_seat_interface.name) && !seat) {
    // From version 6 on, touches have shapes, which no test reads.
    seat = wl_registry_bind(registry, name, &wl_seat_interface, version < 5 ? version : 5);
    wl_seat_add_listener(seat, &seat_listener, NULL);
  }
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t name) {}

static const struct wl_registry_listener registry_listener = { .global = global, .global_remove = global_remove };

int main(int count, char **arguments) {
  if (count > 1 && !freopen(arguments[1], "w", stdout)) return 1;
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) {
    SAY("no-display");
    return 1;
  }
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  // Once for the globals, once for what they say first.
  wl_display_roundtrip(display);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !base) {
    SAY("no-globals");
    return 1;
  }
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *shell = xdg_wm_base_get_xdg_surface(base, surface);
  xdg_surface_add_listener(shell, &surface_listener, NULL);
  struct xdg_toplevel *window = xdg_surface_get_toplevel(shell);
  xdg_toplevel_add_listener(window, &window_listener, NULL);
  xdg_toplevel_set_title(window, "page");
  xdg_toplevel_set_fullscreen(window, NULL);
  wl_surface_commit(surface);
  while (wl_display_dispatch(display) >= 0) {}
  SAY("disconnected");
  return 0;
}
