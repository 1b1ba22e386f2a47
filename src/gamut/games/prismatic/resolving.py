"""The resolve step: creations, abilities, rewards and what they do. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count, lowest, rest
from gamut.engine.record import Row, Word
from gamut.games.prismatic.committing import offer_lays
from gamut.games.prismatic.paying import begin_payment, can_pay, paid_unasked, paying_spot
from gamut.games.prismatic.pieces import (
    common_place,
    count_motes,
    draw_card,
    draw_mote,
    gain,
    take_away,
)
from gamut.games.prismatic.record import (
    ANYTHING,
    BOARD,
    COLOURS,
    COMMON,
    CREATE,
    DECLINE,
    DISCARD,
    DISCARD_CARD,
    DISCARDING,
    EMPTY,
    EMPTY_SPOT,
    EMPTYING,
    END_STEP,
    ITEMS,
    KEEP,
    KEEP_ONE,
    KEEPING,
    MAKE,
    MOTE,
    MOTES,
    ONE_PRISM,
    PALETTE,
    PAY_MOTE,
    PAY_POOL,
    PAYING,
    PLACING,
    POOL,
    PRISM,
    PRISMATIC,
    PULL,
    PULLED,
    PUT_BACK,
    REPLACE,
    REWARDS,
    REWARDS_EACH,
    STEAL,
    STEAL_CARD,
    STEALING,
    TAKE_ACTION,
    TAKE_MOTE,
    THREE_PRISMS,
    TO_COMMON,
    USE,
    Constants,
    State,
)  # fmt: skip

# ---------------------------------------------------------------------- what can be done


def common_cards(s: State) -> Word:
    """The cards of the common area as a set."""
    cards = NONE
    for place in range(COMMON):
        if s.common[place]:
            cards = cards | bit(s.common[place] - 1)
    return cards


def discardable(s: State, seat: int) -> Word:
    """Clause 6.5: the cards a seat may discard."""
    return s.progress[seat] | common_cards(s)


def stealable(c: Constants, s: State, seat: int) -> Word:
    """Clause 6.6: the cards a seat may steal."""
    cards = common_cards(s)
    for other in range(c.seats):
        if other != seat:
            cards = cards | s.progress[other]
    return cards


def count_items(s: State, spot: int) -> int:
    """How much is committed to a spot."""
    return count_motes(s.on[spot]) + s.on[spot, PRISM]


def spots_to_empty(s: State, seat: int) -> Word:
    """Clause 6.3: a seat's cards and PALETTE, as far as something lies there."""
    places = bit(PALETTE) if count_items(s, PALETTE + seat) else NONE
    cards = s.progress[seat] | s.created[seat]
    while cards != NONE:
        if count_items(s, lowest(cards)):
            places = places | bit(lowest(cards))
        cards = rest(cards)
    return places


def can_happen(c: Constants, s: State, seat: int, effect: int, spent: int) -> bool:
    """Clause 5.9: whether an effect would do anything, once `spent` prisms came to the supply to pay for it."""
    if effect < MOTE:
        return True
    if effect < ONE_PRISM:
        return s.supply[effect - MOTE] > 0
    if effect <= THREE_PRISMS:
        return s.supply[PRISM] + spent > 0
    if effect == PULL:
        return count_motes(s.bag[seat]) > 0
    if effect == EMPTY:
        return bool(spots_to_empty(s, seat) != NONE)
    if effect == DISCARD:
        return bool(discardable(s, seat) != NONE)
    if effect == STEAL:
        return bool(stealable(c, s, seat) != NONE)
    return bool((s.deck | s.discard) != NONE)  # DRAW, KEEP_ONE


def can_make(c: Constants, s: State, seat: int, creation: int) -> bool:
    """Clauses 5.2–5.4, 5.9 and 5.12: a creation of the board, once a round, paid from palette and pool."""
    if (s.made >> creation) & 1 or not can_pay(s, c.recipe[creation], PALETTE + seat):
        return False
    return can_happen(c, s, seat, c.gives[creation], c.recipe[creation, PRISM])


def can_create(c: Constants, s: State, seat: int, card: int) -> bool:
    """Clauses 5.2–5.4: a card of the own progress area or of the common area."""
    return can_pay(s, c.price[card], paying_spot(s, seat, card))


def paying_mote(c: Constants, s: State, card: int) -> int:
    """Clause 5.8: what on a card pays its ability; −1: nothing does, and a free ability needs nothing."""
    item = c.takes[card]
    if item < 0 or s.on[card, item]:
        return item
    return PRISMATIC if item != PRISM and s.on[card, PRISMATIC] else -1


def can_use(c: Constants, s: State, seat: int, card: int) -> bool:
    """Clauses 5.8–5.9: an ability that was not used in this step, is paid on its card and does something."""
    item = paying_mote(c, s, card)
    if item < 0 and c.takes[card] >= 0:
        return False
    if c.ability[card] == EMPTY and spots_to_empty(s, seat) == bit(card):
        return count_items(s, card) > 1  # what pays is gone by then
    return can_happen(c, s, seat, c.ability[card], 0)


# ---------------------------------------------------------------------- offering it


def offer_set(cards: Word, base: int, out: Row, n: int) -> int:
    """Write an action for each member of a set behind the first `n`; return how many there are then."""
    while cards != NONE:
        out[n] = base + lowest(cards)
        n += 1
        cards = rest(cards)
    return n


def offer_anything(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 5.1: create, use abilities, or end the step."""
    n = 0
    for creation in range(BOARD):
        if can_make(c, s, seat, creation):
            out[n] = MAKE + creation
            n += 1
    cards = s.progress[seat] | common_cards(s)
    while cards != NONE:
        if can_create(c, s, seat, lowest(cards)):
            out[n] = CREATE + lowest(cards)
            n += 1
        cards = rest(cards)
    cards = s.created[seat] & c.able & ~s.used
    while cards != NONE:
        if can_use(c, s, seat, lowest(cards)):
            out[n] = USE + lowest(cards)
            n += 1
        cards = rest(cards)
    out[n] = END_STEP
    return n + 1


def reward_action(effect: int) -> int:
    """The action that takes a reward."""
    return TAKE_MOTE + effect - MOTE if effect < ONE_PRISM else TAKE_ACTION + effect - PULL


def taken_effect(a: int) -> int:
    """The reward that an action takes."""
    return MOTE + a - TAKE_MOTE if a < TAKE_ACTION else PULL + a - TAKE_ACTION


def reward_ready(c: Constants, s: State, k: int) -> bool:
    """Whether reward `k` of the card just created may be taken now."""
    return (s.rewards >> k) & 1 == 1 and can_happen(c, s, s.turn, c.reward[s.wanted - 1 - BOARD, k], 0)


def offer_rewards(c: Constants, s: State, out: Row) -> int:
    """Clause 5.11: each reward that can be had, or none of them any more."""
    n, card = 0, s.wanted - 1 - BOARD
    for k in range(REWARDS_EACH):
        if reward_ready(c, s, k):
            a, i = reward_action(c.reward[card, k]), n
            while i > 0 and out[i - 1] > a:
                i -= 1
            if i == 0 or out[i - 1] != a:  # two equal rewards are one choice
                for j in range(n, i, -1):
                    out[j] = out[j - 1]
                out[i] = a
                n += 1
    out[n] = DECLINE
    return n + 1


def offer_places(s: State, seat: int, out: Row) -> int:
    """Clause 6.4: where the drawn card may go."""
    n = offer_set(s.offered[seat], KEEP, out, 0)
    common = common_cards(s)
    if count(common) == COMMON:
        return offer_set(common, REPLACE, out, n)
    out[n] = TO_COMMON
    return n + 1


def offer_task(c: Constants, s: State, seat: int, out: Row) -> int:
    """What the acting seat may do."""
    if s.task == ANYTHING:
        return offer_anything(c, s, seat, out)
    if s.task == PAYING:
        out[0], out[1] = PAY_POOL, PAY_MOTE
        return 2
    if s.task == REWARDS:
        return offer_rewards(c, s, out)
    if s.task == PULLED:
        n = offer_lays(c, s, seat, pulled_mote(s, seat), out, 0)
        out[n] = PUT_BACK
        return n + 1
    if s.task == PLACING:
        return offer_places(s, seat, out)
    if s.task == KEEPING:
        return offer_set(s.offered[seat], KEEP, out, 0)
    if s.task == DISCARDING:
        return offer_set(discardable(s, seat), DISCARD_CARD, out, 0)
    if s.task == STEALING:
        return offer_set(stealable(c, s, seat), STEAL_CARD, out, 0)
    return offer_set(spots_to_empty(s, seat), EMPTY_SPOT, out, 0)


def pulled_mote(s: State, seat: int) -> int:
    """The mote that was pulled."""
    mote = 0
    while s.drawn[seat, mote] == 0:
        mote += 1
    return mote


# ---------------------------------------------------------------------- doing it


def begin_creation(c: Constants, s: State, wanted: int) -> None:
    """Clause 5.5: pay for a creation of the board, or for BOARD + card."""
    s.wanted = wanted + 1
    begin_payment(c, s)
    go_on_paying(c, s)


def go_on_paying(c: Constants, s: State) -> None:
    """Pay what needs no question; when all is paid, the creation is there."""
    if not paid_unasked(s):
        s.task = PAYING
        return
    s.task = ANYTHING
    if s.wanted <= BOARD:
        creation = s.wanted - 1
        s.wanted = 0
        s.made |= 1 << creation
        bring_about(c, s, c.gives[creation])
    else:
        create_card(c, s, s.wanted - 1 - BOARD)


def create_card(c: Constants, s: State, card: int) -> None:
    """Clauses 5.10–5.11: the card goes to the creation area and gives its rewards."""
    seat, place = s.turn, common_place(s, card)
    if place >= 0:
        s.common[place] = 0
    else:
        s.progress[seat] = s.progress[seat] ^ bit(card)
    s.created[seat] = s.created[seat] | bit(card)
    if s.reached == 0 and count(s.created[seat]) >= c.goal:
        s.reached = seat + 1
    for k in range(REWARDS_EACH):
        if c.reward[card, k]:
            s.rewards |= 1 << k
    go_on_rewarding(c, s)


def go_on_rewarding(c: Constants, s: State) -> None:
    """Clause 5.11: prisms and colours come as soon as they can; ask for the others; what cannot be had lapses."""
    s.task = ANYTHING
    for k in range(REWARDS_EACH):
        if reward_ready(c, s, k):
            effect = c.reward[s.wanted - 1 - BOARD, k]
            if effect >= PULL or MOTE <= effect < ONE_PRISM:
                s.task = REWARDS
            else:
                s.rewards ^= 1 << k
                bring_about(c, s, effect)
    if s.task == ANYTHING:
        s.rewards = s.wanted = 0


def take_reward(c: Constants, s: State, effect: int) -> None:
    """One of the rewards happens."""
    k = 0
    while (s.rewards >> k) & 1 == 0 or c.reward[s.wanted - 1 - BOARD, k] != effect:
        k += 1
    s.rewards ^= 1 << k
    s.task = ANYTHING
    bring_about(c, s, effect)
    if s.task == ANYTHING:
        finish_task(c, s)


def use_ability(c: Constants, s: State, card: int) -> None:
    """Clause 5.8: what pays is laid aside or spent, and the ability happens."""
    item = paying_mote(c, s, card)
    if item >= 0:
        s.on[card, item] -= 1
        if item == PRISM:
            s.supply[PRISM] += 1
        else:
            s.aside[item] += 1
    s.used = s.used | bit(card)
    bring_about(c, s, c.ability[card])


def bring_about(c: Constants, s: State, effect: int) -> None:
    """Give what an effect gives, or ask what it needs to know."""
    seat = s.turn
    if effect < MOTE:
        s.pool[effect - POOL] += 1
    elif effect < ONE_PRISM:
        gain(s, seat, effect - MOTE, 1)
    elif effect <= THREE_PRISMS:
        gain(s, seat, PRISM, 1 if effect == ONE_PRISM else 3)
    elif effect == PULL:
        draw_mote(s, seat, count_motes(s.bag[seat]))
        s.task = PULLED
    elif effect == EMPTY:
        s.task = EMPTYING
    elif effect == DISCARD:
        s.task = DISCARDING
    elif effect == STEAL:
        s.task = STEALING
    else:
        draw_cards(s, seat, effect)


def draw_cards(s: State, seat: int, effect: int) -> None:
    """Clauses 5.13 and 6.4: one card to be placed, or two of which one is kept."""
    s.offered[seat] = bit(draw_card(s))
    s.task = PLACING
    if effect == KEEP_ONE:
        s.task = KEEPING
        second = draw_card(s)
        if second >= 0:
            s.offered[seat] = s.offered[seat] | bit(second)
        else:
            keep(s, seat, lowest(s.offered[seat]))
            s.task = ANYTHING


def finish_task(c: Constants, s: State) -> None:
    """What was asked is done: go on with the rewards, or with anything."""
    s.task = ANYTHING
    if s.rewards:
        go_on_rewarding(c, s)
    else:
        s.wanted = 0


def keep(s: State, seat: int, card: int) -> None:
    """A card goes to the progress area; what else was offered is discarded."""
    s.progress[seat] = s.progress[seat] | bit(card)
    s.discard = s.discard | (s.offered[seat] ^ bit(card))
    s.offered[seat] = NONE


def place_in_common(s: State, seat: int, place: int) -> None:
    """The drawn card goes to a place of the common area."""
    s.common[place] = lowest(s.offered[seat]) + 1
    s.offered[seat] = NONE


def discard_card(s: State, card: int) -> None:
    """Clause 6.5."""
    take_away(s, card)
    s.discard = s.discard | bit(card)


def steal_card(s: State, seat: int, card: int) -> None:
    """Clause 6.6."""
    take_away(s, card)
    s.progress[seat] = s.progress[seat] | bit(card)


def end_step(s: State) -> None:
    """Clause 5.14: what was used and gained comes home, the pool goes out."""
    seat = s.turn
    for mote in range(MOTES):
        s.bag[seat, mote] += s.aside[mote] + s.gained[mote]
    s.stock[seat] += s.gained[PRISM]
    for item in range(ITEMS):
        s.gained[item] = 0
    for mote in range(MOTES):
        s.aside[mote] = 0
    for colour in range(COLOURS):
        s.pool[colour] = 0
    s.made = 0
    s.used = NONE
