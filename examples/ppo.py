"""Learn a game from scratch by self-play: PPO with action masks on the batched environment.

    python examples/ppo.py mixx --seats 2 --minutes 8 --device cuda --seed 1 --to runs/mixx-1
    python examples/ppo.py mixx --seats 2 --minutes 16 --device cuda --seed 1 --to runs/mixx-1   # resumes

The folder then contains `policy.npz` (with which `examples/network_bot.py` plays), `curve.json` (shares of wins against
`greedy`, with 95% intervals) and `training.pt` (to resume from). Learning rate and entropy bonus fall until the end.

One network plays all seats. It returns a weight for every action and a win probability for every seat (its own first),
so that every step has an advantage for each seat, whatever their number.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from networks import make_network, save_policy
from torch import Tensor

from gamut import envs
from gamut.lab.simulate import wilson_interval

ILLEGAL_WEIGHT = -1e9


@dataclass(frozen=True)
class Plan:
    """All parameters of a run."""

    game: str
    seats: int
    seed: int
    games: int  # at the same time
    steps: int  # of every game between two updates
    batch: int  # positions per gradient step
    epochs: int
    rate: float  # learning rate at the start
    entropy: float  # entropy bonus at the start
    network: str
    width: int
    depth: int
    clip: float = 0.2  # of the probability ratio
    gae_lambda: float = 0.95


class Learner:
    """The network, its games of self-play, and the steps it learns from."""

    def __init__(self, plan: Plan, device: str, compiled: bool) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.device = plan, torch.device(device)
        self.env = open_batch(plan.game, plan.seats, plan.games, device)
        self.network = make_network(self.env.setup, plan.network, plan.width, plan.depth).to(self.device)
        self.forward: Any = torch.compile(self.network, dynamic=False) if compiled else self.network
        fused = device == "cuda"
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=plan.rate, eps=1e-5, fused=fused)
        self.half = torch.bfloat16 if device == "cuda" else torch.float32
        self.seconds, self.updates, self.curve = 0.0, 0, list[dict[str, float]]()
        n, t = plan.games, plan.steps
        self.observations = torch.zeros((t + 1, n, self.env.features), dtype=torch.float16, device=self.device)
        self.masks = torch.zeros((t + 1, n, self.env.actions), dtype=torch.bool, device=self.device)
        self.seats = torch.zeros((t + 1, n), dtype=torch.int64, device=self.device)
        self.win_chances = torch.zeros((t + 1, n, plan.seats), device=self.device)  # by absolute seat
        self.actions = torch.zeros((t, n), dtype=torch.int64, device=self.device)
        self.log_probabilities = torch.zeros((t, n), device=self.device)
        self.rewards = torch.zeros((t, n, plan.seats), device=self.device)
        self.ended = torch.zeros((t, n), dtype=torch.bool, device=self.device)

    def begin(self) -> None:
        """Deal the games, different ones after each pause."""
        batch = self.env.reset(self.plan.seed * 1_000_003 + self.updates)
        self.shown = {name: torch.from_dlpack(getattr(batch, name)) for name in ("observation", "mask", "seat")}
        self.results = {name: torch.from_dlpack(getattr(batch, name)) for name in ("rewards", "ended")}

    def evaluate(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return logarithms of the policy and of the win probabilities: own seat first, no winner last."""
        with torch.autocast(self.device.type, self.half, enabled=self.half != torch.float32):
            weights, outcome = self.forward(observations)
        weights = weights.float().masked_fill(~masks, ILLEGAL_WEIGHT)
        return weights.log_softmax(1), outcome.float().log_softmax(1)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def record(self, t: int) -> Tensor:
        """Store the observations as step `t`; return the policy."""
        self.observations[t].copy_(self.shown["observation"])
        self.masks[t].copy_(self.shown["mask"])
        self.seats[t].copy_(self.shown["seat"])
        policy, outcome = self.evaluate(self.observations[t], self.masks[t])
        self.win_chances[t] = by_seat(outcome.exp()[:, :-1], self.seats[t])
        return policy

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> None:
        """Play `steps` steps of every game."""
        for t in range(self.plan.steps):
            policy = self.record(t)
            noise = torch.empty_like(policy).exponential_()
            self.actions[t] = (policy.exp() / noise).argmax(1)  # sampled from the policy
            self.log_probabilities[t] = policy.gather(1, self.actions[t][:, None])[:, 0]
            self.env.step(self.actions[t])
            self.rewards[t].copy_(self.results["rewards"])
            self.ended[t].copy_(self.results["ended"])
        self.record(self.plan.steps)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def estimate_advantages(self) -> tuple[Tensor, Tensor]:
        """Return the advantage of each action for its seat, and the target of every seat's win probability."""
        gains, advantages = torch.zeros_like(self.win_chances[0]), torch.zeros_like(self.win_chances[:-1])
        for t in reversed(range(self.plan.steps)):
            running = (~self.ended[t])[:, None].float()
            errors = self.rewards[t] + running * self.win_chances[t + 1] - self.win_chances[t]
            gains = errors + self.plan.gae_lambda * running * gains
            advantages[t] = gains
        own = advantages.gather(2, self.seats[:-1, :, None])[:, :, 0]
        return own, (advantages + self.win_chances[:-1]).clamp(0, 1)

    def learn(self, progress: float) -> dict[str, float]:
        """Update the network from the recorded steps; return the mean losses."""
        plan, left = self.plan, max(0.0, 1 - progress)
        for group in self.optimiser.param_groups:
            group["lr"] = plan.rate * max(left, 0.02)
        advantages, targets = self.estimate_advantages()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        recorded = (self.observations[:-1], self.masks[:-1], self.seats[:-1], self.actions, self.log_probabilities)
        flat = [x.flatten(0, 1) for x in (*recorded, advantages, targets)]
        sums, count = torch.zeros(4, device=self.device), 0
        total = plan.games * plan.steps
        for _ in range(plan.epochs):
            order = torch.randperm(total, device=self.device)
            for start in range(0, total - plan.batch + 1, plan.batch):
                rows = order[start : start + plan.batch]
                sums += self.take_gradient_step(plan.entropy * left, *(x[rows] for x in flat))
                count += 1
        self.updates += 1
        return dict(zip(("policy", "value", "entropy", "change"), (sums / count).tolist(), strict=True))

    def take_gradient_step(
        self, entropy: float, observations: Tensor, masks: Tensor, seats: Tensor, actions: Tensor,
        log_probabilities: Tensor, advantages: Tensor, targets: Tensor,
    ) -> Tensor:  # fmt: skip
        policy, outcome = self.evaluate(observations, masks)
        new = policy.gather(1, actions[:, None])[:, 0]
        ratio = (new - log_probabilities).exp()
        clipped = ratio.clamp(1 - self.plan.clip, 1 + self.plan.clip)
        gain = torch.minimum(ratio * advantages, clipped * advantages).mean()
        relative = from_seat(targets, seats)
        no_winner = (1 - relative.sum(1, keepdim=True)).clamp(0, 1)
        value = -(torch.cat([relative, no_winner], 1) * outcome).sum(1).mean()
        policy_entropy = -(policy.exp() * policy.masked_fill(~masks, 0)).sum(1).mean()
        self.optimiser.zero_grad(set_to_none=True)
        (value - gain - entropy * policy_entropy).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimiser.step()
        return torch.stack([gain, value, policy_entropy, (new - log_probabilities).abs().mean()]).detach()


