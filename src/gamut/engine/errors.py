"""Every error a person can cause, by name. The message says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

E = TypeVar("E", bound="GamutError")


class GamutError(Exception):
    """The base of all errors whose message is shown to people."""


class UnknownGame(GamutError):
    """No game has that id."""


class InvalidOptions(GamutError):
    """An option is unknown, out of range, or incompatible with another."""


class UnknownFile(InvalidOptions):
    """An option names a file that is not there. For people at this computer: `folder` is where it would be."""

    folder = ""


class InvalidFile(InvalidOptions):
    """A file that an option names has an error; the message says where in the file."""


class UnknownAction(GamutError):
    """A text or number that is not an action of the game."""


class UnknownSeat(GamutError):
    """A number that is not a seat of the table."""


class NotYourTurn(GamutError):
    """The seat has no decision to make now."""


class IllegalAction(GamutError):
    """An action of the game that is not legal for the seat now."""


class BotFailed(GamutError):
    """A bot could not be created, raised an error while deciding, or chose an illegal action."""


class GameOver(GamutError):
    """The game has ended."""


class CannotUndo(GamutError):
    """There is nothing to undo, or new information was revealed since."""


class InvalidReplay(GamutError):
    """A replay file that is damaged, of another program, or inconsistent with the rules."""


class OtherRules(InvalidReplay):
    """A replay was recorded with another version of the rules, so its actions cannot be checked."""


class InvalidProof(InvalidReplay):
    """A chance key that does not follow from the stated parts."""


class InvalidPosition(GamutError):
    """A position text or saved table that cannot be read."""


def format_list(items: Iterable[object], most: int = 8) -> str:
    """Return `a, b, c` for a message; a long list is cut and counted."""
    words = [str(x) for x in items]
    rest = len(words) - most
    return ", ".join(words[:most]) + (f" and {rest} more" if rest > 0 else "")


def add_seat_note(error: E, seat: int) -> E:
    """Add a note for programmers: messages count seats from 1, Python counts them from 0."""
    error.add_note(f"Messages count seats from 1, Python from 0: seat {seat + 1} is number {seat}.")
    return error


def format_error(error: BaseException) -> str:
    """Return any error on one line: `ValueError: invalid colour`."""
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
