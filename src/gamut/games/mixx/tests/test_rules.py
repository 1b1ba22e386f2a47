"""The rules of Mixx, clause by clause, with every example of the rulebook."""

from __future__ import annotations

import pytest

from gamut.engine.bits import NONE
from gamut.engine.errors import BadOptions, GameOver, IllegalAction, NotYourTurn
from gamut.engine.table import Table
from gamut.games.mixx import GAME
from gamut.games.mixx.positions import EVERY_CARD, Tableau, as_set, card, cards, names
from gamut.games.mixx.record import COLOURS, MOTIFS
from gamut.testing import clause, clauses

KEY = bytes(range(16))
FILLER = "blue anchor, blue chest, blue turtle"


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, GAME.folder / "tests")


# ---------------------------------------------------------------- 1 before you start


@clause("1.1")
def test_64_distinct_cards_of_8_motifs_in_8_colours() -> None:
    assert sorted(EVERY_CARD) == sorted(f"{colour} {motif}" for colour in COLOURS for motif in MOTIFS)
    assert len(set(EVERY_CARD)) == 64
    for name in (*COLOURS, *MOTIFS):
        assert name in GAME.rules_page
    for name in ("shell", "starfish", "fish", "jellyfish", "propeller"):
        assert name in MOTIFS
    for name in ("yellow", "red", "turquoise", "orange", "pink"):
        assert name in COLOURS


@clause("1.2", "7.2")
@pytest.mark.parametrize(("seats", "stock"), [(2, 8), (3, 6), (4, 5)])
def test_open_stocks_and_the_deck_make_up_all_cards(seats: int, stock: int) -> None:
    table = Table(GAME.open(seats), KEY)
    for seat in range(-1, seats):
        shown = table.knowledge(seat).view
        stocks = shown.stocks  # type: ignore[attr-defined]
        assert [len(s) for s in stocks] == [stock] * seats
        assert shown.deck == 64 - seats * stock  # type: ignore[attr-defined]
        assert len({c for s in stocks for c in s}) == seats * stock


@clause("1.2")
def test_only_the_key_is_secret() -> None:
    table = Table(GAME.open(3), KEY)
    for seat in range(-1, 3):
        hidden = table.hidden(seat)
        assert not hidden["key"].any()
        hidden["key"] = table.record["key"]
        assert hidden.tobytes() == table.record.tobytes()


@clause("1.3", "7.1")
def test_the_host_chooses_who_begins_or_chance_does() -> None:
    for seats in GAME.seats:
        for first in range(1, seats + 1):
            assert Table(GAME.open(seats, {"first": str(first)}), KEY).actors == (first - 1,)
        begun = {Table(GAME.open(seats), bytes([k] * 16)).actors[0] for k in range(60)}
        assert begun == set(range(seats))


# ---------------------------------------------------------------- 2 the line


@clause("2.1")
def test_a_round_begins_with_any_card() -> None:
    table = Table(GAME.open(4, {"first": "2"}), KEY)
    assert len(table.legal(1)) == 5
    assert all(text.endswith(" level") for text in table.legal_texts(1))


@clause("2.2")
def test_the_second_card_differs_in_both_and_settles_no_centre() -> None:
    at = Tableau("yellow shell, pink chest", "yellow fish, red shell, red fish", deck=FILLER)
    at.lay("yellow shell level")
    assert at.places("yellow fish") == set()
    assert at.places("red shell") == set()
    assert at.places("red fish") == {"level"}
    at.lay("red fish level")
    assert at.s.centre == 0
    assert at.places("pink chest") == {"level", "across yellow", "across red"}


@clause("2.3", "2.4")
def test_example_1_lengthen_the_line_or_cross_it() -> None:
    at = Tableau("yellow shell, turquoise fish", "red starfish, pink chest", deck=FILLER)
    at.lay("yellow shell level", "red starfish level")
    assert at.places("turquoise fish") == {"level", "across yellow", "across red"}
    at.lay("turquoise fish level")
    assert at.s.centre == 0
    assert at.places("pink chest") == {"level", "across yellow", "across red", "across turquoise"}


