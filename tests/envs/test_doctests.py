"""The examples in the docstrings of modules run."""

from __future__ import annotations

import doctest
import importlib

import pytest

REQUIREMENTS = {"gamut.envs": "numpy", "gamut.envs.pettingzoo": "pettingzoo", "gamut.envs.gymnasium": "gymnasium",
         "gamut.envs.openspiel": "pyspiel"}  # fmt: skip


@pytest.mark.parametrize("module", REQUIREMENTS)
def test_doctests_of_modules(module: str) -> None:
    pytest.importorskip(REQUIREMENTS[module], reason=f"{REQUIREMENTS[module]} is not installed")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    results = doctest.testmod(importlib.import_module(module), optionflags=flags)
    assert results.attempted > 2
    assert results.failed == 0
