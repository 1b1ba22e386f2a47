"""Welcome messages and views, made from what a seat can know."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from gamut import bots
from gamut.engine.knowledge import Knowledge
from gamut.engine.presentation import Goal, join_words, overflow_ignored
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import describe_result, plays_alone
from gamut.engine.verbs import SPECTATOR
from gamut.server.storage.entries import now_ms
from gamut.server.tables.match import Match
from gamut.server.tables.names import default_name
from gamut.server.tables.proposals import Proposals
from gamut.server.tables.seat_secrets import Access
from gamut.server.tables.seating import Seating
from gamut.server.tables.table_bots import TableBots
from gamut.server.wire import messages as m

if TYPE_CHECKING:
    from rich.style import Style

TEXT_VIEW_WIDTH, MAX_TEXT_WIDTH = 76, 240  # characters
get_style = attrgetter("style")
RESULT_NOT_STORED = "This game is over. Its result was not stored."


class AwayTimes(NamedTuple):
    """By the seats of absent players: when a bot may stand in, and when the host may offer a new link."""

    stand_in_from: Mapping[int, int]
    new_link_from: Mapping[int, int]


NOBODY_AWAY = AwayTimes({}, {})


def make_welcome(
    match: Match,
    access: Access,
    read_only: str,
    build: str,
    stand_in_report: m.StandInReport | None = None,
    package_table: m.PackageTable | None = None,
) -> m.Welcome:
    """Return what never changes about a table. A client with an unused invitation is a spectator."""
    seat = SPECTATOR if access.by_invitation else access.seat
    game = match.setup.game
    return m.Welcome(
        table=match.row.id,
        game=game.id,
        title=game.title,
        goal=game.goal,
        seat=seat,
        invited_seat=access.seat if access.by_invitation else None,
        renews_key=access.by_invitation and match.joining_renews_key(access.seat),
        host=match.row.host == seat and not access.by_invitation,
        host_seat=match.row.host,
        seats=match.setup.seats,
        options=match.setup.options,
        deal_hash=match.deal_hash,
        deals_at_random=match.table.deals_at_random,
        levels=list(bots.find_levels(game)),
        added_bots=[name for name, seats in bots.find_plugin_bots(game).items() if match.setup.seats in seats],
        read_only=read_only,
        stand_in_report=stand_in_report,
        now=now_ms(),
        build=build,
        package_table=package_table,
    )


def make_view(
    match: Match,
    seat_log: SeatLog,
    connected: Collection[int],
    proposal: m.Proposal | None,
    read_only: str,
    pauses_skipped: bool = False,
    away_times: AwayTimes = NOBODY_AWAY,
) -> m.View:
    """Return everything that a seat can see, with an empty log."""
    seat, knowledge = seat_log.seat, seat_log.knowledge
    not_ready = match.not_ready
    running = not (match.ended_by_resignation or not_ready or match.stored_game)
    actors = list(knowledge.actors) if running else []
    legal = knowledge.legal if running and not read_only else []
    result = make_result(match) if match.over else None
    return m.View(
        serial=match.serial(seat),
        decision=match.decision(seat),
        actors=actors,
        legal=legal,
        decision_digest=knowledge.decision_digest,
        prompt=knowledge.prompt if legal else "",
        headline=knowledge.headline if match.position_known else "",
        turn_text=describe_turn(match, not_ready or actors),
        players=list_players(match, actors, connected, away_times, result),
        game_view=knowledge.view if match.position_known else None,
        text_view=[],
        log=[],
        log_from=0,
        since_last_turn=seat_log.since_last_turn,
        undo=m.UndoState(False, False, read_only) if read_only else make_undo_state(match, seat),
        irreversible=knowledge.irreversible_actions() if legal and not plays_alone(seat, match.people) else [],
        warnings=list_warnings(knowledge, legal),
        goals=list_goals(match, knowledge) if match.position_known else [],
        private=not not_ready and is_private(match, knowledge),
        not_ready=not_ready,
        full_strength=match.native,
        pauses_skipped=pauses_skipped,
        pause_ms=match.pause_ms,
        proposal=proposal,
        result=result,
    )


def list_warnings(knowledge: Knowledge, legal: list[int]) -> dict[int, m.Warning]:
    """Return what legal actions would waste, by action."""
    texts = knowledge.warnings() if legal else {}
    instead = {action: knowledge.find_alternative(action) for action in texts}
    return {a: m.Warning(text, None if instead[a] < 0 else instead[a]) for a, text in texts.items()}


def list_goals(match: Match, knowledge: Knowledge) -> list[list[Goal]]:
    """Return how near each seat is to each way to win; an empty list if the game defines none."""
    goals = [list(knowledge.goals(seat)) for seat in match.seats]
    return goals if any(goals) else []


def is_private(match: Match, knowledge: Knowledge) -> bool:
    """Return whether a seat knows more than spectators do, or decides at the same time as others."""
    if not match.setup.game.secret_fields:
        return False
    return bool(knowledge.secret_phase) or not knowledge.is_public


class Renderer:
    def __init__(
        self,
        match: Match,
        proposals: Proposals,
        seating: Seating,
        bots: TableBots,
        read_only: str,
        *,
        with_text_view: bool,
    ) -> None:
        self._match, self._proposals, self._seating, self._bots = match, proposals, seating, bots
        self._read_only, self._with_text_view = read_only, with_text_view

    def render(self, seat_log: SeatLog, connected: Collection[int]) -> m.View:
        """Return the view of a seat while some seats are connected."""
        proposal, seating = self._proposals.describe(connected), self._seating
        times = AwayTimes(seating.find_stand_in_times(connected), seating.find_new_link_times(connected))
        with overflow_ignored():
            view = make_view(
                self._match, seat_log, connected, proposal, self._read_only, self._bots.pauses_skipped, times
            )
        if not self._with_text_view or view.game_view is None:
            return view
        return replace(view, text_view=draw_text(self._match, seat_log))


def draw_text(match: Match, seat_log: SeatLog) -> list[list[m.TextSpan]]:
    """Return the table as lines of text, for games without a table in the web pages; no line is cut off."""
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(file=io.StringIO(), width=MAX_TEXT_WIDTH, highlight=False, legacy_windows=False)
    drawing = seat_log.knowledge.terminal_view(name_players(match, seat_log.seat))
    width = Measurement.get(console, console.options, drawing).maximum
    options = console.options.update(width=max(TEXT_VIEW_WIDTH, width))
    lines = console.render_lines(drawing, options, pad=False)
    return [
        [make_span("".join(segment.text for segment in group), style) for style, group in groupby(line, get_style)]
        for line in lines
    ]


def name_players(match: Match, viewer: int) -> list[str]:
    """Return the names of all players; a viewer without a name of their own is "You"."""
    return [
        "You" if seat == viewer and occupant.name == default_name(seat) else occupant.name
        for seat, occupant in enumerate(match.occupants)
    ]


def make_span(text: str, style: Style | None) -> m.TextSpan:
    """Return the characters of one style."""
    if style is None:
        return m.TextSpan(text)
    ink, paper = (colour and colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
    if style.reverse:
        ink, paper = paper or "#000000", ink or "#ffffff"
    return m.TextSpan(text, ink or "", paper or "", bool(style.bold), bool(style.dim))


def make_undo_state(match: Match, seat: int) -> m.UndoState:
    undo = match.find_undo(seat)
    return m.UndoState(undo.possible, undo.free, undo.why)


def describe_turn(match: Match, actors: list[int]) -> str:
    """Return whose turn it is: at most two names, or a number of players."""
    names = [match.occupants[seat].name for seat in actors]
    return " and ".join(names) if len(names) < 3 else f"{len(names)} players"


def list_players(
    match: Match,
    actors: list[int],
    connected: Collection[int],
    away_times: AwayTimes,
    result: m.Result | None,
) -> list[m.Player]:
    """Return the public information about all seats."""
    submitted = match.submitted
    scores = {rank.seat: rank.score for rank in result.ranks} if result else {}
    return [
        m.Player(
            seat=seat,
            name=occupant.name,
            kind="person" if occupant.taken else occupant.kind,
            level=occupant.level,
            has_open_invitation=match.secrets.has_open_invitation(seat),
            connected=seat in connected,
            stand_in_from=away_times.stand_in_from.get(seat),
            new_link_from=away_times.new_link_from.get(seat),
            acting=seat in actors,
            submitted=seat in submitted,
            resigned=occupant.resigned,
            score=scores.get(seat),
        )
        for seat, occupant in enumerate(match.occupants)
    ]


def make_result(match: Match) -> m.Result:
    """Return how a game ended. Players who resigned rank after all others and cannot win."""
    names, resigned = [s.name for s in match.occupants], [s.resigned for s in match.occupants]
    end = match.result
    if end is None and not match.ended_by_resignation:
        return replace(make_end(match), reason=RESULT_NOT_STORED)
    scores: list[int] | list[None] = list(end.scores) if end else [None] * len(names)
    places = place_seats(list(end.ranks) if end else [1] * len(names), resigned)
    best_first = sorted(match.seats, key=lambda seat: places[seat])
    winners = [seat for seat in match.seats if places[seat] == 1]
    if end:
        is_sentence = end.reason_template.endswith(".")  # otherwise its verb depends on the name
        reason = describe_result(end.reason_template, [f"{{{k}}}" if is_sentence else names[k] for k in winners])
    else:
        reason = f"{join_words([f'{{{seat}}}' for seat in match.seats if resigned[seat]])} resigned."
    ranks = [m.Rank(seat, names[seat], places[seat], scores[seat]) for seat in best_first]
    return replace(make_end(match), winners=winners, lost=not winners, reason=reason, ranks=ranks)


def make_end(match: Match) -> m.Result:
    """Return what holds for the end of every game, without its result."""
    return m.Result(
        winners=[],
        lost=False,
        reason="",
        ranks=[],
        undone=match.undone,
        used_chance=match.stored_game is not None or match.table.used_chance,
        key=match.table.key.hex(),
        proof=match.proof,
    )


def place_seats(ranks: list[int], resigned: list[bool]) -> list[int]:
    """Return the places by seat: players who resigned come last. Places begin with 2 if no seat wins."""
    staying = [rank for rank, gone in zip(ranks, resigned, strict=True) if not gone]
    first = 1 if staying and min(ranks) == 1 else 2
    return [
        first + (len(staying) if gone else sum(other < rank for other in staying))
        for rank, gone in zip(ranks, resigned, strict=True)
    ]
