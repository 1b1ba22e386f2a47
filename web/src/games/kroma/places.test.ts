import { describe, expect, test } from 'vitest'
import { Geometry, SIDE } from './geometry.ts'
import { LegalPlacements, Places, findNearest, findFittingOrientation, findOrientation } from './places.ts'
import type { Catalogue, PieceInfo } from './types.gen.ts'

/** A board of three rows with one piece of two cells in its three orientations. */
const cells = [0, 1, 2].flatMap((row) =>
  Array.from({ length: 2 * row + 1 }, (_, column): [number, number] => [row, column]),
)
const number = (row: number, column: number) => row * row + column
const diamond: PieceInfo = {
  id: 'diamond',
  phase: 1,
  size: 2,
  two_sided: false,
  orientations: [
    { right: 1, left: 2, flipped: 1, words: '' },
    { right: 2, left: 0, flipped: 0, words: '' },
    { right: 0, left: 1, flipped: 2, words: '' },
  ],
  places: [
    { orientation: 0, cells: [number(1, 0), number(1, 1)] },
    { orientation: 0, cells: [number(2, 0), number(2, 1)] },
    { orientation: 0, cells: [number(2, 2), number(2, 3)] },
    { orientation: 1, cells: [number(1, 1), number(1, 2)] },
    { orientation: 2, cells: [number(0, 0), number(1, 1)] },
    { orientation: 2, cells: [number(1, 0), number(2, 1)] },
  ],
  first: [3, 9, 15],
}
const catalogue: Catalogue = {
  side: 3,
  cells,
  colours: ['blue', 'magenta', 'yellow'],
  targets: ['orange', 'green', 'purple'],
  mixes: [],
  pieces: [diamond],
  scoring: 'points',
}
const geometry = new Geometry(catalogue)
const places = new Places(catalogue, geometry)

describe('the index of places', () => {
  test('returns the placement of each action that lays a tile', () => {
    expect(places.find(3)).toMatchObject({
      tile: 'blue-diamond',
      colour: 'blue',
      place: { number: 0, orientation: 0 },
    })
    expect(places.find(14)).toMatchObject({ tile: 'magenta-diamond', place: { number: 5, orientation: 2 } })
    expect(places.find(20)).toMatchObject({ colour: 'yellow', place: { anchor: number(1, 0) } })
    expect(places.find(2)).toBeUndefined()
    expect(places.find(21)).toBeUndefined()
  })

  test('finds legal actions only, by tile, orientation and anchor', () => {
    const legal = places.index([0, 3, 5, 9, 14])
    expect(legal.at('blue-diamond', 0, number(1, 0))?.action).toBe(3)
    expect(legal.at('blue-diamond', 0, number(2, 0))).toBeUndefined()
    expect(legal.at('magenta-diamond', 2, number(1, 0))?.action).toBe(14)
    expect(legal.at('yellow-diamond', 0, number(1, 0))).toBeUndefined()
    expect(legal.of('blue-diamond', 0).map(({ action }) => action)).toEqual([3, 5])
    expect(legal.fits('blue-diamond', 2)).toBe(false)
  })

  test('contains each legal action once', () => {
    const all = Array.from({ length: 18 }, (_, i) => i + 3)
    const legal = places.index(all)
    const actions = catalogue.colours.flatMap((colour) =>
      diamond.orientations.flatMap((_, k) => legal.of(`${colour}-diamond`, k).map(({ action }) => action)),
    )
    expect(actions.toSorted((a, b) => a - b)).toEqual(all)
  })
})

describe('snapping', () => {
  const legal = places.index([3, 5])
  const far = places.find(5)?.place ?? { x: 0, y: 0 }

  test('goes to the nearest legal placement of the orientation', () => {
    expect(legal.nearest('blue-diamond', 0, far)?.action).toBe(5)
    expect(legal.nearest('blue-diamond', 0, { x: far.x + 10, y: far.y - 8 })?.action).toBe(5)
  })
  test('is limited to a distance', () => {
    const away = { x: far.x + 2 * SIDE, y: far.y }
    expect(legal.nearest('blue-diamond', 0, away, SIDE)).toBeNull()
    expect(legal.nearest('blue-diamond', 0, away)?.action).toBe(5)
  })
  test('never goes to an illegal place', () => {
    const illegal = places.find(4)?.place ?? { x: 0, y: 0 }
    expect(legal.nearest('blue-diamond', 0, illegal, 1)).toBeNull()
    expect(findNearest(places.of(diamond, 0), illegal)?.number).toBe(1)
  })
  test('returns null if nothing is legal', () => {
    expect(new LegalPlacements([]).nearest('blue-diamond', 0, far)).toBeNull()
    expect(legal.nearest('yellow-diamond', 0, far)).toBeNull()
  })
})

describe('rotation', () => {
  const all = () => true

  test('goes in both directions, and flips', () => {
    expect(findOrientation(diamond, 0, 'right', all)).toBe(1)
    expect(findOrientation(diamond, 2, 'right', all)).toBe(0)
    expect(findOrientation(diamond, 0, 'left', all)).toBe(2)
    expect(findOrientation(diamond, 0, 'flipped', all)).toBe(1)
  })
  test('skips orientations that fit nowhere', () => {
    expect(findOrientation(diamond, 0, 'right', (orientation) => orientation !== 1)).toBe(2)
    expect(findOrientation(diamond, 0, 'left', (orientation) => orientation !== 2)).toBe(1)
  })
  test('keeps the orientation if no other fits', () => {
    expect(findOrientation(diamond, 1, 'right', (orientation) => orientation === 1)).toBe(1)
    expect(findOrientation(diamond, 1, 'flipped', () => false)).toBe(1)
  })
  test('starts with the last orientation, or one that fits', () => {
    expect(findFittingOrientation(diamond, 2, all)).toBe(2)
    expect(findFittingOrientation(diamond, 2, (orientation) => orientation === 1)).toBe(1)
    expect(findFittingOrientation(diamond, 2, () => false)).toBe(2)
  })
})

describe('the drawing', () => {
  const corners = (d: string) => d.match(/-?[\d.]+ -?[\d.]+/g)?.length

  test('gives two cells one outline with four corners', () => {
    const [a, b] = [number(1, 0), number(1, 1)]
    expect(corners(geometry.outline([a, b]))).toBe(4)
    expect(geometry.outline([a, b], 2)).not.toBe(geometry.outline([a, b]))
    expect(geometry.outline([a, b]).split('M')).toHaveLength(2)
  })
  test('gives separate cells separate outlines, and the board three corners', () => {
    expect(geometry.outline([number(1, 0), number(1, 2)]).split('Z')).toHaveLength(3)
    expect(corners(geometry.outline(cells.map((_, cell) => cell)))).toBe(3)
  })
  test('has the apex at the top in the middle', () => {
    expect(geometry.centre([0])).toEqual({ x: 1.5 * SIDE, y: 34.6 })
  })
})
