"""A learned policy, kept in a file, plays a whole game at a table in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gamut import games
from gamut.engine import replay
from tests.browser import kit
from tests.browser.kit import People, Server
from tests.envs.policies import load_example
from tests.plugins.kit import install_policies

MIXX = games.find("mixx")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on which the learning examples are installed, with a policy for Mixx with two."""
    site, policies = install_policies(tmp_path, MIXX.open(2, dict(MIXX.short)))
    monkeypatch.setenv("GAMUT_POLICIES", str(policies))
    running = Server(tmp_path, site)
    yield running
    running.stop()


def test_a_policy_from_a_file_is_chosen_in_the_lobby_and_plays(server: Server, people: People) -> None:
    page = people.sit(server.url)
    kit.choose_game(page, MIXX)
    level = page.get_by_label("Level of seat 2")
    level.select_option(label="Network:ada")
    page.get_by_role("radiogroup", name="Players").get_by_role("radio", name="3", exact=True).check()
    expect(level.locator("option:checked")).to_have_text("Easy")  # the policy has learned the game for two
    page.get_by_role("radiogroup", name="Players").get_by_role("radio", name="2", exact=True).check()
    expect(level.locator("option:checked")).to_have_text("Network:ada")
    page.get_by_role("button", name="Open the table").click()
    kit.ready(page)
    expect(page.get_by_text("bot, network:ada").first).to_be_visible(timeout=kit.COMPILING)  # warmed up
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="At once", exact=True).click()
    page.get_by_label("Close").click()
    assert kit.play(page, kit.by_mouse)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Replay").click()
    assert count_own_moves(replay.read(saved.value.path())) > 3


def count_own_moves(played: replay.Replay) -> int:
    """How many moves the policy made; each is the one that it chooses when it is asked again.

    What a bot did before the first move of the person, it may have done while it was warming up.
    """
    bot, begun, count = None, False, 0
    lines = iter(played.actions)
    for table in replay.steps(played, games.find):
        bot = bot or load_example("network_bot").NetworkBot(table.setup, "ada")
        number, _, text = next(lines, "1 ").partition(" ")
        begun = begun or number == "1"
        if begun and number == "2":
            assert table.setup.texts[bot.choose(table.hidden(1), 1, seed=1).action] == text
            count += 1
    return count
