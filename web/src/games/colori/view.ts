/** Colori's cards, ready to be asked, what a garment needs, and the few words said about them. */
import { capital, plural } from '../../app/words.ts'
import type { CardInfo, ColoriCatalogue, ColoriView, GarmentInfo, Place, Waiting } from '../../messages.ts'

export type { CardInfo, ColoriView, GarmentInfo, Place }
export type Verb = CardInfo['verb']

/** A made garment, as a card of a deck: all are alike and have no use. */
const GARMENT: CardInfo = { id: 'garment', name: 'Garment', kind: 'fabric', pips: [], verb: 'make', times: 0 }

/** The catalogue, ready to be asked. */
export class Cards {
  readonly colours: readonly string[]
  readonly mixes: readonly (readonly [string, string, string])[]
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

export type Counts = Readonly<Record<string, number>>

/** Counts with some colours added and others taken off. */
export function changed(counts: Counts, plus: readonly string[], minus: readonly string[] = []): Counts {
  const now: Record<string, number> = { ...counts }
  for (const c of plus) now[c] = (now[c] ?? 0) + 1
  for (const c of minus) now[c] = (now[c] ?? 0) - 1
  return now
}

/** The mixes a wheel allows with a colour, and each partner with what comes of it. */
export function partners(mixes: Cards['mixes'], counts: Counts, colour: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [a, b, made] of mixes)
    if ((a === colour || b === colour) && counts[a] && counts[b]) found.set(a === colour ? b : a, made)
  return found
}

/** What two colours make. */
export function mixOf(mixes: Cards['mixes'], one: string, two: string): string | undefined {
  return mixes.find(([a, b]) => (a === one && b === two) || (a === two && b === one))?.[2]
}

export interface Need {
  /** A chip a pip, in order; full ones are on the wheel. */
  readonly pips: readonly { colour: string; have: boolean }[]
  readonly cloth: boolean
  readonly ready: boolean
  /** "2 colours and linen"; empty when nothing is missing. */
  readonly misses: string
}

/** What a garment needs, and what of it is there. */
export function need(
  { cost, fabric }: GarmentInfo,
  clothName: string,
  counts: Counts,
  drawn: readonly string[],
): Need {
  const used: Record<string, number> = {}
  const pips = cost.map((colour) => {
    used[colour] = (used[colour] ?? 0) + 1
    return { colour, have: used[colour] <= (counts[colour] ?? 0) }
  })
  const lacks = pips.filter((p) => !p.have).length
  const cloth = drawn.includes(fabric)
  const parts = [lacks ? plural(lacks, 'colour') : '', cloth ? '' : clothName.toLowerCase()]
  return { pips, cloth, ready: !lacks && cloth, misses: parts.filter(Boolean).join(' and ') }
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
export function garmentWords(
  garment: GarmentInfo,
  cloth: string,
  { ready, misses }: Need,
  then = '',
): string {
  const state = ready ? 'can be made' : then ? `ready after ${then}` : `misses ${misses}`
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
