# SPDX-License-Identifier: MIT
"""Tries, in the service's sandbox, what touchd has no need of. Prints what must come of each and what came of it as a JSON
object: `allowed`, or the name of the errno."""

import ctypes
import errno
import json
import mmap
import os
import socket
import stat

libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWUSER, PRIO_PROCESS, SCHED_FIFO, MS_BIND = 0x10000000, 0, 1, 4096
AF_PACKET, NETLINK_KOBJECT_UEVENT = 17, 15


def call(name, *arguments):
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


def is_writable(path):
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise OSError(errno.EROFS, path)


def make_setuid():
    path = os.environ["RUNTIME_DIRECTORY"] + "/setuid"
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
    os.chmod(path, stat.S_ISUID | 0o755)


# The outcome that each attempt must have, and the attempt.
ATTEMPTS = {
    **{f"write {path}": ("EROFS", is_writable, path) for path in ("/", "/etc", "/usr", "/var")},
    "write /tmp": ("allowed", is_writable, "/tmp"),
    "write its own folder": ("allowed", is_writable, os.environ.get("RUNTIME_DIRECTORY", "/")),
    "write its copy's folder": ("allowed", is_writable, os.environ.get("STATE_DIRECTORY", "/")),
    "write what others keep": ("EROFS", is_writable, "/var/lib"),
    "list /home": ("EACCES", os.listdir, "/home"),
    "see process 1": ("ENOENT", os.stat, "/proc/1"),
    "read /proc/sys": ("ENOENT", os.listdir, "/proc/sys"),
    "socket AF_UNIX": ("allowed", socket.socket, socket.AF_UNIX),
    "socket udev": ("allowed", socket.socket, socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT),
    "socket AF_INET": ("EAFNOSUPPORT", socket.socket, socket.AF_INET),
    "socket AF_INET6": ("EAFNOSUPPORT", socket.socket, socket.AF_INET6),
    "socket AF_PACKET": ("EAFNOSUPPORT", socket.socket, AF_PACKET, socket.SOCK_RAW),
    "setpriority": ("EPERM", call, "setpriority", PRIO_PROCESS, 0, 1),
    "unshare": ("EPERM", call, "unshare", CLONE_NEWUSER),
    "mount": ("EPERM", call, "mount", b"/etc", b"/tmp", b"none", MS_BIND, None),
    "setuid file": ("EPERM", make_setuid),
    "memory to write and to run": ("EPERM", mmap.mmap, -1, 4096, mmap.MAP_PRIVATE, mmap.PROT_WRITE | mmap.PROT_EXEC),
    "real time": ("EPERM", os.sched_setscheduler, 0, SCHED_FIFO, os.sched_param(1)),
    "set the clock": ("EPERM", call, "clock_settime", 0, ctypes.byref((ctypes.c_long * 2)(0, 0))),
    "set the host's name": ("EPERM", call, "sethostname", b"touchd", 6),
    "personality": ("EPERM", call, "personality", 0x0040000),
    "another user": ("EPERM", os.setuid, 0),
}


def outcome(action, *arguments):
    try:
        action(*arguments)
        return "allowed"
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))


print(json.dumps({name: (wanted, outcome(*attempt)) for name, (wanted, *attempt) in ATTEMPTS.items()}))
