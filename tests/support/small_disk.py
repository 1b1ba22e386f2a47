"""A small file system in memory that can be filled; needs root on Linux."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

BLOCK_BYTES = 64 * 1024


class SmallDisk:
    """A file system mounted in a folder."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder, self._filler = folder, folder / "filler"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "gamut-test", str(folder)]
        subprocess.run(command, check=True, capture_output=True)

    def fill(self) -> None:
        with self._filler.open("ab", buffering=0) as file:
            for size in (BLOCK_BYTES, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError as e:
                    if e.errno != errno.ENOSPC:
                        raise

    def clear(self) -> None:
        """Free the space again."""
        self._filler.unlink()

    def end(self) -> None:
        """Unmount the file system; its content is lost."""
        subprocess.run(["umount", str(self.folder)], check=True, capture_output=True)


def make_small_disk(folder: Path, megabytes: int) -> SmallDisk | None:
    """Return a small disk, or None without the right to mount one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    try:
        return SmallDisk(folder, megabytes)
    except (OSError, subprocess.CalledProcessError):
        return None
