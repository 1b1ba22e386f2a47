import type { TransitionConfig } from 'svelte/transition'
import { TRAVEL_MS } from '../../table/motion.ts'

/** A piece sinks onto the light while its colour multiplies in; my own already lies there. */
export function sink(_: Element, { mine }: { mine: boolean }): TransitionConfig {
  const still = mine || matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    duration: still ? 0 : TRAVEL_MS,
    css: (t, u) => `opacity: ${t}; translate: 0 ${-6 * u}px`,
  }
}
