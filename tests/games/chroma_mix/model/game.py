"""The game of the model: turns, their actions, and Billy.

The game is one generator: it yields a decision and is sent the chosen move. An effect that starts another one simply
runs it, so pending decisions are on Python's own stack; `pending` only lists them. Nothing is drawn at random: before a
move is sent, `draws` has to hold what chance brought.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator

from tests.games.chroma_mix.model.cards import Mix, Paid, in_order, list_mixes
from tests.games.chroma_mix.model.effects import Decision, Effects, Flow, take_moves
from tests.games.chroma_mix.model.table import BILLY, MIX, Deal, Draws, Player, Turn

ACTIONS = ("print", "mix", "refill", "swap")
FREE_INK = "gain a free Light Yellow"  # a swap with an empty hand


class Model(Effects):
    """A game of Chroma Mix."""

    def __init__(self, deal: Deal, draws: Draws) -> None:
        super().__init__(deal, draws)
        self.possible: list[str] = []  # the actions that can be started now
        self.paid: list[Paid] = []  # so far in the current mix
        self.makes: list[str] = []  # what these make

    # ------------------------------------------------------------------ the game and its turns

    def play(self) -> Flow:
        while self.billy.starting_turns > 1:  # the last of Billy's starting turns is his turn of round 1
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
        self.turn = Turn(p)
        if self.is_billy(p):
            yield from self.play_billy()
        else:
            yield from self.take_actions(p)
            self.mark("Pear at the end of the turn", "Pear" in self.players[p].play and self.turn.pear_waits)
            yield from self.gain_from_pears(p)
        self.check_victories()

    def no_print_left(self, p: int) -> bool:
        """Return whether the last print of the turn is known: its own is used, and Orange can lay no further card."""
        player = self.players[p]
        return not self.allows(player, "print") and not ("Orange" in player.play and self.allows(player, "mix"))

    def gain_from_pears(self, p: int) -> Flow:
        """Pear: after the last print of a turn an ink for each copy, once."""
        pears, turn = self.players[p].play.count("Pear"), self.turn
        if turn.pear_waits:
            turn.pear_waits = not pears
            self.mark("several Pears at once", pears > 1)
            self.mark("Pear after a print by Orange alone", pears > 0 and turn.printed == turn.by_orange)
            yield from self.gain_inks(p, "Pear", times=pears)

    def take_actions(self, p: int) -> Flow:
        while moves := self.list_actions(p):
            self.possible = list(moves)
            texts = [text for action in moves.values() for text in action]
            chosen = yield from self.ask(p, texts + ["end turn"] * bool(self.turn.used))
            self.possible = []
            if chosen == "end turn":
                self.mark("turn ended early")
                return
            self.mark("second mix after another action", self.turn.mixes == 1 and self.turn.used > {"mix"})
            action, card = self.parse_action(chosen)
            by_key = bool(self.turn.used) and action not in self.turn.used
            self.mark("second action by Key", by_key)
            self.mark("second action by a Key just printed", by_key and "Key" in self.turn.printed)
            self.turn.used.add(action)
            yield from self.start_action(p, action, card)
            if self.no_print_left(p):
                yield from self.gain_from_pears(p)
                self.mark(
                    "an ink from Pear during the turn", "Pear" in self.players[p].play and bool(self.list_actions(p))
                )

    def parse_action(self, move: str) -> tuple[str, str]:
        """Return the action that a move starts, and its card."""
        if move == FREE_INK:
            return "swap", ""
        action, _, card = move.partition(" ")
        return action, card

    def start_action(self, p: int, action: str, card: str) -> Flow:
        match action:
            case "print":
                yield from self.print_card(p, card)
            case "mix":
                yield from self.mix(p, card)
            case "refill":
                yield from self.refill(p, "")
            case "swap":
                yield from self.swap(p, card)

    def list_actions(self, p: int) -> dict[str, list[str]]:
        """Return the moves that can start an action now, by action."""
        player = self.players[p]
        moves = {
            "print": [f"print {card}" for card in player.list_printable()],
            "mix": sorted({f"mix {paid.text}" for mix in self.list_mixes_of(player) for paid in mix.paid}),
            "refill": ["refill"],
            "swap": self.list_swaps(player),
        }
        return {action: moves[action] for action in ACTIONS if moves[action] and self.allows(player, action)}

    def allows(self, player: Player, action: str) -> bool:
        used = self.turn.used
        if not used:
            return True
        if "swap" in used or action == "swap":
            return False
        if action == "mix" and self.turn.mixes == 1:
            return "Lemon" in player.play
        return "Key" in player.play and "Key" not in self.turn.by_orange and action not in used

    # ------------------------------------------------------------------ swap and refill

    def list_swaps(self, player: Player) -> list[str]:
        if player.hand:
            return [f"swap {card}" for card in in_order(set(player.hand)) if self.list_inks()]
        return [FREE_INK] * bool(self.piles["Light Yellow"])

    def swap(self, p: int, given: str) -> Flow:
        """Give up a card from the hand for an ink."""
        hand = self.players[p].hand
        self.mark("free ink", not given)
        if not given:
            self.take(hand, "Light Yellow")
            return
        with self.decision("swap", "", p):
            card = yield from self.ask_take(p, self.list_inks())
        hand.remove(given)
        self.put_on_discard(given)
        self.take(hand, card)
        self.fill_rows()

    # ------------------------------------------------------------------ mix

    def list_mixes_of(self, player: Player) -> list[Mix]:
        """Return all mixes that a player can make now."""
        least, most = (1, 4) if "Raspberry" in player.play else (2, 2)
        places = ("hand", "play") if "Coral" in player.play else ("hand",)
        cards = [paid for paid in player.list_with_places() if paid.place in places]
        return list_mixes(cards, self.list_on_offer(), least, most)

    def choose_mix(
        self, seat: int, mixes: list[Mix], write: Callable[[Paid], str], paid: list[Paid]
    ) -> Generator[Decision, str, Mix]:
        """Let a seat choose one of some mixes, card by card; some may be paid already."""
        self.paid = paid
        while True:
            left = [mix for mix in mixes if Counter(paid) <= Counter(mix.paid)]
            done = [mix for mix in left if len(mix.paid) == len(paid)]
            self.makes = in_order({mix.result for mix in done})
            next_cards = {write(card): card for mix in left for card in Counter(mix.paid) - Counter(paid)}
            chosen = yield from self.ask(seat, [*next_cards, *take_moves(self.makes)])
            if chosen not in next_cards:
                self.paid, self.makes = [], []
                return next(mix for mix in done if chosen == f"gain {mix.result}")
            paid.append(next_cards[chosen])

    def mix(self, p: int, first: str) -> Flow:
        """Make a mix whose first card is chosen."""
        player, mixes = self.players[p], self.list_mixes_of(self.players[p])
        paid = next(card for mix in mixes for card in mix.paid if card.text == first)
        with self.decision("mix", "", p):
            mix = yield from self.choose_mix(p, mixes, lambda card: f"add {card.text}", [paid])
        self.mark_mix(player, mix)
        for card in mix.paid:
            self.discard(player, card)
        self.take(player.hand, mix.result)
        self.fill_rows()
        self.turn.mixes += 1
        owner, grays = self.find_slate_grays(p)
        with self.decision("slate-gray-ink", "Slate Gray", owner, grays):
            yield from self.offer_orange(p, mix.result)
        yield from self.offer_slate_grays(p)

    def offer_orange(self, p: int, card: str) -> Flow:
        """Orange: the card just mixed may go straight into play, without its instant effect."""
        player = self.players[p]
        if "Orange" not in player.play:
            return
        self.mark("a second Emerald Green not offered", not player.may_print(card))
        if not player.may_print(card):
            return
        with self.decision("orange-print", "Orange", p):
            chosen = yield from self.ask(p, ["print it", "keep it"])
        self.mark(f"Orange: {chosen}")
        if chosen == "print it":
            player.hand.remove(card)
            player.play.append(card)
            self.turn.print(card)
            self.turn.by_orange.append(card)
            self.mark(f"Orange printed {card}")

    def find_slate_grays(self, mixer: int) -> tuple[int, int]:
        """Return the player before the mixer and how many Slate Grays that player has in play."""
        owner = (mixer - 1) % len(self.players)
        return owner, self.players[owner].play.count("Slate Gray")

    def offer_slate_grays(self, mixer: int) -> Flow:
        """Slate Gray: the player before the mixer may gain an ink for each copy in play."""
        owner, grays = self.find_slate_grays(mixer)
        self.mark("two Slate Grays offered", grays == 2)
        for left in range(grays, 0, -1):
            if not self.list_inks():
                return
            with self.decision("slate-gray-ink", "Slate Gray", owner, left):
                chosen = yield from self.ask(owner, [*take_moves(self.list_inks()), "pass"])
            self.mark("Slate Gray: " + chosen.split()[0] + " after Billy" * self.is_billy(mixer))
            if chosen != "pass":
                self.take(self.players[owner].hand, chosen.removeprefix("gain "))

    # ------------------------------------------------------------------ Billy

    def play_billy(self) -> Flow:
        """Billy draws two cards, then mixes once for each MIX card among them."""
        billy, hand = self.billy, self.players[BILLY].hand
        billy.starting_turns = max(billy.starting_turns - 1, 0)
        drawn = [self.draw_for_billy(), self.draw_for_billy()]
        hand += [card for card in drawn if card != MIX]
        self.see_next_back()
        billy.mixes = drawn.count(MIX)
        self.mark("Billy drew two MIX cards", billy.mixes == 2)
        while billy.mixes:
            yield from self.mix_for_billy()

    def draw_for_billy(self) -> str:
        """Draw a card of Billy's deck, which is reshuffled when it is empty."""
        billy = self.billy
        if not billy.deck:
            self.mark("Billy's deck reshuffled")
            billy.deck, billy.discarded = billy.discarded, []
        card = self.draw(billy.deck, self.draws.drawn.pop(0))
        assert not billy.next or (billy.next == MIX) == (card == MIX), f"{card} was drawn, {billy.next} was on top"
        billy.next = ""  # until all cards of this move are drawn
        return card

    def list_billy_mixes(self) -> list[Mix]:
        """Return the mixes that Billy may make: of a card he does not have, if possible."""
        hand = self.players[BILLY].hand
        mixes = list_mixes([Paid(card, "hand") for card in hand], self.list_on_offer())
        new = [mix for mix in mixes if mix.result not in hand]
        self.mark("Billy must make a new card", 0 < len(new) < len(mixes))
        self.mark("Billy may make a card he has", not new and bool(mixes))
        return new or mixes

    def mix_for_billy(self) -> Flow:
        """Resolve one MIX card: the player chooses Billy's mix."""
        billy, hand, mixes = self.billy, self.players[BILLY].hand, self.list_billy_mixes()
        self.mark("Billy had nothing to mix", not mixes)
        if not mixes:
            billy.mixes -= 1
            billy.discarded.append(MIX)
            return
        with self.decision("billy-mix", "", 0, billy.mixes):
            mix = yield from self.choose_mix(0, mixes, lambda one: f"mix {one.text} for Billy", [])
        billy.mixes -= 1
        billy.discarded += [MIX, *(paid.name for paid in mix.paid)]
        for paid in mix.paid:
            hand.remove(paid.name)
        self.take(hand, mix.result)
        self.fill_rows()
        with self.decision("billy-mix", "", 0, billy.mixes):
            yield from self.offer_slate_grays(BILLY)

    # ------------------------------------------------------------------ coverage

    def mark_mix(self, player: Player, mix: Mix) -> None:
        """Mark situations before a mix is made."""
        names = [paid.name for paid in mix.paid]
        self.mark(f"mixed {len(names)} cards")
        self.mark("second mix", self.turn.mixes == 1)
        lemons = player.play.count("Lemon")
        self.mark(
            "second mix by a Lemon from Orange", self.turn.mixes == 1 == lemons and "Lemon" in self.turn.by_orange
        )
        self.mark("mixed with a card in play", any(paid.place == "play" for paid in mix.paid))
        for card in ("Coral", "Raspberry", "Orange", "Lemon"):
            paid = mix.paid.count(Paid(card, "play"))
            self.mark(f"the last {card} in play paid", 0 < paid == player.play.count(card))
        self.mark("Prism paid", "Prism" in names)
        self.mark("two Prisms paid", names.count("Prism") == 2)
        self.mark("mixed a Prism", mix.result == "Prism")

    def mark_end(self) -> None:
        """Mark how the game ended."""
        ranking = self.list_ranking()
        first, second = (self.rank_key(p) for p in ranking[:2])
        self.mark(f"end: {self.find_reason()}")
        victors = [p for p in ranking if self.players[p].victories]
        self.mark("the player beat Billy, who had a victory", self.solo and victors == [0, 1])
        by = (
            ("a victory", "the kind of victory", "points", "turn order")
            if victors
            else ("", "dots", "turn order alone")
        )
        self.mark(f"decided by {next(by[k] for k in range(4) if first[k] != second[k])}")
