import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Path, completedBy, effort, follow, litBy, nextTowards, start, touch } from './controller.ts'

/** Counts every look at an element of a list, or of a list in it. */
function watched<T extends readonly unknown[]>(list: T, count: { looks: number }): T {
  const inside = list.map((item) => (Array.isArray(item) ? watched(item, count) : item))
  return new Proxy(inside, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) count.looks++
      return Reflect.get(target, key, receiver)
    },
  }) as unknown as T
}

/** The toy of two thousand actions: two paints in any order, the same one twice as well, and a cell. */
const { paths: mosaic } = JSON.parse(
  readFileSync(join(process.cwd(), '..', 'tests', 'toys', 'mosaic.json'), 'utf8'),
) as { paths: Path[] }

/** All looks at paths and legal actions while `work` is done with the first `n` actions. */
function looksOf(work: (paths: readonly Path[], legal: readonly number[]) => void, n: number): number {
  const few = mosaic.slice(0, n)
  effort.looks = 0
  work(
    watched(few, effort),
    watched(
      few.map((_, action) => action),
      effort,
    ),
  )
  return effort.looks
}

describe('the work of the controller', () => {
  /** All that a touch brings about, for touches along a path, one changed, one undone, and new legal actions. */
  function touchAround(paths: readonly Path[], legal: readonly number[]) {
    let now = start(paths, legal)
    for (const id of ['paint:red', 'paint:blue', 'paint:pink', 'paint:red', 'paint:red', 'paint:blue']) {
      now = touch(now, id)
      litBy(now)
      completedBy(now)
      nextTowards(now, legal.length - 1)
    }
    follow(start(paths, legal.slice(1)), ['paint:blue', 'paint:red'])
  }
  const HALF = mosaic.length / 2

  test('is for two thousand actions', () => {
    expect(mosaic).toHaveLength(2016)
  })
  test('grows no faster than the legal actions', () => {
    const [half, whole] = [looksOf(touchAround, HALF), looksOf(touchAround, 2 * HALF)]
    expect(half).toBeGreaterThan(HALF)
    expect(whole / half).toBeLessThanOrEqual(2.2)
  })
  test('is a small number of looks for each legal action and touch', () => {
    expect(looksOf(touchAround, 2 * HALF)).toBeLessThan(2 * HALF * 7 * 8)
  })
  test.each([
    ['legal actions', (_: readonly Path[], legal: readonly number[]) => legal.map((a) => legal.indexOf(a))],
    ['paths', (paths: readonly Path[]) => paths.map((path) => paths.indexOf(path))],
  ])('would be found to be quadratic in the %s if it were', (_, quadratic) => {
    expect(looksOf(quadratic, 400) / looksOf(quadratic, 200)).toBeGreaterThan(3.5)
  })
})

/** The same by brute force: every order of touches that says an action, written out. */
class Oracle {
  #orders: readonly { readonly touches: readonly string[]; readonly action: number }[]

  constructor(paths: readonly Path[], legal: readonly number[]) {
    this.#orders = legal.flatMap((action) =>
      everyOrder(paths[action] ?? [])
        .filter((touches) => touches.length)
        .map((touches) => ({ touches, action })),
    )
  }

  next(touches: readonly string[]): Set<string> {
    const on = this.#orders.filter((o) => touches.every((id, i) => o.touches[i] === id))
    return new Set(on.flatMap((o) => o.touches[touches.length] ?? []))
  }

  lit(touches: readonly string[]): Set<string> {
    return new Set([...touches, ''].flatMap((_, kept) => [...this.next(touches.slice(0, kept))]))
  }

  action(touches: readonly string[]): number | null {
    return this.#orders.find((o) => o.touches.join() === touches.join())?.action ?? null
  }

  /** The longest part of the touches, from the first on, that still leads somewhere. */
  good(touches: readonly string[]): readonly string[] {
    const lengths = touches.map((_, i) => touches.length - i)
    return touches.slice(0, lengths.find((n) => this.next(touches.slice(0, n)).size) ?? 0)
  }

  touch(touches: readonly string[], id: string): readonly string[] {
    if (this.next(touches).has(id)) return [...touches, id]
    const chosen = touches.lastIndexOf(id)
    if (chosen >= 0) return this.good(touches.toSpliced(chosen, 1))
    const places = touches.map((_, i) => touches.length - 1 - i)
    const place = places.find((kept) => this.next(touches.slice(0, kept)).has(id))
    return place === undefined ? touches : [...touches.slice(0, place), id]
  }
}

function everyOrder(path: Path): string[][] {
  const [first, ...others] = path
  if (first === undefined) return [[]]
  const rest = everyOrder(others)
  const group = typeof first === 'string' ? [first] : [...first]
  return permutations(group).flatMap((order) => rest.map((touches) => [...order, ...touches]))
}

function permutations(ids: readonly string[]): string[][] {
  if (!ids.length) return [[]]
  return ids.flatMap((id, i) => permutations(ids.toSpliced(i, 1)).map((order) => [id, ...order]))
}

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const anyPath: fc.Arbitrary<Path> = fc.array(fc.oneof(ids, fc.array(ids, { maxLength: 3 })), { maxLength: 3 })
const anyPaths = fc.array(anyPath, { maxLength: 6 })
const legalOf = (paths: readonly Path[]) => fc.subarray(paths.map((_, action) => action))
const anyTable = anyPaths.chain((paths) =>
  fc.record({ paths: fc.constant(paths), legal: legalOf(paths), later: legalOf(paths) }),
)

test('the controller agrees with all orders written out, touch by touch', () => {
  fc.assert(
    fc.property(anyTable, fc.array(ids, { maxLength: 12 }), ({ paths, legal, later }, touched) => {
      const oracle = new Oracle(paths, legal)
      let now = start(paths, legal)
      for (const id of touched) {
        const expected = oracle.touch(now.touches, id)
        now = touch(now, id)
        expect(now.touches).toEqual(expected)
        expect(now.action).toBe(expected.length ? oracle.action(expected) : null)
        expect(new Set(now.next.keys())).toEqual(oracle.next(expected))
        expect(litBy(now)).toEqual(oracle.lit(expected))
        for (const [last, action] of completedBy(now))
          expect(oracle.action([...now.touches, last])).toBe(action)
        // the legal actions change: what is left of the touches
        const good = new Oracle(paths, later).good(now.touches)
        expect(follow(start(paths, later), now.touches).touches).toEqual(good)
        // an action that is complete is sent, and the next one begins anew
        if (now.action !== null) now = start(paths, legal)
      }
    }),
    { numRuns: 500 },
  )
})
