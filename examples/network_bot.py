"""A bot that plays a learned policy: `network:NAME` takes the file `NAME.npz` in the folder GAMUT_POLICIES.

    pip install ./examples
    mkdir -p policies && cp runs/mixx-1/policy.npz policies/ada.npz
    GAMUT_POLICIES=policies gamut serve     # tables of Mixx for two players offer the bot network:ada
    GAMUT_POLICIES=policies gamut simulate mixx --bots network:ada,greedy --games 1000

A policy consists of plain arrays, and NumPy is enough to play with it. Bots are selected by name, never by path, since
players may name a bot but must not name a file.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from gamut import Bot, Choice, Decision, Setup
from gamut.bots import ActionEstimate, UnknownBot

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
SIDE = 8  # Mixx has 8 motifs and 8 colours
LAID = 5  # index of the set of cards on the table
LIMITS = {"width": 4096, "depth": 64}
Array: TypeAlias = np.ndarray[Any, Any]
Shapes: TypeAlias = dict[str, tuple[int, ...]]


class InvalidPolicy(UnknownBot):
    """A file that is not a policy for this setup."""


class Policy:
    """A trained network: from observations to weights of the actions, and of each seat's win (own first)."""

    def __init__(self, facts: dict[str, Any], arrays: dict[str, Array]) -> None:
        self.facts, self._arrays = facts, arrays

    def __call__(self, observation: Array) -> tuple[Array, Array]:
        """Return the weights of the actions and of the outcomes, one row per observation."""
        return self._grid(observation) if self.facts["kind"] == "grid" else self._plain(observation)

    def _plain(self, x: Array) -> tuple[Array, Array]:
        for layer in range(self.facts["depth"]):
            x = relu(self._layer(f"body.{2 * layer}", x))
        return self._layer("policy", x), self._layer("outcome", x)

    def _grid(self, observation: Array) -> tuple[Array, Array]:
        """Compute the same as `networks.Grid`."""
        n, width, cells = len(observation), self.facts["width"], SIDE * SIDE
        sets = self._arrays["first.cell.weight"].shape[1]
        cards = observation[:, : sets * cells].reshape(n, sets, SIDE, SIDE).transpose(0, 2, 3, 1)
        counts = self._layer("counts", observation[:, sets * cells :])
        x = relu(self._mix("first", cards) + counts[:, None, None])
        for layer in range(self.facts["depth"] - 1):
            x = x + relu(self._mix(f"layers.{layer}", x))
        flat = x.reshape(n, cells, width)
        straight = self._layer("policy", flat).transpose(0, 2, 1)
        line = (x * cards[..., LAID : LAID + 1]).sum(1)
        pairs = self._layer("crossed", line) @ self._layer("crossing", flat).transpose(0, 2, 1)
        across = pairs / width**0.5 + self._layer("across", flat).transpose(0, 2, 1)
        pooled = np.concatenate([flat.mean(1), flat.max(1)], 1)
        outcome = self._layer("outcome.2", relu(self._layer("outcome.0", pooled)))
        return np.concatenate([straight.reshape(n, -1), across.reshape(n, -1)], 1), outcome

    def _mix(self, name: str, x: Array) -> Array:
        rows, columns = x.mean(2), x.mean(1)
        lines = self._layer(f"{name}.row", rows) + self._layer(f"{name}.all", rows.mean(1))[:, None]
        across = self._layer(f"{name}.column", columns)
        mixed: Array = self._layer(f"{name}.cell", x) + lines[:, :, None] + across[:, None]
        return mixed

    def _layer(self, name: str, x: Array) -> Array:
        weight, bias = self._arrays[f"{name}.weight"], self._arrays.get(f"{name}.bias")
        y: Array = x @ weight.T
        return y if bias is None else y + bias


def relu(x: Array) -> Array:
    return np.maximum(x, 0)


def softmax(x: Array) -> Array:
    """Return probabilities along the last axis."""
    powers = np.exp(x - x.max(-1, keepdims=True))
    probabilities: Array = powers / powers.sum(-1, keepdims=True)
    return probabilities


# ---------------------------------------------------------------------- files


def shapes_of(setup: Setup, facts: dict[str, Any]) -> Shapes:
    """Return the shapes of the arrays that a policy must contain."""
    w, ends = facts["width"], setup.seats + 1
    if facts["kind"] == "plain":
        sizes = [setup.game.feature_count] + [w] * facts["depth"]
        shapes: Shapes = {}
        for k in range(facts["depth"]):
            shapes |= layer_shapes(f"body.{2 * k}", sizes[k], w)
        return shapes | layer_shapes("policy", w, setup.action_count) | layer_shapes("outcome", w, ends)
    sets = setup.game.feature_layout[0].shape[0]
    shapes = layer_shapes("counts", setup.game.feature_count - sets * SIDE * SIDE, w)
    for name, before in [("first", sets), *((f"layers.{k}", w) for k in range(facts["depth"] - 1))]:
        shapes |= layer_shapes(f"{name}.cell", before, w)
        shapes |= {f"{name}.{part}.weight": (w, before) for part in ("row", "column", "all")}
    for name, before, after in (
        ("policy", w, 2), ("crossed", w, w), ("crossing", w, w), ("across", w, 1),
        ("outcome.0", 2 * w, w), ("outcome.2", w, ends),
    ):  # fmt: skip
        shapes |= layer_shapes(name, before, after)
    return shapes


