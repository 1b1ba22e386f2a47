"""Every message between the server and a browser. The TypeScript types are made from these structs."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from gamut.engine.options import Value

NAME_LENGTH = 24
LONGEST_PAUSE_MS = 5_000

Small = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Secret = Annotated[str, Meta(max_length=128)]
Pause = Annotated[int, Meta(ge=0, le=LONGEST_PAUSE_MS)]
SeatKind: TypeAlias = Literal["me", "link", "here", "bot"]
Saying: TypeAlias = Literal["well_played", "thanks", "oops", "thinking", "good_luck"]
Reason: TypeAlias = Literal[
    "stale", "illegal", "malformed", "too_large", "too_often", "not_allowed",
    "over", "unknown_table", "bad_token", "read_only",
]  # fmt: skip


def snake(name: str) -> str:
    """`TakeBack` becomes `take_back`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# ---------------------------------------------------------------------- over HTTP


class OptionChoice(Struct, frozen=True):
    """One value of a choice; smaller tables do not have it."""

    value: str
    label: str
    least_seats: int


class GameOption(Struct, frozen=True, kw_only=True):
    """An option of a game, for the form of a new table."""

    kind: Literal["flag", "count", "choice"]
    name: str
    label: str
    help: str
    default: Value | None  # null: see by_seats
    low: int | None = None
    high: int | None = None
    values: list[OptionChoice] = []
    by_seats: dict[str, int] | None = None  # a count's default by the number of seats


class Game(Struct, frozen=True, kw_only=True):
    """A game as the lobby shows it."""

    id: str
    title: str
    tagline: str
    seats: list[int]
    minutes: int
    options: list[GameOption]
    levels: list[str]
    secrets: bool
    reconstructed: list[str]


class Rules(Struct, frozen=True):
    """A game's rules as a page."""

    title: str
    html: str


class SeatWish(Struct, frozen=True):
    """Who is to sit there."""

    kind: SeatKind
    name: Name = ""
    level: Name | None = None


class TableWish(Struct, frozen=True):
    """A table that somebody wants to open."""

    game: Name
    seats: Annotated[list[SeatWish], Meta(max_length=16)]
    options: dict[Name, bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | Name] = {}
    pause_ms: Pause | None = None


class SeatToken(Struct, frozen=True):
    """The secret of a seat, told once."""

    seat: int
    token: str


class NewTable(Struct, frozen=True):
    """What the host of a new table gets; bots need no link."""

    table: str
    seats: list[SeatToken]
    watch: str


class Actions(Struct, frozen=True):
    """Path and text of every action of a table; the index is the action number."""

    paths: list[list[str]]
    texts: list[str]
    catalogue: Any  # what is printed on the game's pieces, or null


class Refusal(Struct, frozen=True):
    """Why a request failed: a code and a sentence."""

    error: str
    text: str


# ---------------------------------------------------------------------- from the browser


class Heard(Struct, tag=snake, tag_field="type"):
    """A message from a browser."""


class Join(Heard):
    """The first message: whose line this is."""

    table: Secret
    token: Secret


class Act(Heard):
    """An action for the seat's own decision of that number."""

    decision: Small
    action: Small


class AskBack(Heard, tag="take_back"):
    """Undo my last action, or ask the others whether I may."""


class Answer(Heard):
    """To another's wish."""

    yes: bool


class Resign(Heard):
    """Give the game up."""


class Rematch(Heard):
    """The same again."""


class Hint(Heard):
    """What would a strong bot do?"""


class Emote(Heard):
    """One of the few sayings."""

    emote: Saying


class Rename(Heard):
    """A new name for my seat."""

    name: Name


class Fill(Heard):
    """By the host: a bot for an empty seat, or (null) the seat back to its link."""

    seat: SeatNumber
    level: Name | None


class Pace(Heard, tag="pause"):
    """By the host: how long bots pause, so that people can follow."""

    ms: Pause


ClientMessage: TypeAlias = (
    Join | Act | AskBack | Answer | Resign | Rematch | Hint | Emote | Rename | Fill | Pace
)  # fmt: skip


# ---------------------------------------------------------------------- to the browser


class Said(Struct, tag=snake, tag_field="type"):
    """A message to a browser."""


class Welcome(Said):
    """What never changes about the table, and who you are."""

    table: str
    game: str
    title: str
    seat: int  # −1 watches
    host: bool
    seats: int
    options: dict[str, Value]
    rules_version: int
    key_hash: str
    secrets: bool
    levels: list[str]
    read_only: str  # empty, or why nobody can play on here


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """A seat as everybody sees it."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None
    connected: bool
    acting: bool
    chosen: bool  # has made a secret choice that waits for the others
    score: int | None  # known at the end
    note: str


class LogLine(Struct, frozen=True, gc=False):
    """A line of the log."""

    step: int
    seat: int  # −1: the table
    text: str
    pieces: tuple[str, ...] = ()
    heading: bool = False


class Rank(Struct, frozen=True, gc=False):
    """One seat's place at the end."""

    seat: int
    name: str
    rank: int
    score: int | None  # null when the game was not played to its end


class Result(Struct, frozen=True):
    """How it ended, and the key that proves the deal."""

    reason: str  # a sentence
    ranks: list[Rank]  # the best first
    taken_back: int
    key: str


class TakeBack(Struct, frozen=True, gc=False):
    """Whether the seat's last action can be taken back, without asking, and if not why."""

    possible: bool
    free: bool
    why: str


class View(Said):
    """Everything the seat sees now."""

    serial: int  # never falls, not even when the server restarts
    decision: int
    step: int
    actors: list[int]
    legal: list[int]
    ask: str
    turn_of: str  # whose turn it is, in a few words
    players: list[Player]
    view: Any  # the game's own struct
    log: list[LogLine]  # the lines from log_from on; they replace whatever stood there
    log_from: int
    since: int  # the first line since the seat's last turn
    take_back: TakeBack
    warns: list[int]
    pause_ms: int
    result: Result | None


class Ack(Said):
    """The action is stored."""

    decision: int


class Refused(Said):
    """Something was not done, and why."""

    reason: Reason
    text: str
    decision: int | None = None


class HintFigure(Struct, frozen=True):
    """What the hint found out about an action: its share of the thinking, its expected share of the victory."""

    action: int
    share: float
    value: float


class Hinted(Said):
    """What a strong bot would do."""

    best: int
    figures: list[HintFigure]


class Asked(Said):
    """Somebody wishes something that needs your yes."""

    seat: int
    name: str
    what: Literal["take_back", "rematch"]


class Emoted(Said):
    """Somebody says something."""

    seat: int
    emote: Saying


class Progress(Said):
    """Why you wait: code is being compiled, once in the life of a computer."""

    what: str
    done: int
    of: int


class Bye(Said):
    """The server closes the line."""

    text: str


class Moved(Said):
    """The rematch has its own table."""

    table: str
    token: str


ServerMessage: TypeAlias = (
    Welcome | View | Ack | Refused | Hinted | Asked | Emoted | Progress | Bye | Moved
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode
