// SPDX-License-Identifier: MIT
/* Landlock, for which the C library has no functions: which files a thread, and what it starts, may open. */
#define _GNU_SOURCE
#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int cevdev_landlock_version(void)
{
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

  return version < 0 ? -errno : (int)version;
}

int cevdev_landlock_create(void)
{
  struct landlock_ruleset_attr handled = {
    /* To make a node is to have another way to a device. */
    .handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
      LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_REFER,
  };
  long fd = syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled), 0);

  return fd < 0 ? -errno : (int)fd;
}

/* By the kernel itself: a library that shows a process other devices is not there for the rules. */
static int open_directly(const char *path, int flags)
{
  long fd = syscall(SYS_openat, AT_FDCWD, path, flags | O_NOFOLLOW | O_CLOEXEC);

  return fd < 0 ? -errno : (int)fd;
}

int cevdev_open_place(const char *path)
{
  return open_directly(path, O_PATH);
}

int cevdev_open_folder(const char *path)
{
  return open_directly(path, O_RDONLY | O_DIRECTORY);
}

static int allow(int ruleset, int place, __u64 access)
{
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = place};

  return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? -errno : 0;
}

int cevdev_landlock_allow_files(int ruleset, int place)
{
  return allow(ruleset, place, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

int cevdev_landlock_allow_renaming(int ruleset, int place)
{
  /* Denied wherever it is not allowed, even where a ruleset does not handle it. */
  return allow(ruleset, place, LANDLOCK_ACCESS_FS_REFER);
}

int cevdev_landlock_enforce(int ruleset)
{
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) == 0)
    return 0;
  if (errno != EPERM)
    return -errno;
  /* Without CAP_SYS_ADMIN, only what cannot gain rights by a set-user-ID program may be restricted. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    return -errno;
  return syscall(SYS_landlock_restrict_self, ruleset, 0) < 0 ? -errno : 0;
}
