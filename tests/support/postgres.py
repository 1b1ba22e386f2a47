"""A temporary PostgreSQL server for tests. `start.py` installs Debian's package where that is possible."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import sqlalchemy as sa

USER = "postgres"  # runs the server if the tests run as root, which PostgreSQL refuses
MISSING = "PostgreSQL cannot be run here: apt-get install postgresql"  # the reason of skipped tests


def find_binaries() -> Path | None:
    """Return the folder of the PostgreSQL programs, or None if they are missing or cannot be run."""
    if os.name == "nt":
        return None
    import pwd  # not on Windows

    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = str(installed[-1]) if installed else shutil.which("initdb")
    runnable = os.geteuid() != 0 or any(user.pw_name == USER for user in pwd.getpwall())
    return Path(initdb).parent if initdb and runnable else None


class Postgres:
    """A server with its data and socket in a folder."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries, self._folder = binaries, folder
        self._user = USER if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql+psycopg://{USER}@/postgres?host={folder}"
        if self._user:
            shutil.chown(folder, self._user)
        subprocess.run(
            [binaries / "initdb", "-D", folder / "data", "-U", USER, "-A", "trust", "--no-sync"],
            user=self._user, check=True, stdout=subprocess.DEVNULL, cwd=folder,
        )  # fmt: skip

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        folder = self._folder
        with (folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses="],
                user=self._user, cwd=folder, stdout=log, stderr=log,
            )  # fmt: skip
        engine, deadline = sa.create_engine(self.url), time.monotonic() + 60
        while True:
            try:
                engine.connect().close()
                engine.dispose()
                return
            except sa.exc.OperationalError:
                if time.monotonic() > deadline:
                    raise RuntimeError((folder / "log").read_text()[-2000:]) from None
                time.sleep(0.05)

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def end(self, signal_number: signal.Signals = signal.SIGINT) -> None:
        """End the server even if clients are connected; SIGQUIT is a crash."""
        assert self._process
        self._process.send_signal(signal_number)
        self._process.wait(30)
