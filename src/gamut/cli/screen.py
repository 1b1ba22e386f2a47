"""What `gamut play` prints: the table, lists of moves, the log, hints and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

from gamut.cli.match_input import group_by_start, number_moves
from gamut.engine.knowledge import Knowledge
from gamut.engine.presentation import LogEntry, join_words
from gamut.engine.table import Result, describe_result

MIN_MOVE_LINES = 6  # however little space the table leaves
PROMPT_LINES = 3  # the prompt, the note below the moves, and the input line
COLUMN_GAP = 2


@dataclass(frozen=True)
class Screen:
    """A console, and the names of the players."""

    console: Console
    names: list[str]

    def print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), highlight=False)

    def print_title(self, *parts: str) -> None:
        self.console.print(Rule(" · ".join(part for part in parts if part), style="dim"))

    def clear(self) -> None:
        """Clear the screen and what can be scrolled back to."""
        if self.console.is_terminal:
            self.console.control(Control(ControlType.HOME, ControlType.CLEAR))
            self.console.file.write("\x1b[3J")

    def print_table(self, known: Knowledge) -> None:
        self.console.print(known.terminal_view(self.names))

    def table_height(self, known: Knowledge) -> int:
        return len(self.console.render_lines(known.terminal_view(self.names), pad=False))

    def list_moves(self, texts: Sequence[str], indices: Sequence[int], lines_used: int = 0) -> None:
        """Print moves with their numbers; if they do not fit on the screen, group them by their first words."""
        max_lines = max(MIN_MOVE_LINES, self.console.height - lines_used - PROMPT_LINES)
        numbers = number_moves(texts)
        width = len(str(max(numbers[k] for k in indices)))
        moves = [f"{numbers[k]:>{width}} {texts[k]}" for k in indices]
        if self._count_lines(moves) <= max_lines:
            self._print_columns(moves)
        elif groups := self._group_moves(texts, indices, max_lines):
            self._print_columns(groups)
            self.print(f"{len(indices):,} moves: type the beginning of one to see more, or some of its words.", "dim")
        else:
            while self._count_lines(moves) > max_lines:
                moves.pop()
            self._print_columns(moves)
            self.print(f"… and {len(indices) - len(moves)} more: type some words of a move, or `moves` and some words.")

    def _group_moves(self, texts: Sequence[str], indices: Sequence[int], max_lines: int) -> list[str]:
        """Return starts of moves with their counts, as detailed as fits; empty if all moves start in the same way."""
        best, numbers = list[str](), number_moves(texts)
        for n_words in range(1, 1 + max(len(texts[k].split()) for k in indices)):
            groups = group_by_start(texts, indices, n_words)
            shown = [
                f"{numbers[members[0]]} {texts[members[0]]}" if len(members) == 1 else f"{start} … ({len(members)})"
                for start, members in groups.items()
            ]
            if self._count_lines(shown) > max_lines:
                return best
            if len(shown) > max(1, len(best)):  # leave out a word that distinguishes nothing
                best = shown
        return best

    def _count_lines(self, texts: Sequence[str]) -> int:
        """Return the number of lines that the texts take in columns."""
        columns = max(1, (self.console.width + COLUMN_GAP) // (max(map(len, texts)) + COLUMN_GAP))
        return -(-len(texts) // columns)

    def _print_columns(self, texts: Sequence[str]) -> None:
        self.console.print(Columns(map(Text, texts), column_first=True, equal=True, padding=(0, COLUMN_GAP)))

    def print_log(self, entries: Iterable[LogEntry]) -> None:
        """Print log entries; consecutive entries of one seat share a line."""
        for (heading, seat), group in groupby(entries, key=lambda entry: (entry.heading, entry.seat)):
            texts = [entry.text for entry in group]
            if heading or seat < 0:
                self.print(" · ".join(texts), "bold")
            else:
                self.print(f"{self.names[seat]} {join_words(texts)}.")

    def print_hint(self, number: int, move: str, reason: str, chances: str) -> None:
        """Print the move that a bot would make; `number` is that of its first action in the list of moves."""
        self.print(f"Hint: {move}. ({number})", "bold")
        for text in filter(None, (reason, chances)):
            self.print(text)

    def print_meanings(self, meanings: Iterable[tuple[str, str]]) -> None:
        """Print commands or signs with their meanings."""
        grid = Grid(box=None, show_header=False, pad_edge=False)
        for sign, meaning in meanings:
            grid.add_row(Text(sign, "bold"), Text(meaning))
        self.console.print(grid)

    def print_page(self, markdown: str) -> None:
        """Print a long text, on a terminal through its pager."""
        page = Markdown(markdown)
        if self.console.is_terminal:
            with self.console.pager():
                self.console.print(page)
        else:
            self.console.print(page)

    def print_result(self, result: Result) -> None:
        self.print(describe_result(result.reason_template, [self.names[seat] for seat in result.winners]), "bold")
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        for column in ("Place", "Player", "Score"):
            grid.add_column(column, justify="left" if column == "Player" else "right")
        for seat in sorted(range(len(self.names)), key=lambda seat: result.ranks[seat]):
            place = "–" if result.lost else str(result.ranks[seat])
            grid.add_row(place, self.names[seat], str(result.scores[seat]))
        self.console.print(grid)
