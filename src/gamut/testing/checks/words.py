"""Words: action texts, paths of touches, questions, the log and what is drawn."""

from __future__ import annotations

from random import Random

import msgspec

from gamut.engine.knowledge import Knowledge
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from gamut.testing import twins
from gamut.testing.paths import clashes
from gamut.testing.suite import Broken, Case, check
from gamut.testing.twins import drawing

SELDOM = 8  # one in so many positions is drawn, and previewed


@check
def action_texts(case: Case) -> None:
    """Every action has its own text, and the text leads back to it."""
    numbers: dict[str, int] = {}
    for action, text in enumerate(case.setup.texts):
        if not text or text != " ".join(text.split()):
            raise Broken(f"action {action}: {text!r} is not words with single spaces")
        if numbers.setdefault(text.lower(), action) != action:
            raise Broken(f"actions {numbers[text.lower()]} and {action} have the same text {text!r}")
    for text, action in numbers.items():
        if case.setup.action(text) != action:
            raise Broken(f"{text!r} leads to action {case.setup.action(text)}, not back to {action}")


@check
def paths(case: Case) -> None:
    """Among actions that are legal together no path of touches, in any order, is the beginning of another."""
    known, texts = case.setup.paths, case.setup.texts
    for action, path in enumerate(known):
        if not path or not all(_is_touch(touch) for touch in path):
            raise Broken(f"the path of {texts[action]!r} is {path}: it must be ids, or groups of two and more ids")
    if next(clashes(known, range(case.setup.actions)), None) is None:
        return
    for number in range(case.some):  # some clash, perhaps in different phases of the game
        for table in case.walk(number):
            for seat in range(case.seats):
                for a, b in clashes(known, table.legal(seat)):
                    raise Broken(
                        f"game {number}, step {len(table.history)}: the paths of {texts[a]!r}, {known[a]}, and of "
                        f"{texts[b]!r}, {known[b]}: one can be the beginning of the other"
                    )


def _is_touch(touch: object) -> bool:
    several = touch if isinstance(touch, tuple) and len(touch) > 1 else [touch]
    return all(isinstance(t, str) and t for t in several)


@check
def words(case: Case) -> None:
    """View, question, log and drawing work for every seat, and are the same when they are asked for again."""
    msgspec.json.encode(case.setup.catalogue)
    for number in range(case.some):
        random, earlier = Random(f"{case.seed}:{number}:words"), case.deal(number)
        for table in case.walk(number):
            where = f"game {number}, step {len(table.history)}"
            for seat in {len(table.history) % (case.seats + 1) - 1, *table.actors}:
                _check_words(table, seat, where)
            if table.history:
                _check_log(case, earlier, table, where)
            if len(table.history) % SELDOM == 0 or table.over:
                _check_answers(table, random, where)
            earlier = table.copy()


def _check_words(table: Table, seat: int, where: str) -> None:
    known = table.knowledge(seat)
    if seat in table.actors and not known.ask:
        raise Broken(f"{where}: nothing is asked of seat {seat + 1}, who is awaited")
    if _list_shown(known) != _list_shown(table.knowledge(seat)):
        raise Broken(f"{where}: what seat {seat + 1} is shown changes although nothing has happened")


def _list_shown(known: Knowledge) -> tuple[bytes, str, str]:
    return msgspec.json.encode(known.view), known.ask, known.headline


def _check_log(case: Case, earlier: Table, table: Table, where: str) -> None:
    mover, _ = table.history[-1]
    for seat in {mover, len(table.history) % (case.seats + 1) - 1}:
        log = SeatLog(seat, earlier)
        moment = log.follow_step(table, earlier.record)
        for entry in log.entries:
            if not entry.text or not -1 <= entry.seat < case.seats:
                raise Broken(f"{where}: an entry of the log without text, or of no seat: {entry}")
        msgspec.json.encode(moment)


def _check_answers(table: Table, random: Random, where: str) -> None:
    """What a person asks for now and then: a drawing, what an action would do, why something cannot be touched."""
    seat = random.choice(table.actors or [0])
    for viewer in (-1, seat):
        if not drawing(table.knowledge(viewer)).strip():
            raise Broken(f"{where}: nothing is drawn for seat {viewer + 1}")
    known = table.knowledge(seat)
    if not known.legal:
        return
    action = random.choice(known.legal)
    known.warn(action)
    known.advise(action)
    if known.preview(action) != table.knowledge(seat).preview(action):
        raise Broken(f"{where}: a preview of {table.setup.texts[action]!r} changes when it is asked for again")
    touch = random.choice(table.setup.paths)[0]
    reason = known.why_not([], touch if isinstance(touch, str) else touch[0])
    if reason is not None and not reason.text:
        raise Broken(f"{where}: `why_not` gives a reason without words")


@check
def secret_twins(case: Case) -> None:
    """What a seat does in a secret phase changes nothing that others are shown or told until it is turned up."""
    for number in range(case.some):
        random = Random(f"{case.seed}:{number}:twins")
        for table in case.walk(number):
            if random.randrange(2):
                continue
            for one, other in twins.secret_twins(table, random):
                try:
                    twins.same_for_others(one, other, random)
                except Broken as e:
                    mover = f"seat {one.mover + 1} makes secret steps"
                    raise Broken(f"game {number}, step {len(table.history)}, {mover}: {e}") from None
