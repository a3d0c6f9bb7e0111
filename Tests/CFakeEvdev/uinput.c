// SPDX-License-Identifier: MIT
/* Nodes of uinput, as drivers/input/misc/uinput.c answers. Each device that is made with one is one of evdev here. */
#define _GNU_SOURCE /* O_CLOEXEC */
#include "fakeevdev.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct fakeuinput {
  struct fakeuinput *next;
  char path[128];
  int calls; /* that an open and its ioctls still may make before one fails; -1 without end */
  int code;  /* with which it fails */
  size_t room;
  struct fakeuinput_facts facts; /* without its descriptors, which are counted when they are asked for */
};

/* What an open(2) of a node makes, and all duplicates of its descriptor share. */
struct uinput_file {
  struct fakeuinput *node; /* NULL once that is freed */
  struct fakeevdev *dev;   /* NULL before the first request */
  char sysname[16];
  unsigned int descriptors;
  bool is_set_up;
  bool is_created;
};

/* Guards all of this. Taken before the lock of the evdev devices. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fakeuinput *nodes;
static atomic_uint node_count;
static unsigned int last_number = 41;

/* Written under the lock; read without it by every call of the process. */
static _Atomic(struct uinput_file *) table[FD_LIMIT];

static struct uinput_file *file_of(int fd)
{
  return fd >= 0 && fd < FD_LIMIT ? atomic_load(&table[fd]) : NULL;
}

bool fakeuinput_has(int fd)
{
  return file_of(fd) != NULL;
}

/* Whether this call is the one that a test wants to fail. */
static int call_error(struct fakeuinput *node)
{
  if (!node || node->calls < 0)
    return 0;
  return node->calls-- > 0 ? 0 : -node->code;
}

/* Any descriptor at all, for its number. */
static int new_descriptor(struct uinput_file *file)
{
  int fd = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0);

  if (fd >= FD_LIMIT) {
    syscall(SYS_close, fd);
    errno = EMFILE;
    return -1;
  }
  if (fd >= 0) {
    file->descriptors++;
    atomic_store(&table[fd], file);
  }
  return fd;
}

static int open_node(struct fakeuinput *node, int flags)
{
  struct uinput_file *file;
  int error = call_error(node);
  int fd;

  if (error) {
    errno = -error;
    return -1;
  }
  file = calloc(1, sizeof(*file));
  if (!file)
    return -1;
  node->facts.open_flags = flags;
  file->node = node;
  fd = new_descriptor(file);
  if (fd < 0)
    free(file);
  return fd;
}

bool fakeuinput_open(const char *path, int flags, int *fd)
{
  struct fakeuinput *node;

  if (atomic_load(&node_count) == 0)
    return false;
  HOLD(lock);
  for (node = nodes; node && strcmp(node->path, path) != 0; node = node->next)
    continue;
  if (node)
    *fd = open_node(node, flags);
  return node != NULL;
}

/* Before a device is made. */

static struct fakeevdev *device(struct uinput_file *file)
{
  if (!file->dev)
    file->dev = fakeevdev_new("");
  return file->dev;
}

static int set_identity(struct uinput_file *file, const struct uinput_setup *setup)
{
  if (setup->name[0] == 0 || !memchr(setup->name, 0, sizeof(setup->name)))
    return -EINVAL;
  snprintf(device(file)->name, sizeof(file->dev->name), "%s", setup->name);
  file->dev->id = setup->id;
  file->is_set_up = true;
  return 0;
}

static int set_axis(struct uinput_file *file, const struct uinput_abs_setup *setup)
{
  if (setup->code >= ABS_CNT)
    return -ERANGE;
  if (setup->absinfo.maximum < setup->absinfo.minimum)
    return -EINVAL;
  set_bit(device(file)->codes[EV_ABS], setup->code, true);
  file->dev->axes[setup->code] = setup->absinfo;
  return 0;
}

static int enable(unsigned char *bits, unsigned long bit, unsigned long limit)
{
  if (bit >= limit)
    return -EINVAL;
  set_bit(bits, (unsigned int)bit, true);
  return 0;
}

static int set_up(struct uinput_file *file, unsigned long request, void *argument)
{
  unsigned long number = (unsigned long)argument;

  switch (request) {
  case UI_SET_EVBIT:
    return enable(device(file)->codes[0], number, EV_CNT);
  case UI_SET_KEYBIT:
    return enable(device(file)->codes[EV_KEY], number, KEY_CNT);
  case UI_SET_RELBIT:
    return enable(device(file)->codes[EV_REL], number, REL_CNT);
  case UI_SET_ABSBIT:
    return enable(device(file)->codes[EV_ABS], number, ABS_CNT);
  case UI_SET_MSCBIT:
    return enable(device(file)->codes[EV_MSC], number, MSC_CNT);
  case UI_SET_PROPBIT:
    return enable(device(file)->properties, number, INPUT_PROP_CNT);
  case UI_SET_PHYS:
    snprintf(device(file)->phys, sizeof(file->dev->phys), "%s", (const char *)argument);
    return 0;
  case UI_ABS_SETUP:
    return set_axis(file, argument);
  case UI_DEV_SETUP:
    return set_identity(file, argument);
  default:
    return -EINVAL;
  }
}

