/** The cards of Prismatic, functions on its view, and the layout of the table. */
import { stackEqual } from '../../table/stacks.ts'
import { removePrefix } from '../table-helpers.svelte.ts'
import type {
  CardInfo,
  CreatedCard,
  RecipeInfo,
  PrintedEffect,
  SeatView,
  Price,
  Catalogue,
  View,
  Unit,
} from './types.gen.ts'

export type { CardInfo, CreatedCard, RecipeInfo, PrintedEffect, SeatView, Price, Catalogue, View, Unit }

const UNKNOWN: CardInfo = {
  id: '',
  name: '',
  type: 'hue',
  stars: 0,
  cost: [],
  rewards: [],
  takes: '',
  ability: null,
}

/** The catalogue with lookup by id. */
export class Cards {
  readonly items: readonly string[]
  readonly types: readonly string[]
  readonly board: readonly RecipeInfo[]
  #cards: ReadonlyMap<string, CardInfo>

  constructor({ items, types, cards, board }: Catalogue) {
    this.items = items
    this.types = types
    this.board = board
    this.#cards = new Map(cards.map((card) => [card.id, card]))
  }

  find(id: string): CardInfo | undefined {
    return this.#cards.get(id)
  }

  of(id: string): CardInfo {
    return this.find(id) ?? { ...UNKNOWN, id, name: id }
  }

  /** The name of the spot with a touch id: a card, or the palette. */
  spotName(id: string): string {
    return id === 'palette' ? 'palette' : this.of(removePrefix('card:', id)).name
  }
}

/** An item on the table. */
export interface Light {
  readonly item: string
  /** Its number among equal items. */
  readonly k: number
  /** Placed in this round and not revealed yet. */
  readonly fresh: boolean
  /** The action that is pointed at would use it. */
  readonly leaving: boolean
}

/** List items and fresh items one by one; those that are not in `after` are leaving. */
export function listLights(
  items: readonly string[],
  fresh: readonly string[] = [],
  after: readonly string[] | null = null,
): Light[] {
  const left = after && new Map(stackEqual(after).map(({ id, n }) => [id, n]))
  return [items, fresh].flatMap((part, second) =>
    part.map((item, at) => {
      const k =
        part.slice(0, at).filter((other) => other === item).length +
        (second ? items.filter((other) => other === item).length : 0)
      return { item, k, fresh: second === 1, leaving: !!left && k >= (left.get(item) ?? 0) }
    }),
  )
}

/** More lights than this are stacked. */
const MAX_SINGLE_LIGHTS = 7

export interface LightStack extends Light {
  readonly n: number
}

/** Stack equal lights if there are too many to show them one by one. */
export function stackLights(lights: readonly Light[]): LightStack[] {
  if (lights.length <= MAX_SINGLE_LIGHTS) return lights.map((light) => ({ ...light, n: 1 }))
  return stackEqual(lights.map(({ item }) => item)).map(({ id: item, n }) => {
    const equal = lights.filter((light) => light.item === item)
    const [fresh, leaving] = [equal.some((light) => light.fresh), equal.some((light) => light.leaving)]
    return { item, n, k: 0, fresh, leaving }
  })
}

/** The motes in a bag one by one. */
export const bagItems = ({ items }: Cards, { bag }: SeatView): string[] =>
  items.flatMap((item, i) => Array.from({ length: bag[i] ?? 0 }, () => item))

/** The items that were added. */
export function newItems(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map(stackEqual(before).map(({ id, n }) => [id, n]))
  return after.filter((item) => {
    const n = left.get(item) ?? 0
    left.set(item, n - 1)
    return n <= 0
  })
}

/** The layout of the 21 recipes of the board. */
export interface BoardFit {
  /** Six columns with the headings in empty places, three below each other, or three rows that may scroll. */
  readonly layout: 'six' | 'three' | 'rows'
  /** A recipe in one line, its cost in a block, or with the result below its cost. */
  readonly form: 'line' | 'block' | 'column'
  /** The size of the motes of a cost. */
  readonly mote: number
  readonly headings: boolean
  /** The width of a recipe if the board has to scroll sideways; else 0. */
  readonly scrolls: number
}

/** What a recipe gives, in motes of its cost, and an arrow with the rays of light beside it. */
export const RESULT_SIZE = 1.5
const ARROW = 0.95
const [GAP, PADDING, MIN_MOTE, MAX_MOTE, LABEL] = [5, 8, 14, 36, 14]
/** The height of a heading above recipes, and its width beside them. */
const HEADING = 18

