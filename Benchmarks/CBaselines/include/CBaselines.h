// SPDX-License-Identifier: MIT
/*
 * What the bench needs in C: a panel on a pipe, the frames that it sends, the loops that touchd is compared with, and
 * the clock that all of them are measured by.
 *
 * A function that can fail returns -errno.
 */
#ifndef CBASELINES_H
#define CBASELINES_H

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

/* A ten-slot touchscreen: what the bench's own `ioctl` answers for every pipe that it is asked about. */
#define PANEL_SLOTS 10
/* The highest value of both axes. */
#define PANEL_MAXIMUM 4095
/* The longest frame, in which ten fingers come down: a slot, a tracking id, an x and a y each, and a SYN_REPORT. */
#define PANEL_DOWN_EVENTS 41

/* Where a finger came down, in device units. */
struct panel_place {
  int32_t x;
  int32_t y;
};

/*
 * Writes frame `number` of fingers that came down at `places` into `events`, and returns how many events it has. In
 * frame 0 they come down. In each other one x and y of each finger change, and no finger is ever more than 15 units
 * from where it came down along either axis.
 */
size_t panel_frame(
  struct input_event *events, const struct panel_place *places, int fingers, uint64_t number, int64_t nanoseconds);

struct meter;

/*
 * Writes the frames of a meter to a descriptor, one write each: those before its `first` at 1 kHz; the others, once the
 * reader has had these, at `rate` a second, or for a rate of 0 as fast as the descriptor takes them. `stamps` gets the
 * time of each frame in nanoseconds of CLOCK_MONOTONIC, read just before it is written; the events have the same in
 * microseconds.
 */
int panel_feed(
  int fd, const struct panel_place *places, int fingers, const struct meter *meter, uint64_t rate, int64_t *stamps);

/* What a reader measures of itself, in memory that it shares with the harness. */
struct meter {
  /* Set by the harness: measured from the frame after `first` of them to the last of `total`. */
  uint64_t first;
  uint64_t total;
  /* One frame in so many has its time taken. */
  uint64_t every;
  /* Set by the reader. */
  uint64_t done;
  uint64_t measured;
  int64_t nanoseconds;
  /* The sum of all positions that the frames reported, where the reader has it. */
  int64_t sum;
  uint64_t delivered;
  /* When the reader had each frame, in nanoseconds of CLOCK_MONOTONIC; 0 where that was not taken. */
  int64_t seen[];
};

size_t meter_size(uint64_t frames);

/* Takes note that the reader has the first `frames` frames. To be called once a frame, or once for several. */
void meter_reached(struct meter *meter, uint64_t frames);

/* How many frames the reader has had, for the process that feeds it. */
uint64_t meter_done(const struct meter *meter);

int64_t meter_seen(const struct meter *meter, uint64_t frame);

/* Reads a panel's descriptor by epoll until it hangs up, and decodes the slots; nothing besides. */
int baseline_bare(int fd, struct meter *meter);

/* The same, with libevdev_next_event between the descriptor and the decoder. */
int baseline_libevdev(int fd, struct meter *meter);

/* Time now, in nanoseconds: of CLOCK_MONOTONIC, and of the CPU time of the process. */
int64_t bench_now(void);
int64_t bench_cpu_time(void);

/* Ties the process to one processor, or for -1 to none. */
int bench_pin(int processor);

/* The processors that the process may use, in ascending order. Returns their number, at most `capacity`. */
int bench_processors(int *processors, int capacity);

/*
 * Between these callgrind counts instructions, and writes them down under `name`. Outside, where it was started with
 * --instr-atstart=no, it counts nothing and is ten times faster. Without valgrind's headers, or outside callgrind, they
 * do nothing.
 */
void bench_count_begin(void);
void bench_count_end(const char *name);

#endif
