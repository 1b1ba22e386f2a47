"""The files in `deployment/`, as far as they can be checked without installing them."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa
import typer
from typer.testing import CliRunner

from gamut.cli.serve import serve
from gamut.server.storage.database import Storage
from gamut.server.storage.retention import count_tables
from gamut.server.tables.hub import Hub
from gamut.server.web.metrics import Metrics
from gamut.server.wire.connection_limiter import ConnectionLimiter
from gamut.server.wire.limits import Limits
from tests.server.in_process_server import run
from tests.server.test_storage import make_entry, make_table_row
from tests.support.postgres import find_binaries
from tests.support.server_process import free_port

FOLDER = Path(__file__).parents[2] / "deployment"
OWN_METRIC = re.compile(r"\bgamut_[a-z_]+\b")


def test_the_unit_starts_a_valid_command() -> None:
    unit = (FOLDER / "gamut.service").read_text().replace("\\\n", " ")
    command = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    program, task, *options = shlex.split(command.removeprefix("ExecStart="))
    assert (program, task) == ("/opt/gamut/bin/gamut", "serve")
    app = typer.Typer()
    app.command()(serve)
    shown = CliRunner().invoke(app, [*options, "--show-limits"])  # parses all options
    assert shown.exit_code == 0, shown.output
    assert "[limits]" in shown.output
    port = options[options.index("--port") + 1]
    assert f"reverse_proxy 127.0.0.1:{port} " in (FOLDER / "Caddyfile").read_text()


def test_the_dashboard_shows_metrics_that_exist(postgres_url: str) -> None:
    hub = Hub(Storage(postgres_url), threads=2)
    metrics = Metrics(hub, ConnectionLimiter(Limits(), hub.budgets), ("127.0.0.1", free_port()))
    exposed = {sample.name for metric in metrics.registry.collect() for sample in metric.samples}
    metrics.close()
    hub.close()
    panels = json.loads((FOLDER / "grafana-dashboard.json").read_text())["panels"]
    shown = {name for panel in panels for target in panel["targets"] for name in OWN_METRIC.findall(target["expr"])}
    assert shown - exposed == set()
    assert len(shown) > 10


def test_a_backup_is_restored(postgres_url: str, tmp_path: Path) -> None:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("the programs of PostgreSQL are elsewhere")
    storage = Storage(postgres_url)

    async def store() -> None:
        await storage.open_table(make_table_row())
        await storage.append("t", make_entry(0))

    run(store())
    url = sa.make_url(postgres_url)
    server = ["--host", str(url.query["host"]), "--username", str(url.username)]
    dump = tmp_path / "gamut.dump"
    subprocess.run([binaries / "pg_dump", *server, "--format=custom", f"--file={dump}", "postgres"], check=True)
    run(storage.append("t", make_entry(1)))
    expected = storage.read_table("t")
    storage.close()
    subprocess.run([binaries / "createdb", *server, "restored"], check=True)
    try:
        restore = ["--dbname=restored", "--no-owner", "--exit-on-error"]
        subprocess.run([binaries / "pg_restore", *server, *restore, dump], check=True)
        restored = Storage(url.set(database="restored").render_as_string(hide_password=False))
        assert restored.read(count_tables) == 1
        assert restored.read_table("t") == expected
        assert restored.read_log("t") == [make_entry(0)]
        run(restored.append("t", make_entry(1)))
        restored.close()
    finally:
        subprocess.run([binaries / "dropdb", *server, "--force", "restored"], check=True)
