import { expect, test } from 'vitest'
import { countWord, figure, joinWords, numberRanges, plural, possessive, timeAgo } from './words.ts'

test('numbers of players', () => {
  expect(numberRanges([2, 3, 4])).toBe('2–4')
  expect(numberRanges([4, 1, 3])).toBe('1, 3–4')
  expect(numberRanges([2])).toBe('2')
})

test('times', () => {
  const now = 1e12
  const minute = 60_000
  expect(timeAgo(now, now)).toBe('just now')
  expect(timeAgo(now - 12 * minute, now)).toBe('12 min ago')
  expect(timeAgo(now - 60 * minute, now)).toBe('1 hour ago')
  expect(timeAgo(now - 30 * 60 * minute, now)).toBe('yesterday')
  expect(timeAgo(now - 72 * 60 * minute, now)).toBe('3 days ago')
})

test('counts and names', () => {
  expect(countWord(5)).toBe('Five')
  expect(countWord(12)).toBe('12')
  expect([figure(-1), figure(12)]).toEqual(['−1', '12'])
  expect(plural(1, 'card')).toBe('1 card')
  expect(possessive('Jonas')).toBe('Jonas’')
  expect(possessive('Ada')).toBe('Ada’s')
  expect([joinWords(['Ada']), joinWords(['Ada', 'Bo']), joinWords(['Ada', 'Bo', 'Cy'])]).toEqual([
    'Ada',
    'Ada and Bo',
    'Ada, Bo and Cy',
  ])
  expect(joinWords(['red', 'blue'], 'or')).toBe('red or blue')
})
