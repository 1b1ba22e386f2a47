"""What the terminal shows: tables, lists of moves, the log, hints and results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.columns import Columns
from rich.console import Console
from rich.control import Control
from rich.markdown import Markdown
from rich.rule import Rule
from rich.segment import ControlType
from rich.table import Table as Grid
from rich.text import Text

from gamut.bots import Choice
from gamut.cli.choices import group_texts
from gamut.engine.knowledge import Knowledge
from gamut.engine.language import LogEntry
from gamut.engine.table import Result

HINTS = 3  # shown of a hint's figures
FEWEST_LINES = 6  # for moves, however little space a table leaves
BELOW = 3  # lines with the moves: the question, what else can be typed, and where one types
GAP = 2  # spaces between columns


@dataclass(frozen=True)
class Screen:
    """One console, and the names of those who play."""

    console: Console
    names: list[str]

    def say(self, text: str, style: str = "") -> None:
        """A sentence."""
        self.console.print(Text(text, style=style), highlight=False)

    def title(self, *parts: str) -> None:
        """A line across the screen."""
        self.console.print(Rule(" · ".join(part for part in parts if part), style="dim"))

    def clear(self) -> None:
        """Leave nothing on the screen, nor where one could scroll back to."""
        if self.console.is_terminal:
            self.console.control(Control(ControlType.HOME, ControlType.CLEAR))
            self.console.file.write("\x1b[3J")

    def draw(self, known: Knowledge) -> None:
        """The table as a seat knows it."""
        self.console.print(known.draw(self.names))

    def measure(self, known: Knowledge) -> int:
        """How many lines the table takes."""
        return len(self.console.render_lines(known.draw(self.names), pad=False))

    def list_moves(self, texts: Sequence[str], places: Sequence[int], taken: int = 0) -> None:
        """Moves, each with its number; where they do not fit below what takes some lines, by their first words."""
        lines = max(FEWEST_LINES, self.console.height - taken - BELOW)
        wide = len(str(max(places) + 1))
        shown = [f"{k + 1:>{wide}} {texts[k]}" for k in places]
        if self._count_lines(shown) <= lines:
            self._print_columns(shown)
        elif groups := self._group_moves(texts, places, lines):
            self._print_columns(groups)
            self.say(f"{len(places):,} moves: type a beginning to see them, or some words of a move.", "dim")
        else:
            while self._count_lines(shown) > lines:
                shown.pop()
            self._print_columns(shown)
            self.say(f"… and {len(places) - len(shown)} more: type some words, or `moves` with some words.")

    def _group_moves(self, texts: Sequence[str], places: Sequence[int], lines: int) -> list[str]:
        """Beginnings of moves and how many each has, as exact as the lines allow; none if that tells nothing."""
        found: list[str] = []
        for words in range(1, 1 + max(len(texts[k].split()) for k in places)):
            groups = group_texts(texts, places, words)
            shown = [
                f"{members[0] + 1} {texts[members[0]]}" if len(members) == 1 else f"{begin} … ({len(members)})"
                for begin, members in groups.items()
            ]
            if self._count_lines(shown) > lines:
                return found
            if len(shown) > max(1, len(found)):  # one word more that tells nothing is left out
                found = shown
        return found

    def _count_lines(self, texts: Sequence[str]) -> int:
        """How many lines texts take in columns."""
        columns = max(1, (self.console.width + GAP) // (max(map(len, texts)) + GAP))
        return -(-len(texts) // columns)

    def _print_columns(self, texts: Sequence[str]) -> None:
        self.console.print(Columns(map(Text, texts), column_first=True, equal=True, padding=(0, GAP)))

    def tell(self, entries: Iterable[LogEntry]) -> None:
        """Entries of the log; what one seat did in one go stands in one line."""
        for (heading, seat), group in groupby(entries, key=lambda entry: (entry.heading, entry.seat)):
            texts = [entry.text for entry in group]
            if heading or seat < 0:
                self.say(" · ".join(texts), "bold")
            else:
                self.say(f"{self.names[seat]} {', '.join(texts)}.")

    def show_hint(self, choice: Choice, reason: str, numbers: Mapping[int, int], texts: Sequence[str]) -> None:
        """What a bot would do, what speaks for it, and figures; `numbers` are those of the list of moves."""
        self.say(f"Hint: {numbers[choice.action]} {texts[choice.action]}", "bold")
        if reason:
            self.say(reason)
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        for column in ("Move", "Expected share of the victory", "Looked at"):
            grid.add_column(column, justify="left" if column == "Move" else "right")
        for f in choice.figures[:HINTS]:
            looks = f"{f.visits:,} times" if f.visits else "–"
            grid.add_row(f"{numbers[f.action]:>3} {texts[f.action]}", f"{f.value:.0%}", looks)
        if choice.figures:
            self.console.print(grid)

    def show_words(self, words: Mapping[str, str]) -> None:
        """What can be typed, and what it does."""
        grid = Grid(box=None, show_header=False, pad_edge=False)
        for word, meaning in words.items():
            grid.add_row(Text(word, "bold"), Text(meaning))
        self.console.print(grid)

    def show_page(self, markdown: str) -> None:
        """A long text, in a pager where there is one."""
        page = Markdown(markdown)
        if self.console.is_terminal:
            with self.console.pager():
                self.console.print(page)
        else:
            self.console.print(page)

    def show_result(self, result: Result) -> None:
        """Who won, or that nobody did, and the scores."""
        self.say(f"{self._outcome(result)}: {result.reason}.", "bold")
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        for column in ("Place", "Player", "Score"):
            grid.add_column(column, justify="left" if column == "Player" else "right")
        for seat in sorted(range(len(self.names)), key=lambda p: result.ranks[p]):
            place = "–" if result.lost else str(result.ranks[seat])
            grid.add_row(place, self.names[seat], str(result.scores[seat]))
        self.console.print(grid)

    def _outcome(self, result: Result) -> str:
        winners = [self.names[seat] for seat in result.winners]
        if not winners:
            return "The game is lost"
        verb = "share the victory" if len(winners) > 1 else "win" if winners == ["You"] else "wins"
        return f"{' and '.join(winners)} {verb}"
