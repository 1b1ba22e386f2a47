"""Networks for training, and their storage as plain arrays, with which `network_bot.py` plays."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network_bot import LAID, SIDE
from torch import Tensor, nn

from gamut.engine.game import Setup


class Network(nn.Module):  # type: ignore[misc]
    """From observations to weights of the actions, and of the outcomes: each seat wins (own first), or none does."""

    def __init__(self, setup: Setup, kind: str, width: int, depth: int) -> None:
        super().__init__()
        self.facts = {
            "game": setup.game.id, "version": setup.game.version, "seats": setup.seats, "kind": kind,
            "width": width, "depth": depth, "features": setup.game.feature_count, "actions": setup.action_count,
        }  # fmt: skip


class Plain(Network):
    """Fully connected layers, for any game."""

    def __init__(self, setup: Setup, width: int, depth: int) -> None:
        super().__init__(setup, "plain", width, depth)
        sizes = [setup.game.feature_count] + [width] * depth
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [nn.Linear(before, after), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        self.policy, self.outcome = nn.Linear(width, setup.action_count), nn.Linear(width, setup.seats + 1)
        flatten_start(self.policy)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the weights of the actions and of the outcomes."""
        x = self.body(observation.to(self.policy.weight.dtype))
        return self.policy(x), self.outcome(x)


class Mixing(nn.Module):  # type: ignore[misc]
    """A layer on a grid: each cell sees itself, and the means of its row, its column and all cells."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.cell = nn.Linear(before, after)
        self.row, self.column, self.all = (nn.Linear(before, after, bias=False) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        """`x` is [position, row, column, channel]."""
        rows, columns = x.mean(2), x.mean(1)
        lines = self.row(rows) + self.all(rows.mean(1))[:, None]
        return self.cell(x) + lines[:, :, None] + self.column(columns)[:, None]


class Grid(Network):
    """For Mixx: a card is a cell of a grid of motifs and colours, and neither motifs nor colours have an order.

    All 64 cards share their weights: permuting motifs or colours permutes the outputs.
    """

    def __init__(self, setup: Setup, width: int, depth: int) -> None:
        super().__init__(setup, "grid", width, depth)
        self.sets = setup.game.feature_layout[0].shape[0]
        self.others = setup.game.feature_count - self.sets * SIDE * SIDE
        self.first, self.counts = Mixing(self.sets, width), nn.Linear(self.others, width)
        self.layers = nn.ModuleList(Mixing(width, width) for _ in range(depth - 1))
        self.policy = nn.Linear(width, 2)  # on the level axis, on the upright axis
        self.crossed, self.crossing = nn.Linear(width, width), nn.Linear(width, width)
        self.across = nn.Linear(width, 1)
        self.outcome = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, setup.seats + 1))
        flatten_start(self.policy)
        flatten_start(self.crossed)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the weights of the actions and of the outcomes."""
        observation = observation.to(self.policy.weight.dtype)
        n, cells = len(observation), SIDE * SIDE
        sets = observation[:, : self.sets * cells].view(n, self.sets, SIDE, SIDE).permute(0, 2, 3, 1)
        counts = self.counts(observation[:, self.sets * cells :])
        x = (self.first(sets) + counts[:, None, None]).relu()
        for layer in self.layers:
            x = x + layer(x).relu()
        level, upright = self.policy(x).flatten(1, 2).unbind(2)
        line = (x * sets[..., LAID : LAID + 1].to(x.dtype)).sum(1)  # the cards of the line, by colour
        pairs = self.crossed(line) @ self.crossing(x).flatten(1, 2).transpose(1, 2)  # position, colour, card
        across = pairs / self.crossed.out_features**0.5 + self.across(x).flatten(1, 2).transpose(1, 2)
        pooled = torch.cat([x.mean((1, 2)), x.amax((1, 2))], 1)
        return torch.cat([level, upright, across.flatten(1)], 1), self.outcome(pooled)


def flatten_start(layer: nn.Linear) -> None:
    """Start with nearly equal outputs."""
    with torch.no_grad():
        layer.weight.mul_(0.01)
        layer.bias.zero_()


KINDS: dict[str, Any] = {"plain": Plain, "grid": Grid}


def make_network(setup: Setup, kind: str, width: int, depth: int) -> Network:
    """Return a network for a setup; `fitting` is the grid for Mixx, otherwise the plain one."""
    if kind == "fitting":
        kind = "grid" if setup.game.id == "mixx" else "plain"
    if kind not in KINDS or (kind == "grid" and setup.game.id != "mixx"):
        raise SystemExit(f"unknown network {kind!r} for {setup.game.id}; use plain, or grid for mixx")
    network: Network = KINDS[kind](setup, width, depth)
    return network


def save_policy(network: Network, setup: Setup, path: Path) -> None:
    """Save a policy as an archive of arrays."""
    arrays = {name: tensor.float().cpu().numpy() for name, tensor in network.state_dict().items()}
    np.savez(path, facts=np.frombuffer(json.dumps(network.facts).encode(), np.uint8), **arrays)
