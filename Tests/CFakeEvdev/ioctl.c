// SPDX-License-Identifier: MIT
/* Evdev's ioctls, as drivers/input/evdev.c answers them. */
#include "fakeevdev.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* Copies as much as the caller has room for; the kernel answers with the number of bytes. */
static int copy(void *argument, size_t room, const void *source, size_t size)
{
  size_t count = size < room ? size : room;

  memcpy(argument, source, count);
  return (int)count;
}

/* The kernel answers ENOENT where the driver gives no such string. */
static int copy_string(void *argument, size_t room, const char *string)
{
  return *string ? copy(argument, room, string, strlen(string) + 1) : -ENOENT;
}

static int get_slots(const struct fakeevdev *dev, int *argument, size_t room)
{
  size_t count = fakeevdev_slot_count(dev);
  unsigned int code;

  if (room < sizeof(*argument))
    return -EINVAL;
  code = (unsigned int)argument[0];
  if (count == 0 || code <= ABS_MT_SLOT || code >= ABS_CNT)
    return -EINVAL;
  copy(argument + 1, room - sizeof(*argument), dev->slots[code], count * sizeof(*argument));
  return 0;
}

static int grab(struct client *client, bool wanted)
{
  struct fakeevdev *dev = client->dev;

  if (!wanted && dev->grabber != client)
    return -EINVAL;
  if (wanted && dev->grabber)
    return -EBUSY;
  dev->grabber = wanted ? client : NULL;
  return 0;
}

static int set_clock(struct client *client, int clock)
{
  if (client->dev->clock_error)
    return -client->dev->clock_error;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME)
    return -EINVAL;
  client->clock = clock;
  return 0;
}

/* The kernel's delay and period in milliseconds, for keys that repeat. */
static int get_repetition(const struct fakeevdev *dev, unsigned int *argument)
{
  if (!has_bit(dev->codes[0], EV_REP))
    return -ENOSYS;
  argument[REP_DELAY] = 250;
  argument[REP_PERIOD] = 33;
  return 0;
}

static int get_axis(const struct fakeevdev *dev, unsigned int code, void *argument, size_t room)
{
  if (!has_bit(dev->codes[EV_ABS], code))
    return -EINVAL;
  copy(argument, room, &dev->axes[code], sizeof(dev->axes[code]));
  return 0;
}

/* Requests whose number holds an event type or an axis. */
static int get_numbered(const struct fakeevdev *dev, unsigned int number, void *argument, size_t room)
{
  unsigned int first_type = _IOC_NR(EVIOCGBIT(0, 0));
  unsigned int first_axis = _IOC_NR(EVIOCGABS(0));

  if (number >= first_type && number < first_type + EV_CNT)
    return copy(argument, room, dev->codes[number - first_type], CODE_BYTES);
  if (number >= first_axis && number < first_axis + ABS_CNT)
    return get_axis(dev, number - first_axis, argument, room);
  return -EINVAL;
}

/* Requests that carry the size of the caller's memory. */
static int get_sized(const struct fakeevdev *dev, unsigned int number, void *argument, size_t room)
{
  static const unsigned char none[8];

  switch (number) {
  case _IOC_NR(EVIOCGNAME(0)):
    return copy_string(argument, room, dev->name);
  case _IOC_NR(EVIOCGPHYS(0)):
    return copy_string(argument, room, dev->phys);
  case _IOC_NR(EVIOCGUNIQ(0)):
    return copy_string(argument, room, dev->uniq);
  case _IOC_NR(EVIOCGPROP(0)):
    return copy(argument, room, dev->properties, INPUT_PROP_CNT / CHAR_BIT);
  case _IOC_NR(EVIOCGKEY(0)):
    return copy(argument, room, dev->keys, CODE_BYTES);
  case _IOC_NR(EVIOCGLED(0)):
  case _IOC_NR(EVIOCGSND(0)):
  case _IOC_NR(EVIOCGSW(0)):
    return copy(argument, room, none, sizeof(none));
  case _IOC_NR(EVIOCGMTSLOTS(0)):
    return get_slots(dev, argument, room);
  default:
    return get_numbered(dev, number, argument, room);
  }
}

int fakeevdev_ioctl(struct client *client, unsigned long request, void *argument)
{
  if (_IOC_TYPE(request) != 'E')
    return -ENOTTY;
  if (client->writer < 0)
    return -ENODEV;
  switch (request) {
  case EVIOCGVERSION:
    *(int *)argument = EV_VERSION;
    return 0;
  case EVIOCGID:
    *(struct input_id *)argument = client->dev->id;
    return 0;
  case EVIOCGREP:
    return get_repetition(client->dev, argument);
  case EVIOCGRAB:
    return grab(client, argument != NULL);
  case EVIOCSCLOCKID:
    return set_clock(client, *(const int *)argument);
  default:
    return get_sized(client->dev, _IOC_NR(request), argument, _IOC_SIZE(request));
  }
}
