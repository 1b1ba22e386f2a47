import { expect, test } from 'vitest'
import { Geometry } from './geometry.ts'
import { makePicture, toSvg } from './picture.ts'
import { cellId, gainsOf, laidSince, partsOf, signOf } from './view.ts'
import type { Laid, Standing } from './types.gen.ts'

const standing = (target: string, points: number): Standing => ({
  seat: 0,
  target,
  points,
  shapes: [],
  rank: 1,
})
const piece = (seat: number, action: number): Laid => ({
  action,
  seat,
  piece: 'diamond',
  colour: 'blue',
  cells: [0],
})
const board = { side: 2, cells: [[0, 0], [1, 0], [1, 1], [1, 2]] as [number, number][] } // prettier-ignore

test('signs add up when colours overlap, whichever lies on top', () => {
  expect(signOf('blue', 'yellow')?.d).toBe(signOf('yellow', 'blue')?.d)
  expect(signOf('blue', 'yellow')?.d).not.toBe(signOf('blue')?.d)
  expect(signOf('blue', 'blue')?.d).not.toBe(signOf('blue')?.d)
  expect(signOf('blue', '')).toBe(signOf('blue'))
  expect(signOf('', '')).toBeNull()
})

test('a cell is named as paths name it', () => {
  expect(cellId(board, 2)).toBe('cell:r2c2')
})

test('what others laid since my last piece is new', () => {
  const pieces = [piece(0, 1), piece(1, 2), piece(0, 3), piece(1, 4), piece(2, 5)]
  expect(laidSince(pieces, 0).map(({ action }) => action)).toEqual([4, 5])
  expect(laidSince(pieces, 2)).toEqual([])
  expect(laidSince(pieces, -1)).toEqual([])
})

test('gains are the difference of what the server says', () => {
  const gains = gainsOf(
    [standing('green', 3), standing('orange', 5)],
    [standing('green', 3), standing('orange', 8)],
  )
  expect([...gains]).toEqual([['green', 0], ['orange', 3]]) // prettier-ignore
})

test('a target has two parts', () => {
  expect(partsOf({ mixes: [['blue', 'yellow', 'green']] }, 'green')).toEqual(['blue', 'yellow'])
})

test('the saved picture needs nothing from outside, and has signs only if they are wanted', () => {
  const view = { pieces: [piece(0, 1)], below: ['blue', '', '', ''], above: ['', '', '', ''] }
  const picture = makePicture(view, new Geometry(board))
  const [bare, signed] = [toSvg(picture, false), toSvg(picture, true)]
  expect(bare).not.toMatch(/href|url\(|<style|class=/)
  expect(bare.match(/<path/g)).toHaveLength(2)
  expect(signed.match(/<path/g)).toHaveLength(3)
})
