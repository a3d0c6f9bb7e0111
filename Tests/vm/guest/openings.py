# SPDX-License-Identifier: MIT
"""Says in JSON which of the machine's devices may be opened here, `read PATH` or `write PATH`, and how many not.

Only EPERM counts as refused, which is the word of a device cgroup. Whatever else a driver says comes after it.
"""

import errno
import json
import os
from pathlib import Path

FLAGS = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
MODES = {"read": os.O_RDONLY, "write": os.O_WRONLY}


def may(path, flags):
    try:
        os.close(os.open(path, flags | FLAGS))
    except OSError as error:
        return error.errno != errno.EPERM
    return True


nodes = [path for path in sorted(Path("/dev").rglob("*"))
         if not path.is_symlink() and (path.is_char_device() or path.is_block_device())]
ways = [(mode, path) for path in nodes for mode in MODES]
opened = [f"{mode} {path}" for mode, path in ways if may(path, MODES[mode])]
print(json.dumps({"opened": opened, "refused": len(ways) - len(opened)}))
