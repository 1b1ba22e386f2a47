"""A disk of our own that can be filled: a file system in memory of a few megabytes. It needs Linux and its root."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

PIECE = 64 * 1024  # bytes


class SmallDisk:
    """Mounted in a folder until the end."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder, self._filler = folder, folder / "filler"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "gamut-test", str(folder)]
        subprocess.run(command, check=True, capture_output=True)

    def fill(self) -> None:
        """Write until nothing more fits."""
        with self._filler.open("ab", buffering=0) as file:
            for size in (PIECE, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError as e:
                    if e.errno != errno.ENOSPC:
                        raise

    def clear(self) -> None:
        """Give the room back."""
        self._filler.unlink()

    def end(self) -> None:
        """Take it away with all that is on it."""
        subprocess.run(["umount", str(self.folder)], check=True, capture_output=True)


def make_small_disk(folder: Path, megabytes: int) -> SmallDisk | None:
    """A small disk; none where nobody may make one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    try:
        return SmallDisk(folder, megabytes)
    except (OSError, subprocess.CalledProcessError):
        return None
