// SPDX-License-Identifier: MIT
/* Ends a program at one of the calls by which it makes a file last: to be preloaded.
 *
 *   KILL_FILE  the file; what has a longer name of the same beginning counts too, and so does its folder
 *   KILL_AT    at which of the calls, from 1; for a full disk, of those that write
 *   KILL_HOW   before: SIGKILL instead of the call. torn: SIGKILL after half of what is to be written.
 *              full: the disk is full after half of what is to be written.
 *
 * Counted are open, ftruncate, write, fsync and rename. A file that gets its name before what was written is on the
 * disk, or a name that is not, ends the program with SIGABRT.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;
static int is_full;
/* What a power cut would take away: bytes of the file, and its name. */
static int is_unsynced, is_unnamed;

static int is_ours(const char *path) {
  const char *file = getenv("KILL_FILE");
  if (!file || !path) return 0;
  size_t folder = strrchr(file, '/') - file;
  return strncmp(path, file, strlen(file)) == 0 || (strlen(path) == folder && strncmp(path, file, folder) == 0);
}

static int is_open_of_ours(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

static int is_how(const char *word) {
  const char *value = getenv("KILL_HOW");
  return value && strcmp(value, word) == 0;
}

static void end_here(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Counts a call; whether it is the one. */
static int is_chosen(void) {
  const char *at = getenv("KILL_AT");
  return ++calls == (at ? atoi(at) : 0);
}

/* Counts a call that writes nothing, which a full disk does not mind. */
static void pass(void) {
  if (!is_how("full") && is_chosen()) end_here();
}

int open(const char *path, int flags, ...) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (is_ours(path)) pass();
  return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

ssize_t write(int fd, const void *bytes, size_t count) {
  ssize_t (*real)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (!is_open_of_ours(fd)) return real(fd, bytes, count);
  is_unsynced = 1;
  if (is_full) {
    errno = ENOSPC;
    return -1;
  }
  if (!is_chosen()) return real(fd, bytes, count);
  if (is_how("before")) end_here();
  ssize_t written = real(fd, bytes, count / 2);
  if (is_how("torn")) end_here();
  is_full = 1;
  return written;
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  if (is_open_of_ours(fd)) {
    pass();
    is_unsynced = is_unnamed = 0;
  }
  return real(fd);
}

int ftruncate(int fd, off_t length) {
  int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
  if (!is_full && is_open_of_ours(fd)) pass();
  return real(fd, length);
}

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  if (is_ours(to)) {
    pass();
    if (is_unsynced) abort();
    is_unnamed = 1;
  }
  return real(from, to);
}

__attribute__((destructor)) static void at_end(void) {
  if (is_unnamed) abort();
}
