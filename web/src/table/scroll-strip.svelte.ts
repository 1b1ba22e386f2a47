/** Automatic scrolling of strips that scroll sideways. */
import type { Attachment } from 'svelte/attachments'

/** Scrolls the part (data-part) with this name to the start of its strip, whenever the name changes. */
export function scrollToPart(part: () => string): Attachment<HTMLElement> {
  return (strip) => {
    const scroll = (name: string, behavior: ScrollBehavior) => {
      const target = strip.querySelector<HTMLElement>(`[data-part="${name}"]`)
      if (!target || strip.scrollWidth <= strip.clientWidth) return
      strip.scrollTo({
        left: target.offsetLeft - (strip.firstElementChild as HTMLElement).offsetLeft,
        behavior,
      })
    }
    $effect(() => {
      const name = part()
      scroll(name, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')
      const observer = new ResizeObserver(() => scroll(name, 'auto'))
      observer.observe(strip)
      return () => observer.disconnect()
    })
  }
}
