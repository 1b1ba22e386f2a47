import { expect, test } from 'vitest'
import { resultTitle } from './result.ts'

const ranked = (...ranks: number[]) =>
  ranks.map((rank, seat) => ({ seat, name: ['Ada', 'Bo', 'Cleo'][seat] ?? '', rank, score: null }))

test.each([
  ['one winner', ranked(2, 1), -1, 'Bo wins'],
  ['me', ranked(2, 1), 1, 'You win'],
  ['a shared victory', ranked(1, 3, 1), 0, 'You and Cleo share the victory'],
  ['a game that all have lost', ranked(2, 2), 0, 'All have lost'],
  ['a game that I have lost alone', ranked(2), 0, 'You have lost'],
  ['a game that somebody has lost alone', ranked(2), -1, 'Ada has lost'],
])('%s', (_, ranks, me, title) => expect(resultTitle(ranks, me)).toBe(title))
