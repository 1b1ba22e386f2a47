"""Undo and rematch proposals. Each method returns the proposal once all have agreed; the room carries it out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from gamut.engine.deal_proof import hash_server_part, new_server_part
from gamut.server.tables.match import Match
from gamut.server.tables.seat_secrets import new_table_id
from gamut.server.wire import messages as m


@dataclass(frozen=True)
class DealCommitment:
    """The server's part of a deal, chosen before the players' parts and published as a hash."""

    table_id: str
    server_part: str

    @classmethod
    def create(cls) -> DealCommitment:
        return cls(new_table_id(), new_server_part())

    @property
    def hash(self) -> str:
        """The published hash."""
        return hash_server_part(self.server_part, self.table_id)


@dataclass
class Proposal:
    """An undo or a rematch that needs the consent of others."""

    kind: m.ProposalKind
    seat: int
    step: int = -1  # of an undo: the index of the step in the history
    agreed: set[int] = field(default_factory=set)
    deal: DealCommitment | None = None  # of a rematch
    parts: dict[int, str] = field(default_factory=dict)  # of the rematch's deal, by seat


class Proposals:
    """The open proposal of a table, if there is one. `connected` are the seats with a connection."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._open: Proposal | None = None

    def describe(self, connected: Collection[int]) -> m.Proposal | None:
        """Return the open proposal as all seats see it."""
        if self._open is None:
            return None
        name, deal = self._match.occupants[self._open.seat].name, self._open.deal
        unanswered = self._find_unanswered(self._open, connected)
        return m.Proposal(self._open.kind, self._open.seat, name, unanswered, deal.hash if deal else "")

    def discard(self) -> bool:
        """Drop the open proposal, because the table has changed since; return whether there was one."""
        existed, self._open = self._open is not None, None
        return existed

    def propose(self, proposal: Proposal, connected: Collection[int]) -> Proposal | None:
        """Open a proposal. A rematch joins an open proposal of a rematch."""
        if self._open is None:
            self._open = proposal
        elif proposal.kind == "undo" and proposal.seat != self._open.seat:
            raise m.RefusedError("not_allowed", "Answer the open request first.")
        self._open.agreed.add(proposal.seat)
        return self.settle(connected)

    def accept(self, seat: int, part: str | None, connected: Collection[int]) -> Proposal | None:
        """Agree to the open proposal, to a rematch possibly with a part of its deal."""
        proposal = self._get_open(seat, connected)
        if part:
            proposal.parts[seat] = part
        proposal.agreed.add(seat)
        return self.settle(connected)

    def decline(self, seat: int, connected: Collection[int]) -> Proposal:
        """Drop the open proposal and return it. The player who made it withdraws it."""
        own = self._open is not None and self._open.seat == seat
        proposal = self._open if own and self._open else self._get_open(seat, connected)
        self._open = None
        return proposal

    def settle(self, connected: Collection[int]) -> Proposal | None:
        """Close and return the open proposal if no seat has to answer any more."""
        proposal = self._open
        if proposal is None or self._find_unanswered(proposal, connected):
            return None
        self._open = None
        return proposal

    def _get_open(self, seat: int, connected: Collection[int]) -> Proposal:
        if self._open is None or seat not in self._find_unanswered(self._open, connected):
            raise m.RefusedError("not_allowed", "There is no open request for you to answer.")
        return self._open

    def _find_unanswered(self, proposal: Proposal, connected: Collection[int]) -> list[int]:
        """Return the seats that must still agree: to an undo all taken ones, to a rematch all connected ones."""
        occupants = self._match.occupants
        if proposal.kind == "undo":
            voters = [seat for seat in self._match.people if occupants[seat].taken]  # also players who are away
        else:
            voters = [seat for seat in sorted(connected) if occupants[seat].kind != "bot" or occupants[seat].resigned]
        return [seat for seat in voters if seat not in proposal.agreed]