@clause("2.3")
def test_a_card_of_the_line_differs_from_all_the_others() -> None:
    at = Tableau("yellow shell, green fish", "red starfish, pink fish, red chest, blue shell", deck=FILLER)
    at.lay("yellow shell level", "red starfish level", "green fish level")
    assert "level" not in at.places("pink fish")
    assert "level" not in at.places("red chest")
    assert "level" not in at.places("blue shell")


@clause("2.4")
def test_example_2_the_red_jellyfish_makes_the_shell_the_centre() -> None:
    at = Tableau("yellow shell, red jellyfish", "red starfish, pink chest", deck=FILLER)
    at.lay("yellow shell level", "red starfish level")
    assert at.places("red jellyfish") == {"across yellow"}
    at.lay("red jellyfish across yellow")
    shown = at.view()
    assert shown.centre == "yellow-shell"
    assert shown.level == ["yellow-shell", "red-starfish"]
    assert shown.upright == ["yellow-shell", "red-jellyfish"]
    assert shown.prize == 3  # the centre counts once


# ---------------------------------------------------------------- 3 the cross


@clause("3.1")
def test_example_3_one_axis_or_the_other() -> None:
    at = Tableau("yellow shell, red jellyfish, orange starfish, pink propeller",
                 "red starfish, pink fish, blue chest",
                 deck=FILLER)  # fmt: skip
    at.lay("yellow shell level", "red starfish level", "red jellyfish across yellow", "pink fish upright")
    assert at.places("orange starfish") == {"upright"}
    assert at.places("pink propeller") == {"level"}


@clause("3.1")
def test_the_centre_counts_on_both_axes() -> None:
    at = Tableau("yellow shell, red jellyfish", "red starfish, yellow anchor, blue shell, blue chest")
    at.lay("yellow shell level", "red starfish level", "red jellyfish across yellow")
    assert at.places("yellow anchor") == set()
    assert at.places("blue shell") == set()
    assert at.places("blue chest") == {"level", "upright"}


@clause("3.2")
def test_cards_go_to_the_shorter_arm_and_to_the_right_or_below_when_equal() -> None:
    line = ["yellow shell", "red starfish", "turquoise fish"]
    upright = ["orange jellyfish", "pink propeller", "blue turtle"]
    level = ["green chest", "violet anchor"]
    at = Tableau(", ".join(line + upright + level), "", deck="", first="1")
    at.lay(*(f"{name} level" for name in line), f"{upright[0]} across yellow")
    assert shape(at) == ("yellow red turquoise", 0, "yellow orange", 0)
    at.lay(f"{upright[1]} upright")  # the arm below has one card, the one above none
    assert shape(at) == ("yellow red turquoise", 0, "pink yellow orange", 1)
    at.lay(f"{upright[2]} upright")  # equal arms: below
    assert shape(at) == ("yellow red turquoise", 0, "pink yellow orange blue", 1)
    assert (at.view().level_next, at.view().upright_next) == (0, 0)
    at.lay(f"{level[0]} level", f"{level[1]} level")  # nothing on the left, two on the right
    assert shape(at) == ("violet green yellow red turquoise", 2, "pink yellow orange blue", 1)


@clause("3.2")
def test_equal_level_arms_grow_to_the_right() -> None:
    at = Tableau("yellow shell, red starfish, turquoise fish, orange jellyfish, green chest, violet anchor", "")
    at.lay("yellow shell level", "red starfish level", "turquoise fish level")
    assert at.view().level_next == 3
    at.lay("orange jellyfish across red")
    assert (at.view().level_next, at.view().upright_next) == (3, 0)
    at.lay("green chest level")
    assert shape(at)[:2] == ("yellow red turquoise green", 1)
    at.lay("violet anchor level")
    assert shape(at)[:2] == ("violet yellow red turquoise green", 2)


