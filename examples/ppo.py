"""Learn a game from scratch by playing against oneself: PPO with action masks on the batched environment.

    python examples/ppo.py mixx --seats 2 --minutes 8 --device cuda --seed 1 --to runs/mixx-1
    python examples/ppo.py mixx --seats 2 --minutes 16 --device cuda --seed 1 --to runs/mixx-1   # goes on

The folder then holds `policy.npz` (what `examples/network_bot.py` plays with), `curve.json` (how it fared against
`greedy`, with 95% intervals) and `training.pt` (to go on from). Learning rate and entropy fall until the end.

One network plays all seats. It names a weight for every action and, for every seat (own first), its chance to win;
so a step teaches what it was worth to each seat, whatever their number.
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
from gamut.lab.statistics import interval

NEVER = -1e9  # the weight of an illegal action


@dataclass(frozen=True)
class Plan:
    """All that settles a run."""

    game: str
    seats: int
    seed: int
    games: int  # played at the same time
    steps: int  # of every game between two lessons
    batch: int  # positions that are learned from at once
    epochs: int
    rate: float  # of learning, at the start
    entropy: float  # what an undecided policy is worth, at the start
    network: str
    width: int
    depth: int
    trust: float = 0.2  # how far one lesson may change a policy
    lam: float = 0.95  # how much later steps tell of an action, each compared with the one before


class Learner:
    """The network, the games it plays against itself, and what it remembers of them."""

    def __init__(self, plan: Plan, device: str, compiled: bool) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.device = plan, torch.device(device)
        self.env = open_batch(plan.game, plan.seats, plan.games, device)
        self.network = make_network(self.env.setup, plan.network, plan.width, plan.depth).to(self.device)
        self.forward: Any = torch.compile(self.network, dynamic=False) if compiled else self.network
        fused = device == "cuda"
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=plan.rate, eps=1e-5, fused=fused)
        self.half = torch.bfloat16 if device == "cuda" else torch.float32
        self.seconds, self.lessons, self.curve = 0.0, 0, list[dict[str, float]]()
        n, t = plan.games, plan.steps
        self.seen = torch.zeros((t + 1, n, self.env.features), dtype=torch.float16, device=self.device)
        self.masks = torch.zeros((t + 1, n, self.env.actions), dtype=torch.bool, device=self.device)
        self.seats = torch.zeros((t + 1, n), dtype=torch.int64, device=self.device)
        self.chances = torch.zeros((t + 1, n, plan.seats), device=self.device)  # by absolute seat
        self.actions = torch.zeros((t, n), dtype=torch.int64, device=self.device)
        self.logs = torch.zeros((t, n), device=self.device)
        self.rewards = torch.zeros((t, n, plan.seats), device=self.device)
        self.ended = torch.zeros((t, n), dtype=torch.bool, device=self.device)

    def begin(self) -> None:
        """Deal the games; other ones after each pause."""
        batch = self.env.reset(self.plan.seed * 1_000_003 + self.lessons)
        self.now = {name: torch.from_dlpack(getattr(batch, name)) for name in ("observation", "mask", "seat")}
        self.end = {name: torch.from_dlpack(getattr(batch, name)) for name in ("rewards", "ended")}

    def think(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the policy, and of the chances to win: own first, the last one that nobody does."""
        with torch.autocast(self.device.type, self.half, enabled=self.half != torch.float32):
            weights, outcome = self.forward(seen)
        weights = weights.float().masked_fill(~masks, NEVER)
        return weights.log_softmax(1), outcome.float().log_softmax(1)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def look(self, t: int) -> Tensor:
        """Keep what is shown now as step `t`; the policy."""
        self.seen[t].copy_(self.now["observation"])
        self.masks[t].copy_(self.now["mask"])
        self.seats[t].copy_(self.now["seat"])
        policy, outcome = self.think(self.seen[t], self.masks[t])
        self.chances[t] = by_seat(outcome.exp()[:, :-1], self.seats[t])
        return policy

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self) -> None:
        """Some steps of every game."""
        for t in range(self.plan.steps):
            policy = self.look(t)
            noise = torch.empty_like(policy).exponential_()
            self.actions[t] = (policy.exp() / noise).argmax(1)  # drawn by the policy
            self.logs[t] = policy.gather(1, self.actions[t][:, None])[:, 0]
            self.env.step(self.actions[t])
            self.rewards[t].copy_(self.end["rewards"])
            self.ended[t].copy_(self.end["ended"])
        self.look(self.plan.steps)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def appraise(self) -> tuple[Tensor, Tensor]:
        """What each action was worth to its seat, and what every seat's chances should have been."""
        gains, worth = torch.zeros_like(self.chances[0]), torch.zeros_like(self.chances[:-1])
        for t in reversed(range(self.plan.steps)):
            on = (~self.ended[t])[:, None].float()
            gains = self.rewards[t] + on * self.chances[t + 1] - self.chances[t] + self.plan.lam * on * gains
            worth[t] = gains
        mine = worth.gather(2, self.seats[:-1, :, None])[:, :, 0]
        return mine, (worth + self.chances[:-1]).clamp(0, 1)

    def learn(self, progress: float) -> dict[str, float]:
        """A lesson from what was played."""
        plan, left = self.plan, max(0.0, 1 - progress)
        for group in self.optimiser.param_groups:
            group["lr"] = plan.rate * max(left, 0.02)
        worth, targets = self.appraise()
        worth = (worth - worth.mean()) / (worth.std() + 1e-6)
        flat = [
            x.flatten(0, 1)
            for x in (self.seen[:-1], self.masks[:-1], self.seats[:-1], self.actions, self.logs, worth, targets)
        ]
        said = dict.fromkeys(("policy", "value", "entropy", "change"), 0.0)
        sums, count = torch.zeros(4, device=self.device), 0
        total = plan.games * plan.steps
        for _ in range(plan.epochs):
            order = torch.randperm(total, device=self.device)
            for start in range(0, total - plan.batch + 1, plan.batch):
                rows = order[start : start + plan.batch]
                sums += self.correct(plan.entropy * left, *(x[rows] for x in flat))
                count += 1
        self.lessons += 1
        return dict(zip(said, (sums / count).tolist(), strict=True))

    def correct(
        self, entropy: float, seen: Tensor, masks: Tensor, seats: Tensor, actions: Tensor, logs: Tensor,
        worth: Tensor, targets: Tensor,
    ) -> Tensor:  # fmt: skip
        """One step of gradient descent."""
        policy, outcome = self.think(seen, masks)
        now = policy.gather(1, actions[:, None])[:, 0]
        ratio = (now - logs).exp()
        held = ratio.clamp(1 - self.plan.trust, 1 + self.plan.trust)
        gain = torch.minimum(ratio * worth, held * worth).mean()
        mine = from_seat(targets, seats)
        nobody = (1 - mine.sum(1, keepdim=True)).clamp(0, 1)
        value = -(torch.cat([mine, nobody], 1) * outcome).sum(1).mean()
        undecided = -(policy.exp() * policy.masked_fill(~masks, 0)).sum(1).mean()
        self.optimiser.zero_grad(set_to_none=True)
        (value - gain - entropy * undecided).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimiser.step()
        return torch.stack([gain, value, undecided, (now - logs).abs().mean()]).detach()


def by_seat(relative: Tensor, seats: Tensor) -> Tensor:
    """From own first to absolute seats."""
    n = relative.shape[1]
    places = (torch.arange(n, device=seats.device)[None] - seats[:, None]) % n
    return relative.gather(1, places)


def from_seat(absolute: Tensor, seats: Tensor) -> Tensor:
    """From absolute seats to own first."""
    n = absolute.shape[1]
    places = (torch.arange(n, device=seats.device)[None] + seats[:, None]) % n
    return absolute.gather(1, places)


def open_batch(game: str, seats: int, games: int, device: str) -> envs.Environment:
    """Games on the device, and on the card in the framework's own stream: they follow each other there."""
    card: dict[str, Any] = {"stream": torch.cuda.current_stream().cuda_stream} if device == "cuda" else {}
    return envs.make(game, seats, games, device, **card)


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(learner: Learner, against: str, games: int, seed: int) -> dict[str, float]:
    """The share of victories against others, with its 95% interval.

    The network does what it weighs most, in every seat equally often. The first games of each place count, as many
    in each: else short games would count more.
    """
    plan, device = learner.plan, learner.device
    places = min(games, plan.games) // plan.seats * plan.seats
    each = math.ceil(games / places)
    env = open_batch(plan.game, plan.seats, places, device.type)
    batch = env.reset(seed)
    seen, mask, seat = (torch.from_dlpack(x) for x in (batch.observation, batch.mask, batch.seat))
    rewards, ended = torch.from_dlpack(batch.rewards), torch.from_dlpack(batch.ended)
    own = torch.arange(places, device=device) % plan.seats
    done = torch.zeros(places, dtype=torch.int64, device=device)
    won = torch.zeros((), device=device)
    step = 0
    while step % 16 or int(done.min()) < each:
        with torch.autocast(device.type, learner.half, enabled=learner.half != torch.float32):
            weights, _ = learner.network(seen.half())
        mine = weights.float().masked_fill(~mask, NEVER).argmax(1)
        theirs = torch.from_dlpack(env.choose(against))
        env.step(torch.where(seat == own, mine, theirs))
        counted = ended & (done < each)
        won += (rewards.gather(1, own[:, None])[:, 0] * counted).sum()
        done += counted
        step += 1
    n = each * places
    share = float(won) / n
    low, high = interval(share, n)
    return {"games": n, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def save(learner: Learner, folder: Path) -> None:
    """The policy, the curve, and all that is needed to go on."""
    folder.mkdir(parents=True, exist_ok=True)
    save_policy(learner.network, learner.env.setup, folder / "policy.npz")
    (folder / "curve.json").write_text(json.dumps({"plan": asdict(learner.plan), "curve": learner.curve}, indent=1))
    state = {
        "network": learner.network.state_dict(), "optimiser": learner.optimiser.state_dict(),
        "seconds": learner.seconds, "lessons": learner.lessons,
    }  # fmt: skip
    part = folder / "training.part"
    torch.save(state, part)
    part.replace(folder / "training.pt")


def restore(learner: Learner, folder: Path) -> None:
    """Go on from what was saved, if anything was."""
    if not (folder / "training.pt").exists():
        return
    kept = json.loads((folder / "curve.json").read_text())
    if kept["plan"] != asdict(learner.plan):
        raise SystemExit(f"{folder} holds a run with another plan: {kept['plan']}")
    state = torch.load(folder / "training.pt", map_location=learner.device, weights_only=True)
    learner.network.load_state_dict(state["network"])
    learner.optimiser.load_state_dict(state["optimiser"])
    learner.seconds, learner.lessons, learner.curve = state["seconds"], state["lessons"], kept["curve"]


def train(learner: Learner, given: argparse.Namespace) -> None:
    """Play and learn until the time is over; look now and then how it fares."""
    learner.begin()
    limit, steps = 60 * given.minutes, learner.plan.games * learner.plan.steps
    checked = learner.seconds
    while learner.seconds < limit:
        begin = time.perf_counter()
        learner.play()
        said = learner.learn(learner.seconds / limit)
        learner.seconds += time.perf_counter() - begin
        last = learner.seconds >= limit
        if last or learner.seconds - checked >= given.every:
            checked = learner.seconds
            games = given.games_at_end if last else given.games_between
            found = evaluate(learner, given.against, games, 1_000_000 + learner.lessons)
            point = {"minutes": round(learner.seconds / 60, 2), "steps": learner.lessons * steps, **found}
            learner.curve.append(point)
            save(learner, given.to)
            rate = learner.lessons * steps / learner.seconds
            print(
                json.dumps({**point, "rate": round(rate), **{k: round(v, 4) for k, v in said.items()}}), flush=True
            )


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("--minutes", type=float, default=8, help="of learning in all, pauses not counted")
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--to", type=Path, default=Path("runs/ppo"))
    asked.add_argument("--games", type=int, help="at the same time")
    asked.add_argument("--steps", type=int, default=64)
    asked.add_argument("--batch", type=int)
    asked.add_argument("--epochs", type=int, default=2)
    asked.add_argument("--rate", type=float, default=1e-3)
    asked.add_argument("--entropy", type=float, default=0.01)
    asked.add_argument("--network", default="fitting", help="plain, grid, or the fitting one")
    asked.add_argument("--width", type=int, default=64)
    asked.add_argument("--depth", type=int, default=3)
    asked.add_argument("--compile", action="store_true", help="let PyTorch compile the network")
    asked.add_argument("--against", default="greedy", choices=("random", "weighted", "greedy"))
    asked.add_argument("--every", type=float, default=60, help="seconds between two looks at how it fares")
    asked.add_argument("--games-between", type=int, default=4096)
    asked.add_argument("--games-at-end", type=int, default=20_000)
    given = asked.parse_args()
    card = given.device == "cuda"
    plan = Plan(
        given.game, given.seats, given.seed, given.games or (8_192 if card else 256), given.steps,
        given.batch or (32_768 if card else 2048), given.epochs, given.rate, given.entropy, given.network,
        given.width, given.depth,
    )  # fmt: skip
    if card:
        torch.set_float32_matmul_precision("high")
        torch.cuda.set_stream(torch.cuda.Stream())
    learner = Learner(plan, given.device, given.compile)
    restore(learner, given.to)
    train(learner, given)


if __name__ == "__main__":
    main()
