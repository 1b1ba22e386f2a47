"""Layout checks of tables, from the boxes of all pieces and texts."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

MEASURE = Path(__file__).with_suffix(".js").read_text("utf-8")
LEAST = {"touch": 44, "mouse": 28}


def faults_of(page: Page) -> list[str]:
    """The faults of a table: what is too small, cut, outside or overlapping."""
    coarse = page.evaluate("matchMedia('(pointer: coarse)').matches")
    listed: list[str] = page.evaluate(MEASURE, LEAST["touch" if coarse else "mouse"])
    return listed
