import { expect, test } from 'vitest'
import { checkDeal, type ToldDeal } from './check.ts'

// the same example as in the tests of the engine: made by printf and sha256sum
const SERVER = 'ab'.repeat(32)
const ONE = '01'.repeat(16)
const THREE = 'fe'.repeat(16)
const HASH = '7774e8df02d60dd5b8e0a642cf7aef8237ffff5354b8c932915de3f1c1d6c728'
const KEY = '5dca655472da32b9831e0fc941b7b799'
const PROOF = { table: 'k7r2mq', hash: HASH, server_part: SERVER, parts: [ONE, '', THREE] }
const TOLD: ToldDeal = { table: 'k7r2mq', hash: HASH, key: KEY, proof: PROOF }
const MINE = { table: 'k7r2mq', seat: 0, hash: HASH, part: ONE }
const forged = (change: Partial<typeof PROOF>): ToldDeal => ({ ...TOLD, proof: { ...PROOF, ...change } })

test('a deal with a part of mine', () => {
  expect(checkDeal(TOLD, [MINE])).toEqual({ verdict: 'own', why: '' })
})

test('a deal at which I only look, or whose hash I only saw', () => {
  expect(checkDeal(TOLD, []).verdict).toBe('others')
  expect(checkDeal(TOLD, [{ ...MINE, seat: 1, part: '' }]).verdict).toBe('others')
})

test('a table of bots', () => {
  const key = '0124e489adf7563750478f94ff95c23d'
  const alone = { ...forged({ parts: ['', ''] }), key }
  expect(checkDeal(alone, [])).toEqual({ verdict: 'server', why: '' })
})

test('a table of an older version', () => {
  expect(checkDeal({ table: 't', hash: '', key: KEY, proof: null }, []).verdict).toBe('none')
})

test.each([
  ['the server keeps its part to itself', { ...TOLD, proof: null }, 'does not tell'],
  ['another part of the server', forged({ server_part: 'ac'.repeat(32) }), 'the server’s part'],
  ['another hash than the page was told', { ...TOLD, hash: '0'.repeat(64) }, 'another hash'],
  ['another hash at the end', forged({ hash: '0'.repeat(64) }), 'another hash'],
  ['another table', forged({ table: 'other' }), 'the server’s part'],
  ['my part was changed', forged({ parts: [THREE, '', THREE] }), 'left out or changed'],
  ['my part was left out', forged({ parts: [] }), 'left out or changed'],
  ['the part of another', forged({ parts: [ONE, ONE, THREE] }), 'the key does not follow'],
  ['another key', { ...TOLD, key: '0'.repeat(32) }, 'the key does not follow'],
] as [string, ToldDeal, string][])('%s is noticed', (_, told, why) => {
  const found = checkDeal(told, [MINE])
  expect(found.verdict).toBe('broken')
  expect(found.why).toContain(why)
})

test('a hash that was shown first and changed since is noticed', () => {
  const first = { ...MINE, hash: '1'.repeat(64) }
  expect(checkDeal(TOLD, [first]).why).toContain('another hash')
})
