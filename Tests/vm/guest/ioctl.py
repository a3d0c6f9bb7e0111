# SPDX-License-Identifier: MIT
"""The numbers of ioctls, made as asm-generic/ioctl.h makes them."""

WRITE, READ = 1, 2


def number(direction, kind, code, size):
    return direction << 30 | size << 16 | ord(kind) << 8 | code
