"""One server and one browser for all tests of a process; each test opens its own pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driver import People, Server, launch
from tests.browser.mocked import Tables, serve

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of the built pages. Their server outlives all pages, which may still be loading when a test ends."""
    with serve() as address:
        yield address


@pytest.fixture
def tables(browser: Browser, base: str) -> Iterator[Tables]:
    opened = Tables(browser, base)
    yield opened
    opened.close()


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    """Pages in separate contexts, whose consoles must report no errors."""
    here = People(browser)
    yield here
    here.close()
    assert here.errors == []
