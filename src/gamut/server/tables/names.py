"""Names of players: readable, and unlike all others at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from gamut.server.wire.messages import MAX_NAME_LENGTH

BLANK_LETTERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols that draw nothing
LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјӏорсухһѵԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχոսցօհյıȷɑɡɩ0|",
    "ABESIJKMHOPCTYXYGQWaesijlopcyxhvdqwABEZHIKMNOPTYXaikvoptuxnugohjijagiol",
)


def default_name(seat: int) -> str:
    """Return the name of a player who has not given one."""
    return f"Player {seat + 1}"


def clean_name(name: str) -> str:
    """Return a name without control characters, blank letters and repeated spaces; empty if nothing is visible."""
    printable = (c if c.isprintable() and c not in BLANK_LETTERS else " " for c in name)
    cleaned = " ".join("".join(printable).split())[:MAX_NAME_LENGTH].strip()
    return cleaned if any(unicodedata.category(c)[0] in "LNPS" for c in cleaned) else ""


def make_name_unique(name: str, others: Iterable[str]) -> str:
    """Return a name that looks unlike all others at the table: the second Mira is Mira 2. No name stays empty."""
    taken = {form for other in others for form in fold_name(other)}
    numbered = (f"{name[: MAX_NAME_LENGTH - 3]} {k}" for k in range(2, len(taken) + 3))
    return next(one for one in (name, *numbered) if not fold_name(one) & taken) if name else ""


def fold_name(name: str) -> set[str]:
    """Return what a name may be read as: names that look the same have a form in common."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", name) if unicodedata.category(c)[0] != "M")
    folded = letters.translate(LOOK_ALIKES)
    return {form.casefold().replace("1", "l") for form in (folded, folded.replace("I", "l"))}
