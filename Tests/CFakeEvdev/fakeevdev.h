// SPDX-License-Identifier: MIT
/* What the files of this target share. */
#ifndef FAKEEVDEV_H
#define FAKEEVDEV_H

#include "CFakeEvdev.h"

#include <limits.h>
#include <pthread.h>
#include <sys/types.h>

/* Room for a bit of each key code, the largest set of codes there is. */
#define CODE_BYTES (KEY_CNT / CHAR_BIT)

/* Descriptors are small numbers; one beyond this is closed again. */
#define FD_LIMIT 4096

/* One open descriptor of a device. */
struct client {
  struct fakeevdev *dev; /* NULL once the device is freed */
  struct client *next;
  int fd;     /* what the reader has: the read end of a pipe, which hangs up without an end of file to read */
  int writer; /* the other end; -1 once the descriptor is dead */
  int clock;
};

struct fakeevdev {
  char name[256];
  char phys[256];
  char uniq[256];
  struct input_id id;
  unsigned char properties[CODE_BYTES];
  unsigned char codes[EV_CNT][CODE_BYTES]; /* of type 0: the event types, as EVIOCGBIT(0) has it */
  struct input_absinfo axes[ABS_CNT];
  int clock_error;

  /* State */
  unsigned char keys[CODE_BYTES];
  int slots[ABS_CNT][FAKEEVDEV_SLOTS];

  struct client *clients;
  struct client *grabber;
  bool gone;
};

/* Guards every device, every client and the table of descriptors. Recursive calls do not happen. */
extern pthread_mutex_t fakeevdev_lock;

static inline void let_go(pthread_mutex_t **held)
{
  pthread_mutex_unlock(*held);
}

/* Holds a lock until the end of the block. */
#define HOLD(lock) \
  __attribute__((cleanup(let_go))) pthread_mutex_t *held = &(lock); \
  pthread_mutex_lock(held)

/* The client of a descriptor, or NULL. What it points to may be looked at while the lock is held. */
struct client *fakeevdev_client(int fd);

/* Whether a read must fail with ENODEV, even if events wait: the kernel throws those away. Takes the lock. */
bool fakeevdev_is_dead(int fd);

/* Forgets a descriptor that is about to be closed. Takes the lock. */
void fakeevdev_forget(int fd);

/* Answers an ioctl of evdev as the kernel does, or with -errno; the lock is held. */
int fakeevdev_ioctl(struct client *client, unsigned long request, void *argument);

/* How many slots the device has; 0 without ABS_MT_SLOT. */
unsigned int fakeevdev_slot_count(const struct fakeevdev *dev);

/* Whether a descriptor is one of a node of uinput. */
bool fakeuinput_has(int fd);

/* Opens a node of uinput, with errno where `fd` becomes -1; false if the path is no node of ours. */
bool fakeuinput_open(const char *path, int flags, int *fd);

/* Answer as the kernel does, or with -errno. */
int fakeuinput_ioctl(int fd, unsigned long request, void *argument);
ssize_t fakeuinput_write(int fd, const void *events, size_t size);

/* Forgets a descriptor that is about to be closed; with the last, the device ends. */
void fakeuinput_forget(int fd);

static inline bool has_bit(const unsigned char *bits, unsigned int bit)
{
  return bits[bit / CHAR_BIT] >> bit % CHAR_BIT & 1;
}

static inline void set_bit(unsigned char *bits, unsigned int bit, bool value)
{
  unsigned char mask = (unsigned char)(1u << bit % CHAR_BIT);

  if (value)
    bits[bit / CHAR_BIT] |= mask;
  else
    bits[bit / CHAR_BIT] &= (unsigned char)~mask;
}

#endif
