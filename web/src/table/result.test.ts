import { expect, test } from 'vitest'
import { placeText, resultTitle } from './result.ts'

const NAMES = ['Ada', 'Bo', 'Cleo']
const ended = (winners: number[], ...places: number[]) => ({
  winners,
  lost: !winners.length,
  ranks: places.map((rank, seat) => ({ seat, name: NAMES[seat] ?? '', rank, score: null })),
})

test.each([
  ['one winner', ended([1], 2, 1), -1, 'Bo wins'],
  ['me', ended([1], 2, 1), 1, 'You win'],
  ['a shared victory', ended([0, 2], 1, 3, 1), 0, 'You and Cleo share the victory'],
  ['a victory that all share', ended([0, 1, 2], 1, 1, 1), 1, 'Ada, you and Cleo share the victory'],
  ['a game that all have lost', ended([], 2, 2), 0, 'All have lost'],
  ['a game that I have lost alone', ended([], 2), 0, 'You have lost'],
  ['a game that somebody has lost alone', ended([], 2), -1, 'Ada has lost'],
])('%s', (_, result, me, title) => expect(resultTitle(result, me)).toBe(title))

test.each([
  ['places', ended([1], 2, 1), ['2', '1']],
  ['no place where all have lost', ended([], 2, 2), ['–', '–']],
  ['no place for who has lost alone', ended([], 2), ['–']],
])('a result has %s', (_, result, places) =>
  expect(result.ranks.map((rank) => placeText(result, rank))).toEqual(places),
)
