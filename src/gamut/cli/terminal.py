"""The terminal's table: one for all games, made from what each seat knows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from rich.console import Console

from gamut.bots import Bot, best_level, make_bot
from gamut.cli import saved
from gamut.cli.choices import find_block, find_example, find_fitting, find_meant
from gamut.cli.saved import CannotSave
from gamut.cli.screen import Screen
from gamut.engine.errors import BrokenBot, CannotTakeBack, GamutError
from gamut.engine.knowledge import Knowledge
from gamut.engine.language import fill_names
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table, TakeBack
from gamut.engine.verbs import WATCHER

RECENT = 20  # entries of a short log
REASONS = 40  # moves that are tried for a common reason why not

COMMANDS = {
    "hint": "what a strong bot would do, with its figures",
    "back": "take back",
    "moves": "the possible moves again; with some words, only those that fit",
    "why": "`why` and some words of a move: why it is not possible now",
    "table": "the table again",
    "log": "what happened; `log all` from the beginning",
    "goal": "how to win",
    "rules": "the rules of the game",
    "save": "`save FILE`: save the game and go on",
    "quit": "save the game and leave",
    "help": "this list",
}
AT_THE_END = ("back", "goal", "log", "rules", "save", "table")


class Left(Exception):
    """Somebody wants to leave."""


@dataclass
class Player:
    """Who sits on a seat."""

    spec: str  # as `--seat` takes it
    name: str
    bot: Bot | None = None
    told: int = 0  # steps of the game that were told already


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
    _at: int = -1  # the person at the keyboard
    _warned: int = -1  # the action that was warned of by the line before

    def __post_init__(self) -> None:
        self.screen = Screen(self.console, [player.name for player in self.players])
        self.logs = {seat: SeatLog(seat, self.table) for seat in (*self.people, WATCHER)}

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    # ------------------------------------------------------------------ the course of the game

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            self._greet()
            while True:
                while awaited := self.table.actors:
                    self._act(awaited[0])
                if self._show_end():
                    return
        except Left:
            self._keep()
        except BrokenBot:
            self._keep()
            raise
        except (KeyboardInterrupt, EOFError):
            self.console.print()
            self._keep()

    def _greet(self) -> None:
        game = self.table.game
        self.screen.title(game.title)
        self.screen.say(game.tagline)
        self.screen.say(f"Goal: {game.goal}")
        self.screen.say(f"At the table: {', '.join(self.screen.names)}. Type `help` for what you can type.")

    def _act(self, seat: int) -> None:
        bot = self.players[seat].bot
        if bot is None:
            self._take_turn(seat)
            return
        with self.console.status(f"{self.players[seat].name} thinks …"):
            choice = bot.choose(self.table.hidden(seat), seat, self.seed + len(self.table.history))
        self.do(seat, choice.action)
        if not self.people:
            self.screen.tell(self.logs[WATCHER].entries_since(len(self.table.history) - 1))

    def do(self, seat: int, action: int) -> None:
        """Play an action and write down what every person sees of it."""
        step = self.table.prepare(seat, action)
        self.table.commit(step)
        for log in self.logs.values():
            log.follow_step(self.table, step.before)

    def skip(self) -> None:
        """Take what the log tells as known, but for what happened since a person's last action."""
        for seat in self.people:
            self.players[seat].told = self.table.last_step(seat) or 0

    # ------------------------------------------------------------------ a person's turn

    def _take_turn(self, seat: int) -> None:
        if not self._has_keyboard(seat):
            return
        known, steps = self.table.knowledge(seat), len(self.table.history)
        self._show(known)
        while len(self.table.history) == steps:
            self._answer(known, self.read(f"{self.players[seat].name}> "))

    def _has_keyboard(self, seat: int) -> bool:
        """Between two people of a game with secrets: nothing on the screen until the right one sits there.

        False when somebody takes a secret choice back instead.
        """
        before, name = self._at, self.players[seat].name
        if self.table.game.secrets and len(self.people) > 1 and seat != before:
            if before >= 0:
                self.screen.clear()
            self.screen.say(f"Pass the keyboard to {name}.", "bold")
            changes = self._find_changes(seat)
            if changes:
                who = " and ".join(self.players[p].name for p in changes.values())
                self.screen.say(f"{who} may still change what was chosen: `{'`, `'.join(changes)}`.")
            typed = self.read(f"{name}, press Enter when only you can see the screen. ").strip()
            if changes and typed.lower().startswith("back"):
                asked = [p for words, p in changes.items() if words.lower() == typed.lower()]
                if asked:
                    self._take_back(self.table.find_take_back(asked[0], self.people))
                return False
        self._at = seat
        return True

    def _find_changes(self, seat: int) -> dict[str, int]:
        """The other people who may still take back a secret choice, by what they type for it."""
        free = [p for p in self.people if p != seat and self.table.find_take_back(p, self.people).free]
        return {f"back {self.players[p].name}" if len(free) > 1 else "back": p for p in free}

    def _show(self, known: Knowledge) -> None:
        player = self.players[known.seat]
        self.screen.title(player.name, known.headline)
        self.screen.tell(self.logs[known.seat].entries_since(player.told))
        player.told = len(self.table.history)
        self.screen.draw(known)
        self.screen.say(f"{known.ask}:", "bold")
        self._list(known, "", self.screen.measure(known))

    def _answer(self, known: Knowledge, typed: str) -> None:
        """One line that a person typed: a move or a command. What cannot be done changes nothing."""
        typed = typed.strip()
        word, _, rest = typed.partition(" ")
        warned, self._warned = self._warned, -1
        texts = [self.table.setup.texts[a] for a in known.legal]
        try:
            if not typed and warned >= 0:
                self.do(known.seat, warned)
            elif typed.isdecimal():
                self._play_number(known, int(typed), warned)
            elif word.lower() in COMMANDS and typed.lower() not in texts:
                self._command(known, word.lower(), rest.strip())
            else:
                self._play_words(known, texts, typed, warned)
        except GamutError as e:
            self.screen.say(str(e), "red")

    def _play_number(self, known: Knowledge, number: int, warned: int) -> None:
        if 1 <= number <= len(known.legal):
            self._play(known, known.legal[number - 1], warned)
        else:
            many = len(known.legal)
            self.screen.say(f"There is no move {number}: type 1 to {many}, or some words of a move.", "red")

    def _play_words(self, known: Knowledge, texts: Sequence[str], typed: str, warned: int) -> None:
        found = find_meant(typed, texts)
        if len(found) == 1:
            self._play(known, known.legal[found[0]], warned)
        elif found:
            self.screen.say(f"{typed!r} can mean several moves; say more, or type the number:", "red")
            self.screen.list_moves(texts, found, self.screen.measure(known))
        elif find_meant(typed, self.table.setup.texts):
            self._why(known, typed)
        else:
            said = f"{typed!r} is no move and no command. " if typed else ""
            self.screen.say(f"{said}Type a number from 1 to {len(texts)}, some words of a move, or `help`.", "red")

    def _play(self, known: Knowledge, action: int, warned: int) -> None:
        """Do a legal action; what it would waste is told first, once."""
        warning = known.warn(action)
        if warning and action != warned:
            self.screen.say(f"{self.table.setup.texts[action]}: {warning}", "yellow")
            self.screen.say("Press Enter to do it all the same, or choose another move.")
            self._warned = action
        else:
            self.do(known.seat, action)

    def _command(self, known: Knowledge, word: str, rest: str) -> None:
        """Do what a command says, other than a move."""
        if word == "quit":
            raise Left
        does: dict[str, Callable[[], None]] = {
            "hint": lambda: self._hint(known),
            "back": lambda: self._go_back(known.seat),
            "moves": lambda: self._list(known, rest),
            "why": lambda: self._why(known, rest),
            "table": lambda: self.screen.draw(known),
            "log": lambda: self._show_log(known.seat, rest.lower() == "all"),
            "goal": lambda: self.screen.say(self.table.game.goal),
            "rules": self._rules,
            "save": lambda: self._save(rest),
            "help": lambda: self._help(known),
        }
        does[word]()

    # ------------------------------------------------------------------ commands

    def _list(self, known: Knowledge, words: str, taken: int = 0) -> None:
        texts = [self.table.setup.texts[a] for a in known.legal]
        found = find_fitting(words, texts)
        if found:
            self.screen.list_moves(texts, found, taken)
        else:
            self.screen.say(f"No move that you can make now has the words {words!r}.", "red")

    def _why(self, known: Knowledge, words: str) -> None:
        """Why some move cannot be made now, if the game knows; else what can."""
        texts = self.table.setup.texts
        found = find_meant(words, texts)
        if not found:
            self.screen.say("Say which move, for example `why` and some words of it." if not words
                            else f"No move of the game has the words {words!r}.", "red")  # fmt: skip
            return
        if len(found) == 1 and found[0] in known.legal:
            self.screen.say(f"{texts[found[0]]}: you can do that, it is number {known.legal.index(found[0]) + 1}.")
            return
        what = texts[found[0]] if len(found) == 1 else repr(words)
        reasons = {self._find_reason(known, action) for action in found[:REASONS] if action not in known.legal}
        if len(reasons) == 1 and (reason := reasons.pop()):
            self.screen.say(f"{what} is not possible now: {reason}", "red")
        else:
            self.screen.say(f"{what} is not possible now. You can:", "red")
            self._list(known, "")

    def _find_reason(self, known: Knowledge, action: int) -> str:
        """What the game says about the first touch of an action that is not possible."""
        paths = self.table.setup.paths
        stopped = find_block(paths[action], [paths[a] for a in known.legal])
        reason = known.why_not(*stopped) if stopped else None
        return reason.text if reason else ""

    def _hint(self, known: Knowledge) -> None:
        bot = make_bot(best_level(self.table.game), self.table.setup, threads=self.threads)
        with self.console.status("Looking for a good move …"):
            choice = bot.choose(known.hidden, known.seat, self.seed + len(self.table.history))
        reason = fill_names(known.advise(choice.action), self.screen.names, known.seat)
        numbers = {a: k for k, a in enumerate(known.legal, 1)}
        self.screen.show_hint(choice, reason, numbers, self.table.setup.texts)

    def _help(self, known: Knowledge | None) -> None:
        self.screen.say(f"Goal: {self.table.game.goal}")
        if known is None:
            self.screen.show_words({word: COMMANDS[word] for word in AT_THE_END})
            return
        example = find_example([self.table.setup.texts[a] for a in known.legal])
        said = f": the beginnings are enough, `{example[0]}` for `{example[1]}`" if example else ""
        self.screen.say(f"Type the number of a move, or some words of it{said}.")
        self.screen.show_words(COMMANDS)
        if legend := self.table.game.language.legend:
            self.screen.say(f"Signs: {legend}.")

    def _rules(self) -> None:
        try:
            self.screen.show_page(self.table.game.rules_page)
        except OSError as e:
            self.screen.say(f"The rules page cannot be opened: {e}", "red")

    def _show_log(self, seat: int, everything: bool) -> None:
        entries = self.logs[seat].entries
        if not entries:
            self.screen.say("Nothing has happened yet.")
        elif not everything and len(entries) > RECENT:
            self.screen.say(f"The last {RECENT} of {len(entries)} entries; `log all` shows all.", "dim")
            entries = entries[-RECENT:]
        self.screen.tell(entries)

    # ------------------------------------------------------------------ taking back

    def _go_back(self, seat: int) -> None:
        """What the seat may take back alone, else what a person did last: those at one keyboard agree aloud."""
        found = self.table.find_take_back(seat, self.people)
        if not found.free:
            movers = [mover for mover, _ in self.table.history if mover in self.people]
            found = self.table.find_take_back(movers[-1] if movers else seat, self.people)
        if not found.possible:
            raise CannotTakeBack(found.why)
        self._take_back(found)

    def _take_back(self, found: TakeBack) -> None:
        """Take a step back; those that stay were told already."""
        steps = len(self.table.history)
        self.table.take_back(found.step)
        gone = steps - len(self.table.history)
        for log in self.logs.values():
            log.forget_steps(found.step, gone)
            log.look_again(self.table)
        for player in self.players:
            player.told -= max(0, min(player.told - found.step, gone))
        self.taken_back += 1
        self.screen.say("Taken back.")

    # ------------------------------------------------------------------ saving and the end

    def _save(self, name: str) -> None:
        if not name:
            raise CannotSave("Say where: `save FILE`, for example `save evening.json`.")
        self._write(Path(name).expanduser())
        self.screen.say(f"Saved to {self.path}.")

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
                self.screen.say(f"Not saved to {e}", "red")
                with suppress(OSError):  # the next path then tells that it cannot be written
                    at_home.mkdir(parents=True, exist_ok=True)
            else:
                self.screen.say(f"Saved. Go on with: gamut play --resume {path}")
                return

    def _show_end(self) -> bool:
        """Show the result; true when everybody leaves, false when a move was taken back."""
        alone = self.people[0] if len(self.people) == 1 else -1
        self.screen.title("The end")
        if alone >= 0:
            self.screen.tell(self.logs[alone].entries_since(self.players[alone].told))
        self.screen.draw(self.table.knowledge(alone))
        self.screen.show_result(self.table.result)
        if self.taken_back:
            times = "once" if self.taken_back == 1 else f"{self.taken_back} times"
            self.screen.say(f"Moves were taken back {times}.")
        if self.path:
            self._write(self.path)
            self.screen.say(f"The whole game is in {self.path}.")
        return not self.people or self._ask_at_end(alone)

    def _ask_at_end(self, seat: int) -> bool:
        """What can still be done at the end; true when everybody leaves."""
        steps = len(self.table.history)
        while len(self.table.history) == steps:
            try:
                typed = self.read("Enter leaves; or `back`, `log`, `rules`, `save FILE`: ").strip()
            except EOFError:
                return True
            word, _, rest = typed.partition(" ")
            if word.lower() in ("", "quit"):
                return True
            try:
                if word.lower() in AT_THE_END:
                    self._command(self.table.knowledge(seat), word.lower(), rest.strip())
                else:
                    self._help(None)
            except GamutError as e:
                self.screen.say(str(e), "red")
        return False
