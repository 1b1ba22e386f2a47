"""No order of joins, leaves, stand-ins, resignations and undos leaks hidden information.

Two servers have the same table, and the same happens at both. The tables differ only in what one seat may not know:
the other seats were dealt other hands, and take other steps in secret phases. Every byte that the seat receives must
be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
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
from gamut.server.storage.entries import StoredEntry
from gamut.server.tables import proposals
from gamut.server.tables.match import Change, Match
from gamut.server.wire import messages as m
from tests.server.paired_servers import (
    AWAY_MS,
    SEATS,
    PairedServer,
    SharedWorld,
    find_indistinguishable_keys,
    make_deterministic,
)
from tests.server.toy_game import COLOURS, DONE

pytestmark = pytest.mark.usefixtures("toy_game")
seats = st.sampled_from(SEATS)
Script = Callable[["PairedServer"], object]


EVENTS: Counter[str] = Counter()  # how often the runs came to what matters


class TablePairMachine(RuleBasedStateMachine):
    """Random events at both tables alike."""

    servers: list[PairedServer]

    @initialize(observed=st.integers(-1, 2), second=st.sampled_from(["link", "here"]),
                third=st.sampled_from(["link", "here", "bot"]))  # fmt: skip
    def open(self, observed: int, second: str, third: str) -> None:
        if observed == 2 and third == "bot":
            observed = 1
        keys = find_indistinguishable_keys(observed)
        self.world, self.observed = SharedWorld(), observed
        self._deterministic = make_deterministic(self.world)
        self._deterministic.__enter__()
        self.servers = [PairedServer(self.world, key, observed) for key in keys]
        self.left = dict.fromkeys(SEATS, self.world.now)
        self.agreed: set[int] = set()
        self.each(lambda server: server.open(["me", second, third]))
        self.each(partial(self.rejoin, 0))

    def teardown(self) -> None:
        if hasattr(self, "servers"):
            for server in self.servers:
                server.close()
            self._deterministic.__exit__(None, None, None)

    def each(self, script: Script) -> None:
        """Do the same at both tables."""
        self.world.step += 1
        for server in self.servers:
            script(server)

    @property
    def first(self) -> PairedServer:
        return self.servers[0]

    @property
    def match(self) -> Match:
        return self.first.match

    def is_connected(self, seat: int) -> bool:
        return seat in self.first.clients

    # ------------------------------------------------------------------ connections

    @rule(seat=seats)
    def join(self, seat: int) -> None:
        """Join by the seat's secret, or claim the seat by an invitation."""
        if self.is_connected(seat):
            return
        if seat in self.first.secrets:
            self.each(partial(self.rejoin, seat))
        elif seat in self.first.invitations:
            self.each(lambda server: self.claim_seat(server, seat))
        if self.is_connected(seat) and not self.match.occupants[seat].resigned:
            assert self.match.occupants[seat].kind == "person", "a returning player has the seat at once"
            EVENTS["joined"] += 1

    @staticmethod
    def claim_seat(server: PairedServer, seat: int) -> None:
        own = f"{seat}" * 40
        client = server.connect(seat, m.ClaimSeat(server.table.table, server.invitations[seat], own, "Mira"))
        if client.messages(m.Welcome):
            server.secrets[seat] = own
        else:
            server.leave(seat)

    @rule()
    def join_all(self) -> None:
        for seat in SEATS:
            self.join(seat)

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        if self.is_connected(seat):
            self.each(lambda server: server.leave(seat))
            self.left[seat] = self.world.now

    @rule()
    def join_again(self) -> None:
        """Join with another client of the observed seat, which receives the whole log at once."""
        if self.observed < 0:
            self.each(lambda server: server.connect(-1, m.Join(server.table.table, server.table.spectator_token)))
        elif self.is_connected(self.observed):
            before = [server.clients[self.observed] for server in self.servers]
            self.each(partial(self.rejoin, self.observed))
            for server, client in zip(self.servers, before, strict=True):
                server.run(server.clients[self.observed].close())
                server.clients[self.observed] = client

    @rule(seat=seats)
    def change_device(self, seat: int) -> None:
        if self.is_connected(seat):
            self.each(lambda server: self.hand_over(server, seat))

    def hand_over(self, server: PairedServer, seat: int) -> None:
        link = next((x for x in server.send(seat, m.HandOver()) if isinstance(x, m.Invitation)), None)
        if link:
            own = f"{self.world.step:040d}"
            server.connect(seat, m.ClaimSeat(server.table.table, link.token, own))
            server.secrets[seat] = own

    @rule(seconds=st.sampled_from([20, 70]))
    def wait(self, seconds: int) -> None:
        self.world.now += seconds * 1000

    @rule()
    def restart(self) -> None:
        """Remove the table from memory; all connected clients rejoin."""
        present = sorted(self.first.clients)
        self.each(self.unload)
        for seat in present:
            self.each(partial(self.rejoin, seat))
        self.left = dict.fromkeys(SEATS, self.world.now)
        self.agreed.clear()

    @staticmethod
    def rejoin(seat: int, server: PairedServer) -> None:
        server.connect(seat, m.Join(server.table.table, server.secrets[seat]))

    @staticmethod
    def unload(server: PairedServer) -> None:
        async def close() -> None:
            if room := server.room:
                server.hub.drop_room(room)
                room.close("again")

        server.run(close())
        server.clients.clear()
        if server.observed < 0:
            server.connect(-1, m.Join(server.table.table, server.table.spectator_token))

    # ------------------------------------------------------------------ the host

    @precondition(lambda self: self.is_connected(0))
    @rule(seat=seats, level=st.sampled_from(["only", None]))
    def set_stand_in(self, seat: int, level: str | None) -> None:
        before = self.match.occupants[seat].kind
        self.each(lambda server: server.send(0, m.SetStandIn(seat, level)))
        after = self.match.occupants[seat].kind
        if before == "person" and after == "bot":
            EVENTS["stand-in"] += 1
            assert not self.is_connected(seat)
            assert self.world.now >= self.left[seat] + AWAY_MS, "not before the announced time"

    @rule(seat=st.sampled_from([1, 2]), seconds=st.sampled_from([20, 59, 60]))
    def replace_absent(self, seat: int, seconds: int) -> None:
        """A player leaves, and the host sets a stand-in."""
        self.leave(seat)
        self.wait(seconds)
        if self.is_connected(0):
            self.set_stand_in(seat, "only")

    @precondition(lambda self: self.is_connected(0))
    @rule(seat=seats)
    def invite(self, seat: int) -> None:
        self.each(lambda server: self.make_invitation(server, seat))

    @staticmethod
    def make_invitation(server: PairedServer, seat: int) -> None:
        for message in server.send(0, m.Invite(seat)):
            if isinstance(message, m.Invitation):
                server.invitations[message.seat] = message.token

    # ------------------------------------------------------------------ players

    @rule(seat=seats, kind=st.sampled_from([*["emote", "rename", "why", "rematch"] * 3, "resign"]))
    def send_other(self, seat: int, kind: str) -> None:
        messages: dict[str, m.ClientMessage] = {
            "resign": m.Resign(), "emote": m.Emote("oops"), "rename": m.Rename("Ada"), "rematch": m.Rematch(),
            "why": m.DescribePiece("colour:1", []),
        }  # fmt: skip
        if self.is_connected(seat):
            self.each(lambda server: server.send(seat, messages[kind]))

    @rule(seat=seats, answers=st.lists(st.booleans(), max_size=3))
    def undo(self, seat: int, answers: list[bool]) -> None:
        """What others have seen is undone only if all seated players agree."""
        if not self.is_connected(seat) or (seat != self.observed and self.differs(seat)):
            return
        match = self.match
        undo, before = match.find_undo(seat), match.undone
        self.each(lambda server: server.send(seat, m.Undo()))
        if undo.possible and not undo.free:
            EVENTS["undo proposed"] += 1
            self.agreed = {seat}
            self.check_consent(before)
            for other, yes in enumerate(answers):
                self.answer(other, yes)

    @rule(
        answers=st.just([True] * 3) | st.lists(st.booleans(), min_size=3, max_size=3),
        away=st.sampled_from([None, 1, 2]),
    )
    def undo_after_round(self, answers: list[bool], away: int | None) -> None:
        """Play a round; perhaps a player leaves; then a player proposes an undo."""
        self.join_all()
        self.play_round(0)
        if away is not None:
            self.replace_absent(away, 60)
        asking = [
            seat
            for seat in SEATS
            if self.is_connected(seat) and self.match.find_undo(seat).why.startswith("The other players")
        ]
        for seat in asking[:1]:
            self.undo(seat, answers)

    @rule(seat=seats, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        if not self.is_connected(seat):
            return
        before = self.match.undone
        self.each(lambda server: server.send(seat, m.AnswerProposal(yes)))
        if yes:
            self.agreed.add(seat)
        self.check_consent(before)

    def check_consent(self, before: int) -> None:
        match = self.match
        if match.undone > before:
            EVENTS["undone"] += 1
            voters = {seat for seat, s in enumerate(match.occupants) if s.taken and not s.resigned}
            assert voters <= self.agreed, "all seated players must have agreed"

    @rule(seat=seats, choice=st.integers(0, 5))
    def play(self, seat: int, choice: int) -> None:
        """Play the same action at both tables; before a reveal the steps of the others are made equal."""
        if not self.can_act(seat) or self.differs(seat):
            return
        legal = self.match.table.legal(seat)
        action = legal[choice % len(legal)]
        if self.match.table.secret_phase and action == DONE:
            self.submit(seat)
        else:
            self.each(lambda server: server.play(seat, action))

    @rule(choice=st.integers(0, 5))
    def play_round(self, choice: int) -> None:
        """All seats submit, and one keeps or spends a point openly."""
        for _ in range(2):
            for seat in self.match.actors:
                if not self.can_act(seat):
                    return
                if self.match.table.secret_phase:
                    self.submit(seat)
                else:
                    self.play(seat, choice)
                    return

    @rule(seat=seats, first=st.integers(0, COLOURS - 1), second=st.integers(0, COLOURS), last=st.booleans())
    def play_secretly(self, seat: int, first: int, second: int, last: bool) -> None:
        """Play different steps at the two tables, or none at the second one."""
        if seat == self.observed or not self.can_act(seat) or not self.match.table.secret_phase:
            return
        self.world.step += 1
        for server, action in zip(self.servers, (first, second), strict=True):
            if action in server.match.table.legal(seat) and action < COLOURS:
                server.play(seat, action)
        if last:
            self.submit(seat)

    def submit(self, seat: int) -> None:
        """Submit; before the last seat does, which reveals all, the tables are made equal."""
        if len(self.match.table.actors) == 1 and not self.make_equal():
            return
        self.each(lambda server: server.play(seat, DONE))
        EVENTS["reveal" if not self.match.table.secret_phase else "submitted"] += 1

    def make_equal(self) -> bool:
        """Let the seats that differ undo their steps at the second table and repeat those of the first."""
        differing = [seat for seat in SEATS if self.differs(seat)]
        if any(not self.is_connected(seat) or self.match.occupants[seat].kind == "bot" for seat in differing):
            return False
        for seat in differing:
            had_submitted = seat not in self.match.table.actors
            if had_submitted:
                self.each(partial(PairedServer.send, seat=seat, message=m.Undo()))
            wanted, other = self.first.placed_chips(seat), self.servers[1]
            self.world.step += 1
            for _ in range(sum(other.placed_chips(seat))):
                other.send(seat, m.Undo())
            for colour, count in enumerate(wanted):
                for _ in range(count):
                    other.play(seat, colour)
            if had_submitted:
                self.each(partial(PairedServer.play, seat=seat, action=DONE))
            assert not self.differs(seat)
        return True

    def differs(self, seat: int) -> bool:
        """Return whether the seat has taken different steps at the two tables."""
        first, second = (server.placed_chips(seat) for server in self.servers)
        return first != second

    def can_act(self, seat: int) -> bool:
        match = self.match
        plays = match.occupants[seat].kind == "bot" and self.first.room is not None
        return seat in match.actors and (plays or self.is_connected(seat))

    # ------------------------------------------------------------------ the invariant

    @invariant()
    def observed_seat_receives_the_same(self) -> None:
        if not hasattr(self, "servers"):
            return
        first, second = (server.received() for server in self.servers)
        assert first == second
        begun = self.match.started
        EVENTS["compared"] += begun
        EVENTS["compared while steps differ"] += begun and any(self.differs(seat) for seat in SEATS)
        EVENTS["over"] += self.match.over


def run_machine(examples: int, steps: int = 40, **more: Any) -> None:
    """Run TablePairMachine with `examples` orders of actions."""
    EVENTS.clear()
    EVENTS["runs"] = examples
    chosen = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), **more,
    )  # fmt: skip
    run_state_machine_as_test(TablePairMachine, settings=chosen)


