/** Colori's cards, ready to be asked, what the view says of them, and the few words said about them. */
import { capital, plural } from '../../app/words.ts'
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

/** Counts with some colours added and others taken off. */
export function changed(counts: Counts, plus: readonly string[], minus: readonly string[] = []): Counts {
  const now: Record<string, number> = { ...counts }
  for (const c of plus) now[c] = (now[c] ?? 0) + 1
  for (const c of minus) now[c] = (now[c] ?? 0) - 1
  return now
}

/** The partners of a colour among some mixes, each with what comes of it. */
export function partners(mixes: readonly Mix[], colour: string): Map<string, string> {
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

export function displayed(cards: Cards, display: readonly Shown[]): (Displayed | null)[] {
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

/** "2 colours and linen": what the view says is missing; empty when nothing is. */
export function missingWords({ lacks, fabric }: Pick<Shown, 'lacks' | 'fabric'>, cloth: string): string {
  const parts = [lacks.length ? plural(lacks.length, 'colour') : '', fabric ? '' : cloth.toLowerCase()]
  return parts.filter(Boolean).join(' and ')
}

/** Equal things as one with a count, in the order of their first. */
export function stacked(ids: readonly string[]): { id: string; n: number }[] {
  const n = new Map<string, number>()
  for (const id of ids) n.set(id, (n.get(id) ?? 0) + 1)
  return [...n].map(([id, count]) => ({ id, n: count }))
}

/** Each on its own, with its number among its equals, so that every card has a name of its own. */
export function apart(ids: readonly string[]): { id: string; k: number }[] {
  const seen = new Map<string, number>()
  return ids.map((id) => {
    const k = seen.get(id) ?? 0
    seen.set(id, k + 1)
    return { id, k }
  })
}

// --- words

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']
export const number = (n: number) => NUMBERS[n] ?? String(n)

/** "red", "red or yellow", "red, yellow or purple". */
export function listed(words: readonly string[], last = 'or'): string {
  if (words.length < 2) return words[0] ?? ''
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** "two red, one vermilion" */
export const pipWords = (pips: readonly string[]) =>
  stacked(pips)
    .map(({ id, n }) => `${number(n)} ${id}`)
    .join(', ')

/** "Store 2", "Garment": as the foot of a card says it. */
export const VERBS: Record<Verb, string> = {
  store: 'Store',
  draw: 'Draw',
  mix: 'Mix',
  destroy: 'Destroy',
  make: 'Garment',
}

/** "Store 2", "Garment" */
export const abilityWords = ({ verb, times }: CardInfo) =>
  verb === 'make' ? VERBS.make : `${VERBS[verb]} ${times}`

// a name begins with what can be read on the piece, in that order, so that it can be called by voice

/** "Madder: store 2 when destroyed; two red, one vermilion" */
export function cardWords(card: CardInfo, n = 1): string {
  const name = n > 1 ? `${n} ${card.name}` : card.name
  if (!card.times) return `${name}: without use`
  const face = card.kind === 'fabric' ? 'fabric' : pipWords(card.pips)
  return `${name}: ${abilityWords(card).toLowerCase()} when destroyed; ${face}`
}

/** "Madder Red Doublet: wool; misses 2 colours; 3 stars; costs four red, two vermilion" */
export function garmentWords(garment: GarmentInfo, cloth: string, shown: Shown): string {
  const state = shown.ready ? 'can be made' : `misses ${missingWords(shown, cloth)}`
  const worth = `${plural(garment.stars, 'star')}; costs ${pipWords(garment.cost)}`
  return `${garment.name}: ${cloth.toLowerCase()}; ${state}; ${worth}`
}

/** A waiting ability: "Mix 2", "Make a garment". */
export const waitingWords = ({ verb, left }: Waiting) =>
  verb === 'make' ? 'Make a garment' : `${VERBS[verb]} ${left}`

/** "4 red, 1 orange", for those who cannot see a wheel. */
export function wheelWords(colours: readonly string[], counts: Counts): string {
  const stored = colours.filter((c) => counts[c]).map((c) => `${counts[c]} ${c}`)
  return stored.length ? stored.join(', ') : 'no colour stored'
}

export const colourName = (id: string) => capital(id)
