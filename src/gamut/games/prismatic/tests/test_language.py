"""What Prismatic says: action texts and paths, questions, headlines, the log and moments."""

from __future__ import annotations

import msgspec
import pytest

from gamut.engine.language import LogEntry, fill_names
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.language import count_words, join
from gamut.games.prismatic.moments import Commit, PrismaticMoment
from gamut.games.prismatic.positions import arrange, committing, do, look, opened, resolving, started
from gamut.games.prismatic.tests.positions import empty_deck
from gamut.games.prismatic.tests.test_end import bidding

NAMES = ["Ada", "Bo", "Cy", "Di"]


def hear_log(table: Table, action: str, seat: int = 0, viewer: int = -1) -> list[LogEntry]:
    """Do an action and hear what a viewer is told."""
    before, number = table.knowledge(viewer), table.setup.action(action)
    seen = table.seen(viewer, seat, number)
    table.play(seat, number)
    return table.knowledge(viewer).tell(before, seat, seen)


def texts(table: Table, action: str, seat: int = 0, viewer: int = -1) -> list[str]:
    """The texts of it, with names where an entry has a seat."""
    return [f"{NAMES[e.seat]} {e.text}" if e.seat >= 0 else e.text for e in hear_log(table, action, seat, viewer)]


def moment(table: Table, action: str, seat: int = 0, viewer: int = -1) -> PrismaticMoment | None:
    """Do an action and see what is worth a pause."""
    before, number = table.knowledge(viewer), table.setup.action(action)
    seen = table.seen(viewer, seat, number)
    table.play(seat, number)
    found = table.knowledge(viewer).moment(before, seat, seen)
    assert found is None or isinstance(found, PrismaticMoment)
    return found


# ---------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("make a red mote from white and prism", ("board:mote-red-2",)),
        ("make a choice of two cards", ("board:draw-2",)),
        ("create Scheele's Green", ("card:scheeles-green",)),
        ("use Fogbow", ("card:fogbow",)),
        ("lay red on Aurora", ("drawn:red", "card:aurora")),
        ("lay prism on the palette", ("stock", "palette")),
        ("put it back", ("bag",)),
        ("keep Aurora", ("card:aurora",)),
        ("put it into the common area", ("common",)),
        ("replace Aurora", ("card:aurora",)),
        ("discard Aurora", ("card:aurora",)),
        ("steal Aurora", ("card:aurora",)),
        ("empty the palette", ("palette",)),
        ("take a prismatic mote", ("reward:prismatic",)),
        ("take the steal", ("reward:steal",)),
        ("decline", ("button:decline",)),
        ("pay with the pool", ("pay:pool",)),
        ("pay with motes", ("pay:motes",)),
        ("choose black", ("supply:black",)),
        ("bid 50", ("bid:50",)),
        ("forgo", ("button:forgo",)),
        ("done", ("button:done",)),
        ("end step", ("button:end",)),
    ],
)
def test_action_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    number = setup.action(text)
    assert (setup.texts[number], setup.paths[number]) == (text, path)


def test_lists_of_words() -> None:
    assert join(["red"]) == "red"
    assert join(["red", "blue", "white"]) == "red, blue and white"
    assert count_words(["red", "red", "prism", "prism", "prism"]) == "2 red and 3 prisms"


# ---------------------------------------------------------------------- questions


def ask(table: Table) -> str:
    """What is asked of seat 1."""
    return table.knowledge(0).ask


def test_questions_of_the_start_the_commit_and_the_auction() -> None:
    table = opened(2)
    assert table.knowledge(0).headline == "Start, to 5 cards"
    assert ask(table) == "Keep one of two cards, and choose 2 motes"
    do(table, "choose red")
    assert ask(table) == "Keep one of two cards, and choose 1 mote"
    do(table, "choose red")
    assert ask(table) == "Keep one of two cards"
    table.play(0, table.legal(0)[0])
    assert ask(table) == "Say that you are done, or take back"
    table.take_back(0)
    assert ask(table) == "Choose 1 mote"
    table = started(2)
    assert ask(table) == "Lay motes and prisms, or be done"
    assert table.knowledge(1).headline == "Round 1, to 5 cards"
    table = bidding(3, 3)
    assert ask(table) == "Bid prisms for the starter token"
    do(table, "bid 2")
    do(table, "bid 2", seat=1)
    assert ask(table) == "Bid more than 2, or forgo"


def test_questions_of_a_step() -> None:
    table = resolving(
        palette="RKYKRK", created={"Lead White": "W", "Neon Sign": "R", "Vermilion": "RR", "Magic Lantern": "KK"},
        progress={"Madder Root": "RRW"}, common=("Aurora", "Glory", "Pixel"),
    )  # fmt: skip
    assert ask(table) == "Create, use an ability, or end your step"
    do(table, "use Lead White")
    assert ask(table).startswith("Lay the ")
    assert ask(table).endswith(" mote you pulled, or put it back")
    do(table, "put it back", "create Madder Root")
    assert ask(table) == "Take a reward of Madder Root, or decline"
    do(table, "decline", "use Neon Sign")
    assert ask(table) == "Choose a card to steal"
    do(table, "steal Glory", "use Vermilion")
    assert ask(table) == "Choose a card or your palette to empty"
    do(table, "empty Vermilion", "use Magic Lantern")
    drawn = table.legal_texts(0)[0].removeprefix("keep ")
    assert ask(table) == f"Keep {drawn}, or put it into the common area"
    do(table, "put it into the common area", "make a choice of two cards")
    assert ask(table) == "Keep one of two cards"
    do(table, table.legal_texts(0)[0], "make a discard")
    assert ask(table) == "Choose a card to discard"
    look(table).final = 1
    assert table.knowledge(-1).headline == "Round 1, the last one"
    table = resolving(created={"Magic Lantern": "KK"}, common=("Aurora", "Glory", "Pixel"))
    do(table, "use Magic Lantern")
    assert table.knowledge(0).ask.endswith("or put it into the common area in place of one there")


# ---------------------------------------------------------------------- the log


def test_secret_steps_are_told_once_when_all_are_in() -> None:
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


def test_commits_are_told_together() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": ""})
    for action in ("lay red on First Light", "lay white on the palette", "lay black on the palette"):
        assert texts(table, action, viewer=1) == []
    assert texts(table, "lay prism on the palette", viewer=0) == []
    assert texts(table, "done", viewer=1) == ["Ada finished committing"]
    assert texts(table, "done", seat=1) == [
        "Ada committed red to First Light; white, black and prism to the palette",
        "Bo committed nothing",
    ]


def test_the_log_of_a_step() -> None:
    table = resolving(
        palette="RGRGWK", pool="R",
        progress={"Madder Root": "RRW", "Spectroscope": "RBYW^", "Stained Glass": "RBWK"},
        created={"First Light": "R", "Lead White": "W"}, bag="KKKK", goal=9,
    )  # fmt: skip
    assert texts(table, "make yellow for the pool") == ["Ada began to pay for yellow for the pool"]
    assert texts(table, "pay with the pool") == ["Ada paid red with the pool", "Ada made yellow for the pool"]
    assert texts(table, "make 1 prism") == ["Ada made 1 prism"]
    assert texts(table, "use First Light") == ["Ada used First Light", "Ada got yellow for the pool"]
    assert texts(table, "create Madder Root") == ["Ada created Madder Root: 1 star"]
    assert texts(table, "take a red mote") == ["Ada got a red mote"]
    assert texts(table, "create Stained Glass") == ["Ada created Stained Glass: 2 stars", "Ada got 1 prism"]
    assert texts(table, "create Spectroscope") == [
        "Ada created Spectroscope: 3 stars", "Ada got red for the pool", "Ada got yellow for the pool",
        "Ada got blue for the pool",
    ]  # fmt: skip
    assert texts(table, "use Lead White") == ["Ada used Lead White", "Ada pulled black"]
    assert texts(table, "lay black on the palette") == ["Ada laid black on the palette"]
    assert texts(table, "end step") == ["Ada ended the step"]


def test_the_log_of_actions() -> None:
    others = [{"progress": {"Kaleidoscope": "M^"}, "stock": 0}]
    table = resolving(
        palette="YKRK^", common=("Aurora", "Glory", ""), others=others, progress={"Moonbow": "BC^"},
        created={"Neon Sign": "R", "Vermilion": "R", "Magic Lantern": "K", "Lead White": "W"}, bag="BBBBB",
    )  # fmt: skip
    assert texts(table, "use Neon Sign") == ["Ada used Neon Sign"]
    assert texts(table, "steal Kaleidoscope") == [
        "Ada stole Kaleidoscope", "Bo lost Kaleidoscope: magenta came back, 1 prism went to the supply",
    ]  # fmt: skip
    assert texts(table, "make a discard") == ["Ada made a discard"]
    assert texts(table, "discard Moonbow") == [
        "Ada discarded Moonbow: blue and cyan came back, 1 prism went to the supply"
    ]
    do(table, "use Vermilion")
    assert texts(table, "empty the palette") == [
        "Ada emptied the palette: red and black came back, 1 prism went to the supply"
    ]
    do(table, "use Lead White")
    pulled = table.knowledge(0).view.places[0].drawn[0]  # type: ignore[attr-defined]
    assert texts(table, "put it back") == [f"Ada put {pulled} back"]
    [used, drew] = texts(table, "use Magic Lantern")
    drawn = drew.removeprefix("Ada drew ")
    assert used == "Ada used Magic Lantern"
    assert texts(table, "put it into the common area") == [f"Ada put {drawn} into the common area"]
    stolen = resolving(created={"Neon Sign": "R"}, common=("Aurora", "", ""))
    do(stolen, "use Neon Sign")
    assert texts(stolen, "steal Aurora") == ["Ada stole Aurora from the common area"]
    placed = resolving(created={"Magic Lantern": "K"}, common=("Aurora", "Glory", "Pixel"))
    drawn = texts(placed, "use Magic Lantern")[1].removeprefix("Ada drew ")
    assert texts(placed, "replace Glory") == [f"Ada put {drawn} into the common area in place of Glory"]


