"""How a game looks: its colours, their glyphs, and drawings, read from the file `look.toml` in the game's folder.

The terminal and the pictures of the rules page read the file; the browser uses TypeScript that is generated from it.

The glyph of a colour adds up as the colour does: upright = warm (red, magenta), level = cool (blue, cyan), ring =
yellow, sprout = green light, square = white, block = black, triangle = any colour. A mixed colour shows the strokes
of its parts, and a doubled part has a doubled stroke.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

PARTS = "rybgwkp"  # of a mix: warm, yellow, cool, green light, white, black, any colour
DARK, LIGHT = "#0d0d0e", "#ffffff"  # inks
SURFACES = {"light": ("#cacaca", "#ffffff"), "dark": ("#141414", "#303030")}  # on which pieces lie: the extremes
MIN_PIECE_CONTRAST = 3.0  # with every surface; a piece with less has a strong edge
EDGE_SHARES = {"light": (24, 58), "dark": (14, 46)}  # of black or white in an edge, usual and strong, in percent
PRINT_SHARES = {DARK: 30, LIGHT: 12}  # of the colour itself in what is printed on it, by ink, in percent
STROKE_WIDTH = 1.75
MIN_TEXT_CONTRAST = 4.0  # of coloured text on a dark terminal


@dataclass(frozen=True)
class Colour:
    """A colour of a game: its id, name, value, and the letters of its parts."""

    id: str
    name: str
    value: str
    mix: str

    @property
    def ink(self) -> str:
        """The ink with the better contrast on this colour."""
        return DARK if contrast(self.value, DARK) >= contrast(self.value, LIGHT) else LIGHT

    @property
    def edge(self) -> str:
        """The colour of its outline in the light theme."""
        stands_out = all(contrast(self.value, surface) >= MIN_PIECE_CONTRAST for surface in SURFACES["light"])
        usual, strong = EDGE_SHARES["light"]
        return blend(self.value, "#000000", (usual if stands_out else strong) / 100)

    @property
    def tone(self) -> str:
        """A deep or pale tone, for what is printed on it."""
        return blend(self.ink, self.value, PRINT_SHARES[self.ink] / 100)


@dataclass(frozen=True)
class Look:
    """The content of a `look.toml`."""

    medium: str  # paint, ink or light
    colours: Mapping[str, Colour]  # by id
    part_names: Mapping[str, str]  # what the game calls a part, if not by its usual name
    drawings: Mapping[str, Any]  # a path, or a list of shapes


def load_look(folder: Path) -> Look:
    content = tomllib.loads((folder / "look.toml").read_text("utf-8"))
    colours: dict[str, Colour] = {}
    for entry in content["colours"]:
        if "overlay" in entry:
            below, above = entry["overlay"]
            value = overlay(colours[below].value, colours[above].value)
        else:
            value = entry["value"]
        colours[entry["id"]] = Colour(entry["id"], entry["name"], value, entry["mix"])
    return Look(content["medium"], colours, content.get("part_names", {}), content.get("drawings", {}))


# ---------------------------------------------------------------------- colours


def channels(value: str) -> list[int]:
    """Return red, green and blue of `#ff8000`."""
    return [int(value[k : k + 2], 16) for k in (1, 3, 5)]


def to_hex(rgb: list[float]) -> str:
    return "#" + "".join(f"{int(v + 0.5):02x}" for v in rgb)


def blend(one: str, other: str, share: float) -> str:
    """Return a colour with a share of another one in it."""
    return to_hex([a * (1 - share) + b * share for a, b in zip(channels(one), channels(other), strict=True)])


def overlay(one: str, other: str) -> str:
    """Return the colour of two translucent tiles on white: their product."""
    return to_hex([a * b / 255 for a, b in zip(channels(one), channels(other), strict=True)])


def lighten(value: str) -> str:
    """Return a colour that can be read as text on a dark terminal."""
    share = 0.0
    while contrast(blend(value, LIGHT, share), DARK) < MIN_TEXT_CONTRAST:
        share += 0.05
    return blend(value, LIGHT, share)


def luminance(value: str) -> float:
    """Return the relative luminance of WCAG 2, from 0 to 1."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (b / 255 for b in channels(value))]
    return sum(weight * v for weight, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


# ---------------------------------------------------------------------- glyphs


@dataclass(frozen=True)
class Stroke:
    """One path of a glyph."""

    d: str
    width: float
    filled: bool = False


@dataclass(frozen=True)
class Glyph:
    """The strokes of a mix, in a box of 16 around the centre; they may be cut out of a solid block."""

    strokes: tuple[Stroke, ...]
    block: float = 0  # half its side; 0: none


def format_number(value: float) -> str:
    """Return a number with at most two decimals: `1.25`, `3`, `-0.5`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def line_path(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{format_number(x1)} {format_number(y1)}L{format_number(x2)} {format_number(y2)}"


def ring_path(r: float) -> str:
    n = format_number(r)
    return f"M{format_number(-r)} 0A{n} {n} 0 1 1 {n} 0A{n} {n} 0 1 1 {format_number(-r)} 0Z"


def arc_path(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a part of the inner ring of a doubled yellow."""
    return f"M{format_number(x1)} {format_number(y1)}A4.6 4.6 0 0 1 {format_number(x2)} {format_number(y2)}"


def bars_path(mix: str, half: float, gap: float, in_ring: bool) -> str:
    """Return the uprights and levels of a mix; inside a ring they end on it."""

    def reach(offset: float) -> float:
        return sqrt(half * half - offset * offset) if in_ring else half

    def offsets(part: str) -> tuple[float, ...]:
        return ((), (0.0,), (-gap, gap))[mix.count(part)]

    uprights = "".join(line_path(o, -reach(o), o, reach(o)) for o in offsets("r"))
    return uprights + "".join(line_path(-reach(o), o, reach(o), o) for o in offsets("b"))


def make_glyph(mix: str) -> Glyph:
    """Return the glyph of a mix; the order of its letters does not matter."""
    red, yellow, blue = (mix.count(part) for part in "ryb")
    if "p" in mix:
        triangle = Stroke("M0 -5.9L6.7 5.7L-6.7 5.7Z", STROKE_WIDTH)
        core = Stroke("M0 -.9L2.3 3.1L-2.3 3.1Z", 0.6, filled=True)
        return Glyph((triangle, core) if mix.count("p") > 1 else (triangle,))
    if "k" in mix:
        if len(mix) == 1:
            return Glyph((), 5.2)
        return Glyph((Stroke(ring_path(5.1) + bars_path(mix, 5.1, 1.8, True), 1.7),), 7.6)
    if "w" in mix:
        return Glyph((Stroke("M-5.9 -5.9H5.9V5.9H-5.9Z" + bars_path(mix, 5.9, 2, False), STROKE_WIDTH),))
    if "g" in mix:
        upright = line_path(0, -6.6, 0, 5.4) if red else ""
        level = line_path(-6.6, -0.6, 6.6, -0.6) if blue else ""
        return Glyph((Stroke("M-6.2 -5.6L0 5.4L6.2 -5.6" + upright + level, STROKE_WIDTH),))
    if yellow == 2:  # a doubled bar opens the inner ring, so that no stroke runs into another
        x, h = 3.1, sqrt(4.6**2 - 3.1**2)
        inner = ring_path(3.5)
        if red > 1:
            inner = arc_path(x, -h, x, h) + arc_path(-x, h, -x, -h)
        elif blue > 1:
            inner = arc_path(-h, -x, h, -x) + arc_path(h, x, -h, x)
        return Glyph((Stroke(ring_path(7.15) + inner + bars_path(mix, 7.15, 1.5, True), 1.45),))
    if yellow == 1:
        width = 1.6 if red + blue > 2 else STROKE_WIDTH
        return Glyph((Stroke(ring_path(6.6) + bars_path(mix, 6.6, 2.25, True), width),))
    return Glyph((Stroke(bars_path(mix, 6.6, 2.5, False), 2.1 if red + blue == 1 else STROKE_WIDTH),))


def all_mixes() -> Iterator[str]:
    """Yield every mix that has a glyph, its letters in the order of PARTS."""
    for red, yellow, blue in product(range(3), repeat=3):
        mix = "r" * red + "y" * yellow + "b" * blue
        if mix:
            yield mix
        if not yellow:
            yield f"{mix}w"
            if red < 2 and blue < 2:
                yield f"{mix}g"
    yield from ("k", "rybk", "p", "pp")
