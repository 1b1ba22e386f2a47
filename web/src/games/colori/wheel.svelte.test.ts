import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Touches } from '../../table/touches.svelte.ts'
import Wheel from './Wheel.svelte'
import { Cards } from './view.ts'

const cards = new Cards({
  colours: ['red', 'orange', 'yellow', 'green', 'blue', 'purple'],
  mixes: [
    ['red', 'yellow', 'orange'],
    ['yellow', 'blue', 'green'],
    ['blue', 'red', 'purple'],
  ],
  cards: [],
  garments: [],
})
const paths = cards.mixes.map(([a, b]) => [[`wheel:${a}`, `wheel:${b}`]])
/** Yellow and blue are said not to mix now: red mixes with either. */
const LEGAL = [0, 2]
let acted: number[]
let table: ReturnType<typeof mount>

const wedge = (colour: string) =>
  document.querySelector<SVGElement>(`[data-touch-id="wheel:${colour}"]`) as SVGElement
const click = (colour: string) => {
  wedge(colour).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  flushSync()
}
const ringed = () =>
  [...document.querySelectorAll('[data-touch~=next]')].map((w) => w.getAttribute('data-wedge'))

beforeEach(() => {
  acted = []
  const touches = new Touches({
    paths: () => paths,
    legal: () => LEGAL,
    act: (action) => acted.push(action),
  })
  const props = {
    cards,
    counts: { red: 2, yellow: 1, blue: 1 },
    mixes: cards.mixes.filter((_, action) => LEGAL.includes(action)),
    after: null,
    touches,
    mixing: true,
    label: 'My wheel',
    seat: 0,
    pointed: '',
  }
  table = mount(Wheel, { target: document.body, props })
  flushSync()
})
afterEach(() => unmount(table))

test('a wheel says its counts, and each wedge what it can do', () => {
  expect(document.querySelector('svg.wheel')?.getAttribute('aria-label')).toBe(
    'My wheel: 2 red, 1 yellow, 1 blue',
  )
  expect(wedge('red').getAttribute('aria-label')).toBe('red, 2 stored, can be mixed')
  expect(wedge('green').getAttribute('aria-label')).toBe('green, 0 stored')
})

test('a chosen colour steps out, and its partners have rings', () => {
  expect(ringed()).toEqual(['red', 'yellow', 'blue'])
  click('yellow')
  expect(ringed()).toEqual(['red'])
  expect(document.querySelector('[data-chosen]')?.getAttribute('data-c')).toBe('colori-yellow')
  expect(wedge('red').getAttribute('aria-label')).toBe('red, 2 stored, mix yellow and red into orange')
  expect(document.querySelector('.yield')?.getAttribute('data-c')).toBe('colori-orange')
})

test('the second touch mixes, whichever came first', () => {
  click('yellow')
  click('red')
  click('red')
  click('blue')
  expect(acted).toEqual([0, 2])
})

test('another colour that cannot be mixed with the chosen one takes its place', () => {
  click('yellow')
  click('blue')
  expect(acted).toEqual([])
  expect(document.querySelector('[data-chosen]')?.getAttribute('data-c')).toBe('colori-blue')
})
