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
/** Only red mixes now, with yellow or blue. */
const LEGAL = [0, 2]
let played: number[]
let table: ReturnType<typeof mount>

const wedge = (colour: string) =>
  document.querySelector<SVGElement>(`[data-touch-id="wheel:${colour}"]`) as SVGElement
const click = (colour: string) => {
  wedge(colour).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  flushSync()
}
const marked = () =>
  [...document.querySelectorAll('[data-touch~=next]')].map((w) => w.getAttribute('data-wedge'))

beforeEach(() => {
  played = []
  const touches = new Touches({
    paths: () => paths,
    legal: () => LEGAL,
    playAction: (action) => played.push(action),
  })
  const props = {
    cards,
    counts: { red: 2, yellow: 1, blue: 1 },
    mixes: cards.mixes.filter((_, action) => LEGAL.includes(action)),
    after: null,
    touches,
    mixing: true,
    label: 'Your wheel',
    seat: 0,
  }
  table = mount(Wheel, { target: document.body, props })
  flushSync()
})
afterEach(() => unmount(table))

test('the wheel and its wedges have accessible names', () => {
  expect(document.querySelector('svg.wheel')?.getAttribute('aria-label')).toBe(
    'Your wheel: 2 red, 1 yellow, 1 blue',
  )
  expect(wedge('red').getAttribute('aria-label')).toBe('red, 2 stored, can be mixed')
  expect(wedge('green').getAttribute('aria-label')).toBe('green, 0 stored')
})

test('the colours that mix with a chosen one are marked', () => {
  expect(marked()).toEqual(['red', 'yellow', 'blue'])
  click('yellow')
  expect(marked()).toEqual(['red'])
  expect(document.querySelector('[data-chosen]')?.getAttribute('data-c')).toBe('colori-yellow')
  expect(wedge('red').getAttribute('aria-label')).toBe('red, 2 stored, mix yellow and red into orange')
  expect(document.querySelector('.result')?.getAttribute('data-c')).toBe('colori-orange')
})

test('the second touch mixes, in any order', () => {
  click('yellow')
  click('red')
  click('red')
  click('blue')
  expect(played).toEqual([0, 2])
})

test('a colour that does not mix with the chosen one is chosen instead', () => {
  click('yellow')
  click('blue')
  expect(played).toEqual([])
  expect(document.querySelector('[data-chosen]')?.getAttribute('data-c')).toBe('colori-blue')
})
