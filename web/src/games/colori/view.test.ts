import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { silhouetteOf } from './shapes.ts'
import {
  type CardInfo,
  type DisplaySlot,
  type GarmentInfo,
  countCards,
  findPartners,
  isReadyAfter,
  markPips,
  numberEqual,
  toStacks,
} from './view.ts'
import { describeCard, describeGarment, describeNeeds, describeOld, describeWheel } from './texts.ts'

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
  ability: 'store',
  times: 2,
}

test('the colours that a colour can be mixed with are found', () => {
  expect([...findPartners(mixes, 'red')]).toEqual([
    ['orange', 'vermilion'],
    ['purple', 'magenta'],
    ['yellow', 'orange'],
    ['blue', 'purple'],
  ])
  expect([...findPartners(mixes, 'blue')]).toEqual([['red', 'purple']])
  expect(findPartners(mixes, 'vermilion').size).toBe(0)
})

describe('a garment', () => {
  const slot = (missing: string[], has_fabric: boolean, can_make = false): DisplaySlot => ({
    garment: doublet.id,
    missing,
    has_fabric,
    can_make,
    ready_after: [],
  })
  const full = (missing: string[]) => markPips(doublet, { missing }).map((p) => p.have)

  test('shows which pips are missing', () => {
    expect(full(['red', 'vermilion'])).toEqual([true, false, false])
    expect(full(['red'])).toEqual([true, false, true])
    expect(full([])).toEqual([true, true, true])
    expect(markPips(doublet, { missing: [] }).map((p) => p.colour)).toEqual(doublet.cost)
  })
  test('lists what is needed', () => {
    expect(describeNeeds(slot(['red', 'vermilion'], true), 'Wool')).toBe('2 more pips')
    expect(describeNeeds(slot(['red'], false), 'Wool')).toBe('1 more pip and wool')
    expect(describeNeeds(slot([], false), 'Wool')).toBe('wool')
  })
  test('has a complete accessible name', () => {
    expect(describeGarment(doublet, 'Wool', slot(['red'], true))).toBe(
      'Madder Red Doublet: wool; needs 1 more pip; 3 stars; costs two red, one vermilion',
    )
    expect(describeGarment(doublet, 'Wool', slot([], true, true))).toContain('; can be made; ')
  })
  test('may be ready after a mix', () => {
    const soon = { ...slot(['vermilion'], true), ready_after: ['vermilion'] }
    expect([isReadyAfter(soon, 'vermilion'), isReadyAfter(soon, 'magenta'), isReadyAfter(soon, '')]).toEqual([
      true,
      false,
      false,
    ])
    expect(isReadyAfter(slot(['vermilion'], true), 'vermilion')).toBe(false)
    expect(describeGarment(doublet, 'Wool', soon, true)).toContain('; ready after this mix; ')
  })
  test('has a silhouette', () => {
    const data = readFileSync('../src/gamut/games/colori/cards.toml', 'utf8')
    const garments = data.slice(data.indexOf('garment = ['))
    const names = [...garments.matchAll(/name = "([^"]+)"/g)].map((m) => m[1] ?? '')
    expect(names).toHaveLength(39)
    const unknown = names.filter((name) => silhouetteOf(name) === silhouetteOf('something else'))
    expect(unknown.filter((name) => !/ (Cloak|Cape)$/.test(name))).toEqual([])
  })
})

describe('texts', () => {
  test('describe a card', () => {
    expect(describeCard(madder)).toBe('Madder: store 2 when destroyed; two red, one vermilion')
    expect(describeCard({ ...madder, name: 'Silk', kind: 'fabric', pips: [], ability: 'draw' }, 2)).toBe(
      '2 Silk: draw 2 when destroyed; fabric',
    )
    expect(describeCard({ ...madder, pips: [], times: 0, name: 'Garment' })).toBe('Garment: no ability')
  })
  test('describe a wheel', () => {
    expect(describeWheel(['red', 'orange', 'blue'], { red: 4, orange: 0, blue: 1 })).toBe('4 red, 1 blue')
    expect(describeWheel(['red'], {})).toBe('no colours stored yet')
  })
})

test('equal cards are numbered', () => {
  expect(numberEqual(['wool', 'silk', 'wool']).map(({ id, k }) => `${id}${k}`)).toEqual([
    'wool0',
    'silk0',
    'wool1',
  ])
})

test('a pile is listed as stacks', () => {
  const pile = toStacks({ linen: 2, madder: 1 })
  expect(pile).toEqual([
    { id: 'linen', n: 2 },
    { id: 'madder', n: 1 },
  ])
  expect(countCards(pile)).toBe(3)
})

test('cards dealt before the reshuffle are described', () => {
  expect([describeOld(0, 2), describeOld(1, 2), describeOld(2, 2)]).toEqual([
    '',
    '; one dealt before the reshuffle',
    '; dealt before the reshuffle',
  ])
})
