/** What travels between two views: colours to and from wheels, cards, garments. */
import { type Move, TRAVEL_MS, findRect, flyPieces, measurePieces, slidePiece } from '../../table/motion.ts'
import type { Cards, ColoriView } from './view.ts'
import { LARGE, THREADS } from './wheel.ts'

interface Spot {
  readonly rect: DOMRect
  /** The middle of the wheel, where it is a wheel. */
  readonly centre: DOMRect | null
  /** To be drawn on what flies. */
  readonly glyph: Element | null
}

export interface Scene {
  readonly pieces: ReturnType<typeof measurePieces>
  /** Where a colour lies on a seat's wheel. */
  readonly wedges: ReadonlyMap<string, Spot>
}

const CHIP = 26

const around = (x: number, y: number) => new DOMRect(x - CHIP / 2, y - CHIP / 2, CHIP, CHIP)
const middle = (r: DOMRect) => around(r.left + r.width / 2, r.top + r.height / 2)

/** Where two colours meet: in the middle of their thread, which lies nearer to the centre than they do. */
function meeting(a: Spot, b: Spot): DOMRect {
  const half = (r: DOMRect, s: DOMRect) => [(r.x + s.x) / 2, (r.y + s.y) / 2] as const
  const [x, y] = half(a.rect, b.rect)
  const inward = a.centre ? THREADS / ((LARGE.inner + LARGE.outer) / 2) : 1
  const centre = a.centre ?? a.rect
  return new DOMRect(centre.x + (x - centre.x) * inward, centre.y + (y - centre.y) * inward, CHIP, CHIP)
}

/** How everything lies now. */
export function measureScene(): Scene {
  const wedges = new Map<string, Spot>()
  for (const wedge of document.querySelectorAll('[data-wheel] [data-wedge]')) {
    const rect = wedge.getBoundingClientRect()
    const wheel = wedge.closest('[data-wheel]')
    // not those of a sheet above the table
    if (rect.width && wheel && !wheel.closest('dialog'))
      wedges.set(`${wheel.getAttribute('data-wheel')} ${wedge.getAttribute('data-wedge')}`, {
        rect: middle(rect),
        centre: wheel instanceof SVGElement ? middle(wheel.getBoundingClientRect()) : null,
        glyph: wedge.querySelector('.glyph'),
      })
  }
  return { pieces: measurePieces(document.body), wedges }
}

function chip(colour: string, glyph: Element | null): Element {
  const span = document.createElement('span')
  span.className = 'chip'
  span.dataset.c = `colori-${colour}`
  if (glyph) span.append(glyph.cloneNode(true))
  return span
}

/** Each colour as often as the counts of a wheel rose or fell. */
export function risenColours(
  colours: readonly string[],
  was: readonly number[],
  now: readonly number[],
): string[] {
  return colours.flatMap((c, i) =>
    Array.from({ length: Math.max(0, (now[i] ?? 0) - (was[i] ?? 0)) }, () => c),
  )
}

export type Event =
  | { what: 'mix'; seat: number; from: [string, string]; made: string }
  | { what: 'store'; seat: number; colours: string[] }
  | { what: 'make'; seat: number; colours: string[]; garment: string }

/** What happened on the wheels between two views. */
export function findEvents(cards: Cards, was: ColoriView, now: ColoriView): Event[] {
  return now.places.flatMap((place, seat): Event[] => {
    const before = was.places[seat]
    if (!before) return []
    const plus = risenColours(cards.colours, before.wheel, place.wheel)
    const minus = risenColours(cards.colours, place.wheel, before.wheel)
    const [a, b] = minus
    const [made] = plus
    if (place.made.length > before.made.length) {
      const left = [...before.made]
      const garment = place.made.find((id) => !left.includes(id) || !left.splice(left.indexOf(id), 1)) ?? ''
      return [{ what: 'make', seat, colours: minus, garment }]
    }
    if (a && b && made && minus.length === 2 && plus.length === 1)
      return [{ what: 'mix', seat, from: [a, b], made }]
    return plus.length && !minus.length ? [{ what: 'store', seat, colours: plus }] : []
  })
}

/** Between two pictures of the same table; `before` was measured while `was` was still drawn. */
export function animateChange(before: Scene, cards: Cards, was: ColoriView, now: ColoriView, me: number) {
  const after = measureScene()
  const moves: Move[] = []
  const spot = (seat: number, colour: string) =>
    after.wedges.get(`${seat} ${colour}`) ?? before.wedges.get(`${seat} ${colour}`)
  const home = (seat: number) =>
    seat === me
      ? findRect(`[data-seat="${seat}"] [data-score]`, '[data-stars]')
      : findRect(`[data-seat="${seat}"]`)
  const gone = (kind: string) =>
    [...before.pieces].filter(([id]) => id.startsWith(kind) && !after.pieces.has(id)).map(([, at]) => at)

  for (const event of findEvents(cards, was, now)) {
    const { seat } = event
    if (event.what === 'mix') {
      const [one, two, made] = [...event.from, event.made].map((c) => spot(seat, c))
      if (!one || !two || !made) continue
      const meet = meeting(one, two)
      event.from.forEach((c, i) => {
        const at = i ? two : one
        moves.push({ piece: chip(c, at.glyph), from: at.rect, to: meet })
      })
      moves.push({
        piece: chip(event.made, made.glyph),
        from: meet,
        to: made.rect,
        unseen: true,
        later: TRAVEL_MS - 60,
      })
    } else if (event.what === 'store') {
      const from = (seat === me && gone('drawn:')[0]?.rect) || home(seat)
      for (const c of event.colours) {
        const at = spot(seat, c)
        if (from && at) moves.push({ piece: chip(c, at.glyph), from: middle(from), to: at.rect })
      }
    } else {
      const at = gone(`garment:${event.garment}:`)[0]
      const to = home(seat)
      if (!at || !to) continue
      for (const c of event.colours) {
        const wedge = spot(seat, c)
        if (wedge) moves.push({ piece: chip(c, wedge.glyph), from: wedge.rect, to: middle(at.rect) })
      }
      moves.push({ piece: at.piece, from: at.rect, to: middle(to), unseen: true, later: TRAVEL_MS })
    }
  }

  const queue = findRect('[data-steps] > :last-child', '[data-steps]')
  const burnt = was.phase === 'act' && now.phase === 'act' && was.turn === me && now.turn === me
  if (burnt && queue)
    for (const { piece, rect } of gone('drafted:')) moves.push({ piece, from: rect, to: middle(queue) })

  const deck = findRect('[data-deck]', '[data-piles]')
  for (const [id, { piece, rect }] of after.pieces) {
    const from = before.pieces.get(id)
    const taken = id.startsWith('pick:') ? now.picks[Number(id.slice('pick:'.length))] : undefined
    const hand = taken === undefined ? undefined : before.pieces.get(`hand:${taken}`)
    if (from) slidePiece(piece, from.rect, rect)
    else if (hand && !gone('pick:').length) moves.push({ piece, from: hand.rect, to: rect, lands: piece })
    else if (id.startsWith('drawn:') && deck && rect.width)
      moves.push({ piece, from: deck, to: rect, lands: piece, unseen: true })
  }
  flyPieces(moves)
}
