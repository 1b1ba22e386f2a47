/** The few words that are said about Prismatic's lights, cards and creations. */
import { joinWords, plural } from '../../app/words.ts'
import { stackEqual } from '../../table/stacks.ts'
import type { CardInfo, Created, CreationInfo, Effect, Price } from './view.ts'

/** "2 red, white and a prism" */
export const itemWords = (items: readonly string[]) =>
  joinWords(
    stackEqual(items).map(({ id: item, n }) =>
      item === 'prism' ? (n > 1 ? `${n} prisms` : 'a prism') : n > 1 ? `${n} ${item}` : item,
    ),
  )

const ACTIONS: Readonly<Record<string, string>> = {
  pull: 'pull a mote',
  empty: 'empty a place',
  draw: 'draw a card',
  discard: 'discard a card',
  steal: 'steal a card',
  keep_one: 'draw 2 cards, keep 1',
}
export const effectWords = ({ kind, text }: Effect) => ACTIONS[kind] ?? text

/** The word beside an action's sign. */
export const shortWord = ({ kind }: Effect) => (kind === 'keep_one' ? '1 of 2' : kind)

export const creationWords = ({ gives, cost }: CreationInfo, { made, nothing }: Price) =>
  `${effectWords(gives)} for ${itemWords(cost)}${made ? ', made in this step' : nothing ? ', would do nothing' : ''}`

export const abilityWords = ({ takes, ability }: CardInfo) =>
  ability ? `each round: ${takes ? `${takes} to ` : ''}${effectWords(ability)}` : ''

/** All that is printed on a card. */
export const cardWords = (card: CardInfo) =>
  [
    `${card.name}, ${card.type}, ${plural(card.stars, 'star')}, for ${itemWords(card.cost)}`,
    card.rewards.length ? `once: ${joinWords(card.rewards.map(effectWords))}` : '',
    abilityWords(card),
  ]
    .filter(Boolean)
    .join('; ')

/** What lies on a card in progress, and what is still missing. */
export function priceWords(price: Price): string {
  const lying = [...price.on, ...price.fresh]
  const missing = price.units.filter((unit) => unit.paid === 'missing').map((unit) => unit.item)
  return `; ${lying.length ? `has ${itemWords(lying)}` : 'empty'}${missing.length ? `, misses ${itemWords(missing)}` : ', complete'}`
}

export function madeWords(card: CardInfo, made: Created): string {
  const lying = [...made.on, ...made.fresh]
  return [
    `${card.name}, created, ${card.type}, ${plural(card.stars, 'star')}`,
    abilityWords(card),
    made.used ? 'used in this step' : '',
    lying.length ? `${itemWords(lying)} on it` : '',
  ]
    .filter(Boolean)
    .join('; ')
}
