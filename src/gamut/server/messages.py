"""Every message between the server and a browser. The TypeScript types are made from these structs."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from gamut.bots import LONGEST_NAME
from gamut.engine.language import LogEntry, TouchPath
from gamut.engine.options import Value
from gamut.engine.proof import PART_PATTERN, Proof

NAME_LENGTH = 24
LONGEST_PAUSE_MS = 5_000

Small = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Level = Annotated[str, Meta(max_length=LONGEST_NAME)]  # of a game, or the name of a bot of another package
ShortText = Annotated[str, Meta(max_length=128)]
Touch = Annotated[str, Meta(max_length=64)]
Part = Annotated[str, Meta(pattern=f"^{PART_PATTERN}$")]  # made by a browser of 16 random bytes
Secret = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{32,64}$")]  # made by a browser of at least 24 random bytes
Milliseconds = Annotated[int, Meta(ge=0, le=LONGEST_PAUSE_MS)]
SeatKind: TypeAlias = Literal["me", "link", "here", "bot"]
EmoteKind: TypeAlias = Literal["well_played", "thanks", "oops", "thinking", "good_luck"]
ProposalKind: TypeAlias = Literal["take_back", "rematch"]
RefusalReason: TypeAlias = Literal[
    "stale", "illegal", "malformed", "too_large", "too_often", "not_allowed", "over", "unknown_table", "bad_token",
    "spent", "handed_over", "read_only", "unknown_game", "no_rules", "bad_options", "storage",
]  # fmt: skip


def snake(name: str) -> str:
    """`TakeBack` becomes `take_back`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# ---------------------------------------------------------------------- over HTTP


class OptionChoice(Struct, frozen=True):
    """One value of a choice, or one file, and the numbers of players for which it exists."""

    value: str
    label: str
    seats: list[int]


class Follow(Struct, frozen=True):
    """Where another option has a value, this default takes the place of the usual one."""

    option: str
    value: Value
    default: Value


class GameOption(Struct, frozen=True, kw_only=True):
    """An option of a game, for the form of a new table."""

    kind: Literal["flag", "count", "choice", "file"]
    name: str
    label: str
    help: str
    seats: list[int]  # the numbers of players for which it exists
    default: Value | None  # null: see by_seats
    low: int | None = None
    high: int | None = None
    values: list[OptionChoice] = []
    by_seats: dict[str, int] | None = None  # a count's default by the number of players
    follows: list[Follow] = []  # the first that fits counts


class AddedBot(Struct, frozen=True):
    """A bot of another package, and the numbers of players with which it plays the game."""

    name: str
    seats: list[int]


class Game(Struct, frozen=True, kw_only=True):
    """A game as the lobby shows it."""

    id: str
    title: str
    tagline: str
    goal: str
    seats: list[int]
    minutes: int
    options: list[GameOption]
    levels: list[str]  # the weakest first
    added_bots: list[AddedBot]
    secrets: bool
    reconstructed: list[str]


class Rules(Struct, frozen=True):
    """A game's rules as a page."""

    title: str
    html: str


class SeatRequest(Struct, frozen=True):
    """Who is to sit there."""

    kind: SeatKind
    name: Name = ""
    level: Level | None = None


class TableRequest(Struct, frozen=True):
    """A table that somebody wants to open."""

    game: Name
    seats: Annotated[list[SeatRequest], Meta(max_length=16)]
    options: dict[Name, bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | ShortText] = {}
    pause_ms: Milliseconds | None = None


class SeatToken(Struct, frozen=True):
    """The secret of a seat, or an invitation to it; told once."""

    seat: int
    token: str


class NewTable(Struct, frozen=True):
    """What the host of a new table gets."""

    table: str
    seats: list[SeatToken]  # the secrets of the seats at this screen
    invitations: list[SeatToken]  # to the other seats of people: each can be used once
    watch: str  # the spectators' token, for everybody


class Actions(Struct, frozen=True):
    """Path and text of every action of a table; the index is the action number.

    An element of a path is a touch, or a list of touches in any order.
    """

    paths: list[TouchPath]
    texts: list[str]
    catalogue: Any  # what is printed on the game's pieces, or null


# ---------------------------------------------------------------------- from the browser


class FromBrowser(Struct, tag=snake, tag_field="type"):
    """A message from a browser."""


