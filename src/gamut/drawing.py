"""Pictures as SVG text: the glyph code, inks and edges of colours, and a sheet to draw on.

The glyph code is that of the pages: upright = warm (red, magenta), level = cool (blue, cyan), ring = yellow,
sprout = green light, square = white, block = black, triangle = prismatic. A mixed colour shows the strokes of its
parts, and a doubled part has a doubled stroke. Every sheet brings its own light paper, so that a picture can be
read in a light room and in a dark one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from math import sqrt

PARTS = "rybgwkp"  # of a mix: warm, yellow, cool, green light, white, black, prismatic
DARK, LIGHT = "#0d0d0e", "#ffffff"  # inks
PAPER, TABLE, MAT, LINE, QUIET = "#fafafa", "#e4e4e4", "#d2d2d2", "#c4c4c4", "#525252"
STRONG = "#161616"
FONT = "'Avenir Next','Segoe UI','Helvetica Neue','Noto Sans','DejaVu Sans',system-ui,sans-serif"
STROKE = 1.75

# ---------------------------------------------------------------------- numbers and colours


def say_number(value: float) -> str:
    """`1.25`, `3`, `-0.5`: two places at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True)
class Colour:
    """A colour of a game: its id, its value, and the letters of its mix."""

    id: str
    value: str
    mix: str

    @property
    def ink(self) -> str:
        """The ink that reads best on it."""
        return DARK if contrast(self.value, DARK) >= contrast(self.value, LIGHT) else LIGHT

    @property
    def edge(self) -> str:
        """Its outline on light paper: strong where the colour itself would not stand out."""
        stands_out = all(contrast(self.value, paper) >= 3 for paper in ("#cacaca", "#ffffff"))
        return blend(self.value, "#000000", 0.24 if stands_out else 0.58)

    @property
    def tone(self) -> str:
        """A deep or pale tone of it, for what is printed on it."""
        return blend(self.ink, self.value, 0.12 if self.ink == LIGHT else 0.3)


def channels(value: str) -> list[int]:
    """`#ff8000` as three numbers."""
    return [int(value[k : k + 2], 16) for k in (1, 3, 5)]


def blend(one: str, other: str, share: float) -> str:
    """A colour with a share of another one in it."""
    mixed = [a * (1 - share) + b * share for a, b in zip(channels(one), channels(other), strict=True)]
    return "#" + "".join(f"{round(v):02x}" for v in mixed)


