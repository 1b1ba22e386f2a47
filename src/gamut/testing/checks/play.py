"""Playing: interpreted against native, legality, invariants, length, results."""

from __future__ import annotations

from random import Random

import numpy as np

from gamut.engine.game import Rules
from gamut.engine.record import Array, copy_states
from gamut.testing import judges
from gamut.testing.drivers import raise_complaint
from gamut.testing.suite import Broken, Case, check

DEPTHS, SHARES = (0, 1, 2), (8, 3, 1)  # how much is compared at a position, and how often
ENOUGH = 2000  # steps that are compared, once three games are over


@check
def interpreted_equals_native(case: Case) -> None:
    """The same bytes after every step, and the same answers of every verb, in the code that is served."""
    plain, other = Twin(case, native=False), Twin(case, native=case.native)
    steps = 0
    for number in range(min(case.games, max(3, case.games // 50), 200)):
        if number >= 3 and steps >= ENOUGH:
            return
        random = Random(f"{case.seed}:{number}")
        plain.deal(number)
        other.deal(number)
        for step in range(case.game.longest + 1):
            steps += 1
            plain.compare(other, f"game {number}, step {step}", random.choices(DEPTHS, SHARES)[0])
            mask = plain.actors()
            if not mask:
                break
            seat = random.choice([p for p in range(case.seats) if mask >> p & 1])
            if not (acts := plain.legal(seat)):
                break  # another check tells it
            action = random.choice(acts)
            plain.play(seat, action)
            other.play(seat, action)


class Twin:
    """A state that is played in one of the two ways."""

    def __init__(self, case: Case, native: bool) -> None:
        self.case, self.c, self.rules = case, case.setup.constants, Rules(case.game, native)
        self.state: Array = case.setup.fresh()
        self.out = np.zeros(case.game.most_legal, np.int32)

    def deal(self, number: int) -> None:
        """A new game."""
        self.state = self.case.setup.fresh()
        self.state["key"][0, :2] = self.case.seed, number
        self.rules.deal(self.c, self.state, 0)

    def actors(self) -> int:
        """The seats that are awaited."""
        return int(self.rules.actors(self.c, self.state, 0))

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions."""
        n = int(self.rules.legal(self.c, self.state, 0, seat, self.out))
        return [int(a) for a in self.out[:n]]

    def play(self, seat: int, action: int) -> None:
        """Do an action."""
        self.rules.play(self.c, self.state, 0, seat, action)

    def compare(self, other: Twin, where: str, depth: int) -> None:
        """Refuse any difference: of bytes, from depth 1 of answers, at depth 2 also of what a seat knows."""
        if self.state.tobytes() != other.state.tobytes():
            names = [n for n in self.state.dtype.names or () if np.any(self.state[n] != other.state[n])]
            raise Broken(f"{where}: interpreted and native differ in {', '.join(names)}")
        if not depth:
            return
        knower = int(self.state.view(np.uint8).sum()) % (self.case.seats + 1) - 1 if depth > 1 else None
        mine = self.answers(knower)
        for name, theirs in other.answers(knower).items():
            if mine[name] != theirs:
                raise Broken(f"{where}: `{name}` answers {mine[name]} interpreted and {theirs} native")

    def answers(self, knower: int | None) -> dict[str, object]:
        """What the verbs say about the state."""
        found: dict[str, object] = {"actors": self.actors()}
        found["secret"] = int(self.rules.secret(self.c, self.state, 0))
        found["check"] = int(self.rules.check(self.c, self.state, 0))
        found["legal"] = [self.legal(seat) for seat in range(self.case.seats)]
        return found if knower is None else found | self.known(knower)

    def known(self, seat: int) -> dict[str, object]:
        """What the verbs say about the seat's hidden copy and a redeal of it."""
        state, who, found = copy_states(self.state), max(seat, 0), dict[str, object]()
        work = self.case.setup.work()
        self.rules.hide(self.c, state, 0, seat)
        found["hide"] = state.tobytes()
        features = np.zeros(self.case.game.features, np.float32)
        self.rules.observe(self.c, state, 0, who, features)
        found["observe"] = features.tobytes()
        shares = np.zeros(self.case.seats, np.int64)
        self.rules.value(self.c, state, 0, shares, work)
        found["value"] = shares.tolist()
        found["settled"] = bool(self.rules.settled(self.c, state, 0))
        if acts := self.legal(who):
            weights = np.zeros(len(acts), np.int32)
            self.rules.guide(self.c, state, 0, who, np.array(acts, np.int32), len(acts), weights, work)
            found["guide"] = weights.tolist()
            found["seen"] = int(self.rules.seen(self.c, self.state, 0, seat, who, acts[0]))
        self.rules.redeal(self.c, state, 0, seat, np.array([7], np.uint64))
        found["redeal"] = state.tobytes()
        return {f"{name} for {seat}": answer for name, answer in found.items()}


@check
def legal_actions(case: Case) -> None:
    """Legal actions are never missing, ascending, in range, not too many; none for a seat that is not awaited."""
    raise_complaint(
        case,
        judges.LEGALITY,
        "`actors` names a seat that is not at the table",
        f"{{seat}} has {{detail}} legal actions: `most_legal` is {case.game.most_legal}",
        "{seat} is not awaited and has {detail} legal actions",
        "{seat} is awaited and has no legal action",
        f"action {{detail}} of {{seat}} does not exist: there are {case.setup.actions} with these options",
        "the legal actions of {seat} do not ascend: {detail} comes after {more}",
        "`legal` for {seat} returns {more}, but writes only {detail} actions",
    )


@check
def invariants(case: Case) -> None:
    """The game's own `check` holds after every step."""
    raise_complaint(case, judges.INVARIANTS, "{invariant} is broken")


@check
def length(case: Case) -> None:
    """Every game ends within `longest` steps."""
    raise_complaint(case, judges.LENGTH, f"the game goes on after `longest` = {case.game.longest} steps")


@check
def results(case: Case) -> None:
    """Every game ends with a declared reason, consistent ranks, and a `value` that says the same."""
    lost = "ranks begin with 1, or with 2 where nobody wins" if case.game.can_be_lost else "ranks begin with 1"
    raise_complaint(
        case,
        judges.RESULTS,
        "reason {detail} is not declared in `reasons`",
        f"rank {{detail}} of {{seat}} does not fit the number of better ones: {lost}",
        "at the end `value` says {detail} for {seat}, but by its rank its share of the victory is {more}",
        "`result` writes no score for {seat}",
    )


@check
def reading_changes_nothing(case: Case) -> None:
    """Verbs that read change neither the state nor the constants."""
    before = case.setup.constants.tobytes()
    raise_complaint(case, judges.READING, *(f"`{verb}` changes the state: {{kept}}" for verb in judges.READERS))
    if case.setup.constants.tobytes() != before:
        raise Broken("playing changes the constants")


@check
def play_in_parts(case: Case) -> None:
    """`act`, then `go_on`, does what `play` does."""
    raise_complaint(
        case,
        judges.PARTS,
        "after `act` {detail} of {seat} somebody is awaited, and `go_on` has something to do",
        "`act` {detail} of {seat} and `go_on` do not lead to where `play` does, in {other}",
        "after `act` {detail} of {seat} `go_on` goes on, but says that nothing was left",
        "after `act` {detail} of {seat} `go_on` can be asked without an end",
    )


@check
def estimates(case: Case) -> None:
    """Guide weights are at least 1, values are shares, observations are finite and complete."""
    raise_complaint(
        case,
        judges.ESTIMATES,
        "`guide` gives action {detail} of {seat} a weight below 1",
        "`value` for {seat} is {detail}, outside 0 … WHOLE",
        "`observe` leaves feature {detail} of {seat} unwritten or not finite",
        "the values of all seats together are {detail}, more than WHOLE",
    )


@check
def secret_phases(case: Case) -> None:
    """In a secret phase the seats' steps give one record in any order of arrival."""
    raise_complaint(
        case,
        judges.ARRIVALS,
        "{seat} cannot finish its steps in the secret phase",
        "the step of another seat takes the legal action {detail} from {seat}",
        "another order of arrival gives another record (last: {seat}), in {kept}",
        "all seats are in, but `secret` still has the same number",
    )
