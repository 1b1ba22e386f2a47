import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONFIRM_DELAY_MS, Confirmation, ignoreKeyRepeat } from './confirmation.svelte.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('something is confirmed when it is done again, but not by a double click', () => {
  const confirmation = new Confirmation<number>()
  expect([confirmation.asked, confirmation.confirm(3), confirmation.asked]).toEqual([null, false, 3])
  vi.advanceTimersByTime(CONFIRM_DELAY_MS - 1)
  expect(confirmation.confirm(3)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(confirmation.confirm(3)).toBe(true)
  expect(confirmation.confirm(4), 'something else needs a confirmation of its own').toBe(false)
})

test.each([
  ['Enter', true, true],
  [' ', true, true],
  ['Enter', false, false],
  ['ArrowDown', true, false],
])('the key %j with repeat %s', (key, repeat, ignored) => {
  const event = new KeyboardEvent('keydown', { key, repeat, cancelable: true })
  ignoreKeyRepeat(event)
  expect(event.defaultPrevented).toBe(ignored)
})
