import { describe, expect, test } from 'vitest'
import {
  type MixxMoment,
  type MixxView,
  atMoment,
  cardName,
  colourOf,
  holders,
  layout,
  motifOf,
} from './view.ts'

const empty: MixxView = {
  round: 1,
  turn: 0,
  deck: 48,
  stocks: [['red-fish'], ['blue-shell']],
  won: [0, 0],
  level: [],
  upright: [],
  centre: '',
  centre_level: -1,
  centre_upright: -1,
  level_next: 0,
  upright_next: 0,
  prize: 0,
  line_only: false,
  motifs: 8,
  alone: false,
}
const cards = (n: number) => Array.from({ length: n }, (_, i) => `card-${i}`)
const crossed = (level: number, at: number, upright: number, up: number): MixxView => ({
  ...empty,
  level: cards(level),
  upright: cards(upright),
  centre: `card-${at}`,
  centre_level: at,
  centre_upright: up,
})

test('a card is its colour and its motif', () => {
  expect([colourOf('yellow-anchor'), motifOf('yellow-anchor')]).toEqual(['yellow', 'anchor'])
  expect(cardName('green-jellyfish')).toBe('green jellyfish')
})

describe('the table', () => {
  const both = { level: true, upright: true }
  const none = { level: false, upright: false }
  test('has one free place at first', () => {
    expect(layout(empty, both)).toMatchObject({
      cols: 1,
      rows: 1,
      cards: [],
      slots: { level: { x: 1, y: 1 }, upright: null },
    })
  })
  test('grows to the right while it is a line', () => {
    const { cols, rows, slots } = layout({ ...empty, level: cards(3), level_next: 3 }, both)
    expect([cols, rows, slots.level]).toEqual([4, 1, { x: 4, y: 1 }])
  })
  test('makes room before the others where the next card goes there', () => {
    const { slots, cards: placed, uprightX } = layout(crossed(5, 1, 2, 0), both)
    expect(slots.level).toEqual({ x: 1, y: 2 })
    expect(placed[0]).toMatchObject({ x: 2, y: 2 })
    expect(uprightX).toBe(3)
    expect(slots.upright).toEqual({ x: 3, y: 1 })
  })
  test('grows to the right and below where the next card goes there', () => {
    const { slots } = layout({ ...crossed(3, 1, 3, 1), level_next: 3, upright_next: 3 }, both)
    expect(slots).toEqual({ level: { x: 4, y: 2 }, upright: { x: 2, y: 4 } })
  })
  test('keeps no place free where nothing can be laid', () => {
    const { cols, rows, slots, cards: placed } = layout(crossed(8, 2, 8, 3), none)
    expect([cols, rows, placed.length]).toEqual([8, 8, 15])
    expect(slots).toEqual({ level: null, upright: null })
  })
  test('lays the centre once', () => {
    const { cards: placed, levelY } = layout(crossed(3, 1, 2, 0), none)
    expect(placed.filter((c) => c.x === 2 && c.y === levelY)).toHaveLength(1)
  })
})

test('every open card has a holder', () => {
  const held = holders({ ...empty, level: ['pink-chest'] })
  expect([...held]).toEqual([
    ['red-fish', 0],
    ['blue-shell', 1],
    ['pink-chest', 'cross'],
  ])
})

test('the end of a round shows the whole cross, its last card no longer in the stock', () => {
  const moment = {
    level: ['red-fish', 'pink-chest'],
    upright: [],
    centre: '',
    last: 'red-fish',
  } as unknown as MixxMoment
  const seen = atMoment(empty, moment)
  expect([seen.level, seen.stocks[0], seen.deck]).toEqual([['red-fish', 'pink-chest'], [], 48])
})