@pytest.mark.slow
def test_no_order_of_events_leaks_hidden_information() -> None:
    run_machine(examples=40)
    assert EVENTS["compared"] > 250
    for event in ("compared while steps differ", "stand-in", "undo proposed", "undone", "reveal", "over"):
        assert EVENTS[event] > 0, event


def notify_all_seats(self: Match, entry: StoredEntry, step: Any) -> Change:
    """A step of a secret phase changes the serial of all viewers."""
    change = CORRECT_ACT(self, entry, step)
    return Change(self.seats_and_spectators, change.moments)


CORRECT_ACT = Match._play
CORRECT_HIDDEN = Table.hidden


def hidden_with_tints(self: Table, seat: int) -> Any:
    """The tints of other seats are not hidden."""
    hidden = CORRECT_HIDDEN(self, seat)
    hidden["tint"] = self.record["tint"].max()
    return hidden


def connected_voters_only(
    self: proposals.Proposals, proposal: proposals.Proposal, connected: Collection[int]
) -> list[int]:
    """Only connected players have to agree."""
    voters = [seat for seat in self._match.people if seat in connected]
    return [seat for seat in voters if seat not in proposal.agreed]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("owner", "name", "leak"),
    [
        (Match, "_play", notify_all_seats),
        (Table, "hidden", hidden_with_tints),
        (proposals.Proposals, "_find_unanswered", connected_voters_only),
    ],
)
def test_an_information_leak_is_detected(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, leak: Any) -> None:
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(AssertionError):
        run_machine(examples=150, phases=[Phase.generate])
