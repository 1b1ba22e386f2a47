import { expect, test } from 'vitest'
import { stackEqual } from './stacks.ts'

test('stacks equal ids in order of first appearance', () => {
  expect(stackEqual(['wool', 'silk', 'wool'])).toEqual([
    { id: 'wool', n: 2 },
    { id: 'silk', n: 1 },
  ])
})
