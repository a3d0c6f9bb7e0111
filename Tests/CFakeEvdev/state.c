// SPDX-License-Identifier: MIT
/* The state that events leave behind, and the way of events to the readers. */
#include "fakeevdev.h"

#include <unistd.h>

static void set_slot_value(struct fakeevdev *dev, unsigned int slot, unsigned int code, int value)
{
  if (slot < fakeevdev_slot_count(dev) && code > ABS_MT_SLOT && code < ABS_CNT)
    dev->slots[code][slot] = value;
}

static void apply(struct fakeevdev *dev, const struct input_event *event)
{
  if (event->type == EV_KEY && event->code < KEY_CNT)
    set_bit(dev->keys, event->code, event->value != 0);
  if (event->type != EV_ABS || event->code >= ABS_CNT)
    return;
  if (event->code > ABS_MT_SLOT)
    set_slot_value(dev, (unsigned int)dev->axes[ABS_MT_SLOT].value, event->code, event->value);
  else
    dev->axes[event->code].value = event->value;
}

void fakeevdev_send_unseen(struct fakeevdev *dev, const struct input_event *events, size_t count)
{
  HOLD(fakeevdev_lock);
  for (size_t i = 0; i < count; i++)
    apply(dev, &events[i]);
}

static bool deliver(struct fakeevdev *dev, const struct input_event *events, size_t count)
{
  ssize_t size = (ssize_t)(count * sizeof(*events));
  bool all = true;

  for (struct client *client = dev->clients; client; client = client->next)
    if (client->writer >= 0 && (!dev->grabber || dev->grabber == client))
      all = write(client->writer, events, (size_t)size) == size && all;
  return all;
}

bool fakeevdev_send(struct fakeevdev *dev, const struct input_event *events, size_t count)
{
  fakeevdev_send_unseen(dev, events, count);
  HOLD(fakeevdev_lock);
  return deliver(dev, events, count);
}

void fakeevdev_set_slot_value(struct fakeevdev *dev, unsigned int slot, unsigned int code, int value)
{
  HOLD(fakeevdev_lock);
  set_slot_value(dev, slot, code, value);
}
