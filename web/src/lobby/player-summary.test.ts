import { beforeEach, expect, test } from 'vitest'
import type { GameInfo } from '../messages.ts'
import { TableForm } from './table-form.svelte.ts'
import { summarizePlayers } from './player-summary.ts'

const game: GameInfo = {
  id: 'bids',
  title: 'Bids',
  tagline: '',
  goal: '',
  seats: [1, 2, 3, 4],
  minutes: 20,
  options: [],
  levels: ['easy', 'medium', 'hard'],
  added_bots: [{ name: 'network:bids', seats: [2] }],
  first_game_options: {},
  edition_notes: [],
}
beforeEach(() => localStorage.clear())

test('lists the players and the duration', () => {
  const form = new TableForm(game)
  expect(summarizePlayers(form)).toEqual({ names: 'You and Umber', details: ['an easy bot', '20 minutes'] })
  form.count = 3
  expect(summarizePlayers(form)).toEqual({
    names: 'You, Umber and Sienna',
    details: ['easy bots', '20 minutes'],
  })
})

test('I come first, and people are named', () => {
  const form = new TableForm(game)
  form.count = 3
  form.setKind(1, 'me')
  form.setKind(2, 'here')
  expect(summarizePlayers(form)).toEqual({
    names: 'You, Sage and Player 3',
    details: ['an easy bot', 'on this device', '20 minutes'],
  })
})

test('handles solo games and tables without me', () => {
  const form = new TableForm(game)
  form.count = 1
  expect(summarizePlayers(form)).toEqual({ names: 'You', details: ['20 minutes'] })
  form.setKind(0, 'bot')
  expect(summarizePlayers(form).details).toEqual(['an easy bot', 'you’re watching', '20 minutes'])
})
