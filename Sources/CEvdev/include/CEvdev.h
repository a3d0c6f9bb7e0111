// SPDX-License-Identifier: MIT
/*
 * What Swift needs of Linux and cannot call by itself: libevdev, libudev, epoll, inotify, timerfd and signalfd as
 * headers, and below the few calls that are variadic, missing from the C library's module, or private to
 * Dispatch.
 *
 * A function here that can fail returns -errno, so that no reason is ever lost on the way to Swift.
 */
#ifndef CEVDEV_H
#define CEVDEV_H

#include <libevdev/libevdev.h>
#include <libudev.h>
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/xattr.h>

/* The first bytes of an event whose rest has not come yet. A pty or a pipe cuts events; evdev never does. */
struct cevdev_partial {
  unsigned char bytes[sizeof(struct input_event)];
  size_t count;
};

/*
 * Reads whole events into `events`, which has room for `capacity` of them, at least one.
 *
 * Returns their number: 0 if none waits; -ENODEV if the device is gone, also where that shows as an end of
 * file; otherwise -errno. Never waits on a non-blocking descriptor.
 */
ssize_t cevdev_read(int fd, struct cevdev_partial *partial, void *events, size_t capacity);

/* Has the kernel stamp this descriptor's events with CLOCK_MONOTONIC. Returns 0 or -errno. */
int cevdev_use_monotonic_clock(int fd);

/* Takes a device for this open file alone, with 1, or gives it back to all, with 0. libevdev's own call keeps count of
 * what it did, and so does nothing for a descriptor that another process has grabbed with. Returns 0 or -errno. */
int cevdev_grab(int fd, int on);

/* The name by which the program was started, and its arguments, also without /proc. Returns their number. */
int cevdev_arguments(char ***values);

/* The variables that the program was started with, up to NULL. */
char **cevdev_environment(void);

/* A descriptor that becomes readable when the process ends. Returns it, close-on-exec, or -errno. */
int cevdev_pidfd_open(pid_t pid);

/* Accepts a connection, non-blocking and close-on-exec. Returns it, or -errno. */
int cevdev_accept(int fd);

/* Which process connected to a unix socket, or listens on it, and whose it was then. Returns 0 or -errno. */
int cevdev_peer(int fd, pid_t *pid, uid_t *uid);

/*
 * Sends a datagram, and a descriptor with it unless that is -1; it stays open here. Returns 0 or -errno: -EAGAIN if
 * there is no room; it never waits.
 */
int cevdev_send_descriptor(int fd, const void *bytes, size_t count, int passed, const struct sockaddr *address,
  socklen_t length);

/* An errno in words, and its name (`EACCES`). Static strings, in no locale; never NULL. */
const char *cevdev_error_words(int code);
const char *cevdev_error_name(int code);

/* Makes a pipe, close-on-exec. Returns 0 or -errno. */
int cevdev_pipe(int *reading, int *writing);

/* Makes an empty file in memory, close-on-exec, which cannot be executed. Returns the descriptor or -errno. */
int cevdev_memory(const char *name);

/*
 * What a device of uinput is to be, before it is created: the event types and codes that it sends, the ranges of its
 * axes, its properties, its physical path, at last its identity with a name of at most 79 bytes. Each returns 0 or
 * -errno: -EINVAL for what uinput does not know.
 */
int cevdev_uinput_enable_type(int fd, unsigned int type);
int cevdev_uinput_enable_code(int fd, unsigned int type, unsigned int code);
int cevdev_uinput_enable_property(int fd, unsigned int property);
int cevdev_uinput_set_axis(int fd, unsigned int code, const struct input_absinfo *range);
int cevdev_uinput_set_phys(int fd, const char *phys);
int cevdev_uinput_set_identity(int fd, const struct input_id *id, const char *name);

/* Makes the device of a descriptor of uinput, or ends it. Returns 0 or -errno. */
int cevdev_uinput_create(int fd);
int cevdev_uinput_destroy(int fd);

/* The kernel's name of the device, `input42`, cut to `size` bytes. Returns 0 or -errno: -ENOENT if it has none. */
int cevdev_uinput_sysname(int fd, char *name, size_t size);

/*
 * Landlock. Its version in this kernel, or -errno: -ENOSYS and -EOPNOTSUPP where there is none.
 */
int cevdev_landlock_version(void);

/*
 * A ruleset, close-on-exec, under which no file may be opened, nor a device node be made; then where files may be
 * opened after all, below a folder or in a file, and below which folder they may be renamed from one folder to another.
 * Needs version 2. A place is opened by its path, without following a link, close-on-exec; a folder so that its names
 * can be read. Each returns 0, or a descriptor, or -errno.
 */
int cevdev_landlock_create(void);
int cevdev_open_place(const char *path);
int cevdev_open_folder(const char *path);
int cevdev_landlock_allow_files(int ruleset, int place);
int cevdev_landlock_allow_renaming(int ruleset, int place);

/* Has a ruleset hold for the calling thread and what it starts, for good. Returns 0 or -errno. */
int cevdev_landlock_enforce(int ruleset);

/*
 * Dispatch's own door for foreign run loops: its main queue's eventfd, and the call that drains that queue.
 */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);

#endif
