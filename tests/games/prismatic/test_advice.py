"""The advice of Prismatic for actions."""

from __future__ import annotations

from random import Random

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from tests.games.prismatic.builders import committing, do, opened, resolving
from tests.games.prismatic.test_rules_end import bidding


def advice(table: Table, action: str) -> str:
    number = table.setup.parse_action(action)
    assert number in table.legal(0)
    return table.knowledge(0).advise(number)


def test_the_card_that_is_helped_is_named() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": "R"}, common=("Glory", "Pixel"))
    assert advice(table, "place green on First Light") == "First Light will then need only blue."
    assert advice(table, "place white on the palette").startswith("Glory will then need only red")
    assert advice(table, "place black on the palette") == "On the palette they wait for a later round."
    assert advice(table, "done") == "Your other motes return to your bag."
    assert advice(committing(drawn="", bag="RGBRGBRGBW"), "done") == "All your motes are placed."


def reason(table: Table, *texts: str) -> str:
    """Return what is good about a whole move."""
    actions = [table.setup.parse_action(text) for text in texts]
    last = first = table.knowledge(0)
    for action in actions[:-1]:
        after = last.foresee(action).knowledge
        assert after is not None
        last = after
    return first.advise(*actions, last=last)


def test_advice_is_about_the_whole_placement() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG", progress={"First Light": "R"}, common=("Glory", "Pixel"))
    on_card = ("place green on First Light", "place blue on First Light")
    assert reason(table, *on_card) == "You can then create First Light."
    assert reason(table, *on_card, "done") == "You can then create First Light."
    palette = ("place red on the palette", "place green on the palette")
    assert reason(table, *palette) == "The palette can then pay for yellow light."
    both = reason(table, on_card[0], *palette[:1], "place blue on the palette")
    assert both == "First Light will then need only blue. The palette can then pay for magenta light."


def test_what_light_can_be_created_with_and_what_a_card_is_worth() -> None:
    table = resolving(palette="RGRGB", common=("First Light", "Saffron"), goal=4)
    assert advice(table, "create First Light") == "Worth 1 star; card 1 of 4."
    assert advice(table, "make yellow light") == "Saffron will then need only yellow and white."
    assert advice(table, "end turn") == "Your motes are worth more in a later round."
    table = resolving(palette="RGYW", common=("Saffron",))
    assert advice(table, "make yellow light") == "You can then create Saffron."


def test_choices_without_a_price_say_why() -> None:
    assert advice(opened(2), "choose cyan") == "You need this colour most."
    table = resolving(created={"Magic Lantern": "KK"}, progress={"Aurora": ""}, common=("Pixel", "", ""))
    do(table, "use Magic Lantern")
    assert advice(table, "put it in the common area") == "You don't need it in your progress area."
    table = resolving(palette="RGRG", pool="R")
    do(table, "make yellow light")
    assert advice(table, "pay with motes") == "Your light can pay for something else."
    table = resolving(created={"Scheele's Green": "G"}, progress={"Aurora": ""}, common=("Pixel", "", ""))
    do(table, "use Scheele's Green")
    assert advice(table, "discard Aurora") == "An unfinished card costs a star at the end."
    assert advice(table, "discard Pixel") == "A new common card takes its place at the end of the round."


def test_bids_are_for_the_starter_token_and_others_keep_prisms() -> None:
    table = bidding(2, 2)
    assert (
        advice(table, "bid 2") == "The holder of the starter token goes first and has first choice of the common cards."
    )
    assert advice(table, "bid 0") == "You keep your prisms."
    do(table, "bid 1")
    do(table, "bid 1", seat=1)
    assert advice(table, "drop out") == "You keep your prisms."


def test_every_action_has_advice() -> None:
    random = Random(5)
    for number in range(2):
        table = Table(GAME.open(2 + number % 3, {"goal": 3, "auction": number % 2 == 1}), game_key(6, number))
        while not table.over:
            seat = random.choice(table.actors)
            known = table.knowledge(seat)
            texts = [known.advise(action) for action in known.legal]
            assert all(text.endswith(".") and "{" not in text for text in texts)
            table.play(seat, random.choice(known.legal))
