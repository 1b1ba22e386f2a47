"""`gamut serve`, and `gamut` without a command."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from gamut.cli.serve import check_host_name, check_url
from tests.cli.gamut_command import GamutCommand


def test_version(gamut: GamutCommand) -> None:
    assert gamut("--version") == (0, f"Gamut {version('gamut-games')}\n", "")


@pytest.mark.parametrize("args", [["--no-browser"], ["serve", "--port", "0"], ["tables", "list"]], ids=" ".join)
def test_an_unusable_data_folder_is_named(
    gamut: GamutCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    message = gamut.expect_error(*args)
    assert str(tmp_path / "file" / "gamut") in message
    assert "Not a directory" in message


def test_a_folder_without_built_pages_is_an_error(gamut: GamutCommand, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    message = gamut.expect_error("serve", "--port", "0", "--pages", str(tmp_path))
    assert "has no built web pages: build.json not found" in message
    assert "vite build --outDir" in message


URLS = ("foo", "ftp://x", "https://", "https://:80", "http://[x", "http://x:port", "https://a b", "https://a/b/c")
NAMES = ("", "a b/c", "http://x", "x:80", "-x", "a..b")


@pytest.mark.parametrize(
    "args", [*(["--public-url", url] for url in URLS), *(["--name", name] for name in NAMES)], ids=" ".join
)
def test_addresses_that_no_browser_can_reach_are_errors(gamut: GamutCommand, args: list[str]) -> None:
    option, value = args
    assert f"invalid {option} {value!r}; use " in gamut.expect_error("serve", "--port", "0", *args)


@pytest.mark.parametrize("url", ["https://games.example.org", "http://192.168.1.5:8000/", "http://[::1]:80"])
def test_valid_urls(url: str) -> None:
    check_url(url)


@pytest.mark.parametrize("name", ["games.example.org", "my-box", "box.", "10.0.0.1", "::1", "xn--bcher-kva.example"])
def test_valid_host_names(name: str) -> None:
    check_host_name(name)


def test_workers_need_postgresql(gamut: GamutCommand) -> None:
    message = gamut.expect_error("serve", "--port", "0", "--workers", "2", "--database", "sqlite:///x.sqlite")
    assert "--workers needs PostgreSQL: on SQLite no process would learn what the others store" in message


@pytest.mark.parametrize("address", ["9100x", "127.0.0.1:", ":0", "127.0.0.1:70000"])
def test_an_invalid_address_for_metrics_is_refused(gamut: GamutCommand, address: str) -> None:
    assert f"invalid --metrics {address!r}" in gamut.expect_error("serve", "--port", "0", "--metrics", address)
