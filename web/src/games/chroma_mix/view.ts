/** Helpers for drawing the view and the catalogue. No rules are computed here. */
import type { Part } from '../../look/palette.ts'
import type {
  Billy,
  CardInfo,
  Catalogue,
  Mix,
  PendingDecision,
  Player,
  Progress,
  Stack,
  View,
} from './types.gen.ts'

export type { Billy, CardInfo, Catalogue, Mix, PendingDecision, Player, Progress, Stack, View }

/** A pigment: its part of a glyph, and the card that consists of it. */
export interface Pigment {
  readonly part: Part
  readonly card: string
  readonly name: string
}

const PIGMENTS: Readonly<Record<string, Pigment>> = {
  C: { part: 'b', card: 'soft-cyan', name: 'cyan' },
  M: { part: 'r', card: 'pale-magenta', name: 'magenta' },
  Y: { part: 'y', card: 'light-yellow', name: 'yellow' },
  '*': { part: 'p', card: 'prism', name: 'any' },
}

export const findPigment = (name: string): Pigment | undefined =>
  Object.values(PIGMENTS).find((pigment) => pigment.name === name)

/** The pigments of `CCM`, in this order. */
export const pigmentsOf = (letters: string): Pigment[] =>
  [...letters].flatMap((letter) => PIGMENTS[letter] ?? [])

/** The glyph of `CCM`. */
export const glyphOfPigments = (letters: string): string =>
  pigmentsOf(letters)
    .map(({ part }) => part)
    .join('')

const UNKNOWN: CardInfo = {
  id: '',
  name: '',
  rank: 1,
  pigments: '',
  points: 0,
  instant: '',
  instant_text: '',
  ongoing: '',
  ongoing_text: '',
}

/** The catalogue by card id. */
export class Cards {
  #cards: ReadonlyMap<string, CardInfo>

  constructor({ cards }: Catalogue) {
    this.#cards = new Map(cards.map((card) => [card.id, card]))
  }

  of(id: string): CardInfo {
    return this.#cards.get(id) ?? { ...UNKNOWN, id, name: id }
  }
}

/** How many of the equal cards at a place are chosen for the running mix. */
export const countChosen = (mix: Mix | null, place: 'hand' | 'play', id: string): number =>
  mix?.cards.filter((card) => card.id === id && card.place === place).length ?? 0

export const countCards = (stacks: readonly Stack[]): number =>
  stacks.reduce((sum, { count }) => sum + count, 0)

/** The filled share of a progress bar, from 0 to 1. */
export const barShare = ({ have, need }: Pick<Progress, 'have' | 'need'>): number =>
  Math.min(1, Math.max(0, have / need))

/** The progress by victory that a move changes. */
export function changedProgress(
  before: readonly Progress[],
  after: readonly Progress[] | undefined,
): Map<string, Progress> {
  const changed = (after ?? []).filter((then) => {
    const { have, text } = before.find(({ victory }) => victory === then.victory) ?? then
    return have !== then.have || text !== then.text
  })
  return new Map(changed.map((then) => [then.victory, then]))
}

/** A row of the market; each place has its own key, since equal cards may be side by side. */
export const keyedPlaces = (cards: readonly string[]) =>
  cards.map((id, column) => ({ id, key: `${column} ${id}` }))

/** Roughly how wide the longest word of a name is, in em of a wide bold font: names must fit, in whatever font. */
export const nameWidth = (name: string): number =>
  Math.max(...name.split(' ').map((word) => [...word].reduce((sum, letter) => sum + letterWidth(letter), 0)))

function letterWidth(letter: string): number {
  if ('mMwW'.includes(letter)) return 0.95
  if ('iljtfr'.includes(letter)) return 0.42
  return letter === letter.toLowerCase() ? 0.64 : 0.74
}
