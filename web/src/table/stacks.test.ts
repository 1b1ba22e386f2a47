import { expect, test } from 'vitest'
import { stackEqual } from './stacks.ts'

test('equal pieces lie as one with a count, in the order of their first', () => {
  expect(stackEqual(['wool', 'silk', 'wool'])).toEqual([
    { id: 'wool', n: 2 },
    { id: 'silk', n: 1 },
  ])
})
