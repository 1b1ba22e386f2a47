"""Every error a person can cause, by name. The text says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

E = TypeVar("E", bound="GamutError")


class GamutError(Exception):
    """The base of all errors that are told to people."""


class UnknownGame(GamutError):
    """No game has that id."""


class BadOptions(GamutError):
    """An option is unknown, out of range, or impossible together with another."""


class UnknownAction(GamutError):
    """A text or number that names no action of the game."""


class UnknownSeat(GamutError):
    """A number that is no seat of the table."""


class NotYourTurn(GamutError):
    """The seat has nothing to decide now."""


class IllegalAction(GamutError):
    """An action of the game, but not one the seat may do now."""


class BrokenBot(GamutError):
    """A bot that cannot be made, fails while it decides, or answers what is no legal action."""


class GameOver(GamutError):
    """The game has ended; nobody acts any more."""


class CannotTakeBack(GamutError):
    """Nothing to take back, or something secret was revealed since."""


class BadReplay(GamutError):
    """A replay file that is damaged, foreign, or does not follow the rules."""


class BadProof(BadReplay):
    """A key that was not made of what it is said to be made of."""


class BadPosition(GamutError):
    """A position text or a saved table that cannot be read."""


def listed(things: Iterable[object], most: int = 8) -> str:
    """`a, b, c` for an error text; a long list is cut and counted."""
    words = [str(x) for x in things]
    rest = len(words) - most
    return ", ".join(words[:most]) + (f" and {rest} more" if rest > 0 else "")


def tell_number(error: E, seat: int) -> E:
    """The error with a note for programs: its words count seats from 1, as people do, and Python counts from 0."""
    error.add_note(f"Words count seats from 1, Python from 0: seat {seat + 1} is number {seat}.")
    return error


def say_error(error: BaseException) -> str:
    """Somebody else's error in one line: `ValueError: no such colour`."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
