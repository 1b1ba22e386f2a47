import { expect, test } from 'vitest'
import { findEvents } from './travel.ts'
import type { Place, PrismaticView } from './view.ts'

const place = (more: Partial<Place> = {}) =>
  ({ palette: [], fresh: [], drawn: [], progress: [], created: [], ...more }) as unknown as Place
const view = (more: Partial<PrismaticView>) =>
  ({
    phase: 'resolve',
    round: 2,
    turn: 0,
    board: [],
    pool: [],
    aside: [],
    places: [place(), place()],
    ...more,
  }) as PrismaticView
const price = (made: boolean) => ({ id: 'pool-yellow', made }) as PrismaticView['board'][number]

test('a mote that is laid travels to its place', () => {
  const was = view({ phase: 'commit', places: [place({ drawn: ['red'] }), place()] })
  const now = view({ phase: 'commit', places: [place({ fresh: ['red'] }), place()] })
  expect(findEvents(was, now, 0)).toEqual([{ what: 'lay', item: 'red', place: 'palette' }])
})

test('a new round draws', () => {
  const now = view({ phase: 'commit', round: 3, places: [place({ drawn: ['red', 'blue'] }), place()] })
  expect(findEvents(view({ pool: ['cyan'] }), now, 0)).toEqual([
    { what: 'fade', items: ['cyan'] },
    { what: 'draw', items: ['red', 'blue'] },
  ])
})

test('what is spent goes to the creation, and light comes from it', () => {
  const was = view({ board: [price(false)], places: [place({ palette: ['red', 'green'] }), place()] })
  const now = view({ board: [price(true)], aside: ['red', 'green'], pool: ['yellow'] })
  expect(findEvents(was, now, 0)).toEqual([
    { what: 'make', seat: 0, at: 'board:pool-yellow', spent: ['red', 'green'], pool: ['yellow'] },
  ])
})

test('the pool fades when the step ends', () => {
  expect(findEvents(view({ pool: ['cyan'] }), view({ turn: 1 }), 0)).toEqual([
    { what: 'fade', items: ['cyan'] },
  ])
  expect(findEvents(view({}), view({ turn: 1 }), 0)).toEqual([])
})
