/** What the view and the catalogue say, ready to be drawn. No rule is computed here. */
import type { Part } from '../../look/palette.ts'
import { plural } from '../../app/words.ts'
import type { Billy, CardInfo, Catalogue, Mix, Player, Progress, Stack, View, Waiting } from './types.gen.ts'

export type { Billy, CardInfo, Catalogue, Mix, Player, Progress, Stack, View, Waiting }

/** A pigment: its stroke in the glyph code, and the rank-1 card that is nothing else. */
export interface Pigment {
  readonly part: Part
  readonly card: string
  readonly name: string
}

const PIGMENTS: Readonly<Record<string, Pigment>> = {
  C: { part: 'b', card: 'soft-cyan', name: 'cyan' },
  M: { part: 'r', card: 'pale-magenta', name: 'magenta' },
  Y: { part: 'y', card: 'light-yellow', name: 'yellow' },
  '*': { part: 'p', card: 'prism', name: 'any colour' },
}

/** `CCM` as pigments, in this order. */
export const pigmentsOf = (letters: string): Pigment[] =>
  [...letters].flatMap((letter) => PIGMENTS[letter] ?? [])

/** `CCM` as strokes of one glyph. */
export const strokesOf = (letters: string): string =>
  pigmentsOf(letters)
    .map(({ part }) => part)
    .join('')

/** What each action is for. */
export const ACTION_WORDS = {
  print: 'lays a card of your hand in play, for what it does',
  mix: 'pays two cards for an open one with the same pigments',
  refill: 'takes cards back from play into your hand',
  swap: 'gives a card of your hand for one of rank 1',
} as const

/** A button that answers what is asked, and what it is for. */
export interface Answer {
  readonly id: string
  readonly text: string
  readonly can: string
}

export const ANSWERS: readonly Answer[] = [
  { id: 'yes', text: 'Print it', can: 'lays it in play at once' },
  { id: 'no', text: 'Keep it', can: 'leaves it in your hand' },
  { id: 'tuck', text: 'Tuck', can: 'then choose a card for under Mustard' },
  { id: 'done', text: 'Enough', can: 'ends the refill' },
  { id: 'pass', text: 'Pass', can: 'does nothing' },
  { id: 'end', text: 'End turn', can: 'does nothing more' },
]

const UNKNOWN: CardInfo = {
  id: '',
  name: '',
  rank: 1,
  pigments: '',
  points: 0,
  copies: 0,
  once: '',
  once_text: '',
  lasting: '',
  lasting_text: '',
}

/** The catalogue, ready to be asked. */
export class Cards {
  #cards: ReadonlyMap<string, CardInfo>

  constructor({ cards }: Pick<Catalogue, 'cards'>) {
    this.#cards = new Map(cards.map((card) => [card.id, card]))
  }

  of(id: string): CardInfo {
    return this.#cards.get(id) ?? { ...UNKNOWN, id, name: id }
  }
}

/** Everything that is printed on a card, as sentences. */
export function cardWords({ name, rank, points, once_text, lasting_text }: CardInfo, count = 1): string {
  return [
    `${count > 1 ? `${count} ` : ''}${name}: rank ${rank}${points ? `, ${plural(points, 'point')}` : ''}.`,
    once_text && `When printed: ${once_text}`,
    lasting_text && `While in play: ${lasting_text}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many of the equal cards at a place are put forward in the running mix. */
export const putForward = (mix: Mix | null, place: 'hand' | 'play', id: string): number =>
  mix?.cards.filter((card) => card.id === id && card.place === place).length ?? 0

export const countCards = (stacks: readonly Stack[]): number =>
  stacks.reduce((sum, { count }) => sum + count, 0)

/** How much of a victory is done, from 0 to 1, for a bar. */
export const shareOf = ({ have, need }: Pick<Progress, 'have' | 'need'>): number =>
  Math.min(1, Math.max(0, have / need))

/** The same victories after a move, by name, where it changes how far they are. */
export function changedBy(
  now: readonly Progress[],
  after: readonly Progress[] | undefined,
): Map<string, Progress> {
  const changed = (after ?? []).filter((then) => {
    const { have, missing } = now.find(({ victory }) => victory === then.victory) ?? then
    return have !== then.have || missing !== then.missing
  })
  return new Map(changed.map((then) => [then.victory, then]))
}

/** A row of the market, each place with a key of its own: equal cards may lie side by side. */
export const placesOf = (cards: readonly string[]) => cards.map((id, at) => ({ id, key: `${at} ${id}` }))
