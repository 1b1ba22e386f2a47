"""What is worth doing in Chroma Mix: every action is tried in thought, and `foresight` says what it is worth.

An effect that leaves a choice is thought through with the choice that looks best now. All is done on counts of
cards in `work`; the table itself is not touched.
"""

from __future__ import annotations

from gamut.engine.numbers import far_exponential
from gamut.engine.record import Row
from gamut.games.chroma_mix.billy import billys_aims
from gamut.games.chroma_mix.effects import addable
from gamut.games.chroma_mix.foresight import (
    BASE,
    CARDS,
    DOTS,
    HAND,
    PLAY,
    TRIED,
    add_input,
    look,
    strength,
)  # fmt: skip
from gamut.games.chroma_mix.mixing import can_complete_many, has_raspberry, parts_with
from gamut.games.chroma_mix.record import (
    ADD_HAND,
    ADD_PLAY,
    ADDING,
    ADDING_EQUAL,
    ADDING_RANK_2,
    ALSO_PRINT,
    AZURE,
    BILLY,
    BILLY_PAYS,
    BILLYS_NET,
    CERULEAN,
    CORAL,
    DISCARD_HAND,
    DONE,
    EMERALD,
    END_TURN,
    HELPING,
    JUNGLE,
    KINDS,
    LAYING,
    LIGHT_YELLOW,
    MIX_HAND,
    MIX_PLAY,
    MIXING,
    MUSTARD,
    NO_SPECIAL,
    ORANGE,
    PALE_MAGENTA,
    PARTING,
    PAYABLE,
    PEAR,
    PETROL,
    PRINT,
    PRINT_IT,
    PRINTING,
    REFILL,
    REFILLING,
    RETURN,
    RUBY,
    SAPPHIRE,
    SEATS_NET,
    SWAP,
    SWAP_NOTHING,
    TAKE,
    TRADING,
    TUCK,
    UNITS,
    VIOLET,
    Constants,
    State,
    chosen_kind,
    chosen_source,
    source_kind,
)  # fmt: skip
from gamut.games.chroma_mix.supply import RANK_1, open_cards, open_rank_2
from gamut.games.chroma_mix.victories import (
    CARDS_GOAL,
    DOTS_GOAL,
    POINTS_GOAL,
    RANK_2_GOAL,
    tucked_dots,
)  # fmt: skip

WON = 20_000  # strength of a victory that the action would meet
NEVER = -1_000_000
FINE = 256  # parts of one
ADDED_DOT = 80  # what a card that Raspberry has to add costs, a rank dot
IDLE = 2000  # what it costs to do nothing with a turn
LEFT_FIRST = 500  # strength between two neighbouring cards of a refill
SHARPNESS = 150  # strength that makes an action e times as weighty
MOST = 100_000  # weight of the best action


# ---------------------------------------------------------------------- cards moved in thought


def begin(s: State, seat: int, work: Row) -> None:
    """Think of the table as it stands."""
    for u in range(UNITS):
        work[TRIED + u] = work[BASE + u]
    for kind in range(KINDS):
        work[CARDS + HAND + kind] = s.hand[seat, kind]
        work[CARDS + PLAY + kind] = s.play[seat, kind]


def thinks_otherwise(s: State, seat: int, work: Row) -> bool:
    """Whether any card of the player has moved in thought."""
    for kind in range(KINDS):
        if work[CARDS + HAND + kind] != s.hand[seat, kind] or work[CARDS + PLAY + kind] != s.play[seat, kind]:
            return True
    return False


def move(c: Constants, work: Row, source: int, n: int) -> None:
    """Let there be `n` more cards in hand (0 … 23) or in play (24 …)."""
    work[CARDS + source] += n
    add_input(c, SEATS_NET, work, TRIED, source, n)


def think_laid(c: Constants, work: Row, kind: int) -> None:
    """A card goes from hand to play."""
    move(c, work, HAND + kind, -1)
    move(c, work, PLAY + kind, 1)


def worth(c: Constants, work: Row) -> int:
    """What the network says of the cards as they are thought now."""
    return strength(c, SEATS_NET, work, TRIED)


def worth_moved(c: Constants, work: Row, source: int, n: int) -> int:
    """The worth with one more change, which is taken back."""
    move(c, work, source, n)
    found = worth(c, work)
    move(c, work, source, -n)
    return found


