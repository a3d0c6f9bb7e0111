// SPDX-License-Identifier: MIT
/*
 * Evdev devices that exist in this process only, for tests of the code that reads real ones; and uinput, for the code
 * that makes some.
 *
 * This target defines open, ioctl, read, write and close. A test executable exports them, so libevdev's shared library
 * and the code under test bind to them; on any path and descriptor but those of the devices here they are the system's
 * own.
 * No privilege, no preloading, no kernel module. Link it into tests only.
 *
 * All functions may be called from any thread; a device must outlive the calls upon it.
 */
#ifndef CFAKEEVDEV_H
#define CFAKEEVDEV_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>

/* The most slots of a device, and the most that libevdev asks for. */
#define FAKEEVDEV_SLOTS 256

struct fakeevdev;

/* A device that can do nothing yet, or NULL if memory is out. */
struct fakeevdev *fakeevdev_new(const char *name);

/* Unplugs the device and forgets it. Its open descriptors stay open, and gone. */
void fakeevdev_free(struct fakeevdev *dev);

/* What the device says of itself; before fakeevdev_open. Numbers beyond the kernel's are ignored. */
void fakeevdev_set_identity(struct fakeevdev *dev, struct input_id id, const char *phys, const char *uniq);
void fakeevdev_enable_property(struct fakeevdev *dev, unsigned int property);
void fakeevdev_enable_code(struct fakeevdev *dev, unsigned int type, unsigned int code);
void fakeevdev_enable_axis(struct fakeevdev *dev, unsigned int code, const struct input_absinfo *info);

/* What EVIOCSCLOCKID answers: 0, or the errno with which it fails (umockdev: ENOENT). */
void fakeevdev_set_clock_error(struct fakeevdev *dev, int code);

/*
 * Opens the device, non-blocking, as open(2) would its node; the caller closes the descriptor. -1 and errno
 * on failure.
 */
int fakeevdev_open(struct fakeevdev *dev);

/*
 * Sends events: they change the state and reach every reader, or the one that has grabbed the device. Not
 * filtered, as the kernel would, for values that do not change. Returns false if a reader's queue is full; up
 * to 170 events arrive together or not at all.
 */
bool fakeevdev_send(struct fakeevdev *dev, const struct input_event *events, size_t count);

/* Changes the state by events that no reader sees: what the kernel drops. */
void fakeevdev_send_unseen(struct fakeevdev *dev, const struct input_event *events, size_t count);

/* Sets a value of a slot, which stays as current as it was. Unknown slots and codes are ignored. */
void fakeevdev_set_slot_value(struct fakeevdev *dev, unsigned int slot, unsigned int code, int value);

/* Unplugs the device: every read and ioctl fails with ENODEV, every descriptor hangs up. */
void fakeevdev_unplug(struct fakeevdev *dev);

/* The same for one descriptor only, as EVIOCREVOKE. */
void fakeevdev_revoke(int fd);

/*
 * The clock that a descriptor's events are stamped with (CLOCK_REALTIME at first); -1 if it is no descriptor
 * of ours.
 */
int fakeevdev_clock(int fd);

/* A node of uinput: what is made with it can be read as any device here. */
struct fakeuinput;

/* A node that open(2) finds at a path, of at most 127 bytes, in place of what is there; NULL if memory is out. */
struct fakeuinput *fakeuinput_new(const char *path);

/* Forgets the node. Descriptors of it stay open, with their devices. */
void fakeuinput_free(struct fakeuinput *uinput);

/* Lets so many calls of open and ioctl be answered as usual, and has the next one fail with an errno, once. */
void fakeuinput_fail(struct fakeuinput *uinput, int calls, int code);

/* How many bytes a write takes at most; with 0, it fails with EAGAIN. */
void fakeuinput_set_room(struct fakeuinput *uinput, size_t bytes);

/*
 * What dup(2) makes of a descriptor of a node, or the way through the service manager's store: it keeps the device.
 * -1 for any other.
 */
int fakeuinput_duplicate(int fd);

/* Opens the device of a name of the kernel's, `input42`, as open(2) would its event node. -1 if there is none. */
int fakeuinput_open_device(struct fakeuinput *uinput, const char *sysname);

/* With which flags the node was opened last; how many of its descriptors, its devices, and calls of write there are. */
struct fakeuinput_facts {
  int open_flags;
  unsigned int descriptors;
  unsigned int devices;
  unsigned int writes;
};

struct fakeuinput_facts fakeuinput_facts(const struct fakeuinput *uinput);

#endif
