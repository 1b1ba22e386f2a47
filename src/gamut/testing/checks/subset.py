"""The subset: rules are written so that they run on any machine."""

from __future__ import annotations

from gamut.testing.subset import problems
from gamut.testing.suite import Broken, Case, check

MOST = 8  # problems told at once


@check
def subset(case: Case) -> None:
    """All that the verbs reach is free of what cannot run on a graphics processor."""
    found = list(problems(case.game.verbs))
    if found:
        rest = f"\n… and {len(found) - MOST} more" if len(found) > MOST else ""
        raise Broken("\n".join(found[:MOST]) + rest)
