"""Every error a person can cause, by name. The text says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable


class GamutError(Exception):
    """The base of all errors that are told to people."""


class UnknownGame(GamutError):
    """No game has that id."""


class BadOptions(GamutError):
    """An option is unknown, out of range, or impossible together with another."""


class UnknownAction(GamutError):
    """A text or number that names no action of the game."""


class NotYourTurn(GamutError):
    """The seat has nothing to decide now."""


class IllegalAction(GamutError):
    """An action of the game, but not one the seat may do now."""


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
