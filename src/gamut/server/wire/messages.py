"""Every message between the server and its clients. The TypeScript types are generated from these structs."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from gamut.bots import MAX_BOT_NAME_LENGTH
from gamut.engine.deal_proof import PART_PATTERN, DealProof
from gamut.engine.options import Value
from gamut.engine.presentation import Detail, Goal, LegendSection, LogEntry, TouchPath

MAX_NAME_LENGTH = 24
MAX_PAUSE_MS = 5_000
MAX_UNDONE_STEPS = 32  # at once; a suggested move has fewer

SmallInt = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
LevelName = Annotated[str, Meta(max_length=MAX_BOT_NAME_LENGTH)]  # a level of the game, or a bot of another package
ShortText = Annotated[str, Meta(max_length=128)]
TouchId = Annotated[str, Meta(max_length=64)]
Part = Annotated[str, Meta(pattern=rf"\A{PART_PATTERN}\Z")]  # 16 random bytes from the client
Secret = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{32,64}\Z")]  # at least 24 random bytes from the client
Milliseconds = Annotated[int, Meta(ge=0, le=MAX_PAUSE_MS)]
SeatKind: TypeAlias = Literal["me", "link", "here", "bot"]
EmoteKind: TypeAlias = Literal["well_played", "thanks", "oops", "thinking", "good_luck"]
ProposalKind: TypeAlias = Literal["undo", "rematch"]
RefusalReason: TypeAlias = Literal[
    "stale", "illegal", "malformed", "too_large", "too_often", "not_allowed", "over", "unknown_table", "unreadable",
    "invalid_token", "used", "handed_over", "replaced", "read_only", "unknown_game", "no_rules", "no_table",
    "invalid_options", "storage",
]  # fmt: skip


def snake_case(name: str) -> str:
    """Return a class name in snake case: `SetStandIn` becomes `set_stand_in`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# ---------------------------------------------------------------------- over HTTP


class OptionChoice(Struct, frozen=True):
    """One value of a choice, or one file, and the numbers of players for which it is offered."""

    value: str
    label: str
    seats: list[int]


class ConditionalDefault(Struct, frozen=True):
    """The default when another option has a given value."""

    option: str
    value: Value
    default: Value


class GameOption(Struct, frozen=True, kw_only=True):
    """An option, with everything that the form in the lobby needs."""

    kind: Literal["flag", "count", "choice", "file"]
    name: str
    label: str
    help: str
    seats: list[int]  # the numbers of players for which it is offered
    default: Value | None  # null: by_seats has it
    low: int | None = None
    high: int | None = None
    values: list[OptionChoice] = []
    by_seats: dict[str, int] | None = None  # a count's default by the number of players
    default_when: list[ConditionalDefault] = []  # the first that applies wins


class AddedBot(Struct, frozen=True):
    """A bot of another package, and the numbers of players for which it plays the game."""

    name: str
    seats: list[int]


class GameInfo(Struct, frozen=True, kw_only=True):
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
    first_game_options: dict[str, Value]  # what "Play now" chooses for a player who has not opened this game yet
    edition_notes: list[str]


class RulesSection(Struct, frozen=True):
    """A section of a game's rules; the id is made from its title."""

    id: str
    title: str
    html: str


class RulesPage(Struct, frozen=True):
    """A game's rules as a page."""

    title: str
    intro: str
    sections: list[RulesSection]
    has_rulings: bool


class SeatRequest(Struct, frozen=True):
    """Who plays a seat of a new table."""

    kind: SeatKind
    name: Name = ""
    level: LevelName | None = None


class TableRequest(Struct, frozen=True):
    """A request to open a table."""

    game: Name
    seats: Annotated[list[SeatRequest], Meta(max_length=16)]
    options: dict[Name, bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | ShortText] = {}
    pause_ms: Milliseconds | None = None


class SeatToken(Struct, frozen=True):
    """The secret of a seat, or an invitation to it; sent only once."""

    seat: int
    token: str


