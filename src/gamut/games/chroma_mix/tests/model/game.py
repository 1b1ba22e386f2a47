"""The game as the model plays it: turns, their actions, and Billy.

The game is one generator: it yields a question and is sent the move that was chosen. An effect that starts
another simply runs it, so what waits lies on Python's own stack; `waiting` only tells of it. Chance is told and
never drawn: before a move is sent, `told` has to say what it brought.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from gamut.games.chroma_mix.tests.model.cards import Mix, Paid, in_order, list_mixes
from gamut.games.chroma_mix.tests.model.effects import Effects, Flow, Question, takes
from gamut.games.chroma_mix.tests.model.table import BILLY, MIX, Deal, Player, Told, Turn

ACTIONS = ("print", "mix", "refill", "swap")


class Model(Effects):
    """A game of Chroma Mix."""

    def __init__(self, deal: Deal, told: Told) -> None:
        super().__init__(deal, told)
        self.possible: list[str] = []  # the actions that may begin now
        self.paid: list[Paid] = []  # so far in the running mix
        self.makes: list[str] = []  # what these make

    # ------------------------------------------------------------------ the game and its turns

    def play(self) -> Flow:
        """The whole game."""
        while self.billy.turns_ahead > 1:  # the last of Billy's starting turns is its turn of the first round
            yield from self.take_turn(BILLY)
        while True:
            for p in self.order:
                yield from self.take_turn(p)
            if self.is_last_round:
                break
            self.round += 1
        self.over = True
        self.mark_end()

    def take_turn(self, p: int) -> Flow:
        """One turn, and the look at victories after it."""
        self.turn = Turn(p)
        if self.is_billy(p):
            yield from self.play_billy()
        else:
            yield from self.act(p)
            yield from self.let_pears_give(p)
        self.look_at_victories()

    def let_pears_give(self, p: int) -> Flow:
        """Pear: at the end of a turn with a print, a rank-1 card for each copy."""
        pears, turn = self.players[p].play.count("Pear"), self.turn
        if turn.printed:
            self.mark("several Pears at once", pears > 1)
            self.mark("Pear after a print by Orange alone", pears > 0 and turn.printed == turn.laid)
            yield from self.add_rank_1(p, "Pear", many=pears)

    def act(self, p: int) -> Flow:
        """The actions of a turn."""
        while moves := self.list_actions(p):
            self.possible = list(moves)
            texts = [text for action in moves.values() for text in action]
            chosen = yield from self.ask(p, texts + ["end turn"] * bool(self.turn.used))
            self.possible = []
            if chosen == "end turn":
                self.mark("turn ended before all was done")
                return
            self.mark("second mix after another action", self.turn.mixes == 1 and self.turn.used > {"mix"})
            action, _, piece = chosen.partition(" ")
            by_key = bool(self.turn.used) and action not in self.turn.used
            self.mark("second action by Key", by_key)
            self.mark("second action by a Key just printed", by_key and "Key" in self.turn.printed)
            self.turn.used.add(action)
            yield from self.do_action(p, action, piece)

    def do_action(self, p: int, action: str, piece: str) -> Flow:
        """Do one of the four actions; `piece` is what the move names beside it."""
        match action:
            case "print":
                yield from self.print_card(p, piece)
            case "mix":
                yield from self.mix(p, piece)
            case "refill":
                yield from self.refill(p, "")
            case "swap":
                yield from self.swap(p, piece)

    def list_actions(self, p: int) -> dict[str, list[str]]:
        """The moves that may begin an action now, by action."""
        player = self.players[p]
        found = {
            "print": [f"print {card}" for card in player.list_printable()],
            "mix": sorted({f"mix {paid.text}" for mix in self.list_mixes_of(player) for paid in mix.paid}),
            "refill": ["refill"],
            "swap": self.list_swaps(player),
        }
        return {action: found[action] for action in ACTIONS if found[action] and self.allows(player, action)}

    def allows(self, player: Player, action: str) -> bool:
        """Whether what was done in this turn leaves room for an action."""
        used = self.turn.used
        if not used:
            return True
        if "swap" in used or action == "swap":
            return False
        if action == "mix" and self.turn.mixes == 1:
            return "Lemon" in player.play
        return "Key" in player.play and "Key" not in self.turn.laid and action not in used

    # ------------------------------------------------------------------ swap and refill

    def list_swaps(self, player: Player) -> list[str]:
        """The moves that begin a swap."""
        if player.hand:
            return [f"swap {card}" for card in in_order(set(player.hand)) if self.list_filled()]
        return ["swap nothing"] * bool(self.piles["Light Yellow"])

    def swap(self, p: int, given: str) -> Flow:
        """Give a card of the hand for one of rank 1."""
        hand = self.players[p].hand
        self.mark("swapped nothing", given == "nothing")
        if given == "nothing":
            self.take(hand, "Light Yellow")
            return
        with self.wait("swap", "", p):
            card = yield from self.ask_take(p, self.list_filled())
        hand.remove(given)
        self.put_away(given)
        self.take(hand, card)
        self.fill_rows()

    # ------------------------------------------------------------------ mix

    def list_mixes_of(self, player: Player) -> list[Mix]:
        """All mixes that a player could do now."""
        least, most = (1, 4) if "Raspberry" in player.play else (2, 2)
        places = ("hand", "play") if "Coral" in player.play else ("hand",)
        cards = [paid for paid in player.list_with_places() if paid.place in places]
        return list_mixes(cards, self.list_open(), least, most)

    def choose_mix(self, seat: int, mixes: list[Mix], verb: str, paid: list[Paid]) -> Generator[Question, str, Mix]:
        """Let a seat choose one of some mixes, card by card; some may be paid already."""
        self.paid = paid
        while True:
            left = [mix for mix in mixes if Counter(paid) <= Counter(mix.paid)]
            done = [mix for mix in left if len(mix.paid) == len(paid)]
            self.makes = in_order({mix.result for mix in done})
            more = {f"{verb} {one.text}": one for mix in left for one in Counter(mix.paid) - Counter(paid)}
            chosen = yield from self.ask(seat, [*more, *takes(self.makes)])
            if chosen not in more:
                self.paid, self.makes = [], []
                return next(mix for mix in done if chosen == f"take {mix.result}")
            paid.append(more[chosen])

    def mix(self, p: int, first: str) -> Flow:
        """The mix action, of which the first card paid is known."""
        player, mixes = self.players[p], self.list_mixes_of(self.players[p])
        paid = next(one for mix in mixes for one in mix.paid if one.text == first)
        with self.wait("mix", "", p):
            mix = yield from self.choose_mix(p, mixes, "with", [paid])
        self.mark_mix(player, mix)
        for one in mix.paid:
            self.discard(player, one)
        self.take(player.hand, mix.result)
        self.fill_rows()
        self.turn.mixes += 1
        owner, grays = self.find_watcher(p)
        with self.wait("watch", "Slate Gray", owner, grays):
            yield from self.lay(p, mix.result)
        yield from self.watch(p)

    def lay(self, p: int, card: str) -> Flow:
        """Orange: the card just mixed may go straight into play, without what it does once."""
        player = self.players[p]
        if "Orange" not in player.play:
            return
        self.mark("a second Emerald Green not laid", not player.may_print(card))
        if not player.may_print(card):
            return
        with self.wait("lay", "Orange", p):
            chosen = yield from self.ask(p, ["print it", "keep it"])
        self.mark(f"Orange: {chosen}")
        if chosen == "print it":
            player.hand.remove(card)
            player.play.append(card)
            self.turn.printed.append(card)
            self.turn.laid.append(card)
            self.mark(f"Orange laid {card}")

    def find_watcher(self, mixer: int) -> tuple[int, int]:
        """Who plays before the mixer, and how many Slate Grays of that player watch."""
        owner = (mixer - 1) % len(self.players)
        return owner, self.players[owner].play.count("Slate Gray")

    def watch(self, mixer: int) -> Flow:
        """Slate Gray: whoever plays before the mixer may add a rank-1 card for each copy in play."""
        owner, grays = self.find_watcher(mixer)
        self.mark("two Slate Grays watched", grays == 2)
        for left in range(grays, 0, -1):
            if not self.list_filled():
                return
            with self.wait("watch", "Slate Gray", owner, left):
                chosen = yield from self.ask(owner, [*takes(self.list_filled()), "pass"])
            self.mark("Slate Gray: " + chosen.split()[0] + " after Billy" * self.is_billy(mixer))
            if chosen != "pass":
                self.take(self.players[owner].hand, chosen.removeprefix("take "))

    # ------------------------------------------------------------------ Billy

    def play_billy(self) -> Flow:
        """Billy draws two cards, then mixes once for each MIX card among them."""
        billy, hand = self.billy, self.players[BILLY].hand
        billy.turns_ahead = max(billy.turns_ahead - 1, 0)
        drawn = [self.draw_for_billy(), self.draw_for_billy()]
        hand += [card for card in drawn if card != MIX]
        billy.mixes = drawn.count(MIX)
        self.mark("Billy drew two MIX cards", billy.mixes == 2)
        while billy.mixes:
            yield from self.mix_for_billy()

    def draw_for_billy(self) -> str:
        """The next card of Billy's deck, which is made anew when a card is needed and none is left."""
        billy = self.billy
        if not billy.deck:
            self.mark("Billy's deck made anew")
            billy.deck, billy.discarded = billy.discarded, []
        return self.draw(billy.deck, self.told.drawn.pop(0))

    def list_billys_mixes(self) -> list[Mix]:
        """What Billy may mix: a card that it does not hold, if there is such a mix."""
        hand = self.players[BILLY].hand
        mixes = list_mixes([Paid(card, "hand") for card in hand], self.list_open())
        new = [mix for mix in mixes if mix.result not in hand]
        self.mark("Billy must mix a card it does not hold", 0 < len(new) < len(mixes))
        self.mark("Billy may mix a card it holds", not new and bool(mixes))
        return new or mixes

    def mix_for_billy(self) -> Flow:
        """Carry out one MIX card: the player chooses what Billy mixes."""
        billy, hand, mixes = self.billy, self.players[BILLY].hand, self.list_billys_mixes()
        self.mark("Billy had nothing to mix", not mixes)
        if not mixes:
            billy.mixes -= 1
            billy.discarded.append(MIX)
            return
        billy.must = in_order({mix.result for mix in mixes})
        with self.wait("billy", "", 0, billy.mixes):
            mix = yield from self.choose_mix(0, mixes, "Billy pays", [])
        billy.must = []
        billy.mixes -= 1
        billy.discarded += [MIX, *(paid.name for paid in mix.paid)]
        for paid in mix.paid:
            hand.remove(paid.name)
        self.take(hand, mix.result)
        self.fill_rows()
        with self.wait("billy", "", 0, billy.mixes):
            yield from self.watch(BILLY)

    # ------------------------------------------------------------------ what a test wants to have seen

    def mark_mix(self, player: Player, mix: Mix) -> None:
        """Before a mix is carried out."""
        names = [paid.name for paid in mix.paid]
        self.mark(f"mixed {len(names)} cards")
        self.mark("second mix", self.turn.mixes == 1)
        lemons = player.play.count("Lemon")
        self.mark("second mix by a Lemon just laid", self.turn.mixes == 1 == lemons and "Lemon" in self.turn.laid)
        self.mark("mixed with a card in play", any(paid.place == "play" for paid in mix.paid))
        for card in ("Coral", "Raspberry", "Orange", "Lemon"):
            paid = mix.paid.count(Paid(card, "play"))
            self.mark(f"the last {card} in play paid", 0 < paid == player.play.count(card))
        self.mark("Prism paid", "Prism" in names)
        self.mark("two Prisms paid", names.count("Prism") == 2)
        self.mark("mixed a Prism", mix.result == "Prism")

    def mark_end(self) -> None:
        """When the game is over."""
        first, second = (self.stand(p) for p in self.list_standings()[:2])
        self.mark(f"end: {self.find_reason()}")
        met = [p for p in self.list_standings() if self.players[p].met]
        self.mark("a victor had met several kinds", any(len(self.players[p].met) > 1 for p in met))
        self.mark("several had met a victory", len(met) > 1)
        self.mark("the player beat a Billy that had met a victory", self.alone and met == [0, 1])
        by = ("a victory", "the kind of victory", "points", "place") if met else ("", "dots", "place alone")
        self.mark(f"decided by {next(by[k] for k in range(4) if first[k] != second[k])}")
