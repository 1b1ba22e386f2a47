/** Descriptions of items, cards and recipes. */
import { joinWords, plural } from '../../app/format.ts'
import { stackEqual } from '../../table/stacks.ts'
import type { CardInfo, CreatedCard, RecipeInfo, PrintedEffect, Price } from './view.ts'

/** Colours need no noun. */
const NOUNS: Readonly<Record<string, string>> = { prismatic: 'prismatic mote', prism: 'prism' }

/** "2 red, white and a prism" */
export const describeItems = (items: readonly string[]) =>
  joinWords(
    stackEqual(items).map(({ id: item, n }) => {
      const noun = NOUNS[item]
      return n > 1 ? (noun ? plural(n, noun) : `${n} ${item}`) : noun ? `a ${noun}` : item
    }),
  )

/** The label beside the icon of an action. */
export const shortName = ({ kind }: PrintedEffect, narrow = false) =>
  kind === 'keep_one' ? (narrow ? 'card' : 'draw 2, keep 1') : kind

export const describeRecipe = ({ gives, cost }: RecipeInfo, { made, nothing }: Price) =>
  `${gives.text}, costs ${describeItems(cost)}${made ? ', used this turn' : nothing ? ', no effect now' : ''}`

export const describeAbility = ({ takes, ability }: CardInfo) =>
  ability ? `each round${takes ? ` for ${describeItems([takes])}` : ''}: ${ability.text}` : ''

/** Everything that is printed on a card. */
export const describeCard = (card: CardInfo) =>
  [
    `${card.name}, ${card.type}, ${plural(card.stars, 'star')}, costs ${describeItems(card.cost)}`,
    card.rewards.length ? `once: ${joinWords(card.rewards.map(({ text }) => text))}` : '',
    describeAbility(card),
  ]
    .filter(Boolean)
    .join('; ')

/** The items on a card in progress, and those it needs. */
export function describePrice(price: Price): string {
  const items = [...price.on, ...price.fresh]
  const missing = price.units.filter((unit) => unit.paid === 'missing').map((unit) => unit.item)
  return `; ${items.length ? `has ${describeItems(items)}` : 'empty'}${missing.length ? `, needs ${describeItems(missing)}` : ', complete'}`
}

/** A note on a card: "ready", or how many items it still needs. */
export function describeState({ ready, units }: Price): string {
  const missing = units.filter((unit) => unit.paid === 'missing').length
  return ready ? 'ready' : missing ? `needs ${missing}` : 'complete'
}

export function describeCreated(card: CardInfo, made: CreatedCard): string {
  const items = [...made.on, ...made.fresh]
  return [
    `${card.name}, created, ${card.type}, ${plural(card.stars, 'star')}`,
    describeAbility(card),
    made.used ? 'used this turn' : '',
    items.length ? `${describeItems(items)} on it` : '',
  ]
    .filter(Boolean)
    .join('; ')
}
