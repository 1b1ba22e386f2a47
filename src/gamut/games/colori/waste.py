"""What an action of Colori would waste, and what could be done instead."""

from __future__ import annotations

from gamut.engine.presentation import join_words
from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.abilities import add_pips, can_mix
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.heuristics import makes_garments
from gamut.games.colori.presentation import list_drafted, list_drawn, name_ability, name_mix
from gamut.games.colori.reasons import explain_no_effect, has_pips, list_affordable, wheel_after_mix
from gamut.games.colori.record import Constants, State, ability_kind, ability_times, decode_action

NOTHING = -1, -1


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """Warn of what does nothing, of a garment that gets out of reach, and of a turn or mixing that ends too early."""
    kind, detail = decode_action(a)
    if kind == rec.DESTROY_DRAFTED:
        return warn_no_effect(c, s, seat, detail, drawn=False)
    if kind == rec.MIX_COLOURS:
        return warn_loss(c, s, seat, wheel_after_mix(c, s, seat, detail))
    if kind == rec.STORE_DRAWN:
        return warn_loss(c, s, seat, wheel_after_storing(c, s, seat, detail), detail) or warn_store(c, s, seat, detail)
    if kind == rec.DESTROY_DRAWN:
        comes_next = detail != rec.GARMENT and s.queue_length == 1 and ability_times(s.queue[0]) == 1
        lost = warn_loss(c, s, seat, row_to_list(s.wheel[seat]), detail)
        return lost or (warn_no_effect(c, s, seat, detail, drawn=True) if comes_next else "")
    if kind == rec.STOP_MIXING:
        return warn_stop(c, s, seat)
    return warn_end(c, s, seat) if kind == rec.END_TURN else ""


def instead(c: Constants, s: State, seat: int, a: int) -> int:
    """Return the action that an action passes by: a garment, or what completes one; −1: none."""
    if a == rec.STOP_MIXING:
        mix, _ = find_completion(c, s, seat, rec.MIX) if awaits_maker(c, s, seat) else NOTHING
        return rec.MIX_COLOURS + mix if mix >= 0 else -1
    if a != rec.END_TURN:
        return -1
    maker = find_maker(c, s, seat)
    card = maker if maker >= 0 else find_completing_card(c, s, seat)[0]
    return rec.DESTROY_DRAFTED + card if card >= 0 else -1


# ---------------------------------------------------------------------- cards


def warn_no_effect(c: Constants, s: State, seat: int, card: int, drawn: bool) -> str:
    why = explain_no_effect(c, s, seat, card, drawn)
    return f"{CARD_NAMES[card]} would do nothing: {why}." if why else ""


def warn_store(c: Constants, s: State, seat: int, card: int) -> str:
    """Warn of storing a card without pips while enough drawn cards have some."""
    if has_pips(c, card):
        return ""
    with_pips = sum(n for k, n in enumerate(row_to_list(s.drawn[seat])) if n and has_pips(c, k))
    enough, name = with_pips >= ability_times(s.queue[0]), "a garment" if card == rec.GARMENT else CARD_NAMES[card]
    return f"Storing {name} adds no colours; your other drawn cards would." if enough else ""


def wheel_after_storing(c: Constants, s: State, seat: int, card: int) -> list[int]:
    wheel = row_to_list(s.wheel[seat])
    add_pips(c, wheel, card, 1)
    return wheel


# ---------------------------------------------------------------------- garments


def awaits_maker(c: Constants, s: State, seat: int) -> bool:
    """Return whether a garment can be made later in this turn."""
    queued = (ability_kind(s.queue[k]) for k in range(s.queue_length))
    return rec.MAKE in queued or any(makes_garments(c, card) for card in list_drafted(s, seat))


def warn_loss(c: Constants, s: State, seat: int, wheel: list[int], without: int = rec.NO_CARD) -> str:
    """Warn if no garment could be made any more with this wheel and without a drawn card, though one can be now."""
    now = list_affordable(c, s, seat) if awaits_maker(c, s, seat) else []
    if not now or list_affordable(c, s, seat, wheel, without):
        return ""
    return f"You could then no longer make {GARMENT_NAMES[max(now, key=lambda garment: c.stars[garment])]}."


def find_completion(c: Constants, s: State, seat: int, kind: int) -> tuple[int, int]:
    """Return the mix, or the drawn card to store, that completes a garment, and the garment with the most stars."""
    completed: list[tuple[int, int]] = []
    if kind == rec.MIX:
        for mix in filter(lambda mix: can_mix(c, s, seat, mix), range(rec.MIXES)):
            wheel = wheel_after_mix(c, s, seat, mix)
            completed += [(mix, garment) for garment in list_affordable(c, s, seat, wheel)]
    else:
        for card in dict.fromkeys(list_drawn(s, seat)):
            wheel = wheel_after_storing(c, s, seat, card)
            completed += [(card, garment) for garment in list_affordable(c, s, seat, wheel, without=card)]
    return max(completed, key=lambda pair: c.stars[pair[1]], default=NOTHING)


def warn_stop(c: Constants, s: State, seat: int) -> str:
    """Warn of ending an ability that could complete a garment while none can be made."""
    if not awaits_maker(c, s, seat) or list_affordable(c, s, seat):
        return ""
    mix, garment = find_completion(c, s, seat, rec.MIX)
    return f"Mixing {join_words(name_mix(c, mix)[:2])} would complete {GARMENT_NAMES[garment]}." if mix >= 0 else ""


# ---------------------------------------------------------------------- the end of a turn


def warn_end(c: Constants, s: State, seat: int) -> str:
    """Warn of stars that are left behind, of a turn in which nothing was used, and of unused cards in the last one."""
    if (maker := find_maker(c, s, seat)) >= 0:
        return f"You can still make a garment with {CARD_NAMES[maker]}."
    card, garment = find_completing_card(c, s, seat)
    if card >= 0:
        return f"With {CARD_NAMES[card]} you could complete {GARMENT_NAMES[garment]}, and then make it."
    names = [f"{CARD_NAMES[card]} ({name_ability(c.ability[card])})" for card in list_useful(c, s, seat)]
    if names and s.round == c.rounds:
        return f"This is your last turn, and you haven't used {join_words(names, 'or')}."
    if names and s.abilities_used == 0:
        return f"You haven't used any drafted cards this turn; {join_words(names)} would go to your discard pile."
    return ""


def list_useful(c: Constants, s: State, seat: int) -> list[int]:
    """Return the drafted cards that could still do something."""
    cards = dict.fromkeys(list_drafted(s, seat))
    return [card for card in cards if not explain_no_effect(c, s, seat, card, drawn=False)]


def find_maker(c: Constants, s: State, seat: int) -> int:
    """Return a drafted card that can make a garment now; NO_CARD: none."""
    return next((card for card in list_useful(c, s, seat) if makes_garments(c, card)), rec.NO_CARD)


def find_completing_card(c: Constants, s: State, seat: int) -> tuple[int, int]:
    """Return a drafted card whose ability completes a garment for a drafted maker, and the garment."""
    if not awaits_maker(c, s, seat):
        return NOTHING
    for card in list_useful(c, s, seat):
        kind = ability_kind(c.ability[card])
        _, garment = find_completion(c, s, seat, kind) if kind in (rec.MIX, rec.STORE) else NOTHING
        if garment >= 0:
            return card, garment
    return NOTHING
