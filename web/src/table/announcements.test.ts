import { expect, test } from 'vitest'
import { findNewEntries, findRemovedEntries, repeats } from './announcements.ts'

const log = (...texts: string[]) => texts.map((text) => ({ seat: 0, text, pieces: [], heading: false }))
const textsOf = (before: string[], now: string[]) =>
  findNewEntries(log(...before), log(...now)).map((entry) => entry.text)

test('new entries are those at the end', () => {
  expect(textsOf(['a'], ['a', 'b', 'c'])).toEqual(['b', 'c'])
  expect(textsOf(['a'], ['a'])).toEqual([])
})

test('an undo is new, though the log has not become longer', () => {
  expect(textsOf(['a', 'b'], ['a', 'undid a move'])).toEqual(['undid a move'])
  expect(textsOf(['a', 'b', 'c'], ['a', 'undid a move'])).toEqual(['undid a move'])
})

test('what an undo removes is known, even if later entries stay', () => {
  const removed = (before: string[], now: string[]) =>
    findRemovedEntries(log(...before), log(...now)).map((entry) => entry.text)
  expect(removed(['a', 'b', 'c'], ['a', 'undid a move'])).toEqual(['b', 'c'])
  expect(removed(['a', 'b', 'c'], ['a', 'c', 'undid a move'])).toEqual(['b'])
  expect(removed(['a'], ['a', 'b'])).toEqual([])
})

test('a moment repeats a log entry that says the same in other words', () => {
  expect(repeats('Bea won the round: 2 cards.', 'The round: Bea won 2 cards')).toBe(true)
  expect(repeats('Bea placed yellow fish.', 'Bea won 2 cards')).toBe(false)
})
