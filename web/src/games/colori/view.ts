/** Colori's cards, ready to be asked, and what the view says of them. */
import type { Stack } from '../../table/stacks.ts'
import type {
  CardInfo,
  ColoriCatalogue,
  ColoriView,
  GarmentInfo,
  Place,
  Shown,
  Waiting,
} from './types.gen.ts'

export type { CardInfo, ColoriCatalogue, ColoriView, GarmentInfo, Place, Shown, Waiting }
export type Verb = CardInfo['verb']

/** A made garment, as a card of a deck: all are alike and have no use. */
const GARMENT: CardInfo = { id: 'garment', name: 'Garment', kind: 'fabric', pips: [], verb: 'make', times: 0 }

/** The catalogue, ready to be asked. */
export class Cards {
  readonly colours: readonly string[]
  readonly mixes: readonly Mix[]
  #cards: ReadonlyMap<string, CardInfo>
  #garments: ReadonlyMap<string, GarmentInfo>

  constructor({ colours, mixes, cards, garments }: ColoriCatalogue) {
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

  /** What lies on a wheel, by colour. */
  counts(wheel: readonly number[]): Counts {
    return Object.fromEntries(this.colours.map((c, i) => [c, wheel[i] ?? 0]))
  }
}

/** Two colours and what they make. */
export type Mix = readonly [string, string, string]

export type Counts = Readonly<Record<string, number>>

/** The partners of a colour among some mixes, each with what comes of it. */
export function partnersOf(mixes: readonly Mix[], colour: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [a, b, made] of mixes) if (a === colour || b === colour) found.set(a === colour ? b : a, made)
  return found
}

/** A garment of the display, with what is printed and what the view says of it. */
export interface Displayed {
  readonly garment: GarmentInfo
  /** The name of its fabric. */
  readonly cloth: string
  readonly shown: Shown
  /** Its place. */
  readonly at: number
}

export function displayedGarments(cards: Cards, display: readonly Shown[]): (Displayed | null)[] {
  return display.map((shown, at) => {
    const garment = cards.garment(shown.id)
    return garment ? { garment, cloth: cards.card(garment.fabric).name, shown, at } : null
  })
}

/** A chip a pip of a garment, in order; of a colour that is missing the last ones are hollow. */
export function pipsOf(
  { cost }: GarmentInfo,
  { lacks }: Pick<Shown, 'lacks'>,
): { colour: string; have: boolean }[] {
  const missing = [...lacks]
  const have = (colour: string) => {
    const at = missing.indexOf(colour)
    return at < 0 || !missing.splice(at, 1)
  }
  return cost
    .toReversed()
    .map((colour) => ({ colour, have: have(colour) }))
    .toReversed()
}

/** Whether the view says that the garment would be ready after a mix that makes this colour. */
export function readyAfter(shown: Pick<Shown, 'ready' | 'ready_after'>, made: string): boolean {
  return !!made && !shown.ready && shown.ready_after.includes(made)
}

/** A pile of which only the cards are known, not their order. */
export const stacksOf = (pile: Readonly<Record<string, number>>): Stack[] =>
  Object.entries(pile).map(([id, n]) => ({ id, n }))

export const countStacks = (stacks: readonly Stack[]): number => stacks.reduce((sum, { n }) => sum + n, 0)

/** Each on its own, with its number among its equals, so that every card has a name of its own. */
export function splitEqual(ids: readonly string[]): { id: string; k: number }[] {
  const seen = new Map<string, number>()
  return ids.map((id) => {
    const k = seen.get(id) ?? 0
    seen.set(id, k + 1)
    return { id, k }
  })
}