def judge(c: Constants, s: State, work: Row) -> int:
    """The worth of the cards as they are thought now, and a victory if there is one."""
    return worth(c, work) + (WON if thinks_won(c, s, work) else 0)


def thinks_won(c: Constants, s: State, work: Row) -> bool:
    """Whether the cards as they are thought now meet a victory."""
    points, cards = 0, 0
    for kind in range(KINDS):
        points += c.points[kind] * work[CARDS + PLAY + kind]
        cards += work[CARDS + HAND + kind] + work[CARDS + PLAY + kind]
    if points >= POINTS_GOAL or (cards >= CARDS_GOAL and work[CARDS + PLAY + SAPPHIRE] > 0):
        return True
    emerald, sapphire = thought(work, EMERALD, EMERALD + 1), thought(work, SAPPHIRE, SAPPHIRE + 1)
    if work[CARDS + PLAY + RUBY] > 0 and emerald > 0 and sapphire > 0:
        return True
    if s.special == NO_SPECIAL or work[CARDS + PLAY + s.special] == 0:
        return False
    if s.special == MUSTARD:
        return tucked_dots(c, s) >= DOTS_GOAL
    rank_2 = thought(work, CERULEAN, AZURE)
    if s.special == PETROL:
        return rank_2 >= RANK_2_GOAL
    rank_1, rank_3 = thought(work, 0, CERULEAN), thought(work, AZURE, RUBY)
    return rank_1 == 4 and rank_2 == 3 and rank_3 == 2 and thought(work, RUBY, KINDS) == 1


def thought(work: Row, first: int, end: int) -> int:
    """How many cards of some kinds there are in thought, in hand and play."""
    n = 0
    for kind in range(first, end):
        n += work[CARDS + HAND + kind] + work[CARDS + PLAY + kind]
    return n


# ---------------------------------------------------------------------- effects in thought


def think_paint(c: Constants, s: State, work: Row, kinds: int, n: int) -> int:
    """Add `n` of the rank-1 card that is worth most; return it, −1: none is there."""
    chosen, most = -1, NEVER
    for kind in range(CERULEAN):
        if (kinds >> kind) & 1 and s.supply[kind]:
            found = worth_moved(c, work, HAND + kind, min(n, s.supply[kind]))
            if found > most:
                chosen, most = kind, found
    if chosen >= 0:
        move(c, work, HAND + chosen, min(n, s.supply[chosen]))
    return chosen


def think_paints(c: Constants, s: State, work: Row, times: int) -> None:
    """Add rank-1 cards one by one."""
    for _ in range(times):
        think_paint(c, s, work, RANK_1, 1)


def think_rank_2(c: Constants, s: State, work: Row) -> None:
    """Add the open rank-2 card that is worth most."""
    open, chosen, most = open_rank_2(s), -1, NEVER
    for kind in range(CERULEAN, AZURE):
        if (open >> kind) & 1:
            found = worth_moved(c, work, HAND + kind, 1)
            if found > most:
                chosen, most = kind, found
    if chosen >= 0:
        move(c, work, HAND + chosen, 1)


def think_back(c: Constants, work: Row, most: int) -> None:
    """Take back up to `most` cards, each if that is worth more."""
    now = worth(c, work)
    for kind in range(KINDS):
        going = True
        while going and most > 0 and work[CARDS + PLAY + kind] > 0:
            move(c, work, PLAY + kind, -1)
            move(c, work, HAND + kind, 1)
            found = worth(c, work)
            if found > now:
                now = found
                most -= 1
            else:
                move(c, work, PLAY + kind, 1)
                move(c, work, HAND + kind, -1)
                going = False


def think_back_one(c: Constants, work: Row) -> None:
    """Take back the card whose return is worth most, or none."""
    chosen, most = -1, worth(c, work)
    for kind in range(KINDS):
        if work[CARDS + PLAY + kind] > 0:
            move(c, work, PLAY + kind, -1)
            found = worth_moved(c, work, HAND + kind, 1)
            move(c, work, PLAY + kind, 1)
            if found > most:
                chosen, most = kind, found
    if chosen >= 0:
        move(c, work, PLAY + chosen, -1)
        move(c, work, HAND + chosen, 1)


def think_lost(c: Constants, work: Row) -> None:
    """Discard the card that is worth least."""
    chosen, most = -1, NEVER
    for source in range(2 * KINDS):
        if work[CARDS + source] > 0:
            found = worth_moved(c, work, source, -1)
            if found > most:
                chosen, most = source, found
    if chosen >= 0:
        move(c, work, chosen, -1)


