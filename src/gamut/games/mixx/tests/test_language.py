"""What Mixx says: questions, the log, action texts and paths, and the end of a round."""

from __future__ import annotations

import pytest

from gamut.engine.language import LogEntry, fill_names
from gamut.engine.table import Table
from gamut.games.mixx import GAME
from gamut.games.mixx.language import MixxMoment, Stuck
from gamut.games.mixx.positions import Tableau


def hear_log(at: Tableau, text: str) -> list[LogEntry]:
    """Lay a card and hear what everybody is told."""
    seat, before = at.s.turn, at.table.knowledge(-1)
    action = at.table.setup.action(f"lay {text}")
    at.lay(text)
    return at.table.knowledge(-1).tell(before, seat, action)


def moment(at: Tableau, text: str, seat: int = -1) -> MixxMoment | None:
    """Lay a card and see what is worth a pause."""
    mover, before = at.s.turn, at.table.knowledge(seat)
    action = at.table.setup.action(f"lay {text}")
    at.lay(text)
    found = at.table.knowledge(seat).moment(before, mover, action)
    assert found is None or isinstance(found, MixxMoment)
    return found


def ask(at: Tableau, seat: int) -> str:
    """What is asked of a seat."""
    return at.table.knowledge(seat).ask


@pytest.mark.parametrize(
    ("action", "text", "path"),
    [
        (0, "lay yellow shell level", ("stock:yellow-shell", "axis:level")),
        (64 + 17, "lay red fish upright", ("stock:red-fish", "axis:upright")),
        (2 * 64 + 63, "lay violet anchor across yellow", ("stock:violet-anchor", "cross:yellow")),
        (9 * 64 + 38, "lay green propeller across violet", ("stock:green-propeller", "cross:violet")),
    ],
)
def test_action_texts_and_paths(action: int, text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    assert (setup.texts[action], setup.paths[action]) == (text, path)
    assert setup.action(f"  {text.upper()} ") == action


def test_questions() -> None:
    at = Tableau("yellow shell, turquoise fish, pink turtle", "red starfish, orange jellyfish, blue chest")
    assert ask(at, 0) == "Begin the round with any card"
    at.lay("yellow shell level")
    assert ask(at, 1) == "Lay a card that differs in colour and motif"
    at.lay("red starfish level")
    assert ask(at, 0) == "Lengthen the line, or cross it"
    at.lay("turquoise fish across yellow")
    assert ask(at, 1) == "Lay a card on one of the two axes"


def test_questions_of_a_line_and_alone() -> None:
    at = Tableau("yellow shell, turquoise fish", "yellow anchor", line=True)
    at.lay("yellow shell level")
    assert ask(at, 0) == "The others are stuck: lay on as long as you can"
    at = Tableau("yellow shell, turquoise fish", "red starfish, blue chest", line=True)
    at.lay("yellow shell level", "red starfish level")
    assert ask(at, 0) == "Lay a card that differs in colour and motif"


def test_the_log_of_a_round() -> None:
    at = Tableau("yellow shell, turquoise fish, pink turtle", "red starfish, yellow chest, violet propeller",
                 deck="blue anchor, red jellyfish")  # fmt: skip
    begun = hear_log(at, "yellow shell level")
    assert begun[0] == LogEntry("began with yellow shell", 0, ("yellow-shell",))
    assert begun[1] in (
        LogEntry("drew blue anchor", 0, ("blue-anchor",)),
        LogEntry("drew red jellyfish", 0, ("red-jellyfish",)),
    )
    assert hear_log(at, "red starfish level")[0] == LogEntry("laid red starfish", 1, ("red-starfish",))
    crossed = hear_log(at, "turquoise fish across red")
    text = "laid turquoise fish across red starfish, which became the centre"
    assert crossed == [LogEntry(text, 0, ("turquoise-fish",))]
    assert hear_log(at, "violet propeller level")[0].text == "laid violet propeller, level"
    assert hear_log(at, "pink turtle upright")[0].text == "laid pink turtle, upright"


def test_the_log_of_misses_and_of_an_ended_round() -> None:
    at = Tableau("red starfish", "yellow anchor", "yellow shell, yellow chest",
                 deck="yellow fish, red fish, pink shell", turn=2, line=True)  # fmt: skip
    at.lay("yellow shell level")
    lines = hear_log(at, "red starfish level")
    assert lines[0].text == "laid red starfish"
    assert lines[1].text.startswith("drew ")
    assert lines[2:] == [
        LogEntry("could not lay", 1),
        LogEntry("could not lay", 2),
        LogEntry("laid last and won 2 cards", 0),
        LogEntry("Round 2", heading=True),
    ]


def test_the_log_of_one_miss_and_of_the_end() -> None:
    at = Tableau("yellow shell", "yellow anchor", "green fish")
    assert hear_log(at, "yellow shell level") == [
        LogEntry("began with yellow shell", 0, ("yellow-shell",)),
        LogEntry("could not lay", 1),
    ]
    assert hear_log(at, "green fish level") == [
        LogEntry("laid green fish", 2, ("green-fish",)),
        LogEntry("could not lay", 0),
    ]
    assert hear_log(at, "yellow anchor across green") == [
        LogEntry("laid yellow anchor across green fish, which became the centre", 1, ("yellow-anchor",)),
        LogEntry("could not lay", 2),
        LogEntry("could not lay", 0),
        LogEntry("laid last and won 3 cards", 1),
    ]


def test_one_card_is_not_told_as_cards() -> None:
    at = Tableau("yellow shell", "")
    assert hear_log(at, "yellow shell level")[-1] == LogEntry("laid last and won 1 card", 0)


def test_alone_nobody_is_told_to_miss_again() -> None:
    at = Tableau("yellow shell, red starfish", "yellow anchor")
    assert hear_log(at, "yellow shell level")[1:] == [LogEntry("could not lay", 1)]
    assert [line.text for line in hear_log(at, "red starfish level")] == [
        "laid red starfish",
        "laid last and won 2 cards",
    ]


def test_the_view_tells_options_and_turn() -> None:
    at = Tableau("yellow shell", "", line=True, motifs=5)
    v = at.view(0)
    assert (v.line_only, v.motifs, v.turn, v.alone) == (True, 5, 0, False)
    at.lay("yellow shell level")
    over = at.view(0)
    assert (over.turn, over.won, over.level) == (-1, [1, 0], ["yellow-shell"])
    assert (over.centre, over.centre_level, over.upright) == ("", -1, [])


def test_headlines() -> None:
    at = Tableau("yellow shell, red fish", "red starfish", deck="blue anchor")
    assert at.table.knowledge(0).headline == "Round 1, 1 card in the deck"
    at.lay("yellow shell level")
    assert at.table.knowledge(-1).headline == "Round 1, 0 cards in the deck"
    over = Tableau("yellow shell", "")
    over.lay("yellow shell level")
    assert over.table.knowledge(1).headline == "The game is over"


# ---------------------------------------------------------------- the end of a round


def test_who_took_how_many_and_why_the_other_could_not_lay() -> None:
    at = Tableau("yellow shell, red starfish, green fish", "yellow anchor, red shell", deck="", turn=0)
    assert moment(at, "yellow shell level") is None
    assert moment(at, "red starfish level") is None
    end = moment(at, "green fish across red")
    assert end is not None
    assert fill_names(end.text, ["Ada", "Umber"]) == (
        "Ada took 3 cards: Umber could not lay. That was the end of the game."
    )
    assert fill_names(end.text, ["Ada", "Umber"], 0).startswith("You took 3 cards: Umber could not lay.")
    assert fill_names(end.text, ["Ada", "Umber"], 1).startswith("Ada took 3 cards: you could not lay.")
    assert (end.round, end.winner, end.prize, end.last, end.over) == (1, 0, 3, "green-fish", True)
    assert (end.level, end.centre_level) == (["yellow-shell", "red-starfish"], 1)
    assert (end.upright, end.centre_upright, end.centre) == (["red-starfish", "green-fish"], 0, "red-starfish")
    assert end.stuck == [Stuck(1, ["yellow-anchor", "red-shell"], fits_now=True)]


def test_a_round_among_three_ends_with_the_others_stuck() -> None:
    at = Tableau("red starfish", "yellow anchor", "yellow shell, yellow chest",
                 deck="yellow fish, red fish, pink shell", turn=2, line=True)  # fmt: skip
    at.lay("yellow shell level")
    end = moment(at, "red starfish level", seat=1)
    assert end is not None
    assert end.text == "{0} took 2 cards: the others could not lay."
    assert [(x.seat, x.fits_now) for x in end.stuck] == [(1, False), (2, False)]
    assert (end.level, end.upright, end.centre, end.over) == (["yellow-shell", "red-starfish"], [], "", False)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_cross_of_a_game_is_shown_as_it_lay(seats: int) -> None:
    """Played by itself to the end: the cards of each moment are those won, the last one among them."""
    table = Table(GAME.open(seats), bytes(16))
    rounds = 0
    while not table.over:
        mover = table.actors[0]
        action = table.legal(mover)[-1]
        before, known = table.copy(), table.knowledge(-1)
        table.play(mover, action)
        end = table.knowledge(-1).moment(known, mover, action)
        now = int(table.record["won"][0, mover]).bit_count() - int(before.record["won"][0, mover]).bit_count()
        assert (end is not None) == (now > 0)
        if isinstance(end, MixxMoment):
            rounds += 1
            shown = set(end.level) | set(end.upright)
            assert len(shown) == end.prize == now
            assert end.last in shown
            assert {x.seat for x in end.stuck} == set(range(seats)) - {mover}
            assert end.centre == (end.level[end.centre_level] if end.upright else "")
            if end.upright:
                assert end.upright[end.centre_upright] == end.centre
    assert rounds >= 2
