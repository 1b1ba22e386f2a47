import { describe, expect, test } from 'vitest'
import { LARGE, angle, at, middle, turned, wedge } from './wheel.ts'

describe('the wheel', () => {
  test('begins on top and goes round clockwise', () => {
    expect(at(100, angle(0))).toEqual({ x: 0, y: -100 })
    expect(at(100, angle(3))).toEqual({ x: 100, y: 0 })
    expect(at(100, angle(6))).toEqual({ x: 0, y: 100 })
    expect(at(100, angle(9))).toEqual({ x: -100, y: 0 })
  })
  test('keeps the same gap along two neighbours', () => {
    const corners = (d: string) =>
      [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[LAZ])/g)].map((m) => [+(m[1] ?? 0), +(m[2] ?? 0)])
    const points = (i: number) => corners(wedge(i, LARGE.inner, LARGE.outer, LARGE.gap))
    const [right, left] = [points(0), points(1)]
    const apart = ([x = 0, y = 0] = [] as number[], [u = 0, v = 0] = [] as number[]) =>
      Math.hypot(x - u, y - v)
    // outer right corner of the first against outer left corner of the second, and the inner ones
    expect(apart(right[2], left[1])).toBeCloseTo(LARGE.gap, 0)
    expect(apart(right[3], left[0])).toBeCloseTo(LARGE.gap, 0)
  })
  test('closes every wedge', () => {
    for (let i = 0; i < 12; i++) {
      const d = wedge(i, LARGE.inner, LARGE.outer, LARGE.gap)
      expect(d).toMatch(/^M.*Z$/)
      expect(d).not.toContain('NaN')
    }
  })
  test('has its mixes in the middle of the threads', () => {
    expect(middle({ x: 0, y: -80 }, { x: 60, y: 40 })).toEqual({ x: 30, y: -20 })
  })
})

test('arrow keys go round', () => {
  expect(turned(0, 'ArrowLeft', 12)).toBe(11)
  expect(turned(11, 'ArrowRight', 12)).toBe(0)
  expect(turned(5, 'Home', 12)).toBe(0)
  expect(turned(5, 'Tab', 12)).toBeNull()
})
