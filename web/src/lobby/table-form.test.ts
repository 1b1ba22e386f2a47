import { beforeEach, expect, test } from 'vitest'
import { botPause } from '../app/bot-pause.ts'
import { profile } from '../app/profile.svelte.ts'
import type { GameInfo, GameOption } from '../messages.ts'
import { summarizePlayers } from './player-summary.ts'
import { TableForm, latestGame } from './table-form.svelte.ts'

const stock: GameOption = {
  kind: 'count',
  name: 'stock',
  label: 'Cards in a stock',
  help: '',
  seats: [2, 3, 4],
  default_when: [],
  default: null,
  low: 3,
  high: 10,
  values: [],
  by_seats: { '2': 8, '3': 6, '4': 5 },
}
const game: GameInfo = {
  id: 'bids',
  title: 'Bids',
  tagline: '',
  goal: '',
  seats: [2, 3, 4],
  minutes: 20,
  options: [stock],
  levels: ['easy', 'steady', 'sharp'],
  added_bots: [{ name: 'network:bids', seats: [2] }],
  first_game_options: {},
  edition_notes: [],
}

beforeEach(() => localStorage.clear())

test('by default I play against one bot of the easiest level', () => {
  profile.name = 'Ada'
  expect(new TableForm(game).makeRequest()).toEqual({
    game: 'bids',
    seats: [
      { kind: 'me', name: 'Ada', level: null },
      { kind: 'bot', name: 'Umber', level: 'easy' },
    ],
    options: {},
    pause_ms: null,
  })
})

test('only one seat is mine', () => {
  const form = new TableForm(game)
  form.setKind(1, 'me')
  expect(form.seats.map((s) => s.kind)).toEqual(['bot', 'me'])
})

test('a default depends on the number of seats until the option is chosen', () => {
  const form = new TableForm(game)
  form.count = 3
  expect(form.valueOf(stock)).toBe(6)
  form.choose(stock, 7)
  expect(form.makeRequest().options).toEqual({ stock: 7 })
  form.choose(stock, 6)
  expect(form.makeRequest().options).toEqual({})
})

test('offers only the choices for the number of seats, and drops others', () => {
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
  expect(form.choicesOf(first).map((v) => v.value)).toEqual(['random', '2'])
  form.count = 4
  form.choose(first, '4')
  expect(form.makeRequest().options).toEqual({ first: '4' })
  form.count = 3
  expect(form.valueOf(first)).toBe('random')
  expect(form.makeRequest().options).toEqual({})
})

test('another game begins with the level that was played last', () => {
  const form = new TableForm(game)
  const [, bot] = form.allSeats
  const levelIn = (levels: string[]) =>
    new TableForm({ ...game, id: 'other', levels }).makeRequest().seats[1]?.level
  form.remember()
  expect(levelIn(['easy', 'steady'])).toBe('easy')
  if (bot) bot.level = 'steady'
  form.remember()
  expect(levelIn(['easy', 'steady'])).toBe('steady')
  expect(levelIn(['mild', 'hot'])).toBe('mild')
})

test('bots pause as chosen last', () => {
  botPause.choose(4000)
  expect(new TableForm(game).makeRequest().pause_ms).toBe(4000)
})

test('names of people may be empty', () => {
  profile.name = ''
  const form = new TableForm(game)
  form.setKind(1, 'link')
  expect(form.makeRequest().seats.map((s) => s.name)).toEqual(['', ''])
})

test('with friends, seats of bots become invitations unless there are some already', () => {
  const form = new TableForm(game)
  form.count = 3
  expect(form.makeRequest('link').seats.map((s) => s.kind)).toEqual(['me', 'link', 'link'])
  form.setKind(1, 'link')
  expect(form.makeRequest('link').seats.map((s) => s.kind)).toEqual(['me', 'link', 'bot'])
  expect(form.makeRequest('here').seats.map((s) => s.kind)).toEqual(['me', 'link', 'here'])
})

test('the next visit starts with the last table, with bots instead of online friends', () => {
  const form = new TableForm(game)
  form.count = 3
  form.setKind(1, 'link')
  const [, friend, bot] = form.allSeats
  if (friend) friend.name = 'Mira'
  if (bot) bot.level = 'sharp'
  form.choose(stock, 9)
  form.remember()
  expect(latestGame()).toBe('bids')
  const next = new TableForm(game)
  expect(next.makeRequest()).toMatchObject({ options: { stock: 9 } })
  expect(next.seats).toMatchObject([{ kind: 'me' }, { kind: 'bot', name: 'Mira' }, { level: 'sharp' }])
  next.resetOptions()
  expect(next.makeRequest().options).toEqual({})
  const other = new TableForm({ ...game, seats: [2], levels: ['mild'] })
  expect(other.makeRequest().seats.map((s) => s.level)).toEqual([null, 'mild'])
})

test('a bot of another package is offered only for its numbers of seats', () => {
  const form = new TableForm(game)
  expect(form.levels).toEqual(['easy', 'steady', 'sharp', 'network:bids'])
  const [, bot] = form.allSeats
  if (bot) bot.level = 'network:bids'
  expect(form.makeRequest().seats[1]).toMatchObject({ level: 'network:bids' })
  form.remember()
  form.count = 3
  expect(form.levels).toEqual(game.levels)
  expect(form.makeRequest().seats.map((s) => s.level)).toEqual([null, 'easy', 'easy'])
  const next = new TableForm(game)
  expect(next.makeRequest().seats[1]).toMatchObject({ level: 'network:bids' })
  const gone = new TableForm({ ...game, added_bots: [] })
  expect(gone.makeRequest().seats[1]).toMatchObject({ level: 'easy' })
})

test('an option may depend on another one, and on the number of seats', () => {
  const fast: GameOption = { ...stock, kind: 'flag', name: 'fast', default: false, by_seats: null }
  const dependent: GameOption = {
    ...stock,
    default_when: [{ option: 'fast', value: true, default: 4 }],
  }
  const large: GameOption = { ...fast, name: 'large', seats: [4] }
  const form = new TableForm({ ...game, options: [fast, dependent, large] })
  expect(form.options.map((o) => o.name)).toEqual(['fast', 'stock'])
  expect(form.valueOf(dependent)).toBe(8)
  form.choose(fast, true)
  expect(form.valueOf(dependent)).toBe(4)
  expect(form.makeRequest().options).toEqual({ fast: true })
  form.count = 4
  expect(form.options.map((o) => o.name)).toEqual(['fast', 'stock', 'large'])
})

test('the first game of a browser has the options of a first game, the next one only if they were chosen', () => {
  const withFirst = { ...game, first_game_options: { stock: 4 } }
  const form = new TableForm(withFirst)
  expect(form.makeRequest().options).toEqual({ stock: 4 })
  expect(summarizePlayers(form).details).toContain('cards in a stock: 4')
  expect(summarizePlayers(form).details.join()).not.toContain('changed rule')
  form.remember()
  const second = new TableForm(withFirst)
  expect(second.makeRequest().options).toEqual({})
  second.choose(stock, 4)
  second.remember()
  expect(new TableForm(withFirst).makeRequest().options).toEqual({ stock: 4 })
})
