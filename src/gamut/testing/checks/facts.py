"""Facts: what a game declares is complete and consistent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import prod

from gamut import bots
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.game import Game, Setup
from gamut.engine.options import Option
from gamut.engine.record import dtype
from gamut.engine.verbs import VERBS, check_form
from gamut.testing.suite import Broken, Case, check


@check
def facts(case: Case) -> None:
    """What a game declares is complete, and its options open."""
    for find in (texts, numbers, verbs, record, rules_page, options):
        for problem in find(case.game):
            raise Broken(problem)
    for problem in opening(case):
        raise Broken(problem)


def texts(game: Game) -> Iterator[str]:
    """What people read of it."""
    if not (game.id.isidentifier() and game.id == game.id.lower()):
        yield f"`id` is {game.id!r}: it must be a name in small letters"
    for name in ("title", "tagline", "goal"):
        said = getattr(game, name)
        if not said.strip() or "\n" in said:
            yield f"`{name}` is {said!r}: it must be one line of text"
    for name in ("reasons", "invariants"):
        said = getattr(game, name)
        if not said or not all(text.strip() for text in said) or len(set(said)) < len(said):
            yield f"`{name}` is {said!r}: it must be some texts, each another one"


def numbers(game: Game) -> Iterator[str]:
    """Its sizes."""
    for name, least in (
        ("version", 1), ("minutes", 1), ("most_actions", 1), ("most_legal", 1), ("longest", 1), ("features", 1),
        ("work", 0),
    ):  # fmt: skip
        number = getattr(game, name)
        if type(number) is not int or number < least:
            yield f"`{name}` is {number!r}: it must be a whole number, at least {least}"
    if not game.seats or game.seats[0] < 1 or any(a >= b for a, b in pairwise(game.seats)):
        yield f"`seats` is {game.seats}: it must be numbers of players, ascending"
    if game.most_legal > game.most_actions:
        yield f"`most_legal` is {game.most_legal}, more than `most_actions`, {game.most_actions}"


def verbs(game: Game) -> Iterator[str]:
    """Its verbs, if they were not gathered from modules."""
    if set(game.verbs) != set(VERBS):
        odd = sorted(set(game.verbs) ^ set(VERBS))
        yield f"`verbs` must be those of the contract; missing or too many: {', '.join(odd)}"
    for name in VERBS:
        try:
            check_form(game.verbs[name], VERBS[name].declared)
        except TypeError as e:
            yield str(e)


def record(game: Game) -> Iterator[str]:
    """Its record."""
    state = dtype(game.state)
    if "key" not in (state.names or ()) or state["key"].base.str != "<u8" or state["key"].shape != (3,):
        yield "the state has no `key = words(3)`"
    for name in state.names or ():
        if state[name].base.kind == "f":
            yield f"the state's `{name}` holds floats, which belong only into constants"


def rules_page(game: Game) -> Iterator[str]:
    """The rules in words."""
    path = game.folder / "RULES.md"
    if not path.is_file():
        yield f"there is no RULES.md in {game.folder.name}/"
    elif not game.rules_page.startswith("# "):
        yield "RULES.md does not begin with a heading (`# …`)"


def options(game: Game) -> Iterator[str]:
    """Its options: names, seats, defaults that follow others."""
    names = [option.name for option in game.options]
    if len(set(names)) < len(names):
        yield f"an option's name is used twice: {', '.join(names)}"
    for option in game.options:
        if not (option.name.isidentifier() and option.label.strip() and option.help.strip()):
            yield f"the option {option.name!r} needs a name, a label and a help text"
        if not set(option.seats) <= set(range(1, game.most_seats + 1)):
            yield f"the option {option.name} exists for {list(option.seats)} players, the game for {game.seats}"
        for other, value in option.follows:
            if other not in names or other == option.name:
                yield f"the option {option.name} follows {other!r}, which is no other option"
            elif not allowed(game, other, value):
                yield f"the option {option.name} follows {other} = {value!r}, a value that {other} never has"
    for name, value in game.short.items():
        if name not in names:
            yield f"`short` names {name!r}, which is no option"
        elif not allowed(game, name, value):
            yield f"`short` names {name} = {value!r}, a value that {name} never has"


def allowed(game: Game, name: str, value: object) -> bool:
    """Whether an option may have a value at some number of players."""
    option = next(option for option in game.options if option.name == name)
    return any(option.exists(n) and option.read(value, n) is not None for n in game.seats)  # type: ignore[arg-type]


def opening(case: Case) -> Iterator[str]:
    """What needs a setup: defaults, the short game, levels, sizes."""
    game, seats = case.game, case.seats
    mine = [option for option in game.options if option.exists(seats)]
    for option in mine:
        yield from defaults(option, seats)
    short = {name: value for name, value in game.short.items() if name in {option.name for option in mine}}
    for what, chosen in (("its defaults", {}), ("`short`", short), ("these options", dict(case.options))):
        try:
            setup = game.open(seats, chosen)
        except BadOptions as e:
            yield f"with {seats} players {what} cannot be opened: {e}"
            return
        if game.open(seats, chosen).constants.tobytes() != setup.constants.tobytes():
            yield f"`setup` fills other constants the second time, with {what}"
        if not 1 <= setup.actions <= game.most_actions:
            yield f"with {what} there are {setup.actions} actions: `most_actions` is {game.most_actions}"
    yield from levels(setup)
    shown = sum(prod(block.shape) for block in game.layout)
    if game.layout and shown != game.features:
        yield f"the blocks of `layout` have {shown} features together: `features` is {game.features}"


def defaults(option: Option, seats: int) -> Iterator[str]:
    """Every value that an option offers by itself is one that it allows."""
    given = {"its default": [option.standard(seats)], "a sample": option.samples(seats)}
    given["a default that follows"] = list(option.follows.values())
    for what, values in given.items():
        for value in values:
            if option.read(value, seats) is None:
                yield f"{option.name} = {value!r}, {what}, is not allowed; it may be {option.allowed(seats)}"


def levels(setup: Setup) -> Iterator[str]:
    """At least one level of play, and a bot for each."""
    if not setup.game.levels:
        yield "`levels` is empty: a game needs at least one level of play"
    for level, spec in setup.game.levels.items():
        try:
            bots.make_bot(level, setup)
        except GamutError as e:
            yield f"the level {level!r} is {spec!r}: {e}"
