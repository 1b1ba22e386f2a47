import { expect, test } from 'vitest'
import { Geometry } from './geometry.ts'
import { makePicture, toSvg } from './picture.ts'
import { cellId, findGains, layersOf, piecesSince, targetParts, signOf } from './view.ts'
import {
  describeGains,
  describeLayers,
  describePlacement,
  describeRows,
  describeShape,
  describeStanding,
  describeTarget,
  nameCells,
} from './texts.ts'
import { OUTLINES, drawOutline } from './drawing.ts'
import type { LaidPiece, PieceInfo, Standing } from './types.gen.ts'

const standing = (target: string, points: number): Standing => ({
  seat: 0,
  target,
  points,
  shapes: [],
})
const piece = (seat: number, action: number): LaidPiece => ({
  action,
  seat,
  piece: 'diamond',
  colour: 'blue',
  cells: [0],
})
const board = { side: 2, cells: [[0, 0], [1, 0], [1, 1], [1, 2]] as [number, number][] } // prettier-ignore

test('signs of overlapping colours do not depend on their order', () => {
  expect(signOf('blue', 'yellow')?.d).toBe(signOf('yellow', 'blue')?.d)
  expect(signOf('blue', 'yellow')?.d).not.toBe(signOf('blue')?.d)
  expect(signOf('blue', 'blue')?.d).not.toBe(signOf('blue')?.d)
  expect(signOf('blue', '')).toBe(signOf('blue'))
  expect(signOf('', '')).toBeNull()
})

test('a cell has the id of its touch path', () => {
  expect(cellId(board, 2)).toBe('cell:r2c2')
})

test('pieces that others laid since the last piece of a seat are new', () => {
  const pieces = [piece(0, 1), piece(1, 2), piece(0, 3), piece(1, 4), piece(2, 5)]
  expect(piecesSince(pieces, 0).map(({ action }) => action)).toEqual([4, 5])
  expect(piecesSince(pieces, 2)).toEqual([])
  expect(piecesSince(pieces, -1)).toEqual([])
})

test('gains are the difference of two views', () => {
  const gains = findGains(
    [standing('green', 3), standing('orange', 5)],
    [standing('green', 3), standing('orange', 8)],
  )
  expect([...gains]).toEqual([['green', 0], ['orange', 3]]) // prettier-ignore
})

test('a target has two parts', () => {
  expect(targetParts({ mixes: [['blue', 'yellow', 'green']] }, 'green')).toEqual(['blue', 'yellow'])
})

test('colours have one or two layers', () => {
  expect(layersOf('blue')).toEqual(['blue'])
  expect(layersOf('green').sort()).toEqual(['blue', 'yellow'])
  expect(layersOf('magenta-2')).toEqual(['magenta', 'magenta'])
})

test('the board is described row by row', () => {
  const view = {
    below: ['', 'blue', 'blue', 'blue'],
    above: ['blue', 'yellow', 'blue', ''],
    blends: ['', 'green', '', ''],
  }
  expect(describeRows(board, view)).toEqual([
    'Row 1: c1 blue over a gap',
    'Row 2: c1 green (yellow on blue), c2 blue on blue, c3 blue',
  ])
  expect(describeRows(board, { below: ['', '', '', ''], above: ['', '', '', ''], blends: [] })).toEqual([
    'Row 1: c1 empty',
    'Row 2: c1–3 empty',
  ])
  expect(describeLayers(view, 3)).toBe('blue')
})

test('points and gains are described with their players', () => {
  const green = { ...standing('green', 1), shapes: [[0]] }
  expect(describeStanding(board, green, 'You')).toBe('green, You: largest 1 on r1 c1, 1 point')
  const larger = { ...standing('green', 5), shapes: [[0, 1, 2], [4], [6]] }
  expect(describeStanding(board, larger, 'Mira', 2)).toBe(
    'green, Mira: +2 here, 5 points (shapes of 3, 1 and 1)',
  )
  expect(describeStanding(board, standing('green', 0), 'Mira')).toBe('green, Mira: largest 0, 0 points')
  expect(describeTarget(green, 'Mira', ['blue', 'yellow'])).toBe('Mira, green: blue with yellow')
  const gains = new Map([['green', 2], ['orange', 0]]) // prettier-ignore
  expect(describeGains(gains, () => 'for Mira')).toBe('2 green for Mira')
  expect(describeGains(new Map(), () => '')).toBe('no points')
})

test('triangles are named in runs of a row', () => {
  expect(nameCells(board, [3, 1, 0])).toBe('r1 c1, r2 c1 and r2 c3')
  expect(nameCells(board, [2, 1])).toBe('r2 c1–2')
  expect(describeShape(board)).toMatch(/^A triangle of 2 rows: row 1 is the tip/)
})

test('a placement says what it covers, and what it gives or touches', () => {
  const mixes: [string, string, string][] = [['blue', 'yellow', 'green']]
  const catalogue = { ...board, colours: ['blue', 'yellow'], targets: ['green'], mixes, pieces: [], scoring: 'points' as const } // prettier-ignore
  const say = (phase: number, below: string[]) =>
    describePlacement(
      catalogue,
      { below, above: [], blends: [] },
      { colour: 'yellow', place: { piece: { phase } as PieceInfo, number: 0, orientation: 0, cells: [1, 2], anchor: 1, x: 0, y: 0 } },
      () => 'for you',
    ) // prettier-ignore
  expect(say(1, ['', '', '', ''])).toBe('covers r2 c1–2, touches no piece')
  expect(say(1, ['blue', '', '', 'yellow'])).toBe('covers r2 c1–2, beside blue and yellow')
  expect(say(2, ['', 'blue', 'yellow', ''])).toBe('covers r2 c1–2, 1 green for you')
  expect(say(2, ['', 'yellow', 'yellow', ''])).toBe('covers r2 c1–2, no points')
})

test('the cell at a point is the one drawn there', () => {
  const geometry = new Geometry(board)
  expect([0, 1, 2, 3].map((cell) => geometry.cellAt(geometry.centre([cell])))).toEqual([0, 1, 2, 3])
  expect(geometry.cellAt({ x: 0, y: 0 })).toBeNull()
  expect(geometry.cellAt({ x: 60, y: 500 })).toBeNull()
})

test('every outline is drawn in a box of its own', () => {
  for (const outline of Object.values(OUTLINES)) {
    const { centres, d } = drawOutline(outline)
    expect(centres).toHaveLength(outline.length)
    expect(d).toMatch(/^M[^M]*Z$/)
  }
})

test('the saved picture is self-contained, and has signs only on request', () => {
  const view = { pieces: [piece(0, 1)], below: ['blue', '', '', ''], above: ['', '', '', ''] }
  const picture = makePicture(view, new Geometry(board))
  const [bare, signed] = [toSvg(picture, false), toSvg(picture, true)]
  expect(bare).not.toMatch(/href|url\(|<style|class=/)
  expect(bare.match(/<path/g)).toHaveLength(2)
  expect(signed.match(/<path/g)).toHaveLength(3)
})
