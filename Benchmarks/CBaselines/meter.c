// SPDX-License-Identifier: MIT
/* What every reader measures of itself, in the same way. */
#include "CBaselines.h"

#include <time.h>

static int64_t read_clock(clockid_t clock)
{
  struct timespec time;

  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t bench_now(void)
{
  return read_clock(CLOCK_MONOTONIC);
}

int64_t bench_cpu_time(void)
{
  return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

size_t meter_size(uint64_t frames)
{
  return sizeof(struct meter) + (size_t)frames * sizeof(int64_t);
}

uint64_t meter_done(const struct meter *meter)
{
  return __atomic_load_n(&meter->done, __ATOMIC_ACQUIRE);
}

int64_t meter_seen(const struct meter *meter, uint64_t frame)
{
  return meter->seen[frame];
}

/* Takes the time of those of the frames from `done` on whose turn it is. */
static void take_time(struct meter *meter, uint64_t frames)
{
  uint64_t next = (meter->done + meter->every - 1) / meter->every * meter->every;

  if (next >= frames)
    return;
  int64_t now = bench_now();
  for (; next < frames; next += meter->every)
    meter->seen[next] = now;
}

void meter_reached(struct meter *meter, uint64_t frames)
{
  if (frames > meter->total)
    frames = meter->total;
  take_time(meter, frames);
  if (meter->done < meter->first && frames >= meter->first) {
    meter->measured = frames;
    meter->nanoseconds = bench_cpu_time();
  }
  if (meter->done < meter->total && frames == meter->total) {
    meter->nanoseconds = bench_cpu_time() - meter->nanoseconds;
    meter->measured = frames - meter->measured;
  }
  __atomic_store_n(&meter->done, frames, __ATOMIC_RELEASE);
}