def layer_shapes(name: str, before: int, after: int) -> Shapes:
    return {f"{name}.weight": (after, before), f"{name}.bias": (after,)}


def load_policy(setup: Setup, path: Path) -> Policy:
    """Load a policy; raise InvalidPolicy if it does not fit the setup."""
    with path.open("rb") as file:
        try:
            archive = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as e:
            raise InvalidPolicy(f"{path.name} is not an archive of arrays (.npz): {e}") from e
        if not hasattr(archive, "files"):
            raise InvalidPolicy(f"{path.name} is a single array, not an archive of arrays (.npz)")
        facts = read_facts(archive, path)
        check_facts(facts, setup, path)
        shapes = shapes_of(setup, facts)
        for name in sorted({"facts", *shapes} ^ set(archive.files)):
            raise InvalidPolicy(f"{path.name} {'lacks' if name in shapes else 'must not contain'} the array {name}")
        return Policy(facts, {name: read_array(archive, name, shape, path) for name, shape in shapes.items()})


def read_facts(archive: Any, path: Path) -> dict[str, Any]:
    """Return the description of the policy in its file."""
    if "facts" not in archive.files:
        raise InvalidPolicy(f"{path.name} lacks the array facts, which describes the policy")
    try:
        facts = json.loads(archive["facts"].tobytes())
    except (ValueError, OSError, zipfile.BadZipFile) as e:
        raise InvalidPolicy(f"the facts of {path.name} are not JSON: {e}") from e
    if not isinstance(facts, dict):
        raise InvalidPolicy(f"the facts of {path.name} are {facts!r:.40}, not a JSON object")
    return facts


def check_facts(facts: dict[str, Any], setup: Setup, path: Path) -> None:
    """Raise InvalidPolicy unless the policy is for this setup, with a known network."""
    game = setup.game
    expected = {
        "game": game.id, "version": game.version, "seats": setup.seats,
        "features": game.feature_count, "actions": setup.action_count,
    }  # fmt: skip
    actual = {name: facts.get(name) for name in expected}
    if actual != expected:
        raise InvalidPolicy(f"{path.name} was trained for {actual}, but the setup is {expected}")
    kinds = ("plain", "grid") if game.id == "mixx" else ("plain",)
    if facts.get("kind") not in kinds:
        raise InvalidPolicy(
            f"{path.name} has a network of kind {facts.get('kind')!r}; for {game.id} it must be {' or '.join(kinds)}"
        )
    for name, most in LIMITS.items():
        if not (isinstance(facts.get(name), int) and 1 <= facts[name] <= most):
            raise InvalidPolicy(f"{path.name} has {name} {facts.get(name)!r}; it must be 1 to {most}")


def read_array(archive: Any, name: str, shape: tuple[int, ...], path: Path) -> Array:
    """Return an array of numbers; raise InvalidPolicy unless it has the expected shape."""
    try:
        array: Array = archive[name]
    except (ValueError, OSError, EOFError, zipfile.BadZipFile) as e:
        raise InvalidPolicy(f"the array {name} of {path.name} cannot be read: {e}") from e
    if array.shape != shape or array.dtype.kind != "f":
        raise InvalidPolicy(f"the array {name} of {path.name} is {array.dtype}{array.shape}, not float32{shape}")
    if not np.isfinite(array).all():
        raise InvalidPolicy(f"the array {name} of {path.name} contains values that are not finite")
    return array.astype(np.float32)


# ---------------------------------------------------------------------- the bot


def policy_folder() -> Path:
    return Path(os.environ.get("GAMUT_POLICIES", "policies"))


def find_policy(setup: Setup, name: str) -> Policy:
    """Return a policy by its name; the default is the id of the game."""
    chosen = name or setup.game.id
    if not NAME.fullmatch(chosen):
        raise UnknownBot(f"invalid policy name {chosen!r}; use lowercase letters, digits, - and _")
    path = policy_folder() / f"{chosen}.npz"
    if not path.is_file():
        raise UnknownBot(f"unknown policy {chosen!r}: there is no such file in the folder GAMUT_POLICIES")
    return load_policy_cached(setup, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def load_policy_cached(setup: Setup, path: Path, _changed: int) -> Policy:
    """Load a policy again only if its file has changed, since a table may create the bot for every move."""
    return load_policy(setup, path)


def list_policies() -> list[str]:
    """Return the names of all policies in the folder, for any setup."""
    return sorted(path.stem for path in policy_folder().glob("*.npz") if NAME.fullmatch(path.stem))


class NetworkBot(Bot):
    """Plays the heaviest action of a network."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument, name=f"network:{argument}" if argument else "network")
        self.policy = find_policy(setup, argument)

    @classmethod
    def arguments(cls, setup: Setup) -> Iterable[str]:
        """Return the names of all policies; those for other setups are not offered, since creating the bot fails."""
        return list_policies()

    def decide(self, decision: Decision) -> Choice:
        observation = np.zeros((1, self.game.feature_count), np.float32)
        self.verbs.observe(self.setup.constants, decision.hidden, 0, decision.seat, observation[0])
        weights, outcome = self.policy(observation)
        probabilities = softmax(weights[0, decision.legal]).tolist()
        value = float(softmax(outcome[0])[0])
        order = sorted(range(len(probabilities)), key=lambda k: (-probabilities[k], k))
        estimates = tuple(ActionEstimate(decision.legal[k], round(1000 * probabilities[k]), value) for k in order)
        return Choice(estimates[0].action, estimates)