def think_printed(c: Constants, s: State, work: Row, kind: int) -> None:
    """Print a card; of what it does only what cannot begin another print."""
    think_laid(c, work, kind)
    what = c.once[kind]
    if what == ADDING:
        think_paint(c, s, work, addable(kind), 1)
    elif what == ADDING_EQUAL:
        think_paint(c, s, work, RANK_1, c.times[kind])
    elif what == ADDING_RANK_2:
        think_rank_2(c, s, work)
    elif what == REFILLING:
        think_back_one(c, work)
        think_paints(c, s, work, work[CARDS + PLAY + JUNGLE])
    elif kind == CORAL and s.supply[PALE_MAGENTA]:
        move(c, work, HAND + PALE_MAGENTA, 1)


def think_print(c: Constants, s: State, work: Row, kind: int) -> None:
    """Print a card with all that it does."""
    think_printed(c, s, work, kind)
    what = c.once[kind]
    if what == PRINTING:
        for _ in range(c.times[kind]):
            think_best_print(c, s, work)
    elif what == PARTING:
        think_parting(c, s, work)
    elif what == TRADING:
        think_trade(c, s, work)


def think_best_print(c: Constants, s: State, work: Row) -> None:
    """Violet: print the card that is worth most, by its place alone, with what it does."""
    chosen, most = -1, NEVER
    for kind in range(KINDS):
        again = kind == EMERALD and work[CARDS + PLAY + EMERALD] > 0
        if work[CARDS + HAND + kind] > 0 and kind != VIOLET and not again:
            move(c, work, HAND + kind, -1)
            found = worth_moved(c, work, PLAY + kind, 1) + 100 * c.times[kind]
            move(c, work, HAND + kind, 1)
            if found > most:
                chosen, most = kind, found
    if chosen >= 0:
        think_printed(c, s, work, chosen)


def think_trade(c: Constants, s: State, work: Row) -> None:
    """Prism: discard the least for the best rank-2 card, if that is worth more."""
    now = worth(c, work)
    open, best = open_rank_2(s), NEVER
    for kind in range(CERULEAN, AZURE):
        if (open >> kind) & 1:
            best = max(best, worth_moved(c, work, HAND + kind, 1))
    least = NEVER
    for source in range(2 * KINDS):
        if work[CARDS + source] > 0:
            least = max(least, worth_moved(c, work, source, -1))
    if best != NEVER and best + least > 2 * now:
        think_lost(c, work)
        think_rank_2(c, s, work)


def think_parting(c: Constants, s: State, work: Row) -> None:
    """Lavender: the parting that is worth most; the parts lie in play then."""
    open, most = open_cards(s), NEVER
    whole, first, second = -1, -1, -1
    for source in range(2 * KINDS):
        kind = source_kind(source)
        if work[CARDS + source] <= 0 or kind < CERULEAN:
            continue
        move(c, work, source, -1)
        for part in range(PAYABLE):
            if (open >> part) & 1:
                mates = parts_with(c, s, kind, part, open) >> part << part
                other = part
                while mates >> other:
                    if (mates >> other) & 1:
                        move(c, work, PLAY + part, 1)
                        found = worth_moved(c, work, PLAY + other, 1)
                        move(c, work, PLAY + part, -1)
                        if found > most:
                            whole, first, second, most = source, part, other, found
                    other += 1
        move(c, work, source, 1)
    if whole >= 0:
        move(c, work, whole, -1)
        move(c, work, PLAY + first, 1)
        move(c, work, PLAY + second, 1)


# ---------------------------------------------------------------------- mixes in thought


def worth_made(c: Constants, s: State, work: Row, made: int) -> int:
    """The best worth of a card out of a set of kinds, once what it is made of has gone."""
    best, kind = NEVER, 0
    while made >> kind:
        if (made >> kind) & 1:
            move(c, work, HAND + kind, 1)
            best = max(best, judge(c, s, work))
            move(c, work, HAND + kind, -1)
            if work[CARDS + PLAY + ORANGE] > 0 and not (kind == EMERALD and work[CARDS + PLAY + EMERALD] > 0):
                move(c, work, PLAY + kind, 1)
                best = max(best, judge(c, s, work))
                move(c, work, PLAY + kind, -1)
        kind += 1
    return best


