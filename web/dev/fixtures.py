"""Constants in the middle of things, to look at without a server: the messages it would send.

Mixx's positions are laid by hand, and checked against its own view; Colori's are played (colori.py).
"""

import msgspec
from played import actions

from gamut.games.mixx import GAME as MIXX
from gamut.games.mixx.words import MixxView

COLOURS = ["yellow", "red", "turquoise", "orange", "pink", "blue", "green", "violet"]
MOTIFS = ["shell", "starfish", "fish", "jellyfish", "propeller", "turtle", "chest", "anchor"]
CARDS = [f"{c}-{m}" for c in COLOURS for m in MOTIFS]
ACTIONS = actions(MIXX, 3)


def action(card: str, target: str) -> int:
    return ACTIONS["paths"].index((f"stock:{card}", target))


def option(kind, name, label, text="", default=None, low=None, high=None, values=(), by_seats=None):
    return {
        "kind": kind,
        "name": name,
        "label": label,
        "help": text,
        "default": default,
        "low": low,
        "high": high,
        "values": [{"value": v, "label": lab} for v, lab in values],
        "by_seats": by_seats,
    }


def game(id, title, tagline, seats, minutes, options=(), secrets=False, reconstructed=()):
    return {
        "id": id,
        "title": title,
        "tagline": tagline,
        "seats": seats,
        "minutes": minutes,
        "options": list(options),
        "levels": ["easy-going", "steady", "sharp"],
        "secrets": secrets,
        "reconstructed": list(reconstructed),
    }


GAMES = [
    game(
        "mixx",
        "Mixx",
        "Lay a cross where no colour and no motif meets its like.",
        [2, 3, 4],
        20,
        [
            option(
                "choice",
                "first",
                "Who begins",
                default="random",
                values=[("random", "Random"), (0, "Seat 1"), (1, "Seat 2"), (2, "Seat 3"), (3, "Seat 4")],
            ),
            option("count", "stock", "Cards in a stock", low=3, high=10, by_seats={"2": 8, "3": 6, "4": 5}),
            option("count", "motifs", "Motifs in play", default=8, low=4, high=8),
            option("flag", "line", "Line only, no cross", "for young players", default=False),
        ],
        reconstructed=[
            "The names of the motifs and colours that the rulebook does not mention.",
            "That stocks are kept between rounds.",
        ],
    ),
    game(
        "colori",
        "Colori",
        "Draft dyes, mix them on your wheel, make garments.",
        [2, 3, 4, 5],
        60,
        secrets=True,
    ),
]
RULES = {
    "title": "Mixx",
    "html": "<h1>Mixx</h1><p>Lay a cross in which no colour and no motif meets its like.</p>"
    "<h2>Goal</h2><p>Whoever lays the last card of a round wins every card of the cross.</p>"
    "<ul><li>Lay one card, then draw one.</li><li>You must lay if you can.</li></ul>",
}


def welcome(seat=0, secrets=False, title="Mixx", game="mixx", seats=3):
    return {
        "type": "welcome",
        "table": "t1",
        "game": game,
        "title": title,
        "seat": seat,
        "host": seat == 0,
        "seats": seats,
        "options": {},
        "rules_version": 1,
        "key_hash": "9c1e5a77b2f0d6e4",
        "secrets": secrets,
    }


def player(seat, name, kind, score, acting=False, level=None):
    return {
        "seat": seat,
        "name": name,
        "kind": kind,
        "level": level,
        "connected": True,
        "acting": acting,
        "chosen": False,
        "score": score,
        "note": "",
    }


def line(seat, text, piece="", heading=False):
    return {"step": 0, "seat": seat, "text": text, "pieces": [piece] if piece else [], "heading": heading}


LOG = [
    line(-1, "Round 2", heading=True),
    line(2, "laid blue shell, upright", "blue-shell"),
    line(0, "laid orange chest, level", "orange-chest"),
    line(1, "could not lay"),
    line(2, "could not lay"),
    line(0, "won 14 cards"),
    line(-1, "Round 3", heading=True),
    line(0, "began with blue jellyfish", "blue-jellyfish"),
    line(1, "laid yellow shell", "yellow-shell"),
    line(2, "laid red fish", "red-fish"),
    line(0, "laid dark green anchor", "green-anchor"),
    line(1, "laid orange starfish, upright: blue jellyfish is the centre", "orange-starfish"),
    line(2, "laid pink chest, upright", "pink-chest"),
    line(0, "laid violet turtle, level", "violet-turtle"),
    line(1, "laid turquoise fish, upright", "turquoise-fish"),
    line(1, "drew a card"),
    line(2, "laid red propeller, upright", "red-propeller"),
    line(2, "drew a card"),
]

STOCKS = [
    ["yellow-anchor", "violet-shell", "turquoise-starfish", "pink-propeller", "blue-fish", "green-jellyfish"],
    ["orange-turtle", "red-anchor", "yellow-chest", "pink-shell", "turquoise-propeller", "violet-fish"],
    ["blue-chest", "green-shell", "violet-starfish", "orange-jellyfish", "pink-turtle", "yellow-propeller"],
]


def mixx(**change):
    base = {
        "round": 3,
        "turn": 0,
        "deck": 21,
        "stocks": STOCKS,
        "won": [14, 9, 11],
        "level": ["green-anchor", "red-fish", "blue-jellyfish", "yellow-shell", "violet-turtle"],
        "upright": ["orange-starfish", "pink-chest", "blue-jellyfish", "turquoise-fish", "red-propeller"],
        "centre": "blue-jellyfish",
        "centre_level": 2,
        "centre_upright": 2,
        "line_only": False,
        "motifs": 8,
        "alone": False,
    }
    return msgspec.to_builtins(msgspec.convert(base | change, MixxView))


