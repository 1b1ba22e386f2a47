import { describe, expect, test } from 'vitest'
import { parseRoute, rulesHash, seatLink, tableHash } from './route.ts'

describe('the fragment', () => {
  test.each([
    ['', { page: 'lobby' }],
    ['#/', { page: 'lobby' }],
    ['#/signs', { page: 'signs' }],
    ['#/history', { page: 'history' }],
    ['#/rules/bids', { page: 'rules', game: 'bids' }],
    ['#/table/t1/abc', { page: 'table', table: 't1', token: 'abc' }],
    ['#/table/t1', { page: 'lobby' }],
    ['#/%E0%A4%A', { page: 'lobby' }],
    ['#/nowhere', { page: 'lobby' }],
  ])('%s', (hash, route) => expect(parseRoute(hash)).toEqual(route))

  test('is written as it is read', () => {
    expect(parseRoute(tableHash('a/b', 'c d'))).toEqual({ page: 'table', table: 'a/b', token: 'c d' })
    expect(parseRoute(rulesHash('chroma mix'))).toEqual({ page: 'rules', game: 'chroma mix' })
  })
})

test('the token stays behind the # of a link', () => {
  const url = new URL(seatLink('t1', 'secret'))
  expect(url.pathname + url.search).not.toContain('secret')
  expect(url.hash).toContain('secret')
})
