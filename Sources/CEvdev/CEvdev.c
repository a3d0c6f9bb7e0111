// SPDX-License-Identifier: MIT
#define _GNU_SOURCE /* memfd_create, strerrordesc_np, strerrorname_np, accept4, pipe2, struct ucred */
#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int argument_count;
static char **argument_values;
static char **first_environment;

/* glibc passes to functions of .init_array what main gets. Swift's runtime reads arguments from /proc, which a chroot
   or the build of an image may not have. */
__attribute__((constructor)) static void keep_arguments(int count, char **values, char **environment)
{
  argument_count = count;
  argument_values = values;
  first_environment = environment;
}

int cevdev_arguments(char ***values)
{
  *values = argument_values;
  return argument_count;
}

char **cevdev_environment(void)
{
  return first_environment;
}

/* Dispatcher's RawEvent, which read(2) fills, is two words of time, type, code and value. */
_Static_assert(sizeof(struct input_event) == 2 * sizeof(intptr_t) + 8, "input_event has RawEvent's size");
_Static_assert(offsetof(struct input_event, input_event_usec) == sizeof(intptr_t), "RawEvent.microseconds");
_Static_assert(offsetof(struct input_event, type) == 2 * sizeof(intptr_t), "RawEvent.type");
_Static_assert(offsetof(struct input_event, code) == 2 * sizeof(intptr_t) + 2, "RawEvent.code");
_Static_assert(offsetof(struct input_event, value) == 2 * sizeof(intptr_t) + 4, "RawEvent.value");

/* Takes the bytes after the last whole event out of `events` and keeps them for the next read. */
static size_t split(struct cevdev_partial *partial, const unsigned char *events, size_t bytes)
{
  size_t whole = bytes / sizeof(struct input_event);

  partial->count = bytes % sizeof(struct input_event);
  if (partial->count > 0)
    memcpy(partial->bytes, events + whole * sizeof(struct input_event), partial->count);
  return whole;
}

ssize_t cevdev_read(int fd, struct cevdev_partial *partial, void *events, size_t capacity)
{
  size_t kept = partial->count;
  unsigned char *bytes = events;
  ssize_t got;

  if (capacity == 0)
    return -EINVAL;
  got = read(fd, bytes + kept, capacity * sizeof(struct input_event) - kept);
  if (got == 0)
    return -ENODEV;
  if (got < 0)
    /* An interrupted read is asked for again by the next wake. */
    return errno == EAGAIN || errno == EINTR ? 0 : -errno;
  /* An input device never cuts an event; what does is a pty. */
  if (kept > 0)
    memcpy(bytes, partial->bytes, kept);
  return (ssize_t)split(partial, bytes, kept + (size_t)got);
}

int cevdev_use_monotonic_clock(int fd)
{
  int clock = CLOCK_MONOTONIC;

  return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0;
}

int cevdev_grab(int fd, int on)
{
  return ioctl(fd, EVIOCGRAB, (void *)(intptr_t)(on ? 1 : 0)) < 0 ? -errno : 0;
}

int cevdev_pidfd_open(pid_t pid)
{
  long fd = syscall(SYS_pidfd_open, pid, 0);

  return fd < 0 ? -errno : (int)fd;
}

int cevdev_accept(int fd)
{
  int client = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

  return client < 0 ? -errno : client;
}

int cevdev_peer(int fd, pid_t *pid, uid_t *uid)
{
  struct ucred peer;
  socklen_t size = sizeof(peer);

  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
    return -errno;
  *pid = peer.pid;
  *uid = peer.uid;
  return 0;
}

int cevdev_send_descriptor(int fd, const void *bytes, size_t count, int passed, const struct sockaddr *address,
  socklen_t length)
{
  union {
    struct cmsghdr header; /* for its alignment */
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec text = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {
    .msg_name = (void *)address,
    .msg_namelen = length,
    .msg_iov = &text,
    .msg_iovlen = 1,
  };

  if (passed >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof(control.bytes);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(passed));
    memcpy(CMSG_DATA(&control.header), &passed, sizeof(passed));
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

const char *cevdev_error_words(int code)
{
  const char *words = strerrordesc_np(code);

  return words ? words : "unknown error";
}

const char *cevdev_error_name(int code)
{
  const char *name = strerrorname_np(code);

  return name ? name : "?";
}

int cevdev_pipe(int *reading, int *writing)
{
  int ends[2];

  if (pipe2(ends, O_CLOEXEC) < 0)
    return -errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

/* Since Linux 6.3; before, a file in memory can always be executed. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int cevdev_memory(const char *name)
{
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_NOEXEC_SEAL);

  if (fd < 0 && errno == EINVAL)
    fd = memfd_create(name, MFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}
