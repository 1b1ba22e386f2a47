"""Chroma Mix in a terminal. A card shows the letters of its pigments and its name, never colour alone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from gamut.engine.look import load_look
from gamut.engine.presentation import fill_names, format_count
from gamut.games.chroma_mix.cards import CARDS
from gamut.games.chroma_mix.details import describe_progress
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.view import Billy, MarketRow, Mix, Player, Stack, view

COLOURS = load_look(Path(__file__).parent).colours
INFO = {card["id"]: card for card in CARDS}
TERMINAL_SYMBOLS = "C cyan, M magenta, Y yellow, ** any pair of one pigment; x2 two of them, ! ongoing effect active"


def draw_card(id: str, count: int = 1, mark: str = "") -> Text:
    """Return `MY Coral`, `MY Coral x2`, `MY Coral!`."""
    copies = f" x{count}" if count != 1 else ""
    if id == "mix":
        return Text(f" MIX{copies} ", style="reverse")
    card, colour = INFO[id], COLOURS[id]
    return Text(f" {card['pigments']} {card['name']}{mark}{copies} ", style=f"{colour.ink} on {colour.value}")


def draw_line(title: str, cards: Iterable[Text], note: str = "") -> Text:
    line = Text(f"{title:<8}")
    line.append_text(Text(" ").join(cards) or Text("none", "dim"))
    return line.append(f"  {note}", "dim") if note else line


def draw_stacks(stacks: list[Stack], active: list[str] | None = None) -> list[Text]:
    return [draw_card(stack.id, stack.count, "!" if stack.id in (active or []) else "") for stack in stacks]


def draw_row(row: MarketRow) -> Text:
    cards = [draw_card(id) if id else Text("(no card)", "dim") for id in row.cards]
    return draw_line(f"Rank {row.rank}", cards, f"deck {row.deck_size}, discard {row.discard_size}")


def draw_player(player: Player, name: str, billy: Billy | None) -> Panel:
    points = format_count(player.points, "point")
    cards = sum(stack.count for stack in player.hand)
    lines = [draw_line("Hand", draw_stacks(player.hand), format_count(cards, "card"))]
    if billy is None:
        lines.append(draw_line("Play", draw_stacks(player.play, player.active), points))
    else:
        following = {"mix": ", next a MIX card", "colour": ", next a colour card"}.get(billy.next, "")
        lines.append(Text(f"Deck {billy.deck_size}{following}, discard {billy.discard_size}, {points}"))
        if billy.drawn:
            lines.append(draw_line("Drew", [draw_card(id) for id in billy.drawn]))
    if player.tucked:
        lines.append(draw_line("Tucked", draw_stacks(player.tucked), format_count(player.tucked_dots, "dot")))
    lines += [Text(f"{progress.title + ':':<9}{describe_progress(progress)}") for progress in player.progress]
    return Panel(Text("\n").join(lines), title=name, title_align="left")


def draw_mix(mix: Mix) -> Text:
    line = draw_line("Mix", [draw_card(card.id) for card in mix.cards], " or ".join(mix.sums))
    if mix.makes or mix.can_become:
        line.append(" makes " if mix.makes else " can become ")
        line.append_text(Text(" ").join(draw_card(id) for id in mix.makes or mix.can_become))
    return line


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Draw piles, market, players (the viewer last), the running mix and the pending decisions."""
    v = view(c, s, seat)
    players = [*names[: c.seats], "Billy"]
    headline = f"Round {v.round}{' – last round' if v.last_round else ''}"
    status = f"{players[v.turn.player]} to play" if v.turn.player >= 0 else "game over"
    inks = len(v.piles) - 3
    parts: list[RenderableType] = [
        Text(f"{headline}: {status}", "bold"),
        draw_line("Rank 4", draw_stacks(v.piles[:inks])),
        *(draw_row(row) for row in v.rows),
        draw_line("Rank 1", draw_stacks(v.piles[inks:])),
    ]
    order = sorted(range(c.players), key=lambda p: (p == max(seat, 0), p))
    parts += [draw_player(v.players[p], players[p], v.billy if p >= c.seats else None) for p in order]
    if v.mix:
        parts.append(draw_mix(v.mix))
    if v.billy and v.billy.why:
        parts.append(Text(v.billy.why))
    if v.pending:
        decisions = "; then ".join(fill_names(decision.text, players) for decision in v.pending)
        parts.append(Text(f"Pending: {decisions}", "dim"))
    if v.outcome:
        parts.append(Text(fill_names(v.outcome.text, players), "bold"))
    return Group(*parts)
