import { beforeEach, expect, test } from 'vitest'
import type { Rank, Result } from '../messages.ts'
import { history, outcome, scoreLine, sumUp } from './history.svelte.ts'

const rank = (seat: number, name: string, place: number, score: number | null): Rank => ({
  seat,
  name,
  rank: place,
  score,
})
const result = (...ranks: Rank[]): Result => ({
  winners: ranks.filter((r) => r.rank === 1).map((r) => r.seat),
  lost: false,
  reason: 'The deck is empty.',
  ranks,
  taken_back: 0,
  key: '',
  proof: null,
})
const WON = result(rank(0, 'Ada', 1, 25), rank(1, 'Umber', 2, 13), rank(2, 'Sienna', 3, 11))
const LOST = result(rank(0, 'Ada', 2, 7), rank(1, 'Umber', 1, 30))
const at = (table: string, mine = [0]) => ({ table, game: 'bids', title: 'Bids', token: 'k', mine })

beforeEach(() => history.restore([]))

test('a finished game is kept once', () => {
  history.add(at('t1'), WON)
  history.add(at('t1'), LOST)
  expect(history.games.map(outcome)).toEqual(['won'])
  expect(JSON.parse(localStorage.getItem('gamut.history') ?? '[]')).toHaveLength(1)
})

test('results are told from my side, or by name around one screen', () => {
  history.add(at('t1'), WON)
  history.add(at('t2'), LOST)
  history.add(at('t3', [0, 1]), LOST)
  expect(history.games.map(outcome)).toEqual(['Umber won', 'lost', 'won'])
  expect(history.games.map(scoreLine)).toEqual(['30 to 7', '7 to 30', '25 to 13 and 11'])
})

test('a shared victory, a game lost by all, and games without scores have their words', () => {
  history.add(at('t1'), result(rank(0, 'Ada', 1, 9), rank(1, 'Bo', 1, 9)))
  history.add(at('t2'), result(rank(0, 'Ada', 2, null)))
  history.add(at('t3'), result(rank(0, 'Ada', 1, null), rank(1, 'Bo', 2, null)))
  expect(history.games.map(outcome)).toEqual(['won', 'lost', 'shared'])
  expect(history.games.map(scoreLine)).toEqual(['with Bo', '', '9 to 9'])
})

test('statistics count victories only where I sat alone at the screen', () => {
  history.add(at('t1'), WON)
  history.add(at('t2'), LOST)
  history.add(at('t3', [0, 1]), WON)
  expect(sumUp(history.games)).toMatchObject([{ game: 'bids', played: 3, alone: 2, won: 1, highest: 25 }])
})

test('what is forgotten can be put back', () => {
  history.add(at('t1'), WON)
  history.add(at('t2'), LOST)
  const before = history.forget('t2')
  expect(history.games.map((g) => g.table)).toEqual(['t1'])
  history.restore(before)
  expect(history.games.map((g) => g.table)).toEqual(['t2', 't1'])
  history.restore(history.forget())
  expect(history.games).toHaveLength(2)
})
