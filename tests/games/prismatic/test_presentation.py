"""The texts of Prismatic: actions, touch paths, prompts, headlines, the log and moments."""

from __future__ import annotations

import msgspec
import pytest

from gamut.engine.presentation import LogEntry, fill_names
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.presentation import count_words
from gamut.games.prismatic.view import Commit, Moment
from tests.games.prismatic.builders import arrange, committing, do, empty_deck, look, opened, resolving, started
from tests.games.prismatic.test_rules_end import bidding

NAMES = ["Ada", "Bo", "Cy", "Di"]


def play_and_log(table: Table, action: str, seat: int = 0, viewer: int = -1) -> list[LogEntry]:
    """Play an action and return the log entries of a viewer."""
    before, number = table.knowledge(viewer), table.setup.parse_action(action)
    seen = table.visible_action(viewer, seat, number)
    table.play(seat, number)
    return table.knowledge(viewer).log_entries(before, seat, seen)


def texts(table: Table, action: str, seat: int = 0, viewer: int = -1) -> list[str]:
    """The texts of it, with names where an entry has a seat."""
    return [f"{NAMES[e.seat]} {e.text}" if e.seat >= 0 else e.text for e in play_and_log(table, action, seat, viewer)]


def moment(table: Table, action: str, seat: int = 0, viewer: int = -1) -> Moment | None:
    """Do an action and see what is worth a pause."""
    before, number = table.knowledge(viewer), table.setup.parse_action(action)
    seen = table.visible_action(viewer, seat, number)
    table.play(seat, number)
    result = table.knowledge(viewer).moment(before, seat, seen)
    assert result is None or isinstance(result, Moment)
    return result


# ---------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("make a red mote from white and a prism", ("board:mote-red-2",)),
        ("use the board to draw two cards and keep one", ("board:draw-2",)),
        ("create Scheele's Green", ("card:scheeles-green",)),
        ("use Fogbow", ("card:fogbow",)),
        ("place red on Aurora", ("drawn:red", "card:aurora")),
        ("place a prism on the palette", ("stock", "palette")),
        ("place a prismatic mote on Mauveine", ("drawn:prismatic", "card:mauveine")),
        ("return it to the bag", ("bag",)),
        ("keep Aurora", ("card:aurora",)),
        ("put it in the common area", ("common",)),
        ("replace Aurora", ("card:aurora",)),
        ("discard Aurora", ("card:aurora",)),
        ("steal Aurora", ("card:aurora",)),
        ("empty the palette", ("palette",)),
        ("take a prismatic mote", ("reward:prismatic",)),
        ("steal a card", ("reward:steal",)),
        ("skip the rewards", ("button:skip",)),
        ("pay with light", ("pay:light",)),
        ("pay with motes", ("pay:motes",)),
        ("choose black", ("supply:black",)),
        ("bid 50", ("bid:50",)),
        ("drop out", ("button:drop-out",)),
        ("done", ("button:done",)),
        ("end turn", ("button:end",)),
    ],
)
def test_action_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    number = setup.parse_action(text)
    assert (setup.action_texts[number], setup.touch_paths[number]) == (text, path)


def test_lists_of_words() -> None:
    assert count_words([]) == "nothing"
    assert count_words(["red", "red", "prism", "prism", "prism"]) == "2 red and 3 prisms"
    assert count_words(["blue", "prismatic"]) == "blue and a prismatic mote"
    assert count_words(["prismatic", "prismatic"]) == "2 prismatic motes"


# ---------------------------------------------------------------------- prompts


def ask(table: Table) -> str:
    """Return the prompt of seat 1."""
    return table.knowledge(0).prompt


