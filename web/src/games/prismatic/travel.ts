/** What travels between two views: lights that are drawn, laid, spent and made. */
import { type Move, TRAVEL_MS, copyPiece, flightLayer, flyPieces } from '../../table/motion.ts'
import { type PrismaticView, newItems } from './view.ts'

export interface Spot {
  readonly rect: DOMRect
  /** To be drawn on its way. */
  readonly picture: Element | null
}
export type Scene = ReadonlyMap<string, Spot>

/** Where everything with a touch or a piece id lies now, and every seat. */
export function measureScene(): Scene {
  const found = new Map<string, Spot>()
  for (const node of document.querySelectorAll('.frame :is([data-touch-id], [data-piece], [data-seat])')) {
    const { touchId, piece, seat } = (node as HTMLElement).dataset
    const rect = node.getBoundingClientRect()
    if (!rect.width) continue
    const picture = node.matches('.light') ? node : node.querySelector('.light')
    for (const id of [touchId, piece, seat && `seat:${seat}`]) if (id) found.set(id, { rect, picture })
  }
  return found
}

export type Event =
  | { what: 'draw'; items: readonly string[] }
  | { what: 'lay'; item: string; place: string }
  | { what: 'make'; seat: number; at: string; spent: readonly string[]; pool: readonly string[] }
  | { what: 'fade'; items: readonly string[] }

/** Where a seat's newly laid lights lie: ids of touches. */
function findLaid(was: PrismaticView, now: PrismaticView, me: number): Event[] {
  const [before, place] = [was.places[me], now.places[me]]
  if (!before || !place || was.phase !== now.phase || was.round !== now.round) return []
  const lying = ({ palette, fresh, progress, created }: typeof place) =>
    new Map([
      ['palette', [...palette, ...fresh]],
      ...[...progress, ...created].map(({ id, on, fresh }) => [`card:${id}`, [...on, ...fresh]] as const),
    ])
  const earlier = lying(before)
  return [...lying(place)].flatMap(([at, items]) =>
    newItems(earlier.get(at) ?? [], items).map((item) => ({ what: 'lay', item, place: at }) as const),
  )
}

/** What happened between two views, as far as lights move. */
export function findEvents(was: PrismaticView, now: PrismaticView, me: number): Event[] {
  const mine = now.places[me]
  if (now.phase === 'commit' && (was.phase !== 'commit' || was.round !== now.round))
    return [
      ...(was.pool.length ? [{ what: 'fade', items: was.pool } as const] : []),
      { what: 'draw', items: mine?.drawn ?? [] },
    ]
  if (was.phase === 'resolve' && (now.turn !== was.turn || now.phase !== was.phase))
    return was.pool.length ? [{ what: 'fade', items: was.pool }] : []
  const events = findLaid(was, now, me)
  if (now.phase !== 'resolve' || was.phase !== 'resolve') return events
  const made = now.board.find((price, i) => price.made && !was.board[i]?.made)
  const [before, after] = [was.places[now.turn], now.places[now.turn]]
  const created = after?.created.find(({ id }) => !before?.created.some((other) => other.id === id))
  const used = after?.created.find(
    ({ id, used }) => used && before?.created.some((c) => c.id === id && !c.used),
  )
  const at = made ? `board:${made.id}` : created ? `card:${created.id}` : used ? `card:${used.id}` : ''
  if (at)
    events.push({
      what: 'make',
      seat: now.turn,
      at,
      spent: newItems(was.aside, now.aside),
      pool: newItems(was.pool, now.pool),
    })
  return events
}

const SIZE = 28
const middle = ({ left, top, width, height }: DOMRect) =>
  new DOMRect(left + (width - SIZE) / 2, top + (height - SIZE) / 2, SIZE, SIZE)

/** The spots of some items, the last of its equals first. */
function spotsOf(scene: Scene, prefix: string, items: readonly string[]): Spot[] {
  const taken = new Set<string>()
  return items.flatMap((item) => {
    const id = [...scene.keys()].findLast((key) => key.startsWith(`${prefix}:${item}:`) && !taken.has(key))
    if (!id) return []
    taken.add(id)
    return scene.get(id) ?? []
  })
}

/** Light that dies: it fades where it was. */
function fadeOut(spots: readonly Spot[]) {
  if (!spots.length || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const layer = flightLayer()
  for (const { rect, picture } of spots) {
    if (!picture) continue
    const copy = copyPiece(picture, rect)
    layer.append(copy)
    const going = copy.animate(
      [
        { opacity: 1, scale: 1 },
        { opacity: 0, scale: 1.7 },
      ],
      { duration: 2 * TRAVEL_MS, easing: 'ease-out' },
    )
    void going.finished.finally(() => copy.remove())
  }
}

function movesOf(event: Event, before: Scene, after: Scene, me: number): Move[] {
  const moves: Move[] = []
  const add = (from: Spot | undefined, to: Spot | undefined, more: Partial<Move> = {}) => {
    const piece = from?.picture ?? to?.picture
    if (from && to && piece) moves.push({ piece, from: middle(from.rect), to: middle(to.rect), ...more })
  }
  if (event.what === 'draw') {
    const bag = before.get('bag') ?? after.get('bag')
    for (const item of new Set(event.items)) {
      const at = after.get(`drawn:${item}`)
      if (bag && at?.picture)
        moves.push({
          piece: at.picture,
          from: middle(bag.rect),
          to: middle(at.rect),
          lands: at.picture,
          unseen: true,
        })
    }
  } else if (event.what === 'lay') {
    const from = before.get(event.item === 'prism' ? 'stock' : `drawn:${event.item}`)
    const [to] = event.place === 'palette' ? spotsOf(after, 'palette', [event.item]) : []
    add(from, to ?? after.get(event.place))
  } else if (event.what === 'make') {
    const at = after.get(event.at) ?? before.get(event.at)
    for (const from of spotsOf(before, 'palette', event.spent)) add(from, at)
    const later = event.spent.length ? TRAVEL_MS : 0
    for (const to of spotsOf(after, 'pool', event.pool))
      if (at && to.picture)
        moves.push({
          piece: to.picture,
          from: middle(at.rect),
          to: to.rect,
          lands: to.picture,
          unseen: true,
          later,
        })
    if (event.seat !== me) add(at, after.get(`seat:${event.seat}`))
  }
  return moves
}

/** Between two pictures of the same table; `before` was measured while `was` was still drawn. */
export function animateLights(before: Scene, was: PrismaticView, now: PrismaticView, me: number) {
  const after = measureScene()
  const events = findEvents(was, now, me)
  for (const event of events) if (event.what === 'fade') fadeOut(spotsOf(before, 'pool', event.items))
  flyPieces(events.flatMap((event) => movesOf(event, before, after, me)))
}
