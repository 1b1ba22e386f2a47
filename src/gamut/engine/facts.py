"""Facts: what a game declares is complete and consistent, as far as that can be told without playing it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gamut.engine.errors import BadOptions
from gamut.engine.game import Game
from gamut.engine.options import Option
from gamut.engine.record import dtype
from gamut.engine.verbs import VERBS, check_form


def find_faults(game: Game) -> Iterator[str]:
    """What is wrong with a game's facts, a sentence each."""
    for find in (texts, numbers, verbs, record, rules_page, options, openings):
        yield from find(game)


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
        if not set(option.seats) <= set(range(1, game.most_seats + 1)) or not any(map(option.exists, game.seats)):
            yield f"the option {option.name} exists for {list(option.seats)} players, the game for {game.seats}"
        for other, value in option.follows:
            if other not in names or other == option.name:
                yield f"the option {option.name} follows {other!r}, which is no other option"
            elif not allowed(game, other, value):
                yield f"the option {option.name} follows {other} = {value!r}, a value that {other} never has"
        for seats in filter(option.exists, game.seats):
            yield from defaults(option, seats)
    for name, value in game.short.items():
        if name not in names:
            yield f"`short` names {name!r}, which is no option"
        elif not allowed(game, name, value):
            yield f"`short` names {name} = {value!r}, a value that {name} never has"


def defaults(option: Option, seats: int) -> Iterator[str]:
    """Every value that an option offers by itself is one that it allows."""
    given = {"its default": [option.standard(seats)], "a sample": option.samples(seats)}
    given["a default that follows"] = list(option.follows.values())
    for what, values in given.items():
        for value in values:
            if option.read(value, seats) is None:
                yield f"{option.name} = {value!r}, {what}, is not allowed; it may be {option.allowed(seats)}"


def allowed(game: Game, name: str, value: object) -> bool:
    """Whether an option may have a value at some number of players."""
    option = next(option for option in game.options if option.name == name)
    return any(option.exists(n) and option.read(value, n) is not None for n in game.seats)  # type: ignore[arg-type]


def openings(game: Game) -> Iterator[str]:
    """With nothing chosen it can be opened for every number of players."""
    for seats in game.seats:
        try:
            game.open(seats)
        except BadOptions as e:
            yield f"with {seats} players its defaults cannot be opened: {e}"
