"""Chroma Mix in a terminal. A card shows the letters of its pigments and its name, never colour alone."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from gamut.engine.language import fill_names
from gamut.games.chroma_mix.cards import CARDS
from gamut.games.chroma_mix.progress import Progress
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.views import Billy, ChromaMixView, MarketRow, Mix, Player, Stack, view

INFO = {card["id"]: card for card in CARDS}
PAINT = {
    "soft-cyan": "#8ed7ef", "pale-magenta": "#f3a1c6", "light-yellow": "#fdf0a0", "cerulean": "#27a0da",
    "coral": "#ff8367", "fuchsia": "#d81b82", "jungle": "#33a968", "lavender": "#ad9be0", "lemon": "#ffe224",
    "prism": "#eeeeee", "azure": "#2a6fd6", "key": "#17181a", "orange": "#f7942a", "pear": "#bdd24c",
    "raspberry": "#cc2450", "slate-gray": "#66737d", "turquoise": "#25baad", "violet": "#8640bd",
    "ruby": "#a9142c", "emerald": "#0a7d4c", "sapphire": "#1a44a6", "burgundy": "#6c1a31", "mustard": "#c99c22",
    "petrol": "#105a6a", "mix": "#17181a",
}  # fmt: skip
LIGHT_INK = {
    "fuchsia", "azure", "key", "raspberry", "slate-gray", "violet", "ruby", "emerald", "sapphire", "burgundy",
    "petrol", "mix",
}  # fmt: skip
LEGEND = (
    "C cyan, M magenta, Y yellow, ** any two alike; x2 two of them, ! a lasting effect in force, + held, - missing"
)


def card(id: str, count: int = 1, mark: str = "") -> Text:
    """`MY Coral`, `MY Coral x2`, `MY Coral!`."""
    info = INFO.get(id, {"pigments": "", "name": "MIX"})
    many = f" x{count}" if count != 1 else ""
    ink = "white" if id in LIGHT_INK else "black"
    return Text(
        f" {info['pigments']} {info['name']}{mark}{many} ".replace("  ", " "), style=f"{ink} on {PAINT[id]}"
    )


def row(title: str, cards: Iterable[Text], note: str = "") -> Text:
    """A title and some cards behind it, as many lines as it takes."""
    line = Text(f"{title:<8}")
    shown = list(cards)
    line.append_text(Text(" ").join(shown) if shown else Text("none", "dim"))
    return line.append(f"  {note}", "dim") if note else line


def stacks(cards: list[Stack], force: list[str] | None = None) -> list[Text]:
    """Cards of a hand or a play area."""
    return [card(one.id, one.count, "!" if one.id in (force or []) else "") for one in cards]


def draw_row(one: MarketRow) -> Text:
    """A row of the market."""
    cards = [card(id) if id else Text("(no card)", "dim") for id in one.cards]
    return row(f"Rank {one.rank}", cards, f"deck {one.deck}, discard {one.discard}")


def draw_progress(one: Progress) -> str:
    """`Points 6/17`, `Ruby set +ruby -emerald -sapphire`."""
    chips = " ".join(f"{'+' if p.there else '-'}{p.id}" for p in one.pieces)
    bar = f"{one.have}/{one.need}" if one.victory != "ruby" else ""
    groups = " ".join(f"{g.have}/{g.need} of rank {g.rank}" for g in one.groups)
    return " ".join(filter(None, (one.title, chips, groups or bar, "MET" if one.met else "")))


def points_of(player: Player) -> str:
    """`1 point`, `3 points`."""
    return f"{player.points} point{'' if player.points == 1 else 's'}"


def draw_player(v: ChromaMixView, player: Player, name: str, billy: Billy | None) -> Panel:
    """Hand, play area and the way to the victories."""
    lines = [row("Hand", stacks(player.hand), f"{player.cards} card{'' if player.cards == 1 else 's'} in all")]
    if billy is None:
        lines.append(row("Play", stacks(player.play, player.in_force), points_of(player)))
    else:
        lines.append(Text(f"Deck {billy.deck}, discard {billy.discard}, {points_of(player)}"))
        if billy.drawn:
            lines.append(row("Drew", [card(id) for id in billy.drawn]))
    if player.tucked:
        lines.append(row("Tucked", stacks(player.tucked), f"{player.tucked_dots} dots"))
    lines.append(Text("; ".join(draw_progress(one) for one in player.progress)))
    return Panel(Text("\n").join(lines), title=name, title_align="left")


def draw_mix(mix: Mix) -> Text:
    """The sum of the cards put forward, and what it makes."""
    line = row("Mix", [card(one.id) for one in mix.cards], " or ".join(mix.sums))
    if mix.makes or mix.reaches:
        line.append(" makes " if mix.makes else " may become ")
        line.append_text(Text(" ").join(card(id) for id in mix.makes or mix.reaches))
    return line


def draw(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Piles, market, players (the viewer last), what is being chosen and what waits."""
    v = view(c, s, seat)
    said = [*names[: c.seats], "Billy"]
    whose = f"turn of {said[v.turn.player]}" if v.turn.player >= 0 else "the game is over"
    parts: list[RenderableType] = [
        Text(f"{'Last round' if v.last_round else 'Round'} {v.round}: {whose}", "bold"),
        row("Rank 4", [card(one.id, one.count) for one in v.piles[:-3]]),
        *(draw_row(one) for one in v.rows),
        row("Rank 1", [card(one.id, one.count) for one in v.piles[-3:]]),
    ]
    order = sorted(range(c.players), key=lambda p: (p == max(seat, 0), p))
    parts += [draw_player(v, v.players[p], said[p], v.billy if p >= c.seats else None) for p in order]
    if v.mix:
        parts.append(draw_mix(v.mix))
    if v.billy and v.billy.why:
        parts.append(Text(v.billy.why))
    waits = [fill_names(one.text, said) for one in v.waiting]
    if waits:
        parts.append(Text(f"Waiting: {'; then '.join(waits)}", "dim"))
    if v.outcome:
        parts.append(Text(fill_names(v.outcome.text, said), "bold"))
    return Group(*parts)
