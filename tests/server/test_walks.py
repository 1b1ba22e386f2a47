"""No order of joining, leaving, filling, resigning and taking back tells a seat what it may not know.

Two servers have the same table, and everybody does the same at both. The tables differ only in what one seat may
not know: other hands were dealt to the others, and in secret phases the others make other steps. Every byte that
the seat hears must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gamut.engine.table import Table
from gamut.server import messages as m
from gamut.server import proposals
from gamut.server.match import Change, Match
from gamut.server.storage import Entry
from tests.server.motes import COLOURS, DONE
from tests.server.twin_servers import AWAY_MS, SEATS, Twin, World, quiet_world, twin_keys

pytestmark = pytest.mark.usefixtures("motes")
seats = st.sampled_from(SEATS)
Script = Callable[["Twin"], object]


SEEN: Counter[str] = Counter()  # what the walks have come to


class Walk(RuleBasedStateMachine):
    """Everybody comes and goes, at both tables alike."""

    twins: list[Twin]

    @initialize(observed=st.integers(-1, 2), second=st.sampled_from(["link", "here"]),
                third=st.sampled_from(["link", "here", "bot"]))  # fmt: skip
    def open(self, observed: int, second: str, third: str) -> None:
        if observed == 2 and third == "bot":
            observed = 1
        self.world, self.observed = World(), observed
        self._quiet = quiet_world(self.world)
        self._quiet.__enter__()
        self.twins = [Twin(self.world, key, observed) for key in twin_keys(observed)]
        self.left = dict.fromkeys(SEATS, self.world.now)
        self.agreed: set[int] = set()
        self.each(lambda twin: twin.open(["me", second, third]))
        self.each(partial(self.rejoin, 0))

    def teardown(self) -> None:
        if hasattr(self, "twins"):
            for twin in self.twins:
                twin.end()
            self._quiet.__exit__(None, None, None)

    def each(self, script: Script) -> None:
        """Do the same at both tables."""
        self.world.step += 1
        for twin in self.twins:
            script(twin)

    @property
    def one(self) -> Twin:
        return self.twins[0]

    @property
    def match(self) -> Match:
        return self.one.match

    def here(self, seat: int) -> bool:
        return seat in self.one.at

    # ------------------------------------------------------------------ coming and going

    @rule(seat=seats)
    def come(self, seat: int) -> None:
        """Join by the seat's secret, or sit down by an invitation."""
        if self.here(seat):
            return
        if seat in self.one.secrets:
            self.each(partial(self.rejoin, seat))
        elif seat in self.one.invitations:
            self.each(lambda twin: self.sit_down(twin, seat))
        if self.here(seat) and not self.match.sitters[seat].resigned:
            assert self.match.sitters[seat].kind == "person", "the seat is theirs at once"
            SEEN["came"] += 1

    @staticmethod
    def sit_down(twin: Twin, seat: int) -> None:
        own = f"{seat}" * 40
        browser = twin.connect(seat, m.Claim(twin.table.table, twin.invitations[seat], own, "Mira"))
        if any(isinstance(x, m.Welcome) for x in browser.heard):
            twin.secrets[seat] = own
        else:
            twin.leave(seat)

    @rule()
    def gather(self) -> None:
        for seat in SEATS:
            self.come(seat)

    @rule(seat=seats)
    def go(self, seat: int) -> None:
        if self.here(seat):
            self.each(lambda twin: twin.leave(seat))
            self.left[seat] = self.world.now

    @rule()
    def look_again(self) -> None:
        """Another browser with the observed seat's link: it hears the whole log at once."""
        if self.observed < 0:
            self.each(lambda twin: twin.connect(-1, m.Join(twin.table.table, twin.table.watch)))
        elif self.here(self.observed):
            before = [twin.at[self.observed] for twin in self.twins]
            self.each(partial(self.rejoin, self.observed))
            for twin, browser in zip(self.twins, before, strict=True):
                twin.run(twin.at[self.observed].close())
                twin.at[self.observed] = browser

    @rule(seat=seats)
    def change_device(self, seat: int) -> None:
        if self.here(seat):
            self.each(lambda twin: self.hand_over(twin, seat))

    def hand_over(self, twin: Twin, seat: int) -> None:
        link = next((x for x in twin.say(seat, m.HandOver()) if isinstance(x, m.Invited)), None)
        if link:
            own = f"{self.world.step:040d}"
            twin.connect(seat, m.Claim(twin.table.table, link.token, own))
            twin.secrets[seat] = own

    @rule(seconds=st.sampled_from([20, 70]))
    def wait(self, seconds: int) -> None:
        self.world.now += seconds * 1000

    @rule()
    def restart(self) -> None:
        """The table leaves the memory, and all who are there come again."""
        present = sorted(self.one.at)
        self.each(self.drop)
        for seat in present:
            self.each(partial(self.rejoin, seat))
        self.left = dict.fromkeys(SEATS, self.world.now)
        self.agreed.clear()

    @staticmethod
    def rejoin(seat: int, twin: Twin) -> None:
        twin.connect(seat, m.Join(twin.table.table, twin.secrets[seat]))

    @staticmethod
    def drop(twin: Twin) -> None:
        async def close() -> None:
            if room := twin.room:
                twin.hub.drop_room(room)
                room.close("again")

        twin.run(close())
        twin.at.clear()
        if twin.observed < 0:
            twin.connect(-1, m.Join(twin.table.table, twin.table.watch))

    # ------------------------------------------------------------------ the host

    @precondition(lambda self: self.here(0))
    @rule(seat=seats, level=st.sampled_from(["only", None]))
    def fill(self, seat: int, level: str | None) -> None:
        before = self.match.sitters[seat].kind
        self.each(lambda twin: twin.say(0, m.Fill(seat, level)))
        after = self.match.sitters[seat].kind
        if before == "person" and after == "bot":
            SEEN["a bot sat in"] += 1
            assert not self.here(seat)
            assert self.world.now >= self.left[seat] + AWAY_MS, "not before the time that was told"

    @rule(seat=st.sampled_from([1, 2]), seconds=st.sampled_from([20, 59, 60]))
    def be_away(self, seat: int, seconds: int) -> None:
        """Somebody goes, and the host wants a bot in their place."""
        self.go(seat)
        self.wait(seconds)
        if self.here(0):
            self.fill(seat, "only")

    @precondition(lambda self: self.here(0))
    @rule(seat=seats)
    def invite(self, seat: int) -> None:
        self.each(lambda twin: self.make_link(twin, seat))

    @staticmethod
    def make_link(twin: Twin, seat: int) -> None:
        for told in twin.say(0, m.Invite(seat)):
            if isinstance(told, m.Invited):
                twin.invitations[told.seat] = told.token

    # ------------------------------------------------------------------ players

    @rule(seat=seats, what=st.sampled_from([*["emote", "rename", "why", "rematch"] * 3, "resign"]))
    def speak(self, seat: int, what: str) -> None:
        messages: dict[str, m.ClientMessage] = {
            "resign": m.Resign(), "emote": m.Emote("oops"), "rename": m.Rename("Ada"), "rematch": m.Rematch(),
            "why": m.WhyNot([], "colour:1"),
        }  # fmt: skip
        if self.here(seat):
            self.each(lambda twin: twin.say(seat, messages[what]))

    @rule(seat=seats, answers=st.lists(st.booleans(), max_size=3))
    def take_back(self, seat: int, answers: list[bool]) -> None:
        """Whatever others have seen stays until all who have sat here agree."""
        if not self.here(seat) or (seat != self.observed and self.differ(seat)):
            return
        match = self.match
        asked, before = match.find_take_back(seat), match.taken_back
        self.each(lambda twin: twin.say(seat, m.TakeBack()))
        if asked.possible and not asked.free:
            SEEN["asked"] += 1
            self.agreed = {seat}
            self.check_consent(before)
            for other, yes in enumerate(answers):
                self.answer(other, yes)

    @rule(
        answers=st.just([True] * 3) | st.lists(st.booleans(), min_size=3, max_size=3),
        away=st.sampled_from([None, 1, 2]),
    )
    def regret(self, answers: list[bool], away: int | None) -> None:
        """A round is played, perhaps somebody goes, and whoever would have to ask for a take-back does so."""
        self.gather()
        self.play_round(0)
        if away is not None:
            self.be_away(away, 60)
        asking = [
            seat
            for seat in SEATS
            if self.here(seat) and self.match.find_take_back(seat).why.startswith("The others")
        ]
        for seat in asking[:1]:
            self.take_back(seat, answers)

    @rule(seat=seats, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        if not self.here(seat):
            return
        before = self.match.taken_back
        self.each(lambda twin: twin.say(seat, m.Answer(yes)))
        if yes:
            self.agreed.add(seat)
        self.check_consent(before)

    def check_consent(self, before: int) -> None:
        match = self.match
        if match.taken_back > before:
            SEEN["taken back"] += 1
            minding = {seat for seat, s in enumerate(match.sitters) if s.sat and not s.resigned}
            assert minding <= self.agreed, "somebody was not asked"

    @rule(seat=seats, choice=st.integers(0, 5))
    def act(self, seat: int, choice: int) -> None:
        """The same action at both tables; before all is turned up the others' steps are made the same."""
        if not self.can_act(seat) or self.differ(seat):
            return
        legal = self.match.table.legal(seat)
        action = legal[choice % len(legal)]
        if self.match.table.secret_phase and action == DONE:
            self.be_done(seat)
        else:
            self.each(lambda twin: twin.play(seat, action))

    @rule(choice=st.integers(0, 5))
    def play_round(self, choice: int) -> None:
        """All are done, all is turned up, and somebody keeps or spends a point, which all see."""
        for _ in range(2):
            for seat in self.match.awaited:
                if not self.can_act(seat):
                    return
                if self.match.table.secret_phase:
                    self.be_done(seat)
                else:
                    self.act(seat, choice)
                    return

    @rule(seat=seats, first=st.integers(0, COLOURS - 1), second=st.integers(0, COLOURS), last=st.booleans())
    def act_in_secret(self, seat: int, first: int, second: int, last: bool) -> None:
        """Another step at each table, or none at the second one; nobody else may notice."""
        if seat == self.observed or not self.can_act(seat) or not self.match.table.secret_phase:
            return
        self.world.step += 1
        for twin, action in zip(self.twins, (first, second), strict=True):
            if action in twin.match.table.legal(seat) and action < COLOURS:
                twin.play(seat, action)
        if last:
            self.be_done(seat)

    def be_done(self, seat: int) -> None:
        """A seat is in; whoever is the last one turns all up, which the twins must agree on by then."""
        if len(self.match.table.actors) == 1 and not self.make_equal():
            return
        self.each(lambda twin: twin.play(seat, DONE))
        SEEN["turned up" if not self.match.table.secret_phase else "is in"] += 1

    def make_equal(self) -> bool:
        """Let all that would be turned up be the same: each seat takes its steps back and makes them again."""
        differing = [seat for seat in SEATS if self.differ(seat)]
        if any(not self.here(seat) or self.match.sitters[seat].kind == "bot" for seat in differing):
            return False
        for seat in differing:
            was_in = seat not in self.match.table.actors
            if was_in:
                self.each(partial(Twin.say, seat=seat, message=m.TakeBack()))
            wanted, other = self.one.placed(seat), self.twins[1]
            self.world.step += 1
            for _ in range(sum(other.placed(seat))):
                other.say(seat, m.TakeBack())
            for colour, count in enumerate(wanted):
                for _ in range(count):
                    other.play(seat, colour)
            if was_in:
                self.each(partial(Twin.play, seat=seat, action=DONE))
            assert not self.differ(seat)
        return True

    def differ(self, seat: int) -> bool:
        """Whether the seat has made other steps at the other table."""
        one, other = (twin.placed(seat) for twin in self.twins)
        return one != other

    def can_act(self, seat: int) -> bool:
        match = self.match
        plays = match.sitters[seat].kind == "bot" and self.one.room is not None
        return seat in match.awaited and (plays or self.here(seat))

    # ------------------------------------------------------------------ what must be so

    @invariant()
    def the_seat_hears_the_same(self) -> None:
        if not hasattr(self, "twins"):
            return
        one, other = (twin.told() for twin in self.twins)
        assert one == other
        begun = self.match.begun
        SEEN["compared"] += begun
        SEEN["compared while steps differ"] += begun and any(self.differ(seat) for seat in SEATS)
        SEEN["over"] += self.match.over


def walk(examples: int, steps: int = 40, **more: Any) -> None:
    """Walk so many orders."""
    SEEN.clear()
    SEEN["walks"] = examples
    chosen = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), **more,
    )  # fmt: skip
    run_state_machine_as_test(Walk, settings=chosen)


