"""A learned policy from a file plays a whole game in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gamut import games
from gamut.engine import replay
from tests.browser import driver
from tests.browser.driver import People, Server
from tests.envs.policies import load_example
from tests.plugins.installing import install_policies

MIXX = games.find_game("mixx")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with the learning examples, and a policy for Mixx with two players."""
    site, policies = install_policies(tmp_path, MIXX.open(2, dict(MIXX.quick_options)))
    monkeypatch.setenv("GAMUT_POLICIES", str(policies))
    running = Server(tmp_path, site)
    yield running
    running.stop()


def test_a_policy_from_a_file_is_chosen_in_the_lobby_and_plays(server: Server, people: People) -> None:
    page = people.open(server.url)
    driver.choose_game(page, MIXX)
    level = page.get_by_label("Bot level for seat 2")
    level.select_option(label="Network:ada")
    page.get_by_role("radiogroup", name="Number of players").get_by_role("radio", name="3", exact=True).check()
    expect(level.locator("option:checked")).to_have_text("Easy")  # the policy has learned the game for two
    page.get_by_role("radiogroup", name="Number of players").get_by_role("radio", name="2", exact=True).check()
    expect(level.locator("option:checked")).to_have_text("Network:ada")
    page.get_by_role("button", name="Start game").click()
    driver.wait_for_table(page)
    expect(page.get_by_text("bot, network:ada").first).to_be_visible(timeout=driver.COMPILE_TIMEOUT_MS)  # warmed up
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Instant", exact=True).click()
    page.get_by_label("Close").click()
    assert driver.play(page, driver.by_mouse)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save game file").click()
    assert count_own_moves(replay.read_replay(saved.value.path())) > 3


def count_own_moves(played: replay.Replay) -> int:
    """Count the moves of the policy, and check that it chooses each of them again.

    What a bot did before the first move of the person, it may have done while it played below its level.
    """
    bot, begun, count = None, False, 0
    actions = iter(played.actions)
    for table in replay.replay_steps(played, games.find_game):
        bot = bot or load_example("network_bot").NetworkBot(table.setup, "ada")
        action = next(actions, replay.Action(1, 0))
        begun = begun or action.seat == 1
        if begun and action.seat == 2:
            assert bot.choose(table.hidden(1), 1, seed=1).action == action.number
            count += 1
    return count
