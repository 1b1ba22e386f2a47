"""The conformance suite: what must be true of every game, also of yours.

In the tests of a game:

    import pytest
    from gamut.testing import Trial, cases, clause, clauses, golden

    @pytest.mark.parametrize("trial", cases(GAME, games=1000), ids=str)
    def test_conformance(trial: Trial) -> None:
        trial()                                   # one check at one player count

    def test_golden() -> None:
        golden.verify(GAME)                       # tests/golden.txt beside RULES.md

    @clause("2.1")                                # a clause of RULES.md, written **2.1** there
    def test_first_card() -> None: ...

    def test_every_clause_is_tested() -> None:
        clauses.verify(GAME.rules_page, GAME.folder / "tests")

Or at once: `conform(GAME, games=200)`. A broken contract raises ConformanceError, which names the check, the
game, seats, options, seed and step, and what differed; `native=False` runs everything interpreted, where a
debugger can look. `python -m gamut.testing conform GAME` does it from a shell, `… golden GAME` writes the
golden playthrough anew. Bots are checked by `same_choice(Case(GAME, 2), choose)`.
"""

from gamut.testing import checks, clauses, golden, lines
from gamut.testing.clauses import clause
from gamut.testing.suite import CHECKS, Case, ConformanceError, Trial, cases, conform, failures
from gamut.testing.twins import same_choice, same_for

__all__ = [
    "CHECKS", "Case", "ConformanceError", "Trial", "cases", "checks", "clause", "clauses", "conform",
    "failures", "golden", "lines", "same_choice", "same_for",
]  # fmt: skip
