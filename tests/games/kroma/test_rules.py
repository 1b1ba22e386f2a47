"""The rules of Kroma, clause by clause, with every sentence of the sheet that is left."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from gamut.engine.chance import game_key
from gamut.engine.errors import GameOver, IllegalAction, InvalidOptions, NotYourTurn
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS, TARGETS
from gamut.games.kroma.record import COPIES, DIAMOND, OVER, TWO
from gamut.testing import clause
from tests.games.kroma.builders import KEY, ORDER, LaidOut, laid_by, number_actions, target_of


def played(seats: int, number: int, **options: bool | int | str) -> Table:
    """A random game to its end."""
    table, random = Table(GAME.open(seats, options), game_key(31, number)), Random(number)
    while not table.over:
        seat = table.actors[0]
        table.play(seat, random.choice(table.legal(seat)))
    return table


# ---------------------------------------------------------------- 1 the board and the pieces


@clause("1.1")
def test_rows_are_counted_from_the_apex_and_columns_from_the_left() -> None:
    board = LaidOut().board
    assert len(board.spots) == 121
    assert [sum(row == r for row, _ in board.spots) for r in range(11)] == list(range(1, 22, 2))
    layout = LaidOut()
    layout.lay("blue diamond 1 at r5 c3")  # orientation 1 lies level: the third triangle of the fifth row and the next
    assert layout.s.below[0, 0] == 1 << 18 | 1 << 19
    assert board.near[18] == (17, 19, 28)  # points up: left, right, and below


@clause("1.2")
def test_84_pieces_28_of_each_colour() -> None:
    view = LaidOut().known().view
    left = {tile.id: tile.left for tile in view.stock}  # type: ignore[attr-defined]
    assert sum(left.values()) == 84
    for colour in COLOURS:
        assert [left[f"{colour}-{piece}"] for piece in ("diamond", "trapezoid", "rhombus", "hook")] == [16, 3, 4, 5]
    assert [piece.size for piece in LaidOut().board.pieces] == [2, 3, 4, 5]
    assert COPIES == (16, 3, 4, 5)


@clause("1.2")
def test_a_hook_is_the_six_triangles_around_a_point_without_one() -> None:
    board = LaidOut().board
    for place in board.pieces[3].places:
        around = set(place.cells)
        ends = [cell for cell in around if len(around.intersection(board.near[cell])) == 1]
        missing = set(board.near[ends[0]]) & set(board.near[ends[1]]) - around
        assert len(missing) == 1


@clause("1.2")
def test_a_piece_never_reaches_over_the_edge() -> None:
    layout = LaidOut()
    assert "blue diamond 1 at r11 c19" in layout.legal  # with c20, and c21 is the last
    assert not any(text.startswith("lay blue diamond 1 at r11 c21") for text in number_actions(layout.table.setup))
    for text in layout.legal:
        assert not text.endswith(("r1 c2", "r2 c4"))


@clause("1.3")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_stock_is_common(seats: int) -> None:
    layout = LaidOut(seats)
    layout.lay("blue trapezoid 1 at r11 c1", "blue trapezoid 1 at r11 c7", "blue trapezoid 1 at r11 c13")
    assert layout.s.stock[1, 0] == 0
    assert not any(text.startswith("blue trapezoid") for text in layout.legal)
    assert any(text.startswith("magenta trapezoid") for text in layout.legal)


@clause("1.3")
def test_no_player_passes_alone() -> None:
    for number in range(20):
        table = played(3, number)
        places = [seat for seat, action in table.history if action >= 3]
        smalls = int(table.record["smalls"][0])
        assert all((seat + 1) % 3 == other for seat, other in pairwise(places[:smalls]))
        rounds = [places[k : k + 3] for k in range(smalls, len(places), 3)]
        assert all(len(set(seats)) == len(seats) for seats in rounds)
        assert all(one == other[::-1] for one, other in pairwise(rounds) if len(other) == 3)


@clause("1.4")
def test_only_the_key_is_secret() -> None:
    table = played(3, 4, targets="random")
    for seat in range(-1, 3):
        hidden = table.hidden(seat)
        assert not hidden["chance_key"].any()
        hidden["chance_key"] = table.record["chance_key"]
        assert hidden.tobytes() == table.record.tobytes()
    assert not GAME.secret_fields


# ---------------------------------------------------------------- 2 targets


@clause("2.1")
def test_green_is_blue_and_yellow_orange_yellow_and_magenta_purple_blue_and_magenta() -> None:
    mixes = {(*parts, target) for *parts, target in LaidOut().table.setup.catalogue.mixes}  # type: ignore[union-attr]
    assert mixes == {("blue", "yellow", "green"), ("magenta", "yellow", "orange"), ("blue", "magenta", "purple")}


@clause("2.2")
@pytest.mark.parametrize("seats", GAME.seats)
def test_seats_choose_different_targets_in_their_order(seats: int) -> None:
    layout = LaidOut(seats, targets=())
    left = set(TARGETS)
    for seat, target in zip(range(seats), ("purple", "green", "orange"), strict=False):
        assert layout.table.actors == (seat,)
        assert layout.legal == {f"choose {other}" for other in left}
        layout.do(f"choose {target}")
        left.remove(target)
    assert [target_of(layout.table, seat) for seat in range(seats)] == ["purple", "green", "orange"][:seats]


@clause("2.2")
def test_with_two_players_the_third_blend_belongs_to_no_player() -> None:
    layout = LaidOut(2, ("green", "orange"))
    layout.set_out({"blue": "r5"}, {"magenta": "r5c1-4"})
    standings = layout.known(0).view.standings  # type: ignore[attr-defined]
    assert [(x.seat, x.target, x.points) for x in standings] == [
        (0, "green", 0),
        (1, "orange", 0),
        (-1, "purple", 4),
    ]


# ---------------------------------------------------------------- 3 Phase One


@clause("3.1")
@pytest.mark.parametrize(
    ("targets", "first"),
    [
        (("green", "orange", "purple"), 0),
        (("orange", "green", "purple"), 1),
        (("orange", "purple", "green"), 2),
        (("purple", "orange"), 1),  # no green: orange
        (("orange", "purple"), 0),
        (("purple", "green"), 1),
    ],
)
def test_green_goes_first_and_without_green_orange(targets: tuple[str, ...], first: int) -> None:
    layout = LaidOut(len(targets), targets)
    assert layout.table.actors == (first,)
    for k in range(7):
        assert layout.table.actors == ((first + k) % len(targets),)
        layout.lay(sorted(layout.legal)[0])


@clause("3.2")
def test_any_small_piece_of_any_colour_anywhere_within_the_grid() -> None:
    layout = LaidOut()
    assert len(layout.legal) == 1395
    assert {text.split()[0] for text in layout.legal} == set(COLOURS)
    assert {text.split()[1] for text in layout.legal} == {"diamond", "trapezoid"}


@clause("3.2")
def test_pieces_must_not_overlap_and_need_not_touch() -> None:
    layout = LaidOut()
    layout.lay("blue diamond 1 at r5 c3", "magenta diamond 1 at r11 c19")
    for text in layout.legal:
        covered = {spot for _, _, spots in [laid_by(layout.table, layout.parse(f"lay {text}"))] for spot in spots}
        assert not covered & {(4, 2), (4, 3), (10, 18), (10, 19)}


@clause("3.3")
def test_a_piece_must_not_share_an_edge_with_its_own_colour_but_may_touch_at_a_corner() -> None:
    layout = LaidOut()
    layout.lay("blue diamond 1 at r5 c3")  # covers c3 and c4
    assert "blue diamond 1 at r5 c5" not in layout.legal  # shares the edge between c4 and c5
    assert "magenta diamond 1 at r5 c5" in layout.legal
    assert "blue diamond 1 at r5 c1" not in layout.legal
    assert "blue diamond 1 at r6 c1" in layout.legal  # below, touching corners only: r6 c4 lies under r5 c3
    assert "blue diamond 1 at r6 c3" not in layout.legal  # r6 c4 is under it
    assert "blue diamond 1 at r5 c7" in layout.legal


@clause("3.3")
def test_the_rule_holds_for_every_piece_laid_while_it_can_be_kept() -> None:
    for number in range(30):
        table = Table(GAME.open(3, {"side": 9}), game_key(32, number))
        random, below = Random(number), dict[tuple[int, int], str]()
        while table.record["phase"][0] < TWO:
            seat, loose = table.actors[0], table.record["loose"][0]
            action = random.choice(table.legal(seat))
            table.play(seat, action)
            if action >= 3 and not loose:
                _, colour, spots = laid_by(table, action)
                around = {other for r, c in spots for other in neighbours(r, c)} - spots
                assert all(below.get(other) != colour for other in around)
            if action >= 3:
                _, colour, spots = laid_by(table, action)
                below.update(dict.fromkeys(spots, colour))


def neighbours(r: int, c: int) -> set[tuple[int, int]]:
    return {(r, c - 1), (r, c + 1), (r + 1, c + 1) if c % 2 == 0 else (r - 1, c - 1)}


@clause("3.4")
def test_while_a_strict_place_exists_only_strict_ones_are_legal_then_any_colour_goes() -> None:
    """The sheet: if the only remaining spaces are bordered by all three colours, any colour may go there."""
    loosened = 0
    for number in range(40):
        table, random, ever = Table(GAME.open(3, {"side": 9}), game_key(33, number)), Random(number), False
        while table.record["phase"][0] < TWO:
            loose = bool(table.record["loose"][0])
            assert loose or not ever, "strict places never come back"
            if loose and not ever:
                loosened += 1
                ever = True
                by_place: dict[frozenset[tuple[int, int]], set[str]] = {}
                for action in table.legal(table.actors[0]):
                    _, colour, spots = laid_by(table, action)
                    by_place.setdefault(spots, set()).add(colour)
                in_stock = {COLOURS[k] for k in range(3) if table.record["stock"][0, DIAMOND, k]}
                assert all(colours == in_stock for spots, colours in by_place.items() if len(spots) == 2)
            table.play(table.actors[0], random.choice(table.legal(table.actors[0])))
    assert loosened > 30


GAPS = "r5c3-4 r8c3-4"  # the first borders all three colours, the second blue and magenta


def two_gaps() -> LaidOut:
    """Side 9, covered but for two diamonds."""
    layout = LaidOut(3, side=9)
    layout.cover(GAPS, rest="blue", magenta="r6c4 r9c4 r7c3", yellow="r5c5")
    return layout


@clause("3.4")
def test_one_strict_place_anywhere_keeps_all_others_strict() -> None:
    layout = two_gaps()
    assert not layout.s.loose
    assert layout.legal == {"yellow diamond 1 at r8 c3"}


@clause("3.4")
def test_spaces_bordered_by_all_three_colours_take_any_colour() -> None:
    layout = two_gaps()
    layout.lay("yellow diamond 1 at r8 c3")
    assert layout.s.loose
    assert layout.legal == {f"{colour} diamond 1 at r5 c3" for colour in COLOURS}


@clause("3.4")
def test_a_strict_place_without_a_piece_in_stock_is_none() -> None:
    """Here the sheet is not followed to the letter: not every gap is bordered by all three colours."""
    layout = two_gaps()
    layout.run_out("diamond", "yellow")
    assert layout.s.loose
    assert layout.legal == {
        f"{colour} diamond 1 at {where}" for colour in ("blue", "magenta") for where in ("r5 c3", "r8 c3")
    }


@clause("3.5", "4.4")
def test_there_is_no_passing() -> None:
    for text in LaidOut().table.setup.action_texts:
        assert text.startswith(("choose ", "lay "))


@clause("3.6")
def test_phase_one_is_over_when_no_small_piece_fits() -> None:
    for number in range(30):
        table = played(2, number)
        smalls = int(table.record["smalls"][0])
        copy = table.copy()
        copy.rewind(2 + smalls - 1)
        assert copy.record["phase"][0] == 1
        seat, action = table.history[2 + smalls - 1]
        copy.play(seat, action)
        assert copy.record["phase"][0] == TWO
        assert all(laid_by(copy, a)[0] in ("rhombus", "hook") for a in copy.legal(copy.actors[0]))


@clause("3.6")
def test_small_pieces_left_over_stay_out() -> None:
    layout = two_gaps()
    layout.lay("yellow diamond 1 at r8 c3", "blue diamond 1 at r5 c3")
    assert layout.s.phase == TWO
    assert layout.s.stock[DIAMOND, 0] > 0
    assert {text.split()[1] for text in layout.legal} == {"rhombus", "hook"}


@clause("3.6")
def test_a_gap_of_one_triangle_ends_phase_one() -> None:
    layout = LaidOut(3, side=9)
    layout.cover("r5c3 r8c3-4")
    layout.lay("yellow diamond 1 at r8 c3")
    assert layout.s.phase == TWO


@clause("3.6", "6.1")
def test_phase_one_is_also_over_when_the_small_pieces_have_run_out() -> None:
    layout = LaidOut(3, side=12)
    for piece in ("diamond", "trapezoid"):
        for colour in COLOURS:
            if (piece, colour) != ("diamond", "blue"):
                layout.run_out(piece, colour)
    layout.s.stock[DIAMOND, 0] = 1
    layout.lay("blue diamond 1 at r5 c3")
    assert layout.s.smalls == 1
    assert layout.s.phase == OVER  # no large piece fits on two triangles


# ---------------------------------------------------------------- 4 Phase Two


@clause("4.1")
@pytest.mark.parametrize(("seats", "last"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_the_player_after_the_last_small_piece_begins(seats: int, last: int) -> None:
    layout = LaidOut(seats)
    layout.set_out({"blue": "r5 r6 r7 r8 r9 r10 r11"}, last=last)
    assert layout.s.starter == (last + 1) % seats


@clause("4.1")
def test_play_goes_back_and_forth_from_the_starter() -> None:
    assert order(3, 2, 13) == "ABCCBAABCCBAA"
    assert order(3, 0, 8) == "BCAACBBC"
    assert order(2, 1, 9) == "ABBAABBAA"
    assert order(2, 0, 5) == "BAABB"


@clause("4.1")
def test_phase_two_begins_after_the_player_of_the_last_small_piece() -> None:
    for number in range(20):
        table = played(3, number)
        smalls = int(table.record["smalls"][0])
        if len(table.history) > 3 + smalls:
            assert table.history[3 + smalls][0] == (table.history[2 + smalls][0] + 1) % 3


@clause("4.2")
def test_every_triangle_rests_on_phase_one() -> None:
    layout = LaidOut()
    layout.set_out({"blue": "r5c1-4", "magenta": "r5c5"})
    rhombuses = {text for text in layout.legal if "rhombus" in text}
    assert rhombuses == {f"{colour} rhombus 1 at r5 c1" for colour in COLOURS} | {
        f"{colour} rhombus 4 at r5 c2" for colour in COLOURS
    }
    assert not any("hook" in text for text in layout.legal)


@clause("4.2")
def test_any_colour_of_rhombus_or_hook() -> None:
    layout = LaidOut()
    layout.set_out({"blue": "r5 r6"})
    assert {tuple(text.split()[:2]) for text in layout.legal} == {
        (colour, piece) for colour in COLOURS for piece in ("rhombus", "hook")
    }


@clause("4.3")
def test_phase_two_pieces_do_not_overlap_but_may_touch_and_cover_their_own_colour() -> None:
    layout = LaidOut()
    layout.set_out({"blue": "r8"})
    layout.lay("blue rhombus 1 at r8 c1")
    assert layout.s.points[0] == layout.s.points[1] == layout.s.points[2] == 0
    assert "blue rhombus 1 at r8 c5" in layout.legal  # beside its own colour, on its own colour
    assert not any(text.endswith(("r8 c1", "r8 c2", "r8 c3", "r8 c4")) for text in layout.legal)


@clause("4.4")
def test_the_game_is_over_when_no_large_piece_fits() -> None:
    layout = LaidOut()
    layout.set_out({"blue": "r8c1-4 r10c1-4"})
    layout.lay("yellow rhombus 1 at r8 c1")
    assert not layout.table.over
    layout.lay("yellow rhombus 1 at r10 c1")
    assert layout.table.over
    with pytest.raises(GameOver, match="the game is over"):
        layout.table.play(0, layout.parse("lay blue hook 1 at r5 c3"))


@clause("4.4")
def test_a_piece_out_of_stock_cannot_be_laid() -> None:
    layout = LaidOut()
    layout.set_out({"blue": "r2 r5 r7 r9 r11"})
    layout.run_out("rhombus", "yellow")
    assert not any(text.startswith("yellow rhombus") for text in layout.legal)
    assert any(text.startswith("blue rhombus") for text in layout.legal)


# ---------------------------------------------------------------- 5 the end


@clause("5.1")
def test_only_triangles_of_two_different_colours_count() -> None:
    layout = LaidOut(support="any")
    layout.set_out({"blue": "r5c1-3", "yellow": "r5c5"})
    layout.lay("yellow rhombus 1 at r5 c3")  # over blue, over a gap, over yellow, over a gap
    assert [layout.s.points[t] for t in range(3)] == [0, 1, 0]


@clause("5.1")
@pytest.mark.parametrize(
    ("below", "above", "target"),
    [
        ("blue", "yellow", "green"),
        ("yellow", "blue", "green"),
        ("yellow", "magenta", "orange"),
        ("magenta", "yellow", "orange"),
        ("blue", "magenta", "purple"),
        ("magenta", "blue", "purple"),
    ],
)
def test_every_pair_of_colours_counts_for_its_target_in_either_order(below: str, above: str, target: str) -> None:
    layout = LaidOut()
    layout.set_out({below: "r5c1-4 r9"})
    layout.lay(f"{above} rhombus 1 at r5 c1")
    assert [layout.s.points[t] for t in range(3)] == [4 if name == target else 0 for name in TARGETS]


def ended(seats: int, blends: dict[str, str], **options: bool | int | str) -> LaidOut:
    """A finished game in which these cells show the targets; seats have green, orange, purple."""
    layers = {"green": ("blue", "yellow"), "orange": ("magenta", "yellow"), "purple": ("blue", "magenta")}
    layout = LaidOut(seats, ORDER, **options)
    below: dict[str, str] = {}
    above: dict[str, str] = {}
    for target, names in blends.items():
        for layer, colour in zip((below, above), layers[target], strict=True):
            layer[colour] = f"{layer.get(colour, '')} {names}"
    layout.set_out(below, above)
    layout.end()
    return layout


@clause("5.2")
def test_most_points_win() -> None:
    result = ended(3, {"green": "r5c1 r5c3 r5c5", "orange": "r7c1-2", "purple": "r9c1"}).table.result
    assert (result.scores, result.ranks, result.reason_template) == (
        (3, 2, 1),
        (1, 2, 3),
        "{winner} blended the most triangles.",
    )


@clause("5.3")
def test_the_larger_single_contiguous_shape_breaks_a_tie() -> None:
    result = ended(3, {"green": "r5c1-2 r5c4 r5c6", "orange": "r7c1-3 r7c6", "purple": "r9c1"}).table.result
    assert (result.scores, result.ranks) == ((4, 4, 1), (2, 1, 3))
    assert result.reason_template == "Tied on triangles – {winner} won with the larger shape."


@clause("5.3")
def test_a_shape_hangs_together_by_edges_not_by_corners() -> None:
    layout = ended(2, {"green": "r5c1 r5c3 r5c5", "orange": "r7c1-2 r7c5"})  # up cells beside each other share a corner
    assert [len(shape) for shape in layout.known(0).view.standings[0].shapes] == [1, 1, 1]  # type: ignore[attr-defined]
    assert layout.table.result.ranks == (2, 1)


@clause("5.3")
def test_a_shape_reaches_over_rows() -> None:
    layout = ended(2, {"green": "r5c3 r6c4 r6c5", "orange": "r8c1-2 r8c5"})  # r5 c3 stands on r6 c4
    assert [len(shape) for shape in layout.known(0).view.standings[0].shapes] == [3]  # type: ignore[attr-defined]
    assert layout.table.result.ranks == (1, 2)


@clause("5.3")
def test_after_equal_largest_shapes_the_second_largest_decides() -> None:
    result = ended(2, {"green": "r5c1-3 r5c5 r5c7", "orange": "r7c1-3 r7c5-6"}).table.result
    assert (result.scores, result.ranks) == ((5, 5), (2, 1))
    result = ended(2, {"green": "r5c1-2 r5c4-5 r5c7", "orange": "r7c1-2 r7c4 r7c6 r7c8"}).table.result
    assert (result.scores, result.ranks) == ((5, 5), (1, 2))


@clause("5.4")
def test_equal_in_everything_shares_the_place() -> None:
    result = ended(3, {"green": "r5c1-3 r5c5", "orange": "r7c1-3 r7c5", "purple": "r9c1"}).table.result
    assert (result.ranks, result.winners, result.reason_template) == ((1, 1, 3), (0, 1), "A complete tie.")
    result = ended(3, {"green": "r5c1-3 r5c5", "orange": "r7c1", "purple": "r9c1"}).table.result
    assert (result.ranks, result.reason_template) == ((1, 2, 2), "{winner} blended the most triangles.")
    result = ended(2, {"green": "r5c1-3", "orange": "r7c1-3"}).table.result
    assert (result.ranks, result.winners, result.reason_template) == ((1, 1), (0, 1), "A complete tie.")
    nothing = ended(3, {}).table.result
    assert (nothing.scores, nothing.ranks) == ((0, 0, 0), (1, 1, 1))


@clause("5.4")
def test_places_below_the_first_are_found_the_same_way() -> None:
    result = ended(3, {"green": "r5c1-5", "orange": "r7c1-2 r7c4", "purple": "r9c1-3"}).table.result
    assert (result.scores, result.ranks) == ((5, 3, 3), (1, 3, 2))


# ---------------------------------------------------------------- 6 options


@clause("6.1")
@pytest.mark.parametrize("side", [9, 10, 11, 12])
def test_any_side(side: int) -> None:
    layout = LaidOut(side=side)
    assert layout.c.board == side * side == len(layout.known().view.below)  # type: ignore[attr-defined]
    assert played(3, side, side=side).over


@clause("6.1")
def test_on_side_12_the_small_pieces_never_cover_the_board() -> None:
    small = 3 * (16 * 2 + 3 * 3)
    assert small == 123
    assert [side * side < small for side in (9, 10, 11, 12)] == [True, True, True, False]


@clause("6.2", "6.4")
def test_a_rhombus_of_8_needs_one_supported_triangle() -> None:
    layout = LaidOut(rhombus="8")
    assert layout.table.setup.options["support"] == "any"
    assert layout.board.pieces[2].size == 8
    layout.set_out({"blue": "r5c3"})
    assert any(text.startswith("yellow rhombus") for text in layout.legal)
    layout.lay("yellow rhombus 1 at r5 c3")
    assert [layout.s.points[t] for t in range(3)] == [0, 1, 0]


@clause("6.3")
@pytest.mark.parametrize(("hook", "size", "places"), [("4", 4, 270), ("5", 5, 270), ("6", 6, 486)])
def test_other_hooks(hook: str, size: int, places: int) -> None:
    layout = LaidOut(hook=hook)
    assert (layout.board.pieces[3].size, len(layout.board.pieces[3].places)) == (size, places)
    assert layout.table.setup.action_count == 3 + 3 * (165 + 300 + 270 + places)
    assert played(2, 5, hook=hook).over


@clause("6.4")
def test_support_any_lets_pieces_reach_over_gaps_but_not_float() -> None:
    layout = LaidOut(support="any")
    layout.set_out({"blue": "r5c3"})
    for text in layout.legal:
        _, _, spots = laid_by(layout.table, layout.parse(f"lay {text}"))
        assert (4, 2) in spots
    everywhere = [text for text in number_actions(layout.table.setup) if text.startswith("lay blue rhombus")]
    over_it = [text for text in everywhere if (4, 2) in laid_by(layout.table, layout.parse(text))[2]]
    assert {f"lay {text}" for text in layout.legal if text.startswith("blue rhombus")} == set(over_it)


@clause("6.4")
def test_a_rhombus_of_8_with_full_support_is_refused() -> None:
    with pytest.raises(InvalidOptions, match="A rhombus of 8 triangles hardly ever fits without gaps"):
        GAME.open(2, {"rhombus": "8", "support": "all"})
    assert GAME.open(2, {"rhombus": "8", "support": "any"}).options["support"] == "any"
    assert GAME.open(2, {"rhombus": "4"}).options["support"] == "all"


def order(seats: int, last: int, turns: int, **options: bool | int | str) -> str:
    """The seats of Phase Two as letters."""
    layout, letters = LaidOut(seats, ORDER, **options), ""
    layout.set_out({"blue": "r4 r5 r6 r7 r8 r9 r10 r11"}, last=last)
    for _ in range(turns):
        letters += "ABC"[layout.table.actors[0]]
        layout.lay(sorted(layout.legal)[0])
    return letters


@clause("6.5")
def test_snake_is_the_default_and_clockwise_keeps_the_order_of_phase_one() -> None:
    assert order(3, 0, 8, phase_two="snake") == order(3, 0, 8) == "BCAACBBC"
    assert order(3, 2, 7, phase_two="clockwise") == "ABCABCA"
    assert order(2, 0, 5, phase_two="clockwise") == "BABAB"


@clause("6.5")
def test_reverse_begins_before_the_first_player_of_phase_one_and_goes_anticlockwise() -> None:
    for last in range(3):  # green, the first seat, began Phase One: the third begins Phase Two
        assert order(3, last, 7, phase_two="reverse") == "CBACBAC"
    assert order(2, 0, 4, phase_two="reverse") == "BABA"


@clause("6.5")
def test_the_reverse_order_follows_the_first_player() -> None:
    layout = LaidOut(3, ("orange", "green", "purple"), phase_two="reverse")
    layout.set_out({"blue": "r8 r9 r10 r11"}, last=2)
    assert layout.table.actors == (0,)


@clause("6.6")
def test_without_stacking_no_triangle_covers_its_own_colour() -> None:
    layout = LaidOut(stack=False)
    layout.set_out({"blue": "r5c1-4", "magenta": "r5c5-8"})
    assert "blue rhombus 1 at r5 c1" not in layout.legal
    assert "magenta rhombus 1 at r5 c1" in layout.legal
    assert "blue rhombus 1 at r5 c5" in layout.legal
    assert "blue rhombus 1 at r5 c3" not in layout.legal
    assert "yellow rhombus 1 at r5 c3" in layout.legal


@clause("6.6")
def test_over_a_gap_nothing_is_stacked() -> None:
    layout = LaidOut(stack=False, support="any")
    layout.set_out({"magenta": "r5c1", "blue": "r5c4"})
    assert "blue rhombus 1 at r5 c1" not in layout.legal
    assert "yellow rhombus 1 at r5 c1" in layout.legal


@clause("6.7")
def test_the_largest_shape_wins_with_the_option() -> None:
    many, large = "r5c1 r5c3 r5c5 r5c7", "r7c1-3"
    assert ended(2, {"green": many, "orange": large}).table.result.ranks == (1, 2)
    result = ended(2, {"green": many, "orange": large}, scoring="shape").table.result
    assert (result.scores, result.ranks, result.reason_template) == (
        (1, 3),
        (2, 1),
        "{winner} blended the largest shape.",
    )


@clause("6.7")
def test_equal_largest_shapes_are_decided_by_points_then_by_the_other_shapes() -> None:
    result = ended(2, {"green": "r5c1-3 r5c5", "orange": "r7c1-3"}, scoring="shape").table.result
    assert (result.scores, result.ranks) == ((3, 3), (1, 2))
    assert result.reason_template == "Tied on the largest shape – {winner} won with more triangles."
    result = ended(2, {"green": "r5c1-3 r5c5 r5c7", "orange": "r7c1-3 r7c5-6"}, scoring="shape").table.result
    assert (result.scores, result.ranks) == ((3, 3), (2, 1))
    assert (
        result.reason_template
        == "Tied on the largest shape and on triangles – {winner} won on the next-largest shapes."
    )
    result = ended(2, {"green": "r5c1-3", "orange": "r7c1-3"}, scoring="shape").table.result
    assert (result.ranks, result.reason_template) == ((1, 1), "A complete tie.")


@clause("6.8")
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_targets_are_dealt_and_all_deals_occur(seats: int) -> None:
    dealt: dict[tuple[str, ...], int] = {}
    for number in range(600):
        table = Table(GAME.open(seats, {"targets": "random"}), game_key(34, number))
        deal = tuple(target_of(table, seat) for seat in range(seats))
        dealt[deal] = dealt.get(deal, 0) + 1
        first = deal.index("green") if "green" in deal else deal.index("orange")
        assert table.actors == (first,)
        assert min(table.legal(first)) >= 3
    assert len(dealt) == 6
    assert min(dealt.values()) > 60  # 100 expected, 4.4 standard deviations


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"side": 8}, "side = 8 is not allowed; use 9 to 12"),
        ({"side": 13}, "side = 13 is not allowed"),
        ({"rhombus": "6"}, "rhombus = '6' is not allowed; use 4, 8"),
        ({"hook": "7"}, "hook = '7' is not allowed; use 5, 4, 6"),
        ({"support": "none"}, "support = 'none' is not allowed; use all, any"),
        ({"phase_two": "random"}, "use snake, clockwise, reverse"),
        ({"scoring": "area"}, "use points, shape"),
        ({"targets": "secret"}, "use chosen, random"),
        ({"stack": "perhaps"}, "stack = 'perhaps' is not allowed; use true or false"),
    ],
)
def test_refused_options(options: dict[str, bool | int | str], message: str) -> None:
    with pytest.raises(InvalidOptions, match=message):
        GAME.open(2, options)


@pytest.mark.parametrize("seats", [1, 4])
def test_refused_numbers_of_players(seats: int) -> None:
    with pytest.raises(InvalidOptions, match=f"Kroma is for 2 to 3 players, not {seats}"):
        GAME.open(seats)


def test_refused_actions_change_nothing() -> None:
    layout = LaidOut(3)
    layout.lay("blue diamond 1 at r5 c3")
    before = layout.table.digest
    message = r"'lay blue diamond 1 \(leaning right\) at r5 c5' is not legal now; seat 2 may"
    with pytest.raises(IllegalAction, match=message):
        layout.table.play(1, layout.parse("lay blue diamond 1 at r5 c5"))
    with pytest.raises(IllegalAction):
        layout.table.play(1, "choose green")
    with pytest.raises(IllegalAction):
        layout.table.play(1, layout.parse("lay blue hook 1 at r5 c3"))
    with pytest.raises(NotYourTurn, match="it is the turn of seat 2"):
        layout.table.play(0, layout.parse("lay magenta diamond 1 at r7 c1"))
    assert layout.table.digest == before


def test_a_deal_is_the_key() -> None:
    options = {"targets": "random"}
    assert Table(GAME.open(3, options), KEY).digest == Table(GAME.open(3, options), KEY, native=False).digest
