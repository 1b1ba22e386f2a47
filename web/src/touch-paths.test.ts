import { describe, expect, test } from 'vitest'
import {
  type TouchPath,
  type Progress,
  findCompletions,
  followTouches,
  findLit,
  findNextTowards,
  startProgress,
  touch,
} from './touch-paths.ts'

// 0–2 place a card, 3 mixes two equal cards, 4 is one touch
const paths: TouchPath[] = [
  ['stock:red', 'axis:level'],
  ['stock:red', 'axis:upright'],
  ['stock:blue', 'axis:level'],
  ['hand:lemon', 'hand:lemon', 'pile:sun'],
  ['pass'],
]
const begin = (...legal: number[]) => startProgress(paths, legal)
const next = (now: Progress) => new Set(now.next.keys())
const after = (from: Progress, ...ids: string[]) => ids.reduce(touch, from)

describe('the lit ids', () => {
  test('start with the first elements of legal paths', () => {
    expect(next(begin(0, 1, 2))).toEqual(new Set(['stock:red', 'stock:blue']))
  })
  test('contain what follows a touch', () => {
    expect(next(after(begin(0, 1, 2), 'stock:blue'))).toEqual(new Set(['axis:level']))
  })
  test('contain what would replace the first touch', () => {
    const lit = findLit(after(begin(0, 1, 2), 'stock:blue'))
    expect(lit).toEqual(new Set(['axis:level', 'stock:red', 'stock:blue']))
  })
  test('never contain an element of an illegal action', () => {
    expect(findLit(begin())).toEqual(new Set())
    expect(next(begin(0, 1, 2))).not.toContain('pass')
  })
  test('contain nothing for an action without a path', () => {
    expect(next(begin(99))).toEqual(new Set())
    expect(next(startProgress([[], [[]]], [0, 1]))).toEqual(new Set())
  })
})

describe('a touch', () => {
  test('advances along a path and plays the action at its end', () => {
    const first = touch(begin(0, 1, 2), 'stock:red')
    expect([first.touches, first.action]).toEqual([['stock:red'], null])
    const second = touch(first, 'axis:upright')
    expect([second.touches, second.action]).toEqual([['stock:red', 'axis:upright'], 1])
  })
  test('can be a whole action', () => {
    expect(touch(begin(4), 'pass').action).toBe(4)
  })
  test('on a chosen element deselects it', () => {
    expect(after(begin(0, 1, 2), 'stock:red', 'stock:red').touches).toEqual([])
  })
  test('on another first element replaces the first', () => {
    expect(after(begin(0, 1, 2), 'stock:red', 'stock:blue').touches).toEqual(['stock:blue'])
  })
  test('on anything else changes nothing', () => {
    const now = after(begin(0, 1, 2), 'stock:blue')
    expect(touch(now, 'axis:upright')).toBe(now)
  })
  test('may repeat an element if the path does', () => {
    const twice = after(begin(3), 'hand:lemon', 'hand:lemon')
    expect(twice.touches).toEqual(['hand:lemon', 'hand:lemon'])
    expect(touch(twice, 'hand:lemon').touches).toEqual(['hand:lemon'])
    expect(touch(twice, 'pile:sun').action).toBe(3)
  })
  test('plays the legal action if several have the same path', () => {
    const both = [['drawn:wool'], ['drawn:wool']]
    expect(touch(startProgress(both, [0]), 'drawn:wool').action).toBe(0)
    expect(touch(startProgress(both, [1]), 'drawn:wool').action).toBe(1)
  })
})

describe('touches in any order', () => {
  const mixes: TouchPath[] = [
    [['red', 'yellow']],
    [['yellow', 'blue']],
    ['stop'],
    [['lemon', 'coral', 'lemon'], 'ruby'],
    ['red', 'blue'],
  ]
  test('play the same action', () => {
    const now = startProgress(mixes, [0, 1, 2])
    expect(next(now)).toEqual(new Set(['red', 'yellow', 'blue', 'stop']))
    expect(after(now, 'yellow', 'red').action).toBe(0)
    expect(after(now, 'red', 'yellow').action).toBe(0)
    expect(next(after(now, 'yellow'))).toEqual(new Set(['red', 'blue']))
  })
  test('are only possible within a group', () => {
    const now = startProgress(mixes, [4])
    expect(next(now)).toEqual(new Set(['red']))
    expect(after(now, 'blue').touches).toEqual([])
  })
  test('are counted if an id is needed twice', () => {
    const now = startProgress(mixes, [3])
    expect(next(after(now, 'lemon'))).toEqual(new Set(['coral', 'lemon']))
    expect(next(after(now, 'lemon', 'lemon'))).toEqual(new Set(['coral']))
    expect(after(now, 'lemon', 'coral', 'lemon', 'ruby').action).toBe(3)
  })
  test('can be deselected one by one', () => {
    const now = after(startProgress(mixes, [3]), 'coral', 'lemon')
    expect(touch(now, 'coral').touches).toEqual(['lemon'])
    expect(after(startProgress(mixes, [0, 1]), 'red', 'red').touches).toEqual([])
  })
  test('replace those that they cannot be combined with', () => {
    expect(after(startProgress(mixes, [0, 1]), 'red', 'blue').touches).toEqual(['blue'])
  })
})

test('touches are kept as far as they still lead to an action', () => {
  expect(followTouches(begin(2), ['stock:red']).touches).toEqual([])
  expect(followTouches(begin(0, 1, 2), ['stock:red']).touches).toEqual(['stock:red'])
  expect(followTouches(begin(3), ['hand:lemon', 'hand:coral']).touches).toEqual(['hand:lemon'])
  expect(followTouches(begin(4), ['pass']).touches).toEqual([])
})

test('finds what one more touch would complete, and what leads to an action', () => {
  const now = after(begin(0, 1, 2), 'stock:red')
  expect(findCompletions(now)).toEqual(
    new Map([
      ['axis:level', 0],
      ['axis:upright', 1],
    ]),
  )
  expect(findCompletions(begin(0, 4))).toEqual(new Map([['pass', 4]]))
  expect(findNextTowards(begin(0, 1, 2), 2)).toEqual(new Set(['stock:blue']))
  expect(findNextTowards(now, 2)).toEqual(new Set())
  expect(findNextTowards(startProgress([[['a', 'b']]], [0]), 0)).toEqual(new Set(['a', 'b']))
})
