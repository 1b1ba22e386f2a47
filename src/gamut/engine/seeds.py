"""Seeds that people give: what is allowed, and the error in words."""

from __future__ import annotations

from numbers import Integral

from gamut.engine.errors import BadOptions

LARGEST_SEED = 2**63 - 1


def check_seed(seed: int) -> None:
    """Refuse a seed that no generator can take."""
    if not isinstance(seed, Integral) or not 0 <= seed <= LARGEST_SEED:
        raise BadOptions(f"seed = {seed!r} is not possible; it may be a whole number, 0 to {LARGEST_SEED}")
