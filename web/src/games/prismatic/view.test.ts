import { describe, expect, test } from 'vitest'
import {
  Cards,
  type PrismaticView,
  fitBoard,
  fitCount,
  listLights,
  newItems,
  shapeOf,
  tabOf,
} from './view.ts'
import { cardWords, creationWords, itemWords, madeWords, priceWords } from './words.ts'

const pool = { kind: 'pool', colour: 'yellow', count: 0, text: 'yellow for the pool' } as const
const pull = { kind: 'pull', colour: '', count: 0, text: 'pull' } as const
const light = {
  id: 'first-light',
  name: 'First Light',
  type: 'sky',
  stars: 1,
  cost: ['red', 'green', 'blue'],
  rewards: [pull],
  takes: 'red',
  ability: pool,
  text: '',
}
const yellow = { id: 'pool-yellow', cost: ['red', 'green'], gives: pool, method: 1, methods: 1 }
const cards = new Cards({
  items: ['red', 'prism'],
  types: ['hue', 'sky', 'craft'],
  cards: [light],
  board: [yellow],
})

describe('the catalogue', () => {
  test('names cards, places, and what it does not know', () => {
    expect(cards.of('first-light')).toBe(light)
    expect(cards.of('lost').name).toBe('lost')
    expect(cards.placeName('palette')).toBe('palette')
    expect(cards.placeName('card:first-light')).toBe('First Light')
  })
})

describe('lights', () => {
  test('say which of them would go', () => {
    const found = listLights(['red', 'red', 'white'], ['red'], ['red', 'red', 'white'])
    expect(found.map(({ item, k, fresh, leaves }) => [item, k, fresh, leaves])).toEqual([
      ['red', 0, false, false],
      ['red', 1, false, false],
      ['white', 0, false, false],
      ['red', 2, true, true],
    ])
    expect(listLights(['red']).some(({ leaves }) => leaves)).toBe(false)
  })
  test('that came are told from those that were there', () => {
    expect(newItems(['red'], ['red', 'cyan', 'red'])).toEqual(['cyan', 'red'])
    expect(newItems(['red', 'red'], ['red'])).toEqual([])
  })
})

describe('the board', () => {
  test('lies in sevens where it is wide, and in threes where it is tall', () => {
    expect(fitBoard(880, 340, 28)).toMatchObject({ columns: 7, shape: 'row', scrolls: 0 })
    expect(fitBoard(374, 500, 44)).toMatchObject({ columns: 3, shape: 'beside', scrolls: 0 })
  })
  test('scrolls sideways rather than become too small to read', () => {
    const { columns, light, scrolls } = fitBoard(304, 230, 44)
    expect(columns).toBe(7)
    expect(light).toBeGreaterThanOrEqual(14)
    expect(scrolls * 7).toBeGreaterThan(304)
  })
  test('has larger lights in a larger room', () => {
    expect(fitBoard(1580, 620, 28).light).toBeGreaterThan(fitBoard(880, 340, 28).light)
  })
})

describe('the room', () => {
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
  test('holds as many lines as fit', () => {
    expect([fitCount(5, 2, 9), fitCount(50, 2, 3), fitCount(-4, 2, 3)]).toEqual([2, 3, 0])
  })
  test('shows the part where something is asked for', () => {
    const at = (phase: PrismaticView['phase'], task: PrismaticView['task'] = 'anything') =>
      tabOf({ phase, task })
    expect([at('start'), at('commit'), at('resolve'), at('auction')]).toEqual([
      'mine',
      'mine',
      'board',
      'board',
    ])
    expect([at('resolve', 'steal'), at('resolve', 'keep'), at('resolve', 'empty')]).toEqual([
      'cards',
      'mine',
      'mine',
    ])
  })
})

describe('words', () => {
  test('tell items with their counts', () => {
    expect(itemWords(['red', 'red', 'white', 'prism'])).toBe('2 red, white and a prism')
    expect(itemWords(['prism', 'prism'])).toBe('2 prisms')
  })
  test('tell a card, what lies on it and what it can do', () => {
    expect(cardWords(light)).toBe(
      'First Light, sky, 1 star, for red, green and blue; once: pull a mote; each round: red to yellow for the pool',
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
    expect(priceWords(price)).toBe('; has red, misses green')
    expect(creationWords(yellow, { ...price, made: true })).toBe(
      'yellow for the pool for red and green, made in this step',
    )
    const made = { id: 'first-light', on: [], fresh: ['red'], used: true, ready: false }
    expect(madeWords(light, made)).toContain('used in this step; red on it')
  })
})
