// SPDX-License-Identifier: MIT
/* What a device says of itself. */
#include "fakeevdev.h"

#include <stdio.h>
#include <stdlib.h>

struct fakeevdev *fakeevdev_new(const char *name)
{
  struct fakeevdev *dev = calloc(1, sizeof(*dev));

  if (!dev)
    return NULL;
  snprintf(dev->name, sizeof(dev->name), "%s", name);
  set_bit(dev->codes[0], EV_SYN, true);
  for (unsigned int slot = 0; slot < FAKEEVDEV_SLOTS; slot++)
    dev->slots[ABS_MT_TRACKING_ID][slot] = -1;
  return dev;
}

void fakeevdev_set_identity(struct fakeevdev *dev, struct input_id id, const char *phys, const char *uniq)
{
  dev->id = id;
  snprintf(dev->phys, sizeof(dev->phys), "%s", phys);
  snprintf(dev->uniq, sizeof(dev->uniq), "%s", uniq);
}

void fakeevdev_enable_property(struct fakeevdev *dev, unsigned int property)
{
  if (property < INPUT_PROP_CNT)
    set_bit(dev->properties, property, true);
}

void fakeevdev_enable_code(struct fakeevdev *dev, unsigned int type, unsigned int code)
{
  if (type >= EV_CNT || code >= KEY_CNT)
    return;
  set_bit(dev->codes[0], type, true);
  if (type != EV_SYN)
    set_bit(dev->codes[type], code, true);
}

void fakeevdev_enable_axis(struct fakeevdev *dev, unsigned int code, const struct input_absinfo *info)
{
  if (code >= ABS_CNT)
    return;
  fakeevdev_enable_code(dev, EV_ABS, code);
  dev->axes[code] = *info;
}

void fakeevdev_set_clock_error(struct fakeevdev *dev, int code)
{
  dev->clock_error = code;
}

unsigned int fakeevdev_slot_count(const struct fakeevdev *dev)
{
  int last = dev->axes[ABS_MT_SLOT].maximum;

  if (!has_bit(dev->codes[EV_ABS], ABS_MT_SLOT) || last < 0)
    return 0;
  return last < FAKEEVDEV_SLOTS ? (unsigned int)last + 1 : FAKEEVDEV_SLOTS;
}
