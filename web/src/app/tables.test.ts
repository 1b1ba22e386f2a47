import { beforeEach, expect, test } from 'vitest'
import { doorOf, tables } from './tables.svelte.ts'

const seats = [{ seat: 0, token: 'mine', at: 'screen' as const, name: 'Ada' }]
beforeEach(() => {
  for (const { table } of [...tables.unfinished]) tables.forget(table)
})

test('my turn comes first, then the latest', () => {
  tables.remember({ table: 'old', seats, yourTurn: true })
  tables.remember({ table: 'new', seats })
  expect(tables.unfinished.map((t) => t.table)).toEqual(['old', 'new'])
})

test('a forgotten table can be put back', () => {
  tables.remember({ table: 't', seats, title: 'Bids' })
  const gone = tables.forget('t')
  expect(tables.find('t')).toBeUndefined()
  if (gone) tables.restore(gone)
  expect(tables.find('t')?.title).toBe('Bids')
})

test('where there are too many, finished ones go first', () => {
  tables.remember({ table: 'first', seats })
  for (let i = 0; i < 80; i++) tables.remember({ table: `t${i}`, seats, over: true })
  expect(tables.find('first')).toBeDefined()
  expect(tables.find('t0')).toBeUndefined()
})

test('the door is my own seat, else the watchers’ link', () => {
  tables.remember({ table: 'a', seats, watch: 'w' })
  tables.remember({ table: 'b', watch: 'w' })
  expect(['a', 'b'].map((t) => doorOf(tables.find(t) as never))).toEqual(['#/table/a/mine', '#/table/b/w'])
})
