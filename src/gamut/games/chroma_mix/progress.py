"""How far every player is from every victory, for the table and in words."""

from __future__ import annotations

from typing import Literal

import msgspec

from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.record import (
    AZURE,
    BURGUNDY,
    CERULEAN,
    EMERALD,
    KINDS,
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
    count_held,
    count_points,
    is_billy,
    tucked_dots,
    victories,
)  # fmt: skip

Place = Literal["", "hand", "play"]
RANKS = ((4, RUBY, KINDS), (3, AZURE, RUBY), (2, CERULEAN, AZURE), (1, 0, CERULEAN))  # rank, first kind, end
BURGUNDYS_WISH = (1, 2, 3, 4)  # cards of rank 4, 3, 2, 1


class Piece(msgspec.Struct, frozen=True):
    """A card that a victory needs, and where the player has it."""

    id: str
    place: Place  # empty: not held
    wanted: Place  # where it has to be: `play`, or anywhere


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


def say_player(c: Constants, player: int) -> str:
    """A player in a text: `{0}`, or Billy by its name."""
    return "Billy" if is_billy(c, player) else f"{{{player}}}"


def say_victory(s: State, player: int) -> str:
    """The best victory that a player has met."""
    best = best_met(s, player)
    if best == SPECIAL_MET:
        return f"the {NAMES[s.special]} victory"
    return {RUBY_MET: "the Ruby victory", SAPPHIRE_MET: "the Sapphire victory", POINTS_MET: "17 points"}[best]


def place_of(s: State, player: int, kind: int) -> Place:
    """Where a player has a card, the play area first."""
    return "play" if s.play[player, kind] else "hand" if s.hand[player, kind] else ""


def piece(c: Constants, s: State, player: int, kind: int, wanted: Place) -> Piece:
    """A card that a victory needs; for Billy's its hand is as good as play."""
    return Piece(IDS[kind], place_of(s, player, kind), "" if is_billy(c, player) else wanted)


def lacks(one: Piece) -> bool:
    """Whether a piece is not yet where it has to be."""
    return one.place == "" or (one.wanted == "play" and one.place != "play")


def say_missing(pieces: list[Piece], more: str) -> str:
    """`Ruby Red in play, 3 cards`."""
    said = [NAMES[IDS.index(p.id)] + (" in play" if p.wanted == "play" else "") for p in pieces if lacks(p)]
    return ", ".join([*said, more] if more else said)


def say_count(n: int, one: str) -> str:
    """`1 point`, `2 points`; nothing for none."""
    return "" if n <= 0 else f"{n} {one}" if n == 1 else f"{n} {one}s"


def show_points(c: Constants, s: State, player: int) -> Progress:
    """17 points."""
    have = count_points(c, s, player)
    return finish(s, player, "points", "Points", [], have, POINTS_GOAL, say_count(POINTS_GOAL - have, "point"))


def show_ruby(c: Constants, s: State, player: int) -> Progress:
    """Ruby in play, and two others."""
    pieces = [
        piece(c, s, player, RUBY, "play"),
        piece(c, s, player, EMERALD, ""),
        piece(c, s, player, SAPPHIRE, ""),
    ]
    have = sum(not lacks(p) for p in pieces)
    return finish(s, player, "ruby", "Ruby set", pieces, have, len(pieces), "")


def show_sapphire(c: Constants, s: State, player: int) -> Progress:
    """Sapphire in play, and 17 cards."""
    have = count_held(s, player, 0, KINDS)
    pieces = [piece(c, s, player, SAPPHIRE, "play")]
    return finish(
        s, player, "sapphire", "Sapphire: cards", pieces, have, CARDS_GOAL, say_count(CARDS_GOAL - have, "card")
    )


def show_special(c: Constants, s: State, player: int) -> Progress:
    """The wish of this game's special card."""
    name, pieces = NAMES[s.special], [piece(c, s, player, s.special, "play")]
    if s.special == BURGUNDY:
        return show_burgundy(c, s, player, pieces)
    if s.special == MUSTARD:
        have, need = tucked_dots(c, s) if s.play[player, MUSTARD] else 0, DOTS_GOAL
        title, more = f"{name}: dots", say_count(need - have, "dot")
    else:
        have, need = count_held(s, player, CERULEAN, AZURE), RANK_2_GOAL
        title, more = f"{name}: rank 2", say_count(need - have, "rank-2 card")
    return finish(s, player, IDS[s.special], title, pieces, have, need, more)


def show_burgundy(c: Constants, s: State, player: int, pieces: list[Piece]) -> Progress:
    """Exactly one, two, three and four cards; the bar counts those that are right."""
    counts = [count_held(s, player, first, end) for _, first, end in RANKS]
    groups = [Group(rank, n, need) for (rank, _, _), n, need in zip(RANKS, counts, BURGUNDYS_WISH, strict=True)]
    have = sum(min(g.have, g.need) for g in groups)
    wrong = [
        f"{abs(g.need - g.have)} of rank {g.rank} {'more' if g.need > g.have else 'less'}"
        for g in groups
        if g.have != g.need and not (g.rank == 4 and g.have == 0)
    ]
    return finish(
        s, player, "burgundy", "Burgundy: 1 2 3 4", pieces, have, sum(BURGUNDYS_WISH), ", ".join(wrong), groups
    )


BITS = {"points": POINTS_MET, "sapphire": SAPPHIRE_MET, "ruby": RUBY_MET}


def finish(
    s: State, player: int, victory: str, title: str, pieces: list[Piece], have: int, need: int, more: str,
    groups: list[Group] | None = None,
) -> Progress:  # fmt: skip
    """Put a progress together."""
    missing = say_missing(pieces, more)
    met = bool(s.met[player] & BITS.get(victory, SPECIAL_MET))
    return Progress(victory, title, pieces, have, need, groups or [], met, missing == "", missing)


def show_progress(c: Constants, s: State, player: int) -> list[Progress]:
    """All victories that a player can meet, in the order of the table."""
    shown = [show_points(c, s, player), show_ruby(c, s, player), show_sapphire(c, s, player)]
    if s.special != NO_SPECIAL and not is_billy(c, player):
        shown.append(show_special(c, s, player))
    return shown


def say_distance(c: Constants, s: State, player: int) -> str:
    """What the nearest victory still wants: `2 points`, `Sapphire Blue in play`."""
    if victories(c, s, player):
        return ""
    nearest = min(show_progress(c, s, player), key=lambda p: (1 - p.have / p.need) + sum(map(lacks, p.pieces)) / 3)
    return f"{nearest.missing} for {nearest.title.partition(':')[0]}"
