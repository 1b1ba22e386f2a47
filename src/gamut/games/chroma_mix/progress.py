"""How far every player is from every victory, for the table and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from gamut.games.chroma_mix.cards import CARDS, IDS, NAMES
from gamut.games.chroma_mix.language import list_counts
from gamut.games.chroma_mix.record import (
    BURGUNDY,
    EMERALD,
    MUSTARD,
    NO_SPECIAL,
    POINTS_MET,
    RUBY,
    RUBY_MET,
    SAPPHIRE,
    SAPPHIRE_MET,
    SPECIAL_MET,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.victories import (
    CARDS_GOAL,
    DOTS_GOAL,
    POINTS_GOAL,
    RANK_2_GOAL,
    best_met,
    is_billy,
)  # fmt: skip

Place = Literal["", "hand", "play"]
RANKS = [card["rank"] for card in CARDS]
POINTS = [card["points"] for card in CARDS]
BURGUNDYS_WISH = {4: 1, 3: 2, 2: 3, 1: 4}  # cards by rank
BITS = {"points": POINTS_MET, "sapphire": SAPPHIRE_MET, "ruby": RUBY_MET}  # all others are the special victory


class Piece(msgspec.Struct, frozen=True):
    """A card that a victory needs, and where the player has it."""

    id: str
    place: Place  # empty: not held
    wanted: Place  # where it has to be: `play`, or anywhere
    there: bool  # is where it has to be


class Group(msgspec.Struct, frozen=True):
    """Cards of a rank that Burgundy wants, exactly so many."""

    rank: int
    have: int
    need: int


class Progress(msgspec.Struct, frozen=True):
    """How far a player is from one victory; `have` of `need` is the bar, the pieces are the chips."""

    victory: str  # points, ruby, sapphire, burgundy, mustard or petrol
    title: str
    pieces: list[Piece]
    have: int
    need: int
    groups: list[Group]  # only Burgundy's
    met: bool  # has been met, and stays so
    now: bool  # its conditions hold at this moment
    missing: str  # what is missing, in words; empty: nothing


def add_up(worths: list[int], counts: list[int]) -> int:
    """The sum of what cards are worth."""
    return sum(worth * n for worth, n in zip(worths, counts, strict=True) if n)


@dataclass(frozen=True)
class Holding:
    """The cards of a player, read at once."""

    hand: list[int]
    play: list[int]
    tucked: list[int]
    met: int
    billy: bool

    @property
    def points(self) -> int:
        """Points in play; Billy's are in its hand."""
        return add_up(POINTS, self.hand if self.billy else self.play)

    @property
    def dots(self) -> int:
        """Rank dots in hand and play."""
        return add_up(RANKS, self.hand) + add_up(RANKS, self.play)

    @property
    def tucked_dots(self) -> int:
        """Rank dots under Mustard."""
        return add_up(RANKS, self.tucked)

    @property
    def cards(self) -> int:
        """Cards in hand and play."""
        return sum(self.hand) + sum(self.play)

    def of_rank(self, rank: int) -> int:
        """Cards of a rank in hand and play."""
        return sum(self.hand[k] + self.play[k] for k, r in enumerate(RANKS) if r == rank)

    def place_of(self, kind: int) -> Place:
        """Where a card is, the play area first."""
        return "play" if self.play[kind] else "hand" if self.hand[kind] else ""

    def piece(self, kind: int, wanted: Place = "") -> Piece:
        """A card that a victory needs; Billy's hand is as good as play."""
        place, needed = self.place_of(kind), "" if self.billy else wanted
        return Piece(IDS[kind], place, needed, place != "" and needed in ("", place))


def read_holding(c: Constants, s: State, player: int) -> Holding:
    """The cards of a player."""
    play = list_counts(s.play[player])
    tucked = list_counts(s.tucked) if play[MUSTARD] else [0] * len(play)
    return Holding(list_counts(s.hand[player]), play, tucked, s.met[player], is_billy(c, player))


# ---------------------------------------------------------------------- words


def say_player(c: Constants, player: int) -> str:
    """A player in a text: `{0}`, or Billy by its name."""
    return "Billy" if is_billy(c, player) else f"{{{player}}}"


