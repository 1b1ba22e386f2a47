import { expect, test } from 'vitest'
import { placeNumbers } from './legend-plan.ts'

const area = (name: string, x: number, y: number, first = true) => ({
  name,
  x,
  y,
  width: 9,
  height: 9,
  first,
})

test('numbers stand at the corners of their areas, and never over one another', () => {
  const placed = placeNumbers(
    [area('a', 0, 0), area('b', 0, 2), area('c', 50, 0), area('c', 90, 0, false)],
    10,
  )
  expect(placed.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(placed.map(({ y }) => y)).toEqual([6.2, 8.2, 6.2])
  expect(placed.map(({ x }) => x)).toEqual([6.2, 16.2, 56.2])
  expect(placeNumbers([area('scrolled', -30, 0)], 10)[0]?.x, 'in view').toBe(6.2)
})
