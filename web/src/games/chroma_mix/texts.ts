/** The texts of actions, answers and cards. */
import { plural } from '../../app/format.ts'
import type { CardInfo, PendingDecision } from './types.gen.ts'

export const ACTION_NAMES = { print: 'Print', mix: 'Mix', refill: 'Refill', swap: 'Swap' } as const

export type ActionId = keyof typeof ACTION_NAMES

export const ACTION_HELP: Readonly<Record<ActionId, string>> = {
  print: 'put a card from your hand into play and use its effect',
  mix: 'discard two cards from your hand and gain a card on offer',
  refill: 'return cards from play to your hand',
  swap: 'discard a card from your hand and gain an ink',
}

/** A button that answers the current decision. */
export interface Answer {
  readonly id: string
  readonly text: string
  readonly help: string
}

/** The answers with black buttons. */
export const PRIMARY_ANSWERS: ReadonlySet<string> = new Set(['yes', 'done'])

const ANSWERS: readonly Answer[] = [
  { id: 'yes', text: 'Print it', help: 'puts it into play now' },
  { id: 'no', text: 'Keep it', help: 'leaves it in your hand' },
  { id: 'tuck', text: 'Tuck', help: 'then choose a card to tuck under Mustard' },
  { id: 'done', text: 'Done', help: 'ends the refill' },
  { id: 'pass', text: 'Pass', help: 'does not use this effect' },
  { id: 'end', text: 'End turn', help: 'ends your turn' },
]

/** Orange puts a card into play without printing it. */
const ORANGE_TEXTS: Readonly<Record<string, Partial<Answer>>> = {
  yes: { text: 'Put it into play', help: 'without its instant effect' },
}

export const listAnswers = (decision?: PendingDecision['decision']): readonly Answer[] =>
  decision === 'orange-print' ? ANSWERS.map((answer) => ({ ...answer, ...ORANGE_TEXTS[answer.id] })) : ANSWERS

/** What the numbers of a victory count; those of Burgundy count cards by rank. */
export const UNITS: Readonly<Record<string, string>> = {
  sapphire: 'cards',
  burgundy: '4·3·2·1',
  mustard: 'dots',
  petrol: 'rank 2',
}

/** Everything that is printed on a card, as sentences. */
export function describeCard(
  { name, rank, points, instant_text, ongoing_text }: CardInfo,
  count = 1,
): string {
  return [
    `${count > 1 ? `${count} × ` : ''}${name}: rank ${rank}${points ? `, ${plural(points, 'point')}` : ''}.`,
    instant_text && `When printed: ${instant_text}`,
    ongoing_text && `While in play: ${ongoing_text}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where long names may break on narrow cards. */
const BROKEN_NAMES = [
  'Bur-gundy',
  'Ceru-lean',
  'Emer-ald',
  'Fuch-sia',
  'Laven-der',
  'Ma-genta',
  'Mus-tard',
  'Rasp-berry',
  'Sap-phire',
  'Tur-quoise',
]
const HYPHENATED = new Map(BROKEN_NAMES.map((name) => [name.replace('-', ''), name.replace('-', '\u00ad')]))

/** The words of a name, with soft hyphens. */
export const splitName = (name: string): string[] =>
  name.split(' ').map((word) => HYPHENATED.get(word) ?? word)
