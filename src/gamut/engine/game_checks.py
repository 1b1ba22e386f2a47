"""Checks that the facts a game declares are complete and consistent, as far as possible without playing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game
from gamut.engine.options import FileOption, Option, Value
from gamut.engine.presentation import format_count, format_players
from gamut.engine.record import record_dtype
from gamut.engine.verbs import VERBS, check_signature

STATED_DEFAULT = re.compile(r"\*\*([\d.]+)\*\* (.*?)\bDefault: ([^.]+)")
NUMBER_WORDS = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def find_faults(game: Game) -> Iterator[str]:
    """Yield what is wrong with a game's facts, one sentence each."""
    for check in (
        check_texts,
        check_sizes,
        check_verbs,
        check_record,
        check_rounds,
        check_rules_page,
        check_rules_defaults,
        check_options,
        check_openings,
    ):
        yield from check(game)


def check_texts(game: Game) -> Iterator[str]:
    if not (game.id.isidentifier() and game.id == game.id.lower()):
        yield f"`id` is {game.id!r}: it must be a lowercase identifier"
    for name in ("title", "tagline", "goal"):
        text = getattr(game, name)
        if not text.strip() or "\n" in text:
            yield f"`{name}` is {text!r}: it must be one line of text"
    for name in ("reasons", "invariants"):
        texts = getattr(game, name)
        if not texts or not all(text.strip() for text in texts) or len(set(texts)) < len(texts):
            yield f"`{name}` is {texts!r}: it must contain at least one text, all different"


def check_sizes(game: Game) -> Iterator[str]:
    for name, least in (
        ("version", 1), ("minutes", 1), ("max_actions", 1), ("max_legal", 1), ("max_steps", 1), ("feature_count", 1),
        ("scratch_size", 0), ("input_count", 0),
    ):  # fmt: skip
        number = getattr(game, name)
        if type(number) is not int or number < least:
            yield f"`{name}` is {number!r}: it must be an integer of at least {least}"
    if not game.seats or game.seats[0] < 1 or any(a >= b for a, b in pairwise(game.seats)):
        yield f"`seats` is {game.seats}: it must be numbers of players in ascending order"
    if game.max_legal > game.max_actions:
        yield f"`max_legal` is {game.max_legal}, more than `max_actions` ({game.max_actions})"


def check_verbs(game: Game) -> Iterator[str]:
    """Check verbs that were not collected from modules."""
    if set(game.verbs) != set(VERBS):
        odd = sorted(set(game.verbs) ^ set(VERBS))
        yield f"`verbs` must be those of the contract; missing or unknown: {', '.join(odd)}"
    for name in VERBS:
        try:
            check_signature(game.verbs[name], VERBS[name].declared)
        except TypeError as e:
            yield str(e)


def check_record(game: Game) -> Iterator[str]:
    state = record_dtype(game.state)
    if (
        "chance_key" not in (state.names or ())
        or state["chance_key"].base.str != "<u8"
        or state["chance_key"].shape != (3,)
    ):
        yield "the state has no `chance_key = words(3)`"
    for name in state.names or ():
        if state[name].base.kind == "f":
            yield f"the state's `{name}` holds floats, which are allowed only in constants"


def check_rounds(game: Game) -> Iterator[str]:
    names = record_dtype(game.state).names or ()
    for name in (game.round_field, *game.round_resets):
        if name and name not in names:
            yield f"`round_field` or `round_resets` names {name!r}, which is not a field of the state"
    if game.round_resets and not game.round_field:
        yield "there are `round_resets`, but `round_field` does not say which field numbers the rounds"


def check_rules_page(game: Game) -> Iterator[str]:
    path = game.folder / "RULES.md"
    if not path.is_file():
        yield f"there is no RULES.md in {game.folder.name}/"
    elif not game.rules_page.startswith("# "):
        yield "RULES.md does not start with a heading (`# …`)"


def check_rules_defaults(game: Game) -> Iterator[str]:
    """Compare defaults with RULES.md, where a clause on an option ends in `Default: 8.`

    Such a clause names the option as (`name`), or begins with its label: `**4.1** *Rounds*: 3 to 8. Default: 8.`
    """
    path = game.folder / "RULES.md"
    page = path.read_text("utf-8") if path.is_file() else ""
    for clause in re.split(r"(?=\*\*\d+(?:\.\d+)+\*\*)", page):
        match = STATED_DEFAULT.match(" ".join(clause.split()))
        for option in game.options if match else ():
            assert match
            number, text, stated = match.groups()
            if f"(`{option.name}`)" not in text and not text.startswith(f"*{option.label}*"):
                continue
            words = set(re.findall(r"\w+", stated.lower()))
            for value in {option.default_for(n) for n in game.seats if option.applies_to(n)}:
                if not isinstance(option, FileOption) and not words & set(name_value(value)):
                    yield (
                        f"clause {number} of RULES.md states the default of the option {option.name} as {stated!r}; "
                        f"it is {value!r}"
                    )


def name_value(value: Value) -> list[str]:
    """Return the words by which the rules may name a default."""
    if isinstance(value, bool):
        return ["on", "yes", "true"] if value else ["off", "no", "false"]
    if isinstance(value, int):
        return [str(value), *NUMBER_WORDS[value : value + 1]]
    return re.findall(r"\w+", str(value).lower())


def check_options(game: Game) -> Iterator[str]:
    names = [option.name for option in game.options]
    if len(set(names)) < len(names):
        yield f"an option name is used twice: {', '.join(names)}"
    for option in game.options:
        if not (option.name.isidentifier() and option.label.strip() and option.help.strip()):
            yield f"the option {option.name!r} needs a name, a label and a help text"
        if not set(option.seats) <= set(range(1, game.max_seats + 1)) or not any(map(option.applies_to, game.seats)):
            own, all_seats = format_players(option.seats), format_players(game.seats)
            yield f"the option {option.name} exists for {own}, the game for {all_seats}"
        for other, value in option.default_when:
            if other not in names or other == option.name:
                yield f"`default_when` of the option {option.name} names {other!r}, which is not another option"
            elif not is_allowed(game, other, value):
                yield f"`default_when` of the option {option.name} names {other} = {value!r}, which is not allowed"
        for seats in filter(option.applies_to, game.seats):
            yield from check_defaults(option, seats)
    for field, chosen in (("quick_options", game.quick_options), ("first_game_options", game.first_game_options)):
        for name, value in chosen.items():
            if name not in names:
                yield f"`{field}` names {name!r}, which is not an option"
            elif not is_allowed(game, name, value):
                yield f"`{field}` names {name} = {value!r}, which is not allowed"


def check_defaults(option: Option, seats: int) -> Iterator[str]:
    """Check that an option allows its own defaults and samples."""
    given = {"its default": [option.default_for(seats)], "a sample": option.samples(seats)}
    given["a conditional default"] = list(option.default_when.values())
    for what, values in given.items():
        for value in values:
            if option.parse(value, seats) is None:
                allowed = option.describe_allowed(seats)
                yield f"{option.name} = {value!r}, {what}, is not allowed; allowed: {allowed}"


def is_allowed(game: Game, name: str, value: object) -> bool:
    """Return whether an option allows a value for some number of players."""
    option = next(option for option in game.options if option.name == name)
    return any(option.applies_to(n) and option.parse(value, n) is not None for n in game.seats)  # type: ignore[arg-type]


def check_openings(game: Game) -> Iterator[str]:
    """Check that the defaults can be opened for every number of players."""
    for seats in game.seats:
        try:
            game.open(seats)
        except InvalidOptions as e:
            yield f"with {format_count(seats, 'player')} its defaults cannot be opened: {e}"
