"""Messages about a match, made from what their receiver can know."""

from __future__ import annotations

from collections.abc import Collection

from gamut.server import messages as m
from gamut.server.match import Match
from gamut.server.story import Story


def welcome(match: Match, seat: int, read_only: str) -> m.Welcome:
    """What never changes."""
    game = match.setup.game
    return m.Welcome(
        table=match.row.id,
        game=game.id,
        title=game.title,
        seat=seat,
        host=match.row.host == seat,
        seats=match.setup.seats,
        options=match.setup.options,
        rules_version=match.row.rules,
        key_hash=match.table.key_hash,
        secrets=game.secrets,
        levels=list(game.levels),
        read_only=read_only,
    )


def view(match: Match, story: Story, connected: Collection[int], read_only: str = "") -> m.View:
    """Everything a seat sees, with an empty log."""
    seat, glimpse = story.seat, story.look(match.table, match.rules)
    awaited = [] if match.given_up else glimpse.actors
    legal = [] if match.given_up or read_only else glimpse.legal
    result = outcome(match) if not awaited else None
    return m.View(
        serial=len(match.log),
        decision=match.decision(seat),
        step=len(match.table.history),
        actors=awaited,
        legal=legal,
        ask=glimpse.ask if legal else "",
        turn_of=turn_of(match, awaited),
        players=players(match, awaited, connected, result),
        view=glimpse.picture,
        log=[],
        log_from=0,
        since=story.since,
        take_back=m.TakeBack(False, False, read_only) if read_only else match.undo(seat),
        warns=warnings(match, story) if legal else [],
        pause_ms=match.pause_ms,
        result=result,
    )


def turn_of(match: Match, awaited: list[int]) -> str:
    """Whose turn it is: names as long as they are few."""
    names = [match.sitters[seat].name for seat in awaited]
    return " and ".join(names) if len(names) < 3 else f"{len(names)} players"


def players(
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


def warnings(match: Match, story: Story) -> list[int]:
    """The legal actions that could not be taken back, as far as the seat can know."""
    if len(match.humans) < 2:
        return []
    glimpse = story.look(match.table, match.rules)
    if glimpse.actors == [story.seat] and match.chosen:
        return glimpse.legal  # the last of several secret choices turns all of them up
    return glimpse.revealing()


def outcome(match: Match) -> m.Result:
    """How a finished game ended; a seat that resigned comes after all that stayed."""
    gone = [s.resigned for s in match.sitters]
    staying = gone.count(False)
    scores: list[int] | list[None]
    if match.given_up:
        left = [s.name for s in match.sitters if s.resigned]
        reason, scores, ranks = f"{' and '.join(left)} resigned.", [None] * len(gone), [1] * len(gone)
    else:
        result = match.table.result
        reason = f"Decided by the {result.reason}."
        scores, ranks = list(result.scores), list(result.ranks)
    better = [sum(r < ranks[k] and not g for r, g in zip(ranks, gone, strict=True)) for k in match.seats]
    places = [staying + 1 if gone[k] else 1 + better[k] for k in match.seats]
    placed = sorted(match.seats, key=lambda k: places[k])
    return m.Result(
        reason=reason,
        ranks=[m.Rank(k, match.sitters[k].name, places[k], scores[k]) for k in placed],
        taken_back=match.taken_back,
        key=match.row.key.hex(),
    )