class NewTable(Struct, frozen=True):
    """The tokens of a new table, for its host."""

    table: str
    seats: list[SeatToken]  # the secrets of the seats at the host's screen
    invitations: list[SeatToken]  # to the other seats of people; each can be used once
    spectator_token: str


class Actions(Struct, frozen=True):
    """Touch path and text of every action of a table; the index is the action number.

    An element of a path is a piece, or a list of pieces in any order.
    """

    paths: list[TouchPath]
    texts: list[str]
    catalogue: Any  # what is printed on the pieces, or null
    legend: list[LegendSection]  # every area, sign and number on the table


# ---------------------------------------------------------------------- from the client


class FromClient(Struct, tag=snake_case, tag_field="type"):
    """The common base of all messages that the server receives."""


class Join(FromClient):
    """Join a table by the secret of a seat, an invitation, or the spectator token. Must be the first message."""

    table: ShortText
    token: ShortText


class ClaimSeat(FromClient):
    """Take the seat of an invitation, as the first message or after joining by it.

    The client makes the new secret of the seat. A repeated message is answered again.
    """

    table: ShortText
    token: ShortText  # the invitation
    secret: Secret
    name: Name = ""
    part: Part | None = None  # renews the chance key of a game that has begun


class PlayAction(FromClient):
    """Play an action as the seat's decision of that number."""

    decision: SmallInt
    action: SmallInt


class Undo(FromClient):
    """Undo the seat's last actions as one move, or propose it to the other players."""

    steps: Annotated[int, Meta(ge=1, le=MAX_UNDONE_STEPS)] = 1


class AddPart(FromClient):
    """Add the seat's part to the deal, made after the server has sent the hash of its own part."""

    part: Part


class AnswerProposal(FromClient):
    """Answer another player's proposal, or (no) withdraw your own; a yes to a rematch may add a part to its deal."""

    yes: bool
    part: Part | None = None


class Resign(FromClient):
    """Resign from the game."""


class Rematch(FromClient):
    """Propose another game at a new table with the same players and options; the next player has the first seat."""


class Hint(FromClient):
    """Ask for the move that a strong bot would make."""


class DescribePiece(FromClient):
    """Ask what a piece, place, sign or seat is, and perhaps why it cannot be selected after the touches so far."""

    piece: TouchId
    touches: Annotated[list[TouchId], Meta(max_length=16)] | None = None  # null: only what it is


class Preview(FromClient):
    """Ask what an action would do."""

    decision: SmallInt
    action: SmallInt


class Emote(FromClient):
    """Show a short friendly phrase to everyone at the table."""

    emote: EmoteKind


class Rename(FromClient):
    """Change the name of the seat."""

    name: Name


class SetStandIn(FromClient):
    """Let a bot stand in for a player who has been away long enough, or (null) end that.

    Any player may do so; for a seat that was never taken only the host, or any player while the host is away.
    """

    seat: SeatNumber
    level: LevelName | None


class Invite(FromClient):
    """Replace the invitation to a seat that was never taken, or offer a new link to a player's seat.

    Only the host may do so; for a player's seat only from `new_link_from` on, while the player is away.
    """

    seat: SeatNumber


class HandOver(FromClient):
    """Ask for an invitation to your own seat, to continue on another device; its use ends the seat's secret."""


class SkipPauses(FromClient):
    """Skip the pauses of bots until it is a person's turn."""


class SetPause(FromClient):
    """Set how long bots pause before a move. Only the host may do so."""

    ms: Milliseconds


class Ping(FromClient):
    """Ask whether the connection is alive; answered at once, also before joining."""


ClientMessage: TypeAlias = (
    Join | ClaimSeat | AddPart | PlayAction | Undo | AnswerProposal | Resign | Rematch | Hint | DescribePiece
    | Preview | Emote | Rename | SetStandIn | Invite | HandOver | SkipPauses | SetPause | Ping
)  # fmt: skip


