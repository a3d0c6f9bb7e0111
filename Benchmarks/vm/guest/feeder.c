// SPDX-License-Identifier: MIT
/*
 * Fingers on a panel of uinput, at a steady rate:  feeder DESCRIPTOR READER FINGERS FRAMES INTERVAL
 *
 * They land in one frame, move all in each of so many frames, INTERVAL microseconds apart, and lift in one. DESCRIPTOR
 * is the panel's, READER the process that reads it; written last is how many nanoseconds of CPU that has used for the
 * moved frames.
 *
 * In C, for whatever runs between two frames is measured with them.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>

#include "fingers.h"

/*
 * Lets every other process run first. A panel's interrupt is over when the events are in the queue, and the process
 * that waits for them runs at once. The same must hold here, or the scheduler lets this process go on for 3 us in some
 * frames and in others not.
 */
static void give_way(void) {
  struct sched_param none = {0};
  if (sched_setscheduler(0, SCHED_IDLE, &none)) fail("sched_setscheduler");
}

/* How long the main thread of a process, which sleeps now, has run so far, in nanoseconds. */
static int64_t cpu_time(const char *process) {
  char path[64];
  long long time;
  snprintf(path, sizeof path, "/proc/%s/schedstat", process);
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%lld", &time) != 1) fail(path);
  fclose(file);
  return time;
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: feeder DESCRIPTOR READER FINGERS FRAMES INTERVAL\n");
    return 64;
  }
  panel = atoi(arguments[1]);
  fingers = atoi(arguments[3]);
  int frames = atoi(arguments[4]);
  long interval = atol(arguments[5]) * 1000;
  if (fingers < 1 || fingers > FINGER_LIMIT) return 64;
  give_way();
  /* The reader has said that it is ready; now it goes to sleep. */
  long rest = 200000000;
  wait_for(rest);
  place(0);
  end_frame();
  wait_for(rest);
  int64_t before = cpu_time(arguments[2]);
  for (int frame = 1; frame <= frames; frame++) {
    wait_for(interval);
    place(frame);
    end_frame();
  }
  wait_for(rest);
  printf("%lld\n", (long long)(cpu_time(arguments[2]) - before));
  lift();
  return 0;
}
