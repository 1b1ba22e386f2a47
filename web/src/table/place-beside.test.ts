import { expect, test } from 'vitest'
import { placeBeside } from './place-beside.ts'

const window = { width: 1000, height: 600 }
const size = { width: 300, height: 200 }
const box = (left: number, top: number, width = 60, height = 60) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('a popover stands right of its box, with its tip at the middle', () => {
  expect(placeBeside(box(100, 300), size, window)).toEqual({ side: 'right', left: 174, top: 230, tip: 100 })
})
test('without space on the right it stands on the left, below or above', () => {
  expect(placeBeside(box(900, 300), size, window).side).toBe('left')
  expect(placeBeside(box(200, 50, 600), size, window).side).toBe('below')
  expect(placeBeside(box(200, 500, 600), size, window).side).toBe('above')
})
test('it never leaves the window', () => {
  expect(placeBeside(box(100, 0), size, window)).toMatchObject({ top: 8, tip: 24 })
  expect(placeBeside(box(0, 0, 1000, 600), size, window)).toMatchObject({ left: 350, top: 392 })
  expect(placeBeside(box(0, 0), { width: 400, height: 900 }, { width: 320, height: 480 })).toMatchObject({
    left: 8,
    top: 8,
  })
})
test('it stands clear of other boxes if another side has space', () => {
  const clearOf = [box(200, 300)]
  expect(placeBeside(box(450, 300), size, window, { sides: ['left', 'above'] }).side).toBe('left')
  expect(placeBeside(box(450, 300), size, window, { sides: ['left', 'above'], clearOf }).side).toBe('above')
  expect(placeBeside(box(450, 300), size, window, { sides: ['left'], clearOf }).side).toBe('left')
})
