import { beforeEach, expect, test } from 'vitest'
import { me } from '../app/me.svelte.ts'
import type { Game, GameOption } from '../messages.ts'
import { TableForm, latestGame } from './table-form.svelte.ts'

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
  added_bots: [{ name: 'network:bids', seats: [2] }],
  secrets: false,
  reconstructed: [],
}

beforeEach(() => localStorage.clear())

test('at first I sit down against one bot of the middle level', () => {
  me.name = 'Ada'
  expect(new TableForm(game).message()).toEqual({
    game: 'bids',
    seats: [
      { kind: 'me', name: 'Ada', level: null },
      { kind: 'bot', name: 'Umber', level: 'steady' },
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

test('on the first visit the bot is an easy one', () => {
  expect(new TableForm(game, true).message().seats[1]?.level).toBe('easy')
})

test('people without a name get one from the server', () => {
  me.name = ''
  const form = new TableForm(game)
  form.setKind(1, 'link')
  expect(form.message().seats.map((s) => s.name)).toEqual(['', ''])
})

test('friends take the bots’ seats; who is named already stays', () => {
  const form = new TableForm(game)
  form.count = 3
  expect(form.message(true).seats.map((s) => s.kind)).toEqual(['me', 'link', 'link'])
  form.setKind(1, 'link')
  expect(form.message(true).seats.map((s) => s.kind)).toEqual(['me', 'link', 'bot'])
})

test('the next visit begins with what was played last, and nobody has to wait for a friend', () => {
  const form = new TableForm(game)
  form.count = 3
  form.setKind(1, 'link')
  const [, friend, bot] = form.places
  if (friend) friend.name = 'Mira'
  if (bot) bot.level = 'sharp'
  form.choose(stock, 9)
  form.remember()
  expect(latestGame()).toBe('bids')
  const next = new TableForm(game, true)
  expect(next.message()).toMatchObject({ options: { stock: 9 } })
  expect(next.seats).toMatchObject([{ kind: 'me' }, { kind: 'bot', name: 'Mira' }, { level: 'sharp' }])
  next.useStandards()
  expect(next.message().options).toEqual({})
  const other = new TableForm({ ...game, seats: [2], levels: ['mild'] })
  expect(other.message().seats.map((s) => s.level)).toEqual([null, 'mild'])
})

test('a bot of another package is offered where it plays, and another takes its place elsewhere', () => {
  const form = new TableForm(game)
  expect(form.levels).toEqual(['easy', 'steady', 'sharp', 'network:bids'])
  const [, bot] = form.places
  if (bot) bot.level = 'network:bids'
  expect(form.message().seats[1]).toMatchObject({ level: 'network:bids' })
  form.remember()
  form.count = 3
  expect(form.levels).toEqual(game.levels)
  expect(form.message().seats.map((s) => s.level)).toEqual([null, 'steady', 'steady'])
  const next = new TableForm(game)
  expect(next.message().seats[1]).toMatchObject({ level: 'network:bids' })
  const gone = new TableForm({ ...game, added_bots: [] })
  expect(gone.message().seats[1]).toMatchObject({ level: 'steady' })
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
