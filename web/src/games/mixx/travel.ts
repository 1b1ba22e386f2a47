/** Animations between two views: cards to the cross, from the deck, and to the winner of a round. */
import { type Flight, findRect, flyPieces, measurePieces, slidePiece } from '../../table/motion.ts'
import { type View, findHolders } from './view.ts'

type Pieces = ReturnType<typeof measurePieces>

/** Animate the change between two views; `before` was measured while `was` was still drawn. */
export function animateCards(before: Pieces, was: View, now: View, samePlayer: boolean) {
  const after = measurePieces(document.body)
  const [oldHolders, newHolders] = [findHolders(was), findHolders(now)]
  const [placed, drawn, won]: [Flight[], Flight[], Flight[]] = [[], [], []]
  const deck = findRect('[data-deck]')
  const winner = now.won.findIndex((n, seat) => n > (was.won[seat] ?? 0))
  const score = findRect(`[data-seat="${winner}"] [data-score]`, '[data-home]')

  for (const [card, { piece, rect }] of after) {
    const from = before.get(card)
    if (!from && deck && !oldHolders.has(card))
      drawn.push({ piece, from: deck, to: rect, landingPiece: piece, hiddenUntilStart: true })
    else if (from && oldHolders.get(card) !== newHolders.get(card))
      placed.push({ piece, from: from.rect, to: rect, landingPiece: piece })
    else if (from && samePlayer) slidePiece(piece, from.rect, rect)
  }
  if (winner >= 0 && score)
    for (const [card, { piece, rect }] of before)
      if (oldHolders.has(card) && !newHolders.has(card)) won.push({ piece, from: rect, to: score })
  flyPieces([...placed, ...won, ...drawn])
}
