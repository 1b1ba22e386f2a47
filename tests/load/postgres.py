"""A PostgreSQL of our own, in a folder, for tests: `apt-get install postgresql` brings what it needs."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

import sqlalchemy as sa

USER = "postgres"  # who runs the server when the tests are run by root, whom it refuses


def find_binaries() -> Path | None:
    """Where the programs of PostgreSQL are; none if they are not here, or nobody could run them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = str(found[-1]) if found else shutil.which("initdb")
    runnable = os.geteuid() != 0 or any(user.pw_name == USER for user in pwd.getpwall())
    return Path(initdb).parent if initdb and runnable else None


class Postgres:
    """A server whose socket is in its folder."""

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
        """Start it, and wait until it answers."""
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
        """Whether it is not there any more, for whatever reason."""
        return self._process is None or self._process.poll() is not None

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it, also while somebody is connected; SIGQUIT is a crash."""
        assert self._process
        self._process.send_signal(how)
        self._process.wait(30)
