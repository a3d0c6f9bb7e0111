// SPDX-License-Identifier: MIT
/* Devices that this process makes: the ioctls of uinput. */
#include "CEvdev.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <linux/uinput.h>

/* Requests whose argument is a number. */
static int set(int fd, unsigned long request, unsigned int number)
{
  return ioctl(fd, request, (unsigned long)number) < 0 ? -errno : 0;
}

int cevdev_uinput_enable_type(int fd, unsigned int type)
{
  return set(fd, UI_SET_EVBIT, type);
}

static const unsigned long code_requests[EV_CNT] = {
  [EV_KEY] = UI_SET_KEYBIT,
  [EV_REL] = UI_SET_RELBIT,
  [EV_ABS] = UI_SET_ABSBIT,
  [EV_MSC] = UI_SET_MSCBIT,
  [EV_SW] = UI_SET_SWBIT,
  [EV_LED] = UI_SET_LEDBIT,
  [EV_SND] = UI_SET_SNDBIT,
};

int cevdev_uinput_enable_code(int fd, unsigned int type, unsigned int code)
{
  /* The kernel has the codes of these itself, with the type. */
  if (type == EV_SYN || type == EV_REP)
    return 0;
  if (type >= EV_CNT || code_requests[type] == 0)
    return -EINVAL;
  return set(fd, code_requests[type], code);
}

int cevdev_uinput_enable_property(int fd, unsigned int property)
{
  return set(fd, UI_SET_PROPBIT, property);
}

int cevdev_uinput_set_axis(int fd, unsigned int code, const struct input_absinfo *range)
{
  struct uinput_abs_setup setup = {.code = (__u16)code, .absinfo = *range};

  return ioctl(fd, UI_ABS_SETUP, &setup) < 0 ? -errno : 0;
}

int cevdev_uinput_set_phys(int fd, const char *phys)
{
  return ioctl(fd, UI_SET_PHYS, phys) < 0 ? -errno : 0;
}

int cevdev_uinput_set_identity(int fd, const struct input_id *id, const char *name)
{
  struct uinput_setup setup = {.id = *id};

  if (strlen(name) >= sizeof(setup.name))
    return -ENAMETOOLONG;
  snprintf(setup.name, sizeof(setup.name), "%s", name);
  return ioctl(fd, UI_DEV_SETUP, &setup) < 0 ? -errno : 0;
}

int cevdev_uinput_create(int fd)
{
  return ioctl(fd, UI_DEV_CREATE) < 0 ? -errno : 0;
}

int cevdev_uinput_destroy(int fd)
{
  return ioctl(fd, UI_DEV_DESTROY) < 0 ? -errno : 0;
}

int cevdev_uinput_sysname(int fd, char *name, size_t size)
{
  int count = ioctl(fd, UI_GET_SYSNAME(size), name);

  if (count < 0)
    return -errno;
  /* Another driver may take the number for a request of its own, and write no text. */
  name[size - 1] = 0;
  return 0;
}
