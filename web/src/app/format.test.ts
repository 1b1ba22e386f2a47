import { expect, test } from 'vitest'
import {
  spellNumber,
  formatNumber,
  formatSeconds,
  joinWords,
  formatRanges,
  plural,
  possessive,
  formatTimeAgo,
} from './format.ts'

test('ranges of player numbers', () => {
  expect(formatRanges([2, 3, 4])).toBe('2–4')
  expect(formatRanges([4, 1, 3])).toBe('1, 3–4')
  expect(formatRanges([2])).toBe('2')
})

test('formats times', () => {
  const now = 1e12
  const minute = 60_000
  expect(formatTimeAgo(now, now)).toBe('just now')
  expect(formatTimeAgo(now - 12 * minute, now)).toBe('12 min ago')
  expect(formatTimeAgo(now - 60 * minute, now)).toBe('1 hour ago')
  expect(formatTimeAgo(now - 30 * 60 * minute, now)).toBe('yesterday')
  expect(formatTimeAgo(now - 72 * 60 * minute, now)).toBe('3 days ago')
})

test('formats counts and names', () => {
  expect(spellNumber(5)).toBe('five')
  expect(spellNumber(12)).toBe('12')
  expect([formatNumber(-1), formatNumber(12)]).toEqual(['−1', '12'])
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

test('waiting times are given in seconds, longer ones in minutes', () => {
  expect([5, 60, 245].map(formatSeconds)).toEqual(['5 s', '1:00 min', '4:05 min'])
})
