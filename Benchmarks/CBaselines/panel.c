// SPDX-License-Identifier: MIT
/*
 * A ten-slot touchscreen behind a pipe. Only `ioctl` is the bench's own: `read` and `epoll_wait` are the C library's,
 * so that no reader pays for the disguise.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CBaselines.h"

static const char name[] = "Bench Panel";
static const unsigned char properties[INPUT_PROP_CNT / 8] = {1u << INPUT_PROP_DIRECT};
/* By event type; of type 0, the event types. */
static const unsigned char codes[EV_CNT][KEY_CNT / 8] = {
  [0] = {1u << EV_SYN | 1u << EV_KEY | 1u << EV_ABS},
  [EV_KEY] = {[BTN_TOUCH / 8] = 1u << BTN_TOUCH % 8},
  [EV_ABS] = {
    [ABS_X / 8] = 1u << ABS_X | 1u << ABS_Y,
    [ABS_MT_SLOT / 8] = 1u << ABS_MT_SLOT % 8,
    [ABS_MT_POSITION_X / 8] = 1u << ABS_MT_POSITION_X % 8 | 1u << ABS_MT_POSITION_Y % 8,
    [ABS_MT_TRACKING_ID / 8] = 1u << ABS_MT_TRACKING_ID % 8,
  },
};
static const struct input_id id = {.bustype = BUS_USB, .vendor = 0x1234, .product = 0x5678, .version = 1};

/* Copies as much as the caller has room for; the kernel answers with the number of bytes. */
static int copy(void *argument, size_t room, const void *source, size_t size)
{
  size_t count = size < room ? size : room;

  memcpy(argument, source, count);
  return (int)count;
}

static int get_axis(unsigned int code, void *argument, size_t room)
{
  struct input_absinfo info = {.maximum = PANEL_MAXIMUM, .resolution = 16};

  if (code == ABS_MT_SLOT)
    info = (struct input_absinfo){.maximum = PANEL_SLOTS - 1};
  else if (code == ABS_MT_TRACKING_ID)
    info = (struct input_absinfo){.maximum = 65535};
  return copy(argument, room, &info, sizeof(info));
}

/* Nothing is down when a reader opens the panel. */
static int get_slots(int *argument, size_t room)
{
  int value = argument[0] == ABS_MT_TRACKING_ID ? -1 : 0;

  for (size_t slot = 0; slot < PANEL_SLOTS && (slot + 2) * sizeof(int) <= room; slot++)
    argument[slot + 1] = value;
  return 0;
}

static int get_sized(unsigned int number, void *argument, size_t room)
{
  static const unsigned char none[KEY_CNT / 8];
  unsigned int first_type = _IOC_NR(EVIOCGBIT(0, 0));
  unsigned int first_axis = _IOC_NR(EVIOCGABS(0));

  if (number == _IOC_NR(EVIOCGNAME(0)))
    return copy(argument, room, name, sizeof(name));
  if (number == _IOC_NR(EVIOCGPROP(0)))
    return copy(argument, room, properties, sizeof(properties));
  if (number == _IOC_NR(EVIOCGMTSLOTS(0)))
    return get_slots(argument, room);
  if (number == _IOC_NR(EVIOCGKEY(0)) || number == _IOC_NR(EVIOCGLED(0)) || number == _IOC_NR(EVIOCGSW(0)))
    return copy(argument, room, none, sizeof(none));
  if (number >= first_type && number < first_type + EV_CNT)
    return copy(argument, room, codes[number - first_type], sizeof(codes[0]));
  if (number >= first_axis && number < first_axis + ABS_CNT)
    return get_axis(number - first_axis, argument, room);
  return -ENOENT;
}

static int answer(unsigned long request, void *argument)
{
  switch (request) {
  case EVIOCGVERSION:
    *(int *)argument = EV_VERSION;
    return 0;
  case EVIOCGID:
    *(struct input_id *)argument = id;
    return 0;
  case EVIOCSCLOCKID:
    return 0; /* The stamps are of CLOCK_MONOTONIC anyway. */
  default:
    return get_sized(_IOC_NR(request), argument, _IOC_SIZE(request));
  }
}

static bool is_pipe(int fd)
{
  struct stat status;

  return fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* Of every program that links this, libevdev included. */
__attribute__((visibility("default"))) int ioctl(int fd, unsigned long request, ...)
{
  va_list arguments;
  int result;

  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (_IOC_TYPE(request) != 'E' || !is_pipe(fd))
    return (int)syscall(SYS_ioctl, fd, request, argument);
  result = answer(request, argument);
  if (result >= 0)
    return result;
  errno = -result;
  return -1;
}
