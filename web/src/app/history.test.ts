import { beforeEach, expect, test } from 'vitest'
import type { Rank, Result } from '../messages.ts'
import {
  history,
  describeOthers,
  describeOutcome,
  describeScores,
  computeStatistics,
} from './history.svelte.ts'

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
  undone: 0,
  used_chance: true,
  key: '',
  proof: null,
})
const VICTORY = result(rank(0, 'Ada', 1, 25), rank(1, 'Umber', 2, 13), rank(2, 'Sienna', 3, 11))
const DEFEAT = result(rank(0, 'Ada', 2, 7), rank(1, 'Umber', 1, 30))
const entry = (table: string, mine = [0]) => ({ table, game: 'bids', title: 'Bids', token: 'k', mine })

beforeEach(() => history.restore([]))

test('a finished game is added once', () => {
  history.add(entry('t1'), VICTORY)
  history.add(entry('t1'), DEFEAT)
  expect(history.games.map(describeOutcome)).toEqual(['Won'])
  expect(JSON.parse(localStorage.getItem('gamut.history') ?? '[]')).toHaveLength(1)
})

test('results are described from my side, or by name on a shared screen', () => {
  history.add(entry('t1'), VICTORY)
  history.add(entry('t2'), DEFEAT)
  history.add(entry('t3', [0, 1]), DEFEAT)
  expect(history.games.map(describeOutcome)).toEqual(['Umber won', 'Lost to Umber', 'Won'])
  expect(history.games.map(describeScores)).toEqual(['30 – 7', '7 – 30', '25 – 13 – 11'])
})

test('describes shared wins, games that everyone lost, and games without scores', () => {
  history.add(entry('t1'), result(rank(0, 'Ada', 1, 9), rank(1, 'Bo', 1, 9)))
  history.add(entry('t2'), result(rank(0, 'Ada', 2, null)))
  history.add(entry('t3'), result(rank(0, 'Ada', 1, null), rank(1, 'Bo', 2, null)))
  expect(history.games.map(describeOutcome)).toEqual(['Won', 'Lost', 'Shared win'])
  expect(history.games.map(describeScores)).toEqual(['', '', '9 – 9'])
})

test('no player is named twice', () => {
  history.add(entry('t1'), VICTORY)
  history.add(entry('t2'), DEFEAT)
  history.add(entry('t3'), result(rank(0, 'Ada', 3, 1), rank(1, 'Umber', 1, 3), rank(2, 'Sienna', 2, 2)))
  expect(history.games.map((g) => [describeOutcome(g), describeOthers(g)])).toEqual([
    ['Lost to Umber', 'with Sienna'],
    ['Lost to Umber', ''],
    ['Won', 'with Umber and Sienna'],
  ])
})

test('statistics count wins only for screens with one person', () => {
  history.add(entry('t1'), VICTORY)
  history.add(entry('t2'), DEFEAT)
  history.add(entry('t3', [0, 1]), VICTORY)
  expect(computeStatistics(history.games)).toMatchObject([
    { game: 'bids', played: 3, alone: 2, won: 1, highest: 25 },
  ])
})

test('removed games can be restored', () => {
  history.add(entry('t1'), VICTORY)
  history.add(entry('t2'), DEFEAT)
  const before = history.remove('t2')
  expect(history.games.map((g) => g.table)).toEqual(['t1'])
  history.restore(before)
  expect(history.games.map((g) => g.table)).toEqual(['t2', 't1'])
  history.restore(history.remove())
  expect(history.games).toHaveLength(2)
})

test('scores that did not decide the game are left out', () => {
  history.add(entry('t1'), result(rank(0, 'Ada', 1, 4), rank(1, 'Umber', 2, 6)))
  expect(history.games.map(describeScores)).toEqual([''])
})
