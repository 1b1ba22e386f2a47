"""The clauses of RULES.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut.engine.bits import EMPTY_SET
from gamut.engine.errors import GameOver, IllegalAction, InvalidOptions, NotYourTurn
from gamut.engine.table import Table
from gamut.games.mixx import GAME
from gamut.games.mixx.record import COLOUR_NAMES, MOTIF_NAMES
from gamut.games.mixx.view import View
from gamut.testing import clause, clauses
from tests.games.mixx.builders import CARD_NAMES, Position, card_set, find_card, find_cards, names_in

KEY = bytes(range(16))
FILLER = "blue anchor, blue chest, blue turtle"


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, Path(__file__).parent)


# ---------------------------------------------------------------------- 1 setup


@clause("1.1")
def test_there_are_64_distinct_cards() -> None:
    assert sorted(CARD_NAMES) == sorted(f"{colour} {motif}" for colour in COLOUR_NAMES for motif in MOTIF_NAMES)
    assert len(set(CARD_NAMES)) == 64
    for name in (*COLOUR_NAMES, *MOTIF_NAMES):
        assert name in GAME.rules_page
    for name in ("shell", "starfish", "fish", "jellyfish", "propeller"):
        assert name in MOTIF_NAMES
    for name in ("yellow", "red", "turquoise", "orange", "pink"):
        assert name in COLOUR_NAMES


@clause("1.2", "7.2")
@pytest.mark.parametrize(("seats", "stock"), [(2, 8), (3, 6), (4, 5)])
def test_stocks_are_public_and_the_deck_is_the_rest(seats: int, stock: int) -> None:
    table = Table(GAME.open(seats), KEY)
    for seat in range(-1, seats):
        view = table.knowledge(seat).view
        assert isinstance(view, View)
        assert [len(cards) for cards in view.stocks] == [stock] * seats
        assert view.deck_size == 64 - seats * stock
        assert len({card for cards in view.stocks for card in cards}) == seats * stock


@clause("1.2")
def test_only_the_chance_key_is_secret() -> None:
    table = Table(GAME.open(3), KEY)
    for seat in range(-1, 3):
        hidden = table.hidden(seat)
        assert not hidden["chance_key"].any()
        hidden["chance_key"] = table.record["chance_key"]
        assert hidden.tobytes() == table.record.tobytes()


@clause("1.3", "7.1")
def test_the_first_player_is_chosen_or_random() -> None:
    for seats in GAME.seats:
        for first in range(1, seats + 1):
            assert Table(GAME.open(seats, {"first": str(first)}), KEY).actors == (first - 1,)
        first_seats = {Table(GAME.open(seats), bytes([k] * 16)).actors[0] for k in range(60)}
        assert first_seats == set(range(seats))


# ---------------------------------------------------------------------- 2 the line


@clause("2.1")
def test_a_round_begins_with_any_card() -> None:
    table = Table(GAME.open(4, {"first": "2"}), KEY)
    assert len(table.legal(1)) == 5
    assert all(text.endswith(" in the line or row") for text in table.legal_texts(1))


@clause("2.2")
def test_the_second_card_differs_in_both_and_makes_no_centre() -> None:
    pos = Position("yellow shell, pink chest", "yellow fish, red shell, red fish", deck=FILLER)
    pos.place("yellow shell in the line or row")
    assert pos.targets("yellow fish") == set()
    assert pos.targets("red shell") == set()
    assert pos.targets("red fish") == {"in the line or row"}
    pos.place("red fish in the line or row")
    assert pos.s.centre == 0
    assert pos.targets("pink chest") == {"in the line or row", "across the yellow card", "across the red card"}


@clause("2.3", "2.4")
def test_a_card_may_extend_or_cross_the_line() -> None:
    pos = Position("yellow shell, turquoise fish", "red starfish, pink chest", deck=FILLER)
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    assert pos.targets("turquoise fish") == {"in the line or row", "across the yellow card", "across the red card"}
    pos.place("turquoise fish in the line or row")
    assert pos.s.centre == 0
    assert pos.targets("pink chest") == {
        "in the line or row",
        "across the yellow card",
        "across the red card",
        "across the turquoise card",
    }


@clause("2.3")
def test_a_card_that_extends_the_line_differs_from_all_others() -> None:
    pos = Position("yellow shell, green fish", "red starfish, pink fish, red chest, blue shell", deck=FILLER)
    pos.place("yellow shell in the line or row", "red starfish in the line or row", "green fish in the line or row")
    assert "in the line or row" not in pos.targets("pink fish")
    assert "in the line or row" not in pos.targets("red chest")
    assert "in the line or row" not in pos.targets("blue shell")


@clause("2.4")
def test_the_crossed_card_becomes_the_centre() -> None:
    pos = Position("yellow shell, red jellyfish", "red starfish, pink chest", deck=FILLER)
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    assert pos.targets("red jellyfish") == {"across the yellow card"}
    pos.place("red jellyfish across the yellow card")
    cross = pos.view().cross
    assert cross.row == ["yellow-shell", "red-starfish"]
    assert cross.column == ["yellow-shell", "red-jellyfish"]
    assert (cross.centre_x, cross.centre_y) == (0, 0)
    assert (pos.s.row_length, pos.s.column_length) == (2, 1)  # the centre counts once


# ---------------------------------------------------------------------- 3 the cross


@clause("3.1")
def test_a_card_may_fit_in_the_row_or_the_column() -> None:
    pos = Position("yellow shell, red jellyfish, orange starfish, pink propeller",
                 "red starfish, pink fish, blue chest",
                 deck=FILLER)  # fmt: skip
    pos.place(
        "yellow shell in the line or row",
        "red starfish in the line or row",
        "red jellyfish across the yellow card",
        "pink fish in the column",
    )
    assert pos.targets("orange starfish") == {"in the column"}
    assert pos.targets("pink propeller") == {"in the line or row"}


@clause("3.1")
def test_the_centre_belongs_to_both_row_and_column() -> None:
    pos = Position("yellow shell, red jellyfish", "red starfish, yellow anchor, blue shell, blue chest")
    pos.place(
        "yellow shell in the line or row", "red starfish in the line or row", "red jellyfish across the yellow card"
    )
    assert pos.targets("yellow anchor") == set()
    assert pos.targets("blue shell") == set()
    assert pos.targets("blue chest") == {"in the line or row", "in the column"}


@clause("3.2")
def test_cards_go_to_the_shorter_arm_and_to_the_right_or_below_when_equal() -> None:
    line = ["yellow shell", "red starfish", "turquoise fish"]
    column = ["orange jellyfish", "pink propeller", "blue turtle"]
    row = ["green chest", "violet anchor"]
    pos = Position(", ".join(line + column + row), "", deck="", first="1")
    pos.place(*(f"{name} in the line or row" for name in line), f"{column[0]} across the yellow card")
    assert shape(pos) == ("yellow red turquoise", 0, "yellow orange", 0)
    pos.place(f"{column[1]} in the column")  # the arm below has one card, the one above none
    assert shape(pos) == ("yellow red turquoise", 0, "pink yellow orange", 1)
    pos.place(f"{column[2]} in the column")  # equal arms: below
    assert shape(pos) == ("yellow red turquoise", 0, "pink yellow orange blue", 1)
    assert (pos.view().next_x, pos.view().next_y) == (0, 0)
    pos.place(f"{row[0]} in the line or row", f"{row[1]} in the line or row")  # nothing on the left, two on the right
    assert shape(pos) == ("violet green yellow red turquoise", 2, "pink yellow orange blue", 1)


@clause("3.2")
def test_equal_arms_of_the_row_grow_to_the_right() -> None:
    pos = Position("yellow shell, red starfish, turquoise fish, orange jellyfish, green chest, violet anchor", "")
    pos.place("yellow shell in the line or row", "red starfish in the line or row", "turquoise fish in the line or row")
    assert pos.view().next_x == 3
    pos.place("orange jellyfish across the red card")
    assert (pos.view().next_x, pos.view().next_y) == (3, 0)
    pos.place("green chest in the line or row")
    assert shape(pos)[:2] == ("yellow red turquoise green", 1)
    pos.place("violet anchor in the line or row")
    assert shape(pos)[:2] == ("violet yellow red turquoise green", 2)


@clause("3.2")
def test_the_end_of_a_row_or_column_is_no_choice() -> None:
    targets = {text.split(" ", 3)[3] for text in GAME.open(2).action_texts}
    assert targets == {"in the line or row", "in the column", *(f"across the {colour} card" for colour in COLOUR_NAMES)}


def shape(pos: Position) -> tuple[str, int, str, int]:
    """Return the colours of the row and of the column in position, and the indices of the centre."""
    cross = pos.view().cross
    row, column = (" ".join(card.partition("-")[0] for card in cards) for cards in (cross.row, cross.column))
    return row, cross.centre_x, column, cross.centre_y


@clause("3.3")
@pytest.mark.parametrize("motifs", [4, 5, 6, 7, 8])
def test_the_largest_cross(motifs: int) -> None:
    line = [f"{COLOUR_NAMES[k]} {MOTIF_NAMES[k]}" for k in range(motifs)]
    column = [f"{COLOUR_NAMES[k]} {MOTIF_NAMES[k % (motifs - 1) + 1]}" for k in range(1, motifs)]
    pos = Position(", ".join(line + column), "", motifs=motifs, stock=3)
    pos.place(
        *(f"{name} in the line or row" for name in line),
        f"{column[0]} across the {COLOUR_NAMES[0]} card",
        *(f"{name} in the column" for name in column[1:]),
    )
    assert len(names_in(pos.s.placed)) == 2 * motifs - 1
    assert pos.table.over
    in_play = pos.table.setup.readable_constants.cards
    assert (pos.s.row_fits & in_play, pos.s.column_fits & in_play) == (EMPTY_SET, EMPTY_SET)


# ---------------------------------------------------------------------- 4 your turn


@clause("4.1")
def test_turns_go_round_and_there_is_no_passing() -> None:
    pos = Position(
        "yellow shell, orange chest", "red starfish, orange turtle", "green fish, orange anchor", deck=FILLER
    )
    assert pos.table.actors == (0,)
    pos.place("yellow shell in the line or row")
    assert pos.table.actors == (1,)
    pos.place("red starfish in the line or row")
    assert pos.table.actors == (2,)
    pos.place("green fish in the line or row")
    assert pos.table.actors == (0,)
    assert all(text.startswith("place ") for text in GAME.open(3).action_texts)


@clause("4.2")
def test_a_card_is_drawn_after_each_turn_while_there_is_a_deck() -> None:
    pos = Position("yellow shell, pink chest", "red starfish, orange turtle", deck="blue anchor")
    pos.place("yellow shell in the line or row")
    assert names_in(pos.s.stock[0]) == {"pink chest", "blue anchor"}
    assert (pos.s.deck_size, pos.s.deck) == (0, EMPTY_SET)
    pos.place("red starfish in the line or row")
    assert names_in(pos.s.stock[1]) == {"orange turtle"}


@clause("4.3")
def test_a_player_who_misses_draws_nothing_and_may_play_later() -> None:
    pos = Position("red starfish, pink jellyfish", "yellow starfish, red shell", "yellow shell, green fish",
                 deck=FILLER, turn=2)  # fmt: skip
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    assert names_in(pos.s.stock[1]) == {"yellow starfish", "red shell"}  # both cards are similar to both
    assert pos.table.actors == (2,)
    pos.place("green fish in the line or row", "pink jellyfish in the line or row")
    assert pos.table.actors == (1,)
    assert pos.targets("yellow starfish") == {"across the green card", "across the pink card"}


@clause("4.4")
def test_when_all_others_miss_one_player_continues_alone() -> None:
    pos = Position("yellow shell, red starfish, green fish", "yellow anchor")
    pos.place("yellow shell in the line or row")
    assert (pos.s.alone, pos.table.actors) == (1, (0,))
    pos.place("red starfish in the line or row")
    assert pos.table.actors == (0,)


@clause("4.4", "5.1", "6.2")
def test_the_round_ends_even_if_another_player_could_place_a_card() -> None:
    pos = Position("red starfish, green fish", "yellow starfish", "yellow shell", turn=2)
    pos.place("yellow shell in the line or row", "red starfish in the line or row")  # both others are stuck
    assert (pos.s.alone, pos.table.actors) == (1, (0,))
    pos.place("green fish in the line or row")
    assert pos.s.playable & pos.s.stock[1] != EMPTY_SET  # it could cross the fish
    assert pos.table.over
    assert names_in(pos.s.won[0]) == {"yellow shell", "red starfish", "green fish"}
    assert pos.table.result.scores == (3, 0, 0)  # the starfish in the stock does not count


@clause("4.4")
def test_a_player_who_continues_alone_draws() -> None:
    pos = Position("yellow shell, red starfish", "", deck="green fish, blue chest")
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    assert names_in(pos.s.stock[0]) == {"green fish", "blue chest"}


# ---------------------------------------------------------------------- 5 the end of a round


@clause("5.1", "5.2", "5.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_card_wins_the_cross_and_stocks_are_kept(seats: int) -> None:
    table = Table(GAME.open(seats), KEY)
    rounds = 0
    while not table.over:
        seat = table.actors[0]
        before = table.copy()
        table.play(seat, table.legal(seat)[0])
        was, now = before.record[0], table.record[0]
        if now["round"] > was["round"]:
            rounds += 1
            won = names_in(now["won"][seat]) - names_in(was["won"][seat])
            assert won == names_in(was["placed"]) | {CARD_NAMES[table.history[-1][1] % 64]}
            assert table.actors[0] == (1 - seat if seats == 2 else seat)
            for other in range(seats):
                if other != seat:
                    assert now["stock"][other] == was["stock"][other]
            assert now["row_length"] == now["column_length"] == now["placed"] == now["centre"] == 0
    assert rounds >= 1


def after_round(seats: int, deck: str) -> Position:
    """Return a table where the last seat began, seat 1 placed a card, and then no card fitted."""
    others = ["yellow anchor", "yellow turtle"][: seats - 2]
    pos = Position("red starfish", *others, "yellow shell, yellow chest", deck=deck, turn=seats - 1, line=True)
    pos.place("yellow shell in the line", "red starfish in the line")
    return pos


@clause("5.1", "5.3")
@pytest.mark.parametrize(("seats", "begins"), [(2, 1), (3, 0), (4, 0)])
def test_the_loser_of_two_players_or_the_winner_of_more_begins(seats: int, begins: int) -> None:
    pos = after_round(seats, deck="yellow fish, red fish, pink shell")
    assert (pos.s.round, pos.s.deck_size) == (2, 1)
    assert names_in(pos.s.won[0]) == {"yellow shell", "red starfish"}
    assert pos.table.actors == (begins,)


# ---------------------------------------------------------------------- 6 the end of the game


@clause("6.1")
def test_the_round_in_progress_is_finished_when_the_deck_is_empty() -> None:
    pos = Position("yellow shell, pink chest", "red starfish, orange turtle", deck="blue anchor")
    pos.place("yellow shell in the line or row")
    assert pos.s.deck_size == 0
    assert not pos.table.over
    pos.place("red starfish in the line or row", "pink chest in the line or row", "orange turtle in the line or row")
    assert not pos.table.over
    pos.place("blue anchor in the line or row")
    assert pos.table.over
    assert pos.table.result.scores == (5, 0)


@clause("6.1")
def test_the_game_ends_if_the_deck_runs_out_with_the_last_card_of_a_round() -> None:
    pos = after_round(2, deck="yellow fish, red fish")
    assert (pos.s.round, pos.s.deck_size) == (1, 0)
    assert pos.table.over
    assert pos.table.result.scores == (2, 0)


@clause("6.2")
def test_the_most_cards_win() -> None:
    pos = Position("yellow shell", "", "")
    pos.s.won[2] = card_set("red turtle, red anchor, red chest, red fish")
    pos.place("yellow shell in the line or row")
    result = pos.table.result
    assert (result.scores, result.ranks, result.winners) == ((1, 0, 4), (2, 3, 1), (2,))
    assert result.reason_template == "The deck ran out, and {winner} won the most cards."


@clause("6.3")
def test_ties_share_the_win() -> None:
    pos = Position("yellow shell", "", "")
    pos.s.won[2] = card_set("red turtle")
    pos.place("yellow shell in the line or row")
    assert pos.table.result.ranks == (1, 3, 1)
    assert pos.table.result.winners == (0, 2)


# ---------------------------------------------------------------------- 7 options


@clause("7.2")
@pytest.mark.parametrize("stock", range(3, 11))
def test_every_stock_size(stock: int) -> None:
    table = Table(GAME.open(2, {"stock": stock}), KEY)
    assert [int(cards).bit_count() for cards in table.record["stock"][0, :2]] == [stock, stock]


@clause("7.3")
@pytest.mark.parametrize("motifs", range(4, 9))
def test_the_last_motifs_are_left_out(motifs: int) -> None:
    table = Table(GAME.open(2, {"motifs": motifs, "stock": 8}), KEY)
    cards = names_in(table.record["deck"][0] | table.record["stock"][0, 0] | table.record["stock"][0, 1])
    assert cards == {f"{colour} {motif}" for colour in COLOUR_NAMES for motif in MOTIF_NAMES[:motifs]}


@clause("7.4")
def test_a_line_is_never_crossed_and_is_as_long_as_there_are_motifs() -> None:
    pos = Position("yellow shell, turquoise fish", "red starfish, yellow chest", deck=FILLER, line=True)
    pos.place("yellow shell in the line", "red starfish in the line")
    assert pos.targets("turquoise fish") == {"in the line"}
    longest = 0
    for k in range(20):
        table = Table(GAME.open(2, {"line": True, "motifs": 5}), bytes([k] * 16))
        while not table.over:
            texts = table.legal_texts(table.actors[0])
            assert all(text.endswith(" in the line") for text in texts)
            table.play(table.actors[0], texts[0])
            longest = max(longest, int(table.record["row_length"][0]))
    assert longest == 5


@clause("7.5")
@pytest.mark.parametrize(("seats", "stock", "motifs"), [(4, 8, 4), (4, 10, 5), (4, 9, 4), (4, 10, 4)])
def test_options_that_leave_no_deck_are_rejected(seats: int, stock: int, motifs: int) -> None:
    GAME.open(seats - 1, {"stock": stock, "motifs": motifs})
    with pytest.raises(
        InvalidOptions,
        match=f"{stock} cards per player and {motifs} motifs leave no card in the deck for {seats} players",
    ):
        GAME.open(seats, {"stock": stock, "motifs": motifs})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stock": 2}, "stock = 2 is not allowed; use 3 to 10"),
        ({"stock": 11}, "stock = 11 is not allowed"),
        ({"motifs": 3}, "motifs = 3 is not allowed; use 4 to 8"),
        ({"motifs": 9}, "motifs = 9 is not allowed"),
        ({"first": "3"}, "first = '3' is not allowed; use random, 1, 2"),
        ({"line": "perhaps"}, "line = 'perhaps' is not allowed; use true or false"),
        ({"cross": True}, "unknown option 'cross'; the options are: first, stock, motifs, line"),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, bool | int | str], message: str) -> None:
    with pytest.raises(InvalidOptions, match=message):
        GAME.open(2, options)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_invalid_numbers_of_players_are_rejected(seats: int) -> None:
    with pytest.raises(InvalidOptions, match=f"Mixx is for 2 to 4 players, not {seats}"):
        GAME.open(seats)


# ---------------------------------------------------------------------- errors


def test_an_illegal_action_is_rejected_with_the_legal_ones() -> None:
    pos = Position("yellow shell, turquoise fish", "red starfish, yellow chest", deck=FILLER)
    pos.place("yellow shell in the line or row")
    before = pos.table.digest
    with pytest.raises(IllegalAction, match="seat 2 may 'place red starfish in the line or row'"):
        pos.table.play(1, "place yellow chest in the line or row")
    with pytest.raises(IllegalAction, match="'place blue fish in the line or row' is not legal now"):
        pos.table.play(1, "place blue fish in the line or row")  # not in the stock
    with pytest.raises(NotYourTurn, match="it is the turn of seat 2"):
        pos.table.play(0, "place turquoise fish in the line or row")
    assert pos.table.digest == before


def test_no_action_is_possible_after_the_end() -> None:
    pos = Position("yellow shell", "")
    pos.place("yellow shell in the line or row")
    with pytest.raises(GameOver, match="'place red fish in the line or row' is no longer possible"):
        pos.table.play(1, "place red fish in the line or row")


def test_cards_are_found_by_name() -> None:
    assert [find_card(name) for name in CARD_NAMES] == list(range(64))
    assert find_cards("yellow shell, violet anchor") == [0, 63]
