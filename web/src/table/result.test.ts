import { expect, test } from 'vitest'
import { describeResult, placeText, resultTitle } from './result.ts'

const NAMES = ['Ada', 'Bo', 'Cleo']
const ended = (winners: number[], ...places: number[]) => ({
  winners,
  lost: !winners.length,
  ranks: places.map((rank, seat) => ({ seat, name: NAMES[seat] ?? '', rank, score: null })),
})

test.each([
  ['one winner', ended([1], 2, 1), -1, 'Bo wins'],
  ['me', ended([1], 2, 1), 1, 'You win'],
  ['a shared victory', ended([0, 2], 1, 3, 1), 0, 'You and Cleo share the win'],
  ['a victory shared by all', ended([0, 1, 2], 1, 1, 1), 1, 'Ada, you and Cleo share the win'],
  ['a game that everyone lost', ended([], 2, 2), 0, 'Nobody wins'],
  ['a solo game that I lost', ended([], 2), 0, 'You lose'],
  ['a solo game that another player lost', ended([], 2), -1, 'Ada loses'],
  ['a game whose result is not known', { ...ended([]), lost: false }, 0, 'Game over'],
])('%s', (_, result, me, title) => expect(resultTitle(result, me)).toBe(title))

test.each([
  ['places', ended([1], 2, 1), ['2', '1']],
  ['no places where everyone lost', ended([], 2, 2), ['–', '–']],
  ['no place for a lost solo game', ended([], 2), ['–']],
])('a result has %s', (_, result, places) =>
  expect(result.ranks.map((rank) => placeText(result, rank))).toEqual(places),
)

test.each([
  ['two players', 1, [9, 26], 'You win, 26 to 9.'],
  ['three players', -1, [20, 18, 12], 'Ada wins: Ada 20, Bo 18, Cleo 12.'],
])('the end is announced with the scores of %s', (_, me, scores, text) => {
  const order = scores.map((score, seat) => ({ seat, name: NAMES[seat] ?? '', rank: 1, score }))
  const ranks = order.toSorted((a, b) => b.score - a.score)
  const result = { winners: [ranks[0]?.seat ?? 0], lost: false, ranks }
  expect(describeResult(result, me, (seat) => NAMES[seat] ?? '')).toBe(text)
  const stopped = { ...result, ranks: ranks.map((rank) => ({ ...rank, score: null })) }
  expect(describeResult(stopped, -1, () => '')).toBe(`${resultTitle(result, -1)}.`)
})