def by_seat(relative: Tensor, seats: Tensor) -> Tensor:
    """Reorder columns from own seat first to absolute seats."""
    n = relative.shape[1]
    columns = (torch.arange(n, device=seats.device)[None] - seats[:, None]) % n
    return relative.gather(1, columns)


def from_seat(absolute: Tensor, seats: Tensor) -> Tensor:
    """Reorder columns from absolute seats to own seat first."""
    n = absolute.shape[1]
    columns = (torch.arange(n, device=seats.device)[None] + seats[:, None]) % n
    return absolute.gather(1, columns)


def open_batch(game: str, seats: int, games: int, device: str) -> envs.Environment:
    """Return a batch on the device; on a GPU it shares PyTorch's stream, so that both wait for each other."""
    cuda_options: dict[str, Any] = {"stream": torch.cuda.current_stream().cuda_stream} if device == "cuda" else {}
    return envs.make(game, seats, games, device, **cuda_options)


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(learner: Learner, opponent: str, games: int, seed: int) -> dict[str, float]:
    """Return the share of wins against other players, with its 95% interval.

    The network plays its heaviest action, in every seat equally often. The same number of games counts in every slot of
    the batch: otherwise short games would count more.
    """
    plan, device = learner.plan, learner.device
    slots = min(games, plan.games) // plan.seats * plan.seats
    games_per_slot = math.ceil(games / slots)
    env = open_batch(plan.game, plan.seats, slots, device.type)
    batch = env.reset(seed)
    observation, mask, seat = (torch.from_dlpack(x) for x in (batch.observation, batch.mask, batch.seat))
    rewards, ended = torch.from_dlpack(batch.rewards), torch.from_dlpack(batch.ended)
    own = torch.arange(slots, device=device) % plan.seats
    done = torch.zeros(slots, dtype=torch.int64, device=device)
    won = torch.zeros((), device=device)
    step = 0
    while step % 16 or int(done.min()) < games_per_slot:
        with torch.autocast(device.type, learner.half, enabled=learner.half != torch.float32):
            weights, _ = learner.network(observation.half())
        ours = weights.float().masked_fill(~mask, ILLEGAL_WEIGHT).argmax(1)
        theirs = torch.from_dlpack(env.choose(opponent))
        env.step(torch.where(seat == own, ours, theirs))
        counted = ended & (done < games_per_slot)
        won += (rewards.gather(1, own[:, None])[:, 0] * counted).sum()
        done += counted
        step += 1
    n = games_per_slot * slots
    share = float(won) / n
    low, high = wilson_interval(share, n)
    return {"games": n, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def save(learner: Learner, folder: Path) -> None:
    """Save the policy, the curve, and what is needed to resume."""
    folder.mkdir(parents=True, exist_ok=True)
    save_policy(learner.network, learner.env.setup, folder / "policy.npz")
    (folder / "curve.json").write_text(json.dumps({"plan": asdict(learner.plan), "curve": learner.curve}, indent=1))
    state = {
        "network": learner.network.state_dict(), "optimiser": learner.optimiser.state_dict(),
        "seconds": learner.seconds, "updates": learner.updates,
    }  # fmt: skip
    part = folder / "training.part"
    torch.save(state, part)
    part.replace(folder / "training.pt")


def restore(learner: Learner, folder: Path) -> None:
    """Resume from what was saved, if anything was."""
    if not (folder / "training.pt").exists():
        return
    saved = json.loads((folder / "curve.json").read_text())
    if saved["plan"] != asdict(learner.plan):
        raise SystemExit(f"{folder} contains a run with other parameters: {saved['plan']}")
    state = torch.load(folder / "training.pt", map_location=learner.device, weights_only=True)
    learner.network.load_state_dict(state["network"])
    learner.optimiser.load_state_dict(state["optimiser"])
    learner.seconds, learner.updates, learner.curve = state["seconds"], state["updates"], saved["curve"]


def train(learner: Learner, arguments: argparse.Namespace) -> None:
    """Play and learn until time is up; evaluate regularly."""
    learner.begin()
    limit, steps = 60 * arguments.minutes, learner.plan.games * learner.plan.steps
    checked = learner.seconds
    while learner.seconds < limit:
        begin = time.perf_counter()
        learner.play()
        losses = learner.learn(learner.seconds / limit)
        learner.seconds += time.perf_counter() - begin
        last = learner.seconds >= limit
        if last or learner.seconds - checked >= arguments.every:
            checked = learner.seconds
            games = arguments.games_at_end if last else arguments.games_between
            scores = evaluate(learner, arguments.against, games, 1_000_000 + learner.updates)
            point = {"minutes": round(learner.seconds / 60, 2), "steps": learner.updates * steps, **scores}
            learner.curve.append(point)
            save(learner, arguments.to)
            rate = learner.updates * steps / learner.seconds
            print(json.dumps({**point, "rate": round(rate), **{k: round(v, 4) for k, v in losses.items()}}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=8, help="total time of learning")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=Path("runs/ppo"))
    parser.add_argument("--games", type=int, help="games at the same time")
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--network", default="fitting", help="plain, grid, or fitting: the best for the game")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--compile", action="store_true", help="compile the network with PyTorch")
    parser.add_argument("--against", default="greedy", choices=("random", "weighted", "greedy"))
    parser.add_argument("--every", type=float, default=60, help="seconds between two evaluations")
    parser.add_argument("--games-between", type=int, default=4096)
    parser.add_argument("--games-at-end", type=int, default=20_000)
    arguments = parser.parse_args()
    on_gpu = arguments.device == "cuda"
    plan = Plan(
        game=arguments.game,
        seats=arguments.seats,
        seed=arguments.seed,
        games=arguments.games or (8_192 if on_gpu else 256),
        steps=arguments.steps,
        batch=arguments.batch or (32_768 if on_gpu else 2048),
        epochs=arguments.epochs,
        rate=arguments.rate,
        entropy=arguments.entropy,
        network=arguments.network,
        width=arguments.width,
        depth=arguments.depth,
    )
    if on_gpu:
        torch.set_float32_matmul_precision("high")
        torch.cuda.set_stream(torch.cuda.Stream())
    learner = Learner(plan, arguments.device, arguments.compile)
    restore(learner, arguments.to)
    train(learner, arguments)


if __name__ == "__main__":
    main()
