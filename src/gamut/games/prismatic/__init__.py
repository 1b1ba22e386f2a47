"""Prismatic, by George Carimando: draw motes of light, commit them in secret, and create."""

from __future__ import annotations

from pathlib import Path

from gamut.engine.game import Game, SearchSettings
from gamut.engine.language import Language
from gamut.engine.network import fill_sums
from gamut.engine.options import Count, File, Flag, Options, seat_choice
from gamut.engine.verbs import gather
from gamut.games.prismatic import (
    advice,
    draw,
    foresight,
    guide,
    hidden,
    invariants,
    language,
    moments,
    reasons,
    rules,
    scoring,
    view,
)
from gamut.games.prismatic.cards import Printed, fill, read_cards
from gamut.games.prismatic.record import (
    ACTIONS,
    ALL_PRISMS,
    BOARD,
    CARDS,
    DRAWS,
    MOST_COST,
    MOST_LEGAL,
    MOST_ROUNDS,
    RANDOM,
    REWARDS_EACH,
    SEATS,
    WISHES,
    Constants,
    State,
)  # fmt: skip
from gamut.games.prismatic.worths import fill_worths

FOLDER = Path(__file__).parent

# No step of a game is unlimited:
# a seat chooses a card and two motes, and is done;
START_STEPS = 1 + WISHES + 1
# in a round it lays at most five motes, all seats together lay at most all prisms, and each is done;
COMMIT_STEPS = SEATS * (DRAWS + 1) + ALL_PRISMS
# it makes each creation of the board once, with a question at most for each unit of the price and one for a card;
BOARD_STEPS = SEATS * BOARD * (1 + MOST_COST + 1)
# every card has one owner, who uses its ability once and answers one question, and each seat ends its step;
ABILITY_STEPS = CARDS * 2 + SEATS
# two seats share a highest bid only up to half of all prisms; each time either the bid rises or one seat forgoes;
AUCTION_STEPS = SEATS * (ALL_PRISMS // 2 + SEATS + 1)
# and a card is created once in a game, with a question for each unit, two steps for each reward or one to decline.
CREATE_STEPS = CARDS * (1 + MOST_COST + 2 * REWARDS_EACH + 1)


def setup(c: Constants, options: Options, seats: int) -> Printed:
    """Fill the constants; what is printed on the cards is for the language."""
    printed = read_cards(str(options["cards"]))
    fill(c, printed)
    fill_worths(c)
    fill_sums(c, foresight.TAUGHT.file)
    c.seats, c.goal, c.auction = seats, int(options["goal"]), int(options["auction"])
    c.first = RANDOM if options["first"] == "random" else int(options["first"]) - 1
    return printed


GAME = Game(
    id="prismatic",
    title="Prismatic",
    tagline="Draw motes of light, commit them in secret, and create rainbows, pigments and lamps.",
    goal="Shine with the most stars: create cards, and own the most of what light is made of.",
    version=1,
    seats=(2, 3, 4),
    minutes=45,
    options=(
        Count(name="goal", label="Creations to the end",
              help="Three for a quick game, five for an average one, seven for a long one.",
              low=2, high=9, default=5),
        Flag(name="auction", label="Auction of the starter token",
             help="A house rule: prisms are bid in secret for the token instead of passing it on."),
        File(name="cards", label="Cards", help="The play cards and the board: a file of whoever runs the program.",
             folder=FOLDER / "cards", default="standard"),
        seat_choice("Who wears the most colours", "Begins, and wins the last tie-break.", SEATS),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(rules, scoring, hidden, guide, foresight, invariants),
    language=Language.gather(language, view, reasons, advice, moments, draw),
    most_actions=ACTIONS,
    most_legal=MOST_LEGAL,
    longest=SEATS * START_STEPS
    + MOST_ROUNDS * (COMMIT_STEPS + BOARD_STEPS + ABILITY_STEPS + AUCTION_STEPS)
    + CREATE_STEPS,
    features=hidden.FEATURES,
    layout=hidden.LAYOUT,
    work=foresight.WORK,
    taught=foresight.TAUGHT,
    reasons=("most stars", "most stars after the last round there is"),
    invariants=(
        "every card is in exactly one place",
        "supply and owners have all motes and prisms together",
        "a seat owns as many motes as it says, ten and more",
        "cards and palettes hold only what may be committed to them",
        "choices, commits, bids and drawn motes are there only in their phase",
        "pool, payment and rewards belong to the step under way",
        "who is said to have reached the goal has, and bids are covered",
    ),
    short={"goal": 2},
    search=SearchSettings(exploration=50, trust=1500, sharp=100, depth=1, rivals=8),
    secrets=("drawn", "kept", "laid", "offer", "stock", "wished"),
    folder=FOLDER,
    reconstructed=(
        "The rulebook shows none of the 42 play cards: ours are our own design, priced by one formula.",
        "The rulebook does not tell the recipes of the board: ours follow how light adds and pigment subtracts.",
    ),
)  # fmt: skip