def test_the_log_of_new_cards() -> None:
    table = resolving(palette="RK", common=("Aurora", "Glory", "Pixel"))
    [made, drew] = texts(table, "make a choice of two cards")
    assert made == "Ada made a choice of two cards"
    one, two = (text.removeprefix("keep ") for text in table.legal_texts(0))
    assert drew == f"Ada drew {one} and {two}"
    assert texts(table, f"keep {two}") == [f"Ada discarded {one}", f"Ada kept {two}"]
    last = resolving(palette="RK", common=("Aurora", "Glory", "Pixel"))
    empty_deck(last, "Moonbow")
    assert texts(last, "make a choice of two cards") == [
        "Ada made a choice of two cards", "Ada drew and kept Moonbow",
    ]  # fmt: skip


def test_the_log_of_the_end_of_a_round() -> None:
    table = resolving(palette="RGB", common=("First Light", "Glory", "Pixel"), goal=2)
    do(table, "create First Light", "end step")
    arrange(table, 1, bag="", palette="K" * 10)
    said = texts(table, "end step", seat=1)
    joined = [text for text in said if "joined the common cards" in text]
    assert said[:2] == ["Bo ended the step", joined[0]]
    assert said[2:5] == [
        "Bo took the starter token",
        "Round 2",
        "Bo had an empty bag: all committed motes came back",
    ]
    assert said[5] == "Bo drew 5 black"
    look(table).final = 1
    for seat in (0, 1):
        do(table, "done", seat=seat)
    do(table, "end step", seat=1)
    assert texts(table, "end step")[-1] == "The end"


def test_a_new_deck_and_the_goal_are_told() -> None:
    table = resolving(
        palette="RK",
        progress={"First Light": "RGB", "Pixel": "RRGGBB"},
        common=("Aurora", "Glory", "Moonbow"),
        goal=2,
    )
    s = look(table)
    s.discard, s.deck = s.deck | s.discard, s.deck ^ s.deck
    assert "The discard pile became the deck" in texts(table, "make a choice of two cards")
    do(table, table.legal_texts(0)[0], "create First Light")
    assert texts(table, "create Pixel") == ["Ada created Pixel: 4 stars", "Ada reached the goal first"]


def test_the_log_of_an_auction() -> None:
    table = bidding(4, 4, 2, 0)
    assert texts(table, "bid 2") == ["Ada made a bid"]
    do(table, "bid 2", seat=2)
    assert texts(table, "bid 1", seat=1) == ["Ada bid 2", "Bo bid 1", "Cy bid 2", "Cy could not bid more"]
    assert texts(table, "forgo")[:2] == ["Ada dropped out of the bidding", "Bo took the starter token for 1 prism"]
    table = bidding(4, 4)
    do(table, "bid 0")
    assert texts(table, "bid 0", seat=1)[:3] == ["Ada bid nothing", "Bo bid nothing", "Ada kept the starter token"]


# ---------------------------------------------------------------------- moments


def test_moments() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": ""})
    do(table, "lay red on First Light", "lay white on the palette")
    assert moment(table, "done") is None
    assert moment(table, "done", seat=1) == PrismaticMoment(
        "reveal", "All commits were turned up.",
        [Commit(0, "palette", ["white"]), Commit(0, "card:first-light", ["red"])],
    )  # fmt: skip
    table = resolving(progress={"First Light": "RGB", "Pixel": "RRGGBB"}, goal=2)
    made = moment(table, "create First Light")
    assert made is not None
    assert fill_names(made.text, NAMES) == "Ada created First Light: 1 star."
    assert (made.kind, made.seat, made.card, made.goal) == ("creation", 0, "first-light", False)
    made = moment(table, "create Pixel")
    assert made is not None
    assert made.goal
    assert fill_names(made.text, NAMES, 0).endswith("That was creation number 2: one more round follows this one.")
    look(table).final = 1
    do(table, "end step")
    end = moment(table, "end step", seat=1)
    assert end is not None
    assert (end.kind, end.ranking, end.tie_break) == ("end", [0, 1], "")
    assert fill_names(end.text, NAMES).startswith("Ada won with ")
    assert [found.total for found in end.scores] == list(table.result.scores)
    assert msgspec.json.encode(end)
