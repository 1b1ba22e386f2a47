import { describe, expect, test } from 'vitest'
import { isLocal, parseRoute, rulesHash, seatLink, tableHash } from './route.ts'

describe('a fragment', () => {
  test.each([
    ['', { page: 'lobby' }],
    ['#/', { page: 'lobby' }],
    ['#/signs', { page: 'signs' }],
    ['#/history', { page: 'history' }],
    ['#/rules/bids', { page: 'rules', game: 'bids', section: '' }],
    ['#/rules/bids/the-cards', { page: 'rules', game: 'bids', section: 'the-cards' }],
    ['#/table/t1/abc', { page: 'table', table: 't1', token: 'abc' }],
    ['#/table/t1', { page: 'lobby' }],
    ['#/%E0%A4%A', { page: 'lobby' }],
    ['#/nowhere', { page: 'lobby' }],
  ])('%s', (hash, route) => expect(parseRoute(hash)).toEqual(route))

  test('round-trips tables and games', () => {
    expect(parseRoute(tableHash('a/b', 'c d'))).toEqual({ page: 'table', table: 'a/b', token: 'c d' })
    expect(parseRoute(rulesHash('chroma mix'))).toEqual({ page: 'rules', game: 'chroma mix', section: '' })
    expect(parseRoute(rulesHash('chroma mix', 'the-cards'))).toMatchObject({ section: 'the-cards' })
  })
})

test('a link contains its token only in the fragment', () => {
  const url = new URL(seatLink('t1', 'secret'))
  expect(url.pathname + url.search).not.toContain('secret')
  expect(url.hash).toContain('secret')
})

test.each(['localhost', 'gamut.localhost', '127.0.0.1', '[::1]'])('%s is this computer', (host) => {
  expect(isLocal(host)).toBe(true)
})

test.each(['192.168.1.5', 'games.example.org', 'localhost.example.org'])(
  '%s is reached by others',
  (host) => {
    expect(isLocal(host)).toBe(false)
  },
)
