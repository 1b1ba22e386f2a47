"""The facts of a state by name, in the same words from the model and from a table's view, to be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from gamut.games.chroma_mix.tests.model.cards import CARD, JEWELS, NAME_OF_ID, NUMBER, RANK_1, count_dots, in_order
from gamut.games.chroma_mix.tests.model.effects import Wait
from gamut.games.chroma_mix.tests.model.game import ACTIONS, Model
from gamut.games.chroma_mix.tests.model.table import MIX, Told

Facts = dict[str, Any]


def name_of(card_id: str) -> str:
    """The name of a card by its id; nothing stays nothing."""
    return MIX if card_id == "mix" else NAME_OF_ID[card_id] if card_id else ""


def read_told(view: Any) -> Told:
    """What chance brought, by a view."""
    rows = {row.rank: [name_of(card) for card in row.cards] for row in view.rows}
    return Told(rows, [name_of(card) for card in view.billy.drawn] if view.billy else [])


# ---------------------------------------------------------------------- from the model


def stack(cards: Iterable[str]) -> list[tuple[str, int]]:
    """Cards by id, in their order, with how many there are."""
    counts = Counter(cards)
    mixes = [("mix", counts.pop(MIX))] if MIX in counts else []
    return [(CARD[card].id, counts[card]) for card in in_order(counts)] + mixes


def list_ids(cards: Iterable[str]) -> list[str]:
    """The ids of some cards; no card stays empty."""
    return [CARD[card].id if card else "" for card in cards]


def tell_facts(model: Model, decider: int) -> Facts:
    """The facts of the model's state."""
    turn, special = model.turn, model.deal.special
    facts: Facts = {
        "round": model.round,
        "rounds": model.deal.rounds,
        "last round": model.is_last_round,
        "special": CARD[special].id if special else "",
        "piles": [(CARD[card].id, model.piles[card]) for card in (*JEWELS, special, *RANK_1) if card],
        "whose turn": -1 if model.over else turn.player,
        "decider": decider,
        "used": [] if model.over else [action for action in ACTIONS if action in turn.used],
        "possible": model.possible,
        "mixes": 0 if model.over else turn.mixes,
        "waiting": [
            (w.what, CARD[w.card].id if w.card else "", w.who, w.many) for w in model.waiting[::-1] if w.many
        ],
        "running mix": tell_mix(model),
        "outcome": (model.find_winner(), model.list_standings()) if model.over else None,
    }
    for rank, row in model.rows.items():
        facts[f"row {rank}"] = list_ids(row.cards), len(row.deck), stack(row.discarded)
    for p in range(len(model.players)):
        facts |= tell_player(model, p)
    return facts | (tell_billy(model) if model.alone else {})


def tell_wait(wait: Wait) -> tuple[str, str, int, int]:
    """Something that waits."""
    return wait.what, CARD[wait.card].id if wait.card else "", wait.who, wait.many


def tell_mix(model: Model) -> Any:
    """The running mix, if the next decision belongs to one."""
    if not model.waiting or model.waiting[-1].what not in ("mix", "billy"):
        return None
    paid = sorted(model.paid, key=lambda one: (one.place, NUMBER[one.name]))
    return [(CARD[one.name].id, one.place) for one in paid], list_ids(model.makes)


def tell_player(model: Model, p: int) -> Facts:
    """What a player has."""
    player = model.players[p]
    facts = {
        "hand": stack(player.hand),
        "play": stack(player.play),
        "cards": len(player.all_cards),
        "points": model.count_points(p),
        "dots": count_dots(player.all_cards),
        "tucked": (stack(player.tucked), count_dots(player.tucked)),
        "met": player.met,
        "now": model.list_victories(p),
        "order": model.order.index(p),
    }
    return {f"player {p} {name}": fact for name, fact in facts.items()}


def tell_billy(model: Model) -> Facts:
    """What Billy has beside its hand."""
    billy = model.billy
    return {
        "Billy's deck": (len(billy.deck), stack(billy.discarded)),
        "Billy's turn": (billy.mixes, billy.turns_ahead, list_ids(billy.must)),
    }


# ---------------------------------------------------------------------- from a view


def read_stack(stacks: Any) -> list[tuple[str, int]]:
    """A stack of a view."""
    return [(one.id, one.count) for one in stacks]


def read_facts(view: Any) -> Facts:
    """The facts of a table's state, by a view of somebody who watches."""
    turn, mix, outcome = view.turn, view.mix, view.outcome
    facts: Facts = {
        "round": view.round,
        "rounds": view.rounds,
        "last round": view.last_round,
        "special": view.special,
        "piles": read_stack(view.piles),
        "whose turn": turn.player,
        "decider": turn.decider,
        "used": list(turn.used),
        "possible": list(turn.possible),
        "mixes": turn.mixes,
        "waiting": [(one.what, one.card, one.who, one.many) for one in view.waiting if not one.foreseen],
        "running mix": mix and ([(one.id, one.place) for one in mix.cards], list(mix.makes)),
        "outcome": outcome and (outcome.winner, list(outcome.order)),
    }
    for row in view.rows:
        facts[f"row {row.rank}"] = list(row.cards), row.deck, read_stack(row.discarded)
    for p, player in enumerate(view.players):
        facts |= read_player(p, player)
    return facts | (read_billy(view.billy) if view.billy else {})


def read_player(p: int, player: Any) -> Facts:
    """What a player has, by a view."""
    facts = {
        "hand": read_stack(player.hand),
        "play": read_stack(player.play),
        "cards": player.cards,
        "points": player.points,
        "dots": player.dots,
        "tucked": (read_stack(player.tucked), player.tucked_dots),
        "met": {one.victory for one in player.progress if one.met},
        "now": {one.victory for one in player.progress if one.now},
        "order": player.order,
    }
    return {f"player {p} {name}": fact for name, fact in facts.items()}


def read_billy(billy: Any) -> Facts:
    """What Billy has beside its hand, by a view."""
    return {
        "Billy's deck": (billy.deck, read_stack(billy.discarded)),
        "Billy's turn": (billy.mixes, billy.starting_turns, list(billy.must)),
    }