class Join(FromBrowser):
    """The first message: whose connection this is, by a seat's secret, an invitation or the spectators' token."""

    table: ShortText
    token: ShortText


class Claim(FromBrowser):
    """Take the seat of an invitation, as the first message or after joining by it.

    From now on the seat has the secret that the browser has made. Said again it is answered again.
    """

    table: ShortText
    token: ShortText  # the invitation
    secret: Secret
    name: Name = ""


class Act(FromBrowser):
    """An action for the seat's own decision of that number."""

    decision: Small
    action: Small


class TakeBack(FromBrowser):
    """Take my last action back, or ask the others whether I may."""


class AddPart(FromBrowser):
    """What my seat adds to the deal, made after the server has shown the hash of its own part."""

    part: Part


class Answer(FromBrowser):
    """To another's proposal; a yes to a rematch may add my seat's part to its deal."""

    yes: bool
    part: Part | None = None


class Resign(FromBrowser):
    """Give the game up."""


class Rematch(FromBrowser):
    """The same again."""


class Hint(FromBrowser):
    """What would a strong bot do?"""


class WhyNot(FromBrowser):
    """Why can this piece not be touched now, after these touches?"""

    touches: Annotated[list[Touch], Meta(max_length=16)]
    touched: Touch


class Preview(FromBrowser):
    """What would my decision of that number do?"""

    decision: Small
    action: Small


class Emote(FromBrowser):
    """Something short and friendly, for all at the table."""

    emote: EmoteKind


class Rename(FromBrowser):
    """A new name for my seat."""

    name: Name


class Fill(FromBrowser):
    """A bot for a seat whose player has been away for a time, or (null) the seat back to them: by any player.

    For a seat on which nobody has sat: by the host, or once the host has been away for that time.
    """

    seat: SeatNumber
    level: Level | None


class Invite(FromBrowser):
    """By the host: a new invitation to a seat on which nobody has sat; the old one ends."""

    seat: SeatNumber


class HandOver(FromBrowser):
    """I want to go on on another device: an invitation to my own seat. My secret ends when it is used."""


class Hurry(FromBrowser):
    """Let the bots play without pauses until it is a person's turn."""


class Pause(FromBrowser):
    """By the host: how long bots pause, so that people can follow."""

    ms: Milliseconds


ClientMessage: TypeAlias = (
    Join | Claim | AddPart | Act | TakeBack | Answer | Resign | Rematch | Hint | WhyNot | Preview | Emote | Rename
    | Fill | Invite | HandOver | Hurry | Pause
)  # fmt: skip


# ---------------------------------------------------------------------- to the browser


class ToBrowser(Struct, tag=snake, tag_field="type"):
    """A message to a browser."""


class BotMeanwhile(Struct, frozen=True, gc=False):
    """A bot has played for somebody who was away and is back now."""

    level: str
    actions: int  # how many it made


class Welcome(ToBrowser):
    """What never changes about the table, and who you are."""

    table: str
    game: str
    title: str
    goal: str  # how to win, in one sentence
    seat: int  # −1 watches
    invited: int | None  # the seat to which the token is an invitation: `claim` takes it, until then you watch
    host: bool
    host_seat: int  # −1 at a table of bots
    seats: int
    options: dict[str, Value]
    rules_version: int
    deal_hash: str  # of the server's part of the deal, told before any is added; empty: the server deals alone
    secrets: bool
    levels: list[str]  # the weakest first
    added_bots: list[str]  # of other packages, those that play with so many seats
    read_only: str  # empty, or why nobody can play on here
    bot_meanwhile: BotMeanwhile | None  # told to whoever returns; the seat is theirs again
    now: int  # milliseconds since 1970 by the server's clock, which all times are meant by
    build: str  # of the pages that this server has; empty if it does not know


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """A seat as everybody sees it."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]  # whose seat it is; open: nobody has sat on it yet
    level: str | None  # of the bot that plays now, also for a person who is away or has resigned
    invited: bool  # an invitation by the host is open
    connected: bool
    bot_from: int | None  # of somebody away: from that time on another player may let a bot play meanwhile
    acting: bool
    chosen: bool  # is in, while others of a secret phase are awaited
    resigned: bool
    score: int | None  # known at the end


class Rank(Struct, frozen=True, gc=False):
    """One seat's place at the end; 1 is a victory."""

    seat: int
    name: str
    rank: int
    score: int | None  # null when the game was not played to its end


