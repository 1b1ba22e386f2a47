"""The rules of Chroma Mix: the deal, and playing actions. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.chroma_mix import effects, market
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import deal_to_billy, is_solo
from gamut.games.chroma_mix.decisions import clear_events, count_down, pop_decision, push_decision
from gamut.games.chroma_mix.mixing import choose_card
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.turns import advance, end_turn, start_turn

NO_LIMIT = 100  # of a refill: more cards than there are


def deal(c: Constants, s: State) -> None:
    """Clauses 1.3 to 1.10: piles, decks and market, and one of each ink for every seat."""
    s.special = c.special if c.special != rec.RANDOM else rec.BURGUNDY + chance(s, 3)
    for kind in range(rec.KINDS):
        if not market.is_in_game(s, kind):
            continue
        if market.has_pile(kind):
            market.change_pile(s, kind, c.copies[kind])
        else:
            s.deck[kind - rec.CERULEAN] = c.copies[kind]
            s.deck_size[market.row_of(kind)] += c.copies[kind]
    for kind in range(rec.INKS):
        for seat in range(c.seats):
            market.take_card(s, seat, kind)
    if is_solo(c):
        deal_to_billy(c, s)
    market.fill_market(s)
    clear_events(s)
    s.round = 1
    s.turn = s.first = c.first if c.first != rec.RANDOM else chance(s, c.players)
    start_turn(c, s)
    advance(c, s)


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Apply an action, and everything that follows without a choice."""
    clear_events(s)
    group = rec.action_group(a)
    if group < rec.ADD_HAND:
        start_action(c, s, seat, a)
    elif group == rec.TAKE:
        take_available(c, s, seat, rec.action_kind(a))
    elif group == rec.ALSO_PRINT:
        print_for_effect(c, s, seat, rec.action_kind(a))
    elif group == rec.RETURN:
        effects.return_card(s, seat, rec.action_kind(a))
    elif group == rec.TUCK:
        effects.tuck_card(s, seat, rec.action_kind(a))
    elif group in (rec.DONE, rec.PRINT_IT, rec.KEEP_IT, rec.PASS):
        answer(c, s, seat, group)
    else:
        choose_card(s, rec.action_source(a))
    advance(c, s)


def start_action(c: Constants, s: State, seat: int, a: int) -> None:
    """Clause 2.2: start one of the four actions, or end the turn."""
    group = rec.action_group(a)
    if group == rec.PRINT:
        s.actions_done |= rec.PRINTED
        effects.print_card(c, s, seat, rec.action_kind(a))
    elif group in (rec.MIX_HAND, rec.MIX_PLAY):
        s.actions_done |= rec.MIXED
        push_decision(s, rec.MIXING, seat, rec.NO_CARD, 0)
        choose_card(s, rec.action_source(a))
    elif group == rec.REFILL:
        s.actions_done |= rec.REFILLED
        push_decision(s, rec.REFILLING, seat, rec.NO_CARD, NO_LIMIT)
    elif group == rec.SWAP:
        s.actions_done |= rec.SWAPPED
        choose_card(s, rec.action_source(a))
        push_decision(s, rec.SWAPPING, seat, rec.NO_CARD, 0)
    elif group == rec.TAKE_FREE_INK:
        s.actions_done |= rec.SWAPPED
        market.take_card(s, seat, rec.LIGHT_YELLOW)
    else:
        end_turn(s)


def take_available(c: Constants, s: State, seat: int, kind: int) -> None:
    """Take an available card for the current decision."""
    decision = rec.current_decision(s)
    if decision == rec.MIXING:
        effects.finish_mix(c, s, seat, kind)
    elif decision == rec.BILLY_MIX:
        effects.finish_billy_mix(c, s, kind)
    elif decision in (rec.GAIN_INK, rec.SLATE_GRAY_INK):
        effects.gain_ink(s, seat, kind)
    elif decision == rec.GAIN_SAME_INKS:
        effects.gain_same_inks(s, seat, kind)
    elif decision == rec.LAVENDER_SPLIT:
        effects.choose_split_card(s, seat, kind)
    else:  # Azure, Prism and the swap action
        effects.discard_and_take(s, seat, kind)


def print_for_effect(c: Constants, s: State, seat: int, kind: int) -> None:
    """Print a card for Violet or Lavender."""
    if rec.current_decision(s) == rec.LAVENDER_ORDER:
        effects.print_split_cards(c, s, seat, kind)
    else:
        count_down(s)
        effects.print_card(c, s, seat, kind)


def answer(c: Constants, s: State, seat: int, group: int) -> None:
    """End a refill, or accept or decline an optional effect."""
    decision, card = rec.current_decision(s), rec.offered_card(s)
    if group == rec.DONE:
        effects.end_refill(s, seat)
    elif group == rec.PASS and decision == rec.SLATE_GRAY_INK:
        count_down(s)
    elif group != rec.PRINT_IT:
        pop_decision(s)
    elif decision == rec.ORANGE_PRINT:
        effects.print_mixed_card(s, seat)
    else:
        pop_decision(s)
        effects.print_card(c, s, seat, card)