@clause("3.2")
def test_no_end_of_an_axis_is_ever_asked_for() -> None:
    places = {text.split(" ", 3)[3] for text in GAME.open(2).texts}
    assert places == {"level", "upright", *(f"across {colour}" for colour in COLOURS)}


def shape(at: Tableau) -> tuple[str, int, str, int]:
    """The colours of both axes as they lie, and where their centres are."""
    v = at.view()
    seen = [" ".join(c.partition("-")[0] for c in axis) for axis in (v.level, v.upright)]
    return seen[0], v.centre_level, seen[1], v.centre_upright


@clause("3.3")
@pytest.mark.parametrize("motifs", [4, 5, 6, 7, 8])
def test_the_largest_cross(motifs: int) -> None:
    line = [f"{COLOURS[k]} {MOTIFS[k]}" for k in range(motifs)]
    across = [f"{COLOURS[k]} {MOTIFS[k % (motifs - 1) + 1]}" for k in range(1, motifs)]
    at = Tableau(", ".join(line + across), "", motifs=motifs, stock=3)
    at.lay(
        *(f"{name} level" for name in line),
        f"{across[0]} across {COLOURS[0]}",
        *(f"{name} upright" for name in across[1:]),
    )
    assert len(at.laid()) == 2 * motifs - 1
    assert at.table.over
    in_play = at.table.setup.strict_constants.cards
    assert (at.s.level_open & in_play, at.s.upright_open & in_play) == (NONE, NONE)


# ---------------------------------------------------------------- 4 your turn


@clause("4.1")
def test_turns_go_round_and_who_can_lay_must() -> None:
    at = Tableau(
        "yellow shell, orange chest", "red starfish, orange turtle", "green fish, orange anchor", deck=FILLER
    )
    assert at.table.actors == (0,)
    at.lay("yellow shell level")
    assert at.table.actors == (1,)
    at.lay("red starfish level")
    assert at.table.actors == (2,)
    at.lay("green fish level")
    assert at.table.actors == (0,)
    assert all(text.startswith("lay ") for text in GAME.open(3).texts)  # there is no way to pass


@clause("4.2")
def test_a_card_is_drawn_after_each_lay_as_long_as_the_deck_lasts() -> None:
    at = Tableau("yellow shell, pink chest", "red starfish, orange turtle", deck="blue anchor")
    at.lay("yellow shell level")
    assert names(at.s.stock[0]) == {"pink chest", "blue anchor"}
    assert (at.s.left, at.s.deck) == (0, NONE)
    at.lay("red starfish level")
    assert names(at.s.stock[1]) == {"orange turtle"}


@clause("4.3")
def test_who_cannot_lay_misses_draws_nothing_and_may_lay_later() -> None:
    at = Tableau("red starfish, pink jellyfish", "yellow starfish, red shell", "yellow shell, green fish",
                 deck=FILLER, turn=2)  # fmt: skip
    at.lay("yellow shell level", "red starfish level")
    assert names(at.s.stock[1]) == {"yellow starfish", "red shell"}  # both cards clash with both
    assert at.table.actors == (2,)
    at.lay("green fish level", "pink jellyfish level")
    assert at.table.actors == (1,)
    assert at.places("yellow starfish") == {"across green", "across pink"}


@clause("4.4")
def test_when_all_others_miss_one_goes_on_alone_until_stuck() -> None:
    at = Tableau("yellow shell, red starfish, green fish", "yellow anchor")
    at.lay("yellow shell level")
    assert (at.s.alone, at.table.actors) == (1, (0,))
    at.lay("red starfish level")
    assert at.table.actors == (0,)


@clause("4.4", "5.1", "6.2")
def test_the_round_ends_though_another_could_lay_by_now() -> None:
    at = Tableau("red starfish, green fish", "yellow starfish", "yellow shell", turn=2)
    at.lay("yellow shell level", "red starfish level")  # both others are stuck
    assert (at.s.alone, at.table.actors) == (1, (0,))
    at.lay("green fish level")
    assert at.s.reach & at.s.stock[1] != NONE  # could cross the fish
    assert at.table.over
    assert names(at.s.won[0]) == {"yellow shell", "red starfish", "green fish"}
    assert at.table.result.scores == (3, 0, 0)  # the starfish in the stock counts for nobody


