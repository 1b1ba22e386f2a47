/** Which cards travel between two views. Places have names: `pile:ID`, `market:RANK`, `hand:P`, `play:P`, `deck:RANK`. */
import { type Move, findRect, flyPieces, measurePieces } from '../../table/motion.ts'
import type { Cards, View } from './view.ts'

/** Where each card of a kind lies, and how many. */
export function countPlaces(view: View): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>()
  const put = (id: string, place: string, count: number) => {
    const places = found.get(id) ?? new Map<string, number>()
    places.set(place, (places.get(place) ?? 0) + count)
    found.set(id, places)
  }
  for (const { id, count } of view.piles) put(id, 'pile', count)
  for (const { rank, cards, discarded } of view.rows) {
    for (const id of cards) if (id) put(id, `market:${rank}`, 1)
    for (const { id, count } of discarded) put(id, `discard:${rank}`, count)
  }
  view.players.forEach(({ hand, play }, p) => {
    for (const { id, count } of hand) put(id, `hand:${p}`, count)
    for (const { id, count } of play) put(id, `play:${p}`, count)
  })
  return found
}

export interface Travel {
  readonly id: string
  /** A place; empty: it comes from, or goes to, where cards lie unseen. */
  readonly from: string
  readonly to: string
}

const NOWHERE: ReadonlyMap<string, number> = new Map()

/** Each card that lies elsewhere now: what left a place of its kind came to another one. */
export function findTravels(was: View, now: View): Travel[] {
  const [before, after] = [countPlaces(was), countPlaces(now)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [had, has] = [before.get(id) ?? NOWHERE, after.get(id) ?? NOWHERE]
    const more = (of: typeof had, than: typeof had) =>
      [...of].flatMap(([place, n]) => Array<string>(Math.max(0, n - (than.get(place) ?? 0))).fill(place))
    const [left, came] = [more(had, has), more(has, had)]
    return Array.from({ length: Math.max(left.length, came.length) }, (_, i) => ({
      id,
      from: left[i] ?? '',
      to: came[i] ?? '',
    }))
  })
}

export type Places = ReturnType<typeof measurePieces>

/** The piece of a card at a place, among those measured. */
function pieceAt(places: Places, id: string, place: string) {
  const [kind, which] = place.split(':')
  if (kind === 'market')
    return [...places].find(([name]) => name.startsWith(`market:${which}:`) && name.endsWith(` ${id}`))?.[1]
  return places.get(kind === 'pile' ? `pile:${id}` : `${place}:${id}`)
}

const SMALL = 32

/** A card as small as a chip, in the middle of an area. */
function smallCard({ left, top, width, height }: DOMRect, card: DOMRect): DOMRect {
  const [w, h] = [SMALL, (SMALL * card.height) / card.width]
  return new DOMRect(left + (width - w) / 2, top + (height - h) / 2, w, h)
}

/** Where there is no such piece: a deck, or the seat of the player. */
function areaOf(place: string, rank: number): DOMRect | undefined {
  const [kind, which] = place.split(':')
  if (kind === 'hand' || kind === 'play')
    return findRect(`[data-place="${place}"] header`, `[data-seat="${which}"]`)
  return findRect(`[data-deck="${rank}"]`)
}

/** Between two pictures of the same table; `before` was measured while `was` was still drawn. */
export function animateCards(before: Places, cards: Cards, was: View, now: View) {
  const after = measurePieces(document.body)
  const moves = findTravels(was, now).flatMap(({ id, from, to }): Move[] => {
    const { rank } = cards.of(id)
    const [start, end] = [
      from ? pieceAt(before, id, from) : undefined,
      to ? pieceAt(after, id, to) : undefined,
    ]
    const card = end ?? start
    if (!card?.rect.width) return []
    const placed = (at: typeof card | undefined, place: string) => {
      if (at?.rect.width) return at.rect
      const area = areaOf(place, rank)
      return area && smallCard(area, card.rect)
    }
    const [a, b] = [placed(start, from), placed(end, to)]
    return a && b ? [{ piece: card.piece, from: a, to: b, ...(from ? {} : { unseen: true }) }] : []
  })
  flyPieces(moves)
}
