// SPDX-License-Identifier: MIT
/* Open descriptors of devices. */
#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ */
#include "fakeevdev.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What a reader may be behind by: 43,690 events. The kernel's own buffers hold a few hundred. */
#define QUEUE_BYTES (1 << 20)

pthread_mutex_t fakeevdev_lock = PTHREAD_MUTEX_INITIALIZER;

/* Written under the lock; read without it by every read and ioctl of the process. */
static _Atomic(struct client *) table[FD_LIMIT];

struct client *fakeevdev_client(int fd)
{
  return fd >= 0 && fd < FD_LIMIT ? atomic_load(&table[fd]) : NULL;
}

/* Makes a descriptor dead: it hangs up, and answers ENODEV. */
static void hang_up(struct client *client)
{
  if (client->writer < 0)
    return;
  syscall(SYS_close, client->writer);
  client->writer = -1;
  if (client->dev->grabber == client)
    client->dev->grabber = NULL;
}

static void unlink_client(struct client *client)
{
  struct client **link = &client->dev->clients;

  while (*link && *link != client)
    link = &(*link)->next;
  if (*link)
    *link = client->next;
}

/* A pipe: its read end hangs up as an evdev node does, without anything to read. */
static struct client *new_client(struct fakeevdev *dev)
{
  struct client *client = calloc(1, sizeof(*client));
  int ends[2];

  if (!client)
    return NULL;
  if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) < 0) {
    free(client);
    return NULL;
  }
  fcntl(ends[1], F_SETPIPE_SZ, QUEUE_BYTES);
  *client = (struct client){.dev = dev, .fd = ends[0], .writer = ends[1], .clock = CLOCK_REALTIME};
  return client;
}

int fakeevdev_open(struct fakeevdev *dev)
{
  HOLD(fakeevdev_lock);
  struct client *client = dev->gone ? NULL : new_client(dev);
  if (dev->gone)
    errno = ENODEV;
  if (client && client->fd < FD_LIMIT) {
    client->next = dev->clients;
    dev->clients = client;
    atomic_store(&table[client->fd], client);
    return client->fd;
  }
  if (client) {
    syscall(SYS_close, client->fd);
    hang_up(client);
    free(client);
    errno = EMFILE;
  }
  return -1;
}

void fakeevdev_unplug(struct fakeevdev *dev)
{
  HOLD(fakeevdev_lock);
  dev->gone = true;
  for (struct client *client = dev->clients; client; client = client->next)
    hang_up(client);
}

void fakeevdev_free(struct fakeevdev *dev)
{
  fakeevdev_unplug(dev);
  HOLD(fakeevdev_lock);
  for (struct client *client = dev->clients; client; client = client->next)
    client->dev = NULL;
  free(dev);
}

void fakeevdev_revoke(int fd)
{
  HOLD(fakeevdev_lock);
  struct client *client = fakeevdev_client(fd);
  if (client)
    hang_up(client);
}

int fakeevdev_clock(int fd)
{
  HOLD(fakeevdev_lock);
  struct client *client = fakeevdev_client(fd);
  return client ? client->clock : -1;
}

bool fakeevdev_is_dead(int fd)
{
  HOLD(fakeevdev_lock);
  struct client *client = fakeevdev_client(fd);
  return client && client->writer < 0;
}

void fakeevdev_forget(int fd)
{
  HOLD(fakeevdev_lock);
  struct client *client = fakeevdev_client(fd);
  if (client) {
    atomic_store(&table[fd], NULL);
    if (client->dev)
      unlink_client(client);
    hang_up(client);
    free(client);
  }
}
