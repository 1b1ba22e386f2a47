"""The terminal's table: one for all games, made from their words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import platformdirs
from rich.columns import Columns
from rich.console import Console
from rich.control import Control
from rich.markdown import Markdown
from rich.rule import Rule
from rich.segment import ControlType
from rich.table import Table as Grid
from rich.text import Text

from gamut.bots import Bot, make
from gamut.cli import saved
from gamut.cli.choices import fitting, matches, shortened
from gamut.cli.saved import CannotSave
from gamut.engine.errors import CannotTakeBack, GamutError
from gamut.engine.game import Line
from gamut.engine.table import Table
from gamut.engine.view import view

HINTS = 3  # shown of a hint's figures
RECENT = 20  # lines of a short log
LISTED = 60  # moves shown at once

COMMANDS = {
    "hint": "what a strong bot would do, with its figures",
    "back": "take back",
    "moves": "the possible moves again; with some words, only those that fit",
    "table": "the table again",
    "log": "what happened; `log all` from the beginning",
    "rules": "the rules of the game",
    "save": "`save FILE`: save the game and go on",
    "quit": "save the game and leave",
    "help": "this list",
}
AT_THE_END = ("back", "log", "rules", "save", "table")


class Left(Exception):
    """Somebody wants to leave."""


@dataclass
class Player:
    """Who sits on a seat."""

    spec: str  # as `--seat` takes it
    name: str
    bot: Bot | None = None
    seen: int = 0  # lines of the log already shown


@dataclass
class Terminal:
    """One game on one screen."""

    table: Table
    players: list[Player]
    console: Console
    read: Callable[[str], str]
    seed: int  # of the bots
    path: Path | None = None  # where the game was saved last
    taken_back: int = 0
    threads: int = 1
    log: list[tuple[int, dict[int, list[Line]]]] = field(default_factory=list)  # (step, lines by seat)
    _at: int = -1  # the person at the keyboard

    # ------------------------------------------------------------------ the course of the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            self._greet()
            while True:
                while awaited := self.table.actors:
                    self._act(awaited[0])
                if self._ended():
                    return
        except Left:
            self._keep()
        except (KeyboardInterrupt, EOFError):
            self.console.print()
            self._keep()

    def _act(self, seat: int) -> None:
        bot = self.players[seat].bot
        if bot is None:
            self._turn(seat)
            return
        with self.console.status(f"{self.players[seat].name} thinks …"):
            choice = bot.choose(self.table.hidden(seat), seat, self.seed + len(self.table.history))
        self.do(seat, choice.action)
        if not self.people:
            self._tell(self.log[-1][1][-1])

    def do(self, seat: int, action: int | str) -> None:
        """Play an action and write down what every person sees of it."""
        table, number = self.table, self.table.setup.action(action)
        watching = self.people or [-1]
        before = {p: (table.hidden(p), table.seen(p, seat, number)) for p in watching}
        table.play(seat, number)
        self.log.append(
            (len(table.history), {p: table.tell(p, state, seat, seen) for p, (state, seen) in before.items()})
        )

    def skip(self) -> None:
        """Take what the log tells as known, but for what happened since a person's last action."""
        for seat in self.people:
            own = [k for k, (mover, _) in enumerate(self.table.history) if mover == seat]
            last = own[-1] if own else 0
            self.players[seat].seen = sum(len(lines.get(seat, ())) for _, lines in self.log[:last])

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    # ------------------------------------------------------------------ a person's turn

    def _turn(self, seat: int) -> None:
        self._pass_keyboard(seat)
        self._show(seat)
        steps = len(self.table.history)
        while len(self.table.history) == steps:
            self._answer(seat, self.read(f"{self.players[seat].name}> "))

    def _answer(self, seat: int, typed: str) -> None:
        """One line that a person typed: a move or a command. What cannot be done changes nothing."""
        legal = self.table.legal(seat)
        texts = [self.table.setup.texts[a] for a in legal]
        typed = typed.strip()
        word, _, rest = typed.partition(" ")
        try:
            if typed.isdecimal():
                self._numbered(seat, legal, int(typed))
            elif typed and typed.lower() not in texts and word.lower() in COMMANDS:
                self._command(seat, word.lower(), rest.strip())
            else:
                self._worded(seat, legal, texts, typed)
        except GamutError as e:
            self._say(str(e), "red")

    def _numbered(self, seat: int, legal: Sequence[int], number: int) -> None:
        if 1 <= number <= len(legal):
            self.do(seat, legal[number - 1])
        else:
            self._say(f"There is no move {number}: type 1 to {len(legal)}, or some words of a move.", "red")

    def _worded(self, seat: int, legal: Sequence[int], texts: Sequence[str], typed: str) -> None:
        found = matches(typed, texts)
        if len(found) == 1:
            self.do(seat, legal[found[0]])
        elif found:
            self._say(f"{typed!r} can mean several moves; say more, or type the number:", "red")
            self._list(texts, found)
        else:
            said = f"{typed!r} is no move you can make now and no command. " if typed else ""
            self._say(f"{said}Type a number from 1 to {len(legal)}, some words of a move, or `help`.", "red")

    def _command(self, seat: int, word: str, rest: str) -> None:
        """Do what a command says, other than a move."""
        if word == "hint":
            self._hint(seat)
        elif word == "back":
            self._back()
        elif word == "moves":
            self._moves(seat, rest)
        elif word == "table":
            self._draw(seat)
        elif word == "log":
            self._log(seat, rest.lower() == "all")
        elif word == "rules":
            self._rules()
        elif word == "save":
            self._save(rest)
        elif word == "quit":
            raise Left
        else:
            self._help()

    # ------------------------------------------------------------------ what is shown

    def _greet(self) -> None:
        game, names = self.table.game, [player.name for player in self.players]
        self.console.print(Rule(game.title, style="dim"))
        self._say(f"{game.tagline} At the table: {', '.join(names)}. Type `help` for what you can type.")

    def _pass_keyboard(self, seat: int) -> None:
        """Between two people of a game with secrets: nothing on the screen until the right one sits there."""
        if self.table.game.secrets and len(self.people) > 1 and seat != self._at:
            if self.console.is_terminal:
                self.console.control(Control(ControlType.HOME, ControlType.CLEAR))
                self.console.file.write("\x1b[3J")  # what could be scrolled back to
            self._say(f"Pass the keyboard to {self.players[seat].name}.", "bold")
            self.read(f"{self.players[seat].name}, press Enter when only you can see the screen. ")
        self._at = seat

    def _show(self, seat: int) -> None:
        player = self.players[seat]
        self.console.print(Rule(f"{player.name}", style="dim"))
        self._tell(self._lines(seat)[player.seen :])
        player.seen = len(self._lines(seat))
        self._draw(seat)
        self._say(f"{self.table.ask(seat)}:", "bold")
        self._moves(seat, "")

    def _draw(self, seat: int) -> None:
        state = view(self.table.hidden(seat), fixed=True)
        names = [player.name for player in self.players]
        self.console.print(self.table.game.words.draw(self.table.setup.strict_constants, state, seat, names))

    def _moves(self, seat: int, words: str) -> None:
        texts = self.table.legal_texts(seat)
        found = fitting(words, texts)
        if found:
            self._list(texts, found)
        else:
            self._say(f"No move has the words {words!r}.", "red")

    def _list(self, texts: Sequence[str], places: Sequence[int]) -> None:
        wide = len(str(places[min(len(places), LISTED) - 1] + 1))
        short = shortened(texts)
        shown = [Text(f"{k + 1:>{wide}} {short[k]}") for k in places[:LISTED]]
        self.console.print(Columns(shown, column_first=True, equal=True, padding=(0, 2)))
        if len(places) > LISTED:
            self._say(f"… and {len(places) - LISTED} more: type some words, or `moves` with some words.")

    def _lines(self, seat: int) -> list[Line]:
        return [line for _, by_seat in self.log for line in by_seat.get(seat, ())]

    def _tell(self, lines: Iterable[Line]) -> None:
        """Lines of the log, what one seat did in one go in one line."""
        for (heading, seat), group in groupby(lines, key=lambda line: (line.heading, line.seat)):
            texts = [line.text for line in group]
            if heading or seat < 0:
                self._say(" · ".join(texts), "bold")
            else:
                self._say(f"{self.players[seat].name} {', '.join(texts)}.")

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), highlight=False)

    # ------------------------------------------------------------------ commands

    def _hint(self, seat: int) -> None:
        bot = make("hard", self.table.setup, threads=self.threads)
        with self.console.status("Looking for a good move …"):
            choice = bot.choose(self.table.hidden(seat), seat, self.seed + len(self.table.history))
        legal, texts = self.table.legal(seat), self.table.setup.texts
        numbers = {a: k for k, a in enumerate(legal, 1)}
        self._say(f"Hint: {numbers[choice.action]} {texts[choice.action]}", "bold")
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        for column in ("Move", "Expected share of the victory", "Looked at"):
            grid.add_column(column, justify="left" if column == "Move" else "right")
        for f in choice.figures[:HINTS]:
            looks = f"{f.visits:,} times" if f.visits else "–"
            grid.add_row(f"{numbers[f.action]:>3} {texts[f.action]}", f"{f.value:.0%}", looks)
        if choice.figures:
            self.console.print(grid)

    def _back(self) -> None:
        """One person alone may take back freely; among several only what revealed nothing."""
        table, people = self.table, self.people
        if not table.history:
            raise CannotTakeBack("Nothing has been played yet.")
        last = table.history[-1][0]
        if len(people) > 1:
            if last not in people:
                raise CannotTakeBack(f"{self.players[last].name} has moved since.")
            table.take_back(last)
        else:
            own = [k for k, (seat, _) in enumerate(table.history) if seat in people]
            if not own:
                raise CannotTakeBack("You have not played yet.")
            table.rewind(own[-1])
        self.taken_back += 1
        self._forget()
        self._say("Taken back.")

    def _forget(self) -> None:
        self.log = [entry for entry in self.log if entry[0] <= len(self.table.history)]
        for seat, player in enumerate(self.players):
            player.seen = min(player.seen, len(self._lines(seat)))

    def _log(self, seat: int, everything: bool) -> None:
        lines = self._lines(seat)
        if not lines:
            self._say("Nothing has happened yet.")
        elif not everything and len(lines) > RECENT:
            self._say(f"The last {RECENT} of {len(lines)} lines; `log all` shows all.", "dim")
            lines = lines[-RECENT:]
        self._tell(lines)

    def _rules(self) -> None:
        try:
            page = Markdown(self.table.game.rules_page)
        except OSError as e:
            self._say(f"The rules page cannot be opened: {e}", "red")
            return
        if self.console.is_terminal:
            with self.console.pager():
                self.console.print(page)
        else:
            self.console.print(page)

    def _help(self) -> None:
        self._say("Type the number of a move, or some words of it: the beginnings are enough (`r fi up`).")
        grid = Grid(box=None, show_header=False, pad_edge=False)
        for word, meaning in COMMANDS.items():
            grid.add_row(Text(word, "bold"), Text(meaning))
        self.console.print(grid)
        if self.table.game.words.legend:
            self._say(f"Signs: {self.table.game.words.legend}.")

    # ------------------------------------------------------------------ saving and the end

    def _save(self, name: str) -> None:
        if not name:
            raise CannotSave("Say where: `save FILE`, for example `save evening.json`.")
        self._write(Path(name).expanduser())
        self._say(f"Saved to {self.path}.")

    def _write(self, path: Path) -> None:
        saved.write(self.table, [p.spec for p in self.players], self.seed, self.taken_back, path)
        self.path = path

    def _keep(self) -> None:
        """Save where the game was saved last, else here, else in the user's data folder."""
        name = f"{self.table.game.id}-{time.strftime('%Y-%m-%d-%H%M%S')}.json"
        at_home = platformdirs.user_data_path("gamut", appauthor=False)
        for path in [self.path] if self.path else [Path(name), at_home / name]:
            try:
                self._write(path)
            except CannotSave as e:
                self._say(f"Not saved to {e}", "red")
                at_home.mkdir(parents=True, exist_ok=True)
            else:
                self._say(f"Saved. Go on with: gamut play --resume {path}")
                return

    def _ended(self) -> bool:
        """Show the result; true when everybody leaves, false when a move was taken back."""
        alone = self.people[0] if len(self.people) == 1 else -1
        self.console.print(Rule("The end", style="dim"))
        if alone >= 0:
            self._tell(self._lines(alone)[self.players[alone].seen :])
        self._draw(alone)
        self._result()
        if self.path:
            self._write(self.path)
            self._say(f"The whole game is in {self.path}.")
        return not self.people or self._after(alone)

    def _after(self, seat: int) -> bool:
        """What can still be done at the end; true when everybody leaves."""
        steps = len(self.table.history)
        while len(self.table.history) == steps:
            try:
                typed = self.read("Enter leaves; or `back`, `log`, `save FILE`: ").strip()
            except EOFError:
                return True
            word, _, rest = typed.partition(" ")
            if word.lower() in ("", "quit"):
                return True
            try:
                self._command(seat, word.lower() if word.lower() in AT_THE_END else "help", rest.strip())
            except GamutError as e:
                self._say(str(e), "red")
        return False

    def _result(self) -> None:
        result = self.table.result
        winners = [self.players[seat].name for seat in result.winners]
        verb = "share the victory" if len(winners) > 1 else "win" if winners == ["You"] else "wins"
        self._say(f"{' and '.join(winners)} {verb}: {result.reason}.", "bold")
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        for column in ("Place", "Player", "Score"):
            grid.add_column(column, justify="left" if column == "Player" else "right")
        for seat in sorted(range(self.table.seats), key=lambda p: result.ranks[p]):
            grid.add_row(str(result.ranks[seat]), self.players[seat].name, str(result.scores[seat]))
        self.console.print(grid)
        if self.taken_back:
            self._say(f"Moves were taken back {self.taken_back} time{'s' if self.taken_back != 1 else ''}.")
