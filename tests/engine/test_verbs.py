"""The list of verbs: gathering them from modules, what is refused, and calling them from Python."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from gamut.engine import verbs
from gamut.engine.game import Rules
from gamut.engine.language import Language
from gamut.engine.verbs import DEFAULTS, VERBS, call_of, gather
from tests.toys import bids, lantern
from tests.toys.bids import BIDS


def module(name: str, *functions: Callable[..., Any]) -> ModuleType:
    """A module that defines these functions."""
    made = ModuleType(name)
    for f in functions:
        assert isinstance(f, FunctionType)
        copy = FunctionType(f.__code__, f.__globals__, f.__name__)
        copy.__module__ = name
        vars(made)[f.__name__] = copy
    return made


def defined(*left_out: str) -> list[Callable[..., Any]]:
    """The functions of Bids that are verbs, but some."""
    return [getattr(bids, name) for name in VERBS if name in vars(bids) and name not in left_out]


def test_verbs_are_gathered_from_several_modules() -> None:
    first, *others = defined()
    found = gather(module("one", first), module("two", *others))
    assert set(found) == set(VERBS)
    assert found[first.__name__].__module__ == "one"
    assert found["settled"] is DEFAULTS["settled"]
    assert gather(lantern)["secret"] is DEFAULTS["secret"]
    with pytest.raises(TypeError, match="does not support item assignment"):
        found["play"] = first  # type: ignore[index]


def test_a_missing_verb_is_named_with_its_form() -> None:
    with pytest.raises(TypeError, match=r"the verb redeal\(c, s, seat, r\) is defined in none of the modules"):
        gather(module("one", *defined("redeal")))


def test_a_verb_defined_twice_is_named_with_both_modules() -> None:
    with pytest.raises(TypeError, match="`play` is defined twice, in one and two"):
        gather(module("one", *defined()), module("two", bids.play))


def test_a_verb_of_another_form_is_named_with_both_forms() -> None:
    def legal(c: Any, s: Any, out: Any) -> int:
        return 0

    expected = r"one: `legal` takes \(c, s, out\), but the verb is legal\(c, s, seat, out\)"
    with pytest.raises(TypeError, match=expected):
        gather(module("one", *defined("legal"), legal))


def test_what_a_module_only_imports_is_not_gathered() -> None:
    importing = module("one", *defined("play"))
    importing.play = bids.play  # type: ignore[attr-defined]  # as `from bids import play` does
    with pytest.raises(TypeError, match=r"the verb play\(c, s, seat, a\) is defined in none"):
        gather(importing)


def test_a_slot_says_that_it_has_to_be_bound() -> None:
    with pytest.raises(TypeError, match="`legal` is a slot: bind the function that calls it to a game first"):
        verbs.legal(None, None, 0, None)


def test_a_language_that_lacks_something_says_what() -> None:
    with pytest.raises(TypeError, match="the language lacks ask, draw: none of the modules defines them"):
        Language.gather(module("one", bids.action, bids.path, bids.tell, bids.view))


# ---------------------------------------------------------------------- called from Python


@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
def test_rules_call_every_verb_on_a_state_of_an_array(native: bool) -> None:
    setup, rules = BIDS.open(2), Rules(BIDS, native)
    c, states = setup.constants, setup.fresh(2)
    states["key"][1, :2] = 3, 4
    rules.deal(c, states, 1)
    assert states["round"].tolist() == [0, 1]
    assert rules.actors(c, states, 1) == 3
    assert (rules.secret(c, states, 1), rules.check(c, states, 1), bool(rules.settled(c, states, 1))) == (
        1,
        0,
        True,
    )
    acts, weights, work = np.zeros(5, np.int32), np.zeros(5, np.int32), setup.work()
    n = rules.legal(c, states, 1, 0, acts)
    rules.guide(c, states, 1, 0, acts, n, weights, work)
    assert weights[:n].tolist() == (1 + 3 * acts[:n]).tolist()
    assert rules.seen(c, states, 1, 1, 0, int(acts[0])) == verbs.UNSEEN
    rules.play(c, states, 1, 0, int(acts[0]))
    assert (rules.actors(c, states, 1), states["bid"][1].tolist()) == (2, [acts[0] + 1, 0, 0])
    features, shares = np.zeros(BIDS.features, np.float32), np.zeros(2, np.int64)
    rules.observe(c, states, 1, 0, features)
    rules.value(c, states, 1, shares, work)
    assert (features[:5].sum(), shares.tolist()) == (0.75, [5000, 5000])
    rules.hide(c, states, 1, 1)
    assert not states["hand"][1, 0].any()
    rules.redeal(c, states, 1, 1, np.array([9], np.uint64))
    assert states["hand"][1, 0].sum() == 3
    assert states["bid"][1, 0] > 0


def test_rules_know_no_other_names_and_bind_a_verb_once() -> None:
    rules = Rules(BIDS, native=False)
    with pytest.raises(AttributeError, match="there is no verb 'cheat'"):
        rules.cheat  # noqa: B018
    assert rules.play is rules.play


def test_verbs_of_as_many_parameters_share_their_driver() -> None:
    assert call_of("actors") is call_of("check") is verbs.call_0
    assert call_of("guide") is verbs.call_5
    assert {call_of(name) for name in VERBS} <= set(verbs.CALLS)
