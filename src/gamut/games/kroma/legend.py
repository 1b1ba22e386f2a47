"""Every area, sign and number on the table of Kroma."""

from __future__ import annotations

from gamut.engine.presentation import LegendEntry, LegendSection
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import COLOURS, TARGETS
from gamut.games.kroma.details import PHASES, describe_laying, describe_look, picture_of_shape
from gamut.games.kroma.record import Constants
from gamut.games.kroma.view import printed, target_parts


def legend(c: Constants) -> tuple[LegendSection, ...]:
    return (
        LegendSection("The table", list_areas(c)),
        LegendSection("The phases", list_phases(c)),
        LegendSection("Signs on the board", SIGNS),
        LegendSection("Colours and blends", tuple(list_colours())),
        LegendSection("Pieces", tuple(list_shapes(c))),
    )


def list_areas(c: Constants) -> tuple[LegendEntry, ...]:
    shape = "which is your score" if c.by_shape else "which decides ties"
    return (
        LegendEntry(
            "area:board", "Board", "The numbers along its edges count the rows, and every second triangle of a row."
        ),
        LegendEntry(
            "area:scores",
            "Scores",
            f"Each target with its points and its largest shape of connected triangles, {shape}.",
        ),
        LegendEntry("here", "+3 here", "What the selected piece would blend at this place, for each target."),
        LegendEntry("area:stock", "Common stock", "All players lay these pieces; the number shows how many are left."),
        LegendEntry(
            "turns", "Turn and flip", "These buttons turn the selected piece by a sixth of a turn, or flip it."
        ),
        LegendEntry(
            "places", "Place 3 of 12", "The arrows show the previous or next place where the selected piece fits."
        ),
        LegendEntry(
            "area:seats",
            "Players",
            "Each player's target and points; where there is space, also a small board that shows only what scores, "
            "and the sizes of the largest and second largest shape, which decide ties.",
        ),
    )


def list_phases(c: Constants) -> tuple[LegendEntry, ...]:
    """What a piece may lie on and beside, and who begins."""
    begins = (
        "The player before the first player begins, and the turn order is reversed."
        if c.order == rec.REVERSE
        else "The player after the one who laid the last small piece begins."
    )
    snake = " Play goes back and forth: the last player of a round begins the next." if c.order == rec.SNAKE else ""
    return (
        LegendEntry("1", "Phase One", f"Lay a small piece on free triangles. {describe_laying(c, 1)}"),
        LegendEntry("2", "Phase Two", f"Lay a large piece on top. {describe_laying(c, 2)} {begins}{snake}"),
    )


SIGNS = (
    LegendEntry("sign:place", "Small black mark", "The selected piece fits here."),
    LegendEntry("sign:ghost", "Heavy outline", "Where the selected piece would be laid."),
    LegendEntry(
        "sign:blocked", "Dashed outline", "The selected piece doesn't fit here, or this triangle is the reason."
    ),
    LegendEntry("sign:new", "Black dot", "Another player has laid this piece since your last turn."),
    LegendEntry("sign:small", "Thin edge", "A piece of Phase One."),
    LegendEntry("sign:large", "Thick edge", "A piece of Phase Two, which lies on top."),
)


def list_colours() -> list[LegendEntry]:
    plain = [LegendEntry(f"colour:{hue}", hue.capitalize(), "A colour of the pieces.") for hue in COLOURS]
    blends = []
    for t in range(rec.HUES):
        first, second = target_parts(t)
        text = f"{first.capitalize()} and {second} on top of each other, in either order."
        blends.append(LegendEntry(f"colour:{TARGETS[t]}", TARGETS[t].capitalize(), text))
    doubled = [
        LegendEntry(
            f"colour:{hue}-2",
            f"{hue.capitalize()} on {hue}",
            f"The same colour twice shows a stronger {hue} and scores nothing.",
        )
        for hue in COLOURS
    ]
    return plain + blends + doubled


def list_shapes(c: Constants) -> list[LegendEntry]:
    entries = []
    for k, piece in enumerate(printed(c).pieces):
        text = f"{describe_look(c, k)[:-1]}; laid in {PHASES[piece.phase]}."
        entries.append(LegendEntry(picture_of_shape(c, k), piece.name.capitalize(), text))
    return entries
