"""How far each player is from each victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from gamut.engine.presentation import format_count, join_words
from gamut.engine.strict import row_to_list
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix import winning
from gamut.games.chroma_mix.billy import is_billy
from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.record import Constants, State

Place = Literal["", "hand", "play"]
VICTORY_BITS = {  # all others are the special victory
    "points": rec.POINTS_VICTORY, "sapphire": rec.SAPPHIRE_VICTORY, "ruby": rec.RUBY_VICTORY,
}  # fmt: skip
UNITS = {"points": "point", "sapphire": "card", "mustard": "dot", "petrol": "rank-2 card"}  # what a victory counts


class Piece(msgspec.Struct, frozen=True):
    """A card that a victory needs, and where the player has it."""

    id: str
    place: Place  # empty: the player does not have it
    needed_in: Place  # empty: in hand or in play
    ready: bool  # is where it has to be


class RankCount(msgspec.Struct, frozen=True):
    """The exact number of cards of a rank that Burgundy needs."""

    rank: int
    have: int
    need: int


class Progress(msgspec.Struct, frozen=True):
    """How far a player is from one victory."""

    victory: str  # points, ruby, sapphire, burgundy, mustard or petrol
    title: str
    pieces: list[Piece]
    have: int
    need: int
    ranks: list[RankCount]  # of Burgundy
    achieved: bool  # after some turn, and for good
    met: bool  # its conditions are met now
    text: str  # `12 of 17 cards; put Sapphire Blue into play`


@dataclass(frozen=True)
class Holding:
    """The cards of a player as lists, which are much faster to read than a state."""

    hand: list[int]
    play: list[int]
    tucked: list[int]
    points: int
    tucked_dots: int
    victories: int  # achieved
    conditions: int  # victories whose conditions are met now
    billy: bool

    @property
    def cards(self) -> int:
        return sum(self.hand) + sum(self.play)

    def count_rank(self, rank: int) -> int:
        first, end = winning.FIRST_KINDS[rank - 1], winning.FIRST_KINDS[rank]
        return sum(self.hand[first:end]) + sum(self.play[first:end])

    def piece(self, kind: int, needed_in: Place = "") -> Piece:
        place: Place = "play" if self.play[kind] else "hand" if self.hand[kind] else ""
        if self.billy:  # he plays nothing
            needed_in = ""
        return Piece(IDS[kind], place, needed_in, place != "" and needed_in in ("", place))


def read_holding(c: Constants, s: State, player: int) -> Holding:
    hand, play, billy = row_to_list(s.hand[player]), row_to_list(s.play[player]), is_billy(c, player)
    tucked = row_to_list(s.tucked) if play[rec.MUSTARD] else [0] * rec.KINDS
    return Holding(
        hand=hand,
        play=play,
        tucked=tucked,
        points=winning.sum_points(c, hand if billy else play, 0),
        tucked_dots=winning.sum_dots(c, tucked, 0),
        victories=s.victories[player],
        conditions=winning.check_victories(c, s, hand, 0, play, 0, billy),
        billy=billy,
    )


# ---------------------------------------------------------------------- progress to the victories


def list_progress(holding: Holding, special: int) -> list[Progress]:
    """Return the progress to every victory that the player can achieve, in the order of the table."""
    ruby = [holding.piece(rec.RUBY, "play"), holding.piece(rec.EMERALD), holding.piece(rec.SAPPHIRE)]
    progress = [
        make_progress(holding, "points", [], holding.points, winning.POINTS_NEEDED),
        make_progress(holding, "ruby", ruby, sum(piece.ready for piece in ruby), len(ruby)),
        make_progress(holding, "sapphire", [holding.piece(rec.SAPPHIRE, "play")], holding.cards, winning.CARDS_NEEDED),
    ]
    if special != rec.NO_SPECIAL and not holding.billy:
        progress.append(special_progress(holding, special))
    return progress


def special_progress(holding: Holding, special: int) -> Progress:
    pieces = [holding.piece(special, "play")]
    if special == rec.MUSTARD:
        return make_progress(holding, "mustard", pieces, holding.tucked_dots, winning.DOTS_NEEDED)
    if special == rec.PETROL:
        return make_progress(holding, "petrol", pieces, holding.count_rank(2), winning.RANK_2_NEEDED)
    ranks = [RankCount(rank, holding.count_rank(rank), winning.BURGUNDY_COUNTS[rank - 1]) for rank in (4, 3, 2, 1)]
    have = sum(min(r.have, r.need) for r in ranks)
    return make_progress(holding, "burgundy", pieces, have, sum(winning.BURGUNDY_COUNTS), ranks)


def make_progress(
    holding: Holding, victory: str, pieces: list[Piece], have: int, need: int, ranks: list[RankCount] | None = None
) -> Progress:
    bit, ranks = VICTORY_BITS.get(victory, rec.SPECIAL_VICTORY), ranks or []
    steps = "; ".join(list_steps(pieces, ranks))
    return Progress(
        victory=victory,
        title=victory.capitalize(),
        pieces=pieces,
        have=have,
        need=need,
        ranks=ranks,
        achieved=bool(holding.victories & bit),
        met=bool(holding.conditions & bit),
        text=steps if ranks and steps else "; ".join(filter(None, (describe_count(victory, have, need), steps))),
    )


def describe_count(victory: str, have: int, need: int) -> str:
    """Return `12 of 17 cards`; `18 cards` once there are enough."""
    unit = UNITS.get(victory)
    if unit and have >= need:
        return format_count(have, unit)
    return f"{have} of {need} {unit or 'card'}s"


def list_steps(pieces: list[Piece], ranks: list[RankCount]) -> list[str]:
    """Return what is left to do: `put Burgundy into play`, `2 more rank-3 cards`, `1 rank-1 card too many`."""
    missing = [(piece_name(p), p.needed_in) for p in pieces if not p.ready]
    printed = [f"put {name} into play" for name, place in missing if place == "play"]
    gained = [name for name, place in missing if place != "play"]
    steps = [join_words([*printed, *([f"get {join_words(gained)}"] if gained else [])])] if missing else []
    for r in wrong_ranks(ranks):
        if r.have < r.need:
            steps.append(count_more(r.need - r.have, f"rank-{r.rank} card"))
        else:
            steps.append(f"{format_count(r.have - r.need, f'rank-{r.rank} card')} too many")
    return steps


def describe_needs(progress: Progress) -> str:
    """Return what is missing as part of a sentence: `Sapphire Blue in play and 5 more cards`; empty: nothing."""
    needs = [piece_name(p) + (" in play" if p.needed_in == "play" else "") for p in progress.pieces if not p.ready]
    left = progress.need - progress.have
    if progress.victory in UNITS and left > 0:
        needs.append(count_more(left, UNITS[progress.victory]))
    for r in wrong_ranks(progress.ranks):
        needs.append(count_more(r.need - r.have, f"rank-{r.rank} card"))
    return join_words(needs)


def count_more(n: int, noun: str) -> str:
    """Return `2 more cards`, or for a negative number `1 fewer card`."""
    return f"{abs(n)} {'more' if n > 0 else 'fewer'} {noun}{'' if abs(n) == 1 else 's'}"


def wrong_ranks(ranks: list[RankCount]) -> list[RankCount]:
    """Return the ranks with a wrong number of cards. A missing rank-4 card is Burgundy, which is named as a piece."""
    return [r for r in ranks if r.have != r.need and not (r.rank == 4 and r.have == 0)]


def piece_name(piece: Piece) -> str:
    return NAMES[IDS.index(piece.id)]


def find_nearest(holding: Holding, special: int) -> Progress:
    return min(
        list_progress(holding, special),
        key=lambda p: (not p.met, (1 - p.have / p.need) + sum(not piece.ready for piece in p.pieces) / 3),
    )


# ---------------------------------------------------------------------- wording


def name_player(c: Constants, player: int) -> str:
    """Return a player for a text: `{0}`, or `Billy`."""
    return "Billy" if is_billy(c, player) else f"{{{player}}}"


def victory_title(s: State, player: int) -> str:
    """Return the best victory that a player has achieved: `17 points`, `Ruby`."""
    best = winning.best_victory(s, player)
    if best == rec.POINTS_VICTORY:
        return f"{winning.POINTS_NEEDED} points"
    if best == rec.SPECIAL_VICTORY:
        return NAMES[s.special]
    return "Ruby" if best == rec.RUBY_VICTORY else "Sapphire"


def describe_victory(s: State, player: int) -> str:
    """Return what a player did: `reached 17 points`, `achieved the Ruby victory`."""
    title = victory_title(s, player)
    return f"reached {title}" if title.endswith("points") else f"achieved the {title} victory"
