/** The few words that are said about Colori's cards, garments and wheels. */
import { capital, plural } from '../../app/words.ts'
import { stackEqual } from '../../table/stacks.ts'
import type { CardInfo, Counts, GarmentInfo, Shown, Verb, Waiting } from './view.ts'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']
export const number = (n: number) => NUMBERS[n] ?? String(n)

/** "two red, one vermilion" */
export const pipWords = (pips: readonly string[]) =>
  stackEqual(pips)
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

/** "; one from the old deck": of the cards that lie as one. */
export function oldWords(old: number, n: number): string {
  if (!old) return ''
  return n > old ? `; ${number(old)} from the old deck` : '; from the old deck'
}

/** "2 colours and linen": what the view says is missing; empty when nothing is. */
export function missingWords({ lacks, fabric }: Pick<Shown, 'lacks' | 'fabric'>, cloth: string): string {
  const parts = [lacks.length ? plural(lacks.length, 'colour') : '', fabric ? '' : cloth.toLowerCase()]
  return parts.filter(Boolean).join(' and ')
}

/** "Madder Red Doublet: wool; misses 2 colours; 3 stars; costs four red, two vermilion" */
export function garmentWords(garment: GarmentInfo, cloth: string, shown: Shown, soon = false): string {
  const now = shown.ready ? 'can be made' : `misses ${missingWords(shown, cloth)}`
  const state = soon ? 'ready after this mix' : now
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