# ---------------------------------------------------------------------- to the client


class ToClient(Struct, tag=snake_case, tag_field="type"):
    """The common base of all messages that the server sends."""


class StandInReport(Struct, frozen=True, gc=False):
    """How a bot has stood in for a player who has returned."""

    level: str
    actions: int  # that it has played


class PackageTable(Struct, frozen=True, gc=False):
    """The table that a game's package carries for the web pages; addresses are relative to the pages."""

    api: int  # the version of the kit that it was built with
    script: str
    style: str  # empty: none


class Welcome(ToClient):
    """What never changes about the table, and the seat of the client."""

    table: str
    game: str
    title: str
    goal: str  # how to win, in one sentence
    seat: int  # −1: a spectator
    invited_seat: int | None  # the seat of an unused invitation; until `claim_seat` the client is a spectator
    renews_key: bool  # the game has begun: the player who claims that seat adds a part, which renews the chance key
    host: bool
    host_seat: int  # −1 at a table with only bots
    seats: int
    options: dict[str, Value]
    deal_hash: str  # of the server's part of the deal, sent before players add theirs; empty: the server deals alone
    deals_at_random: bool  # whether chance takes part in the deal
    levels: list[str]  # the weakest first
    added_bots: list[str]  # of other packages, for this number of seats
    read_only: str  # why the game cannot continue here; empty if it can
    stand_in_report: StandInReport | None  # for a player who has returned
    now: int  # milliseconds since 1970 by the server's clock, to which all times refer
    build: str  # of the server's pages; empty if unknown
    package_table: PackageTable | None  # null: the pages have a table for the game, or there is only the plain one


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """The public information about a seat."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]  # person: even if a bot plays for them now; open: not taken yet
    level: str | None  # of the bot that plays now, also of a stand-in or after a resignation
    has_open_invitation: bool  # by which another person can take the seat
    connected: bool
    stand_in_from: int | None  # when a bot may stand in for a player who is away
    new_link_from: int | None  # when the host may offer a new link to the seat of a player who is away; null: never
    acting: bool
    submitted: bool  # in a secret phase, while other seats have not
    resigned: bool
    score: int | None  # known at the end


class Rank(Struct, frozen=True, gc=False):
    """The place of a seat at the end; 1 wins."""

    seat: int
    name: str
    rank: int
    score: int | None  # null when the game was not played to its end


class Result(Struct, frozen=True, kw_only=True):
    """How the game ended, and the parts of the deal."""

    winners: list[int]  # several share the win; none, and no ranks: the result is not known
    lost: bool  # no seat has won
    reason: str  # a sentence; `{0}` is the name of a seat
    ranks: list[Rank]  # the best first
    undone: int  # how many moves were undone
    used_chance: bool  # whether chance took part in the game, so that the key and the proof mean something
    key: str
    proof: DealProof | None  # null: the server dealt alone


class UndoState(Struct, frozen=True, gc=False):
    """Whether the seat can undo its last action, whether without a proposal, and if not why."""

    possible: bool
    free: bool
    why: str


class Proposal(Struct, frozen=True):
    """What a player proposes to the others, and the seats that have not answered yet."""

    kind: ProposalKind
    seat: int
    name: str
    unanswered: list[int]
    deal_hash: str = ""  # of the server's part of a rematch


class Warning(Struct, frozen=True):
    """What an action would waste, and a legal action that would use it."""

    text: str
    instead: int | None


class TextSpan(Struct, frozen=True, gc=False):
    """Characters of one style in a table drawn as text; colours as #rrggbb, empty: the usual one."""

    text: str
    ink: str = ""
    paper: str = ""
    bold: bool = False
    dim: bool = False


