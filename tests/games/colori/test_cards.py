"""The cards, compared with what is known of the box."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gamut.engine.errors import InvalidOptions
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_LIST, CARD_NAMES, COLOUR_NAMES, DATA, GARMENT_LIST, GARMENT_NAMES
from gamut.games.colori.record import GARMENT, GARMENTS, KINDS, MAKE, MIXES, N_COLOURS, ability_kind
from gamut.games.colori.view import catalogue
from gamut.testing import clause

C = GAME.open(4).readable_constants


@clause("1.1")
def test_the_wheel_has_three_primaries_three_secondaries_and_six_tertiaries() -> None:
    assert len(COLOUR_NAMES) == N_COLOURS
    primaries = [k for k in range(N_COLOURS) if C.parents[k, 0] < 0]
    assert [COLOUR_NAMES[k] for k in primaries] == ["red", "yellow", "blue"]
    secondaries = [k for k in range(N_COLOURS) if {C.parents[k, 0], C.parents[k, 1]} <= set(primaries)]
    assert [COLOUR_NAMES[k] for k in secondaries] == ["orange", "green", "purple"]
    assert len(set(range(N_COLOURS)) - set(primaries) - set(secondaries)) == 6


def test_every_mix_lies_between_its_colours() -> None:
    for k in range(MIXES):
        a, b, mixed = C.mix[k, 0], C.mix[k, 1], C.mix[k, 2]
        step = (mixed - a) % N_COLOURS
        assert step in (1, 2, N_COLOURS - 1, N_COLOURS - 2)
        assert (b - mixed) % N_COLOURS == step


@clause("1.2")
def test_there_are_60_basic_dyes_78_dyes_and_24_fabrics() -> None:
    counts = {kind: len(DATA[kind]) * DATA["copies"][kind] for kind in ("basic", "dye", "fabric")}
    assert counts == {"basic": 60, "dye": 78, "fabric": 24}
    assert sum(C.copies[k] for k in range(KINDS)) == 162
    assert len(set(CARD_NAMES)) == len(CARD_LIST) + 1 == GARMENT + 1
    pips = [sum(C.pips[card, k] for k in range(N_COLOURS)) for card in range(KINDS)]
    assert pips[:7] == [1, 1, 1, 0, 0, 0, 0]
    assert set(pips[7:]) == {2, 3}
    assert sum(C.copies[k] for k in range(KINDS) if ability_kind(C.ability[k]) == MAKE) == 8


@clause("1.3")
def test_the_78_garments_cost_twice_the_pips_of_their_dye() -> None:
    assert len(GARMENT_LIST) == GARMENTS == len(set(GARMENT_NAMES))
    assert GARMENTS * C.copies[GARMENT] == 78
    for g in range(GARMENTS):
        dye = CARD_NAMES.index(DATA["dye"][g]["name"])
        assert [C.cost[g, k] for k in range(N_COLOURS)] == [2 * C.pips[dye, k] for k in range(N_COLOURS)]
        assert 1 <= C.stars[g] <= 5
        assert CARD_NAMES[C.fabric[g]] in ("Wool", "Silk", "Linen", "Cotton")


def read_table(title: str) -> list[list[str]]:
    """Return the rows of the table on the rules page whose first column has this title."""
    block = re.search(rf"\| {title} \|.*\n\|[-|]+\n((?:\|.*\n)+)", GAME.rules_page)
    assert block
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in block[1].splitlines()]


def parse_colours(text: str) -> dict[str, int]:
    """Parse `2 red, 1 amber`."""
    return {} if text == "none" else {c: int(n) for n, c in (part.split() for part in text.split(", "))}


@clause("9.1")
def test_the_rules_page_lists_every_card() -> None:
    listed = [(name, parse_colours(pips), ability) for name, pips, ability in read_table("card")]
    abilities = [c["ability"].replace("make", "make a garment") for c in CARD_LIST]
    assert listed == [(c["name"], c.get("pips", {}), a) for c, a in zip(CARD_LIST, abilities, strict=True)]


@clause("9.2")
def test_the_rules_page_lists_every_garment() -> None:
    listed = [(name, fabric, parse_colours(cost), int(stars)) for name, fabric, cost, stars in read_table("garment")]
    assert listed == [(g["name"], g["fabric"].lower(), g["cost"], g["stars"]) for g in GARMENT_LIST]


def test_the_catalogue_lists_what_is_printed() -> None:
    printed = catalogue(C)
    assert printed.mixes[6] == ("red", "yellow", "orange")
    madder = next(c for c in printed.cards if c.id == "madder")
    assert (madder.kind, madder.pips, madder.ability, madder.times) == ("dye", ("red", "red", "vermilion"), "store", 2)
    robe = printed.garments[0]
    assert (robe.id, robe.fabric, robe.cost, robe.stars) == ("kermes-crimson-robe", "silk", ("red",) * 6, 5)


@clause("8.1")
def test_other_numbers_of_rounds_than_1_to_12_are_rejected() -> None:
    for rounds in (0, 13):
        with pytest.raises(InvalidOptions, match="1 to 12"):
            GAME.open(2, {"rounds": rounds})
    assert [int(GAME.open(2, {"rounds": n}).constants["rounds"][0]) for n in (1, 12)] == [1, 12]


def test_constants_cannot_be_changed() -> None:
    assert not GAME.open(2).constants.flags.writeable
    assert np.array_equal(GAME.open(2).constants["pips"], GAME.open(5).constants["pips"])
