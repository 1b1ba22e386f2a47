"""A game in the terminal. Everything is made from what each seat knows, so one program serves all games."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from rich.console import Console

from gamut.bots import Bot, best_level, make_bot
from gamut.bots.hints import describe_chances, find_hint
from gamut.cli import saved_games
from gamut.cli.describing import describe_goals, describe_legend, describe_piece, find_details
from gamut.cli.match_input import filter_texts, find_abbreviation, find_blocked_touch, match_texts, number_moves
from gamut.cli.saved_games import CannotSave
from gamut.cli.screen import Screen
from gamut.engine.errors import BotFailed, CannotUndo, GamutError
from gamut.engine.knowledge import Knowledge
from gamut.engine.presentation import fill_names, join_words
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table, Undo
from gamut.engine.verbs import SPECTATOR

RECENT_ENTRIES = 20  # of the log
MAX_EXPLAINED_MOVES = 40  # that are searched for a common reason

COMMANDS = {
    "hint": "show what a strong bot would play",
    "undo": "undo the last move",
    "moves": "list the possible moves; `moves WORDS` lists those that match",
    "what": "`what WORDS` or `? WORDS`: describe a piece, a place, a sign or a player",
    "why": "`why WORDS`: explain why a move is not possible now",
    "table": "show the table again",
    "log": "show what happened; `log all` from the beginning",
    "legend": "explain every area, sign and number on the table",
    "goals": "show how to win, and how near every player is",
    "rules": "show the rules of the game",
    "save": "`save FILE`: save the game and continue",
    "quit": "save the game and leave",
    "help": "show this list",
}
COMMANDS_AT_THE_END = ("undo", "what", "legend", "goals", "log", "rules", "save", "table")
ALIASES = {"back": "undo", "goal": "goals", "?": "what"}  # the first two are names of version 0.2


class Quit(Exception):
    """A player wants to leave."""


@dataclass
class Player:
    """Who plays a seat."""

    spec: str  # as in `--seat`
    name: str
    bot: Bot | None = None
    steps_shown: int = 0  # steps of the history that this person has seen in the log


def split_command(typed: str) -> tuple[str, str]:
    """Split a line into a command in lowercase and the words after it."""
    word, _, rest = re.sub(r"^\s*\?", "? ", typed).strip().partition(" ")
    return ALIASES.get(word.lower(), word.lower()), rest.strip()


@dataclass
class Terminal:
    """One game on one screen."""

    table: Table
    players: list[Player]
    console: Console
    read: Callable[[str], str]
    seed: int  # of the bots
    path: Path | None = None  # where the game was last saved
    undone: int = 0
    threads: int = 1
    _at_keyboard: int = -1  # the seat of the person at the keyboard
    _warned_action: int = -1  # Enter now plays it in spite of the warning

    def __post_init__(self) -> None:
        self.screen = Screen(self.console, [player.name for player in self.players])
        self.logs = {seat: SeatLog(seat, self.table) for seat in (*self.people, SPECTATOR)}

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    # ------------------------------------------------------------------ the course of the game

    def run(self) -> None:
        """Play until the game is over or a player leaves."""
        try:
            self._print_welcome()
            while True:
                while actors := self.table.actors:
                    self._take_turn(actors[0])
                if self._end_game():
                    return
        except Quit:
            self._save_before_exit()
        except BotFailed:
            self._save_before_exit()
            raise
        except (KeyboardInterrupt, EOFError):
            self.console.print()
            self._save_before_exit()

    def _print_welcome(self) -> None:
        game = self.table.game
        self.screen.print_title(game.title)
        self.screen.print(game.tagline)
        self.screen.print(f"Goal: {game.goal}")
        self.screen.print(f"Players: {', '.join(self.screen.names)}. Type `help` for a list of commands.")

    def _take_turn(self, seat: int) -> None:
        bot = self.players[seat].bot
        if bot is None:
            self._take_turn_of_person(seat)
            return
        with self.console.status(f"{self.players[seat].name} is thinking…"):
            choice = bot.choose(self.table.hidden(seat), seat, self.seed + len(self.table.history))
        self.play_action(seat, choice.action)
        if not self.people:
            self.screen.print_log(self.logs[SPECTATOR].entries_since(len(self.table.history) - 1))

    def play_action(self, seat: int, action: int) -> None:
        """Play an action and add it to all logs."""
        step = self.table.prepare(seat, action)
        self.table.commit(step)
        for log in self.logs.values():
            log.follow_step(self.table, step.before)

    def skip_known_steps(self) -> None:
        """Do not show again what a person saw up to their last action."""
        for seat in self.people:
            self.players[seat].steps_shown = self.table.last_step(seat) or 0

    # ------------------------------------------------------------------ a person's turn

    def _take_turn_of_person(self, seat: int) -> None:
        if not self._pass_keyboard(seat):
            return
        known, steps = self.table.knowledge(seat), len(self.table.history)
        self._show_turn(known)
        while len(self.table.history) == steps:
            self._handle_line(known, self.read(f"{self.players[seat].name}> "))

    def _pass_keyboard(self, seat: int) -> bool:
        """In a game with secrets, clear the screen until the next person sits there.

        Return False if another person undid a secret choice instead.
        """
        previous, name = self._at_keyboard, self.players[seat].name
        if self.table.game.secret_fields and len(self.people) > 1 and seat != previous:
            if previous >= 0:
                self.screen.clear()
            self.screen.print(f"Pass the keyboard to {name}.", "bold")
            commands = self._find_undo_commands(seat)
            if commands:
                names = join_words([self.players[p].name for p in commands.values()])
                choices = "choices" if len(commands) > 1 else "choice"
                self.screen.print(f"{names} can still change their {choices}: type `{'` or `'.join(commands)}`.")
            command, words = split_command(self.read(f"{name}, press Enter when only you can see the screen. "))
            if commands and command == "undo":
                typed = f"undo {words}".strip().lower()
                for other in [p for text, p in commands.items() if text.lower() == typed]:
                    self._undo(self.table.find_undo(other, self.people))
                return False
        self._at_keyboard = seat
        return True

    def _find_undo_commands(self, seat: int) -> dict[str, int]:
        """Return the other people who can still undo a secret choice, by the command for it."""
        others = [p for p in self.people if p != seat and self.table.find_undo(p, self.people).free]
        return {f"undo {self.players[p].name}" if len(others) > 1 else "undo": p for p in others}

    def _show_turn(self, known: Knowledge) -> None:
        player = self.players[known.seat]
        self.screen.print_title(player.name, known.headline)
        self.screen.print_log(self.logs[known.seat].entries_since(player.steps_shown))
        player.steps_shown = len(self.table.history)
        self.screen.print_table(known)
        self.screen.print(f"{known.prompt}:", "bold")
        self._list_moves(known, "", self.screen.table_height(known))

    def _handle_line(self, known: Knowledge, line: str) -> None:
        """Handle a move or a command; invalid input changes nothing."""
        typed = line.strip()
        command, words = split_command(typed)
        warned, self._warned_action = self._warned_action, -1
        texts = [self.table.setup.action_texts[a] for a in known.legal]
        try:
            if not typed and warned >= 0:
                self.play_action(known.seat, warned)
            elif typed.isdecimal():
                self._play_number(known, int(typed), warned)
            elif command in COMMANDS and typed.lower() not in texts:
                self._run_command(known, command, words)
            else:
                self._play_words(known, texts, typed, warned)
        except GamutError as e:
            self.screen.print(str(e), "red")

    def _play_number(self, known: Knowledge, number: int, warned: int) -> None:
        numbers = number_moves([self.table.setup.action_texts[a] for a in known.legal])
        if number in numbers:
            self._play_after_warning(known, known.legal[numbers.index(number)], warned)
        else:
            allowed = f"type a number from {min(numbers)} to {max(numbers)}, or some words of a move"
            self.screen.print(f"There is no move {number}; {allowed}.", "red")

    def _play_words(self, known: Knowledge, texts: Sequence[str], typed: str, warned: int) -> None:
        matches = match_texts(typed, texts)
        if len(matches) == 1:
            self._play_after_warning(known, known.legal[matches[0]], warned)
        elif matches:
            self.screen.print(f"{typed!r} matches several moves; type more words, or a number:", "red")
            self.screen.list_moves(texts, matches, self.screen.table_height(known))
        elif match_texts(typed, self.table.setup.action_texts):
            self._explain_why_not(known, typed)
        else:
            problem = f"{typed!r} is neither a move nor a command. " if typed else ""
            numbers = number_moves(texts)
            allowed = f"Type a number from {min(numbers)} to {max(numbers)}, some words of a move, or `help`."
            self.screen.print(problem + allowed, "red")

    def _play_after_warning(self, known: Knowledge, action: int, warned: int) -> None:
        """Play a legal action; if the game warns of it, ask for confirmation first."""
        warning = known.warn(action)
        if warning and action != warned:
            self.screen.print(f"{self.table.setup.action_texts[action]}: {warning}", "yellow")
            self.screen.print("Press Enter to play it anyway, or choose another move.")
            self._warned_action = action
        else:
            self.play_action(known.seat, action)

    def _run_command(self, known: Knowledge, command: str, words: str) -> None:
        if command == "quit":
            raise Quit
        functions: dict[str, Callable[[], None]] = {
            "hint": lambda: self._show_hint(known),
            "undo": lambda: self._undo_last_move(known.seat),
            "moves": lambda: self._list_moves(known, words),
            "why": lambda: self._explain_why_not(known, words),
            "table": lambda: self.screen.print_table(known),
            "log": lambda: self._show_log(known.seat, words.lower() == "all"),
            "what": lambda: self._show_detail(known, words),
            "legend": self._show_legend,
            "goals": lambda: self._show_goals(known),
            "rules": self._show_rules,
            "save": lambda: self._save_to(words),
            "help": lambda: self._show_help(known),
        }
        functions[command]()

    # ------------------------------------------------------------------ commands

    def _list_moves(self, known: Knowledge, words: str, lines_used: int = 0) -> None:
        texts = [self.table.setup.action_texts[a] for a in known.legal]
        matches = filter_texts(words, texts)
        if matches:
            self.screen.list_moves(texts, matches, lines_used)
        else:
            self.screen.print(f"No possible move matches {words!r}.", "red")

    def _explain_why_not(self, known: Knowledge, words: str) -> None:
        """Print why a move is not possible now; if the game has no answer, list the possible moves."""
        texts = self.table.setup.action_texts
        matches = match_texts(words, texts)
        if not matches:
            problem = f"No move in this game matches {words!r}." if words else "Type `why` and some words of a move."
            self.screen.print(problem, "red")
            return
        if possible := [k for k, action in enumerate(known.legal) if action in matches]:
            self.screen.print(
                f"{texts[matches[0]]!r} is possible:" if len(matches) == 1 else "These moves are possible:"
            )
            self.screen.list_moves([texts[a] for a in known.legal], possible)
            return
        subject = f"{texts[matches[0]]!r} is not" if len(matches) == 1 else f"No move that matches {words!r} is"
        reasons = {self._find_reason(known, action) for action in matches[:MAX_EXPLAINED_MOVES]}
        if len(reasons) == 1 and (reason := reasons.pop()):
            self.screen.print(f"{subject} possible now: {reason}", "red")
        else:
            self.screen.print(f"{subject} possible now. The possible moves are:", "red")
            self._list_moves(known, "")

    def _find_reason(self, known: Knowledge, action: int) -> str:
        """Return the game's reason why an action is not possible; empty if it has none."""
        paths = self.table.setup.touch_paths
        blocked = find_blocked_touch(paths[action], [paths[a] for a in known.legal])
        reason = known.why_not(*blocked) if blocked else None
        return reason.text if reason else ""

    def _show_detail(self, known: Knowledge, words: str) -> None:
        details = find_details(known, words, self.screen.names)
        if len(details) > 1:
            names = sorted(fill_names(detail.name, self.screen.names, known.seat) for detail in details)
            self.screen.print(f"{words!r} matches several pieces; type more words: {', '.join(names)}.", "red")
        elif details:
            self.screen.print(fill_names(details[0].name, self.screen.names, known.seat), "bold")
            for line in describe_piece(known, details[0], self.screen.names):
                self.screen.print(line)
        elif words:
            self.screen.print(f"Nothing on this table matches {words!r}. Type `legend` to see what there is.", "red")
        else:
            self.screen.print("Type `what` and some words of a piece, a place, a sign or a player.", "red")

    def _show_legend(self) -> None:
        self.screen.print_meanings(describe_legend(self.table.setup.legend))
        if symbols := self.table.game.presentation.terminal_symbols:
            self.screen.print(f"Symbols: {symbols}.")

    def _show_goals(self, known: Knowledge) -> None:
        self.screen.print(self.table.game.goal)
        goals = [known.goals(seat) for seat in range(self.table.seats)]
        for seat, name in enumerate(self.screen.names):
            if goals[seat]:
                self.screen.print(name, "bold")
            for line in describe_goals(goals[seat], goals):
                self.screen.print(line)

    def _show_hint(self, known: Knowledge) -> None:
        bot = make_bot(best_level(self.table.game), self.table.setup, threads=self.threads)
        with self.console.status("Looking for a good move…"):
            hint = find_hint(bot, known, self.seed + len(self.table.history))
        texts = [self.table.setup.action_texts[a] for a in known.legal]
        numbers = dict(zip(known.legal, number_moves(texts), strict=True))
        lines = (hint.best.text, hint.best.reason, describe_chances(hint))
        self.screen.print_hint(
            numbers[hint.best.actions[0]], *(fill_names(line, self.screen.names, known.seat) for line in lines)
        )

    def _show_help(self, known: Knowledge | None) -> None:
        self.screen.print(f"Goal: {self.table.game.goal}")
        if known is None:
            self.screen.print_meanings((command, COMMANDS[command]) for command in COMMANDS_AT_THE_END)
            return
        example = find_abbreviation([self.table.setup.action_texts[a] for a in known.legal])
        short = f"; the first letters are enough: `{example[0]}` for `{example[1]}`" if example else ""
        self.screen.print(f"Type the number of a move, or some of its words{short}. Or a command:")
        self.screen.print_meanings(COMMANDS.items())
        if legend := self.table.game.presentation.terminal_symbols:
            self.screen.print(f"Symbols: {legend}.")

    def _show_rules(self) -> None:
        try:
            self.screen.print_page(self.table.game.rules_page)
        except OSError as e:
            self.screen.print(f"The rules cannot be opened: {e}", "red")

    def _show_log(self, seat: int, everything: bool) -> None:
        entries = self.logs[seat].entries
        if not entries:
            self.screen.print("Nothing has happened yet.")
        elif not everything and len(entries) > RECENT_ENTRIES:
            self.screen.print(f"The last {RECENT_ENTRIES} of {len(entries)} entries; `log all` shows all.", "dim")
            entries = entries[-RECENT_ENTRIES:]
        self.screen.print_log(entries)

    # ------------------------------------------------------------------ undo

    def _undo_last_move(self, seat: int) -> None:
        """Undo what the seat may undo alone, or else the last move of any person: they can agree among themselves."""
        undo = self.table.find_undo(seat, self.people)
        if not undo.free:
            movers = [mover for mover, _ in self.table.history if mover in self.people]
            undo = self.table.find_undo(movers[-1] if movers else seat, self.people)
        if not undo.possible:
            raise CannotUndo(undo.why)
        self._undo(undo)

    def _undo(self, undo: Undo) -> None:
        steps = len(self.table.history)
        self.table.undo(undo.step)
        removed = steps - len(self.table.history)
        for log in self.logs.values():
            log.remove_steps(undo.step, removed)
            log.refresh(self.table)
        for player in self.players:
            player.steps_shown -= max(0, min(player.steps_shown - undo.step, removed))
        self.undone += 1
        self.screen.print("Undone.")

    # ------------------------------------------------------------------ saving and the end

    def _save_to(self, name: str) -> None:
        if not name:
            raise CannotSave("Type `save FILE`, for example `save evening.json`.")
        self._save(Path(name).expanduser())
        self.screen.print(f"Saved to {self.path}.")

    def _save(self, path: Path) -> None:
        saved_games.write_game(self.table, [p.spec for p in self.players], self.seed, self.undone, path)
        self.path = path

    def _save_before_exit(self) -> None:
        """Save where the game was last saved, or else in the current folder, or else in the user's data folder."""
        name = f"{self.table.game.id}-{time.strftime('%Y-%m-%d-%H%M%S')}.json"
        data_folder = platformdirs.user_data_path("gamut", appauthor=False)
        for path in [self.path] if self.path else [Path(name), data_folder / name]:
            try:
                self._save(path)
            except CannotSave as e:
                self.screen.print(f"Not saved: {e}", "red")
                with suppress(OSError):  # saving there then reports the problem
                    data_folder.mkdir(parents=True, exist_ok=True)
            else:
                self.screen.print(f"Saved. To continue: gamut play --resume {path}")
                return

    def _end_game(self) -> bool:
        """Show the result; return True if the players leave, False if a move was undone."""
        only_person = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.screen.print_title("Game over")
        if only_person >= 0:
            self.screen.print_log(self.logs[only_person].entries_since(self.players[only_person].steps_shown))
        self.screen.print_table(self.table.knowledge(only_person))
        self.screen.print_result(self.table.result)
        if self.undone:
            self.screen.print(f"Undo was used {'once' if self.undone == 1 else f'{self.undone} times'}.")
        if self.path:
            self._save(self.path)
            self.screen.print(f"The whole game is saved in {self.path}.")
        return not self.people or self._ask_at_the_end(only_person)

    def _ask_at_the_end(self, seat: int) -> bool:
        """Handle commands after the end; return True if the players leave."""
        steps = len(self.table.history)
        while len(self.table.history) == steps:
            try:
                line = self.read("Press Enter to leave, or type `undo`, `log`, `rules` or `save FILE`: ")
            except EOFError:
                return True
            command, words = split_command(line)
            if command in ("", "quit"):
                return True
            try:
                if command in COMMANDS_AT_THE_END:
                    self._run_command(self.table.knowledge(seat), command, words)
                else:
                    self._show_help(None)
            except GamutError as e:
                self.screen.print(str(e), "red")
        return False
