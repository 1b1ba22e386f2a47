/** Strips scroll sideways; what is asked for comes into sight by itself. */
import type { Attachment } from 'svelte/attachments'

/** Slides the part (data-part) with this name to the beginning of its strip, whenever the name changes. */
export function slideTo(part: () => string): Attachment<HTMLElement> {
  return (strip) => {
    $effect(() => {
      const wanted = strip.querySelector<HTMLElement>(`[data-part="${part()}"]`)
      if (!wanted || strip.scrollWidth <= strip.clientWidth) return
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      const left = wanted.offsetLeft - (strip.firstElementChild as HTMLElement).offsetLeft
      strip.scrollTo({ left, behavior: still ? 'auto' : 'smooth' })
    })
  }
}
