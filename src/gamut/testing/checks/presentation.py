"""The presentation: action texts, touch paths, prompts, logs, views and previews."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from gamut.engine.knowledge import Knowledge
from gamut.engine.plain import plain_record
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from gamut.engine.verbs import SPECTATOR
from gamut.testing.indistinguishable import compare_for_others, render_terminal, vary_secret_steps
from gamut.testing.suite import Case, CheckFailed, check
from gamut.testing.touch_paths import find_clashes

INTERVAL = 8  # steps between two positions that are drawn in the terminal and previewed


@check
def check_action_texts(case: Case) -> None:
    """Every action has its own text, from which it can be parsed."""
    numbers: dict[str, int] = {}
    for action, text in enumerate(case.setup.action_texts):
        if not text or text != " ".join(text.split()):
            raise CheckFailed(f"action {action}: {text!r} must be words separated by single spaces")
        if numbers.setdefault(text.lower(), action) != action:
            raise CheckFailed(f"actions {numbers[text.lower()]} and {action} have the same text {text!r}")
    for text, action in numbers.items():
        if case.setup.parse_action(text) != action:
            raise CheckFailed(f"{text!r} is parsed as action {case.setup.parse_action(text)} instead of {action}")


@check
def check_touch_paths(case: Case) -> None:
    """Among actions that are legal together no touch path, in any order, is the beginning of another."""
    paths, texts = case.setup.touch_paths, case.setup.action_texts
    for action, path in enumerate(paths):
        if not path or not all(_is_touch(touch) for touch in path):
            raise CheckFailed(f"the path of {texts[action]!r} is {path}: it must be ids, or groups of two or more ids")
    if next(find_clashes(paths, range(case.setup.action_count)), None) is None:
        return
    for number in range(case.python_games):  # some clash, but perhaps they are never legal together
        for table in case.walk(number):
            for seat in range(case.seats):
                for a, b in find_clashes(paths, table.legal(seat)):
                    raise CheckFailed(
                        f"game {number}, step {len(table.history)}: the path of {texts[a]!r}, {paths[a]}, or that of "
                        f"{texts[b]!r}, {paths[b]}, can be the beginning of the other"
                    )


def _is_touch(touch: object) -> bool:
    ids = touch if isinstance(touch, tuple) and len(touch) > 1 else [touch]
    return all(isinstance(t, str) and t for t in ids)


@check
def check_presentation(case: Case) -> None:
    """View, prompt, log and terminal view work for every seat, and are the same when they are made again.

    Goals are the same for all viewers; in a game without secrets, so are view, headline, log and moments.
    """
    msgspec.json.encode(case.setup.catalogue)
    for number in range(case.python_games):
        random, earlier = Random(f"{case.seed}:{number}:presentation"), case.deal(number)
        for table in case.walk(number):
            where = f"game {number}, step {len(table.history)}"
            _check_shared(table, earlier, where)
            for seat in {len(table.history) % (case.seats + 1) - 1, *table.actors}:
                _check_view(table, seat, where)
            if table.history:
                _check_log(case, earlier, table, where)
            if len(table.history) % INTERVAL == 0 or table.over:
                _check_terminal_view(table, random, where)
                _check_questions(table, random, where)
            earlier = table.copy()


def _check_view(table: Table, seat: int, where: str) -> None:
    known = table.knowledge(seat)
    if seat in table.actors and not known.prompt:
        raise CheckFailed(f"{where}: seat {seat + 1} is an actor without a prompt")
    if _encode_view(known) != _encode_view(_know_again(table, seat)):
        raise CheckFailed(f"{where}: the view, prompt or headline of seat {seat + 1} changes without a step")


def _know_again(table: Table, seat: int) -> Knowledge:
    """Return what a seat knows, with everything made again for this seat, and from a plain record."""
    known = Knowledge(table.setup, table.verbs, table.hidden(seat), seat)
    known.state = plain_record(known.hidden)
    return known


def _check_shared(table: Table, earlier: Table, where: str) -> None:
    """Check that what is made once for all seats does not depend on the viewer."""
    viewer = len(table.history) % table.seats
    own, public = _know_again(table, viewer), table.knowledge(SPECTATOR)
    if any(own.goals(seat) != public.goals(seat) for seat in range(table.seats)):
        raise CheckFailed(f"{where}: `goals` does not show seat {viewer + 1} the same as spectators")
    if table.game.secret_fields:
        return
    if (own.headline, own.view) != (public.headline, public.view):
        raise CheckFailed(f"{where}: without secret fields, seat {viewer + 1} must have the view of spectators")
    if table.history:
        (mover, action), before = table.history[-1], earlier.knowledge(SPECTATOR)
        one, other = ((k.log_entries(before, mover, action), k.moment(before, mover, action)) for k in (own, public))
        if one != other:
            raise CheckFailed(f"{where}: without secret fields, seat {viewer + 1} must have the log of spectators")


def _encode_view(known: Knowledge) -> tuple[bytes, str, str]:
    return msgspec.json.encode(known.view), known.prompt, known.headline


def _check_log(case: Case, earlier: Table, table: Table, where: str) -> None:
    mover, _ = table.history[-1]
    for seat in {mover, len(table.history) % (case.seats + 1) - 1}:
        log = SeatLog(seat, earlier)
        moment = log.follow_step(table, earlier.record)
        for entry in log.entries:
            if not entry.text or not -1 <= entry.seat < case.seats:
                raise CheckFailed(f"{where}: a log entry without text or with an unknown seat: {entry}")
        msgspec.json.encode(moment)


def _check_terminal_view(table: Table, random: Random, where: str) -> None:
    for viewer in (-1, random.choice(table.actors or [0])):
        if not render_terminal(table.knowledge(viewer)).strip():
            raise CheckFailed(f"{where}: the terminal view for seat {viewer + 1} is empty")


def _check_questions(table: Table, random: Random, where: str) -> None:
    """Check what a player can ask about actions: warning, advice, hint, preview, why a piece cannot be touched."""
    seat = random.choice(table.actors or [0])
    known = table.knowledge(seat)
    if not known.legal:
        return
    action = random.choice(known.legal)
    known.advise(action)
    if known.warn(action) and known.find_alternative(action) not in [-1, *known.legal]:
        raise CheckFailed(
            f"{where}: instead of {table.setup.action_texts[action]!r}, `instead` returns no legal action"
        )
    text = known.move_text([action])
    if text[0].islower() or text[-1] in ".,:;!? ":
        raise CheckFailed(f"{where}: {text!r} must be a sentence without its full stop")
    if known.trim_move([action]) != 1:
        raise CheckFailed(f"{where}: `trim_move` does not return 1 for the only action {text!r}")
    if known.preview(action) != _know_again(table, seat).preview(action):
        raise CheckFailed(f"{where}: the preview of {table.setup.action_texts[action]!r} changes when it is repeated")
    touch = random.choice(table.setup.touch_paths)[0]
    reason = known.why_not([], touch if isinstance(touch, str) else touch[0])
    if reason is not None and not reason.text:
        raise CheckFailed(f"{where}: `why_not` returns a reason without text")


@check
def check_details(case: Case) -> None:
    """If a game describes pieces, it describes every one that can be touched or seen in a log, and every drawing."""
    _check_legend(case)
    if not case.setup.game.presentation.defines("detail"):
        return
    for number in range(case.python_games):
        random, earlier = Random(f"{case.seed}:{number}:details"), case.deal(number)
        for table in case.walk(number):
            if len(table.history) % INTERVAL == 0 or table.over:
                where = f"game {number}, step {len(table.history)}"
                known = table.knowledge(random.randrange(-1, case.seats))
                pieces = case.setup.piece_ids
                some = pieces if not table.history or table.over else random.sample(pieces, min(24, len(pieces)))
                _check_each_detail(known, [*some, *_find_logged_pieces(known.seat, earlier, table)], where)
            earlier = table.copy()


def _find_logged_pieces(seat: int, earlier: Table, table: Table) -> list[str]:
    if not table.history:
        return []
    log = SeatLog(seat, earlier)
    log.follow_step(table, earlier.record)
    return [piece for entry in log.entries for piece in entry.pieces]


def _check_each_detail(known: Knowledge, pieces: Iterable[str], where: str) -> None:
    """Check the details of pieces, and of those that are drawn in them."""
    goals = [goal for seat in range(known.setup.seats) for goal in known.goals(seat)]
    left, described = list(dict.fromkeys([*pieces, *(x.piece for goal in goals for x in goal.pieces)])), set[str]()
    while left:
        piece = left.pop()
        described.add(piece)
        detail = known.detail(piece)
        if detail is None:
            raise CheckFailed(f"{where}: `detail` has no answer for {piece!r}, which seat {known.seat + 1} can touch")
        msgspec.json.encode(detail)
        if not detail.name or not (detail.text or detail.effects or detail.goals):
            raise CheckFailed(f"{where}: the detail of {piece!r} must have a name, and a text, effects or goals")
        for sentence in filter(None, (detail.text, *(effect.text for effect in detail.effects))):
            if sentence.rstrip("”)")[-1] not in ".!?":
                raise CheckFailed(f"{where}: the detail of {piece!r} has no full sentence: {sentence!r}")
        counted = (*detail.cost, *detail.gain, *(x for goal in detail.goals for x in goal.pieces))
        icons = (effect.icon for effect in detail.effects if effect.icon)
        drawn = {*(x.piece for x in counted), *icons} | ({detail.picture} - {""})
        left += drawn - described


def _check_legend(case: Case) -> None:
    """The legend names every entry once, and says what it is in full sentences."""
    entries = [entry for section in case.setup.legend for entry in section.entries]
    for entry in entries:
        if not entry.name or not entry.text.endswith((".", "!", "?")):
            raise CheckFailed(f"the legend needs a name and a sentence for {entry.piece!r}, not {entry.text!r}")
    if len(entries) != len(case.setup.legend_entries):
        raise CheckFailed("two entries of the legend are about the same piece")


@check
def check_secret_steps(case: Case) -> None:
    """What a seat does in a secret phase changes nothing that others are shown until it is revealed."""
    for number in range(case.python_games):
        random = Random(f"{case.seed}:{number}:secret-steps")
        for table in case.walk(number):
            if random.randrange(2):
                continue
            for one, other in vary_secret_steps(table, random):
                try:
                    compare_for_others(one, other, random)
                except CheckFailed as e:
                    where = f"game {number}, step {len(table.history)}, after secret steps of seat {one.mover + 1}"
                    raise CheckFailed(f"{where}: {e}") from None
