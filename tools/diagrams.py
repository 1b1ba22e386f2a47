"""Draw the diagrams of the documentation: `python -m tools.diagrams` writes docs/pictures/*.svg.

A diagram is boxes and arrows. Text widths are estimated generously, so that any font fits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
INK, PAPER, LINE = "#2b2a28", "#fbf8f1", "#8a857b"
FILLS = {"plain": "#ffffff", "file": "#fdeeb5", "secret": "#f6cfcb", "open": "#d3e2f7", "people": "#dcefd9"}
ROW = 18  # height of a line of text
FONT = "font-family='Verdana, DejaVu Sans, sans-serif'"


@dataclass(frozen=True)
class Box:
    """A box, given by its centre and width; the first line of its text is bold."""

    x: int
    y: int
    width: int
    lines: tuple[str, ...]
    kind: str

    @property
    def height(self) -> int:
        return ROW * len(self.lines) + 18

    def edge(self, other: Box) -> tuple[int, int]:
        """Return where an arrow to another box starts."""
        if abs(other.y - self.y) < (self.height + other.height) // 2:
            return self.x + (self.width if other.x > self.x else -self.width) // 2, self.y
        return self.x, self.y + (self.height if other.y > self.y else -self.height) // 2


@dataclass
class Picture:
    """Boxes, and arrows between them."""

    name: str
    title: str
    width: int
    height: int
    parts: list[str] = field(default_factory=list)

    def box(self, x: int, y: int, width: int, *lines: str, kind: str = "plain") -> Box:
        """Draw a box around a point."""
        box = Box(x, y, width, lines, kind)
        left, top = x - width // 2, y - box.height // 2
        self.parts.append(
            f"<rect x='{left}' y='{top}' width='{width}' height='{box.height}' rx='8' fill='{FILLS[kind]}' "
            f"stroke='{INK}' stroke-width='1.2'/>"
        )
        for k, line in enumerate(lines):
            weight = " font-weight='bold'" if k == 0 else ""
            self.text(x, top + 9 + ROW * k + 13, line, weight)
        return box

    def text(self, x: int, y: int, line: str, attributes: str = "") -> None:
        """Draw a line of text around a point."""
        escaped = escape(line, quote=False)
        self.parts.append(
            f"<text x='{x}' y='{y}' text-anchor='middle' font-size='12' fill='{INK}'{attributes}>{escaped}</text>"
        )

    def arrow(self, start: Box, end: Box, label: str = "", *, shift: int = 0) -> None:
        """Draw an arrow between boxes; `shift` moves it sideways, for a second arrow between the same boxes."""
        (x1, y1), (x2, y2) = start.edge(end), end.edge(start)
        level = abs(y2 - y1) < abs(x2 - x1) and y1 == start.y
        x1, x2 = (x1, x2) if level else (x1 + shift, x2 + shift)
        y1, y2 = (y1 + shift, y2 + shift) if level else (y1, y2)
        self.parts.append(
            f"<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke='{LINE}' stroke-width='1.6' marker-end='url(#tip)'/>"
        )
        if label:
            x, y = (x1 + x2) // 2, (y1 + y2) // 2
            width = 7 * len(label) + 8
            self.parts.append(f"<rect x='{x - width // 2}' y='{y - 9}' width='{width}' height='18' fill='{PAPER}'/>")
            self.text(x, y + 4, label, " font-style='italic'")

    def svg(self) -> str:
        body = "\n".join(self.parts)
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} {self.height}' {FONT} role='img'>\n"
            f"<title>{escape(self.title)}</title>\n"
            "<defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='8' markerHeight='8' "
            f"orient='auto'><path d='M0 0 8 4 0 8z' fill='{LINE}'/></marker></defs>\n"
            f"<rect width='{self.width}' height='{self.height}' rx='12' fill='{PAPER}'/>\n{body}\n</svg>\n"
        )


def parts_of_a_game() -> Picture:
    """The files of a game and their users."""
    p = Picture("parts", "The files of a game, and who uses them", 940, 400)
    rules_page = p.box(130, 50, 200, "RULES.md", "numbered clauses", kind="file")
    record = p.box(470, 50, 300, "record.py", "Constants and State: packed numbers", kind="file")
    game = p.box(810, 50, 200, "__init__.py", "options, and the Game", kind="file")
    rules = p.box(110, 190, 180, "rules.py", "deal, actors, legal,", "play, result, secret_phase", kind="file")
    hidden = p.box(310, 190, 180, "hidden.py", "hide, redeal, observe,", "visible_action", kind="file")
    guide = p.box(500, 190, 160, "guide.py", "guide, value,", "quiescent", kind="file")
    check = p.box(665, 190, 140, "invariants.py", "broken_invariant", kind="file")
    presentation = p.box(835, 190, 180, "presentation.py", "texts, touch paths,", "prompts, log, view …", kind="file")
    tests = p.box(110, 340, 180, "tests/", "clauses, golden,", "conformance", kind="plain")
    bots = p.box(405, 340, 240, "bots and simulation", "see hidden copies only", kind="open")
    people = p.box(800, 340, 240, "browser and terminal", "show hidden copies only", kind="people")
    for part in (rules, hidden, guide, check, presentation):
        p.arrow(record, part)
    p.arrow(rules_page, rules, "clause by clause")
    p.arrow(game, presentation, "collects all")
    p.arrow(rules, tests)
    p.arrow(hidden, bots)
    p.arrow(guide, bots)
    p.arrow(check, tests)
    p.arrow(presentation, people)
    return p


def hiding() -> Picture:
    """What `hide` and `redeal` do."""
    p = Picture("hiding", "What hide and redeal do", 940, 250)
    true = p.box(140, 70, 220, "the true state", "hand of A: red red blue blue", "hand of B: yellow blue red red",
                 "deck and chance key", kind="secret")  # fmt: skip
    copy = p.box(470, 70, 220, "hidden copy for A", "hand of A: red red blue blue", "hand of B: 0 0 0",
                 "deck 0 0 0, key 0", kind="open")  # fmt: skip
    other = p.box(800, 70, 220, "a state that could be true", "hand of A: red red blue blue",
                  "hand of B: blue blue red blue", "another deck and key", kind="secret")  # fmt: skip
    shown = p.box(300, 200, 260, "everything shown to A", "view, prompt, log, legal actions", kind="people")
    bots = p.box(670, 200, 260, "everything bots use", "playouts, search, training", kind="open")
    p.arrow(true, copy, "hide")
    p.arrow(copy, other, "redeal", shift=-14)
    p.arrow(other, copy, "hide", shift=18)
    p.arrow(copy, shown)
    p.arrow(copy, bots)
    return p


def player_move() -> Picture:
    """From a touch to the new view of every seat."""
    p = Picture("player-move", "A player's move", 940, 440)
    touch = p.box(
        140, 60, 220, "a player selects pieces", "the next piece of a legal", "touch path is highlighted", kind="people"
    )
    number = p.box(470, 60, 220, "PlayAction", "the action number and the", "seat's decision number")
    prepare = p.box(800, 60, 220, "Table.prepare", "not legal: a named error;", "else played on a copy")
    stored = p.box(800, 220, 220, "the entry is stored", "seat, action, time,", "digest of the state", kind="file")
    commit = p.box(470, 220, 220, "Table.commit", "the copy is the state;", "the move is acknowledged", kind="secret")
    hide = p.box(140, 220, 220, "hide, once per seat", "Knowledge: what this", "seat can know", kind="open")
    seen = p.box(140, 380, 220, "View", "game view, prompt, log,", "legal action numbers", kind="people")
    drawn = p.box(470, 380, 220, "the table component", "draws the view and marks", "pieces with ids", kind="people")
    p.arrow(touch, number, "touch path")
    p.arrow(number, prepare, "message")
    p.arrow(prepare, stored)
    p.arrow(stored, commit)
    p.arrow(commit, hide)
    p.arrow(hide, seen)
    p.arrow(seen, drawn)
    return p


def bot_move() -> Picture:
    """From a hidden copy to a choice."""
    p = Picture("bot-move", "A bot's move", 940, 400)
    table = p.box(140, 60, 220, "the table", "a bot has a decision to make", kind="secret")
    hidden = p.box(470, 60, 220, "hidden copy", "all that the bot gets", kind="open")
    decide = p.box(800, 60, 220, "Bot.decide(decision)", "legal actions, a seed", kind="open")
    redeal = p.box(800, 200, 220, "redeal", "a state that could be true,", "with a key of its own", kind="secret")
    walk = p.box(470, 200, 220, "play on", "down the tree by what the", "seat sees, then a playout")
    value = p.box(140, 200, 220, "value, or the result", "every seat's share", "of the win")
    choice = p.box(470, 340, 220, "Choice", "an action and estimates")
    prepare = p.box(140, 340, 220, "Table.prepare", "as for people's moves")
    p.arrow(table, hidden, "hide")
    p.arrow(hidden, decide)
    p.arrow(decide, redeal, "thousands of times")
    p.arrow(redeal, walk)
    p.arrow(walk, value)
    p.arrow(value, choice, "the best of the most visited")
    p.arrow(choice, prepare)
    return p


def simulated_game() -> Picture:
    """How thousands of games are played."""
    p = Picture("simulated-game", "A simulated game", 940, 410)
    setup = p.box(140, 80, 220, "game.open(seats, options)", "constants: cards, costs, sizes", kind="file")
    binder = p.box(
        470,
        80,
        240,
        "binding",
        "fills a driver's slots with the",
        "game's verbs; a digest of all it",
        "reaches is the cache key",
    )
    native = p.box(800, 80, 220, "native code", "compiled once per machine")
    loop = p.box(800, 220, 220, "random games: one loop", "deal, legal, play … result;", "all cores, by threads")
    bots = p.box(470, 220, 240, "games of bots", "Table and Bot.choose;", "all cores, by processes", kind="open")
    rotate = p.box(
        140, 220, 220, "each deal once per rotation", "so that luck cancels out;", "seed and number give the key"
    )
    report = p.box(470, 350, 280, "Report", "wins, 95% intervals, scores, speed", kind="people")
    p.arrow(setup, binder)
    p.arrow(binder, native)
    p.arrow(native, loop)
    p.arrow(setup, rotate)
    p.arrow(rotate, bots)
    p.arrow(binder, bots)
    p.arrow(loop, report)
    p.arrow(bots, report)
    return p


def frame_of_a_table() -> Picture:
    """The areas of the frame around a table, in a wide window."""
    p = Picture("frame", "The areas of a table in a wide window", 940, 470)
    p.box(470, 35, 900, "bar: headline, turn, tools", "drawn by the frame from `bar`")
    p.box(115, 230, 190, "seats", "names, scores by `score`,", "pieces by `seats.details`", kind="people")
    p.box(825, 165, 190, "log and notices", "drawn by the frame")
    p.box(825, 320, 190, "supply", "numbers of the game", kind="file")
    p.box(470, 105, 480, "strip, in one line: what is happening", kind="file")
    p.box(270, 245, 90, "market", "west", kind="file")
    p.box(470, 245, 280, "board", "marked with data-board: the largest part", kind="open")
    p.box(670, 245, 90, "market", "east", kind="file")
    p.box(390, 385, 320, "hand", "your own pieces; not for spectators", kind="open")
    p.box(640, 385, 150, "actions", "what ends something", kind="file")
    p.text(470, 450, "moment: a picture of the last event replaces the board for a while; end: the end panel", "")
    return p


ALL = (parts_of_a_game, hiding, player_move, bot_move, simulated_game, frame_of_a_table)


def main() -> None:
    for draw in ALL:
        picture = draw()
        (PICTURES / f"{picture.name}.svg").write_text(picture.svg(), "utf-8")


if __name__ == "__main__":
    main()