def test_questions_of_the_start_the_commit_and_the_auction() -> None:
    table = opened(2)
    assert table.knowledge(0).headline == "Setup · first to 5 cards"
    assert ask(table) == "Keep one card and choose two motes"
    do(table, "choose red")
    assert ask(table) == "Keep one card and choose one more mote"
    do(table, "choose red")
    assert ask(table) == "Keep one card"
    table.play(0, table.legal(0)[0])
    assert ask(table) == "Choose Done, or undo"
    table.undo(0)
    assert ask(table) == "Choose one more mote"
    table = started(2)
    assert ask(table) == "Place motes and prisms, then commit"
    assert table.knowledge(1).headline == "Round 1 · first to 5 cards"
    table = bidding(3, 3)
    assert table.knowledge(0).headline == "Round 1 · first to 5 cards"
    look(table).final = 1
    assert table.knowledge(0).headline == "Auction before the last round"
    assert ask(table) == "Bid prisms to go first"
    do(table, "bid 2")
    do(table, "bid 2", seat=1)
    assert ask(table) == "Bid more than 2, or drop out"


def test_prompts_of_a_turn() -> None:
    table = resolving(
        palette="RKYKRK", created={"Lead White": "W", "Neon Sign": "R", "Vermilion": "RR", "Magic Lantern": "KK"},
        progress={"Madder Root": "RRW"}, common=("Aurora", "Glory", "Pixel"),
    )  # fmt: skip
    assert ask(table) == "Use recipes, create cards, or end turn"
    do(table, "use Lead White")
    assert ask(table).startswith("Place the ")
    assert ask(table).endswith(" mote you pulled, or return it to your bag")
    do(table, "return it to the bag", "create Madder Root")
    assert ask(table) == "Take the reward of Madder Root, or skip it"
    press = resolving(progress={"Four-Colour Press": "CCMYWK", "Aurora": ""})
    do(press, "create Four-Colour Press")
    assert ask(press) == "Take a reward from Four-Colour Press, or skip the rest"
    do(table, "skip the rewards", "use Neon Sign")
    assert ask(table) == "Choose a card to steal"
    do(table, "steal Glory", "use Vermilion")
    assert ask(table) == "Choose a card or your palette to empty"
    do(table, "empty Vermilion", "use Magic Lantern")
    drawn = table.legal_texts(0)[0].removeprefix("keep ")
    assert ask(table) == f"Keep {drawn}, or put it in the common area"
    do(table, "put it in the common area", "use the board to draw two cards and keep one")
    assert ask(table) == "Keep one of the two cards"
    do(table, table.legal_texts(0)[0], "use the board to discard a card")
    assert ask(table) == "Choose a card to discard"
    look(table).final = 1
    assert table.knowledge(-1).headline == "Round 1 (last)"
    table = resolving(created={"Magic Lantern": "KK"}, common=("Aurora", "Glory", "Pixel"))
    do(table, "use Magic Lantern")
    assert table.knowledge(0).prompt.endswith(", or choose a common card for it to replace")


# ---------------------------------------------------------------------- the log


def test_secret_actions_are_logged_once_when_all_have_submitted() -> None:
    table = opened(2)
    cards = [table.legal_texts(seat)[0] for seat in range(2)]
    assert texts(table, cards[0]) == []
    assert texts(table, "choose red") == []
    assert texts(table, "choose white") == []
    assert texts(table, "done") == ["Ada finished choosing"]
    do(table, cards[1], "choose cyan", "choose cyan", seat=1)
    end = texts(table, "done", seat=1)
    assert end[:3] == [
        f"Ada kept {cards[0].removeprefix('keep ')} and chose red and white",
        f"Bo kept {cards[1].removeprefix('keep ')} and chose 2 cyan",
        "Round 1",
    ]
    assert [text.split(" drew ")[0] for text in end[3:]] == ["Ada", "Bo"]


def test_commits_are_logged_together() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": ""})
    for action in ("place red on First Light", "place white on the palette", "place black on the palette"):
        assert texts(table, action, viewer=1) == []
    assert texts(table, "place a prism on the palette", viewer=0) == []
    assert texts(table, "done", viewer=1) == ["Ada committed"]
    assert texts(table, "done", seat=1) == [
        "Ada placed red on First Light; white, black and a prism on the palette",
        "Bo placed nothing",
    ]


