"""Verbs: collecting them from modules, and calling them from Python."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from gamut.engine import verbs
from gamut.engine.bound_verbs import Bound, BoundVerbs
from gamut.engine.presentation import Presentation
from gamut.engine.verbs import DEFAULTS, VERBS, collect_verbs
from tests.toys import bids, lantern
from tests.toys.bids import BIDS


def make_module(name: str, *functions: Callable[..., Any]) -> ModuleType:
    """Return a module that defines these functions."""
    module = ModuleType(name)
    for f in functions:
        assert isinstance(f, FunctionType)
        copy = FunctionType(f.__code__, f.__globals__, f.__name__)
        copy.__module__ = name
        vars(module)[f.__name__] = copy
    return module


def verbs_of_bids(*left_out: str) -> list[Callable[..., Any]]:
    return [getattr(bids, name) for name in VERBS if name in vars(bids) and name not in left_out]


def test_verbs_are_collected_from_several_modules() -> None:
    first, *others = verbs_of_bids()
    collected = collect_verbs(make_module("one", first), make_module("two", *others))
    assert set(collected) == set(VERBS)
    assert collected[first.__name__].__module__ == "one"
    assert collected["quiescent"] is DEFAULTS["quiescent"]
    assert collect_verbs(lantern)["secret_phase"] is DEFAULTS["secret_phase"]
    with pytest.raises(TypeError, match="does not support item assignment"):
        collected["play"] = first  # type: ignore[index]


def test_a_missing_verb_is_named_with_its_parameters() -> None:
    with pytest.raises(TypeError, match=r"none of the modules defines the verb redeal\(c, s, seat, rng\)"):
        collect_verbs(make_module("one", *verbs_of_bids("redeal")))


def test_a_verb_defined_twice_is_named_with_both_modules() -> None:
    with pytest.raises(TypeError, match="`play` is defined twice, in one and two"):
        collect_verbs(make_module("one", *verbs_of_bids()), make_module("two", bids.play))


def test_a_verb_with_other_parameters_is_named_with_both_signatures() -> None:
    def legal(c: Any, s: Any, out: Any) -> int:
        return 0

    expected = r"one: `legal` takes \(c, s, out\), but the verb is legal\(c, s, seat, out\)"
    with pytest.raises(TypeError, match=expected):
        collect_verbs(make_module("one", *verbs_of_bids("legal"), legal))


def test_imported_verbs_are_not_collected() -> None:
    importing = make_module("one", *verbs_of_bids("play"))
    importing.play = bids.play  # type: ignore[attr-defined]  # as `from bids import play` does
    with pytest.raises(TypeError, match=r"none of the modules defines the verb play\(c, s, seat, a\)"):
        collect_verbs(importing)


def test_calling_a_slot_raises() -> None:
    with pytest.raises(TypeError, match="`legal` is a slot: bind the function that calls it to a game first"):
        verbs.legal(None, None, 0, None)


def test_missing_presentation_functions_are_named() -> None:
    module = make_module("one", bids.action_text, bids.touch_path, bids.log_entries, bids.view)
    with pytest.raises(TypeError, match="the presentation is incomplete: no module defines prompt, terminal_view"):
        Presentation.collect(module)


# ---------------------------------------------------------------------- called from Python


@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
def test_bound_verbs_work_on_an_element_of_an_array(native: bool) -> None:
    setup, bound = BIDS.open(2), BoundVerbs(BIDS, native)
    c, states = setup.constants, setup.new_states(2)
    states["chance_key"][1, :2] = 3, 4
    bound.deal(c, states, 1)
    assert states["round"].tolist() == [0, 1]
    assert bound.actors(c, states, 1) == 3
    assert bound.secret_phase(c, states, 1) == 1
    assert bound.broken_invariant(c, states, 1) == 0
    assert bound.quiescent(c, states, 1)
    actions, weights, scratch = np.zeros(5, np.int32), np.zeros(5, np.int32), setup.new_scratch()
    n = bound.legal(c, states, 1, 0, actions)
    bound.guide(c, states, 1, 0, actions, n, weights, scratch)
    assert weights[:n].tolist() == (1 + 3 * actions[:n]).tolist()
    assert bound.visible_action(c, states, 1, 1, 0, int(actions[0])) == verbs.UNSEEN
    bound.play(c, states, 1, 0, int(actions[0]))
    assert (bound.actors(c, states, 1), states["bid"][1].tolist()) == (2, [actions[0] + 1, 0, 0])
    features, shares = np.zeros(BIDS.feature_count, np.float32), np.zeros(2, np.int64)
    bound.observe(c, states, 1, 0, features)
    bound.value(c, states, 1, shares, scratch)
    assert (features[:5].sum(), shares.tolist()) == (0.75, [5000, 5000])
    bound.hide(c, states, 1, 1)
    assert not states["hand"][1, 0].any()
    bound.redeal(c, states, 1, 1, np.array([9], np.uint64))
    assert states["hand"][1, 0].sum() == 3
    assert states["bid"][1, 0] > 0


def test_a_verb_is_bound_once() -> None:
    bound = BoundVerbs(BIDS, native=False)
    assert bound.play is bound.play


def test_every_verb_has_a_bound_attribute() -> None:
    assert all(isinstance(vars(BoundVerbs).get(name), Bound) for name in VERBS)
