import { expect, test } from 'vitest'
import type { Renewal } from '../messages.ts'
import { checkDeal, type ReportedDeal } from './check.ts'

// the example of the engine's tests, made with printf and sha256sum
const SERVER = 'ab'.repeat(32)
const ONE = '01'.repeat(16)
const THREE = 'fe'.repeat(16)
const HASH = '7774e8df02d60dd5b8e0a642cf7aef8237ffff5354b8c932915de3f1c1d6c728'
const KEY = '5dca655472da32b9831e0fc941b7b799'
const PROOF = {
  table: 'k7r2mq',
  hash: HASH,
  server_part: SERVER,
  parts: [ONE, '', THREE],
  renewals: [] as Renewal[],
}
const REPORTED: ReportedDeal = { table: 'k7r2mq', hash: HASH, key: KEY, proof: PROOF }
const MINE = { table: 'k7r2mq', seat: 0, hash: HASH, part: ONE }
const forged = (change: Partial<typeof PROOF>): ReportedDeal => ({
  ...REPORTED,
  proof: { ...PROOF, ...change },
})

test('a deal with a part of mine is verified', () => {
  expect(checkDeal(REPORTED, [MINE])).toEqual({ verdict: 'own', from: null, fault: '' })
})

test('a deal without a part of mine is verified', () => {
  expect(checkDeal(REPORTED, []).verdict).toBe('others')
  expect(checkDeal(REPORTED, [{ ...MINE, seat: 1, part: '' }]).verdict).toBe('others')
})

test('a deal by the server alone is verified', () => {
  const key = '0124e489adf7563750478f94ff95c23d'
  const alone = { ...forged({ parts: ['', ''] }), key }
  expect(checkDeal(alone, [])).toEqual({ verdict: 'server', from: null, fault: '' })
})

test('the part of a player who joined later covers the rest of the game', () => {
  const joined = forged({ renewals: [{ step: 12, seat: 2, part: THREE }] })
  expect(checkDeal(joined, [{ ...MINE, seat: 1, part: THREE }])).toEqual({
    verdict: 'own',
    from: 12,
    fault: '',
  })
  expect(checkDeal(joined, [{ ...MINE, seat: 2, part: ONE }]).fault).toContain('left out or changed')
})

test('a part that was added after the deal does not cover the deal', () => {
  const joined = forged({ renewals: [{ step: 0, seat: 2, part: THREE }] })
  expect(checkDeal(joined, [{ ...MINE, seat: 1, part: THREE }])).toMatchObject({ verdict: 'own', from: 0 })
  expect(checkDeal(joined, [MINE])).toMatchObject({ verdict: 'own', from: null })
})

test('parts of others who joined later are not the server’s', () => {
  const key = '0124e489adf7563750478f94ff95c23d'
  const joined = { ...forged({ parts: ['', ''], renewals: [{ step: 3, seat: 2, part: THREE }] }), key }
  expect(checkDeal(joined, []).verdict).toBe('others')
})

test('a deal of an older version cannot be verified', () => {
  expect(checkDeal({ table: 't', hash: '', key: KEY, proof: null }, []).verdict).toBe('none')
})

test.each([
  ['a server part that is not revealed', { ...REPORTED, proof: null }, 'does not reveal'],
  ['a changed server part', forged({ server_part: 'ac'.repeat(32) }), 'the server’s part'],
  ['a hash that differs from the welcome', { ...REPORTED, hash: '0'.repeat(64) }, 'different hash'],
  ['a hash that differs at the end', forged({ hash: '0'.repeat(64) }), 'different hash'],
  ['another table', forged({ table: 'other' }), 'the server’s part'],
  ['a change of my part', forged({ parts: [THREE, '', THREE] }), 'left out or changed'],
  ['a missing part of mine', forged({ parts: [] }), 'left out or changed'],
  ['a changed part of another player', forged({ parts: [ONE, ONE, THREE] }), 'the key does not follow'],
  [
    'a part that is said to have been added earlier',
    forged({
      renewals: [
        { step: 9, seat: 2, part: THREE },
        { step: 3, seat: 2, part: ONE },
      ],
    }),
    'out of order',
  ],
  ['another key', { ...REPORTED, key: '0'.repeat(32) }, 'the key does not follow'],
] as [string, ReportedDeal, string][])('%s is detected', (_, reported, fault) => {
  const check = checkDeal(reported, [MINE])
  expect(check.verdict).toBe('broken')
  expect(check.fault).toContain(fault)
})

test('a hash that changed after it was first shown is detected', () => {
  const first = { ...MINE, hash: '1'.repeat(64) }
  expect(checkDeal(REPORTED, [first]).fault).toContain('different hash')
})
