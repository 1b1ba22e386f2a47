/** Animations between two views: colours to and from wheels, cards, garments. */
import { type Flight, TRAVEL_MS, findRect, flyPieces, measurePieces, slidePiece } from '../../table/motion.ts'
import type { Cards, View } from './view.ts'
import { LARGE_RINGS, THREAD_RADIUS } from './wheel.ts'

interface Wedge {
  readonly rect: DOMRect
  /** The centre of the wheel; null if the colours are a row of chips. */
  readonly centre: DOMRect | null
  /** Copied onto the chip that flies. */
  readonly glyph: Element | null
}

export interface PieceRects {
  readonly pieces: ReturnType<typeof measurePieces>
  /** By seat and colour. */
  readonly wedges: ReadonlyMap<string, Wedge>
}

const CHIP_SIZE = 26

/** The box of a chip in the middle of another box. */
const chipIn = (r: DOMRect) =>
  new DOMRect(
    r.left + r.width / 2 - CHIP_SIZE / 2,
    r.top + r.height / 2 - CHIP_SIZE / 2,
    CHIP_SIZE,
    CHIP_SIZE,
  )

/** Where two colours meet: in the middle of their thread, which is closer to the centre than they are. */
function meetingPoint(a: Wedge, b: Wedge): DOMRect {
  const [x, y] = [(a.rect.x + b.rect.x) / 2, (a.rect.y + b.rect.y) / 2]
  const scale = a.centre ? THREAD_RADIUS / ((LARGE_RINGS.inner + LARGE_RINGS.outer) / 2) : 1
  const centre = a.centre ?? a.rect
  return new DOMRect(
    centre.x + (x - centre.x) * scale,
    centre.y + (y - centre.y) * scale,
    CHIP_SIZE,
    CHIP_SIZE,
  )
}

/** Measure where everything is now. */
export function measureRects(): PieceRects {
  const wedges = new Map<string, Wedge>()
  for (const wedge of document.querySelectorAll('[data-wheel] [data-wedge]')) {
    const rect = wedge.getBoundingClientRect()
    const wheel = wedge.closest('[data-wheel]')
    // leave out wheels in a sheet above the table
    if (rect.width && wheel && !wheel.closest('dialog'))
      wedges.set(`${wheel.getAttribute('data-wheel')} ${wedge.getAttribute('data-wedge')}`, {
        rect: chipIn(rect),
        centre: wheel instanceof SVGElement ? chipIn(wheel.getBoundingClientRect()) : null,
        glyph: wedge.querySelector('.glyph'),
      })
  }
  return { pieces: measurePieces(document.body), wedges }
}

function makeChip(colour: string, glyph: Element | null): Element {
  const span = document.createElement('span')
  span.className = 'chip'
  span.dataset.c = `colori-${colour}`
  if (glyph) span.append(glyph.cloneNode(true))
  return span
}

/** Each colour whose count has increased, once per pip. */
export function listIncreases(
  colours: readonly string[],
  before: readonly number[],
  after: readonly number[],
): string[] {
  return colours.flatMap((c, i) =>
    Array.from({ length: Math.max(0, (after[i] ?? 0) - (before[i] ?? 0)) }, () => c),
  )
}

export type Event =
  | { kind: 'mix'; seat: number; from: [string, string]; mixed: string }
  | { kind: 'store'; seat: number; colours: string[] }
  | { kind: 'make'; seat: number; colours: string[]; garment: string }

/** What happened on the wheels between two views. */
export function findEvents(cards: Cards, before: View, after: View): Event[] {
  return after.seats.flatMap((now, seat): Event[] => {
    const was = before.seats[seat]
    if (!was) return []
    const added = listIncreases(cards.colours, was.wheel, now.wheel)
    const removed = listIncreases(cards.colours, now.wheel, was.wheel)
    const [a, b] = removed
    const [mixed] = added
    if (now.made.length > was.made.length) {
      const left = [...was.made]
      const garment = now.made.find((id) => !left.includes(id) || !left.splice(left.indexOf(id), 1)) ?? ''
      return [{ kind: 'make', seat, colours: removed, garment }]
    }
    if (a && b && mixed && removed.length === 2 && added.length === 1)
      return [{ kind: 'mix', seat, from: [a, b], mixed }]
    return added.length && !removed.length ? [{ kind: 'store', seat, colours: added }] : []
  })
}

