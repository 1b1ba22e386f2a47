"""The conformance suite: what must be true of every game, including yours.

The tests of a game, in `tests/test_conformance.py` beside `golden.txt`:

    from gamut.testing import GameTests

    class TestGame(GameTests):
        game = GAME
        games = 200                               # that each check plays; default 1000

pytest then runs every check at every number of players (`test_conformance`), compares the golden playthrough, native
and interpreted (`test_golden`), and makes sure that a test names each clause of RULES.md:

    @clause("2.1")                                # written **2.1** in RULES.md
    def test_first_card() -> None: ...

Optional, in the class:

    trials = [                                    # other checks than `cases(GAME, games=games)`
        *cases(GAME, games=300),
        *cases(GAME, games=50, options={"rounds": 8}, only=["legal-actions", "invariants"]),
    ]
    broken_states = [(1, extra_card), (2, negative_hand)]  # number of an invariant, and a function: a broken table

    @pytest.mark.slow                             # a mark for one of the inherited tests
    def test_conformance(self, trial: Trial) -> None:
        super().test_conformance(trial)

    def exercise(self) -> None: ...               # play interpreted so that every line of the rules runs

    def test_line_coverage(self) -> None:         # needs coverage.py
        self.verify_line_coverage(rules, hidden, guide, invariants)

The parts are functions too: `cases`, `golden.verify`, `clauses.verify`, `line_coverage.unexecuted`;
`line_coverage.call_bot_verbs` helps to write an `exercise`.

After the first error of the suite its other tests are skipped: they would fail for the same cause. A `conftest.py`
beside them makes a rule that never returns fail its test, with its line: `watched = stop_endless_loops(GAME)`.

Without pytest: `conform(GAME)`, or from a shell `python -m gamut.testing conform GAME`. Both are quick; `games=1000`
(`--games 1000`) finds rare faults too. A game that breaks the contract raises ConformanceError, which names the
check, the game, seats, options, seed and step, and what differed; for an error in a rule also its file, line and
function. The checks run in an order in which the first one to fail names the cause: what the game declares (`facts`),
the language of its rules (`subset`), interpreted games (`interpreted-games`), then native code. With `native=False`
(`--interpreted`) nothing is compiled, so that a debugger can be used.

Two true states that agree on everything a seat was shown must look the same to it. `same_for(Case(GAME, 2), seat, one,
other)` compares everything the seat is shown, and optionally the choices of a bot; `same_choice(Case(GAME, 2), choose)`
checks a bot in whole games.

`python -m gamut.testing golden GAME FILE` writes the golden playthrough.
"""

from gamut.testing import checks, clauses, golden, line_coverage
from gamut.testing.clauses import clause
from gamut.testing.game_tests import GameTests, stop_endless_loops
from gamut.testing.indistinguishable import same_choice, same_for
from gamut.testing.suite import CHECKS, Case, ConformanceError, Trial, cases, conform, failures

__all__ = [
    "CHECKS", "Case", "ConformanceError", "GameTests", "Trial", "cases", "checks", "clause", "clauses", "conform",
    "failures", "golden", "line_coverage", "same_choice", "same_for", "stop_endless_loops",
]  # fmt: skip
