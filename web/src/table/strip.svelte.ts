/** Strips scroll sideways; what is asked for comes into sight by itself. */
import type { Attachment } from 'svelte/attachments'

/** Slides the part (data-part) with this name to the beginning of its strip, whenever the name changes. */
export function slideTo(part: () => string): Attachment<HTMLElement> {
  return (strip) => {
    const slide = (name: string, behavior: ScrollBehavior) => {
      const wanted = strip.querySelector<HTMLElement>(`[data-part="${name}"]`)
      if (!wanted || strip.scrollWidth <= strip.clientWidth) return
      strip.scrollTo({
        left: wanted.offsetLeft - (strip.firstElementChild as HTMLElement).offsetLeft,
        behavior,
      })
    }
    $effect(() => {
      const name = part()
      slide(name, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')
      const resized = new ResizeObserver(() => slide(name, 'auto'))
      resized.observe(strip)
      return () => resized.disconnect()
    })
  }
}
