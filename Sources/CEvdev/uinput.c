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

int cevdev_uinput_enable_code(int fd, unsigned int type, unsigned int code)
{
  switch (type) {
  case EV_KEY:
    return set(fd, UI_SET_KEYBIT, code);
  case EV_REL:
    return set(fd, UI_SET_RELBIT, code);
  case EV_ABS:
    return set(fd, UI_SET_ABSBIT, code);
  case EV_MSC:
    return set(fd, UI_SET_MSCBIT, code);
  case EV_SW:
    return set(fd, UI_SET_SWBIT, code);
  case EV_LED:
    return set(fd, UI_SET_LEDBIT, code);
  case EV_SND:
    return set(fd, UI_SET_SNDBIT, code);
  case EV_SYN:
  case EV_REP:
    /* The kernel has these itself, with the type. */
    return 0;
  default:
    return -EINVAL;
  }
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
