# SPDX-License-Identifier: MIT
"""What the kernel says of a running process."""

import os
from pathlib import Path


def open_files(pid):
    """What stands behind each descriptor of a process, by its number."""
    return dict(_each(pid, "fd", os.readlink))


def _each(pid, folder, read):
    for file in Path(f"/proc/{pid}/{folder}").iterdir():
        try:
            yield file.name, read(file)
        except FileNotFoundError:  # Closed meanwhile.
            pass