@pytest.mark.slow
def test_no_order_of_things_tells_a_seat_what_it_may_not_know() -> None:
    walk(examples=40)
    assert SEEN["compared"] > 250
    for what in ("compared while steps differ", "a bot sat in", "asked", "taken back", "turned up", "over"):
        assert SEEN[what] > 0, what


def everybody_notices(self: Match, entry: Entry, step: Any) -> Change:
    """A step of a secret phase moves everybody's serial number."""
    change = HONEST_ACT(self, entry, step)
    return Change(self.everybody, change.moments)


HONEST_ACT = Match._act
HONEST_HIDDEN = Table.hidden


def too_much(self: Table, seat: int) -> Any:
    """The hands of others are not hidden."""
    hidden = HONEST_HIDDEN(self, seat)
    hidden["tint"] = self.record["tint"].max()
    return hidden


def only_who_is_here(self: proposals.Proposals, proposal: proposals.Proposal) -> list[int]:
    """Consent counts only who is present."""
    voters = [seat for seat in self._match.people if seat in self._audience.connected]
    return [seat for seat in voters if seat not in proposal.agreed]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("owner", "name", "wrong"),
    [
        (Match, "_act", everybody_notices),
        (Table, "hidden", too_much),
        (proposals.Proposals, "_waiting", only_who_is_here),
    ],
)
def test_a_server_that_tells_too_much_is_found_out(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(AssertionError):
        walk(examples=150, phases=[Phase.generate])