def view(
    mixx_view,
    legal=(),
    acting=0,
    players=None,
    log=LOG,
    since=14,
    ask="Lay a card of your stock",
    serial=1,
    decision=5,
    result=None,
    turn_of="Ada’s turn",
):
    names = players or [("Ada", "person"), ("Jonas", "person"), ("Sage", "bot")]
    return {
        "type": "view",
        "serial": serial,
        "decision": decision,
        "step": 34 + serial,
        "actors": [] if acting is None else [acting],
        "legal": list(legal),
        "ask": ask,
        "turn_of": turn_of,
        "players": [
            player(
                i,
                n,
                k,
                mixx_view["won"][i] if mixx_view else None,
                i == acting,
                "steady" if k == "bot" else None,
            )
            for i, (n, k) in enumerate(names)
        ],
        "view": mixx_view,
        "log": log,
        "log_from": 0,
        "since": since,
        "take_back": {"possible": True, "free": True, "why": ""},
        "warns": [],
        "result": result,
    }


LEGAL = [
    action("yellow-anchor", "axis:upright"),
    action("violet-shell", "axis:upright"),
    action("turquoise-starfish", "axis:level"),
    action("pink-propeller", "axis:level"),
]
MID = view(mixx(), LEGAL)

# the line of round 1, where a card may also become the centre
LINE = view(
    mixx(
        round=1,
        won=[0, 0, 0],
        level=["green-anchor", "red-fish", "yellow-shell"],
        upright=[],
        centre="",
        centre_level=-1,
        centre_upright=-1,
        deck=40,
    ),
    [
        action("blue-fish", "axis:level"),
        action("violet-shell", "cross:0"),
        action("violet-shell", "cross:1"),
        action("pink-propeller", "axis:level"),
        action("pink-propeller", "cross:1"),
    ],
    since=16,
)

# after yellow anchor was laid and red turtle drawn
LAID = view(
    mixx(
        stocks=[[*STOCKS[0][1:], "red-turtle"], *STOCKS[1:]],
        deck=20,
        upright=[
            "orange-starfish",
            "pink-chest",
            "blue-jellyfish",
            "turquoise-fish",
            "red-propeller",
            "yellow-anchor",
        ],
    ),
    acting=1,
    log=[*LOG, line(0, "laid yellow anchor, upright", "yellow-anchor"), line(0, "drew a card")],
    since=len(LOG) + 2,
    serial=2,
    decision=6,
    ask="Jonas lays a card",
    turn_of="Jonas’ turn",
)
# Jonas takes the round
WON = view(
    mixx(
        stocks=LAID["view"]["stocks"],
        deck=20,
        won=[14, 19, 11],
        level=[],
        upright=[],
        centre="",
        centre_level=-1,
        centre_upright=-1,
        round=4,
    ),
    acting=1,
    log=[*LAID["log"], line(1, "won 10 cards"), line(-1, "Round 4", heading=True)],
    since=len(LOG) + 2,
    serial=3,
    decision=6,
    ask="Jonas begins",
    turn_of="Jonas’ turn",
)

_others = [m for m in MOTIFS if m != "fish"]
_up = [f"{c}-{_others[(i + 3) % 7]}" for i, c in enumerate(c for c in COLOURS if c != "turquoise")]
FULL = view(
    mixx(
        level=[f"{c}-{m}" for c, m in zip(COLOURS, MOTIFS, strict=True)],
        upright=[*_up[:3], "turquoise-fish", *_up[3:]],
        centre="turquoise-fish",
        centre_level=2,
        centre_upright=3,
        won=[14, 9, 11, 6],
        stocks=[s[:5] for s in STOCKS]
        + [["red-chest", "green-turtle", "orange-fish", "pink-jellyfish", "violet-anchor"]],
    ),
    acting=3,
    players=[("Ada", "person"), ("Jonas", "person"), ("Sage", "bot"), ("Mira", "person")],
    ask="The cross is full: Mira takes it",
    turn_of="Mira’s turn",
)

END = view(
    mixx(
        deck=0,
        won=[29, 10, 19],
        turn=-1,
        round=4,
        stocks=[["blue-fish", "green-jellyfish"], STOCKS[1][:2], STOCKS[2][:2]],
        level=[
            "violet-chest",
            "green-fish",
            "pink-starfish",
            "turquoise-turtle",
            "orange-shell",
            "yellow-jellyfish",
        ],
        upright=[
            "red-jellyfish",
            "blue-turtle",
            "pink-starfish",
            "yellow-fish",
            "turquoise-anchor",
            "orange-propeller",
        ],
        centre="pink-starfish",
        centre_level=2,
        centre_upright=2,
    ),
    acting=None,
    ask="Ada wins with 29 cards",
    turn_of="",
    result={
        "reason": "Four rounds, 58 cards laid. The last cross, 11 cards, decided it.",
        "taken_back": 0,
        "key": "5f0c91be72d44a1e08b3c6f92d77e105",
        "ranks": [
            {"seat": 0, "name": "Ada", "rank": 1, "score": 29},
            {"seat": 2, "name": "Sage", "rank": 2, "score": 19},
            {"seat": 1, "name": "Jonas", "rank": 3, "score": 10},
        ],
    },
)

# the largest stocks at the fullest table
CROWD = view(
    mixx(
        level=["violet-anchor", "red-fish"],
        upright=[],
        centre="",
        centre_level=-1,
        centre_upright=-1,
        won=[0, 0, 0, 0],
        stocks=[CARDS[i * 10 : i * 10 + 10] for i in range(4)],
    ),
    [action("yellow-shell", "axis:level"), action("yellow-shell", "cross:0")],
    players=[("Ada", "person"), ("Bartholomew", "person"), ("Sage", "bot"), ("Mira", "person")],
)
