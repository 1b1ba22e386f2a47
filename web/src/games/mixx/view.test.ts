import { describe, expect, test } from 'vitest'
import {
  type CrossView,
  type View,
  cardName,
  centreOf,
  colourOf,
  countCards,
  findHolders,
  layoutCross,
  motifOf,
  viewAtMoment,
} from './view.ts'

const noCards: CrossView = { row: [], column: [], centre_x: -1, centre_y: -1 }
const empty: View = {
  round: 1,
  deck_size: 48,
  stocks: [['red-fish'], ['blue-shell']],
  won: [0, 0],
  cross: noCards,
  next_x: 0,
  next_y: 0,
}
const cards = (n: number) => Array.from({ length: n }, (_, i) => `card-${i}`)
const crossed = (row: number, centre_x: number, column: number, centre_y: number): View => ({
  ...empty,
  cross: { row: cards(row), column: cards(column), centre_x, centre_y },
})

test('a card has a colour, a motif and a name', () => {
  expect([colourOf('yellow-anchor'), motifOf('yellow-anchor')]).toEqual(['yellow', 'anchor'])
  expect(cardName('green-jellyfish')).toBe('green jellyfish')
})

test('a cross has a centre, which counts once', () => {
  expect([centreOf(noCards), countCards(noCards)]).toEqual(['', 0])
  expect([centreOf(crossed(3, 1, 2, 0).cross), countCards(crossed(3, 1, 2, 0).cross)]).toEqual(['card-1', 4])
})

describe('the layout', () => {
  const both = { row: true, column: true }
  const none = { row: false, column: false }
  test('has one free cell at first', () => {
    expect(layoutCross(empty, both)).toMatchObject({
      cols: 1,
      rows: 1,
      cards: [],
      slots: { row: { x: 1, y: 1 }, column: null },
    })
  })
  test('grows to the right while there is only a line', () => {
    const view = { ...empty, cross: { ...noCards, row: cards(3) }, next_x: 3 }
    const { cols, rows, slots } = layoutCross(view, both)
    expect([cols, rows, slots.row]).toEqual([4, 1, { x: 4, y: 1 }])
  })
  test('keeps a short line in the middle', () => {
    const view = { ...empty, cross: { ...noCards, row: cards(1) }, next_x: 1 }
    const { cols, slots, cards: placed } = layoutCross(view, both)
    expect([cols, slots.row, placed[0]?.x]).toEqual([3, { x: 3, y: 1 }, 2])
    expect(layoutCross(view, none).cols).toBe(1)
  })
  test('makes room at the beginning if the next card goes there', () => {
    const { slots, cards: placed, columnX } = layoutCross(crossed(5, 1, 2, 0), both)
    expect(slots.row).toEqual({ x: 1, y: 2 })
    expect(placed[0]).toMatchObject({ x: 2, y: 2 })
    expect(columnX).toBe(3)
    expect(slots.column).toEqual({ x: 3, y: 1 })
  })
  test('makes room at the end if the next card goes there', () => {
    const { slots } = layoutCross({ ...crossed(3, 1, 3, 1), next_x: 3, next_y: 3 }, both)
    expect(slots).toEqual({ row: { x: 4, y: 2 }, column: { x: 2, y: 4 } })
  })
  test('has no free cell where nothing can be placed', () => {
    const { cols, rows, slots, cards: placed } = layoutCross(crossed(8, 2, 8, 3), none)
    expect([cols, rows, placed.length]).toEqual([8, 8, 15])
    expect(slots).toEqual({ row: null, column: null })
  })
  test('shows the centre once', () => {
    const { cards: placed, rowY } = layoutCross(crossed(3, 1, 2, 0), none)
    expect(placed.filter((c) => c.x === 2 && c.y === rowY)).toHaveLength(1)
  })
})

test('every visible card has a holder', () => {
  const holders = findHolders({ ...empty, cross: { ...noCards, row: ['pink-chest'] } })
  expect([...holders]).toEqual([
    ['red-fish', 0],
    ['blue-shell', 1],
    ['pink-chest', 'cross'],
  ])
})

test('the end of a round shows the whole cross, and its last card no longer in the stock', () => {
  const cross = { ...noCards, row: ['red-fish', 'pink-chest'] }
  const view = viewAtMoment(empty, { text: '', last_card: 'red-fish', cross })
  expect([view.cross, view.stocks[0], view.deck_size]).toEqual([cross, [], 48])
})
