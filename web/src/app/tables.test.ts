import { beforeEach, expect, test } from 'vitest'
import { resumeHash, tables } from './tables.svelte.ts'

const seats = [{ seat: 0, token: 'mine', at: 'screen' as const, name: 'Ada' }]
beforeEach(() => {
  for (const { table } of [...tables.unfinished]) tables.remove(table)
})

test('my turn comes first, then the latest', () => {
  tables.remember({ table: 'old', seats, yourTurn: true })
  tables.remember({ table: 'new', seats })
  expect(tables.unfinished.map((t) => t.table)).toEqual(['old', 'new'])
})

test('a removed table can be restored', () => {
  tables.remember({ table: 't', seats, title: 'Bids' })
  const removed = tables.remove('t')
  expect(tables.find('t')).toBeUndefined()
  if (removed) tables.restore(removed)
  expect(tables.find('t')?.title).toBe('Bids')
})

test('if there are too many, finished tables are dropped first', () => {
  tables.remember({ table: 'first', seats })
  for (let i = 0; i < 80; i++) tables.remember({ table: `t${i}`, seats, over: true })
  expect(tables.find('first')).toBeDefined()
  expect(tables.find('t0')).toBeUndefined()
})

test('a table is resumed at my own seat, otherwise by the spectator link', () => {
  tables.remember({ table: 'a', seats, watch: 'w' })
  tables.remember({ table: 'b', watch: 'w' })
  expect(['a', 'b'].map((t) => resumeHash(tables.find(t) as never))).toEqual([
    '#/table/a/mine',
    '#/table/b/w',
  ])
})
