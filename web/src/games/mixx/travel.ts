/** Which cards travel between two views: to the cross, from the deck, and to the winner of a round. */
import { type Move, findRect, flyPieces, measurePieces, slidePiece } from '../../table/motion.ts'
import { type MixxView, holders } from './view.ts'

type Places = ReturnType<typeof measurePieces>

/** Between two pictures of the same table; `before` was measured while `was` was still drawn. */
export function animateCards(before: Places, was: MixxView, now: MixxView, sameSide: boolean) {
  const after = measurePieces(document.body)
  const [held, holds] = [holders(was), holders(now)]
  const [laid, drawn, won]: [Move[], Move[], Move[]] = [[], [], []]
  const deck = findRect('[data-deck]')
  const winner = now.won.findIndex((n, seat) => n > (was.won[seat] ?? 0))
  const home = findRect(`[data-seat="${winner}"] [data-score]`, '[data-home]')

  for (const [card, { piece, rect }] of after) {
    const from = before.get(card)
    if (!from && deck && !held.has(card))
      drawn.push({ piece, from: deck, to: rect, lands: piece, unseen: true })
    else if (from && held.get(card) !== holds.get(card))
      laid.push({ piece, from: from.rect, to: rect, lands: piece })
    else if (from && sameSide) slidePiece(piece, from.rect, rect)
  }
  if (winner >= 0 && home)
    for (const [card, { piece, rect }] of before)
      if (held.has(card) && !holds.has(card)) won.push({ piece, from: rect, to: home })
  flyPieces([...laid, ...won, ...drawn])
}
