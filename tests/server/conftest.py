"""The toy game, and databases: SQLite and PostgreSQL."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from gamut import games
from gamut.server.storage import entries
from gamut.server.tables import rendering, room, seating
from tests.server.in_process_server import Clock
from tests.server.toy_game import GAME
from tests.support.postgres import MISSING, Postgres, find_binaries


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy game to the games."""
    others = games.find_game
    monkeypatch.setattr(games, "find_game", lambda name: GAME if name == GAME.id else others(name))


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    fake = Clock()
    for module in (entries, rendering, room, seating):
        monkeypatch.setattr(module, "now_ms", fake)
    return fake


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the URL in GAMUT_TEST_DATABASE, or that of a server started for the tests."""
    if given := os.environ.get("GAMUT_TEST_DATABASE"):
        yield given
        return
    binaries = find_binaries()
    if binaries is None:
        pytest.skip(MISSING)
    with tempfile.TemporaryDirectory(prefix="gamut-postgres-") as folder:
        server = Postgres(binaries, Path(folder))
        server.start()
        yield server.url
        server.end()


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """Return the URL of an empty database on PostgreSQL."""
    engine, metadata = sa.create_engine(postgres), sa.MetaData()
    metadata.reflect(engine)
    metadata.drop_all(engine)
    engine.dispose()
    return postgres


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    address: str = request.getfixturevalue("postgres_url")
    return address
