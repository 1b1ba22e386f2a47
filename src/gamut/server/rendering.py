"""Messages about a match, made from what their receiver can know."""

from __future__ import annotations

from collections.abc import Collection

from gamut.server import messages as m
from gamut.server.match import Match
from gamut.server.seat_log import SeatLog


def make_welcome(match: Match, seat: int, read_only: str, build: str) -> m.Welcome:
    """What never changes."""
    game = match.setup.game
    return m.Welcome(
        table=match.row.id,
        game=game.id,
        title=game.title,
        goal=game.goal,
        seat=seat,
        host=match.row.host == seat,
        seats=match.setup.seats,
        options=match.setup.options,
        rules_version=match.row.rules,
        key_hash=match.table.key_hash,
        secrets=game.secrets,
        levels=list(game.levels),
        read_only=read_only,
        build=build,
    )


def make_view(
    match: Match, log: SeatLog, connected: Collection[int], proposal: m.Proposal | None, read_only: str
) -> m.View:
    """Everything a seat sees, with an empty log."""
    seat, knowledge = log.seat, log.knowledge
    awaited = [] if match.given_up else list(knowledge.actors)
    legal = [] if match.given_up or read_only else knowledge.legal
    result = make_result(match) if not awaited else None
    return m.View(
        serial=match.serial(seat),
        decision=match.decision(seat),
        actors=awaited,
        legal=legal,
        ask=knowledge.ask if legal else "",
        headline=knowledge.headline,
        turn_of=name_awaited(match, awaited),
        players=list_players(match, awaited, connected, result),
        view=knowledge.view,
        log=[],
        log_from=0,
        since=log.since,
        undo=m.Undo(False, False, read_only) if read_only else make_undo(match, seat),
        revealing=knowledge.revealing() if legal and len(match.humans) > 1 else [],
        pause_ms=match.pause_ms,
        proposal=proposal,
        result=result,
    )


def make_undo(match: Match, seat: int) -> m.Undo:
    """Whether the seat's last action can be taken back."""
    undo = match.undo(seat)
    return m.Undo(undo.possible, undo.free, undo.why)


def name_awaited(match: Match, awaited: list[int]) -> str:
    """Whose turn it is: names as long as they are few."""
    names = [match.sitters[seat].name for seat in awaited]
    return " and ".join(names) if len(names) < 3 else f"{len(names)} players"


def list_players(
    match: Match, awaited: list[int], connected: Collection[int], result: m.Result | None
) -> list[m.Player]:
    """The seats as everybody sees them."""
    chosen = match.chosen
    scores = {rank.seat: rank.score for rank in result.ranks} if result else {}
    return [
        m.Player(
            seat=seat,
            name=sitter.name,
            kind=sitter.kind,
            level=sitter.level,
            connected=seat in connected,
            acting=seat in awaited,
            chosen=seat in chosen,
            score=scores.get(seat),
            note="resigned" if sitter.resigned else "",
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
        key=match.row.key.hex(),
    )


def place_seats(ranks: list[int], resigned: list[bool]) -> list[int]:
    """The places by seat: those who stayed by their rank, then the others. They begin with 2 if nobody wins."""
    staying = [rank for rank, gone in zip(ranks, resigned, strict=True) if not gone]
    first = 1 if staying and min(ranks) == 1 else 2
    return [
        first + (len(staying) if gone else sum(other < rank for other in staying))
        for rank, gone in zip(ranks, resigned, strict=True)
    ]
