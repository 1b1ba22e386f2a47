"""Draw the curves of several runs: share of wins against `greedy` by minutes of learning, with intervals.

python examples/draw_curve.py curve.svg runs/mixx-1 runs/mixx-2 runs/mixx-3
"""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 640, 360, 48
COLOURS = ("#2c63be", "#d2322f", "#1d7a3c", "#8a4fb0", "#b06a00")
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 5")  # so that colour is not needed


def draw(runs: dict[str, list[dict[str, float]]]) -> str:
    """Return the picture as SVG."""
    most = max(point["minutes"] for curve in runs.values() for point in curve)
    top = max(0.6, *(point["high"] for curve in runs.values() for point in curve))

    def x(minutes: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * minutes / most

    def y(share: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share / top

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for tenth in range(int(top * 10) + 1):
        level = y(tenth / 10)
        heavy = "#444" if tenth == 5 else "#ddd"
        parts.append(f'<path d="M{MARGIN} {level:.1f}H{WIDTH - MARGIN}" stroke="{heavy}"/>')
        parts.append(f'<text x="{MARGIN - 8}" y="{level + 4:.1f}" text-anchor="end">{tenth * 10}%</text>')
    for minute in range(0, int(most) + 1, max(1, int(most) // 8)):
        parts.append(f'<text x="{x(minute):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{minute} min</text>')
    for k, (name, curve) in enumerate(runs.items()):
        colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % len(DASHES)]
        line = " ".join(f"{x(p['minutes']):.1f},{y(p['share']):.1f}" for p in curve)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        for p in curve:
            position = x(p["minutes"])
            parts.append(f'<path d="M{position:.1f} {y(p["low"]):.1f}V{y(p["high"]):.1f}" stroke="{colour}"/>')
        level = HEIGHT - MARGIN - 14 - 18 * k
        right = WIDTH - MARGIN
        parts.append(
            f'<path d="M{right - 40} {level - 4}h36" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        parts.append(f'<text x="{right - 48}" y="{level}" text-anchor="end">{escape(name)}</text>')
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12">\n{inside}\n</svg>\n'
    )


def main() -> None:
    to, *folders = map(Path, sys.argv[1:])
    runs = {folder.name: json.loads((folder / "curve.json").read_text())["curve"] for folder in folders}
    to.write_text(draw(runs), "utf-8")


if __name__ == "__main__":
    main()
