"""A second, slow implementation of Chroma Mix, written from the rulebook and the rulings alone, to check the rules.

It does not import the game. Its cards, in `cards`, have the names, ids and order of the rules page. What follows is the
interface by which `test_model` compares it with a table: how moves are written, which decisions are skipped, where the
facts of a state are found, and how the model learns what chance brought.

Moves. `CARD` is a name; cards of equal name are one move. `table.legal_texts(seat)` lists the legal moves of the seat
that decides; every other seat has none.

    print CARD                        the turn's own print
    mix CARD, mix CARD from play      start a mix with this card
    add CARD, add CARD from play      one more card of the mix, in any order
    gain CARD                         take a card on offer: the result of a mix (Billy's too), the gain of an effect or
                                      a swap, and Lavender's two cards one by one
    refill                            start the turn's own refill
    return CARD to hand               in a refill, in any order, equal ones one by one
    tuck CARD                         in a refill, in any order
    done                              end the refill
    swap CARD                         give up this card; a `gain` follows
    gain a free Light Yellow          swap with an empty hand
    end turn                          do nothing more in this turn
    also print CARD                   a print for Violet; also which of Lavender's two cards is printed first
    discard CARD, discard CARD from play    the card that Lavender or Prism discards
    print it, keep it                 the answer to Fuchsia and Orange
    pass                              do not use this Slate Gray or Prism
    mix CARD for Billy                a card of Billy's mix: two in any order, then a `gain`

Nothing of a mix, a swap, a Prism or a Lavender is discarded or taken before the last `gain` that completes it.

Decisions that are skipped. A decision with a single move is not skipped, except these:

- a refill without a card in play ends without `done`, and Light Yellow's refill ends after one card; any other refill
  ends by `done`, even when no card is left to return;
- the order of Lavender's cards if both have one name; the second one is printed without a decision;
- effects that can do nothing (an empty pile, no card to print, no mix for Billy, a second Emerald Green);
- the turn ends automatically when only `end turn` would be left.

Facts. `facts` reads them from the spectator's view and from the model, after the deal and after every move.

Chance. Decks have no order, so the model keeps them as multisets and is given what was drawn (`Draws`): the special
card and the first player of the deal; the market after each move, where a card that was taken leaves a gap that is
filled in the same place, from left to right; and the cards that Billy has drawn since the last move, two for each of
his turns.
"""
