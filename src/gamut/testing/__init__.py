"""The conformance suite: what must be true of every game, also of yours.

In the tests of a game:

    import pytest
    from gamut.testing import Trial, cases, clause, clauses, golden, lines

    @pytest.mark.parametrize("trial", cases(GAME, games=1000), ids=str)
    def test_conformance(trial: Trial) -> None:
        trial()                                   # one check at one player count

    def test_golden() -> None:
        golden.verify(GAME)                       # tests/golden.txt beside RULES.md

    @clause("2.1")                                # a clause of RULES.md, written **2.1** there
    def test_first_card() -> None: ...

    def test_every_clause_is_tested() -> None:
        clauses.verify(GAME.rules_page, GAME.folder / "tests")

    def test_every_line_is_run() -> None:
        assert lines.unexecuted([rules, hidden], play_interpreted_games) == []

Or at once: `conform(GAME, games=200)`. A broken contract raises ConformanceError, which names the check, the
game, seats, options, seed and step, and what differed; where a rule went wrong also its file, line and function.
The checks run in an order in which each would only be an echo of those before it: what the game declares
(`facts`), the language of its rules (`subset`), whole games interpreted (`interpreted-games`), then native code.
`native=False` runs everything interpreted, where a debugger can look.

Two true states that agree on all that a seat was shown must be the same to it: `same_for(Case(GAME, 2), seat, one,
other)` compares everything it is shown, and a bot's choice if it is given one. `same_choice(Case(GAME, 2), choose)`
checks a bot in whole games.

From a shell: `python -m gamut.testing conform GAME`, with `--interpreted` if you like; `… golden GAME` writes the
golden playthrough anew.
"""

from gamut.testing import checks, clauses, golden, lines
from gamut.testing.clauses import clause
from gamut.testing.suite import CHECKS, Case, ConformanceError, Trial, cases, conform, failures
from gamut.testing.twins import same_choice, same_for

__all__ = [
    "CHECKS", "Case", "ConformanceError", "Trial", "cases", "checks", "clause", "clauses", "conform",
    "failures", "golden", "lines", "same_choice", "same_for",
]  # fmt: skip
