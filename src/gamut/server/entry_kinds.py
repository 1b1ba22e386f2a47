"""The kinds of entries in a table's log: what each one tells, and what the server has to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

EntryKind: TypeAlias = Literal[
    "act", "take_back", "withdraw", "resign", "fill", "sit", "claim", "invite", "hand_over", "part", "rename",
    "pause", "rematch", "end",
]  # fmt: skip


class KindFacts(NamedTuple):
    """What is true of all entries of a kind."""

    changes_secrets: bool = False  # which secrets open a seat
    moves_on: bool = False  # what was proposed before it is about another table
    dispensable: bool = False  # nobody needs it to bring a game to its end: a table stores only so much of it
    noticed: bool = True  # by anybody


KINDS: Mapping[EntryKind, KindFacts] = {  # stored under these names, for ever
    "act": KindFacts(moves_on=True),  # an action
    "take_back": KindFacts(moves_on=True, dispensable=True),  # a step is taken back, and all since
    "withdraw": KindFacts(moves_on=True, dispensable=True),  # a step of the running secret phase alone is
    "resign": KindFacts(moves_on=True),  # a bot plays on, or the game is given up
    "fill": KindFacts(changes_secrets=True, moves_on=True, dispensable=True),  # a bot plays there, or no more
    "sit": KindFacts(),  # a player is back
    "claim": KindFacts(changes_secrets=True),  # whoever sits down gives the seat a secret
    "invite": KindFacts(changes_secrets=True, moves_on=True, dispensable=True),  # an invitation by the host
    "hand_over": KindFacts(changes_secrets=True, dispensable=True, noticed=False),  # one by the seat's own player
    "part": KindFacts(),  # what a player adds to the deal; the last one makes the key
    "rename": KindFacts(dispensable=True),
    "pause": KindFacts(dispensable=True),  # how long bots pause
    "rematch": KindFacts(),  # it has a table of its own
    "end": KindFacts(noticed=False),  # the game is over, for whoever keeps the tables
}
SEATING = tuple(kind for kind, facts in KINDS.items() if facts.changes_secrets)
