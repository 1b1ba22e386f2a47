/** Colori's own part of a view, what is printed on its cards, and the few words said about them. */
import { capital, plural } from '../../app/words.ts'

export type Verb = 'store' | 'draw' | 'mix' | 'destroy' | 'make'

export interface CardInfo {
  id: string
  name: string
  kind: 'basic' | 'fabric' | 'dye'
  /** A colour id a pip. */
  pips: string[]
  /** What happens when the card is destroyed. */
  verb: Verb
  times: number
}

export interface GarmentInfo {
  id: string
  name: string
  /** A card id. */
  fabric: string
  cost: string[]
  stars: number
}

/** Everything that is printed, fetched once with the actions. */
export interface Catalogue {
  /** Around the wheel. */
  colours: string[]
  /** Two colours and what they make. */
  mixes: [string, string, string][]
  cards: CardInfo[]
  garments: GarmentInfo[]
}

export interface Place {
  /** Counts in the order of the catalogue's colours. */
  wheel: number[]
  stars: number
  made: string[]
  drawn: string[]
  drafted: string[]
  deck: number
  discard: number
  /** Cards of the draft hand. */
  holding: number
  chosen: boolean
}

export interface Waiting {
  verb: Verb
  left: number
}

export interface ColoriView {
  round: number
  rounds: number
  phase: 'draft' | 'act' | 'over'
  /** −1: nobody's or everybody's. */
  turn: number
  pick: number
  /** Left: to the next seat; right: to the one before. */
  passing: 'left' | 'right'
  places: Place[]
  hand: string[]
  hand_old: boolean[]
  picks: string[]
  /** Empty: not yet. */
  choice: string
  /** The running ability first. */
  queue: Waiting[]
  /** An empty id: no garment is left for that place. */
  display: { id: string; lacks: string[]; fabric: boolean; ready: boolean }[]
  mixes: [string, string, string][]
  draft_deck: number
  destroyed: number
  garment_deck: number
}

/** A made garment, as a card of a deck: all are alike and have no use. */
const GARMENT: CardInfo = { id: 'garment', name: 'Garment', kind: 'fabric', pips: [], verb: 'make', times: 0 }

/** The catalogue, ready to be asked. */
export class Cards {
  readonly colours: readonly string[]
  readonly mixes: readonly (readonly [string, string, string])[]
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

/** "store 2", "make a garment" */
export const abilityWords = ({ verb, times }: CardInfo) =>
  verb === 'make' ? 'make a garment' : `${verb} ${times}`

/** "Madder: two red, one vermilion; destroys to store 2" */
export function cardWords(card: CardInfo, n = 1): string {
  const many = n > 1 ? `, ${number(n)} of them` : ''
  if (!card.times) return `${card.name}${many}: without use`
  const face = card.kind === 'fabric' ? 'fabric' : pipWords(card.pips)
  return `${card.name}${many}: ${face}; destroys to ${abilityWords(card)}`
}

/** "Madder Red Doublet: wool, four red, two vermilion; 3 stars; misses 2 colours" */
export function garmentWords(garment: GarmentInfo, { ready, misses }: Need): string {
  const state = ready ? 'can be made' : `misses ${misses}`
  return `${garment.name}: ${garment.fabric}, ${pipWords(garment.cost)}; ${plural(garment.stars, 'star')}; ${state}`
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
