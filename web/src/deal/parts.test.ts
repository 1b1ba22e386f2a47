import { beforeEach, expect, test, vi } from 'vitest'
import { addPart, addRematchPart, findPart, moveParts, makePart, noteRematch } from './parts.ts'

beforeEach(() => localStorage.clear())

test('a part has 16 random bytes in hexadecimal', () => {
  const parts = Array.from({ length: 50 }, makePart)
  for (const part of parts) expect(part).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(parts).size).toBe(50)
})

test('a part is stored with the first hash, and stays the same', () => {
  const part = addPart('t', 0, 'hash')
  expect(findPart('t', 0)).toEqual({ table: 't', seat: 0, hash: 'hash', part })
  expect(addPart('t', 0, 'another hash')).toBe(part)
  expect(findPart('t', 0)?.hash).toBe('hash')
  expect(addPart('t', 1, 'hash')).not.toBe(part)
})

test('the part of a rematch is assigned to its table', () => {
  const part = addRematchPart('t', 1, 'promised')
  moveParts('t', 'next', 1, 0)
  expect(findPart('next', 0)).toEqual({ table: 'next', seat: 0, hash: 'promised', part })
  expect(addPart('next', 0, 'promised')).toBe(part)
})

test('the proposer of a rematch keeps the hash, and adds a part later', () => {
  noteRematch('t', 0, 'promised')
  moveParts('t', 'next', 0, 0)
  const part = addPart('next', 0, 'another hash')
  expect(findPart('next', 0)).toEqual({ table: 'next', seat: 0, hash: 'promised', part })
})

test('another proposal has another part', () => {
  const refused = addRematchPart('t', 1, 'first')
  const part = addRematchPart('t', 1, 'second')
  expect(part).not.toBe(refused)
  moveParts('t', 'next', 1, 1)
  expect(findPart('next', 1)?.hash).toBe('second')
})

test('without a proposal nothing is assigned', () => {
  moveParts('t', 'next', 0, 0)
  expect(findPart('next', 0)).toBeUndefined()
})

test('without storage, parts of this visit are remembered', () => {
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const part = addPart('t', 0, 'hash')
  expect(addPart('t', 0, 'hash')).toBe(part)
  broken.mockRestore()
})
