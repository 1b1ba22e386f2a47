"""What needs the consent of others: taking a move back, and a rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from gamut.engine.proof import hash_part, new_server_part
from gamut.server import messages as m
from gamut.server.audience import Audience
from gamut.server.match import Match
from gamut.server.secret import new_table_id


@dataclass(frozen=True)
class Promise:
    """What the server has chosen for a deal before anybody else: shown as a hash."""

    table: str
    server_part: str

    @classmethod
    def draw(cls) -> Promise:
        """A new one."""
        return cls(new_table_id(), new_server_part())

    @property
    def hash(self) -> str:
        """What is shown."""
        return hash_part(self.server_part, self.table)


@dataclass
class Proposal:
    """Something that needs the consent of others."""

    what: m.ProposalKind
    seat: int
    step: int = -1  # the place in the history of what would be taken back
    agreed: set[int] = field(default_factory=set)
    deal: Promise | None = None  # of a rematch
    parts: dict[int, str] = field(default_factory=dict)  # that were added to it, by seat


class Proposals:
    """At most one proposal is open; `do` carries it out when all have agreed."""

    def __init__(self, match: Match, audience: Audience, do: Callable[[Proposal], Awaitable[None]]) -> None:
        self._match, self._audience, self._do = match, audience, do
        self._open: Proposal | None = None

    @property
    def message(self) -> m.Proposal | None:
        """The open proposal as everybody sees it."""
        if self._open is None:
            return None
        name, deal = self._match.sitters[self._open.seat].name, self._open.deal
        waiting = self._waiting(self._open)
        return m.Proposal(self._open.what, self._open.seat, name, waiting, deal.hash if deal else "")

    def lapse(self) -> None:
        """The table has changed: what was proposed about the old one is forgotten."""
        self._open = None

    async def propose(self, proposal: Proposal) -> None:
        """Ask the others. Who wants a rematch agrees to another's."""
        if self._open is None:
            self._open = proposal
        elif proposal.what == "take_back" and proposal.seat != self._open.seat:
            raise m.RefusedError("not_allowed", "There is another question first.")
        self._open.agreed.add(proposal.seat)
        await self._count(self._open)

    async def recount(self) -> None:
        """Those who are asked may have changed."""
        if self._open and not self._waiting(self._open):
            await self._count(self._open)

    async def answer(self, seat: int, yes: bool, part: str | None = None) -> None:
        """An answer to the open proposal; whoever says yes may add a part to the deal of a rematch."""
        proposal = self._open
        if proposal is None or seat not in self._waiting(proposal):
            raise m.RefusedError("not_allowed", "Nothing was asked of you.")
        if yes:
            if part:
                proposal.parts[seat] = part
            proposal.agreed.add(seat)
            await self._count(proposal)
            return
        self._open = None
        self._audience.show()
        name = self._match.sitters[seat].name
        self._audience.say(m.Refused(reason="not_allowed", text=f"{name} does not agree."), [proposal.seat])

    async def _count(self, proposal: Proposal) -> None:
        if self._waiting(proposal):
            self._audience.show()
            return
        self._open = None
        await self._do(proposal)

    def _waiting(self, proposal: Proposal) -> list[int]:
        """Who has not agreed yet: to a take-back all who have sat here have to, to a rematch all who are there."""
        sitters = self._match.sitters
        if proposal.what == "take_back":
            voters = [seat for seat in self._match.people if sitters[seat].sat]  # also who is away
        else:
            connected = self._audience.connected
            voters = [seat for seat in sorted(connected) if sitters[seat].human or sitters[seat].resigned]
        return [seat for seat in voters if seat not in proposal.agreed]
