"""A bot that plays a learned policy: `network:NAME` takes the file `NAME.npz` in the folder GAMUT_POLICIES.

    pip install ./examples
    mkdir -p policies && cp runs/mixx-1/policy.npz policies/ada.npz
    GAMUT_POLICIES=policies gamut serve     # who opens a table of Mixx for two may choose the bot network:ada
    GAMUT_POLICIES=policies gamut simulate mixx --bots network:ada,greedy --games 1000

A policy is plain arrays, and NumPy is enough to play with it. Only names are taken, never paths: whoever may name a
bot shall not name a file.
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
from gamut.bots import Figure, UnknownBot

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
SIDE = 8  # Mixx has 8 motifs and 8 colours
LAID = 5  # which of its sets are the cards on the table
MOST = {"width": 4096, "depth": 64}
Array: TypeAlias = np.ndarray[Any, Any]
Shapes: TypeAlias = dict[str, tuple[int, ...]]


class BadPolicy(UnknownBot):
    """A file that is no policy for this table."""


class Policy:
    """A learned network: from observations to a weight for every action, and for every seat (own first) to win."""

    def __init__(self, facts: dict[str, Any], arrays: dict[str, Array]) -> None:
        self.facts, self._arrays = facts, arrays

    def __call__(self, seen: Array) -> tuple[Array, Array]:
        """The weights of the actions and of the outcomes, one row per observation."""
        return self._grid(seen) if self.facts["kind"] == "grid" else self._plain(seen)

    def _plain(self, seen: Array) -> tuple[Array, Array]:
        x = seen
        for layer in range(self.facts["depth"]):
            x = rectified(self._layer(f"body.{2 * layer}", x))
        return self._layer("policy", x), self._layer("outcome", x)

    def _grid(self, seen: Array) -> tuple[Array, Array]:
        """The same as `networks.Grid`, which says what it is for."""
        n, width, cells = len(seen), self.facts["width"], SIDE * SIDE
        sets = self._arrays["first.cell.weight"].shape[1]
        cards = seen[:, : sets * cells].reshape(n, sets, SIDE, SIDE).transpose(0, 2, 3, 1)
        counts = self._layer("counts", seen[:, sets * cells :])
        x = rectified(self._mix("first", cards) + counts[:, None, None])
        for layer in range(self.facts["depth"] - 1):
            x = x + rectified(self._mix(f"layers.{layer}", x))
        flat = x.reshape(n, cells, width)
        straight = self._layer("policy", flat).transpose(0, 2, 1)
        line = (x * cards[..., LAID : LAID + 1]).sum(1)
        pairs = self._layer("crossed", line) @ self._layer("crossing", flat).transpose(0, 2, 1)
        across = pairs / width**0.5 + self._layer("across", flat).transpose(0, 2, 1)
        pooled = np.concatenate([flat.mean(1), flat.max(1)], 1)
        outcome = self._layer("outcome.2", rectified(self._layer("outcome.0", pooled)))
        return np.concatenate([straight.reshape(n, -1), across.reshape(n, -1)], 1), outcome

    def _mix(self, name: str, x: Array) -> Array:
        rows, columns = x.mean(2), x.mean(1)
        lines = self._layer(f"{name}.row", rows) + self._layer(f"{name}.all", rows.mean(1))[:, None]
        across = self._layer(f"{name}.column", columns)
        made: Array = self._layer(f"{name}.cell", x) + lines[:, :, None] + across[:, None]
        return made

    def _layer(self, name: str, x: Array) -> Array:
        weight, bias = self._arrays[f"{name}.weight"], self._arrays.get(f"{name}.bias")
        made: Array = x @ weight.T
        return made if bias is None else made + bias


def rectified(x: Array) -> Array:
    """Nothing below zero."""
    return np.maximum(x, 0)


def softmax(x: Array) -> Array:
    """Chances from weights, along the last axis."""
    powers = np.exp(x - x.max(-1, keepdims=True))
    made: Array = powers / powers.sum(-1, keepdims=True)
    return made


# ---------------------------------------------------------------------- files


def shapes_of(setup: Setup, facts: dict[str, Any]) -> Shapes:
    """The arrays that a policy has to hold."""
    w, ends = facts["width"], setup.seats + 1
    if facts["kind"] == "plain":
        sizes = [setup.game.features] + [w] * facts["depth"]
        found: Shapes = {}
        for k in range(facts["depth"]):
            found |= layer_shapes(f"body.{2 * k}", sizes[k], w)
        return found | layer_shapes("policy", w, setup.actions) | layer_shapes("outcome", w, ends)
    sets = setup.game.layout[0].shape[0]
    found = layer_shapes("counts", setup.game.features - sets * SIDE * SIDE, w)
    for name, before in [("first", sets), *((f"layers.{k}", w) for k in range(facts["depth"] - 1))]:
        found |= layer_shapes(f"{name}.cell", before, w)
        found |= {f"{name}.{part}.weight": (w, before) for part in ("row", "column", "all")}
    for name, before, after in (
        ("policy", w, 2), ("crossed", w, w), ("crossing", w, w), ("across", w, 1),
        ("outcome.0", 2 * w, w), ("outcome.2", w, ends),
    ):  # fmt: skip
        found |= layer_shapes(name, before, after)
    return found


def layer_shapes(name: str, before: int, after: int) -> Shapes:
    """Weights and shifts of one layer."""
    return {f"{name}.weight": (after, before), f"{name}.bias": (after,)}


def load_policy(setup: Setup, path: Path) -> Policy:
    """The policy of a file, if it was learned for this table; else it is said what is wrong with it."""
    with path.open("rb") as file:
        try:
            kept = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as e:
            raise BadPolicy(f"{path.name} is no archive of arrays (.npz): {e}") from e
        if not hasattr(kept, "files"):
            raise BadPolicy(f"{path.name} is a single array, not an archive of arrays (.npz)")
        facts = read_facts(kept, path)
        check_facts(facts, setup, path)
        shapes = shapes_of(setup, facts)
        for name in sorted({"facts", *shapes} ^ set(kept.files)):
            raise BadPolicy(f"{path.name} {'lacks' if name in shapes else 'does not need'} the array {name}")
        return Policy(facts, {name: read_array(kept, name, shape, path) for name, shape in shapes.items()})


def read_facts(kept: Any, path: Path) -> dict[str, Any]:
    """What the file says of itself."""
    if "facts" not in kept.files:
        raise BadPolicy(f"{path.name} lacks the array facts, which says what it was learned for")
    try:
        facts = json.loads(kept["facts"].tobytes())
    except (ValueError, OSError, zipfile.BadZipFile) as e:
        raise BadPolicy(f"the facts of {path.name} are no JSON: {e}") from e
    if not isinstance(facts, dict):
        raise BadPolicy(f"the facts of {path.name} are {facts!r:.40}, not names with values")
    return facts


def check_facts(facts: dict[str, Any], setup: Setup, path: Path) -> None:
    """Whether it was learned for this table, by a network that is known."""
    game = setup.game
    wanted = {
        "game": game.id, "version": game.version, "seats": setup.seats,
        "features": game.features, "actions": setup.actions,
    }  # fmt: skip
    found = {name: facts.get(name) for name in wanted}
    if found != wanted:
        raise BadPolicy(f"{path.name} was learned for {found}, and the table is {wanted}")
    kinds = ("plain", "grid") if game.id == "mixx" else ("plain",)
    if facts.get("kind") not in kinds:
        raise BadPolicy(
            f"{path.name} is of the kind {facts.get('kind')!r}; for {game.id} it may be {' or '.join(kinds)}"
        )
    for name, most in MOST.items():
        if not (isinstance(facts.get(name), int) and 1 <= facts[name] <= most):
            raise BadPolicy(f"{path.name} has the {name} {facts.get(name)!r}; it may be 1 to {most}")


def read_array(kept: Any, name: str, shape: tuple[int, ...], path: Path) -> Array:
    """An array of numbers, of the shape it has to have."""
    try:
        array: Array = kept[name]
    except (ValueError, OSError, EOFError, zipfile.BadZipFile) as e:
        raise BadPolicy(f"the array {name} of {path.name} cannot be read: {e}") from e
    if array.shape != shape or array.dtype.kind != "f":
        raise BadPolicy(f"the array {name} of {path.name} is {array.dtype}{array.shape}, not float32{shape}")
    if not np.isfinite(array).all():
        raise BadPolicy(f"the array {name} of {path.name} has values that are no numbers")
    return array.astype(np.float32)


# ---------------------------------------------------------------------- the bot


def policy_folder() -> Path:
    """Where policies lie."""
    return Path(os.environ.get("GAMUT_POLICIES", "policies"))


def find_policy(setup: Setup, name: str) -> Policy:
    """A policy by its name; the game's own name if none is given."""
    chosen = name or setup.game.id
    if not NAME.fullmatch(chosen):
        raise UnknownBot(f"{chosen!r} is no name of a policy: letters, digits, - and _ only")
    path = policy_folder() / f"{chosen}.npz"
    if not path.is_file():
        raise UnknownBot(f"there is no policy {chosen!r} in the folder that GAMUT_POLICIES names")
    return keep_policy(setup, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def keep_policy(setup: Setup, path: Path, _changed: int) -> Policy:
    """A table asks at every move: the file is read again only when it has changed."""
    return load_policy(setup, path)


def list_policies() -> list[str]:
    """The names of all policies in the folder, whatever they were learned for."""
    return sorted(path.stem for path in policy_folder().glob("*.npz") if NAME.fullmatch(path.stem))


class NetworkBot(Bot):
    """Does what a network weighs most."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument, name=f"network:{argument}" if argument else "network")
        self.policy = find_policy(setup, argument)

    @classmethod
    def arguments(cls, setup: Setup) -> Iterable[str]:
        """The policies that lie there; those of other games cannot be made, and so are not offered."""
        return list_policies()

    def decide(self, asked: Decision) -> Choice:
        """The heaviest legal action; the figures say what the network thinks of the others."""
        seen = np.zeros((1, self.game.features), np.float32)
        self.rules.observe(self.setup.constants, asked.hidden, 0, asked.seat, seen[0])
        weights, outcome = self.policy(seen)
        chances = softmax(weights[0, asked.legal]).tolist()
        value = float(softmax(outcome[0])[0])
        order = sorted(range(len(chances)), key=lambda k: (-chances[k], k))
        figures = tuple(Figure(asked.legal[k], round(1000 * chances[k]), value) for k in order)
        return Choice(figures[0].action, figures)
