"""Drawing of SVG pictures. Each picture has a light background, so that it is legible in both themes."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from math import sqrt

from gamut.engine.look import DARK, LIGHT, Colour, format_number, line_path, make_glyph

PAPER, TABLE, MAT, LINE, QUIET = "#fafafa", "#e4e4e4", "#d2d2d2", "#c4c4c4", "#525252"
STRONG = "#161616"
FONT = "'Avenir Next','Segoe UI','Helvetica Neue','Noto Sans','DejaVu Sans',system-ui,sans-serif"


# ---------------------------------------------------------------------- drawing


def format_attributes(**attributes: str | float) -> str:
    """Return `x="1" stroke-width="2"`."""
    pairs = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    return " ".join(
        f'{name}="{escape(value) if isinstance(value, str) else format_number(value)}"' for name, value in pairs
    )


@dataclass
class Sheet:
    """A picture; later elements are on top of earlier ones."""

    width: float
    height: float
    title: str  # the text alternative
    parts: list[str] = field(default_factory=list)

    def draw(self, name: str, content: str = "", /, **attributes: str | float) -> None:
        tag = f"{name} {format_attributes(**attributes)}"
        self.parts.append(f"<{tag}>{content}</{name}>" if content else f"<{tag}/>")

    def draw_box(
        self, x: float, y: float, width: float, height: float, radius: float = 10, **attributes: str | float
    ) -> None:
        """Draw a rectangle with round corners."""
        self.draw("rect", x=x, y=y, width=width, height=height, rx=radius, **attributes)

    def draw_path(self, d: str, **attributes: str | float) -> None:
        self.draw("path", d=d, **attributes)

    def draw_text(
        self, x: float, y: float, text: str, size: float = 14, *, anchor: str = "start", bold: bool = False,
        fill: str = STRONG,
    ) -> None:  # fmt: skip
        """Draw a line of text with its baseline at `y`."""
        weight: dict[str, str | float] = {"font_weight": 600} if bold else {}
        self.draw("text", escape(text), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, **weight)

    def draw_lines(self, x: float, y: float, text: str, wide: int, size: float = 14, **attributes: str) -> int:
        """Draw text that is broken at `wide` letters; return the number of lines."""
        lines = break_lines(text, wide)
        for k, line in enumerate(lines):
            self.draw_text(x, y + k * size * 1.4, line, size, **attributes)  # type: ignore[arg-type]  # names of styles
        return len(lines)

    def draw_glyph(self, mix: str, x: float, y: float, size: float, ink: str = STRONG) -> None:
        """Draw a glyph around a point."""
        glyph = make_glyph(mix)
        frame = f"translate({format_number(x)} {format_number(y)}) scale({format_number(size / 16)})"
        if glyph.block:
            half, back = glyph.block, LIGHT if ink == DARK else DARK
            block = f"<rect {format_attributes(x=-half, y=-half, width=2 * half, height=2 * half, rx=1.8, fill=ink)}/>"
            ink = back
        else:
            block = ""
        strokes = "".join(
            "<path " + format_attributes(d=s.d, fill=ink if s.filled else "none", stroke=ink, stroke_width=s.width,
                                      stroke_linecap="round", stroke_linejoin="round") + "/>"
            for s in glyph.strokes
        )  # fmt: skip
        self.parts.append(f'<g transform="{frame}">{block}{strokes}</g>')

    def draw_chip(self, colour: Colour, x: float, y: float, size: float = 22) -> None:
        """Draw a small square of a colour with its glyph around a point."""
        half = size / 2
        self.draw_box(
            x - half, y - half, size, size, size * 0.28, fill=colour.value, stroke=colour.edge, stroke_width=1.5
        )
        self.draw_glyph(colour.mix, x, y, size * 0.64, colour.ink)

    def draw_arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        length = sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        head = f"M{format_number(x2 - 8 * dx - 5 * dy)} {format_number(y2 - 8 * dy + 5 * dx)}"
        head += f"L{format_number(x2)} {format_number(y2)}"
        head += f"L{format_number(x2 - 8 * dx + 5 * dy)} {format_number(y2 - 8 * dy - 5 * dx)}"
        self.draw_path(line_path(x1, y1, x2, y2) + head, fill="none", stroke=STRONG, stroke_width=1.6,
                       stroke_linecap="round", stroke_linejoin="round")  # fmt: skip

    def finish(self) -> str:
        """Return the SVG text."""
        box = f"0 0 {format_number(self.width)} {format_number(self.height)}"
        paper = f'<rect width="100%" height="100%" rx="14" fill="{PAPER}"/>'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{format_number(self.width)}" '
            f'height="{format_number(self.height)}" role="img" font-family="{FONT}">'
        )
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([head, title, paper, *self.parts, "</svg>", ""])


def break_lines(text: str, wide: int) -> list[str]:
    """Break text between words into lines of at most `wide` letters, except for longer words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > wide:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
