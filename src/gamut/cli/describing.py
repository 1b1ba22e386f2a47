"""Details of pieces, the legend and the goals, as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamut.cli.match_input import match_texts
from gamut.engine.knowledge import Knowledge
from gamut.engine.presentation import Detail, Goal, LegendSection, PieceCount, fill_names

BAR_LENGTH = 20


def find_details(known: Knowledge, words: str, names: Sequence[str]) -> list[Detail]:
    """Return the different details that some words may stand for: names of players, ids, or names of legend entries."""
    ids = known.setup.piece_ids
    texts = [re.sub(r"[^\w]+", " ", piece) for piece in ids]
    for piece, entry in known.setup.legend_entries.items():
        texts[ids.index(piece)] = entry.name
    for seat, name in enumerate(names):
        texts[ids.index(f"seat:{seat}")] = name
    details: dict[str, Detail] = {}  # by name: a card in the hand is the same as one in the market
    for k in match_texts(words, texts):
        if detail := known.detail(ids[k]):
            details.setdefault(detail.name, detail)
    return list(details.values())


def describe_piece(known: Knowledge, detail: Detail, names: Sequence[str]) -> list[str]:
    """Return the lines of a detail below its name."""
    lines = [f"{fact.label}: {fact.text}" for fact in detail.facts]
    lines += [detail.text] if detail.text else []
    if detail.cost or detail.gain:
        lines.append(f"{_count(detail.cost) or 'free'} → {_count(detail.gain)}")
    lines += [f"{effect.when}: {effect.text}" for effect in detail.effects]
    lines += describe_goals(detail.goals, [known.goals(seat) for seat in range(known.setup.seats)])
    return [fill_names(line, names, known.seat) for line in lines]


def _count(pieces: Iterable[PieceCount]) -> str:
    return ", ".join(f"{piece.count} {piece.name}" if piece.count > 1 else piece.name for piece in pieces)


def describe_goals(goals: Sequence[Goal], everyone: Sequence[Sequence[Goal]]) -> list[str]:
    """Return a line for each goal, with a bar; a goal without a fixed end is compared with those of all seats."""
    lines = []
    for k, goal in enumerate(goals):
        need = goal.need or max(1, *(theirs[k].have for theirs in everyone if k < len(theirs)))
        filled = round(BAR_LENGTH * min(1, goal.have / need))
        lines.append(f"{'█' * filled}{'·' * (BAR_LENGTH - filled)} {goal.name}: {goal.text}")
    return lines


def describe_legend(sections: Iterable[LegendSection]) -> list[tuple[str, str]]:
    """Return names and meanings; the title of a section has no meaning."""
    return [
        row
        for section in sections
        for row in [(section.title, ""), *((f"  {entry.name}", entry.text) for entry in section.entries)]
    ]
