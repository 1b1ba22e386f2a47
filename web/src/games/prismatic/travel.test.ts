import { expect, test } from 'vitest'
import { findEvents } from './travel.ts'
import type { SeatView, View } from './view.ts'

const seat = (fields: Partial<SeatView> = {}) =>
  ({ palette: [], fresh: [], drawn: [], progress: [], created: [], ...fields }) as unknown as SeatView
const view = (fields: Partial<View>) =>
  ({
    phase: 'resolve',
    round: 2,
    turn: 0,
    board: [],
    pool: [],
    aside: [],
    seats: [seat(), seat()],
    ...fields,
  }) as View
const price = (made: boolean) => ({ id: 'pool-yellow', made }) as View['board'][number]

test('a placed mote moves to its place', () => {
  const was = view({ phase: 'commit', seats: [seat({ drawn: ['red'] }), seat()] })
  const now = view({ phase: 'commit', seats: [seat({ fresh: ['red'] }), seat()] })
  expect(findEvents(was, now, 0)).toEqual([{ kind: 'place', item: 'red', spot: 'palette' }])
})

test('motes are drawn in a new round', () => {
  const now = view({ phase: 'commit', round: 3, seats: [seat({ drawn: ['red', 'blue'] }), seat()] })
  expect(findEvents(view({ pool: ['cyan'] }), now, 0)).toEqual([
    { kind: 'fade', items: ['cyan'] },
    { kind: 'draw', items: ['red', 'blue'] },
  ])
})

test('spent motes move to the recipe, and its light to the pool', () => {
  const was = view({ board: [price(false)], seats: [seat({ palette: ['red', 'green'] }), seat()] })
  const now = view({ board: [price(true)], aside: ['red', 'green'], pool: ['yellow'] })
  expect(findEvents(was, now, 0)).toEqual([
    { kind: 'make', seat: 0, id: 'board:pool-yellow', spent: ['red', 'green'], pool: ['yellow'] },
  ])
})

test('pool light fades at the end of the turn', () => {
  expect(findEvents(view({ pool: ['cyan'] }), view({ turn: 1 }), 0)).toEqual([
    { kind: 'fade', items: ['cyan'] },
  ])
  expect(findEvents(view({}), view({ turn: 1 }), 0)).toEqual([])
})