def worth_mixed(c: Constants, s: State, seat: int, work: Row, kind: int, open: int) -> int:
    """The best worth of a mix with one more card of this kind; all cards put forward have gone in thought."""
    best = NEVER
    if s.many == 1:
        best = worth_made(c, s, work, c.pair[chosen_kind(s, 0), kind] & open)
    elif s.many == 0:
        best = worth_paired(c, s, work, kind, open)
    if has_raspberry(s, seat):
        best = max(best, worth_reached(c, s, seat, work, kind, open))
    return best


def worth_paired(c: Constants, s: State, work: Row, kind: int, open: int) -> int:
    """The best worth of a mix of a card with one other."""
    best, sources = NEVER, 2 * KINDS if work[CARDS + PLAY + CORAL] > 0 else KINDS
    for source in range(sources):
        if source_kind(source) < PAYABLE and work[CARDS + source] > 0:
            made = c.pair[kind, source_kind(source)] & open
            if made:
                move(c, work, source, -1)
                best = max(best, worth_made(c, s, work, made))
                move(c, work, source, 1)
    return best


def worth_reached(c: Constants, s: State, seat: int, work: Row, kind: int, open: int) -> int:
    """With Raspberry: the best worth of what the cards can become, less what has to be added."""
    best, dots = NEVER, c.rank[kind]
    for i in range(s.many):
        dots += c.rank[chosen_kind(s, i)]
    for made in range(KINDS):
        if (open >> made) & 1 and can_complete_many(c, s, seat, kind, 1 << made):
            best = max(best, worth_made(c, s, work, 1 << made) - ADDED_DOT * (c.rank[made] - dots))
    return best


# ---------------------------------------------------------------------- actions in thought


def judge_action(c: Constants, s: State, seat: int, work: Row, a: int, open: int) -> int:
    """The worth of an action."""
    begin(s, seat, work)
    for i in range(s.many):
        move(c, work, chosen_source(s, i), -1)
    if a < ADD_HAND:
        return judge_turn(c, s, seat, work, a, open)
    if a < TAKE:
        source = a - ADD_HAND if a < ADD_PLAY else a - ADD_PLAY + KINDS
        move(c, work, source, -1)
        return worth_mixed(c, s, seat, work, source_kind(source), open)
    if a < ALSO_PRINT:
        return judge_taking(c, s, seat, work, a - TAKE, open)
    if a < DISCARD_HAND:
        think_print(c, s, work, a - ALSO_PRINT)
    elif a < RETURN:
        return judge_discard(c, s, work, a - DISCARD_HAND, open)
    elif a < DONE:
        return judge_return(c, s, work, a)
    elif a == PRINT_IT:
        kind = s.more[s.depth - 1]
        if s.what[s.depth - 1] == LAYING:
            think_laid(c, work, kind)
        else:
            think_print(c, s, work, kind)
    return judge(c, s, work)


def judge_turn(c: Constants, s: State, seat: int, work: Row, a: int, open: int) -> int:
    """The worth of one of the four actions, or of ending the turn."""
    if a < MIX_HAND:
        think_print(c, s, work, a - PRINT)
        if s.prints == 0:
            think_paints(c, s, work, work[CARDS + PLAY + PEAR])
    elif a < REFILL:
        source = a - MIX_HAND if a < MIX_PLAY else a - MIX_PLAY + KINDS
        move(c, work, source, -1)
        return worth_mixed(c, s, seat, work, source_kind(source), open)
    elif a == REFILL:
        think_back(c, work, 2 * KINDS)
        think_paints(c, s, work, work[CARDS + PLAY + JUNGLE])
    elif a == SWAP_NOTHING:
        move(c, work, HAND + LIGHT_YELLOW, 1)
    elif a < END_TURN:
        move(c, work, HAND + a - SWAP, -1)
        think_paint(c, s, work, RANK_1, 1)
    idle = s.done == 0 and not thinks_otherwise(s, seat, work)
    return judge(c, s, work) - (IDLE if idle else 0)


def judge_taking(c: Constants, s: State, seat: int, work: Row, kind: int, open: int) -> int:
    """The worth of an open card for what it is wanted."""
    what = s.what[s.depth - 1]
    if what == MIXING:
        return worth_made(c, s, work, 1 << kind)
    if what == PARTING:
        return judge_part(c, s, work, kind, open)
    n = 1
    if what == ADDING_EQUAL:
        n = min(s.more[s.depth - 1], s.supply[kind])
    move(c, work, HAND + kind, n)
    return judge(c, s, work)


