"""Undo and rematch proposals. The open one follows from the log; the room stores the entries and carries it out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gamut.engine.deal_proof import hash_server_part, new_server_part
from gamut.server.storage.entries import StoredEntry
from gamut.server.tables.seat_secrets import new_table_id
from gamut.server.wire import messages as m

if TYPE_CHECKING:
    from gamut.server.tables.match import Match


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
    step: int = 0  # of an undo: the index of the step in the history
    agreed: set[int] = field(default_factory=set)
    deal: DealCommitment | None = None  # of a rematch
    parts: dict[int, str] = field(default_factory=dict)  # of the rematch's deal, by seat

    def __post_init__(self) -> None:
        self.agreed.add(self.seat)

    @property
    def detail(self) -> str:
        """The detail of its entry."""
        return f"{self.deal.table_id} {self.deal.server_part}" if self.deal else ""


def follow_entry(proposal: Proposal | None, entry: StoredEntry) -> Proposal | None:
    """Return the open proposal after an entry that proposes, agrees or declines."""
    if entry.kind == "decline":
        return None
    if proposal is None:
        return parse_proposal(entry) if entry.kind == "propose" else None
    proposal.agreed.add(entry.seat)
    if entry.kind == "agree" and entry.detail:
        proposal.parts[entry.seat] = entry.detail
    return proposal


def parse_proposal(entry: StoredEntry) -> Proposal:
    if not entry.detail:
        return Proposal("undo", entry.seat, entry.action)
    table_id, _, server_part = entry.detail.partition(" ")
    return Proposal("rematch", entry.seat, deal=DealCommitment(table_id, server_part))


class Proposals:
    """Decides about the open proposal of a table, if there is one. `connected` are the seats with a connection."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def describe(self, connected: Collection[int]) -> m.Proposal | None:
        """Return the open proposal as all seats see it."""
        proposal = self._match.proposal
        if proposal is None:
            return None
        name, deal = self._match.occupants[proposal.seat].name, proposal.deal
        unanswered = self._find_unanswered(proposal, connected)
        return m.Proposal(proposal.kind, proposal.seat, name, unanswered, deal.hash if deal else "")

    def joins(self, proposal: Proposal) -> bool:
        """Return whether a new proposal only agrees to the open one: a rematch joins that of another player."""
        current = self._match.proposal
        if current and proposal.kind == "undo" and proposal.seat != current.seat:
            raise m.RefusedError("not_allowed", "Answer the open request first.")
        return current is not None

    def check_answer(self, seat: int, connected: Collection[int]) -> Proposal:
        """Return the open proposal if a seat must still answer it, or raise RefusedError."""
        proposal = self._match.proposal
        if proposal is None or seat not in self._find_unanswered(proposal, connected):
            raise m.RefusedError("not_allowed", "There is no open request for you to answer.")
        return proposal

    def check_decline(self, seat: int, connected: Collection[int]) -> Proposal:
        """Return the open proposal if a seat may decline it. The player who made it withdraws it."""
        proposal = self._match.proposal
        return proposal if proposal and proposal.seat == seat else self.check_answer(seat, connected)

    def is_agreed(self, proposal: Proposal, connected: Collection[int]) -> bool:
        """Return whether no seat has to answer any more."""
        return not self._find_unanswered(proposal, connected)

    def _find_unanswered(self, proposal: Proposal, connected: Collection[int]) -> list[int]:
        """Return the seats that must still agree: to an undo all taken ones, to a rematch all connected ones."""
        occupants = self._match.occupants
        if proposal.kind == "undo":
            voters = [seat for seat in self._match.people if occupants[seat].taken]  # also players who are away
        else:
            voters = [seat for seat in sorted(connected) if occupants[seat].kind != "bot" or occupants[seat].resigned]
        return [seat for seat in voters if seat not in proposal.agreed]
