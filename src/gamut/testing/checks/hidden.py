"""Hidden information: what a seat knows, may do and is told."""

from __future__ import annotations

from gamut.testing import judges
from gamut.testing.drivers import raise_complaint, watch_games
from gamut.testing.suite import Broken, Case, check


@check
def hiding(case: Case) -> None:
    """`hide` takes the key, hides all at once, and leaves a spectator no more than any seat."""
    raise_complaint(
        case,
        judges.HIDING,
        "`hide` leaves the key to {seat}",
        "hiding twice from {seat} is not the same as hiding once, in {kept}",
        "a spectator is left something that {seat} is not: {other}",
    )


@check
def seen_actions(case: Case) -> None:
    """`seen` shows the mover its action, and the others no more than their hidden copies show."""
    raise_complaint(
        case,
        judges.SEEN_ACTIONS,
        "`seen` does not show action {detail} to {seat}, who does it",
        "`seen` turns action {detail} into another action for {seat}",
        "a secret step that does not end the phase (action {detail}) shows in what {seat} knows: {other}",
        "`seen` tells {seat} action {detail}, which its hidden copy keeps secret",
        "a secret step (action {detail}) shows in what {seat} knows before its maker is in: {other}",
        "several seats are awaited, but `secret` names no secret phase",
    )


@check
def redealing(case: Case) -> None:
    """A redeal of a hidden copy keeps the invariants, has its own key, and hides to the same copy."""
    raise_complaint(
        case,
        judges.REDEALS,
        "a redeal for {seat} breaks {invariant}",
        "a redeal for {seat} has no key",
        "a redeal for {seat} awaits other seats",
        "hide(redeal(hide(s))) is not hide(s) for {seat}, in {kept}: "
        "`hide` leaks or `redeal` changes what is known",
        "two redeals for {seat} have the same key: `redeal` has to end with `rekey`",
    )


@check
def legal_when_hidden(case: Case) -> None:
    """A seat's legal actions follow from what it knows."""
    raise_complaint(
        case,
        judges.KNOWLEDGE,
        "the hidden copy of {seat} offers other actions than the true state",
        "a redeal for {seat} offers it other actions than the true state",
    )


@check
def secrets_as_declared(case: Case) -> None:
    """`hide` takes the fields that `secrets` names and no others, and redeals invent them."""
    end = watch_games(case, judges.SECRETS)
    secrets, hidden = set(case.game.secrets), end.find_marked(judges.HIDDEN) - {"key"}
    if unknown := sorted(secrets - set(case.setup.fresh().dtype.names or ())):
        raise Broken(f"`secrets` names {unknown[0]!r}, which is no field of the state")
    if undeclared := sorted(hidden - secrets):
        raise Broken(f"`hide` changes {undeclared[0]}, which is not among `secrets`")
    if case.seats > 1 and (left := sorted((secrets & end.find_marked(judges.USED)) - hidden)):
        raise Broken(f"{left[0]} is among `secrets`, but `hide` leaves it to everybody")
    if case.seats > 1 and secrets and not end.tally:
        raise Broken("there are `secrets`, but every redeal is the true state: `redeal` invents nothing")
    if not secrets and end.tally:
        raise Broken(f"there are no `secrets`, but {end.tally} redeals differ from the true state")
