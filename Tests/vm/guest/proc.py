# SPDX-License-Identifier: MIT
"""What the kernel says of a running process."""

import os
import re
from pathlib import Path


def open_files(pid):
    """What stands behind each descriptor of a process, by its number."""
    return dict(_each(pid, "fd", os.readlink))


def waits_for(pid, path):
    """Whether it has this file open and in an epoll: then it has seen how the file was before."""
    infos = "\n".join(info for _, info in _each(pid, "fdinfo", Path.read_text))
    watched = re.findall(r"^tfd:\s*(\d+)", infos, re.MULTILINE)
    return any(name == path and number in watched for number, name in open_files(pid).items())


def resident(pid):
    """Its memory, in kB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])


def _each(pid, folder, read):
    for file in Path(f"/proc/{pid}/{folder}").iterdir():
        try:
            yield file.name, read(file)
        except FileNotFoundError:  # Closed meanwhile.
            pass
