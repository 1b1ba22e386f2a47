"""The facts of a state by name, from the model and from a table's view, to be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.games.chroma_mix.model.cards import CARD, JEWELS, NAME_OF_ID, NUMBER, RANK_1, count_dots, in_order
from tests.games.chroma_mix.model.game import ACTIONS, Model
from tests.games.chroma_mix.model.table import MIX, Draws

Facts = dict[str, Any]


def name_of(card_id: str) -> str:
    """Return the name of a card by its id; an empty id has an empty name."""
    return MIX if card_id == "mix" else NAME_OF_ID[card_id] if card_id else ""


def read_draws(view: Any) -> Draws:
    """Return what chance brought."""
    rows = {row.rank: [name_of(card) for card in row.cards] for row in view.rows}
    if not view.billy:
        return Draws(rows, [])
    return Draws(rows, [name_of(card) for card in view.billy.drawn], read_back(view.billy))


def read_back(billy: Any) -> str:
    return MIX if billy.next == "mix" else str(billy.next)


# ---------------------------------------------------------------------- from the model


def stack(cards: Iterable[str]) -> list[tuple[str, int]]:
    """Return cards by id, in their order, with their number."""
    counts = Counter(cards)
    mixes = [("mix", counts.pop(MIX))] if MIX in counts else []
    return [(CARD[card].id, counts[card]) for card in in_order(counts)] + mixes


def list_ids(cards: Iterable[str]) -> list[str]:
    """Return the ids of some cards; no card stays empty."""
    return [CARD[card].id if card else "" for card in cards]


def model_facts(model: Model) -> Facts:
    turn, special = model.turn, model.deal.special
    facts: Facts = {
        "round": model.round,
        "last round": model.is_last_round,
        "piles": [(CARD[card].id, model.piles[card]) for card in (*JEWELS, special, *RANK_1) if card],
        "whose turn": -1 if model.over else turn.player,
        "used": [] if model.over else [action for action in ACTIONS if action in turn.used],
        "pending": [
            (decision.decision, CARD[decision.card].id if decision.card else "")
            for decision in model.pending[::-1]
            if decision.times
        ],
        "mix": model_mix(model),
        "outcome": (model.find_winner(), model.list_ranking()) if model.over else None,
    }
    for rank, row in model.rows.items():
        facts[f"row {rank}"] = list_ids(row.cards), len(row.deck), stack(row.discarded)
    for p in range(len(model.players)):
        facts |= model_player(model, p)
    return facts | (model_billy(model) if model.solo else {})


def model_mix(model: Model) -> Any:
    """Return the current mix, if the current decision belongs to one."""
    if not model.pending or model.pending[-1].decision not in ("mix", "billy-mix"):
        return None
    paid = sorted(model.paid, key=lambda card: (card.place, NUMBER[card.name]))
    return [(CARD[card.name].id, card.place) for card in paid], list_ids(model.makes)


def model_player(model: Model, p: int) -> Facts:
    player = model.players[p]
    facts = {
        "hand": stack(player.hand),
        "play": stack(player.play),
        "cards": len(player.all_cards),
        "points": model.count_points(p),
        "tucked": (stack(player.tucked), count_dots(player.tucked)),
        "achieved": player.victories,
        "met": model.list_victories(p),
    }
    return {f"player {p} {name}": fact for name, fact in facts.items()}


def model_billy(model: Model) -> Facts:
    billy = model.billy
    return {
        "Billy's piles": (len(billy.deck), len(billy.discarded)),
        "Billy's turn": (billy.mixes, billy.starting_turns),
        "Billy's next card": billy.next,
    }


# ---------------------------------------------------------------------- from a view


def read_stacks(stacks: Any) -> list[tuple[str, int]]:
    return [(stack.id, stack.count) for stack in stacks]


def view_facts(view: Any) -> Facts:
    """Return the facts of a spectator's view."""
    turn, mix, outcome = view.turn, view.mix, view.outcome
    facts: Facts = {
        "round": view.round,
        "last round": view.last_round,
        "piles": read_stacks(view.piles),
        "whose turn": turn.player,
        "used": list(turn.used),
        "pending": [(p.decision, p.card) for p in view.pending if not p.expected],
        "mix": mix and ([(card.id, card.place) for card in mix.cards], list(mix.makes)),
        "outcome": outcome and (outcome.winner, list(outcome.order)),
    }
    for row in view.rows:
        facts[f"row {row.rank}"] = list(row.cards), row.deck_size, read_stacks(row.discarded)
    for p, player in enumerate(view.players):
        facts |= view_player(p, player)
    return facts | (view_billy(view.billy) if view.billy else {})


def view_player(p: int, player: Any) -> Facts:
    facts = {
        "hand": read_stacks(player.hand),
        "play": read_stacks(player.play),
        "cards": player.cards,
        "points": player.points,
        "tucked": (read_stacks(player.tucked), player.tucked_dots),
        "achieved": {p.victory for p in player.progress if p.achieved},
        "met": {p.victory for p in player.progress if p.met},
    }
    return {f"player {p} {name}": fact for name, fact in facts.items()}


def view_billy(billy: Any) -> Facts:
    return {
        "Billy's piles": (billy.deck_size, billy.discard_size),
        "Billy's turn": (billy.mixes, billy.head_start),
        "Billy's next card": read_back(billy),
    }
