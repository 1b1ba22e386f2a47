"""Write the lock files from which `start.py` installs: exact versions with hashes, for all systems and Python versions.

    python -m tools.lock              after a change of the dependencies in pyproject.toml
    python -m tools.lock --upgrade    to take newer versions of everything

Needs uv (`pip install uv`); to install from the files, pip is enough.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "requirements"
BUILD = FOLDER / "build.in"  # what builds the package itself
COMPILE = [
    "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate",
    "--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command", "python -m tools.lock",
]  # fmt: skip


def main(options: list[str]) -> int:
    """Lock the tests first: what runs Gamut has the same versions there."""
    project = FOLDER.parent / "pyproject.toml"
    for name, more in (("test", ["--extra", "test"]), ("play", ["--constraint", "requirements/test.txt"])):
        sources = [str(path.relative_to(FOLDER.parent)) for path in (project, BUILD)]
        command = [*COMPILE, *options, *more, *sources, "--output-file", f"requirements/{name}.txt"]
        if code := subprocess.call(command, cwd=FOLDER.parent):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
