import { describe, expect, test } from 'vitest'
import {
  type Path,
  type Progress,
  completedBy,
  follow,
  litBy,
  nextTowards,
  start,
  touch,
} from './controller.ts'

// 0–2 lay a card, 3 mixes two like cards, 4 is one touch
const paths: Path[] = [
  ['stock:red', 'axis:level'],
  ['stock:red', 'axis:upright'],
  ['stock:blue', 'axis:level'],
  ['hand:lemon', 'hand:lemon', 'pile:sun'],
  ['pass'],
]
const begin = (...legal: number[]) => start(paths, legal)
const next = (now: Progress) => new Set(now.next.keys())
/** Touched one after the other, whatever comes of it. */
const after = (from: Progress, ...ids: string[]) => ids.reduce(touch, from)

describe('what is lit', () => {
  test('at first every first element of a legal path', () => {
    expect(next(begin(0, 1, 2))).toEqual(new Set(['stock:red', 'stock:blue']))
  })
  test('after a touch what follows it', () => {
    expect(next(after(begin(0, 1, 2), 'stock:blue'))).toEqual(new Set(['axis:level']))
  })
  test('and still what would change the first touch', () => {
    const lit = litBy(after(begin(0, 1, 2), 'stock:blue'))
    expect(lit).toEqual(new Set(['axis:level', 'stock:red', 'stock:blue']))
  })
  test('never an element of an illegal action', () => {
    expect(litBy(begin())).toEqual(new Set())
    expect(next(begin(0, 1, 2))).not.toContain('pass')
  })
  test('nothing for an action number without a path', () => {
    expect(next(begin(99))).toEqual(new Set())
    expect(next(start([[], [[]]], [0, 1]))).toEqual(new Set())
  })
})

describe('a touch', () => {
  test('goes on along a path and says the action at its end', () => {
    const first = touch(begin(0, 1, 2), 'stock:red')
    expect([first.touches, first.action]).toEqual([['stock:red'], null])
    const second = touch(first, 'axis:upright')
    expect([second.touches, second.action]).toEqual([['stock:red', 'axis:upright'], 1])
  })
  test('of one element can be a whole action', () => {
    expect(touch(begin(4), 'pass').action).toBe(4)
  })
  test('on the chosen element takes it back', () => {
    expect(after(begin(0, 1, 2), 'stock:red', 'stock:red').touches).toEqual([])
  })
  test('on another first element switches to it', () => {
    expect(after(begin(0, 1, 2), 'stock:red', 'stock:blue').touches).toEqual(['stock:blue'])
  })
  test('on something else changes nothing', () => {
    const now = after(begin(0, 1, 2), 'stock:blue')
    expect(touch(now, 'axis:upright')).toBe(now)
  })
  test('may name the same element twice when a path does', () => {
    const twice = after(begin(3), 'hand:lemon', 'hand:lemon')
    expect(twice.touches).toEqual(['hand:lemon', 'hand:lemon'])
    expect(touch(twice, 'hand:lemon').touches).toEqual(['hand:lemon'])
    expect(touch(twice, 'pile:sun').action).toBe(3)
  })
  test('says the action that is legal now, where a path has several', () => {
    const both = [['drawn:wool'], ['drawn:wool']]
    expect(touch(start(both, [0]), 'drawn:wool').action).toBe(0)
    expect(touch(start(both, [1]), 'drawn:wool').action).toBe(1)
  })
})

describe('touches that come in any order', () => {
  const mixes: Path[] = [
    [['red', 'yellow']],
    [['yellow', 'blue']],
    ['stop'],
    [['lemon', 'coral', 'lemon'], 'ruby'],
    ['red', 'blue'],
  ]
  test('say the same action', () => {
    const now = start(mixes, [0, 1, 2])
    expect(next(now)).toEqual(new Set(['red', 'yellow', 'blue', 'stop']))
    expect(after(now, 'yellow', 'red').action).toBe(0)
    expect(after(now, 'red', 'yellow').action).toBe(0)
    expect(next(after(now, 'yellow'))).toEqual(new Set(['red', 'blue']))
  })
  test('are only those that the game groups', () => {
    const now = start(mixes, [4])
    expect(next(now)).toEqual(new Set(['red']))
    expect(after(now, 'blue').touches).toEqual([])
  })
  test('are counted where one is asked for twice', () => {
    const now = start(mixes, [3])
    expect(next(after(now, 'lemon'))).toEqual(new Set(['coral', 'lemon']))
    expect(next(after(now, 'lemon', 'lemon'))).toEqual(new Set(['coral']))
    expect(after(now, 'lemon', 'coral', 'lemon', 'ruby').action).toBe(3)
  })
  test('can be taken back one by one: the others stay', () => {
    const now = after(start(mixes, [3]), 'coral', 'lemon')
    expect(touch(now, 'coral').touches).toEqual(['lemon'])
    expect(after(start(mixes, [0, 1]), 'red', 'red').touches).toEqual([])
  })
  test('take the place of what they do not go with', () => {
    expect(after(start(mixes, [0, 1]), 'red', 'blue').touches).toEqual(['blue'])
  })
})

test('touches are kept as far as they still lead somewhere', () => {
  expect(follow(begin(2), ['stock:red']).touches).toEqual([])
  expect(follow(begin(0, 1, 2), ['stock:red']).touches).toEqual(['stock:red'])
  expect(follow(begin(3), ['hand:lemon', 'hand:coral']).touches).toEqual(['hand:lemon'])
  expect(follow(begin(4), ['pass']).touches).toEqual([])
})

test('what one more touch would complete is known, and what leads to an action', () => {
  const now = after(begin(0, 1, 2), 'stock:red')
  expect(completedBy(now)).toEqual(
    new Map([
      ['axis:level', 0],
      ['axis:upright', 1],
    ]),
  )
  expect(completedBy(begin(0, 4))).toEqual(new Map([['pass', 4]]))
  expect(nextTowards(begin(0, 1, 2), 2)).toEqual(new Set(['stock:blue']))
  expect(nextTowards(now, 2)).toEqual(new Set())
  expect(nextTowards(start([[['a', 'b']]], [0]), 0)).toEqual(new Set(['a', 'b']))
})
