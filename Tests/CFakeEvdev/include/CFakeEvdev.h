// SPDX-License-Identifier: MIT
/*
 * Evdev devices that exist in this process only, for tests of the code that reads real ones.
 *
 * This target defines ioctl, read and close. A test executable exports them, so libevdev's shared library and
 * the code under test bind to them; on any descriptor but those of fakeevdev_open they are the system's own.
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

/*
 * A device as the head of evemu text describes it (N: I: P: B: A:). Lines it does not know are passed over.
 */
struct fakeevdev *fakeevdev_new_from_evemu(const char *text);

/* Unplugs the device and forgets it. Its open descriptors stay open, and gone. */
void fakeevdev_free(struct fakeevdev *dev);

/* What the device says of itself; before fakeevdev_open. Numbers beyond the kernel's are ignored. */
void fakeevdev_set_id(struct fakeevdev *dev, struct input_id id);
void fakeevdev_set_phys(struct fakeevdev *dev, const char *phys);
void fakeevdev_set_uniq(struct fakeevdev *dev, const char *uniq);
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

/* Tells the readers that events were dropped: SYN_DROPPED, SYN_REPORT, at the given time. */
bool fakeevdev_send_drop(struct fakeevdev *dev, long seconds, long microseconds);

/* Sets single values of the state, as no event would in one go. Unknown slots and codes are ignored. */
void fakeevdev_set_slot_value(struct fakeevdev *dev, unsigned int slot, unsigned int code, int value);
void fakeevdev_set_current_slot(struct fakeevdev *dev, int slot);

/* Unplugs the device: every read and ioctl fails with ENODEV, every descriptor hangs up. */
void fakeevdev_unplug(struct fakeevdev *dev);

/* The same for one descriptor only, as EVIOCREVOKE. */
void fakeevdev_revoke(int fd);

/*
 * The clock that a descriptor's events are stamped with (CLOCK_REALTIME at first); -1 if it is no descriptor
 * of ours.
 */
int fakeevdev_clock(int fd);

/* Whether a reader has grabbed the device, and how often one has. */
bool fakeevdev_is_grabbed(const struct fakeevdev *dev);
unsigned int fakeevdev_grab_count(const struct fakeevdev *dev);

#endif
