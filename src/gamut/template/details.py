"""What a card, a sign or a player of Easel is: details, goals and the legend."""

from __future__ import annotations

from gamut.engine.presentation import Detail, Effect, Fact, Goal, LegendEntry, LegendSection, format_count
from gamut.template.record import COLOURS, COPIES, TARGETS, Constants, State
from gamut.template.rules import find_beaten


def detail(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    """Describe a card, whether it is named alone or by its place; seats and signs describe themselves."""
    colour = piece.removeprefix("hand:").removeprefix("card:")
    return describe_card(c, s, seat, COLOURS.index(colour)) if colour in COLOURS else None


def describe_card(c: Constants, s: State, seat: int, card: int) -> Detail:
    """Say what a card beats now, and where its copies are, as far as the seat knows."""
    beaten, points = find_beaten(c, s.target, card)
    text = f"It scores {format_count(points, 'point')} for each {COLOURS[beaten]} card that is played with it."
    facts = [Fact("Cards of this colour", str(COPIES)), Fact("On the discard pile", str(s.discard[card]))]
    if seat >= 0:
        facts.insert(0, Fact("In your hand", str(s.hand[seat, card])))
    effect = Effect(f"While the target is {TARGETS[s.target]}", text)
    return Detail(
        f"{COLOURS[card].capitalize()} card", picture=f"card:{COLOURS[card]}", facts=tuple(facts), effects=(effect,)
    )


def goals(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    best = max(s.score[p] for p in range(c.seats))
    return (
        Goal(
            "Most points",
            format_count(s.score[seat], "point"),
            s.score[seat],
            0,
            bool(s.over and s.score[seat] == best),
        ),
    )


def legend(c: Constants) -> tuple[LegendSection, ...]:
    table = (
        LegendEntry("area:target", "Target", "The colour that decides in this round which cards beat which."),
        LegendEntry("area:hand", "Your hand", "The cards that you can play. No other player sees them."),
        LegendEntry("area:discard", "Discard pile", "The number of cards of each colour that have been played."),
    )
    return (LegendSection("The table", table),)
