"""Untrained policies: files in the format of trained ones, with random weights."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from gamut.engine.game import Setup

EXAMPLES = Path(__file__).parents[2] / "examples"


def load_example(name: str) -> Any:
    """Import a module of the examples."""
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    return importlib.import_module(name)


def facts_of(setup: Setup, kind: str = "plain") -> dict[str, Any]:
    """Return the description in a policy file."""
    return {
        "game": setup.game.id, "version": setup.game.version, "seats": setup.seats, "kind": kind,
        "width": 8, "depth": 2, "features": setup.game.feature_count, "actions": setup.action_count,
    }  # fmt: skip


def write_policy(setup: Setup, path: Path, kind: str = "plain", seed: int = 1) -> Path:
    """Write a policy with random weights."""
    shapes = load_example("network_bot").shapes_of(setup, facts_of(setup, kind))
    random = np.random.default_rng(seed)
    arrays = {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    np.savez(path, facts=np.frombuffer(json.dumps(facts_of(setup, kind)).encode(), np.uint8), **arrays)
    return path
