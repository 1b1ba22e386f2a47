"""What lies where it should not on a table: measured in one go, from the boxes of all its pieces and words."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

MEASURE = Path(__file__).with_suffix(".js").read_text("utf-8")
LEAST = {"touch": 44, "mouse": 28}


def faults_of(page: Page) -> list[str]:
    """What is too small, cut, outside or overlapping on a table; empty if nothing is."""
    coarse = page.evaluate("matchMedia('(pointer: coarse)').matches")
    found: list[str] = page.evaluate(MEASURE, LEAST["touch" if coarse else "mouse"])
    return found
