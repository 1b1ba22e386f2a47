/** What is printed on Prismatic's cards and board, ready to be asked, and how things lie side by side. */
import { stackEqual } from '../../table/stacks.ts'
import type {
  CardInfo,
  Created,
  CreationInfo,
  Effect,
  Place,
  Price,
  PrismaticCatalogue,
  PrismaticView,
  Unit,
} from './types.gen.ts'

export type { CardInfo, Created, CreationInfo, Effect, Place, Price, PrismaticCatalogue, PrismaticView, Unit }

const UNKNOWN: CardInfo = {
  id: '',
  name: '',
  type: 'hue',
  stars: 0,
  cost: [],
  rewards: [],
  takes: '',
  ability: null,
  text: '',
}

/** The catalogue, ready to be asked. */
export class Cards {
  readonly items: readonly string[]
  readonly types: readonly string[]
  readonly board: readonly CreationInfo[]
  #cards: ReadonlyMap<string, CardInfo>

  constructor({ items, types, cards, board }: PrismaticCatalogue) {
    this.items = items
    this.types = types
    this.board = board
    this.#cards = new Map(cards.map((card) => [card.id, card]))
  }

  of(id: string): CardInfo {
    return this.#cards.get(id) ?? { ...UNKNOWN, id, name: id }
  }

  /** The name of what a touch means: a card, or the palette. */
  placeName(touch: string): string {
    return touch === 'palette' ? 'palette' : this.of(after('card:', touch)).name
  }
}

/** The rest of an id after its prefix; empty for another kind of id. */
export const after = (prefix: string, id: string | undefined) =>
  id?.startsWith(prefix) ? id.slice(prefix.length) : ''

/** A light that lies somewhere: which of its equals it is, and what becomes of it. */
export interface Light {
  readonly item: string
  readonly k: number
  /** Laid in this round and not turned up yet. */
  readonly fresh: boolean
  /** It would go by what is pointed at. */
  readonly leaves: boolean
}

/** Items one by one; the last ones of `fresh` were laid in this round, those not in `then` would go. */
export function listLights(
  items: readonly string[],
  fresh: readonly string[] = [],
  then: readonly string[] | null = null,
): Light[] {
  const left = then && new Map(stackEqual(then).map(({ id, n }) => [id, n]))
  return [items, fresh].flatMap((part, second) =>
    part.map((item, at) => {
      const k =
        part.slice(0, at).filter((other) => other === item).length +
        (second ? items.filter((other) => other === item).length : 0)
      return { item, k, fresh: second === 1, leaves: !!left && k >= (left.get(item) ?? 0) }
    }),
  )
}

/** What is there afterwards and was not before. */
export function newItems(before: readonly string[], then: readonly string[]): string[] {
  const left = new Map(stackEqual(before).map(({ id, n }) => [id, n]))
  return then.filter((item) => {
    const n = left.get(item) ?? 0
    left.set(item, n - 1)
    return n <= 0
  })
}

/** How the 21 creations lie: in columns, and each creation's lights over one another or side by side. */
export interface BoardFit {
  readonly columns: number
  readonly shape: 'row' | 'block' | 'beside'
  /** The size of a light of a price. */
  readonly light: number
  /** The least width of a creation, where the board has to scroll sideways; else 0. */
  readonly scrolls: number
}

const [CELLS, GIVEN, DEAREST] = [21, 1.7, 4]
const [GAP, PAD, LEAST, MOST] = [7, 8, 14, 40]
/** Numbers of columns, and how well each is liked: in sevens both ways to a colour stand one above the other. */
const COLUMNS = [
  [7, 1.5],
  [3, 1.3],
  [6, 1],
  [5, 1],
  [4, 1],
] as const

/** The largest lights that a creation of this width and height can show, in each shape. */
const SHAPES: readonly (readonly [BoardFit['shape'], (w: number, h: number) => number])[] = [
  ['row', (w, h) => Math.min((w - 14) / DEAREST, (h - 18) / (GIVEN + 1))],
  ['beside', (w, h) => Math.min((w - 22) / (GIVEN + 2), (h - 10) / 2.1)],
  ['block', (w, h) => Math.min((w - 12) / 2.25, (h - 20) / (GIVEN + 2.3))],
]

/** The arrangement of the board with the largest lights; `least` is the least size of what is touched. */
export function fitBoard(width: number, height: number, least: number): BoardFit {
  let best: BoardFit = { columns: 7, shape: 'row', light: 0, scrolls: 0 }
  let most = 0
  for (const [columns, liked] of COLUMNS) {
    const rows = Math.ceil(CELLS / columns)
    const w = (width - 2 * PAD - (columns - 1) * GAP) / columns
    const h = (height - 2 * PAD - (rows - 1) * GAP) / rows
    if (Math.min(w, h) < least) continue
    for (const [shape, fit] of SHAPES) {
      const light = Math.floor(Math.min(fit(w, h), MOST))
      if (light * liked > most) [best, most] = [{ columns, shape, light, scrolls: 0 }, light * liked]
    }
  }
  if (best.light >= LEAST) return best
  // too little room for all of it: three rows that scroll sideways
  const h = (height - 2 * PAD - 2 * GAP) / 3
  const light = Math.max(12, Math.min(18, Math.floor((h - 18) / (GIVEN + 1))))
  return { columns: 7, shape: 'row', light, scrolls: Math.max(least, light * DEAREST + 14) }
}

/** The parts of the table, of which small rooms show one at a time. */
export const TABS = ['board', 'cards', 'mine'] as const
export type Tab = (typeof TABS)[number]

/** The part where something is asked for. */
export function tabOf({ phase, task }: Pick<PrismaticView, 'phase' | 'task'>): Tab {
  if (phase === 'start' || phase === 'commit') return 'mine'
  if (phase !== 'resolve') return 'board'
  if (task === 'discard' || task === 'steal') return 'cards'
  return task === 'anything' || task === 'pay' || task === 'rewards' ? 'board' : 'mine'
}

/** How much lies side by side: `open` all of it, `beside` the same in a low room, `tabs` one part at a time. */
export type Shape = 'open' | 'beside' | 'tabs'

/** The shape for a window, along the frame's own shapes. */
export function shapeOf(width: number, height: number): Shape {
  const rails = width >= 840 && height >= 560 && width >= height
  if (rails) return height >= 860 ? 'open' : 'beside'
  return width >= 600 && height >= 900 ? 'open' : 'tabs'
}

/** How many things of one height, in a row below one another, have room. */
export const fitCount = (room: number, each: number, most: number) =>
  Math.max(0, Math.min(most, Math.floor(room / each)))
