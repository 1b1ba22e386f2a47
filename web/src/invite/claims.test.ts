import { beforeEach, expect, test } from 'vitest'
import { saveValue } from '../app/storage.ts'
import { dropClaim, findClaim, makeClaim, makeSecret } from './claims.ts'

beforeEach(() => localStorage.clear())

test('a secret has 24 random bytes in letters that a link can hold', () => {
  const secrets = Array.from({ length: 50 }, makeSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32}$/)
  expect(new Set(secrets).size).toBe(50)
})

test('it is kept before it is sent, and the same however often it is said', () => {
  const first = makeClaim('t', 'invitation', 'Mira')
  expect(findClaim('t', 'invitation')).toEqual(first)
  expect(makeClaim('t', 'invitation', 'Mia')).toEqual({ ...first, name: 'Mia' })
  expect(makeClaim('t', 'other', 'Mira').secret).not.toBe(first.secret)
})

test('a claim of an earlier page is said in the words of today', () => {
  const kept = { type: 'sit', table: 't', token: 'invitation', secret: makeSecret(), name: 'Mira' }
  saveValue('claims', [kept])
  expect(findClaim('t', 'invitation')).toEqual({ ...kept, type: 'claim' })
})

test('a link that somebody else used is forgotten', () => {
  makeClaim('t', 'invitation', 'Mira')
  dropClaim('t', 'invitation')
  expect(findClaim('t', 'invitation')).toBeUndefined()
})
