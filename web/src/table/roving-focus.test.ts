import { describe, expect, test } from 'vitest'
import { findNearest } from './roving-focus.ts'

describe('an arrow key', () => {
  const box = (x: number, y: number) => ({ left: x, top: y, width: 10, height: 10 })
  const cross = [box(0, 20), box(20, 0), box(40, 20), box(20, 40), box(60, 20)]

  test('moves to the nearest piece straight ahead', () => {
    expect(findNearest(box(20, 20), cross, [1, 0])).toBe(2)
    expect(findNearest(box(20, 20), cross, [0, -1])).toBe(1)
    expect(findNearest(box(20, 20), cross, [-1, 0])).toBe(0)
  })
  test('does nothing without a piece in its direction', () => {
    expect(findNearest(box(60, 20), cross, [1, 0])).toBe(-1)
  })
})
