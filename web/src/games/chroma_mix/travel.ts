/** Finds the cards that moved between two views, and animates them. Places are named `pile`, `market:RANK`, `discard:RANK`,
    `hand:PLAYER` and `play:PLAYER`. */
import { type Flight, findRect, flyPieces, measurePieces } from '../../table/motion.ts'
import type { Cards, View } from './view.ts'

/** The number of cards at each place, by card id. */
export function countPlaces(view: View): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  const add = (id: string, place: string, count: number) => {
    const places = counts.get(id) ?? new Map<string, number>()
    places.set(place, (places.get(place) ?? 0) + count)
    counts.set(id, places)
  }
  for (const { id, count } of view.piles) add(id, 'pile', count)
  for (const { rank, cards, discarded } of view.rows) {
    for (const id of cards) if (id) add(id, `market:${rank}`, 1)
    for (const { id, count } of discarded) add(id, `discard:${rank}`, count)
  }
  view.players.forEach(({ hand, play }, p) => {
    for (const { id, count } of hand) add(id, `hand:${p}`, count)
    for (const { id, count } of play) add(id, `play:${p}`, count)
  })
  return counts
}

export interface Travel {
  readonly id: string
  /** A place; empty: a place that is not shown. */
  readonly from: string
  readonly to: string
}

const NO_PLACES: ReadonlyMap<string, number> = new Map()

/** The cards that are at another place now. */
export function findTravels(viewBefore: View, viewAfter: View): Travel[] {
  const [before, after] = [countPlaces(viewBefore), countPlaces(viewAfter)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [had, has] = [before.get(id) ?? NO_PLACES, after.get(id) ?? NO_PLACES]
    const surplus = (counts: typeof had, others: typeof had) =>
      [...counts].flatMap(([place, n]) =>
        Array<string>(Math.max(0, n - (others.get(place) ?? 0))).fill(place),
      )
    const [left, arrived] = [surplus(had, has), surplus(has, had)]
    return Array.from({ length: Math.max(left.length, arrived.length) }, (_, i) => ({
      id,
      from: left[i] ?? '',
      to: arrived[i] ?? '',
    }))
  })
}

export type Pieces = ReturnType<typeof measurePieces>

/** The measured piece of a card at a place. */
function pieceAt(pieces: Pieces, id: string, place: string) {
  const [kind, which] = place.split(':')
  if (kind === 'market')
    return [...pieces].find(([name]) => name.startsWith(`market:${which}:`) && name.endsWith(` ${id}`))?.[1]
  return pieces.get(kind === 'pile' ? `pile:${id}` : `${place}:${id}`)
}

const SMALL_CARD_WIDTH = 32

/** The place of a small card in the middle of an area. */
function smallCard({ left, top, width, height }: DOMRect, card: DOMRect): DOMRect {
  const [w, h] = [SMALL_CARD_WIDTH, (SMALL_CARD_WIDTH * card.height) / card.width]
  return new DOMRect(left + (width - w) / 2, top + (height - h) / 2, w, h)
}

/** Where a card without a piece is: at a deck, or at the seat of a player. */
function areaOf(place: string, rank: number): DOMRect | undefined {
  const [kind, which] = place.split(':')
  if (kind === 'hand' || kind === 'play')
    return findRect(`[data-place="${place}"] header`, `[data-seat="${which}"]`)
  return findRect(`[data-deck="${rank}"]`)
}

/** Animates the cards that moved; `before` was measured while the view before was drawn. */
export function animateCards(before: Pieces, cards: Cards, viewBefore: View, viewAfter: View) {
  const after = measurePieces(document.body)
  const flights = findTravels(viewBefore, viewAfter).flatMap(({ id, from, to }): Flight[] => {
    const { rank } = cards.of(id)
    const [start, end] = [
      from ? pieceAt(before, id, from) : undefined,
      to ? pieceAt(after, id, to) : undefined,
    ]
    const card = end ?? start
    if (!card?.rect.width) return []
    const rectOf = (piece: typeof card | undefined, place: string) => {
      if (piece?.rect.width) return piece.rect
      const area = areaOf(place, rank)
      return area && smallCard(area, card.rect)
    }
    const [a, b] = [rectOf(start, from), rectOf(end, to)]
    return a && b ? [{ piece: card.piece, from: a, to: b, ...(from ? {} : { hiddenUntilStart: true }) }] : []
  })
  flyPieces(flights)
}