class Result(Struct, frozen=True, kw_only=True):
    """How it ended, and what the deal was made of."""

    winners: list[int]  # several share the victory
    lost: bool  # nobody has won
    reason: str  # a sentence
    ranks: list[Rank]  # the best first
    taken_back: int
    key: str
    proof: Proof | None  # of the key; null: the server dealt alone


class TakeBackState(Struct, frozen=True, gc=False):
    """Whether the seat's last action can be taken back, without asking, and if not why."""

    possible: bool
    free: bool
    why: str


class Proposal(Struct, frozen=True):
    """What somebody asks the others to agree to, and the seats that have not answered yet."""

    what: ProposalKind
    seat: int
    name: str
    waiting: list[int]
    deal_hash: str = ""  # of the server's part of a rematch


class View(ToBrowser):
    """Everything the seat sees now."""

    serial: int  # how often something changed for this seat; never falls, not even when the server restarts
    decision: int  # the number of the seat's next decision
    actors: list[int]
    legal: list[int]
    ask: str
    headline: str  # the round or phase, in a few words
    turn_of: str  # whose turn it is, in a few words
    players: list[Player]
    game_view: Any  # the game's own struct; null before the deal
    drawing: str  # the same as plain text, for a game whose pages have no table of their own; else empty
    log: list[LogEntry]  # the entries from log_from on; they replace whatever stood there
    log_from: int
    since: int  # the first entry since the seat's last turn
    take_back: TakeBackState
    revealing: list[int]  # the legal actions that could not be taken back
    warnings: dict[int, str]  # by legal action: what it would waste
    waiting: list[int]  # the seats that have to be taken, or have to add their part, before anything is dealt
    full_strength: bool  # false while bots and hints are weaker, because native code is still being made
    hurried: bool  # bots play without pauses until it is a person's turn
    pause_ms: int
    proposal: Proposal | None
    result: Result | None


class Moment(ToBrowser):
    """A picture of what has just happened, worth a pause before the view of that serial is shown."""

    serial: int
    seat: int  # who did it
    picture: Any  # the game's own struct


class Ack(ToBrowser):
    """The action is stored."""

    decision: int


class Refused(ToBrowser):
    """Something was not done, and why; also the answer to a request that failed."""

    reason: RefusalReason
    text: str
    decision: int | None = None


class HintFigure(Struct, frozen=True):
    """What the hint found out about an action: its share of the thinking, its expected share of the victory."""

    action: int
    share: float
    value: float


class Hinted(ToBrowser):
    """What a strong bot would do."""

    best: int
    reason: str  # what speaks for it, in a sentence; empty if the game does not say
    figures: list[HintFigure]
    full_strength: bool  # false: a quick guess, the strong bot is not ready yet


class WhyNotAnswer(ToBrowser):
    """Why a piece cannot be touched: a sentence (empty if the game has none) and the pieces that show it."""

    touches: list[str]
    touched: str
    text: str
    pieces: list[str]


class Previewed(ToBrowser):
    """What an action would do, as far as the seat can know."""

    decision: int
    action: int
    entries: list[LogEntry]  # what would be told
    view: Any  # the game's own struct after it; what depends on chance or on others' secrets is as it is now
    depends: bool  # whether anything does


class Invited(ToBrowser):
    """An invitation that was asked for, told once."""

    seat: int
    token: str


class Emoted(ToBrowser):
    """Somebody says something."""

    seat: int
    emote: EmoteKind


class Bye(ToBrowser):
    """The server closes the connection."""

    text: str


class Moved(ToBrowser):
    """The rematch has its own table."""

    table: str
    token: str


ServerMessage: TypeAlias = (
    Welcome | View | Moment | Ack | Refused | Hinted | WhyNotAnswer | Previewed | Invited | Emoted | Bye | Moved
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode


class RefusedError(Exception):
    """What was asked is not done; the reason goes to whoever asked."""

    def __init__(self, reason: RefusalReason, text: str, decision: int | None = None) -> None:
        super().__init__(text)
        self.message = Refused(reason=reason, text=text, decision=decision)
