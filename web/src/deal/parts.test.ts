import { beforeEach, expect, test, vi } from 'vitest'
import { addPart, addRematchPart, findPart, moveParts, newPart, noteRematch } from './parts.ts'

beforeEach(() => localStorage.clear())

test('a part has 16 random bytes in hexadecimal digits', () => {
  const parts = Array.from({ length: 50 }, newPart)
  for (const part of parts) expect(part).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(parts).size).toBe(50)
})

test('it is kept with the hash that was shown first, and is the same however often it is said', () => {
  const part = addPart('t', 0, 'hash')
  expect(findPart('t', 0)).toEqual({ table: 't', seat: 0, hash: 'hash', part })
  expect(addPart('t', 0, 'another hash')).toBe(part)
  expect(findPart('t', 0)?.hash).toBe('hash')
  expect(addPart('t', 1, 'hash')).not.toBe(part)
})

test('a yes to a rematch belongs to its table', () => {
  const part = addRematchPart('t', 1, 'promised')
  moveParts('t', 'next', 1)
  expect(findPart('next', 1)).toEqual({ table: 'next', seat: 1, hash: 'promised', part })
  expect(addPart('next', 1, 'promised')).toBe(part)
})

test('who asked for the rematch keeps what was promised, and adds a part later', () => {
  noteRematch('t', 0, 'promised')
  moveParts('t', 'next', 0)
  const part = addPart('next', 0, 'another hash')
  expect(findPart('next', 0)).toEqual({ table: 'next', seat: 0, hash: 'promised', part })
})

test('another question, another promise', () => {
  const refused = addRematchPart('t', 1, 'first')
  const part = addRematchPart('t', 1, 'second')
  expect(part).not.toBe(refused)
  moveParts('t', 'next', 1)
  expect(findPart('next', 1)?.hash).toBe('second')
})

test('without a question nothing is carried over', () => {
  moveParts('t', 'next', 0)
  expect(findPart('next', 0)).toBeUndefined()
})

test('where nothing can be stored the page knows what it added since it was opened', () => {
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const part = addPart('t', 0, 'hash')
  expect(addPart('t', 0, 'hash')).toBe(part)
  broken.mockRestore()
})
