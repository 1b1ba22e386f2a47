import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import type { Touches } from '../../table/touches.svelte.ts'
import ActionBar from './ActionBar.svelte'

test('a button that ends the turn answers a pointer only after a while', () => {
  vi.useFakeTimers()
  const touches = { lit: new Set(['button:end']), piece: () => () => {} } as unknown as Touches
  const target = document.createElement('div')
  const bar = mount(ActionBar, { target, props: { mix: null, take: '', touches } })
  flushSync()
  const button = target.querySelector('button')
  expect([button?.textContent?.trim(), button?.hasAttribute('data-settled')]).toEqual(['End turn', false])
  vi.advanceTimersByTime(2000)
  flushSync()
  expect(button?.hasAttribute('data-settled')).toBe(true)
  void unmount(bar)
  vi.useRealTimers()
})
