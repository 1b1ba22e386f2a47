import { beforeEach, expect, test } from 'vitest'
import type { Game } from '../messages.ts'
import { TableForm } from './table-form.svelte.ts'
import { whoPlays } from './who-plays.ts'

const game: Game = {
  id: 'bids',
  title: 'Bids',
  tagline: '',
  goal: '',
  seats: [1, 2, 3, 4],
  minutes: 20,
  options: [],
  levels: ['easy', 'medium', 'hard'],
  added_bots: [{ name: 'network:bids', seats: [2] }],
  secrets: false,
  reconstructed: [],
}
beforeEach(() => localStorage.clear())

test('it says who sits there and how long it takes', () => {
  const form = new TableForm(game)
  expect(whoPlays(form)).toEqual({ names: 'You and Umber', rest: ['a medium bot', '20 minutes'] })
  expect(whoPlays(new TableForm(game, true)).rest).toEqual(['an easy bot', '20 minutes'])
  form.count = 3
  expect(whoPlays(form)).toEqual({ names: 'You, Umber and Sienna', rest: ['medium bots', '20 minutes'] })
})

test('I come first wherever I sit, and people are named', () => {
  const form = new TableForm(game)
  form.count = 3
  form.setKind(1, 'me')
  form.setKind(2, 'here')
  expect(whoPlays(form)).toEqual({
    names: 'You, Sage and Player 3',
    rest: ['a medium bot', 'around this screen', '20 minutes'],
  })
})

test('alone there is nobody else, and who has no seat watches', () => {
  const form = new TableForm(game)
  form.count = 1
  expect(whoPlays(form)).toEqual({ names: 'You', rest: ['20 minutes'] })
  form.setKind(0, 'bot')
  expect(whoPlays(form).rest).toEqual(['a medium bot', 'you watch', '20 minutes'])
})
