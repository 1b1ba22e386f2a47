"""Prismatic, by George Carimando: draw motes of light, commit them in secret, and create cards."""

from __future__ import annotations

from pathlib import Path

from gamut.engine.game import Game, SearchSettings
from gamut.engine.options import CountOption, FileOption, FlagOption, Options, first_player_option
from gamut.engine.presentation import Presentation
from gamut.engine.value_weights import load_sums
from gamut.engine.verbs import collect_verbs
from gamut.games.prismatic import (
    advice,
    details,
    guide,
    heuristics,
    hidden,
    invariants,
    legend,
    log,
    move_text,
    presentation,
    reasons,
    rules,
    scoring,
    terminal,
    value,
    view,
)
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import Printed, fill_cards, read_cards
from gamut.games.prismatic.record import Constants, State
from gamut.games.prismatic.texts_0_2 import list_old_texts

FOLDER = Path(__file__).parent

# Bounds on the number of actions in a game.
# Start: a seat chooses a card and two motes, and submits.
START_STEPS = 1 + rec.START_MOTES + 1
# Commits: in a round a seat places at most five motes and submits; all seats together place at most all prisms.
COMMIT_STEPS = rec.MAX_SEATS * (rec.DRAWS + 1) + rec.ALL_PRISMS
# Board: a seat makes each recipe once, with at most one decision per item of the price and one for a card.
BOARD_STEPS = rec.MAX_SEATS * rec.RECIPES * (1 + rec.MAX_COST + 1)
# Abilities: each card has one owner, who uses it once and decides once; each seat ends its turn.
ABILITY_STEPS = rec.CARDS * 2 + rec.MAX_SEATS
# Auction: two seats can share the highest bid only up to half of all prisms; each time it rises or a seat drops out.
AUCTION_STEPS = rec.MAX_SEATS * (rec.ALL_PRISMS // 2 + rec.MAX_SEATS + 1)
# Cards: each is created once in a game, with a decision per item, two actions per reward, or one to skip the rewards.
CREATE_STEPS = rec.CARDS * (1 + rec.MAX_COST + 2 * rec.REWARDS_EACH + 1)


def setup(c: Constants, options: Options, seats: int) -> Printed:
    printed = read_cards(str(options["cards"]))
    fill_cards(c, printed)
    heuristics.fill_worths(c)
    load_sums(c, value.WEIGHTS_FILE)
    c.seats, c.goal, c.auction = seats, int(options["goal"]), int(options["auction"])
    c.first = rec.RANDOM if options["first"] == "random" else int(options["first"]) - 1
    return printed


GAME = Game(
    id="prismatic",
    title="Prismatic",
    tagline="Draw motes of light, commit them in secret, and create rainbows, pigments and lamps.",
    goal="Win the most stars by creating cards and collecting motes and prisms.",
    version=1,
    seats=(2, 3, 4),
    minutes=45,
    options=(
        CountOption(name="goal", label="Cards to end the game",
                    help="When a player has created this many cards, one last round follows.",
                    low=2, high=9, default=5),
        FlagOption(name="auction", label="Auction",
                   help="House rule: bid prisms in secret to go first."),
        FileOption(name="cards", label="Card set", help="The cards and the recipes on the board.",
                   folder=FOLDER / "cards", default="standard"),
        first_player_option(
            "First player", "In the rulebook, the player who wears the most colours begins.", rec.MAX_SEATS
        ),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(rules, scoring, hidden, guide, value, invariants),
    presentation=Presentation.collect(presentation, log, view, reasons, advice, details, legend, terminal, move_text),
    texts_0_2=list_old_texts,
    max_actions=rec.ACTIONS,
    max_legal=rec.MAX_LEGAL,
    max_steps=rec.MAX_SEATS * START_STEPS
    + rec.MAX_ROUNDS * (COMMIT_STEPS + BOARD_STEPS + ABILITY_STEPS + AUCTION_STEPS)
    + CREATE_STEPS,
    feature_count=hidden.FEATURES,
    feature_layout=hidden.LAYOUT,
    scratch_size=value.SCRATCH_SIZE,
    reasons=("{winner} won with the most stars.", "Round limit – {winner} won with the most stars."),
    invariants=(
        "every card is in exactly one place",
        "no count is negative, and supply and players have all motes and prisms together",
        "the stored numbers of motes are right, and no player has fewer than ten",
        "cards and palettes hold only what may be committed to them",
        "choices, commits, bids and drawn motes exist only in their phase",
        "light, payment and rewards belong to the current turn",
        "the goal was reached by the player stored, and bids are covered",
    ),
    quick_options={"goal": 2},
    search=SearchSettings(exploration=50, trust=1500, sharp=100, depth=1, rivals=8),
    secret_fields=("drawn", "kept", "placed", "offer", "stock", "chosen_motes"),
    folder=FOLDER,
    edition_notes=(
        "The rulebook shows none of the 42 cards: these are our own design, priced by one formula.",
        "The rulebook does not give the recipes on the board: ours follow how light adds and pigment subtracts.",
    ),
)  # fmt: skip
