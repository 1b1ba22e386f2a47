"""What the modules say of themselves is true."""

from __future__ import annotations

import doctest
import importlib

import pytest

NEEDS = {"gamut.envs": "numpy", "gamut.envs.pettingzoo": "pettingzoo", "gamut.envs.gymnasium": "gymnasium",
         "gamut.envs.openspiel": "pyspiel"}  # fmt: skip


@pytest.mark.parametrize("module", NEEDS)
def test_doctests_of_modules(module: str) -> None:
    pytest.importorskip(NEEDS[module], reason=f"{NEEDS[module]} is not installed")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    tried = doctest.testmod(importlib.import_module(module), optionflags=flags)
    assert tried.attempted > 2
    assert tried.failed == 0
