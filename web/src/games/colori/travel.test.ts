import { expect, test } from 'vitest'
import { findEvents, listIncreases } from './travel.ts'
import { Cards, type SeatView, type View } from './view.ts'

const cards = new Cards({
  colours: ['red', 'orange', 'yellow'],
  mixes: [['red', 'yellow', 'orange']],
  cards: [],
  garments: [],
})
const seat = (wheel: number[], made: string[] = []): SeatView => ({
  wheel,
  made,
  stars: 0,
  drawn: [],
  drafted: [],
  deck_size: 0,
  discard_size: 0,
  deck_cards: {},
  discard_cards: {},
  hand_size: 0,
  passes_to: 0,
  has_chosen: false,
})
const view = (...seats: SeatView[]) => ({ seats }) as View

test('increases of colours are listed per pip', () => {
  expect(listIncreases(cards.colours, [1, 0, 2], [3, 0, 1])).toEqual(['red', 'red'])
})

test('mixes, stored colours and garments are found, by seat', () => {
  expect(findEvents(cards, view(seat([2, 0, 1])), view(seat([1, 1, 0])))).toEqual([
    { kind: 'mix', seat: 0, from: ['red', 'yellow'], mixed: 'orange' },
  ])
  expect(
    findEvents(cards, view(seat([0, 0, 0]), seat([2, 0, 0])), view(seat([0, 0, 0]), seat([4, 0, 1]))),
  ).toEqual([{ kind: 'store', seat: 1, colours: ['red', 'red', 'yellow'] }])
  expect(
    findEvents(cards, view(seat([4, 0, 0], ['cloak'])), view(seat([0, 0, 0], ['cloak', 'cloak']))),
  ).toEqual([{ kind: 'make', seat: 0, colours: ['red', 'red', 'red', 'red'], garment: 'cloak' }])
  expect(findEvents(cards, view(seat([1, 0, 1])), view(seat([1, 0, 1])))).toEqual([])
})
