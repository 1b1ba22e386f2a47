"""A rule that never returns fails its test and names its line, instead of blocking all tests."""

from __future__ import annotations

from gamut.template import GAME
from gamut.testing import stop_endless_loops

watched = stop_endless_loops(GAME)
