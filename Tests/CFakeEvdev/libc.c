// SPDX-License-Identifier: MIT
/*
 * The functions of the C library that know of our descriptors. Any other descriptor goes to the kernel at
 * once.
 */
#include "fakeevdev.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

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
  return (int)syscall(SYS_close, fd);
}

static int answer(int fd, unsigned long request, void *argument)
{
  pthread_mutex_lock(&fakeevdev_lock);
  struct client *client = fakeevdev_client(fd);
  int result = client ? fakeevdev_ioctl(client, request, argument) : -EBADF;
  pthread_mutex_unlock(&fakeevdev_lock);
  if (result >= 0)
    return result;
  errno = -result;
  return -1;
}

EXPORTED int ioctl(int fd, unsigned long request, ...)
{
  va_list arguments;

  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (fakeevdev_client(fd))
    return answer(fd, request, argument);
  return (int)syscall(SYS_ioctl, fd, request, argument);
}
