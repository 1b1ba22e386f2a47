/** Animations between two views: lights that are drawn, placed, spent and made. */
import { type Flight, TRAVEL_MS, copyPiece, flightLayer, flyPieces } from '../../table/motion.ts'
import { type SeatView, type View, newItems } from './view.ts'

export interface PieceRect {
  readonly rect: DOMRect
  /** The light that is copied for the animation. */
  readonly picture: Element | null
}
export type PieceRects = ReadonlyMap<string, PieceRect>

/** Measure everything that has a touch id or a piece id, and all seats. */
export function measureRects(): PieceRects {
  const rects = new Map<string, PieceRect>()
  for (const node of document.querySelectorAll('.frame :is([data-touch-id], [data-piece], [data-seat])')) {
    const { touchId, piece, seat } = (node as HTMLElement).dataset
    const rect = node.getBoundingClientRect()
    if (!rect.width) continue
    const picture = node.matches('.light') ? node : node.querySelector('.light')
    for (const id of [touchId, piece, seat && `seat:${seat}`]) if (id) rects.set(id, { rect, picture })
  }
  return rects
}

export type Event =
  | { kind: 'draw'; items: readonly string[] }
  | { kind: 'place'; item: string; spot: string }
  | { kind: 'make'; seat: number; id: string; spent: readonly string[]; pool: readonly string[] }
  | { kind: 'fade'; items: readonly string[] }

/** Return the lights that a seat has just placed, with the touch ids of their spots. */
function findPlaced(was: View, now: View, me: number): Event[] {
  const [before, after] = [was.seats[me], now.seats[me]]
  if (!before || !after || was.phase !== now.phase || was.round !== now.round) return []
  const itemsBySpot = ({ palette, fresh, progress, created }: SeatView) =>
    new Map([
      ['palette', [...palette, ...fresh]],
      ...[...progress, ...created].map(({ id, on, fresh }) => [`card:${id}`, [...on, ...fresh]] as const),
    ])
  const earlier = itemsBySpot(before)
  return [...itemsBySpot(after)].flatMap(([spot, items]) =>
    newItems(earlier.get(spot) ?? [], items).map((item) => ({ kind: 'place', item, spot }) as const),
  )
}

/** What happened to lights between two views. */
export function findEvents(was: View, now: View, me: number): Event[] {
  const mine = now.seats[me]
  if (now.phase === 'commit' && (was.phase !== 'commit' || was.round !== now.round))
    return [
      ...(was.pool.length ? [{ kind: 'fade', items: was.pool } as const] : []),
      { kind: 'draw', items: mine?.drawn ?? [] },
    ]
  if (was.phase === 'resolve' && (now.turn !== was.turn || now.phase !== was.phase))
    return was.pool.length ? [{ kind: 'fade', items: was.pool }] : []
  const events = findPlaced(was, now, me)
  if (now.phase !== 'resolve' || was.phase !== 'resolve') return events
  const made = now.board.find((price, i) => price.made && !was.board[i]?.made)
  const [before, after] = [was.seats[now.turn], now.seats[now.turn]]
  const created = after?.created.find(({ id }) => !before?.created.some((other) => other.id === id))
  const used = after?.created.find(
    ({ id, used }) => used && before?.created.some((c) => c.id === id && !c.used),
  )
  const card = created ?? used
  const id = made ? `board:${made.id}` : card ? `card:${card.id}` : ''
  if (id)
    events.push({
      kind: 'make',
      seat: now.turn,
      id,
      spent: newItems(was.aside, now.aside),
      pool: newItems(was.pool, now.pool),
    })
  return events
}

const LIGHT_SIZE = 28
const centreOf = ({ left, top, width, height }: DOMRect) =>
  new DOMRect(left + (width - LIGHT_SIZE) / 2, top + (height - LIGHT_SIZE) / 2, LIGHT_SIZE, LIGHT_SIZE)

/** Return where some items were drawn; of equal items the last one first. */
function findRects(rects: PieceRects, prefix: string, items: readonly string[]): PieceRect[] {
  const taken = new Set<string>()
  return items.flatMap((item) => {
    const id = [...rects.keys()].findLast((key) => key.startsWith(`${prefix}:${item}:`) && !taken.has(key))
    if (!id) return []
    taken.add(id)
    return rects.get(id) ?? []
  })
}

/** Fade out lights where they were. */
function fadeOut(pieces: readonly PieceRect[]) {
  if (!pieces.length || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const layer = flightLayer()
  for (const { rect, picture } of pieces) {
    if (!picture) continue
    const copy = copyPiece(picture, rect)
    layer.append(copy)
    const animation = copy.animate(
      [
        { opacity: 1, scale: 1 },
        { opacity: 0, scale: 1.7 },
      ],
      { duration: 2 * TRAVEL_MS, easing: 'ease-out' },
    )
    void animation.finished.finally(() => copy.remove())
  }
}

function listFlights(event: Event, before: PieceRects, after: PieceRects, me: number): Flight[] {
  const flights: Flight[] = []
  const add = (from: PieceRect | undefined, to: PieceRect | undefined) => {
    const piece = from?.picture ?? to?.picture
    if (from && to && piece) flights.push({ piece, from: centreOf(from.rect), to: centreOf(to.rect) })
  }
  if (event.kind === 'draw') {
    const bag = before.get('bag') ?? after.get('bag')
    for (const item of new Set(event.items)) {
      const drawn = after.get(`drawn:${item}`)
      if (bag && drawn?.picture)
        flights.push({
          piece: drawn.picture,
          from: centreOf(bag.rect),
          to: centreOf(drawn.rect),
          landingPiece: drawn.picture,
          hiddenUntilStart: true,
        })
    }
  } else if (event.kind === 'place') {
    const from = before.get(event.item === 'prism' ? 'stock' : `drawn:${event.item}`)
    const [to] = event.spot === 'palette' ? findRects(after, 'palette', [event.item]) : []
    add(from, to ?? after.get(event.spot))
  } else if (event.kind === 'make') {
    const target = after.get(event.id) ?? before.get(event.id)
    for (const from of findRects(before, 'palette', event.spent)) add(from, target)
    const extraDelayMs = event.spent.length ? TRAVEL_MS : 0
    for (const to of findRects(after, 'pool', event.pool))
      if (target && to.picture)
        flights.push({
          piece: to.picture,
          from: centreOf(target.rect),
          to: to.rect,
          landingPiece: to.picture,
          hiddenUntilStart: true,
          extraDelayMs,
        })
    if (event.seat !== me) add(target, after.get(`seat:${event.seat}`))
  }
  return flights
}

/** Animate the change between two views; `before` was measured while `was` was still drawn. */
export function animateLights(before: PieceRects, was: View, now: View, me: number) {
  const after = measureRects()
  const events = findEvents(was, now, me)
  for (const event of events) if (event.kind === 'fade') fadeOut(findRects(before, 'pool', event.items))
  flyPieces(events.flatMap((event) => listFlights(event, before, after, me)))
}
