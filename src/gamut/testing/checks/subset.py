"""Rules are written in the subset of Python that runs on any machine."""

from __future__ import annotations

from gamut.testing.subset import find_problems
from gamut.testing.suite import Case, CheckFailed, check

MAX_PROBLEMS = 8  # reported at once


@check
def check_subset(case: Case) -> None:
    """Check that the verbs and everything they call can run on a GPU."""
    if problems := list(find_problems(case.game.verbs)):
        rest = f"\n… and {len(problems) - MAX_PROBLEMS} more" if len(problems) > MAX_PROBLEMS else ""
        raise CheckFailed("\n".join(problems[:MAX_PROBLEMS]) + rest)
