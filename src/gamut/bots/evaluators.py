"""What a search asks about a position: weights of actions, and every seat's share of the win.

Both come either from the game's own verbs (`guide`, and a playout that `value` ends) or from its trained network, which
judges a leaf as the seat that has just moved sees it; what the verbs say is then one of its inputs. `tree` has slots
for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gamut.bots.playouts import PlayoutBuffers, new_playout_buffers, run_playout, write_win_shares
from gamut.engine import verbs
from gamut.engine.bind import Function
from gamut.engine.game import SearchSettings, Setup
from gamut.engine.network import (
    Network,
    NetworkMemory,
    compute_units,
    estimate_shares,
    new_network_memory,
    weigh_actions,
)
from gamut.engine.record import Array

NETWORK_SETTINGS = SearchSettings(exploration=50, trust=1500, widening=16, rivals=8)  # of games with a network
FULL_HEAT = 100  # percent: the policy as it was learned


class EvaluatorBuffers(NamedTuple):
    """Memory that evaluations overwrite, and the network; without one its parts are placeholders."""

    playout: PlayoutBuffers
    network: Network
    memory: NetworkMemory
    copies: Array  # one state, to be hidden


def new_evaluator_buffers(setup: Setup) -> EvaluatorBuffers:
    network = setup.network
    return EvaluatorBuffers(
        new_playout_buffers(setup),
        network,
        new_network_memory(network, setup.seats, setup.game.scratch_size),
        setup.new_states(),
    )


def weigh_by_guide(c: Any, s: Any, seat: int, n: int, buffers: EvaluatorBuffers) -> None:
    playout = buffers.playout
    verbs.guide(c, s, seat, playout.actions, n, playout.weights, playout.scratch)


def evaluate_by_playout(
    c: Any, s: Any, mover: int, rng: Any, settings: SearchSettings, buffers: EvaluatorBuffers
) -> None:
    run_playout(c, s, rng, buffers.playout, settings.sharp, settings.depth)


def weigh_by_network(c: Any, s: Any, seat: int, n: int, buffers: EvaluatorBuffers) -> None:
    copies = buffers.copies
    copies[0] = s
    verbs.hide(c, copies[0], seat)
    actions, weights = buffers.playout.actions, buffers.playout.weights
    verbs.guide(c, copies[0], seat, actions, n, weights, buffers.playout.scratch)
    compute_units(buffers.network, c, copies[0], seat, buffers.memory)
    weigh_actions(buffers.network, actions, n, FULL_HEAT, buffers.memory, weights)


def evaluate_by_network(
    c: Any, s: Any, mover: int, rng: Any, settings: SearchSettings, buffers: EvaluatorBuffers
) -> None:
    if verbs.actors(c, s) == 0:
        write_win_shares(c, s, buffers.playout)
        return
    copies, rewards = buffers.copies, buffers.playout.rewards
    copies[0] = s
    verbs.hide(c, copies[0], mover)
    estimate_shares(buffers.network, c, copies[0], mover, buffers.memory)
    for seat in range(len(rewards)):
        rewards[seat] = buffers.memory.shares[seat]


def find_evaluators(setup: Setup) -> Mapping[str, Function]:
    """Return the functions for the slots of `tree`."""
    if setup.game.network is None:
        return {"weigh_actions": weigh_by_guide, "evaluate": evaluate_by_playout}
    return {"weigh_actions": weigh_by_network, "evaluate": evaluate_by_network}


def find_settings(setup: Setup) -> SearchSettings:
    return setup.game.search if setup.game.network is None else NETWORK_SETTINGS
