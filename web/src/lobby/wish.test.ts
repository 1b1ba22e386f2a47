import { expect, test } from 'vitest'
import { me } from '../app/me.svelte.ts'
import type { Game, GameOption } from '../messages.ts'
import { Wish } from './wish.svelte.ts'

const stock: GameOption = {
  kind: 'count',
  name: 'stock',
  label: 'Cards in a stock',
  help: '',
  default: null,
  low: 3,
  high: 10,
  values: [],
  by_seats: { '2': 8, '3': 6, '4': 5 },
}
const game: Game = {
  id: 'bids',
  title: 'Bids',
  tagline: '',
  seats: [2, 3, 4],
  minutes: 20,
  options: [stock],
  levels: ['easy', 'steady', 'sharp'],
  secrets: false,
  reconstructed: [],
}

test('at first I sit down against one bot of the middle level', () => {
  me.name = 'Ada'
  expect(new Wish(game).message()).toEqual({
    game: 'bids',
    seats: [
      { kind: 'me', name: 'Ada', level: null },
      { kind: 'bot', name: '', level: 'steady' },
    ],
    options: {},
  })
})

test('I sit in one place only', () => {
  const wish = new Wish(game)
  wish.setKind(1, 'me')
  expect(wish.seats.map((s) => s.kind)).toEqual(['bot', 'me'])
})

test('an option follows the number of seats until it is chosen', () => {
  const wish = new Wish(game)
  wish.count = 3
  expect(wish.value(stock)).toBe(6)
  wish.choose(stock, 7)
  expect(wish.message().options).toEqual({ stock: 7 })
  wish.choose(stock, 6)
  expect(wish.message().options).toEqual({})
})

test('only seats of the table can begin, and a seat that has gone is forgotten', () => {
  const seats = [2, 3, 4].map((n) => ({ value: `${n}`, label: `Seat ${n}`, least_seats: n }))
  const first: GameOption = {
    ...stock,
    kind: 'choice',
    name: 'first',
    default: 'random',
    values: [{ value: 'random', label: 'Random', least_seats: 2 }, ...seats],
  }
  const wish = new Wish({ ...game, options: [first] })
  expect(wish.values(first).map((v) => v.value)).toEqual(['random', '2'])
  wish.count = 4
  wish.choose(first, '4')
  expect(wish.message().options).toEqual({ first: '4' })
  wish.count = 3
  expect(wish.value(first)).toBe('random')
  expect(wish.message().options).toEqual({})
})

test('people without a name are numbered', () => {
  me.name = ''
  const wish = new Wish(game)
  wish.setKind(1, 'link')
  expect(wish.message().seats.map((s) => s.name)).toEqual(['Player 1', 'Player 2'])
})
