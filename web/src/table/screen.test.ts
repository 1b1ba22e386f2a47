import { describe, expect, test } from 'vitest'
import { findNearest } from './rove.ts'
import { whoseScreen } from './screen.ts'

describe('a shared screen', () => {
  test('stays with whoever acts', () => {
    expect(whoseScreen([true, true], 1, true)).toEqual({ show: 1, pass: null })
  })
  test('of an open game turns to the next one', () => {
    expect(whoseScreen([false, true], 0, false)).toEqual({ show: 1, pass: null })
    expect(whoseScreen([false, false], 1, false)).toEqual({ show: 1, pass: null })
  })
  test('of a game with secrets is passed on', () => {
    expect(whoseScreen([false, true], 0, true)).toEqual({ show: 0, pass: 1 })
  })
  test('of a game with secrets stays where it is while others play elsewhere', () => {
    expect(whoseScreen([false, false], 1, true)).toEqual({ show: 1, pass: null })
  })
  test('is covered until the first person says who they are', () => {
    expect(whoseScreen([false, true], null, true)).toEqual({ show: null, pass: 1 })
    expect(whoseScreen([false, false], null, true)).toEqual({ show: null, pass: 0 })
  })
})

describe('an arrow key', () => {
  const box = (x: number, y: number) => ({ left: x, top: y, width: 10, height: 10 })
  const cross = [box(0, 20), box(20, 0), box(40, 20), box(20, 40), box(60, 20)]

  test('goes to the near piece straight ahead', () => {
    expect(findNearest(box(20, 20), cross, [1, 0])).toBe(2)
    expect(findNearest(box(20, 20), cross, [0, -1])).toBe(1)
    expect(findNearest(box(20, 20), cross, [-1, 0])).toBe(0)
  })
  test('goes nowhere when nothing lies there', () => {
    expect(findNearest(box(60, 20), cross, [1, 0])).toBe(-1)
  })
})
