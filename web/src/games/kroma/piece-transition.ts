import type { TransitionConfig } from 'svelte/transition'
import { TRAVEL_MS } from '../../table/motion.ts'

/** Fade in a piece laid by another player; the viewer's own is already visible. */
export function pieceTransition(_: Element, { mine }: { mine: boolean }): TransitionConfig {
  const still = mine || matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    duration: still ? 0 : TRAVEL_MS,
    css: (t, u) => `opacity: ${t}; translate: 0 ${-6 * u}px`,
  }
}
