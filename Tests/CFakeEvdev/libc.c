// SPDX-License-Identifier: MIT
/*
 * The functions of the C library that know of our paths and descriptors. Any other goes to the kernel at
 * once.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "fakeevdev.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

/* What the C library returns for a kernel's answer. */
static ssize_t returned(ssize_t result)
{
  if (result >= 0)
    return result;
  errno = (int)-result;
  return -1;
}

EXPORTED int open(const char *path, int flags, ...)
{
  bool has_mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  mode_t mode = 0;
  va_list arguments;
  int fd;

  va_start(arguments, flags);
  if (has_mode)
    mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (fakeuinput_open(path, flags, &fd))
    return fd;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

EXPORTED ssize_t write(int fd, const void *bytes, size_t size)
{
  if (fakeuinput_has(fd))
    return returned(fakeuinput_write(fd, bytes, size));
  return syscall(SYS_write, fd, bytes, size);
}

EXPORTED ssize_t read(int fd, void *buffer, size_t size)
{
  if (fakeevdev_client(fd) && fakeevdev_is_dead(fd)) {
    errno = ENODEV;
    return -1;
  }
  return syscall(SYS_read, fd, buffer, size);
}

EXPORTED int close(int fd)
{
  if (fakeevdev_client(fd))
    fakeevdev_forget(fd);
  if (fakeuinput_has(fd))
    fakeuinput_forget(fd);
  return (int)syscall(SYS_close, fd);
}

static int answer(int fd, unsigned long request, void *argument)
{
  HOLD(fakeevdev_lock);
  struct client *client = fakeevdev_client(fd);
  return (int)returned(client ? fakeevdev_ioctl(client, request, argument) : -EBADF);
}

EXPORTED int ioctl(int fd, unsigned long request, ...)
{
  va_list arguments;

  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (fakeevdev_client(fd))
    return answer(fd, request, argument);
  if (fakeuinput_has(fd))
    return (int)returned(fakeuinput_ioctl(fd, request, argument));
  return (int)syscall(SYS_ioctl, fd, request, argument);
}
