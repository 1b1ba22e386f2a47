import { describe, expect, test } from 'vitest'
import { fitBlock, fitRow } from './fit.ts'

describe('a row', () => {
  const limits = { gap: 8, least: 44, most: 90 }
  test('is one line while its pieces are large enough', () => {
    expect(fitRow(366, 6, limits)).toEqual({ columns: 6, rows: 1, size: 54 })
  })
  test('is broken into even lines before pieces become too small', () => {
    expect(fitRow(296, 6, limits)).toEqual({ columns: 3, rows: 2, size: 90 })
    expect(fitRow(200, 10, limits)).toEqual({ columns: 4, rows: 3, size: 44 })
  })
  test('has a maximum size, and fits no piece or one piece into any width', () => {
    expect(fitRow(2000, 2, limits).size).toBe(90)
    expect(fitRow(20, 1, limits)).toEqual({ columns: 1, rows: 1, size: 20 })
    expect(fitRow(300, 0, limits).columns).toBe(1)
  })
})

test('a block has the columns that make its pieces largest', () => {
  const limits = { gap: 10, ratio: 1.25, most: 200 }
  expect(fitBlock(600, 160, 5, limits)).toMatchObject({ columns: 5, rows: 1 })
  expect(fitBlock(300, 400, 5, limits)).toMatchObject({ columns: 2, rows: 3 })
  expect(fitBlock(5000, 5000, 5, limits).size).toBe(200)
})
