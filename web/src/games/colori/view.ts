/** The cards of Colori, and functions on its view. */
import type { Stack } from '../../table/stacks.ts'
import type {
  CardInfo,
  Catalogue,
  DisplaySlot,
  GarmentInfo,
  QueuedAbility,
  SeatView,
  View,
} from './types.gen.ts'

export type { CardInfo, Catalogue, DisplaySlot, GarmentInfo, QueuedAbility, SeatView, View }
export type AbilityKind = CardInfo['ability']

/** Two colours and what they make. */
export type Mix = readonly [string, string, string]

export type Counts = Readonly<Record<string, number>>

/** A finished garment as a card of a deck: all are alike and have no ability. */
const GARMENT: CardInfo = {
  id: 'garment',
  name: 'Garment',
  kind: 'fabric',
  pips: [],
  ability: 'make',
  times: 0,
}

/** The catalogue with lookup by id. */
export class Cards {
  readonly colours: readonly string[]
  readonly mixes: readonly Mix[]
  #cards: ReadonlyMap<string, CardInfo>
  #garments: ReadonlyMap<string, GarmentInfo>

  constructor({ colours, mixes, cards, garments }: Catalogue) {
    this.colours = colours
    this.mixes = mixes
    this.#cards = new Map([GARMENT, ...cards].map((c) => [c.id, c]))
    this.#garments = new Map(garments.map((g) => [g.id, g]))
  }

  card(id: string): CardInfo {
    return this.#cards.get(id) ?? { ...GARMENT, id, name: id }
  }

  garment(id: string): GarmentInfo | undefined {
    return this.#garments.get(id)
  }

  garments(ids: readonly string[]): GarmentInfo[] {
    return ids.flatMap((id) => this.garment(id) ?? [])
  }

  /** The counts of a wheel by colour. */
  counts(wheel: readonly number[]): Counts {
    return Object.fromEntries(this.colours.map((c, i) => [c, wheel[i] ?? 0]))
  }
}

/** The colours that a colour can be mixed with, each with the result. */
export function findPartners(mixes: readonly Mix[], colour: string): Map<string, string> {
  const partners = new Map<string, string>()
  for (const [a, b, mixed] of mixes)
    if (a === colour || b === colour) partners.set(a === colour ? b : a, mixed)
  return partners
}

/** A garment on display: what is printed on it, and what the viewer needs for it. */
export interface DisplayedGarment {
  readonly garment: GarmentInfo
  readonly fabricName: string
  readonly slot: DisplaySlot
  readonly index: number
}

export function listDisplay(cards: Cards, display: readonly DisplaySlot[]): (DisplayedGarment | null)[] {
  return display.map((slot, index) => {
    const garment = cards.garment(slot.garment)
    return garment ? { garment, fabricName: cards.card(garment.fabric).name, slot, index } : null
  })
}

/** The pips of a garment in order, and whether the viewer has them; the last ones of a colour are missing first. */
export function markPips(
  { cost }: GarmentInfo,
  { missing }: Pick<DisplaySlot, 'missing'>,
): { colour: string; have: boolean }[] {
  const left = [...missing]
  const have = (colour: string) => {
    const index = left.indexOf(colour)
    return index < 0 || !left.splice(index, 1)
  }
  return cost
    .toReversed()
    .map((colour) => ({ colour, have: have(colour) }))
    .toReversed()
}

/** Whether the garment could be made after a mix that results in this colour. */
export function isReadyAfter(slot: Pick<DisplaySlot, 'can_make' | 'ready_after'>, mixed: string): boolean {
  return !!mixed && !slot.can_make && slot.ready_after.includes(mixed)
}

export const toStacks = (pile: Counts): Stack[] => Object.entries(pile).map(([id, n]) => ({ id, n }))

export const countCards = (stacks: readonly Stack[]): number => stacks.reduce((sum, { n }) => sum + n, 0)

/** Cards with a number among equal ones, so that each has a key of its own. */
export function numberEqual(ids: readonly string[]): { id: string; k: number }[] {
  const seen = new Map<string, number>()
  return ids.map((id) => {
    const k = seen.get(id) ?? 0
    seen.set(id, k + 1)
    return { id, k }
  })
}
