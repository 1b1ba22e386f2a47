import { expect, test } from 'vitest'
import { fieldName, treeOf } from './view-tree.ts'

test('a field is named as a person would', () => {
  expect(fieldName('centre_level')).toBe('Centre level')
})

test('plain values become words', () => {
  expect([7, true, false, null, '', 'red'].map((v) => treeOf(v))).toEqual(
    ['7', 'yes', 'no', '–', '–', 'red'].map((w) => ({ kind: 'words', words: [w] })),
  )
  expect(treeOf(['red', 'blue'])).toEqual({ kind: 'words', words: ['red', 'blue'] })
  expect(treeOf([])).toEqual({ kind: 'words', words: ['none'] })
})

test('structs become fields, alike ones rows of a table, others a list', () => {
  const word = (w: string) => ({ kind: 'words', words: [w] })
  expect(treeOf({ round: 3, bids: [1, 2] })).toEqual({
    kind: 'fields',
    fields: [
      { name: 'Round', value: word('3') },
      { name: 'Bids', value: { kind: 'words', words: ['1', '2'] } },
    ],
  })
  expect(
    treeOf([
      { deck: 3, made: ['hat'] },
      { deck: 0, made: [] },
    ]),
  ).toEqual({
    kind: 'table',
    columns: ['Deck', 'Made'],
    rows: [
      [word('3'), word('hat')],
      [word('0'), word('none')],
    ],
  })
  expect(treeOf([['a'], []])).toEqual({ kind: 'list', items: [word('a'), word('none')] })
  expect(treeOf([{ a: 1 }, { b: 1 }])).toMatchObject({ kind: 'list' })
})