const measureHeight = (h: number) => Math.min((h - 8) / 2.1, (h - LABEL - 6) / (0.9 * RESULT_SIZE))
/** By form a bonus, and the largest motes of a recipe with a width and a height. */
const FORMS: readonly (readonly [BoardFit['form'], number, (w: number, h: number) => number])[] = [
  ['line', 1.3, (w, h) => Math.min((w - 16) / (3 + ARROW + RESULT_SIZE), measureHeight(h))],
  ['block', 1, (w, h) => Math.min((w - 14) / (2 + ARROW + RESULT_SIZE), measureHeight(h))],
  // a cost of four wraps if the column is narrow
  [
    'column',
    0.9,
    (w, h) =>
      Math.max(
        Math.min((w - 8) / 4.15, (h - 16) / (1 + ARROW + RESULT_SIZE)),
        Math.min((w - 8) / 3.15, (h - 16) / (2 + ARROW + RESULT_SIZE)),
      ),
  ],
]

function fitRecipe(w: number, h: number) {
  return FORMS.map(([form, bonus, fit]) => {
    const mote = Math.floor(Math.min(fit(w, h), MAX_MOTE))
    return { form, mote, worth: mote < MIN_MOTE ? 0 : mote * bonus }
  }).reduce((best, other) => (other.worth > best.worth ? other : best))
}

/** Layouts with their columns, rows, and weight; headings take height above and width beside recipes. */
const LAYOUTS = [
  { layout: 'six', columns: 6, rows: 4, above: 0, beside: 0, headings: true, weight: 1.2 },
  { layout: 'three', columns: 3, rows: 7, above: 2, beside: 0, headings: true, weight: 1.4 },
  { layout: 'three', columns: 3, rows: 7, above: 0, beside: 0, headings: false, weight: 1 },
  { layout: 'rows', columns: 7, rows: 3, above: 0, beside: 2, headings: true, weight: 1 },
] as const

/** The layout of the board with the largest motes; `least` is the minimum size of a touch target. */
export function fitBoard(width: number, height: number, least: number): BoardFit {
  let best: BoardFit | null = null
  let most = 0
  for (const { layout, columns, rows, above, beside, headings, weight } of LAYOUTS) {
    const w = (width - 2 * PADDING - (columns + beside - 1) * GAP - beside * HEADING) / columns
    const h = (height - 2 * PADDING - (rows + above - 1) * GAP - above * HEADING) / rows
    if (Math.min(w, h) < least) continue
    const { form, mote, worth } = fitRecipe(w, h)
    if (worth * weight <= most) continue
    most = worth * weight
    best = { layout, form, mote, headings, scrolls: 0 }
  }
  if (best) return best
  // too little space: three rows that scroll sideways
  const h = (height - 2 * PADDING - 2 * GAP) / 3
  const column = Math.floor((h - 14) / (2 + ARROW + RESULT_SIZE))
  const form = column >= MIN_MOTE ? 'column' : 'block'
  const mote = Math.max(12, Math.min(20, form === 'column' ? column : Math.floor(measureHeight(h))))
  const scrolls = Math.max(least, form === 'column' ? mote * 3.1 + 12 : mote * (2 + ARROW + RESULT_SIZE) + 16)
  return { layout: 'rows', form, mote, headings: true, scrolls }
}

/** The recipes of the board by what comes out, with their numbers in the catalogue. */
export function groupBoard({ board }: Cards) {
  const kinds = ['light', 'motes', 'rest'] as const
  const kindOf = ({ gives }: RecipeInfo) =>
    gives.kind === 'pool' ? 'light' : gives.kind === 'mote' ? 'motes' : 'rest'
  return kinds.map((kind) => ({
    kind,
    recipes: board.flatMap((info, at) => (kindOf(info) === kind ? [{ info, at }] : [])),
  }))
}

/** The parts of the table; small windows show one at a time. */
export const TABS = ['board', 'common', 'own'] as const
export type Tab = (typeof TABS)[number]

/** The part where the viewer has to act. */
export function tabOf({ phase, task }: Pick<View, 'phase' | 'task'>): Tab {
  if (phase === 'start' || phase === 'commit') return 'own'
  if (phase !== 'resolve') return 'board'
  if (task === 'discard' || task === 'steal') return 'common'
  return task === 'anything' || task === 'pay' || task === 'rewards' ? 'board' : 'own'
}

/** What is visible: everything (`open`), everything in a low window (`beside`), or one part at a time (`tabs`). */
export type Shape = 'open' | 'beside' | 'tabs'

/** The shape for a window; it follows the shapes of the frame. */
export function shapeOf(width: number, height: number): Shape {
  const rails = width >= 840 && height >= 560 && width >= height
  if (rails) return height >= 860 ? 'open' : 'beside'
  return width >= 600 && height >= 900 ? 'open' : 'tabs'
}

export type MoteStyle = 'mote' | 'pool' | 'missing' | 'substitute'

/** How a unit of a price is drawn, by what pays it. */
export const MOTE_STYLES: Readonly<Record<Unit['paid'], MoteStyle>> = {
  there: 'mote',
  fresh: 'mote',
  pool: 'pool',
  prismatic: 'substitute',
  missing: 'missing',
}

/** How many rows of one height fit. */
export const fitCount = (space: number, row: number, most: number) =>
  Math.max(0, Math.min(most, Math.floor(space / row)))