/* A device's life. */

static int create(struct uinput_file *file)
{
  if (!file->is_set_up || file->is_created)
    return -EINVAL;
  snprintf(file->sysname, sizeof(file->sysname), "input%u", ++last_number);
  file->is_created = true;
  if (file->node)
    file->node->facts.devices++;
  return 0;
}

static void destroy(struct uinput_file *file)
{
  if (file->is_created && file->node)
    file->node->facts.devices--;
  if (file->dev)
    fakeevdev_free(file->dev);
  file->dev = NULL;
  file->is_created = file->is_set_up = false;
}

static int copy_sysname(const struct uinput_file *file, char *name, size_t size)
{
  if (!file->is_created)
    return -ENOENT;
  return snprintf(name, size, "%s", file->sysname) + 1;
}

static int answer(struct uinput_file *file, unsigned long request, void *argument)
{
  int error = call_error(file->node);

  if (error)
    return error;
  if (_IOC_TYPE(request) == UINPUT_IOCTL_BASE && _IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(0)))
    return copy_sysname(file, argument, _IOC_SIZE(request));
  if (request == UI_DEV_CREATE)
    return create(file);
  if (request == UI_DEV_DESTROY) {
    destroy(file);
    return 0;
  }
  return file->is_created ? -EINVAL : set_up(file, request, argument);
}

int fakeuinput_ioctl(int fd, unsigned long request, void *argument)
{
  HOLD(lock);
  struct uinput_file *file = file_of(fd);
  return file ? answer(file, request, argument) : -EBADF;
}

static ssize_t inject(struct uinput_file *file, const void *events, size_t size)
{
  size_t room = file->node ? file->node->room : SIZE_MAX;
  size_t taken = size < room ? size : room;

  if (!file->is_created || size < sizeof(struct input_event))
    return -EINVAL;
  if (file->node)
    file->node->facts.writes++;
  if (taken == 0)
    return -EAGAIN;
  fakeevdev_send(file->dev, events, taken / sizeof(struct input_event));
  return (ssize_t)taken;
}

ssize_t fakeuinput_write(int fd, const void *events, size_t size)
{
  HOLD(lock);
  struct uinput_file *file = file_of(fd);
  return file ? inject(file, events, size) : -EBADF;
}

void fakeuinput_forget(int fd)
{
  HOLD(lock);
  struct uinput_file *file = file_of(fd);
  if (file) {
    atomic_store(&table[fd], NULL);
    if (--file->descriptors == 0) {
      destroy(file);
      free(file);
    }
  }
}

/* What tests call. */

struct fakeuinput *fakeuinput_new(const char *path)
{
  struct fakeuinput *node = calloc(1, sizeof(*node));

  if (!node)
    return NULL;
  snprintf(node->path, sizeof(node->path), "%s", path);
  node->calls = -1;
  node->room = SIZE_MAX;
  HOLD(lock);
  node->next = nodes;
  nodes = node;
  atomic_fetch_add(&node_count, 1);
  return node;
}

void fakeuinput_free(struct fakeuinput *uinput)
{
  HOLD(lock);
  struct fakeuinput **link = &nodes;
  while (*link != uinput)
    link = &(*link)->next;
  *link = uinput->next;
  atomic_fetch_sub(&node_count, 1);
  for (int fd = 0; fd < FD_LIMIT; fd++)
    if (file_of(fd) && file_of(fd)->node == uinput)
      file_of(fd)->node = NULL;
  free(uinput);
}

void fakeuinput_fail(struct fakeuinput *uinput, int calls, int code)
{
  HOLD(lock);
  uinput->calls = calls;
  uinput->code = code;
}

void fakeuinput_set_room(struct fakeuinput *uinput, size_t bytes)
{
  HOLD(lock);
  uinput->room = bytes;
}

int fakeuinput_duplicate(int fd)
{
  HOLD(lock);
  struct uinput_file *file = file_of(fd);
  return file ? new_descriptor(file) : -1;
}

int fakeuinput_open_device(struct fakeuinput *uinput, const char *sysname)
{
  HOLD(lock);
  for (int fd = 0; fd < FD_LIMIT; fd++) {
    struct uinput_file *file = file_of(fd);
    if (file && file->node == uinput && file->is_created && strcmp(file->sysname, sysname) == 0)
      return fakeevdev_open(file->dev);
  }
  return -1;
}

struct fakeuinput_facts fakeuinput_facts(const struct fakeuinput *uinput)
{
  HOLD(lock);
  struct fakeuinput_facts facts = uinput->facts;
  for (int fd = 0; fd < FD_LIMIT; fd++)
    facts.descriptors += file_of(fd) && file_of(fd)->node == uinput;
  return facts;
}
