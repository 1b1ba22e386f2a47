import { describe, expect, test } from 'vitest'
import { LARGE_RINGS, angleOf, midpoint, nextWedge, pointAt, wedgePath } from './wheel.ts'

describe('the wheel', () => {
  test('begins at the top and goes round clockwise', () => {
    expect(pointAt(100, angleOf(0))).toEqual({ x: 0, y: -100 })
    expect(pointAt(100, angleOf(3))).toEqual({ x: 100, y: 0 })
    expect(pointAt(100, angleOf(6))).toEqual({ x: 0, y: 100 })
    expect(pointAt(100, angleOf(9))).toEqual({ x: -100, y: 0 })
  })
  test('has a constant gap between two wedges', () => {
    const corners = (d: string) =>
      [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[LAZ])/g)].map((m) => [+(m[1] ?? 0), +(m[2] ?? 0)])
    const points = (i: number) => corners(wedgePath(i, LARGE_RINGS.inner, LARGE_RINGS.outer, LARGE_RINGS.gap))
    const [first, second] = [points(0), points(1)]
    const distance = ([x = 0, y = 0] = [] as number[], [u = 0, v = 0] = [] as number[]) =>
      Math.hypot(x - u, y - v)
    // the outer right corner of the first wedge and the outer left corner of the second, and the inner ones
    expect(distance(first[2], second[1])).toBeCloseTo(LARGE_RINGS.gap, 0)
    expect(distance(first[3], second[0])).toBeCloseTo(LARGE_RINGS.gap, 0)
  })
  test('closes every wedge', () => {
    for (let i = 0; i < 12; i++) {
      const d = wedgePath(i, LARGE_RINGS.inner, LARGE_RINGS.outer, LARGE_RINGS.gap)
      expect(d).toMatch(/^M.*Z$/)
      expect(d).not.toContain('NaN')
    }
  })
  test('shows mixes in the middle of their threads', () => {
    expect(midpoint({ x: 0, y: -80 }, { x: 60, y: 40 })).toEqual({ x: 30, y: -20 })
  })
})

test('arrow keys go round the wheel', () => {
  expect(nextWedge(0, 'ArrowLeft', 12)).toBe(11)
  expect(nextWedge(11, 'ArrowRight', 12)).toBe(0)
  expect(nextWedge(5, 'Home', 12)).toBe(0)
  expect(nextWedge(5, 'Tab', 12)).toBeNull()
})
