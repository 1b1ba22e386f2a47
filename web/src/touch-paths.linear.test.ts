import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type TouchPath,
  findCompletions,
  followTouches,
  findLit,
  findNextTowards,
  startProgress,
  touch,
} from './touch-paths.ts'

/** Counts every read of an element of a list, or of a list in it. */
function countReads<T extends readonly unknown[]>(list: T, count: { reads: number }): T {
  const counted = list.map((item) => (Array.isArray(item) ? countReads(item, count) : item))
  return new Proxy(counted, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) count.reads++
      return Reflect.get(target, key, receiver)
    },
  }) as unknown as T
}

/** A toy with two thousand actions: two paints in any order, possibly the same one twice, and a cell. */
const { paths: mosaic } = JSON.parse(
  readFileSync(join(process.cwd(), '..', 'tests', 'toys', 'mosaic.json'), 'utf8'),
) as { paths: TouchPath[] }

/** All reads of paths and legal actions by a function for the first `n` actions. */
function readsOf(run: (paths: readonly TouchPath[], legal: readonly number[]) => void, n: number): number {
  const paths = mosaic.slice(0, n)
  const count = { reads: 0 }
  run(countReads(paths, count), countReads([...paths.keys()], count))
  return count.reads
}

describe('the number of reads', () => {
  /** Touches along a path, one replaced, one deselected, and new legal actions. */
  function touchAround(paths: readonly TouchPath[], legal: readonly number[]) {
    let now = startProgress(paths, legal)
    for (const id of ['paint:red', 'paint:blue', 'paint:pink', 'paint:red', 'paint:red', 'paint:blue']) {
      now = touch(now, id)
      findLit(now)
      findCompletions(now)
      findNextTowards(now, legal.length - 1)
    }
    followTouches(startProgress(paths, legal.slice(1)), ['paint:blue', 'paint:red'])
  }
  const HALF = mosaic.length / 2

  test('is measured for two thousand actions', () => {
    expect(mosaic).toHaveLength(2016)
  })
  test('grows no faster than the legal actions', () => {
    const [half, whole] = [readsOf(touchAround, HALF), readsOf(touchAround, 2 * HALF)]
    expect(half).toBeGreaterThan(HALF)
    expect(whole / half).toBeLessThanOrEqual(2.2)
  })
  test('is small for each legal action and touch', () => {
    expect(readsOf(touchAround, 2 * HALF)).toBeLessThan(2 * HALF * 7 * 8)
  })
  test.each([
    [
      'legal actions',
      (_: readonly TouchPath[], legal: readonly number[]) => legal.map((a) => legal.indexOf(a)),
    ],
    ['paths', (paths: readonly TouchPath[]) => paths.map((path) => paths.indexOf(path))],
  ])('is detected if it is quadratic in the %s', (_, quadratic) => {
    expect(readsOf(quadratic, 400) / readsOf(quadratic, 200)).toBeGreaterThan(3.5)
  })
})

/** The same by brute force: all orders of touches that play an action. */
class Oracle {
  #orders: readonly { readonly touches: readonly string[]; readonly action: number }[]

  constructor(paths: readonly TouchPath[], legal: readonly number[]) {
    this.#orders = legal.flatMap((action) =>
      allOrders(paths[action] ?? [])
        .filter((touches) => touches.length)
        .map((touches) => ({ touches, action })),
    )
  }

  next(touches: readonly string[]): Set<string> {
    const matching = this.#orders.filter((o) => touches.every((id, i) => o.touches[i] === id))
    return new Set(matching.flatMap((o) => o.touches[touches.length] ?? []))
  }

  lit(touches: readonly string[]): Set<string> {
    return new Set([...touches, ''].flatMap((_, kept) => [...this.next(touches.slice(0, kept))]))
  }

  action(touches: readonly string[]): number | null {
    return this.#orders.find((o) => o.touches.join() === touches.join())?.action ?? null
  }

  /** The longest prefix of the touches that still leads to an action. */
  longestValid(touches: readonly string[]): readonly string[] {
    const lengths = touches.map((_, i) => touches.length - i)
    return touches.slice(0, lengths.find((n) => this.next(touches.slice(0, n)).size) ?? 0)
  }

  touch(touches: readonly string[], id: string): readonly string[] {
    if (this.next(touches).has(id)) return [...touches, id]
    const index = touches.lastIndexOf(id)
    if (index >= 0) return this.longestValid(touches.toSpliced(index, 1))
    const lengths = touches.map((_, i) => touches.length - 1 - i)
    const length = lengths.find((n) => this.next(touches.slice(0, n)).has(id))
    return length === undefined ? touches : [...touches.slice(0, length), id]
  }
}

function allOrders(path: TouchPath): string[][] {
  const [first, ...others] = path
  if (first === undefined) return [[]]
  const rest = allOrders(others)
  const group = typeof first === 'string' ? [first] : [...first]
  return permutations(group).flatMap((order) => rest.map((touches) => [...order, ...touches]))
}

function permutations(ids: readonly string[]): string[][] {
  if (!ids.length) return [[]]
  return ids.flatMap((id, i) => permutations(ids.toSpliced(i, 1)).map((order) => [id, ...order]))
}

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const anyPath: fc.Arbitrary<TouchPath> = fc.array(fc.oneof(ids, fc.array(ids, { maxLength: 3 })), {
  maxLength: 3,
})
const anyPaths = fc.array(anyPath, { maxLength: 6 })
const legalOf = (paths: readonly TouchPath[]) => fc.subarray(paths.map((_, action) => action))
const anyTable = anyPaths.chain((paths) =>
  fc.record({ paths: fc.constant(paths), legal: legalOf(paths), later: legalOf(paths) }),
)

test('touch paths agree with brute force after every touch', () => {
  fc.assert(
    fc.property(anyTable, fc.array(ids, { maxLength: 12 }), ({ paths, legal, later }, touched) => {
      const oracle = new Oracle(paths, legal)
      let now = startProgress(paths, legal)
      for (const id of touched) {
        const expected = oracle.touch(now.touches, id)
        now = touch(now, id)
        expect(now.touches).toEqual(expected)
        expect(now.action).toBe(expected.length ? oracle.action(expected) : null)
        expect(new Set(now.next.keys())).toEqual(oracle.next(expected))
        expect(findLit(now)).toEqual(oracle.lit(expected))
        for (const [last, action] of findCompletions(now))
          expect(oracle.action([...now.touches, last])).toBe(action)
        // the legal actions change
        const kept = new Oracle(paths, later).longestValid(now.touches)
        expect(followTouches(startProgress(paths, later), now.touches).touches).toEqual(kept)
        // a complete action is sent, and the next one starts
        if (now.action !== null) now = startProgress(paths, legal)
      }
    }),
    { numRuns: 500 },
  )
})
