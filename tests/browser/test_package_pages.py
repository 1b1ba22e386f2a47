"""The table of a game's own package, as `gamut new --web` and `gamut pages build` make it, loaded at run time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gamut.cli.new import write_package
from gamut.template import GAME as EASEL
from tests.browser import driver
from tests.browser.axe import violations
from tests.browser.driver import ROOT, People, Server
from tests.plugins.installing import environment, install

pytestmark = pytest.mark.xdist_group("package_pages")  # one process, so that the table is built once

CARD = "[data-touch-id='hand:red']"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages: Easel with its own table."""
    folder = tmp_path_factory.mktemp("package")
    package = write_package("easel", folder, web=True)
    command = [sys.executable, "-m", "gamut", "pages", "build", str(package), "--no-check"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(ROOT / "src"), timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    site = folder / "site"
    install(package, site)
    return site


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), site)
    yield running
    running.stop()


def open_easel(server: Server, people: People, **options: object) -> Page:
    page = people.open(server.open(EASEL, "me", "bot").seat(0), **options)  # type: ignore[arg-type]
    driver.wait_for_table(page)
    return page


def test_a_game_is_played_at_the_table_of_its_package(server: Server, people: People) -> None:
    page = open_easel(server, people)
    assert driver.wait_for_turn(page)
    expect(page.locator(CARD)).to_be_visible()
    expect(page.get_by_label("Table as text")).to_have_count(0)
    assert driver.play(page, driver.by_mouse)
    expect(page.locator(driver.END_PANEL)).to_be_visible()


def test_its_styles_and_colours_are_applied(server: Server, people: People) -> None:
    page = open_easel(server, people)
    card = page.locator(f"{CARD} [data-c='easel-red']")
    assert card.evaluate("card => getComputedStyle(card).backgroundColor") == "rgb(210, 50, 47)"
    assert card.evaluate("card => getComputedStyle(card).aspectRatio") == "5 / 7"


def test_its_table_has_no_violations(server: Server, people: People) -> None:
    page = open_easel(server, people, bypass_csp=True)
    assert driver.wait_for_turn(page)
    assert violations(page) == []


FAULTS = {
    "an exception when it is loaded": "throw new Error('broken')",
    "not JavaScript": "export default {",
    "another game": "export default { id: 'mixx', palette: { colours: [] }, Table: () => null }",
    "a component that fails": """
import "../../../kit/1/kit.js"
const Table = () => { throw new Error('broken') }
export default { id: 'easel', palette: { colours: [] }, Table: async () => ({ default: Table }) }
""",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_that_fails_is_replaced_by_the_plain_one(
    fault: str, site: Path, server: Server, people: People
) -> None:
    people.ignored.append(r"^The table of ")
    script = site / "easel" / "table" / "table.js"
    good = script.read_bytes()
    script.write_text(FAULTS[fault], "utf-8")
    try:
        page = open_easel(server, people)
        expect(page.get_by_label("Table as text")).to_be_visible()
        assert driver.wait_for_turn(page)
        driver.play_a_while(page, driver.by_mouse, 2)
    finally:
        script.write_bytes(good)


def test_a_table_for_other_pages_is_replaced_by_the_plain_one(site: Path, server: Server, people: People) -> None:
    manifest = site / "easel" / "table" / "table.json"
    good = manifest.read_text("utf-8")
    manifest.write_text(good.replace('"api":1', '"api":99'), "utf-8")
    try:
        expect(open_easel(server, people).get_by_label("Table as text")).to_be_visible()
    finally:
        manifest.write_text(good, "utf-8")


# ---------------------------------------------------------------------- a wheel in a fresh environment


def run(*command: str | Path, folder: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "GAMUT_CHECKED")}
    done = subprocess.run(list(map(str, command)), cwd=folder, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_wheel_with_a_table_is_played_in_a_fresh_environment(
    tmp_path: Path, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Needs PyPI and the npm registry: nothing of this checkout's environment is used."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    checkout, fresh = tmp_path / "checkout", tmp_path / "fresh"
    ignored = shutil.ignore_patterns(".git", ".venv", "node_modules", "static", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, checkout, ignore=ignored)
    venv.create(fresh, with_pip=True)
    pip: list[str | Path] = [fresh / "bin" / "python", "-m", "pip", "install", "--quiet"]
    run(*pip, f"{checkout}[pages]", folder=tmp_path)
    shutil.rmtree(checkout)
    gamut = fresh / "bin" / "gamut"
    run(gamut, "new", "sunset", "--package", "--web", folder=tmp_path)
    run(gamut, "pages", "build", "sunset", folder=tmp_path)
    run(fresh / "bin" / "python", "-m", "pip", "wheel", "--no-deps", "-w", "wheels", "./sunset", folder=tmp_path)
    shutil.rmtree(tmp_path / "sunset")
    (wheel,) = (tmp_path / "wheels").glob("gamut_sunset-*.whl")
    run(*pip, "--no-deps", wheel, folder=tmp_path)
    monkeypatch.setattr(sys, "executable", str(fresh / "bin" / "python"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(driver, "environment", lambda packages: dict(os.environ))
    running = Server(tmp_path, None)
    try:
        page = people.open(running.open(replace(EASEL, id="sunset"), "me", "bot").seat(0))
        driver.wait_for_table(page)
        assert driver.wait_for_turn(page)
        expect(page.locator(CARD)).to_be_visible()
        expect(page.get_by_label("Table as text")).to_have_count(0)
        assert driver.play(page, driver.by_mouse)
        expect(page.locator(driver.END_PANEL)).to_be_visible()
        page.context.close()  # before its server
    finally:
        running.stop()