def judge_part(c: Constants, s: State, work: Row, kind: int, open: int) -> int:
    """The worth of one of Lavender's parts, with the best other one."""
    move(c, work, PLAY + kind, 1)
    if s.parts[0]:
        move(c, work, PLAY + s.parts[0] - 1, 1)
        return judge(c, s, work)
    return worth_other_part(c, s, work, chosen_kind(s, 0), kind, open)


def worth_other_part(c: Constants, s: State, work: Row, whole: int, part: int, open: int) -> int:
    """The worth of the best second part to a first one."""
    best, other, mates = NEVER, 0, parts_with(c, s, whole, part, open)
    while mates >> other:
        if (mates >> other) & 1:
            best = max(best, worth_moved(c, work, PLAY + other, 1))
        other += 1
    return best


def judge_discard(c: Constants, s: State, work: Row, source: int, open: int) -> int:
    """The worth of discarding a card for Lavender's parts or for Prism's card."""
    move(c, work, source, -1)
    if s.what[s.depth - 1] == TRADING:
        think_rank_2(c, s, work)
        return judge(c, s, work)
    best = NEVER
    for part in range(PAYABLE):
        if (open >> part) & 1:
            move(c, work, PLAY + part, 1)
            best = max(best, worth_other_part(c, s, work, source_kind(source), part, open))
            move(c, work, PLAY + part, -1)
    return best


def judge_return(c: Constants, s: State, work: Row, a: int) -> int:
    """The worth of taking a card back, or tucking it; what is worth it and stands further left comes first."""
    kind, now = a - RETURN if a < TUCK else a - TUCK, judge(c, s, work)
    move(c, work, PLAY + kind, -1)
    if a < TUCK:
        move(c, work, HAND + kind, 1)
    else:
        add_input(c, SEATS_NET, work, TRIED, DOTS, c.rank[kind])
    found = judge(c, s, work)
    if a >= TUCK and tucked_dots(c, s) + c.rank[kind] >= DOTS_GOAL:
        found += WON
    return now + LEFT_FIRST * (KINDS - kind) + (found - now) // 64 if found > now else found


# ---------------------------------------------------------------------- Billy's mix


def judge_for_billy(c: Constants, s: State, work: Row, a: int, open: int) -> int:
    """How little a card of Billy's mix helps it."""
    for u in range(UNITS):
        work[TRIED + u] = work[BASE + u]
    for i in range(s.many):
        add_input(c, BILLYS_NET, work, TRIED, HAND + chosen_kind(s, i), -1)
    if a < ALSO_PRINT:
        return -strength_made(c, work, 1 << (a - TAKE))
    kind, most = a - BILLY_PAYS, NEVER
    add_input(c, BILLYS_NET, work, TRIED, HAND + kind, -1)
    if s.many == 1:
        return -strength_made(c, work, c.pair[chosen_kind(s, 0), kind] & open)
    for other in range(PAYABLE):
        made = c.pair[kind, other] & open
        if made and s.hand[BILLY, other] > (1 if other == kind else 0):
            add_input(c, BILLYS_NET, work, TRIED, HAND + other, -1)
            most = max(most, -strength_made(c, work, made))
            add_input(c, BILLYS_NET, work, TRIED, HAND + other, 1)
    return most


def strength_made(c: Constants, work: Row, made: int) -> int:
    """Billy's least strength with one of some cards."""
    least, kind = -NEVER, 0
    while made >> kind:
        if (made >> kind) & 1:
            add_input(c, BILLYS_NET, work, TRIED, HAND + kind, 1)
            least = min(least, strength(c, BILLYS_NET, work, TRIED))
            add_input(c, BILLYS_NET, work, TRIED, HAND + kind, -1)
        kind += 1
    return least


# ---------------------------------------------------------------------- the verb


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Weights: the best action has the most, and the others fall off with what they are worth less."""
    open = open_cards(s)
    helping = s.depth > 0 and s.what[s.depth - 1] == HELPING
    if helping:
        open = billys_aims(c, s, open)
    look(c, s, BILLY if helping else seat, work)
    best = NEVER
    for k in range(n):
        if helping:
            out[k] = judge_for_billy(c, s, work, acts[k], open)
        else:
            out[k] = judge_action(c, s, seat, work, acts[k], open)
        best = max(best, out[k])
    for k in range(n):
        behind = min((best - out[k]) * FINE // SHARPNESS, 12 * FINE)
        out[k] = max(MOST * FINE // far_exponential(behind, FINE), 1)