def test_the_log_of_a_turn() -> None:
    table = resolving(
        palette="RGRGWK", pool="R",
        progress={"Madder Root": "RRW", "Spectroscope": "RBYW^", "Stained Glass": "RBWK"},
        created={"First Light": "R", "Lead White": "W"}, bag="KKKK", goal=9,
    )  # fmt: skip
    assert texts(table, "make yellow light") == []
    assert texts(table, "pay with light") == ["Ada paid red with light", "Ada made yellow light"]
    assert texts(table, "make 1 prism") == ["Ada made 1 prism"]
    assert texts(table, "use First Light") == ["Ada used First Light", "Ada gained yellow light"]
    assert texts(table, "create Madder Root") == ["Ada created Madder Root (1 star)"]
    assert texts(table, "take a red mote") == ["Ada gained a red mote"]
    assert texts(table, "create Stained Glass") == ["Ada created Stained Glass (2 stars)", "Ada gained 1 prism"]
    assert texts(table, "create Spectroscope") == [
        "Ada created Spectroscope (3 stars)", "Ada gained red light", "Ada gained yellow light",
        "Ada gained blue light",
    ]  # fmt: skip
    assert texts(table, "use Lead White") == ["Ada used Lead White", "Ada pulled a black mote"]
    assert texts(table, "place black on the palette") == ["Ada placed the black mote on the palette"]
    assert texts(table, "end turn") == ["Ada ended the turn"]


def test_the_log_of_actions() -> None:
    others = [{"progress": {"Kaleidoscope": "M^"}, "stock": 0}]
    table = resolving(
        palette="YKRK^", common=("Aurora", "Glory", ""), others=others, progress={"Moonbow": "BC^"},
        created={"Neon Sign": "R", "Vermilion": "R", "Magic Lantern": "K", "Lead White": "W"}, bag="BBBBB",
    )  # fmt: skip
    assert texts(table, "use Neon Sign") == ["Ada used Neon Sign"]
    assert texts(table, "steal Kaleidoscope") == [
        "Ada stole Kaleidoscope", "Bo lost Kaleidoscope: magenta returned to the bag, 1 prism lost",
    ]  # fmt: skip
    assert texts(table, "use the board to discard a card") == ["Ada used the board to discard a card"]
    assert texts(table, "discard Moonbow") == ["Ada discarded Moonbow: blue and cyan returned to the bag, 1 prism lost"]
    do(table, "use Vermilion")
    assert texts(table, "empty the palette") == [
        "Ada emptied the palette: red and black returned to the bag, 1 prism lost"
    ]
    do(table, "use Lead White")
    pulled = table.knowledge(0).view.seats[0].drawn[0]  # type: ignore[attr-defined]
    assert texts(table, "return it to the bag") == [f"Ada returned the {pulled} mote to the bag"]
    [used, drew] = texts(table, "use Magic Lantern")
    drawn = drew.removeprefix("Ada drew ")
    assert used == "Ada used Magic Lantern"
    assert texts(table, "put it in the common area") == [f"Ada put {drawn} in the common area"]
    stolen = resolving(created={"Neon Sign": "R"}, common=("Aurora", "", ""))
    do(stolen, "use Neon Sign")
    assert texts(stolen, "steal Aurora") == ["Ada stole Aurora from the common area"]
    placed = resolving(created={"Magic Lantern": "K"}, common=("Aurora", "Glory", "Pixel"))
    drawn = texts(placed, "use Magic Lantern")[1].removeprefix("Ada drew ")
    assert texts(placed, "replace Glory") == [f"Ada replaced Glory with {drawn}"]


def test_the_log_of_new_cards() -> None:
    table = resolving(palette="RK", common=("Aurora", "Glory", "Pixel"))
    [made, drew] = texts(table, "use the board to draw two cards and keep one")
    assert made == "Ada used the board to draw two cards and keep one"
    one, two = (text.removeprefix("keep ") for text in table.legal_texts(0))
    assert drew == f"Ada drew {one} and {two}"
    assert texts(table, f"keep {two}") == [f"Ada discarded {one}", f"Ada kept {two}"]
    last = resolving(palette="RK", common=("Aurora", "Glory", "Pixel"))
    empty_deck(last, "Moonbow")
    assert texts(last, "use the board to draw two cards and keep one") == [
        "Ada used the board to draw two cards and keep one", "Ada drew and kept Moonbow",
    ]  # fmt: skip


