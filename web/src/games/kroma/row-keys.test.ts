import { expect, test } from 'vitest'
import { type Spot, findStep } from './row-keys.ts'

/** Rows 1, 3 and 4, as triangles where a piece fits. */
const spots: Spot[] = [[1, 1], [3, 1], [3, 4], [4, 2], [4, 7]] // prettier-ignore
const step = (from: Spot, key: string) => findStep(spots, from, key)

test('left and right stay in the row, home and end go to its ends', () => {
  expect(step([3, 1], 'ArrowRight')).toBe(2)
  expect(step([3, 4], 'ArrowRight')).toBe(-1)
  expect(step([3, 4], 'ArrowLeft')).toBe(1)
  expect(step([4, 7], 'Home')).toBe(3)
  expect(step([4, 2], 'End')).toBe(4)
  expect(step([4, 2], 'Home')).toBe(-1)
})

test('up and down go to the nearest place of the next row that has any', () => {
  expect(step([1, 1], 'ArrowDown')).toBe(2)
  expect(step([3, 1], 'ArrowUp')).toBe(0)
  expect(step([3, 1], 'ArrowDown')).toBe(3)
  expect(step([3, 4], 'ArrowDown')).toBe(4)
  expect(step([1, 1], 'ArrowUp')).toBe(-1)
  expect(step([4, 2], 'ArrowDown')).toBe(-1)
})
