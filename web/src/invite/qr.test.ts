// @vitest-environment node
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { drawQr } from './qr.ts'

const SCALE = 4
const MARGIN = 4

/** Renders the path to pixels, with a margin. */
function paint(size: number, d: string) {
  const side = (size + 2 * MARGIN) * SCALE
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y, run] of d.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let i = 0; i < Number(run) * SCALE; i++)
      for (let j = 0; j < SCALE; j++) {
        const pixel = ((MARGIN + Number(y)) * SCALE + j) * side + (MARGIN + Number(x)) * SCALE + i
        data.fill(0, pixel * 4, pixel * 4 + 3)
      }
  return { width: side, height: side, data }
}

test.each([
  'http://192.168.1.20:8000/#/table/k7r2mq/9fc41d0aZ_-9fc41d0aZ_-9fc41d0a',
  'https://gamut.example/über/#/table/a/b',
])('the code for %s can be decoded', (text) => {
  const { size, d } = drawQr(text)
  expect(decodeQR(paint(size, d))).toBe(text)
})
