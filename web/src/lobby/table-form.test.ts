import { expect, test } from 'vitest'
import { me } from '../app/me.svelte.ts'
import type { Game, GameOption } from '../messages.ts'
import { TableForm } from './table-form.svelte.ts'

const stock: GameOption = {
  kind: 'count',
  name: 'stock',
  label: 'Cards in a stock',
  help: '',
  seats: [2, 3, 4],
  follows: [],
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
  goal: '',
  seats: [2, 3, 4],
  minutes: 20,
  options: [stock],
  levels: ['easy', 'steady', 'sharp'],
  secrets: false,
  reconstructed: [],
}

test('at first I sit down against one bot of the middle level', () => {
  me.name = 'Ada'
  expect(new TableForm(game).message()).toEqual({
    game: 'bids',
    seats: [
      { kind: 'me', name: 'Ada', level: null },
      { kind: 'bot', name: '', level: 'steady' },
    ],
    options: {},
  })
})

test('I sit in one place only', () => {
  const form = new TableForm(game)
  form.setKind(1, 'me')
  expect(form.seats.map((s) => s.kind)).toEqual(['bot', 'me'])
})

test('an option follows the number of seats until it is chosen', () => {
  const form = new TableForm(game)
  form.count = 3
  expect(form.value(stock)).toBe(6)
  form.choose(stock, 7)
  expect(form.message().options).toEqual({ stock: 7 })
  form.choose(stock, 6)
  expect(form.message().options).toEqual({})
})

test('only seats of the table can begin, and a seat that has gone is forgotten', () => {
  const seats = [2, 3, 4].map((n) => ({
    value: `${n}`,
    label: `Seat ${n}`,
    seats: [2, 3, 4].filter((size) => size >= n),
  }))
  const first: GameOption = {
    ...stock,
    kind: 'choice',
    name: 'first',
    default: 'random',
    values: [{ value: 'random', label: 'Random', seats: [2, 3, 4] }, ...seats],
  }
  const form = new TableForm({ ...game, options: [first] })
  expect(form.values(first).map((v) => v.value)).toEqual(['random', '2'])
  form.count = 4
  form.choose(first, '4')
  expect(form.message().options).toEqual({ first: '4' })
  form.count = 3
  expect(form.value(first)).toBe('random')
  expect(form.message().options).toEqual({})
})

test('people without a name are numbered', () => {
  me.name = ''
  const form = new TableForm(game)
  form.setKind(1, 'link')
  expect(form.message().seats.map((s) => s.name)).toEqual(['Player 1', 'Player 2'])
})

test('an option may follow another one, and may be for some sizes only', () => {
  const fast: GameOption = { ...stock, kind: 'flag', name: 'fast', default: false, by_seats: null }
  const follower: GameOption = {
    ...stock,
    follows: [{ option: 'fast', value: true, default: 4 }],
  }
  const large: GameOption = { ...fast, name: 'large', seats: [4] }
  const form = new TableForm({ ...game, options: [fast, follower, large] })
  expect(form.options.map((o) => o.name)).toEqual(['fast', 'stock'])
  expect(form.value(follower)).toBe(8)
  form.choose(fast, true)
  expect(form.value(follower)).toBe(4)
  expect(form.message().options).toEqual({ fast: true })
  form.count = 4
  expect(form.options.map((o) => o.name)).toEqual(['fast', 'stock', 'large'])
})