@clause("4.4")
def test_alone_one_still_draws() -> None:
    at = Tableau("yellow shell, red starfish", "", deck="green fish, blue chest")
    at.lay("yellow shell level", "red starfish level")
    assert names(at.s.stock[0]) == {"green fish", "blue chest"}


# ---------------------------------------------------------------- 5 the end of a round


@clause("5.1", "5.2", "5.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_to_lay_wins_the_cross_and_stocks_are_kept(seats: int) -> None:
    table = Table(GAME.open(seats), KEY)
    ended = 0
    while not table.over:
        seat = table.actors[0]
        before = table.copy()
        table.play(seat, table.legal(seat)[0])
        was, now = before.record[0], table.record[0]
        if now["round"] > was["round"]:
            ended += 1
            won = names(now["won"][seat]) - names(was["won"][seat])
            assert won == names(was["laid"]) | {EVERY_CARD[table.history[-1][1] % 64]}
            assert table.actors[0] == (1 - seat if seats == 2 else seat)
            for other in range(seats):
                if other != seat:
                    assert now["stock"][other] == was["stock"][other]
            assert now["levels"] == now["uprights"] == now["laid"] == now["centre"] == 0
    assert ended >= 1


def last_lays(seats: int, deck: str) -> Tableau:
    """The last seat begins, seat 1 lays, and then no card fits the line any more."""
    others = ["yellow anchor", "yellow turtle"][: seats - 2]
    at = Tableau("red starfish", *others, "yellow shell, yellow chest", deck=deck, turn=seats - 1, line=True)
    at.lay("yellow shell level", "red starfish level")
    return at


@clause("5.1", "5.3")
@pytest.mark.parametrize(("seats", "begins"), [(2, 1), (3, 0), (4, 0)])
def test_the_loser_of_two_begins_or_the_winner_of_more(seats: int, begins: int) -> None:
    at = last_lays(seats, deck="yellow fish, red fish, pink shell")
    assert (at.s.round, at.s.left) == (2, 1)
    assert names(at.s.won[0]) == {"yellow shell", "red starfish"}
    assert at.table.actors == (begins,)


# ---------------------------------------------------------------- 6 the end of the game


@clause("6.1")
def test_the_round_in_progress_is_finished_when_the_deck_is_empty() -> None:
    at = Tableau("yellow shell, pink chest", "red starfish, orange turtle", deck="blue anchor")
    at.lay("yellow shell level")
    assert at.s.left == 0
    assert not at.table.over
    at.lay("red starfish level", "pink chest level", "orange turtle level")
    assert not at.table.over
    at.lay("blue anchor level")
    assert at.table.over
    assert at.table.result.scores == (5, 0)


@clause("6.1")
def test_the_game_ends_also_if_the_deck_runs_out_with_the_last_lay() -> None:
    at = last_lays(2, deck="yellow fish, red fish")
    assert (at.s.round, at.s.left) == (1, 0)
    assert at.table.over
    assert at.table.result.scores == (2, 0)


@clause("6.2")
def test_most_won_cards_win() -> None:
    at = Tableau("yellow shell", "", "")
    at.s.won[2] = as_set("red turtle, red anchor, red chest, red fish")
    at.lay("yellow shell level")
    result = at.table.result
    assert (result.scores, result.ranks, result.winners) == ((1, 0, 4), (2, 3, 1), (2,))
    assert result.reason == "most cards won"


@clause("6.3")
def test_equal_cards_share_the_victory() -> None:
    at = Tableau("yellow shell", "", "")
    at.s.won[2] = as_set("red turtle")
    at.lay("yellow shell level")
    assert at.table.result.ranks == (1, 3, 1)
    assert at.table.result.winners == (0, 2)


# ---------------------------------------------------------------- 7 options


@clause("7.2")
@pytest.mark.parametrize("stock", range(3, 11))
def test_any_stock_size(stock: int) -> None:
    table = Table(GAME.open(2, {"stock": stock}), KEY)
    assert [len(s) for s in table.knowledge(0).view.stocks] == [stock, stock]  # type: ignore[attr-defined]


@clause("7.3")
@pytest.mark.parametrize("motifs", range(4, 9))
def test_the_last_motifs_are_left_out(motifs: int) -> None:
    table = Table(GAME.open(2, {"motifs": motifs, "stock": 8}), KEY)
    everywhere = names(table.record["deck"][0] | table.record["stock"][0, 0] | table.record["stock"][0, 1])
    assert everywhere == {f"{colour} {motif}" for colour in COLOURS for motif in MOTIFS[:motifs]}


@clause("7.4")
def test_a_line_is_never_crossed_and_is_as_long_as_there_are_motifs() -> None:
    at = Tableau("yellow shell, turquoise fish", "red starfish, yellow chest", deck=FILLER, line=True)
    at.lay("yellow shell level", "red starfish level")
    assert at.places("turquoise fish") == {"level"}
    longest = 0
    for k in range(20):
        table = Table(GAME.open(2, {"line": True, "motifs": 5}), bytes([k] * 16))
        while not table.over:
            texts = table.legal_texts(table.actors[0])
            assert all(text.endswith(" level") for text in texts)
            table.play(table.actors[0], texts[0])
            longest = max(longest, int(table.record["levels"][0]))
    assert longest == 5


@clause("7.5")
@pytest.mark.parametrize(("seats", "stock", "motifs"), [(4, 8, 4), (4, 10, 5), (4, 9, 4), (4, 10, 4)])
def test_no_card_left_in_the_deck_is_refused(seats: int, stock: int, motifs: int) -> None:
    GAME.open(seats - 1, {"stock": stock, "motifs": motifs})
    with pytest.raises(
        BadOptions, match=f"stock = {stock} with {seats} players and motifs = {motifs} leaves no card"
    ):
        GAME.open(seats, {"stock": stock, "motifs": motifs})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stock": 2}, "stock = 2 is not possible; it may be 3 to 10"),
        ({"stock": 11}, "stock = 11 is not possible"),
        ({"motifs": 3}, "motifs = 3 is not possible; it may be 4 to 8"),
        ({"motifs": 9}, "motifs = 9 is not possible"),
        ({"first": "3"}, "first = '3' is not possible; it may be random, 1, 2"),
        ({"line": "perhaps"}, "line = 'perhaps' is not possible; it may be true or false"),
        ({"cross": True}, "there is no option 'cross'; there are first, stock, motifs, line"),
    ],
)
def test_refused_options(options: dict[str, bool | int | str], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        GAME.open(2, options)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_refused_numbers_of_players(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"Mixx is for 2, 3, 4 players, not {seats}"):
        GAME.open(seats)


# ---------------------------------------------------------------- refusals


def test_refused_lays_say_what_is_possible() -> None:
    at = Tableau("yellow shell, turquoise fish", "red starfish, yellow chest", deck=FILLER)
    at.lay("yellow shell level")
    before = at.table.digest
    with pytest.raises(IllegalAction, match="seat 2 may 'lay red starfish level'"):
        at.table.play(1, "lay yellow chest level")
    with pytest.raises(IllegalAction, match="'lay blue fish level' is not possible now"):
        at.table.play(1, "lay blue fish level")  # not in the stock
    with pytest.raises(NotYourTurn, match="it is the turn of seat 2"):
        at.table.play(0, "lay turquoise fish level")
    assert at.table.digest == before


def test_nobody_lays_after_the_end() -> None:
    at = Tableau("yellow shell", "")
    at.lay("yellow shell level")
    with pytest.raises(GameOver, match="nobody can 'lay red fish level' any more"):
        at.table.play(1, "lay red fish level")


def test_cards_by_name_are_cards_by_number() -> None:
    assert [card(name) for name in EVERY_CARD] == list(range(64))
    assert cards("yellow shell, violet anchor") == [0, 63]