class View(ToClient):
    """Everything that the seat can see now."""

    serial: int  # number of changes for this seat; never decreases, not even after a restart
    decision: int  # the number of the seat's next decision
    actors: list[int]
    legal: list[int]
    decision_digest: str  # of the prompt and the legal actions
    prompt: str
    headline: str  # the round or phase, in a few words
    turn_text: str  # whose turn it is, in a few words
    players: list[Player]
    game_view: Any  # the game's own struct; null before the deal, or if the position is not known
    text_view: list[list[TextSpan]]  # lines of text, for a game without a table in the web pages; else empty
    log: list[LogEntry]  # the entries from log_from on; they replace earlier ones
    log_from: int
    since_last_turn: int  # index of the first entry since the seat's last turn
    undo: UndoState
    irreversible: list[int]  # the legal actions that could not be undone
    warnings: dict[int, Warning]  # by legal action
    goals: list[list[Goal]]  # by seat: how near it is to each way to win; empty if the game defines none
    private: bool  # the seat sees or chooses something that other players must not see
    not_ready: list[int]  # the seats that must be taken, or must add their part, before the deal
    full_strength: bool  # false while bots and hints are weaker, until the game is compiled
    pauses_skipped: bool  # until it is a person's turn
    pause_ms: int
    proposal: Proposal | None
    result: Result | None


class Moment(ToClient):
    """A picture of the last event, worth a pause before the view of that serial is shown."""

    serial: int
    seat: int  # that caused it
    picture: Any  # the game's own struct


class Ack(ToClient):
    """The action is stored."""

    decision: int


class Refused(ToClient):
    """A message or request was refused, and why."""

    reason: RefusalReason
    text: str
    decision: int | None = None


class HintStep(Struct, frozen=True):
    """One action of a suggested move, and the decision in which it is expected."""

    action: int
    decision_digest: str
    submits: bool  # it ends the seat's steps in a secret phase, so only the player plays it
    text: str = ""  # what to do, if only the player plays it: `Press Commit`


class HintMove(Struct, frozen=True):
    """A move of one or more actions, and its chance to win."""

    text: str  # one sentence, without its full stop
    steps: list[HintStep]
    win_chance: float | None  # null: nothing was compared
    error: float | None  # half the width of its 95 % interval


class HintAnswer(ToClient):
    """The move that a strong bot would make."""

    best: HintMove
    next_best: HintMove | None  # null: there is no other, or too little is known about it
    equally_good: bool  # the intervals of both overlap
    reason: str  # for the best move, in a sentence; empty if the game has none
    full_strength: bool  # false: an estimate by a weaker bot, until the game is compiled


class PieceDescription(ToClient):
    """What a piece, place, sign or seat is, as the seat knows it."""

    piece: str
    detail: Detail | None  # null: the game has no answer
    why_not: str  # why it cannot be selected, or, without a detail, that there is none; else empty
    pieces: list[str]  # that show why


class PreviewAnswer(ToClient):
    """What an action would do, as far as the seat can know."""

    decision: int
    action: int
    entries: list[LogEntry]  # that would be added to the log
    view: Any  # the game's own struct after it; what depends on chance or on others' secrets is unchanged


class Invitation(ToClient):
    """A requested invitation; sent only once."""

    seat: int
    token: str


class EmoteShown(ToClient):
    """A player shows an emote."""

    seat: int
    emote: EmoteKind


class Goodbye(ToClient):
    """The server closes the connection."""

    text: str


class Pong(ToClient):
    """The connection is alive."""


class RematchStarted(ToClient):
    """The rematch has its own table."""

    table: str
    token: str
    first_seat: int  # the seat of this table whose player has the first seat there; the others follow in order


ServerMessage: TypeAlias = (
    Welcome | View | Moment | Ack | Refused | HintAnswer | PieceDescription | PreviewAnswer
    | Invitation | EmoteShown | Goodbye | Pong | RematchStarted
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode


class RefusedError(Exception):
    """A message or request is refused; the reason is sent to the client."""

    def __init__(self, reason: RefusalReason, text: str, decision: int | None = None) -> None:
        super().__init__(text)
        self.message = Refused(reason=reason, text=text, decision=decision)
