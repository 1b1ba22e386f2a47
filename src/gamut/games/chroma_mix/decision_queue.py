"""The pending decisions as a table shows them, in order, followed by those that are sure to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_billy
from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.effects import slate_gray_owner
from gamut.games.chroma_mix.mixing import count_chosen
from gamut.games.chroma_mix.record import Constants, State

DecisionName = Literal[
    "mix", "orange-print", "slate-gray-ink", "refill", "gain-ink", "gain-same-inks", "gain-rank-2", "fuchsia-print",
    "violet-print", "lavender-split", "lavender-order", "lavender-second", "prism-trade", "swap", "billy-mix",
    "second-mix",
]  # fmt: skip
DECISION_NAMES: dict[int, DecisionName] = {
    rec.MIXING: "mix",
    rec.ORANGE_PRINT: "orange-print",
    rec.SLATE_GRAY_INK: "slate-gray-ink",
    rec.REFILLING: "refill",
    rec.GAIN_INK: "gain-ink",
    rec.GAIN_SAME_INKS: "gain-same-inks",
    rec.GAIN_RANK_2: "gain-rank-2",
    rec.FUCHSIA_PRINT: "fuchsia-print",
    rec.VIOLET_PRINT: "violet-print",
    rec.LAVENDER_SPLIT: "lavender-split",
    rec.LAVENDER_ORDER: "lavender-order",
    rec.LAVENDER_SECOND: "lavender-second",
    rec.PRISM_TRADE: "prism-trade",
    rec.SWAPPING: "swap",
    rec.BILLY_MIX: "billy-mix",
}


class PendingDecision(msgspec.Struct, frozen=True):
    """A pending decision; `{0}`, `{1}`, … in the text are players."""

    decision: DecisionName
    card: str  # id of the card that causes it; empty: a player's own action, or Billy's MIX card
    text: str
    current: bool
    expected: bool  # not pending yet, but sure to come unless something changes


def list_decisions(c: Constants, s: State) -> list[PendingDecision]:
    """Return the pending decisions, the current one first, then the expected ones."""
    decisions = []
    for i in reversed(range(s.depth)):
        card = IDS[s.cause[i]] if s.cause[i] >= 0 else ""
        text, current = describe_decision(s, i), i == s.depth - 1
        decisions.append(PendingDecision(DECISION_NAMES[s.decision[i]], card, text, current, False))
    return decisions + list(list_expected(c, s))


def describe_decision(s: State, i: int) -> str:
    decision, detail, who = s.decision[i], s.detail[i], f"{{{s.decider[i]}}}"
    if decision == rec.MIXING:
        return "Mixing…"
    if decision == rec.ORANGE_PRINT:
        return f"{who} may put {NAMES[detail]} straight into play"
    if decision == rec.FUCHSIA_PRINT:
        return f"{who} may print {NAMES[detail]}"
    if decision == rec.LAVENDER_SECOND:
        return f"{NAMES[detail]} is printed next"
    return {
        rec.SLATE_GRAY_INK: f"{who} may gain {count_inks(detail)}",
        rec.REFILLING: f"{who} may return {'a card' if detail == 1 else 'cards'} to hand",
        rec.GAIN_INK: f"{who} must gain {count_inks(detail)}",
        rec.GAIN_SAME_INKS: f"{who} must gain {detail} of one ink",
        rec.GAIN_RANK_2: f"{who} must gain a rank-2 card",
        rec.VIOLET_PRINT: f"{who} must print {'two cards' if detail == 2 else 'one more card'}",
        rec.LAVENDER_SPLIT: f"{who} must choose a card to split",
        rec.LAVENDER_ORDER: f"{who} must choose which card to print first",
        rec.PRISM_TRADE: f"{who} may discard a card for a rank-2 card",
        rec.SWAPPING: f"{who} must gain an ink",
        rec.BILLY_MIX: f"{who} must choose {'a mix' if detail == 1 else f'{detail} mixes'} for Billy",
    }[decision]


def count_inks(n: int) -> str:
    return "an ink" if n == 1 else f"{n} inks"


# ---------------------------------------------------------------------- expected decisions


def list_expected(c: Constants, s: State) -> Iterator[PendingDecision]:
    """Yield what the running action and the end of the turn will bring."""
    if s.stage == rec.OVER:
        return
    bottom = s.decision[0] if s.depth else 0
    if bottom == rec.MIXING:
        yield from list_expected_after_mix(c, s, s.decider[0])
    if bottom == rec.BILLY_MIX and s.play[0, rec.SLATE_GRAY]:
        yield expect_slate_gray(s, 0)
    for i in range(s.depth):
        jungles = count_unchosen(s, s.decider[i], rec.JUNGLE)
        if s.decision[i] == rec.REFILLING and jungles:
            text = f"{{{s.decider[i]}}} must gain {count_inks(jungles)}"
            yield expect("gain-ink", rec.JUNGLE, text)
    if not is_billy(c, s.turn) and s.has_printed and s.play[s.turn, rec.PEAR]:
        pears = s.play[s.turn, rec.PEAR]
        text = f"{{{s.turn}}} must gain {count_inks(pears)} after the last print"
        yield expect("gain-ink", rec.PEAR, text)


def list_expected_after_mix(c: Constants, s: State, mixer: int) -> Iterator[PendingDecision]:
    if count_unchosen(s, mixer, rec.ORANGE):
        yield expect("orange-print", rec.ORANGE, f"{{{mixer}}} may put the mixed card straight into play")
    owner = slate_gray_owner(c, mixer)
    if s.play[owner, rec.SLATE_GRAY]:
        yield expect_slate_gray(s, owner)
    if s.mixes_done == 0 and count_unchosen(s, mixer, rec.LEMON):
        yield expect("second-mix", rec.LEMON, f"{{{mixer}}} may mix again")


def count_unchosen(s: State, seat: int, kind: int) -> int:
    """Return the copies in play that are not chosen for the running mix."""
    return s.play[seat, kind] - count_chosen(s, rec.KINDS + kind)


def expect_slate_gray(s: State, owner: int) -> PendingDecision:
    copies = s.play[owner, rec.SLATE_GRAY]
    return expect("slate-gray-ink", rec.SLATE_GRAY, f"{{{owner}}} may gain {count_inks(copies)}")


def expect(decision: DecisionName, kind: int, text: str) -> PendingDecision:
    return PendingDecision(decision, IDS[kind], text, False, True)