/** Animate the change between two views; `before` was measured while `was` was still drawn. */
export function animateChange(before: PieceRects, cards: Cards, was: View, now: View, me: number) {
  const after = measureRects()
  const flights: Flight[] = []
  const findWedge = (seat: number, colour: string) =>
    after.wedges.get(`${seat} ${colour}`) ?? before.wedges.get(`${seat} ${colour}`)
  const findScore = (seat: number) =>
    seat === me
      ? findRect(`[data-seat="${seat}"] [data-score]`, '[data-stars]')
      : findRect(`[data-seat="${seat}"]`)
  const listRemoved = (prefix: string) =>
    [...before.pieces].filter(([id]) => id.startsWith(prefix) && !after.pieces.has(id)).map(([, p]) => p)

  for (const event of findEvents(cards, was, now)) {
    const { seat } = event
    if (event.kind === 'mix') {
      const [first, second, mixed] = [...event.from, event.mixed].map((c) => findWedge(seat, c))
      if (!first || !second || !mixed) continue
      const meeting = meetingPoint(first, second)
      event.from.forEach((c, i) => {
        const wedge = i ? second : first
        flights.push({ piece: makeChip(c, wedge.glyph), from: wedge.rect, to: meeting })
      })
      flights.push({
        piece: makeChip(event.mixed, mixed.glyph),
        from: meeting,
        to: mixed.rect,
        hiddenUntilStart: true,
        extraDelayMs: TRAVEL_MS - 60,
      })
    } else if (event.kind === 'store') {
      const from = (seat === me && listRemoved('drawn:')[0]?.rect) || findScore(seat)
      for (const c of event.colours) {
        const wedge = findWedge(seat, c)
        if (from && wedge)
          flights.push({ piece: makeChip(c, wedge.glyph), from: chipIn(from), to: wedge.rect })
      }
    } else {
      const garment = listRemoved(`garment:${event.garment}:`)[0]
      const to = findScore(seat)
      if (!garment || !to) continue
      for (const c of event.colours) {
        const wedge = findWedge(seat, c)
        if (wedge)
          flights.push({ piece: makeChip(c, wedge.glyph), from: wedge.rect, to: chipIn(garment.rect) })
      }
      flights.push({
        piece: garment.piece,
        from: garment.rect,
        to: chipIn(to),
        hiddenUntilStart: true,
        extraDelayMs: TRAVEL_MS,
      })
    }
  }

  const queue = findRect('[data-steps] > :last-child', '[data-steps]')
  const sameTurn = was.phase === 'act' && now.phase === 'act' && was.turn === me && now.turn === me
  if (sameTurn && queue)
    for (const { piece, rect } of listRemoved('drafted:'))
      flights.push({ piece, from: rect, to: chipIn(queue) })

  const deck = findRect('[data-deck]', '[data-piles]')
  for (const [id, { piece, rect }] of after.pieces) {
    const from = before.pieces.get(id)
    const pick = id.startsWith('pick:') ? now.picks[Number(id.slice('pick:'.length))] : undefined
    const handCard = pick === undefined ? undefined : before.pieces.get(`hand:${pick}`)
    if (from) slidePiece(piece, from.rect, rect)
    else if (handCard && !listRemoved('pick:').length)
      flights.push({ piece, from: handCard.rect, to: rect, landingPiece: piece })
    else if (id.startsWith('drawn:') && deck && rect.width)
      flights.push({ piece, from: deck, to: rect, landingPiece: piece, hiddenUntilStart: true })
  }
  flyPieces(flights)
}
