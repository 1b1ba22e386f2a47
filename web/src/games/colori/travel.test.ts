import { expect, test } from 'vitest'
import { findEvents, risenColours } from './travel.ts'
import { Cards, type ColoriView, type Place } from './view.ts'

const cards = new Cards({
  colours: ['red', 'orange', 'yellow'],
  mixes: [['red', 'yellow', 'orange']],
  cards: [],
  garments: [],
})
const place = (wheel: number[], made: string[] = []): Place => ({
  wheel,
  made,
  stars: 0,
  drawn: [],
  drafted: [],
  deck: 0,
  discard: 0,
  deck_cards: {},
  discard_cards: {},
  holding: 0,
  passes_to: 0,
  chosen: false,
})
const view = (...places: Place[]) => ({ places }) as ColoriView

test('colours that rose are told as often as they rose', () => {
  expect(risenColours(cards.colours, [1, 0, 2], [3, 0, 1])).toEqual(['red', 'red'])
})

test('a mix, a store and a garment are told apart, by seat', () => {
  expect(findEvents(cards, view(place([2, 0, 1])), view(place([1, 1, 0])))).toEqual([
    { what: 'mix', seat: 0, from: ['red', 'yellow'], made: 'orange' },
  ])
  expect(
    findEvents(cards, view(place([0, 0, 0]), place([2, 0, 0])), view(place([0, 0, 0]), place([4, 0, 1]))),
  ).toEqual([{ what: 'store', seat: 1, colours: ['red', 'red', 'yellow'] }])
  expect(
    findEvents(cards, view(place([4, 0, 0], ['cloak'])), view(place([0, 0, 0], ['cloak', 'cloak']))),
  ).toEqual([{ what: 'make', seat: 0, colours: ['red', 'red', 'red', 'red'], garment: 'cloak' }])
  expect(findEvents(cards, view(place([1, 0, 1])), view(place([1, 0, 1])))).toEqual([])
})
