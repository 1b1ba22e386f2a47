/** Texts and accessible names for cards, garments and wheels. */
import { plural, spellNumber } from '../../app/format.ts'
import { stackEqual } from '../../table/stacks.ts'
import type { AbilityKind, CardInfo, Counts, DisplaySlot, GarmentInfo, QueuedAbility } from './view.ts'

/** "two red, one vermilion" */
export const describePips = (pips: readonly string[]) =>
  stackEqual(pips)
    .map(({ id, n }) => `${spellNumber(n)} ${id}`)
    .join(', ')

const ABILITIES: Record<AbilityKind, string> = {
  store: 'Store',
  draw: 'Draw',
  mix: 'Mix',
  destroy: 'Destroy',
  make: 'Make',
}

/** "Store 2": as printed on a card. */
export const describeAbility = ({ ability, times }: Pick<CardInfo, 'ability' | 'times'>) =>
  `${ABILITIES[ability]} ${times}`

/** "Mix 2", "Make 1 garment" */
export const describeQueued = ({ ability, left }: QueuedAbility) =>
  describeAbility({ ability, times: left }) + (ability === 'make' ? ' garment' : '')

// An accessible name begins with what is visible on the piece, in the same order, for voice control.

/** "Madder: store 2 when destroyed; two red, one vermilion" */
export function describeCard(card: CardInfo, n = 1): string {
  const name = n > 1 ? `${n} ${card.name}` : card.name
  if (!card.times) return `${name}: no ability`
  const face = card.kind === 'fabric' ? 'fabric' : describePips(card.pips)
  return `${name}: ${describeAbility(card).toLowerCase()} when destroyed; ${face}`
}

/** "; one dealt before the reshuffle": how many of `n` equal cards were dealt before the draft deck was reshuffled. */
export function describeOld(old: number, n: number): string {
  if (!old) return ''
  return n > old ? `; ${spellNumber(old)} dealt before the reshuffle` : '; dealt before the reshuffle'
}

/** "2 more pips and linen": what the viewer needs for a garment; empty if nothing. */
export function describeNeeds(
  { missing, has_fabric }: Pick<DisplaySlot, 'missing' | 'has_fabric'>,
  fabricName: string,
): string {
  const colours = missing.length ? plural(missing.length, 'more pip') : ''
  return [colours, has_fabric ? '' : fabricName.toLowerCase()].filter(Boolean).join(' and ')
}

/** "Madder Red Doublet: wool; needs 2 more pips; 3 stars; costs four red, two vermilion" */
export function describeGarment(
  garment: GarmentInfo,
  fabricName: string,
  slot: DisplaySlot,
  soon = false,
): string {
  const now = slot.can_make ? 'can be made' : `needs ${describeNeeds(slot, fabricName)}`
  const state = soon ? 'ready after this mix' : now
  const worth = `${plural(garment.stars, 'star')}; costs ${describePips(garment.cost)}`
  return `${garment.name}: ${fabricName.toLowerCase()}; ${state}; ${worth}`
}

/** "4 red, 1 orange" */
export function describeWheel(colours: readonly string[], counts: Counts): string {
  const stored = colours.filter((c) => counts[c]).map((c) => `${counts[c]} ${c}`)
  return stored.length ? stored.join(', ') : 'no colours stored yet'
}

/** The length of the longer line when a name is broken into two lines as evenly as possible. */
export function longestLine(name: string): number {
  const breaks = [...name.matchAll(/ /g)].map((match) => match.index)
  return Math.min(name.length, ...breaks.map((at) => Math.max(at, name.length - at - 1)))
}
