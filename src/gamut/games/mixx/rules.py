"""The rules of Mixx. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count, lowest, member, rest
from gamut.engine.chance import chance
from gamut.engine.ranking import rank
from gamut.engine.record import Row, Word
from gamut.games.mixx.record import ACROSS, AXIS, CARDS, LEVEL, UPRIGHT, State, Tables


def deal(t: Tables, s: State) -> None:
    """Clauses 1.1–1.3: deal open stocks, choose who begins."""
    s.deck = t.cards
    s.left = count(t.cards)
    for seat in range(t.seats):
        for _ in range(t.stock):
            draw(s, seat)
    s.turn = t.first if t.first >= 0 else chance(s, t.seats)
    s.round = 1
    s.reach = t.cards


def draw(s: State, seat: int) -> None:
    """One card from the deck to the seat's stock."""
    card = bit(member(s.deck, chance(s, s.left)))
    s.deck = s.deck ^ card
    s.left -= 1
    s.stock[seat] = s.stock[seat] | card


def actors(t: Tables, s: State) -> int:
    """Clause 4.1: one seat at a time."""
    return 0 if s.over else 1 << s.turn


def legal(t: Tables, s: State, seat: int, out: Row) -> int:
    """Clauses 2.1–3.1 and 7.4, in ascending order."""
    if s.over or seat != s.turn:
        return 0
    mine = s.stock[seat]
    if s.levels == 0:
        return offer(mine, LEVEL, out, 0)
    n = offer(mine & s.level_open, LEVEL, out, 0)
    if s.centre:
        return offer(mine & s.upright_open, UPRIGHT, out, n)
    if s.levels > 1 and not t.line:
        for k in range(s.levels):
            n = offer(mine & t.differs[s.level[k]], ACROSS + k, out, n)
    return n


def offer(cards: Word, place: int, out: Row, n: int) -> int:
    """Write the actions that lay one of the cards at a place."""
    while cards != NONE:
        out[n] = place * CARDS + lowest(cards)
        cards = rest(cards)
        n += 1
    return n


def play(t: Tables, s: State, seat: int, a: int) -> None:
    """Clause 4.2: lay a card, draw one, pass the turn."""
    card = a % CARDS
    lay(t, s, card, a // CARDS)
    s.laid = s.laid | bit(card)
    s.stock[seat] = s.stock[seat] ^ bit(card)
    if s.left:
        draw(s, seat)
    if not pass_turn(t, s, seat):
        end_round(t, s, seat)


def lay(t: Tables, s: State, card: int, place: int) -> None:
    """Put the card down and renew what may follow it."""
    differs = t.differs[card]
    if place == LEVEL:
        s.level_open = differs if s.levels == 0 else s.level_open & differs
        s.level[s.levels] = card
        s.levels += 1
        if not s.centre:
            s.corner_open = s.corner_open | differs
    else:
        if place != UPRIGHT:
            s.centre = place - ACROSS + 1
            s.fixed_at = s.levels
            s.corner_open = NONE
            s.upright_open = t.differs[s.level[s.centre - 1]]
        s.upright_open = s.upright_open & differs
        s.upright[s.uprights] = card
        s.uprights += 1
    s.reach = s.level_open
    if s.centre:
        s.reach = s.reach | s.upright_open
    elif s.levels > 1 and not t.line:
        s.reach = s.reach | s.corner_open


def pass_turn(t: Tables, s: State, seat: int) -> bool:
    """Clauses 4.1, 4.3 and 4.4: the next seat that can lay, or the same one alone; false when the round is over."""
    if not s.alone:
        for k in range(1, t.seats):
            other = (seat + k) % t.seats
            if s.stock[other] & s.reach != NONE:
                s.turn = other
                return True
        s.alone = 1
    return bool(s.stock[seat] & s.reach)


def end_round(t: Tables, s: State, seat: int) -> None:
    """Clauses 5.1–5.3 and 6.1: the seat that laid last wins the cards; a new round, or the end."""
    s.won[seat] = s.won[seat] | s.laid
    if s.left == 0:
        s.over = 1
        return
    s.turn = 1 - seat if t.seats == 2 else seat
    s.round += 1
    clear(t, s)


def clear(t: Tables, s: State) -> None:
    """An empty table."""
    for k in range(AXIS):
        s.level[k] = 0
        s.upright[k] = 0
    s.laid = s.level_open = s.upright_open = s.corner_open = NONE
    s.reach = t.cards
    s.levels = s.uprights = s.centre = s.fixed_at = s.alone = 0


def result(t: Tables, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 6.2–6.3."""
    for seat in range(t.seats):
        scores[seat] = count(s.won[seat])
    rank(scores, ranks, t.seats)
    return 0


def check(t: Tables, s: State) -> int:
    """The invariants, in the order the game declares them."""
    together, many = s.deck | s.laid, count(s.deck) + count(s.laid)
    for seat in range(t.seats):
        together = together | s.stock[seat] | s.won[seat]
        many += count(s.stock[seat]) + count(s.won[seat])
    if s.over:  # the last cross lies on the table and in the winner's pile
        many -= count(s.laid)
    if together != t.cards or many != count(t.cards):
        return 1
    if s.left != count(s.deck):
        return 2
    if s.left > 0:
        for seat in range(t.seats):
            if count(s.stock[seat]) != t.stock:
                return 3
    if not differ(t, s):
        return 4
    if s.levels + s.uprights != count(s.laid):
        return 5
    if not s.over and s.stock[s.turn] & s.reach == NONE:
        return 6
    return 0


def differ(t: Tables, s: State) -> bool:
    """Whether the cards of each axis differ from each other in colour and motif."""
    for i in range(s.levels):
        for j in range(i):
            if t.differs[s.level[i]] & bit(s.level[j]) == NONE:
                return False
    for i in range(s.uprights):
        if t.differs[s.upright[i]] & bit(s.level[s.centre - 1]) == NONE:
            return False
        for j in range(i):
            if t.differs[s.upright[i]] & bit(s.upright[j]) == NONE:
                return False
    return True
