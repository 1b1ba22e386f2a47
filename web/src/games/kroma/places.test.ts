import { describe, expect, test } from 'vitest'
import { Geometry, SIDE } from './geometry.ts'
import { LegalPlaces, Places, findNearest, firstFitting, turnTo } from './places.ts'
import type { KromaCatalogue, PieceInfo } from './types.gen.ts'

/** A board of three rows with one piece of two cells, in its three looks. */
const cells = [0, 1, 2].flatMap((row) =>
  Array.from({ length: 2 * row + 1 }, (_, column): [number, number] => [row, column]),
)
const number = (row: number, column: number) => row * row + column
const look = (at: [number, number][], right: number, left: number, flipped: number) => {
  return { cells: at, right, left, flipped }
}
const diamond: PieceInfo = {
  id: 'diamond',
  phase: 1,
  size: 2,
  copies: 16,
  two_sided: false,
  turns: [
    look([[0, 0], [0, 1]], 1, 2, 1), // prettier-ignore
    look([[0, 1], [0, 2]], 2, 0, 0), // prettier-ignore
    look([[0, 0], [1, 1]], 0, 1, 2), // prettier-ignore
  ],
  places: [
    { turn: 0, cells: [number(1, 0), number(1, 1)] },
    { turn: 0, cells: [number(2, 0), number(2, 1)] },
    { turn: 0, cells: [number(2, 2), number(2, 3)] },
    { turn: 1, cells: [number(1, 1), number(1, 2)] },
    { turn: 2, cells: [number(0, 0), number(1, 1)] },
    { turn: 2, cells: [number(1, 0), number(2, 1)] },
  ],
  first: [3, 9, 15],
}
const catalogue: KromaCatalogue = {
  side: 3,
  cells,
  near: [],
  colours: ['blue', 'magenta', 'yellow'],
  targets: ['orange', 'green', 'purple'],
  mixes: [],
  pieces: [diamond],
  phase_two: 'clockwise',
  support: 'all',
  stack: true,
  scoring: 'points',
}
const geometry = new Geometry(catalogue)
const places = new Places(catalogue, geometry)

describe('the index of places', () => {
  test('knows what every action lays, and that others lay nothing', () => {
    expect(places.find(3)).toMatchObject({
      tile: 'blue-diamond',
      colour: 'blue',
      place: { number: 0, turn: 0 },
    })
    expect(places.find(14)).toMatchObject({ tile: 'magenta-diamond', place: { number: 5, turn: 2 } })
    expect(places.find(20)).toMatchObject({ colour: 'yellow', place: { anchor: number(1, 0) } })
    expect(places.find(2)).toBeUndefined()
    expect(places.find(21)).toBeUndefined()
  })

  test('finds a legal action by tile, turn and anchor, and no other', () => {
    const legal = places.index([0, 3, 5, 9, 14])
    expect(legal.at('blue-diamond', 0, number(1, 0))?.action).toBe(3)
    expect(legal.at('blue-diamond', 0, number(2, 0))).toBeUndefined()
    expect(legal.at('magenta-diamond', 2, number(1, 0))?.action).toBe(14)
    expect(legal.at('yellow-diamond', 0, number(1, 0))).toBeUndefined()
    expect(legal.of('blue-diamond', 0).map(({ action }) => action)).toEqual([3, 5])
    expect(legal.fits('blue-diamond', 2)).toBe(false)
  })

  test('holds every legal action once', () => {
    const all = Array.from({ length: 18 }, (_, i) => i + 3)
    const legal = places.index(all)
    const found = catalogue.colours.flatMap((colour) =>
      diamond.turns.flatMap((_, turn) => legal.of(`${colour}-diamond`, turn).map(({ action }) => action)),
    )
    expect(found.toSorted((a, b) => a - b)).toEqual(all)
  })
})

describe('snapping', () => {
  const legal = places.index([3, 5])
  const far = places.find(5)?.place ?? { x: 0, y: 0 }

  test('goes to the nearest legal place of the look', () => {
    expect(legal.nearest('blue-diamond', 0, far)?.action).toBe(5)
    expect(legal.nearest('blue-diamond', 0, { x: far.x + 10, y: far.y - 8 })?.action).toBe(5)
  })
  test('reaches only so far', () => {
    const away = { x: far.x + 2 * SIDE, y: far.y }
    expect(legal.nearest('blue-diamond', 0, away, SIDE)).toBeNull()
    expect(legal.nearest('blue-diamond', 0, away)?.action).toBe(5)
  })
  test('never goes to a place that is not legal', () => {
    const illegal = places.find(4)?.place ?? { x: 0, y: 0 }
    expect(legal.nearest('blue-diamond', 0, illegal, 1)).toBeNull()
    expect(findNearest(places.of(diamond, 0), illegal)?.number).toBe(1)
  })
  test('finds nothing where nothing is legal', () => {
    expect(new LegalPlaces([]).nearest('blue-diamond', 0, far)).toBeNull()
    expect(legal.nearest('yellow-diamond', 0, far)).toBeNull()
  })
})

describe('turning', () => {
  const all = () => true

  test('goes round, and back', () => {
    expect(turnTo(diamond, 0, 'right', all)).toBe(1)
    expect(turnTo(diamond, 2, 'right', all)).toBe(0)
    expect(turnTo(diamond, 0, 'left', all)).toBe(2)
    expect(turnTo(diamond, 0, 'flipped', all)).toBe(1)
  })
  test('passes over looks that fit nowhere', () => {
    expect(turnTo(diamond, 0, 'right', (turn) => turn !== 1)).toBe(2)
    expect(turnTo(diamond, 0, 'left', (turn) => turn !== 2)).toBe(1)
  })
  test('stays where no other look fits', () => {
    expect(turnTo(diamond, 1, 'right', (turn) => turn === 1)).toBe(1)
    expect(turnTo(diamond, 1, 'flipped', () => false)).toBe(1)
  })
  test('a piece comes in the look it had, or else in one that fits', () => {
    expect(firstFitting(diamond, 2, all)).toBe(2)
    expect(firstFitting(diamond, 2, (turn) => turn === 1)).toBe(1)
    expect(firstFitting(diamond, 2, () => false)).toBe(2)
  })
})

describe('the drawing', () => {
  const corners = (d: string) => d.match(/-?[\d.]+ -?[\d.]+/g)?.length

  test('two cells have one outline of four corners, moved inwards together', () => {
    const [a, b] = [number(1, 0), number(1, 1)]
    expect(corners(geometry.outline([a, b]))).toBe(4)
    expect(geometry.outline([a, b], 2)).not.toBe(geometry.outline([a, b]))
    expect(geometry.outline([a, b]).split('M')).toHaveLength(2)
  })
  test('cells apart have an outline each, and the whole board has three corners', () => {
    expect(geometry.outline([number(1, 0), number(1, 2)]).split('Z')).toHaveLength(3)
    expect(corners(geometry.outline(cells.map((_, cell) => cell)))).toBe(3)
  })
  test('the apex is on top in the middle', () => {
    expect(geometry.centre([0])).toEqual({ x: 1.5 * SIDE, y: 34.6 })
  })
})
