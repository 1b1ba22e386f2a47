import { describe, expect, test } from 'vitest'
import { actionOf, litBy, nextOf, stillGood, touch, waysOf } from './controller.ts'

// 0–2 lay a card, 3 mixes two like cards, 4 is one touch
const paths = [
  ['stock:red', 'axis:level'],
  ['stock:red', 'axis:upright'],
  ['stock:blue', 'axis:level'],
  ['hand:lemon', 'hand:lemon', 'pile:sun'],
  ['pass'],
]
const ways = waysOf(paths, [0, 1, 2])

describe('what is lit', () => {
  test('at first every first element of a legal path', () => {
    expect(nextOf(ways, [])).toEqual(new Set(['stock:red', 'stock:blue']))
  })
  test('after a touch what follows it', () => {
    expect(nextOf(ways, ['stock:blue'])).toEqual(new Set(['axis:level']))
  })
  test('and still what would change the first touch', () => {
    expect(litBy(ways, ['stock:blue'])).toEqual(new Set(['axis:level', 'stock:red', 'stock:blue']))
  })
  test('never an element of an illegal action', () => {
    expect(litBy(waysOf(paths, []), [])).toEqual(new Set())
    expect(nextOf(ways, [])).not.toContain('pass')
  })
  test('an action number without a path lights nothing', () => {
    expect(nextOf(waysOf(paths, [99]), [])).toEqual(new Set())
  })
})

describe('a touch', () => {
  test('goes on along a path and says the action at its end', () => {
    const first = touch(ways, [], 'stock:red')
    expect(first).toEqual({ touches: ['stock:red'], action: null })
    expect(touch(ways, first.touches, 'axis:upright')).toEqual({
      touches: ['stock:red', 'axis:upright'],
      action: 1,
    })
  })
  test('of one element can be a whole action', () => {
    expect(touch(waysOf(paths, [4]), [], 'pass').action).toBe(4)
  })
  test('on the chosen element takes it back', () => {
    expect(touch(ways, ['stock:red'], 'stock:red').touches).toEqual([])
  })
  test('on another first element switches to it', () => {
    expect(touch(ways, ['stock:red'], 'stock:blue').touches).toEqual(['stock:blue'])
  })
  test('on something else changes nothing', () => {
    expect(touch(ways, ['stock:blue'], 'axis:upright')).toEqual({ touches: ['stock:blue'], action: null })
  })
  test('may name the same element twice when a path does', () => {
    const lemons = waysOf(paths, [3])
    const twice = touch(lemons, ['hand:lemon'], 'hand:lemon')
    expect(twice.touches).toEqual(['hand:lemon', 'hand:lemon'])
    expect(touch(lemons, twice.touches, 'hand:lemon').touches).toEqual(['hand:lemon'])
    expect(touch(lemons, twice.touches, 'pile:sun').action).toBe(3)
  })
})

test('a path is an action only when it is legal and complete', () => {
  expect(actionOf(ways, ['stock:red'])).toBeNull()
  expect(actionOf(ways, ['pass'])).toBeNull()
  expect(actionOf(ways, ['stock:blue', 'axis:level'])).toBe(2)
})

test('touches are kept as far as they still lead somewhere', () => {
  expect(stillGood(waysOf(paths, [2]), ['stock:red'])).toEqual([])
  expect(stillGood(ways, ['stock:red'])).toEqual(['stock:red'])
  expect(stillGood(waysOf(paths, [3]), ['hand:lemon', 'hand:coral'])).toEqual(['hand:lemon'])
})

describe('the order of touches', () => {
  const [red, yellow, blue] = ['wheel:red', 'wheel:yellow', 'wheel:blue']
  const said = (all: string[][], legal = all.map((_, action) => action)) =>
    waysOf(all, legal).map((w) => w.path)

  test('is free among neighbours of one kind', () => {
    const mixes = waysOf([[red, yellow], [yellow, blue], ['button:stop']], [0, 1, 2])
    expect(touch(mixes, [yellow], red).action).toBe(0)
    expect(touch(mixes, [red], yellow).action).toBe(0)
    expect(nextOf(mixes, [yellow])).toEqual(new Set([red, blue]))
    expect(nextOf(mixes, [])).toEqual(new Set([red, yellow, blue, 'button:stop']))
  })
  test('is fixed between kinds', () => {
    expect(said([['hand:coral', 'hand:lemon', 'pile:ruby']])).toEqual([
      ['hand:coral', 'hand:lemon', 'pile:ruby'],
      ['hand:lemon', 'hand:coral', 'pile:ruby'],
    ])
  })
  test('is told once for two alike', () => {
    expect(said([['hand:lemon', 'hand:lemon', 'pile:sun']])).toHaveLength(1)
  })
  test('is kept where it says which action is meant', () => {
    const there = ['field:a', 'field:b']
    const back = ['field:b', 'field:a']
    expect(said([there, back])).toEqual([there, back])
    expect(said([there, [...back, 'field:c']])).toEqual([there, [...back, 'field:c']])
    expect(said([there, back], [0])).toEqual([there, back])
  })
})

test('the same path may say another action at another time', () => {
  const both = [['drawn:wool'], ['drawn:wool']]
  expect(touch(waysOf(both, [0]), [], 'drawn:wool').action).toBe(0)
  expect(touch(waysOf(both, [1]), [], 'drawn:wool').action).toBe(1)
})
