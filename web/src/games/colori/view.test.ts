import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shapeOf } from './shapes.ts'
import {
  type CardInfo,
  type GarmentInfo,
  splitEqual,
  partnersOf,
  pipsOf,
  readyAfter,
  countStacks,
  stacksOf,
  type Shown,
} from './view.ts'
import { cardWords, garmentWords, missingWords, oldWords, wheelWords } from './words.ts'

const mixes = [
  ['red', 'orange', 'vermilion'],
  ['red', 'purple', 'magenta'],
  ['red', 'yellow', 'orange'],
  ['blue', 'red', 'purple'],
] as const
const doublet: GarmentInfo = {
  id: 'madder-red-doublet',
  name: 'Madder Red Doublet',
  fabric: 'wool',
  cost: ['red', 'red', 'vermilion'],
  stars: 3,
}
const madder: CardInfo = {
  id: 'madder',
  name: 'Madder',
  kind: 'dye',
  pips: ['red', 'red', 'vermilion'],
  verb: 'store',
  times: 2,
}

test('a colour has its partners among the mixes that are said to be possible', () => {
  expect([...partnersOf(mixes, 'red')]).toEqual([
    ['orange', 'vermilion'],
    ['purple', 'magenta'],
    ['yellow', 'orange'],
    ['blue', 'purple'],
  ])
  expect([...partnersOf(mixes, 'blue')]).toEqual([['red', 'purple']])
  expect(partnersOf(mixes, 'vermilion').size).toBe(0)
})

describe('a garment', () => {
  const shown = (lacks: string[], fabric: boolean, ready = false): Shown => ({
    id: doublet.id,
    lacks,
    fabric,
    ready,
    ready_after: [],
  })
  const full = (lacks: string[]) => pipsOf(doublet, { lacks }).map((p) => p.have)

  test('shows each pip full or hollow, by what the view says is missing', () => {
    expect(full(['red', 'vermilion'])).toEqual([true, false, false])
    expect(full(['red'])).toEqual([true, false, true])
    expect(full([])).toEqual([true, true, true])
    expect(pipsOf(doublet, { lacks: [] }).map((p) => p.colour)).toEqual(doublet.cost)
  })
  test('says what is missing, its cloth too', () => {
    expect(missingWords(shown(['red', 'vermilion'], true), 'Wool')).toBe('2 colours')
    expect(missingWords(shown(['red'], false), 'Wool')).toBe('1 colour and wool')
    expect(missingWords(shown([], false), 'Wool')).toBe('wool')
  })
  test('has a name that says all of it', () => {
    expect(garmentWords(doublet, 'Wool', shown(['red'], true))).toBe(
      'Madder Red Doublet: wool; misses 1 colour; 3 stars; costs two red, one vermilion',
    )
    expect(garmentWords(doublet, 'Wool', shown([], true, true))).toContain('; can be made; ')
  })
  test('is ready after a mix, if the view says so', () => {
    const soon = { ...shown(['vermilion'], true), ready_after: ['vermilion'] }
    expect([readyAfter(soon, 'vermilion'), readyAfter(soon, 'magenta'), readyAfter(soon, '')]).toEqual([
      true,
      false,
      false,
    ])
    expect(readyAfter(shown(['vermilion'], true), 'vermilion')).toBe(false)
    expect(garmentWords(doublet, 'Wool', soon, true)).toContain('; ready after this mix; ')
  })
  test('has a silhouette, whichever is on the cards', () => {
    const data = readFileSync('../src/gamut/games/colori/cards.toml', 'utf8')
    const garments = data.slice(data.indexOf('garment = ['))
    const names = [...garments.matchAll(/name = "([^"]+)"/g)].map((m) => m[1] ?? '')
    expect(names).toHaveLength(39)
    const unknown = names.filter((name) => shapeOf(name) === shapeOf('something else'))
    expect(unknown.filter((name) => !/ (Cloak|Cape)$/.test(name))).toEqual([])
  })
})

describe('words', () => {
  test('for a card', () => {
    expect(cardWords(madder)).toBe('Madder: store 2 when destroyed; two red, one vermilion')
    expect(cardWords({ ...madder, name: 'Silk', kind: 'fabric', pips: [], verb: 'draw' }, 2)).toBe(
      '2 Silk: draw 2 when destroyed; fabric',
    )
    expect(cardWords({ ...madder, pips: [], times: 0, name: 'Garment' })).toBe('Garment: without use')
  })
  test('for a wheel', () => {
    expect(wheelWords(['red', 'orange', 'blue'], { red: 4, orange: 0, blue: 1 })).toBe('4 red, 1 blue')
    expect(wheelWords(['red'], {})).toBe('no colour stored')
  })
})

test('equal cards have each a name of their own', () => {
  expect(splitEqual(['wool', 'silk', 'wool']).map(({ id, k }) => `${id}${k}`)).toEqual([
    'wool0',
    'silk0',
    'wool1',
  ])
})

test('a pile lists its cards, however they lie', () => {
  const pile = stacksOf({ linen: 2, madder: 1 })
  expect(pile).toEqual([
    { id: 'linen', n: 2 },
    { id: 'madder', n: 1 },
  ])
  expect(countStacks(pile)).toBe(3)
})

test('cards of the deck that ran out are told', () => {
  expect([oldWords(0, 2), oldWords(1, 2), oldWords(2, 2)]).toEqual([
    '',
    '; one from the old deck',
    '; from the old deck',
  ])
})
