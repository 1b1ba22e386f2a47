"""Messages about a match, made from what their receiver can know."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping

from gamut import bots
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import plays_alone
from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server.clock import read_clock
from gamut.server.match import Match
from gamut.server.seat_secrets import Door

WIDTH = 76  # of a drawing, in letters


def make_welcome(
    match: Match, door: Door, read_only: str, build: str, bot_meanwhile: m.BotMeanwhile | None = None
) -> m.Welcome:
    """What never changes; whoever is only invited watches."""
    seat = WATCHER if door.invited else door.seat
    game = match.setup.game
    return m.Welcome(
        table=match.row.id,
        game=game.id,
        title=game.title,
        goal=game.goal,
        seat=seat,
        invited=door.seat if door.invited else None,
        host=match.row.host == seat and not door.invited,
        host_seat=match.row.host,
        seats=match.setup.seats,
        options=match.setup.options,
        rules_version=match.row.rules,
        deal_hash=match.deal_hash,
        secrets=bool(game.secrets),
        levels=list(bots.find_levels(game)),
        added_bots=[name for name, seats in bots.added(game).items() if match.setup.seats in seats],
        read_only=read_only,
        bot_meanwhile=bot_meanwhile,
        now=read_clock(),
        build=build,
    )


def make_view(
    match: Match,
    log: SeatLog,
    connected: Collection[int],
    proposal: m.Proposal | None,
    read_only: str,
    hurried: bool = False,
    bot_from: Mapping[int, int] | None = None,
) -> m.View:
    """Everything a seat sees, with an empty log."""
    seat, knowledge = log.seat, log.knowledge
    waiting = match.waiting
    awaited = [] if match.given_up or waiting else list(knowledge.actors)
    legal = [] if match.given_up or waiting or read_only else knowledge.legal
    result = make_result(match) if match.over else None
    return m.View(
        serial=match.serial(seat),
        decision=match.decision(seat),
        actors=awaited,
        legal=legal,
        ask=knowledge.ask if legal else "",
        headline="" if waiting else knowledge.headline,
        turn_of=name_awaited(match, waiting or awaited),
        players=list_players(match, awaited, connected, bot_from or {}, result),
        game_view=None if waiting else knowledge.view,
        drawing="",
        log=[],
        log_from=0,
        since=log.since,
        take_back=m.TakeBackState(False, False, read_only) if read_only else make_take_back(match, seat),
        revealing=knowledge.revealing() if legal and not plays_alone(seat, match.people) else [],
        warnings={action: text for action in legal if (text := knowledge.warn(action))},
        waiting=waiting,
        full_strength=match.native,
        hurried=hurried,
        pause_ms=match.pause_ms,
        proposal=proposal,
        result=result,
    )


def draw_text(match: Match, log: SeatLog) -> str:
    """The table as a terminal draws it, without colours: for games whose pages have no table of their own."""
    from rich.console import Console

    text = io.StringIO()
    console = Console(file=text, width=WIDTH, color_system=None, highlight=False, legacy_windows=False)
    console.print(log.knowledge.draw([sitter.name for sitter in match.sitters]))
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n")


def make_take_back(match: Match, seat: int) -> m.TakeBackState:
    """Whether the seat's last action can be taken back."""
    found = match.find_take_back(seat)
    return m.TakeBackState(found.possible, found.free, found.why)


def name_awaited(match: Match, awaited: list[int]) -> str:
    """Whose turn it is: names as long as they are few."""
    names = [match.sitters[seat].name for seat in awaited]
    return " and ".join(names) if len(names) < 3 else f"{len(names)} players"


def list_players(
    match: Match,
    awaited: list[int],
    connected: Collection[int],
    bot_from: Mapping[int, int],
    result: m.Result | None,
) -> list[m.Player]:
    """The seats as everybody sees them."""
    chosen = match.chosen
    scores = {rank.seat: rank.score for rank in result.ranks} if result else {}
    return [
        m.Player(
            seat=seat,
            name=sitter.name,
            kind="person" if sitter.sat else sitter.kind,
            level=sitter.level,
            invited=bool(match.secrets.invitations[seat]) and not match.secrets.own[seat],
            connected=seat in connected,
            bot_from=bot_from.get(seat),
            acting=seat in awaited,
            chosen=seat in chosen,
            resigned=sitter.resigned,
            score=scores.get(seat),
        )
        for seat, sitter in enumerate(match.sitters)
    ]


def make_result(match: Match) -> m.Result:
    """How a finished game ended; whoever resigned comes after all who stayed, and cannot have won."""
    scores: list[int] | list[None]
    if match.given_up:
        left = " and ".join(s.name for s in match.sitters if s.resigned)
        reason, scores, ranks = f"{left} resigned.", [None] * len(match.sitters), [1] * len(match.sitters)
    else:
        result = match.table.result
        reason = f"Nobody wins: {result.reason}." if result.lost else f"Decided by the {result.reason}."
        scores, ranks = list(result.scores), list(result.ranks)
    places = place_seats(ranks, [s.resigned for s in match.sitters])
    best_first = sorted(match.seats, key=lambda seat: places[seat])
    winners = [seat for seat in match.seats if places[seat] == 1]
    return m.Result(
        winners=winners,
        lost=not winners,
        reason=reason,
        ranks=[m.Rank(seat, match.sitters[seat].name, places[seat], scores[seat]) for seat in best_first],
        taken_back=match.taken_back,
        key=match.table.key.hex(),
        proof=match.proof,
    )


def place_seats(ranks: list[int], resigned: list[bool]) -> list[int]:
    """The places by seat: those who stayed by their rank, then the others. They begin with 2 if nobody wins."""
    staying = [rank for rank, gone in zip(ranks, resigned, strict=True) if not gone]
    first = 1 if staying and min(ranks) == 1 else 2
    return [
        first + (len(staying) if gone else sum(other < rank for other in staying))
        for rank, gone in zip(ranks, resigned, strict=True)
    ]