def luminance(value: str) -> float:
    """How light a colour is, 0 to 1, as WCAG 2 measures it."""
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (b / 255 for b in channels(value))
    ]
    return sum(weight * v for weight, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
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


def draw_line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight stroke."""
    return f"M{say_number(x1)} {say_number(y1)}L{say_number(x2)} {say_number(y2)}"


def draw_ring(r: float) -> str:
    """A ring around the centre."""
    n = say_number(r)
    return f"M{say_number(-r)} 0A{n} {n} 0 1 1 {n} 0A{n} {n} 0 1 1 {say_number(-r)} 0Z"


def draw_arc(x1: float, y1: float, x2: float, y2: float) -> str:
    """A part of the inner ring of a doubled yellow."""
    return f"M{say_number(x1)} {say_number(y1)}A4.6 4.6 0 0 1 {say_number(x2)} {say_number(y2)}"


def draw_bars(mix: str, half: float, gap: float, in_ring: bool) -> str:
    """Uprights and levels of a mix; inside a ring they end on it."""

    def reach(offset: float) -> float:
        return sqrt(half * half - offset * offset) if in_ring else half

    def places(part: str) -> tuple[float, ...]:
        return ((), (0.0,), (-gap, gap))[mix.count(part)]

    uprights = "".join(draw_line(o, -reach(o), o, reach(o)) for o in places("r"))
    return uprights + "".join(draw_line(-reach(o), o, reach(o), o) for o in places("b"))


def make_glyph(mix: str) -> Glyph:
    """The glyph of a mix; the order of its letters never matters."""
    red, yellow, blue = (mix.count(part) for part in "ryb")
    if "p" in mix:
        triangle = Stroke("M0 -5.9L6.7 5.7L-6.7 5.7Z", STROKE)
        core = Stroke("M0 -.9L2.3 3.1L-2.3 3.1Z", 0.6, filled=True)
        return Glyph((triangle, core) if mix.count("p") > 1 else (triangle,))
    if "k" in mix:
        if len(mix) == 1:
            return Glyph((Stroke("M-3 -3L3 3M-3 3L3 -3", 1.7),), 6.8)
        return Glyph((Stroke(draw_ring(5.1) + draw_bars(mix, 5.1, 1.8, True), 1.7),), 7.6)
    if "w" in mix:
        return Glyph((Stroke("M-5.9 -5.9H5.9V5.9H-5.9Z" + draw_bars(mix, 5.9, 2, False), STROKE),))
    if "g" in mix:
        upright = draw_line(0, -6.6, 0, 5.4) if red else ""
        level = draw_line(-6.6, -0.6, 6.6, -0.6) if blue else ""
        return Glyph((Stroke("M-6.2 -5.6L0 5.4L6.2 -5.6" + upright + level, STROKE),))
    if yellow == 2:  # a doubled bar opens the inner ring, so that no stroke runs into another
        x, h = 3.1, sqrt(4.6**2 - 3.1**2)
        inner = draw_ring(3.5)
        if red > 1:
            inner = draw_arc(x, -h, x, h) + draw_arc(-x, h, -x, -h)
        elif blue > 1:
            inner = draw_arc(-h, -x, h, -x) + draw_arc(h, x, -h, x)
        return Glyph((Stroke(draw_ring(7.15) + inner + draw_bars(mix, 7.15, 1.5, True), 1.45),))
    if yellow == 1:
        width = 1.6 if red + blue > 2 else STROKE
        return Glyph((Stroke(draw_ring(6.6) + draw_bars(mix, 6.6, 2.25, True), width),))
    return Glyph((Stroke(draw_bars(mix, 6.6, 2.5, False), 2.1 if red + blue == 1 else STROKE),))


# ---------------------------------------------------------------------- drawing


def say_attributes(**attributes: str | float) -> str:
    """`x="1" stroke-width="2"`."""
    said = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    return " ".join(
        f'{name}="{escape(value) if isinstance(value, str) else say_number(value)}"' for name, value in said
    )


@dataclass
class Sheet:
    """A picture in the making: what is drawn later lies on top."""

    width: float
    height: float
    title: str  # what is to be seen, for who cannot see it
    parts: list[str] = field(default_factory=list)

    def draw(self, name: str, content: str = "", /, **attributes: str | float) -> None:
        """Any element."""
        said = say_attributes(**attributes)
        self.parts.append(f"<{name} {said}>{content}</{name}>" if content else f"<{name} {said}/>")

    def draw_box(
        self, x: float, y: float, width: float, height: float, radius: float = 10, **more: str | float
    ) -> None:
        """A rectangle with round corners."""
        self.draw("rect", x=x, y=y, width=width, height=height, rx=radius, **more)

    def draw_path(self, d: str, **more: str | float) -> None:
        """A path."""
        self.draw("path", d=d, **more)

    def draw_text(
        self, x: float, y: float, text: str, size: float = 14, *, anchor: str = "start", bold: bool = False,
        fill: str = STRONG,
    ) -> None:  # fmt: skip
        """One line of text, its baseline at `y`."""
        weight: dict[str, str | float] = {"font_weight": 600} if bold else {}
        self.draw("text", escape(text), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, **weight)

    def draw_lines(self, x: float, y: float, text: str, wide: int, size: float = 14, **more: str) -> int:
        """Text of several lines, broken at `wide` letters; return how many lines there are."""
        lines = break_lines(text, wide)
        for k, line in enumerate(lines):
            self.draw_text(x, y + k * size * 1.4, line, size, **more)  # type: ignore[arg-type]  # names of styles
        return len(lines)

    def draw_glyph(self, mix: str, x: float, y: float, size: float, ink: str = STRONG) -> None:
        """A glyph around a point."""
        glyph = make_glyph(mix)
        frame = f"translate({say_number(x)} {say_number(y)}) scale({say_number(size / 16)})"
        if glyph.block:
            half, back = glyph.block, LIGHT if ink == DARK else DARK
            block = f"<rect {say_attributes(x=-half, y=-half, width=2 * half, height=2 * half, rx=1.8, fill=ink)}/>"
            ink = back
        else:
            block = ""
        strokes = "".join(
            "<path " + say_attributes(d=s.d, fill=ink if s.filled else "none", stroke=ink, stroke_width=s.width,
                                      stroke_linecap="round", stroke_linejoin="round") + "/>"
            for s in glyph.strokes
        )  # fmt: skip
        self.parts.append(f'<g transform="{frame}">{block}{strokes}</g>')

    def draw_chip(self, colour: Colour, x: float, y: float, size: float = 22) -> None:
        """A small square of a colour with its glyph, around a point."""
        half = size / 2
        self.draw_box(
            x - half, y - half, size, size, size * 0.28, fill=colour.value, stroke=colour.edge, stroke_width=1.5
        )
        self.draw_glyph(colour.mix, x, y, size * 0.64, colour.ink)

    def draw_arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A thin arrow."""
        length = sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        head = f"M{say_number(x2 - 8 * dx - 5 * dy)} {say_number(y2 - 8 * dy + 5 * dx)}"
        head += f"L{say_number(x2)} {say_number(y2)}"
        head += f"L{say_number(x2 - 8 * dx + 5 * dy)} {say_number(y2 - 8 * dy - 5 * dx)}"
        self.draw_path(draw_line(x1, y1, x2, y2) + head, fill="none", stroke=STRONG, stroke_width=1.6,
                       stroke_linecap="round", stroke_linejoin="round")  # fmt: skip

    def finish(self) -> str:
        """The SVG text."""
        box = f"0 0 {say_number(self.width)} {say_number(self.height)}"
        paper = f'<rect width="100%" height="100%" rx="14" fill="{PAPER}"/>'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{say_number(self.width)}" '
            f'height="{say_number(self.height)}" role="img" font-family="{FONT}">'
        )
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([head, title, paper, *self.parts, "</svg>", ""])


def break_lines(text: str, wide: int) -> list[str]:
    """Text broken between words, at most `wide` letters per line where words allow it."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > wide:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
