"""A policy file becomes a bot without PyTorch; an invalid file is reported with the reason."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamut
from gamut import bots, envs
from gamut.bots import UnknownBot
from tests.envs.policies import EXAMPLES, facts_of, write_policy

SETUP = gamut.find_game("mixx").open(2)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAMUT_POLICIES", str(tmp_path))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return tmp_path


def load(path: Path) -> Any:
    from network_bot import load_policy

    return load_policy(SETUP, path)


def change(path: Path, **changes: Any) -> Path:
    """Change some arrays of a file; None removes one."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    arrays |= changes
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return path


def encode(facts: Any) -> Any:
    return np.frombuffer(json.dumps(facts).encode(), np.uint8)


class Bomb:
    """A pickle that runs code when it is read."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (exec, ("raise SystemExit('code was run')",))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"facts": None}, "policy.npz lacks the array facts"),
        ({"facts": np.arange(3, dtype=np.uint8)}, "the facts of policy.npz are not JSON"),
        ({"facts": encode([1])}, r"the facts of policy.npz are \[1\], not a JSON object"),
        ({"facts": encode({"game": "colori"})}, "was trained for {'game': 'colori', .* the setup is {'game': 'mixx'"),
        ({"facts": encode({**facts_of(SETUP), "kind": "deep"})}, "kind 'deep'; for mixx it must be plain or grid"),
        ({"facts": encode({**facts_of(SETUP), "width": 10**9})}, "width 1000000000; it must be 1 to 4096"),
        ({"facts": encode({**facts_of(SETUP), "depth": "3"})}, "depth '3'; it must be 1 to 64"),
        ({"facts": encode({**facts_of(SETUP), "width": 9})}, r"float32\(8, 583\), not float32\(9, 583\)"),
        ({"policy.bias": None}, "lacks the array policy.bias"),
        ({"policy.more": np.zeros(2)}, "must not contain the array policy.more"),
        ({"policy.bias": np.zeros(7, np.float32)}, r"policy.bias of .* is float32\(7,\), not float32\(640,\)"),
        ({"policy.bias": np.zeros(640, np.int64)}, r"policy.bias of policy.npz is int64\(640,\)"),
        ({"policy.bias": np.full(640, np.nan, np.float32)}, "policy.bias of .* contains values that are not finite"),
        ({"policy.bias": np.array([Bomb()] * 640)}, "the array policy.bias of policy.npz cannot be read"),
    ],
)
def test_an_invalid_file_is_reported_with_the_reason(folder: Path, changes: dict[str, Any], message: str) -> None:
    path = write_policy(SETUP, folder / "policy.npz")
    with pytest.raises(UnknownBot, match=message):
        load(change(path, **changes))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not an archive of arrays"),
        (b"weights", "is not an archive of arrays"),
        (b"PK\x03\x04 broken", "is not an archive of arrays"),
        (pickle.dumps(Bomb()), "is not an archive of arrays"),
    ],
)
def test_a_file_of_another_kind_is_refused(folder: Path, content: bytes, message: str) -> None:
    (folder / "policy.npz").write_bytes(content)
    with pytest.raises(UnknownBot, match=message):
        load(folder / "policy.npz")


def test_a_single_array_is_refused(folder: Path) -> None:
    with (folder / "policy.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(UnknownBot, match="is a single array, not an archive"):
        load(folder / "policy.npz")


def test_a_truncated_file_is_refused(folder: Path) -> None:
    path = write_policy(SETUP, folder / "policy.npz")
    path.write_bytes(path.read_bytes()[:-900])
    with pytest.raises(UnknownBot, match=r"policy\.npz is not an archive of arrays"):
        load(path)


def test_a_policy_bot_reads_only_the_hidden_copy(folder: Path) -> None:
    from network_bot import NetworkBot

    setup = gamut.find_game("colori").open(3)
    write_policy(setup, folder / "ada.npz")
    bot, env = NetworkBot(setup, "ada"), envs.make(setup, games=20)
    batch = env.reset(4)
    for _ in range(6):
        batch = env.step(env.choose())
        states, seats = env.states(), batch.seat.tolist()
        others = envs.redeal(setup, states, batch.seat, seed=8)
        assert states.tobytes() != others.tobytes()
        for i, seat in enumerate(seats):
            chosen = []
            for hidden in (states[i : i + 1].copy(), others[i : i + 1].copy()):
                bot.verbs.hide(setup.constants, hidden, 0, seat)
                chosen.append(bot.choose(hidden, seat, seed=1))
            assert chosen[0] == chosen[1]


def test_policies_are_offered_where_they_fit(folder: Path) -> None:
    from network_bot import NetworkBot

    write_policy(SETUP, folder / "ada.npz")
    write_policy(gamut.find_game("colori").open(3), folder / "bea.npz")
    (folder / "no name.npz").write_bytes(b"")
    assert list(NetworkBot.arguments(SETUP)) == ["ada", "bea"]
    assert NetworkBot(SETUP, "ada").name == "network:ada"
    with pytest.raises(UnknownBot, match=r"was trained for {'game': 'colori'"):
        NetworkBot(SETUP, "bea")
    assert "network" not in bots.BUILTIN_BOTS


def test_a_changed_policy_is_loaded_again(folder: Path) -> None:
    from network_bot import find_policy

    write_policy(SETUP, folder / "ada.npz", seed=1)
    seen = np.ones((1, SETUP.game.feature_count), np.float32)
    first = find_policy(SETUP, "ada")
    assert find_policy(SETUP, "ada") is first
    write_policy(SETUP, folder / "ada.npz", seed=2)
    assert not np.array_equal(find_policy(SETUP, "ada")(seen)[0], first(seen)[0])
