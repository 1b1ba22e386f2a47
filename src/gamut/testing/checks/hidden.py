"""Hidden information: what a seat knows, may do and sees."""

from __future__ import annotations

from gamut.testing.position_checks import driver
from gamut.testing.position_checks.driver import check_positions, require_no_complaint
from gamut.testing.position_checks.workspace import HIDDEN_BITS, USED_BITS
from gamut.testing.suite import Case, CheckFailed, check


@check
def check_hiding(case: Case) -> None:
    """`hide` removes the chance key, hides everything in one call, and leaves a spectator no more than any seat."""
    require_no_complaint(case, driver.HIDING)


@check
def check_visible_actions(case: Case) -> None:
    """`visible_action` shows the mover its action, and others no more than their hidden copies show."""
    require_no_complaint(case, driver.VISIBLE_ACTIONS)


@check
def check_redealing(case: Case) -> None:
    """A redeal of a hidden copy keeps the invariants, has its own key, and hides to the same copy."""
    require_no_complaint(case, driver.REDEALS)


@check
def check_legal_when_hidden(case: Case) -> None:
    """A seat's legal actions follow from what it knows."""
    require_no_complaint(case, driver.LEGAL_WHEN_HIDDEN)


@check
def check_secret_fields(case: Case) -> None:
    """`hide` changes exactly the fields that `secret_fields` names, and redeals sample them."""
    outcome = check_positions(case, driver.SECRETS)
    declared, hidden = set(case.game.secret_fields), outcome.nonzero_fields(HIDDEN_BITS) - {"chance_key"}
    if unknown := sorted(declared - set(case.setup.new_states().dtype.names or ())):
        raise CheckFailed(f"`secret_fields` names {unknown[0]!r}, which is not a field of the state")
    if undeclared := sorted(hidden - declared):
        raise CheckFailed(f"`hide` changes {undeclared[0]}, which is not in `secret_fields`")
    if case.seats > 1 and (visible := sorted((declared & outcome.nonzero_fields(USED_BITS)) - hidden)):
        raise CheckFailed(f"{visible[0]} is in `secret_fields`, but `hide` never changes it")
    if case.seats > 1 and declared and not outcome.tally:
        raise CheckFailed("there are `secret_fields`, but every redeal equals the true state")
    if not declared and outcome.tally:
        raise CheckFailed(f"there are no `secret_fields`, but {outcome.tally} redeals differ from the true state")
