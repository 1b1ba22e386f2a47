import { beforeEach, expect, test } from 'vitest'
import { saveValue } from '../app/storage.ts'
import { findPart } from '../deal/parts.ts'
import { dropClaim, findClaim, makeClaim, makeSecret } from './claims.ts'

const WELCOME = { table: 't', invited_seat: 1, renews_key: false, deal_hash: 'hash' }

beforeEach(() => localStorage.clear())

test('a secret has 24 random bytes in base64url', () => {
  const secrets = Array.from({ length: 50 }, makeSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32}$/)
  expect(new Set(secrets).size).toBe(50)
})

test('a claim is stored, and keeps its secret when repeated', () => {
  const first = makeClaim(WELCOME, 'invitation', 'Mira')
  expect(findClaim('t', 'invitation')).toEqual(first)
  expect(makeClaim(WELCOME, 'invitation', 'Mia')).toEqual({ ...first, name: 'Mia' })
  expect(makeClaim(WELCOME, 'other', 'Mira').secret).not.toBe(first.secret)
})

test('joining a game that has begun adds a part, the same when repeated', () => {
  const claim = makeClaim({ ...WELCOME, renews_key: true }, 'invitation', 'Mira')
  expect(claim.part).toMatch(/^[0-9a-f]{32}$/)
  expect(findPart('t', 1)?.part).toBe(claim.part)
  expect(makeClaim({ ...WELCOME, renews_key: true }, 'invitation', 'Mira')).toEqual(claim)
  expect(makeClaim(WELCOME, 'other', 'Mira').part).toBeNull()
})

test('a claim stored by an earlier version gets the current type', () => {
  const kept = { type: 'sit', table: 't', token: 'invitation', secret: makeSecret(), name: 'Mira' }
  saveValue('claims', [kept])
  expect(findClaim('t', 'invitation')).toEqual({ ...kept, type: 'claim_seat' })
})

test('a claim can be dropped', () => {
  makeClaim(WELCOME, 'invitation', 'Mira')
  dropClaim('t', 'invitation')
  expect(findClaim('t', 'invitation')).toBeUndefined()
})