def test_the_log_of_the_end_of_a_round() -> None:
    table = resolving(palette="RGB", common=("First Light", "Glory", "Pixel"), goal=2)
    do(table, "create First Light", "end turn")
    arrange(table, 1, bag="", palette="K" * 10)
    entries = texts(table, "end turn", seat=1)
    joined = [text for text in entries if "entered the common area" in text]
    assert entries[:2] == ["Bo ended the turn", joined[0]]
    assert entries[2:5] == [
        "Bo took the starter token",
        "Round 2",
        "Bo had an empty bag and returned all committed motes to it",
    ]
    assert entries[5] == "Bo drew 5 black"
    look(table).final = 1
    for seat in (0, 1):
        do(table, "done", seat=seat)
    do(table, "end turn", seat=1)
    assert texts(table, "end turn")[-1] == "The game is over"


def test_a_new_deck_and_the_goal_are_logged() -> None:
    table = resolving(
        palette="RK",
        progress={"First Light": "RGB", "Pixel": "RRGGBB"},
        common=("Aurora", "Glory", "Moonbow"),
        goal=2,
    )
    s = look(table)
    s.discard, s.deck = s.deck | s.discard, s.deck ^ s.deck
    assert "The discard pile was shuffled into a new deck" in texts(
        table, "use the board to draw two cards and keep one"
    )
    do(table, table.legal_texts(0)[0], "create First Light")
    assert texts(table, "create Pixel") == ["Ada created Pixel (4 stars)", "Ada reached the goal first"]


def test_the_log_of_an_auction() -> None:
    table = bidding(4, 4, 2, 0)
    assert texts(table, "bid 2") == ["Ada placed a bid"]
    do(table, "bid 2", seat=2)
    assert texts(table, "bid 1", seat=1) == [
        "Ada bid 2 prisms",
        "Bo bid 1 prism",
        "Cy bid 2 prisms",
        "Cy could not bid more",
    ]
    assert texts(table, "drop out")[:2] == ["Ada dropped out", "Bo won the starter token for 1 prism"]
    table = bidding(4, 4)
    do(table, "bid 0")
    assert texts(table, "bid 0", seat=1)[:3] == ["Ada bid nothing", "Bo bid nothing", "Ada kept the starter token"]


# ---------------------------------------------------------------------- moments


def test_moments() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": ""})
    do(table, "place red on First Light", "place white on the palette")
    assert moment(table, "done") is None
    assert moment(table, "done", seat=1) == Moment(
        "reveal", "Everyone reveals!",
        [Commit(0, "palette", ["white"]), Commit(0, "card:first-light", ["red"])],
    )  # fmt: skip
    table = resolving(progress={"First Light": "RGB", "Pixel": "RRGGBB"}, goal=2)
    made = moment(table, "create First Light")
    assert made is not None
    assert fill_names(made.text, NAMES) == "Ada created First Light: 1 star."
    assert (made.kind, made.card, made.goal) == ("created", "first-light", False)
    made = moment(table, "create Pixel")
    assert made is not None
    assert made.goal
    assert fill_names(made.text, NAMES, 0).endswith(" Second card! One last round.")
    look(table).final = 1
    assert moment(table, "end turn") is None, "created cards had their own moments"
    end = moment(table, "end turn", seat=1)
    assert end is not None
    assert (end.kind, fill_names(end.text, NAMES)) == ("end", f"Ada won with {table.result.scores[0]} stars.")
    assert msgspec.json.encode(end)


def test_the_turn_of_another_player_is_summed_up() -> None:
    table = resolving(palette="RGRB", created={"First Light": "R"})
    do(table, "make yellow light", "make magenta light", "use First Light")
    before = table.copy()
    turn = moment(table, "end turn", viewer=1)
    assert turn == Moment(
        "turn", "{0} made yellow light and magenta light; used First Light.", recipes=["pool-yellow", "pool-magenta"]
    )
    assert moment(before, "end turn", viewer=0) is None
