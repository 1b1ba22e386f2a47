import { describe, expect, test } from 'vitest'
import {
  Cards,
  type View,
  fitBoard,
  fitCount,
  groupBoard,
  listLights,
  newItems,
  shapeOf,
  tabOf,
} from './view.ts'
import { describeCard, describeRecipe, describeItems, describeCreated, describePrice } from './texts.ts'

const pool = { kind: 'pool', colour: 'yellow', count: 0, text: 'yellow light' } as const
const pull = { kind: 'pull', colour: '', count: 0, text: 'pull a mote' } as const
const light = {
  id: 'first-light',
  name: 'First Light',
  type: 'sky',
  stars: 1,
  cost: ['red', 'green', 'blue'],
  rewards: [pull],
  takes: 'red',
  ability: pool,
}
const yellow = { id: 'pool-yellow', cost: ['red', 'green'], gives: pool }
const cards = new Cards({
  items: ['red', 'prism'],
  types: ['hue', 'sky', 'craft'],
  cards: [light],
  board: [yellow],
})

describe('the catalogue', () => {
  test('finds cards and places by id', () => {
    expect(cards.of('first-light')).toBe(light)
    expect(cards.of('lost').name).toBe('lost')
    expect(cards.spotName('palette')).toBe('palette')
    expect(cards.spotName('card:first-light')).toBe('First Light')
  })
})

describe('lights', () => {
  test('are marked as leaving', () => {
    const lights = listLights(['red', 'red', 'white'], ['red'], ['red', 'red', 'white'])
    expect(lights.map(({ item, k, fresh, leaving }) => [item, k, fresh, leaving])).toEqual([
      ['red', 0, false, false],
      ['red', 1, false, false],
      ['white', 0, false, false],
      ['red', 2, true, true],
    ])
    expect(listLights(['red']).some(({ leaving }) => leaving)).toBe(false)
  })
  test('that were added are found', () => {
    expect(newItems(['red'], ['red', 'cyan', 'red'])).toEqual(['cyan', 'red'])
    expect(newItems(['red', 'red'], ['red'])).toEqual([])
  })
})

describe('the board', () => {
  test('has six columns if it is wide, and three if it is tall', () => {
    expect(fitBoard(880, 340, 28)).toMatchObject({ layout: 'six', form: 'line', scrolls: 0 })
    expect(fitBoard(374, 500, 44)).toMatchObject({ layout: 'three', headings: true, scrolls: 0 })
    expect(fitBoard(374, 366, 44)).toMatchObject({ layout: 'three', headings: false, scrolls: 0 })
  })
  test('scrolls sideways rather than become illegible', () => {
    const { layout, mote, scrolls } = fitBoard(304, 230, 44)
    expect(layout).toBe('rows')
    expect(mote).toBeGreaterThanOrEqual(14)
    expect(scrolls * 7).toBeGreaterThan(304)
  })
  test('has larger motes in a larger window', () => {
    expect(fitBoard(1580, 620, 28).mote).toBeGreaterThan(fitBoard(880, 340, 28).mote)
  })
  test('groups recipes by what comes out', () => {
    const groups = groupBoard(cards).map(({ kind, recipes }) => [kind, recipes.map(({ at }) => at)])
    expect(groups).toEqual([
      ['light', [0]],
      ['motes', []],
      ['rest', []],
    ])
  })
})

describe('the window', () => {
  test.each([
    [1440, 900, 'open'],
    [1280, 720, 'beside'],
    [820, 1180, 'open'],
    [390, 844, 'tabs'],
    [844, 390, 'tabs'],
    [700, 700, 'tabs'],
  ] as const)('of %i × %i shows %s', (width, height, shape) => {
    expect(shapeOf(width, height)).toBe(shape)
  })
  test('has space for a number of rows', () => {
    expect([fitCount(5, 2, 9), fitCount(50, 2, 3), fitCount(-4, 2, 3)]).toEqual([2, 3, 0])
  })
  test('shows the part where the viewer has to act', () => {
    const tabAt = (phase: View['phase'], task: View['task'] = 'anything') => tabOf({ phase, task })
    expect([tabAt('start'), tabAt('commit'), tabAt('resolve'), tabAt('auction')]).toEqual([
      'own',
      'own',
      'board',
      'board',
    ])
    expect([tabAt('resolve', 'steal'), tabAt('resolve', 'keep'), tabAt('resolve', 'empty')]).toEqual([
      'common',
      'own',
      'own',
    ])
  })
})

describe('texts', () => {
  test('describe items with their counts', () => {
    expect(describeItems(['red', 'red', 'white', 'prism'])).toBe('2 red, white and a prism')
    expect(describeItems(['prism', 'prism'])).toBe('2 prisms')
    expect(describeItems(['red', 'prismatic'])).toBe('red and a prismatic mote')
    expect(describeItems(['prismatic', 'prismatic'])).toBe('2 prismatic motes')
  })
  test('describe a card, the items on it and its ability', () => {
    expect(describeCard(light)).toBe(
      'First Light, sky, 1 star, costs red, green and blue; once: pull a mote; each round for red: yellow light',
    )
    const price = {
      id: 'first-light',
      units: [
        { item: 'red', paid: 'there' as const },
        { item: 'green', paid: 'missing' as const },
      ],
      ready: false,
      on: ['red'],
      fresh: [],
      made: false,
      nothing: false,
    }
    expect(describePrice(price)).toBe('; has red, needs green')
    expect(describeRecipe(yellow, { ...price, made: true })).toBe(
      'yellow light, costs red and green, used this turn',
    )
    const made = { id: 'first-light', on: [], fresh: ['red'], used: true, ready: false }
    expect(describeCreated(light, made)).toContain('used this turn; red on it')
  })
})