def say_victory(s: State, player: int) -> str:
    """The best victory that a player has met."""
    best = best_met(s, player)
    if best == SPECIAL_MET:
        return f"the {NAMES[s.special]} victory"
    return {RUBY_MET: "the Ruby victory", SAPPHIRE_MET: "the Sapphire victory", POINTS_MET: "17 points"}[best]


def say_count(n: int, one: str) -> str:
    """`1 point`, `2 points`; nothing for none."""
    return "" if n <= 0 else f"{n} {one}" if n == 1 else f"{n} {one}s"


def say_missing(pieces: list[Piece], more: str) -> str:
    """`Ruby Red in play, 3 cards`."""
    said = [NAMES[IDS.index(p.id)] + (" in play" if p.wanted == "play" else "") for p in pieces if not p.there]
    return ", ".join([*said, more] if more else said)


# ---------------------------------------------------------------------- the victories


def progress_of(
    holding: Holding, victory: str, title: str, pieces: list[Piece], have: int, need: int, more: str,
    groups: list[Group] | None = None,
) -> Progress:  # fmt: skip
    """Put a progress together."""
    missing = say_missing(pieces, more)
    met = bool(holding.met & BITS.get(victory, SPECIAL_MET))
    return Progress(victory, title, pieces, have, need, groups or [], met, missing == "", missing)


def show_points(holding: Holding) -> Progress:
    """17 points."""
    have = holding.points
    return progress_of(holding, "points", "Points", [], have, POINTS_GOAL, say_count(POINTS_GOAL - have, "point"))


def show_ruby(holding: Holding) -> Progress:
    """Ruby in play, and two others."""
    pieces = [holding.piece(RUBY, "play"), holding.piece(EMERALD), holding.piece(SAPPHIRE)]
    have = sum(p.there for p in pieces)
    return progress_of(holding, "ruby", "Ruby set", pieces, have, len(pieces), "")


def show_sapphire(holding: Holding) -> Progress:
    """Sapphire in play, and 17 cards."""
    have, pieces = holding.cards, [holding.piece(SAPPHIRE, "play")]
    more = say_count(CARDS_GOAL - have, "card")
    return progress_of(holding, "sapphire", "Sapphire: cards", pieces, have, CARDS_GOAL, more)


def show_special(holding: Holding, special: int) -> Progress:
    """The wish of this game's special card."""
    name, pieces = NAMES[special], [holding.piece(special, "play")]
    if special == BURGUNDY:
        return show_burgundy(holding, pieces)
    if special == MUSTARD:
        have, need = holding.tucked_dots, DOTS_GOAL
        title, more = f"{name}: dots", say_count(need - have, "dot")
    else:
        have, need = holding.of_rank(2), RANK_2_GOAL
        title, more = f"{name}: rank 2", say_count(need - have, "rank-2 card")
    return progress_of(holding, IDS[special], title, pieces, have, need, more)


def show_burgundy(holding: Holding, pieces: list[Piece]) -> Progress:
    """Exactly one, two, three and four cards; the bar counts those that are right."""
    groups = [Group(rank, holding.of_rank(rank), need) for rank, need in BURGUNDYS_WISH.items()]
    have = sum(min(g.have, g.need) for g in groups)
    wrong = [
        f"{abs(g.need - g.have)} of rank {g.rank} {'more' if g.need > g.have else 'less'}"
        for g in groups
        if g.have != g.need and not (g.rank == 4 and g.have == 0)  # Burgundy itself is named as a piece
    ]
    need = sum(BURGUNDYS_WISH.values())
    return progress_of(holding, "burgundy", "Burgundy: 1 2 3 4", pieces, have, need, ", ".join(wrong), groups)


def show_progress(holding: Holding, special: int) -> list[Progress]:
    """All victories that a player can meet, in the order of the table."""
    shown = [show_points(holding), show_ruby(holding), show_sapphire(holding)]
    if special != NO_SPECIAL and not holding.billy:
        shown.append(show_special(holding, special))
    return shown


def say_distance(holding: Holding, special: int) -> str:
    """What the nearest victory still wants: `2 points`, `Sapphire Blue in play`; empty: nothing."""
    shown = show_progress(holding, special)
    if any(one.now for one in shown):
        return ""
    nearest = min(shown, key=lambda p: (1 - p.have / p.need) + sum(not piece.there for piece in p.pieces) / 3)
    return f"{nearest.missing} for {nearest.title.partition(':')[0]}"
