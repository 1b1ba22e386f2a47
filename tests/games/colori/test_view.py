"""Views, and how the terminal renders them."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from random import Random
from typing import Any

import pytest
from rich.console import Console

from gamut.engine.chance import game_key
from gamut.engine.look import DARK, MIN_TEXT_CONTRAST, contrast
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_IDS, COLOUR_NAMES
from gamut.games.colori.terminal import STYLES
from gamut.games.colori.view import DisplaySlot, QueuedAbility
from gamut.testing import clause
from tests.games.colori.builders import (
    at_last_turn,
    at_turn,
    card_number,
    finish_draft,
    new_table,
    play,
    set_next_deal,
    state_of,
    view_of,
)

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]


def render(table: Table, seat: int, **settings: Any) -> str:
    """Return what a terminal shows."""
    out = StringIO()
    Console(file=out, width=120, **settings).print(table.knowledge(seat).terminal_view(NAMES))
    return out.getvalue()


# ---------------------------------------------------------------------- views


def test_a_view_of_the_draft() -> None:
    table = new_table(3)
    chosen = table.legal_texts(0)[0]
    table.play(0, chosen)
    v, other, spectator = view_of(table, 0), view_of(table, 1), view_of(table, -1)
    assert (v.phase, v.round, v.rounds, v.pick, v.pass_direction, v.turn) == ("draft", 1, 8, 1, "left", -1)
    assert len(v.hand) == 5
    assert v.choice in v.hand
    assert (other.choice, spectator.choice, spectator.hand, spectator.mixes) == ("", "", [], [])
    assert [p.has_chosen for p in other.seats] == [True, False, False]
    assert [p.hand_size for p in other.seats] == [5, 5, 5]
    for seat in (1, 2):
        table.play(seat, table.legal(seat)[0])
    assert view_of(table, 0).picks == [v.choice]
    assert len(view_of(table, 0).hand) == 4
    assert view_of(table, -1).picks == []
    assert v.draft_deck_size == state_of(table).draft_deck_size
    assert v.hand_old == [False] * 5


def test_a_view_shows_to_whom_hands_pass() -> None:
    table = at_last_turn(3)
    play(table, "end turn", seat=2)
    first, second = view_of(new_table(3), 0), view_of(table, -1)
    assert (first.pass_direction, [p.passes_to for p in first.seats]) == ("left", [1, 2, 0])
    assert (second.pass_direction, [p.passes_to for p in second.seats]) == ("right", [2, 0, 1])
    hand, choice = view_of(table, 0).hand, table.legal(0)[0]
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    hand.remove(CARD_IDS[choice])
    assert view_of(table, 2).hand == hand


def test_a_view_of_a_turn() -> None:
    table = at_turn(
        drafted=["Iron Black", "Weld"], drawn=["Wool", "Lac"], wheel={"red": 4, "yellow": 1},
        display=["Brazilwood Rose Cloak", "Kermes Crimson Robe"],
    )  # fmt: skip
    v = view_of(table, 0)
    assert (v.phase, v.turn, v.hand, v.picks) == ("act", 0, [], [])
    assert v.seats[0].drafted == ["weld", "iron-black"]
    assert v.seats[0].drawn == ["wool", "lac"]
    assert v.seats[0].wheel[:5] == [4, 0, 0, 0, 1]
    assert v.mixes == [("red", "yellow", "orange")]
    cloak, robe = v.display[:2]
    assert cloak == DisplaySlot("brazilwood-rose-cloak", [], has_fabric=True, can_make=True, ready_after=[])
    assert (robe.missing, robe.has_fabric, robe.can_make) == (["red", "red"], False, False)
    play(table, "destroy Iron Black")
    assert view_of(table, 1).queue == [QueuedAbility("destroy", 2)]
    assert view_of(table, -1).display[0].missing == ["red"] * 4


def test_garments_show_after_which_mix_they_can_be_made() -> None:
    table = at_turn(
        drafted=["Lac", "Weld"], drawn=["Wool", "Linen"], wheel={"red": 5, "yellow": 5, "purple": 1, "blue": 1},
        display=["Brazilwood Rose Cloak", "Alkanet Violet Bodice", "Dyer's Broom Yellow Kirtle"],
    )  # fmt: skip
    play(table, "destroy Lac")
    cloak, bodice, kirtle = view_of(table, 0).display[:3]
    mixes = {"orange", "green", "purple", "magenta", "indigo"}
    assert set(cloak.ready_after) == mixes  # 4 red are left after any mix
    assert (bodice.missing, bodice.ready_after) == (["purple"], ["purple"])  # 2 red, 2 purple
    assert set(kirtle.ready_after) == mixes
    assert view_of(table, 1).display[0].ready_after == []


def test_a_mix_can_use_up_the_colours_of_a_garment() -> None:
    table = at_turn(
        drafted=["Lincoln Green", "Weld"], drawn=["Wool"], wheel={"red": 4, "yellow": 2, "blue": 1},
        display=["Brazilwood Rose Cloak"],
    )  # fmt: skip
    play(table, "destroy Lincoln Green")
    cloak = view_of(table, 0).display[0]
    assert (cloak.can_make, cloak.ready_after) == (True, ["green"])  # orange and purple would use a red


def test_a_seat_sees_which_of_its_cards_have_no_effect() -> None:
    table = at_turn(
        drafted=["Lac", "Weld", "Silk", "Smalt", "Madder"], drawn=["Cotton", "Garment", "Linen"], deck=["Lac"],
        discard=[], wheel={"red": 2}, display=["Kermes Crimson Robe"],
    )  # fmt: skip
    assert set(view_of(table, 0).without_effect) == {
        "drafted:lac", "drafted:weld", "drafted:madder", "drawn:cotton", "drawn:garment", "drawn:linen",
    }  # fmt: skip
    assert view_of(table, 1).without_effect == []
    assert view_of(table, -1).without_effect == []
    assert view_of(new_table(2), 0).without_effect == []


@clause("1.7")
def test_piles_and_the_content_of_decks_are_public() -> None:
    table = at_turn(
        drafted=["Silk", "Weld"], drawn=["Wool"], deck=["Lac", "Lac", "Garment"], discard=["Henna", "Wool", "Wool"]
    )
    play(table, "destroy Weld")
    for seat in (-1, 0, 1):
        v = view_of(table, seat)
        assert v.seats[0].discard_cards == {"wool": 2, "henna": 1}
        assert v.seats[0].deck_cards == {"lac": 2, "garment": 1}
        assert v.destroyed_cards == {"weld": 1}
        assert (v.seats[0].deck_size, v.seats[0].discard_size) == (3, 3)
        assert sum(v.unseen_cards.values()) == v.draft_deck_size == state_of(table).draft_deck_size


@clause("1.7")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_cards_of_a_view_add_up_to_the_box(seats: int) -> None:
    """Count own hand and picks, public cards, decks, and unseen cards during a game."""
    table, random = Table(GAME.open(seats), game_key(4, seats)), Random(seats)
    while not table.over:
        for seat in range(seats) if random.random() < 0.2 else ():
            v, total = view_of(table, seat), Counter[str]()
            for p in v.seats:
                total += Counter(p.drawn) + Counter(p.drafted) + Counter(p.deck_cards) + Counter(p.discard_cards)
            total += Counter(v.unseen_cards) + Counter(v.destroyed_cards) + Counter(v.hand) + Counter(v.picks)
            box = {name: int(n) for name, n in zip(CARD_IDS, table.setup.constants["copies"][0], strict=True)}
            others = 0 if v.phase != "draft" else len(list_passed_cards(table, seat))
            expected = Counter(box)
            expected.pop("garment")
            total.pop("garment", None)
            assert (expected - total).total() == others
            assert not total - expected
        mover = random.choice(table.actors)
        table.play(mover, random.choice(table.legal(mover)))


def list_passed_cards(table: Table, seat: int) -> list[int]:
    """Return the cards of hands that a seat has held and passed on, less its own picks: known, but not in its view."""
    s, seats = state_of(table), table.seats
    step = 1 if s.round % 2 else -1
    cards = []
    for h in range(seats):
        holder = (h + step * (s.pick - 1)) % seats
        first = 1 + (step * (seat - h)) % seats
        if first > s.pick or (holder == seat and first == s.pick):
            continue
        for i in range(s.dealt[h]):
            taken = s.taken_at[h, i]
            own_pick = taken and (h + step * (taken - 1)) % seats == seat
            never_seen = 0 < taken < first
            in_own_hand = not taken and holder == seat
            if not (own_pick or never_seen or in_own_hand):
                cards.append(s.hand[h, i])
    return cards


@clause("3.10")
def test_the_holder_of_a_hand_sees_which_cards_came_from_the_old_deck() -> None:
    table = at_last_turn(2)
    set_next_deal(table, ["Kermes", "Kermes", "Woad"], ["Weld", "Weld", "Smalt", "Smalt", "Lac", "Lac", "Henna"])
    play(table, "end turn", seat=1)
    views = [view_of(table, seat) for seat in range(2)]
    old = [[card for card, is_old in zip(v.hand, v.hand_old, strict=True) if is_old] for v in views]
    assert sorted(old[0] + old[1]) == ["kermes", "kermes", "woad"]
    assert [len(cards) for cards in old] == [2, 1]
    assert view_of(table, -1).hand_old == []
    for seat in range(2):
        assert render(table, seat).count("(from the deck that ran out)") == len(set(old[seat]))


def test_a_preview_does_not_show_what_depends_on_chance() -> None:
    deck = ["Lac", "Woad", "Henna", "Madder", "Smalt", "Cutch", "Orchil", "Saffron", "Azurite"]
    table = at_turn(drafted=["Silk", "Weld"], drawn=["Wool"], deck=deck, discard=[])
    preview = table.knowledge(0).preview(table.setup.parse_action("destroy Silk"))
    assert preview.uncertain
    assert [entry.text for entry in preview.entries] == ["destroyed Silk: draw 2"]
    seat = preview.view["seats"][0]
    assert (seat["deck_size"], seat["drafted"]) == (7, ["weld"])  # these are certain
    assert seat["deck_cards"] == {name.lower(): 1 for name in sorted(deck, key=card_number)}
    assert preview.view["destroyed_cards"] == {"silk": 1}


@pytest.mark.parametrize(
    ("ability", "text", "wheel"),
    [
        ("Lac", "mix red and yellow", {"red": 4, "yellow": 4, "orange": 1}),
        ("Madder", "store Henna", {"red": 5, "yellow": 5, "orange": 1, "vermilion": 1}),
        ("Weld", "make Brazilwood Rose Cloak", {"red": 1, "yellow": 5}),
    ],
)
def test_a_preview_shows_the_wheel_after_the_action(ability: str, text: str, wheel: dict[str, int]) -> None:
    table = at_turn(
        drafted=["Lac", "Madder", "Weld"], drawn=["Wool", "Henna"], wheel={"red": 5, "yellow": 5},
        display=["Brazilwood Rose Cloak", "Dyer's Broom Yellow Kirtle"],
    )  # fmt: skip
    play(table, f"destroy {ability}")
    after = table.knowledge(0).preview(table.setup.parse_action(text)).view["seats"][0]["wheel"]
    assert {name: n for name, n in zip(COLOUR_NAMES, after, strict=True) if n} == wheel


def test_a_view_shows_the_garments_made() -> None:
    table = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=["Brazilwood Rose Cloak"])
    play(table, "destroy Kermes")
    seat = view_of(table, 1).seats[0]
    assert (seat.stars, seat.made) == (2, ["brazilwood-rose-cloak"])
    assert "2 stars (Brazilwood Rose Cloak)" in render(table, 1)


# ---------------------------------------------------------------------- the terminal


@pytest.mark.parametrize("settings", [{"no_color": True}, {"force_terminal": True}])
def test_the_terminal_names_every_colour(settings: dict[str, Any]) -> None:
    table = at_turn(drafted=["Kermes", "Madder"], drawn=["Wool", "Garment"], wheel={"red": 4, "teal": 2})
    shown = render(table, 0, **settings)
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


def test_the_terminal_shows_a_draft_and_empty_slots() -> None:
    table = new_table(3)
    table.play(0, table.legal(0)[0])
    own, other = render(table, 0), render(table, 1)
    assert "Current choice" in own
    assert "Draft hand" in own
    assert "has chosen" in other
    assert "is choosing" in other
    finish_draft(table)
    state_of(table).display[0] = 0
    assert "no garment left" in render(table, -1)
    play(table, "end turn")
    assert "Bo to play" in render(table, 0)


def test_the_terminal_shows_piles_and_decks() -> None:
    table = at_turn(
        drafted=["Silk", "Weld", "Lac"], drawn=["Wool", "Linen"], deck=["Lac", "Madder"], discard=["Henna", "Wool"],
        wheel={"red": 1},
    )  # fmt: skip
    play(table, "destroy Weld")
    shown = render(table, 1)
    for text in ("Destroyed 1: Weld", "deck 2: Madder, Lac", "discard 2: Wool, Henna", " dyes"):
        assert text in shown
    assert "Lac: 2 red, 1 magenta; mix 1 (no effect now)" in render(table, 0)
    s = state_of(table)
    s.destroyed[card_number("Kermes")] += s.draft_deck[card_number("Kermes")]
    s.draft_deck_size -= s.draft_deck[card_number("Kermes")]
    s.draft_deck[card_number("Kermes")] = 0
    assert "(no Kermes or Lac)" in " ".join(render(table, -1).split())


def test_the_terminal_shows_after_which_mix_a_garment_is_ready() -> None:
    table = at_turn(
        drafted=["Lac", "Weld"], drawn=["Linen"], wheel={"red": 3, "purple": 1, "blue": 1},
        display=["Alkanet Violet Bodice"],
    )  # fmt: skip
    play(table, "destroy Lac")
    assert "ready after mixing purple" in render(table, 0)


def test_the_terminal_shows_the_end_of_the_game() -> None:
    table = Table(GAME.open(2, {"rounds": 1}), bytes(16))
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[-1])
    assert "game over" in render(table, 0)


def test_colours_can_be_read_on_a_dark_terminal() -> None:
    assert all(contrast(style, DARK) >= MIN_TEXT_CONTRAST for style in STYLES.values())
