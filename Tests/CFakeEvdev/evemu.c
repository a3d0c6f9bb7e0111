// SPDX-License-Identifier: MIT
/* Devices from the head of evemu text. */
#define _GNU_SOURCE /* strdup, strtok_r */
#include "fakeevdev.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far a bit mask that spans several lines has come, in bytes. */
struct progress {
  size_t properties;
  size_t codes[EV_CNT];
};

/* Reads hexadecimal bytes up to the end of the line into the mask, from `*used` on. */
static void read_mask(const char *text, unsigned char *mask, size_t *used)
{
  char *end;

  while (*used < CODE_BYTES) {
    unsigned long byte = strtoul(text, &end, 16);

    if (end == text)
      return;
    mask[(*used)++] = (unsigned char)byte;
    text = end;
  }
}

static void read_codes(struct fakeevdev *dev, const char *text, struct progress *progress)
{
  char *end;
  unsigned long type = strtoul(text, &end, 16);

  if (type < EV_CNT)
    read_mask(end, dev->codes[type], &progress->codes[type]);
}

static void read_axis(struct fakeevdev *dev, const char *text)
{
  struct input_absinfo info = {0};
  unsigned int code;

  if (sscanf(text, "%x %d %d %d %d %d", &code, &info.minimum, &info.maximum, &info.fuzz, &info.flat,
       &info.resolution) >= 3)
    fakeevdev_enable_axis(dev, code, &info);
}

static void read_id(struct fakeevdev *dev, const char *text)
{
  struct input_id id;

  if (sscanf(text, "%hx %hx %hx %hx", &id.bustype, &id.vendor, &id.product, &id.version) == 4)
    fakeevdev_set_id(dev, id);
}

static void read_line(struct fakeevdev *dev, const char *line, struct progress *progress)
{
  if (strncmp(line, "N: ", 3) == 0)
    snprintf(dev->name, sizeof(dev->name), "%s", line + 3);
  else if (strncmp(line, "I:", 2) == 0)
    read_id(dev, line + 2);
  else if (strncmp(line, "P:", 2) == 0)
    read_mask(line + 2, dev->properties, &progress->properties);
  else if (strncmp(line, "B:", 2) == 0)
    read_codes(dev, line + 2, progress);
  else if (strncmp(line, "A:", 2) == 0)
    read_axis(dev, line + 2);
}

struct fakeevdev *fakeevdev_new_from_evemu(const char *text)
{
  struct fakeevdev *dev = fakeevdev_new("");
  struct progress progress = {0};
  char *copy = strdup(text);
  char *rest;

  if (dev && copy)
    for (char *line = strtok_r(copy, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest))
      read_line(dev, line, &progress);
  free(copy);
  return dev;
}
