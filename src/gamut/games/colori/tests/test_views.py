"""What Colori shows: views and the terminal."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from random import Random
from typing import Any

import pytest
from rich.console import Console

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_IDS, COLOUR_NAMES
from gamut.games.colori.positions import acting, card, do, look, opened, pick_all, seen
from gamut.games.colori.tests.positions import at_last_turn, last_deal
from gamut.testing import clause

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]


def drawing(table: Table, seat: int, **how: Any) -> str:
    """What a terminal shows."""
    out = StringIO()
    Console(file=out, width=120, **how).print(table.knowledge(seat).draw(NAMES))
    return out.getvalue()


# ---------------------------------------------------------------------- views


def test_a_view_of_the_draft() -> None:
    table = opened(3)
    chosen = table.legal_texts(0)[0]
    table.play(0, chosen)
    v, other, spectator = seen(table, 0), seen(table, 1), seen(table, -1)
    assert (v.phase, v.round, v.rounds, v.pick, v.passing, v.turn) == ("draft", 1, 8, 1, "left", -1)
    assert len(v.hand) == 5
    assert v.choice in v.hand
    assert (other.choice, spectator.choice, spectator.hand, spectator.mixes) == ("", "", [], [])
    assert [p.chosen for p in other.places] == [True, False, False]
    assert [p.holding for p in other.places] == [5, 5, 5]
    for seat in (1, 2):
        table.play(seat, table.legal(seat)[0])
    assert seen(table, 0).picks == [v.choice]
    assert len(seen(table, 0).hand) == 4
    assert seen(table, -1).picks == []
    assert v.draft_deck == look(table).left
    assert v.hand_old == [False] * 5


def test_a_view_says_to_whom_hands_go() -> None:
    table = at_last_turn(3)
    do(table, "end turn", seat=2)
    first, second = seen(opened(3), 0), seen(table, -1)
    assert (first.passing, [p.passes_to for p in first.places]) == ("left", [1, 2, 0])
    assert (second.passing, [p.passes_to for p in second.places]) == ("right", [2, 0, 1])
    hand, choice = seen(table, 0).hand, table.legal(0)[0]
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    hand.remove(CARD_IDS[choice])
    assert seen(table, 2).hand == hand


def test_a_view_of_a_turn() -> None:
    table = acting(
        drafted=["Iron Black", "Weld"], drawn=["Wool", "Lac"], wheel={"red": 4, "yellow": 1},
        display=["Brazilwood Rose Cloak", "Kermes Crimson Robe"],
    )  # fmt: skip
    v = seen(table, 0)
    assert (v.phase, v.turn, v.hand, v.picks) == ("act", 0, [], [])
    assert v.places[0].drafted == ["weld", "iron-black"]
    assert v.places[0].drawn == ["wool", "lac"]
    assert v.places[0].wheel[:5] == [4, 0, 0, 0, 1]
    assert v.mixes == [("red", "yellow", "orange")]
    cloak, robe = v.display[:2]
    assert (cloak.id, cloak.lacks, cloak.fabric, cloak.ready) == ("brazilwood-rose-cloak", [], True, True)
    assert (robe.lacks, robe.fabric, robe.ready) == (["red", "red"], False, False)
    assert cloak.ready_after == []  # no mix is asked for
    do(table, "destroy Iron Black")
    assert [(w.verb, w.left) for w in seen(table, 1).queue] == [("destroy", 2)]
    assert seen(table, -1).display[0].lacks == ["red"] * 4


def test_while_mixing_garments_say_after_which_mix_they_are_ready() -> None:
    table = acting(
        drafted=["Lac", "Weld"], drawn=["Wool", "Linen"], wheel={"red": 5, "yellow": 5, "purple": 1, "blue": 1},
        display=["Brazilwood Rose Cloak", "Alkanet Violet Bodice", "Dyer's Broom Yellow Kirtle"],
    )  # fmt: skip
    do(table, "destroy Lac")
    cloak, bodice, kirtle = seen(table, 0).display[:3]
    mixes = {"orange", "green", "purple", "magenta", "indigo"}
    assert set(cloak.ready_after) == mixes  # 4 red are left whichever is mixed
    assert (bodice.lacks, bodice.ready_after) == (["purple"], ["purple"])  # 2 red, 2 purple
    assert set(kirtle.ready_after) == mixes
    assert seen(table, 1).display[0].ready_after == []


def test_a_mix_can_spoil_a_garment() -> None:
    table = acting(
        drafted=["Lincoln Green", "Weld"], drawn=["Wool"], wheel={"red": 4, "yellow": 2, "blue": 1},
        display=["Brazilwood Rose Cloak"],
    )  # fmt: skip
    do(table, "destroy Lincoln Green")
    cloak = seen(table, 0).display[0]
    assert (cloak.ready, cloak.ready_after) == (True, ["green"])  # orange and purple would take a red


def test_cards_that_would_do_nothing_are_marked_in_the_own_turn() -> None:
    table = acting(
        drafted=["Lac", "Weld", "Silk", "Smalt", "Madder"], drawn=["Cotton", "Garment", "Linen"], deck=["Lac"],
        discard=[], wheel={"red": 2}, display=["Kermes Crimson Robe"],
    )  # fmt: skip
    assert set(seen(table, 0).idle) == {
        "drafted:lac", "drafted:weld", "drafted:madder", "drawn:cotton", "drawn:garment", "drawn:linen",
    }  # fmt: skip
    assert seen(table, 1).idle == []
    assert seen(table, -1).idle == []
    assert seen(opened(2), 0).idle == []


@clause("1.7")
def test_piles_are_open_and_decks_are_known_to_who_counts() -> None:
    table = acting(
        drafted=["Silk", "Weld"], drawn=["Wool"], deck=["Lac", "Lac", "Garment"], discard=["Henna", "Wool", "Wool"]
    )
    do(table, "destroy Weld")
    for seat in (-1, 0, 1):
        v = seen(table, seat)
        assert v.places[0].discard_cards == {"wool": 2, "henna": 1}
        assert v.places[0].deck_cards == {"lac": 2, "garment": 1}
        assert v.destroyed_cards == {"weld": 1}
        assert (v.destroyed, v.places[0].deck, v.places[0].discard) == (1, 3, 3)
        assert sum(v.unseen_cards.values()) == v.draft_deck == look(table).left
        assert sum(v.garment_cards.values()) == v.garment_deck


@clause("1.7")
@pytest.mark.parametrize("seats", GAME.seats)
def test_all_cards_that_a_seat_sees_and_does_not_see_are_all_there_are(seats: int) -> None:
    """Count every card of a view during a game: own hand and picks, open cards, decks, and what is unseen."""
    table, random = Table(GAME.open(seats), game_key(4, seats)), Random(seats)
    while not table.over:
        for seat in range(seats) if random.random() < 0.2 else ():
            v, whole = seen(table, seat), Counter[str]()
            for p in v.places:
                whole += Counter(p.drawn) + Counter(p.drafted) + Counter(p.deck_cards) + Counter(p.discard_cards)
            whole += Counter(v.unseen_cards) + Counter(v.destroyed_cards) + Counter(v.hand) + Counter(v.picks)
            box = {name: int(n) for name, n in zip(CARD_IDS, table.setup.constants["copies"][0], strict=True)}
            others = 0 if v.phase != "draft" else len(known_elsewhere(table, seat))
            missing = Counter(box)
            missing.pop("garment")
            whole.pop("garment", None)
            assert (missing - whole).total() == others
            assert not whole - missing
        mover = random.choice(table.actors)
        table.play(mover, random.choice(table.legal(mover)))


def known_elsewhere(table: Table, seat: int) -> list[int]:
    """The cards of hands that a seat has held and passed on, less its own picks: seen, but not in its view."""
    s, seats = look(table), table.seats
    step = 1 if s.round % 2 else -1
    found = []
    for h in range(seats):
        holder_now = (h + step * (s.pick - 1)) % seats
        first = 1 + (step * (seat - h)) % seats
        if first > s.pick or (holder_now == seat and first == s.pick):
            continue
        for i in range(s.dealt[h]):
            taken = s.when[h, i]
            mine = taken and (h + step * (taken - 1)) % seats == seat
            gone_before = 0 < taken < first
            here = not taken and holder_now == seat
            if not (mine or gone_before or here):
                found.append(s.hand[h, i])
    return found


@clause("3.10")
def test_the_holder_of_a_hand_sees_which_cards_came_from_the_old_deck() -> None:
    table = at_last_turn(2)
    last_deal(table, ["Kermes", "Kermes", "Woad"], ["Weld", "Weld", "Smalt", "Smalt", "Lac", "Lac", "Henna"])
    do(table, "end turn", seat=1)
    old = [
        name for seat in range(2) for name, was_old in zip(seen(table, seat).hand, seen(table, seat).hand_old,
                                                           strict=True) if was_old
    ]  # fmt: skip
    assert sorted(old) == ["kermes", "kermes", "woad"]
    assert seen(table, -1).hand_old == []
    for seat in range(2):
        shown, marks = drawing(table, seat), sum(seen(table, seat).hand_old)
        kinds = {name for name, was_old in zip(seen(table, seat).hand, seen(table, seat).hand_old, strict=True)
                 if was_old}  # fmt: skip
        assert shown.count("(from the deck that ran out)") == len(kinds)
        assert marks == (2 if seat == 0 else 1)


def test_a_preview_leaves_what_depends_on_chance_as_it_is() -> None:
    deck = ["Lac", "Woad", "Henna", "Madder", "Smalt", "Cutch", "Orchil", "Saffron", "Azurite"]
    table = acting(drafted=["Silk", "Weld"], drawn=["Wool"], deck=deck, discard=[])
    preview = table.knowledge(0).preview(table.setup.action("destroy Silk"))
    assert preview.depends
    assert [entry.text for entry in preview.entries] == ["destroyed Silk: draw 2"]
    mine = preview.view["places"][0]
    assert (mine["deck"], mine["drafted"]) == (7, ["weld"])  # so much is certain
    assert mine["deck_cards"] == {name.lower(): 1 for name in sorted(deck, key=card)}
    assert preview.view["destroyed_cards"] == {"silk": 1}


@pytest.mark.parametrize(
    ("ability", "text", "wheel"),
    [
        ("Lac", "mix red and yellow", {"red": 4, "yellow": 4, "orange": 1}),
        ("Madder", "store Henna", {"red": 5, "yellow": 5, "orange": 1, "vermilion": 1}),
        ("Weld", "make Brazilwood Rose Cloak", {"red": 1, "yellow": 5}),
    ],
)
def test_a_preview_has_the_wheel_after(ability: str, text: str, wheel: dict[str, int]) -> None:
    table = acting(
        drafted=["Lac", "Madder", "Weld"], drawn=["Wool", "Henna"], wheel={"red": 5, "yellow": 5},
        display=["Brazilwood Rose Cloak", "Dyer's Broom Yellow Kirtle"],
    )  # fmt: skip
    do(table, f"destroy {ability}")
    after = table.knowledge(0).preview(table.setup.action(text)).view["places"][0]["wheel"]
    assert {name: n for name, n in zip(COLOUR_NAMES, after, strict=True) if n} == wheel


def test_made_garments_are_shown() -> None:
    table = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=["Brazilwood Rose Cloak"])
    do(table, "destroy Kermes")
    place = seen(table, 1).places[0]
    assert (place.stars, place.made) == (2, ["brazilwood-rose-cloak"])
    assert "2 stars (Brazilwood Rose Cloak)" in drawing(table, 1)


# ---------------------------------------------------------------------- the terminal


@pytest.mark.parametrize("how", [{"no_color": True}, {"force_terminal": True}])
def test_the_terminal_names_every_colour(how: dict[str, Any]) -> None:
    table = acting(drafted=["Kermes", "Madder"], drawn=["Wool", "Garment"], wheel={"red": 4, "teal": 2})
    shown = drawing(table, 0, **how)
    for text in (
        "red 4",
        "teal 2",
        "(amber)",
        "Madder: ",
        "2 red",
        "1 vermilion",
        "store 2",
        "Ada: 0 stars",
        "Bo: ",
    ):
        assert text in shown
    assert all(colour in shown for colour in COLOUR_NAMES)


def test_the_terminal_shows_a_draft_and_gaps() -> None:
    table = opened(3)
    table.play(0, table.legal(0)[0])
    mine, other = drawing(table, 0), drawing(table, 1)
    assert "Chosen now" in mine
    assert "Draft hand" in mine
    assert "has chosen" in other
    assert "is choosing" in other
    pick_all(table)
    look(table).display[0] = 0
    assert "no garment left" in drawing(table, -1)
    do(table, "end turn")
    assert "turn of Bo" in drawing(table, 0)


def test_the_terminal_shows_piles_and_decks() -> None:
    table = acting(
        drafted=["Silk", "Weld", "Lac"], drawn=["Wool", "Linen"], deck=["Lac", "Madder"], discard=["Henna", "Wool"],
        wheel={"red": 1},
    )  # fmt: skip
    do(table, "destroy Weld")
    shown = drawing(table, 1)
    for text in ("Destroyed 1: Weld", "deck 2: Madder, Lac", "discard 2: Wool, Henna", " dyes"):
        assert text in shown
    assert "Lac: 2 red, 1 magenta; mix 1 (nothing now)" in drawing(table, 0)
    s = look(table)
    s.destroyed[card("Kermes")] += s.draft[card("Kermes")]
    s.left -= s.draft[card("Kermes")]
    s.draft[card("Kermes")] = 0
    assert "(none of Kermes and Lac)" in " ".join(drawing(table, -1).split())


def test_the_terminal_says_after_which_mix_a_garment_is_ready() -> None:
    table = acting(
        drafted=["Lac", "Weld"], drawn=["Linen"], wheel={"red": 3, "purple": 1, "blue": 1},
        display=["Alkanet Violet Bodice"],
    )  # fmt: skip
    do(table, "destroy Lac")
    assert "ready after mixing purple" in drawing(table, 0)


def test_the_terminal_says_when_it_is_over() -> None:
    table = Table(GAME.open(2, {"rounds": 1}), bytes(16))
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[-1])
    assert "game over" in drawing(table, 0)
