"""What speaks for a lay: how much it leaves everybody to lay."""

from __future__ import annotations

from gamut.engine.bits import bit, count
from gamut.games.mixx.guide import find_reach
from gamut.games.mixx.language import say_cards
from gamut.games.mixx.record import Constants, State, laid_card, laid_place


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    """`After it you could lay 3 cards, Umber 1 card.`"""
    if s.alone:
        return "Nobody else can lay: every card more is yours."
    card = laid_card(a)
    reach = find_reach(c, s, card, laid_place(a))
    mine = count(s.stock[seat] & ~bit(card) & reach)
    others = [(seat + k) % c.seats for k in range(1, c.seats)]
    counts = {other: count(s.stock[other] & reach) for other in others}
    if not any(counts.values()):
        return "Nobody else could lay after it."
    said = [f"{{{other}}} {say_cards(n) if n else 'none'}" for other, n in counts.items()]
    return f"After it {{{seat}}} could lay {say_cards(mine) if mine else 'none'}, {', '.join(said)}."
