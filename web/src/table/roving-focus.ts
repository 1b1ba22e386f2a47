/** Roving focus: arrow keys move within a group of pieces, Tab between groups. */
import type { Attachment } from 'svelte/attachments'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The index of the nearest box in a direction, straight ahead rather than aside; −1 if there is none. */
export function findNearest(from: Box, boxes: readonly Box[], [dx, dy]: readonly [number, number]): number {
  const centre = (b: Box) => [b.left + b.width / 2, b.top + b.height / 2] as const
  const [x, y] = centre(from)
  let best = -1
  let least = Infinity
  boxes.forEach((box, i) => {
    const [bx, by] = centre(box)
    const ahead = (bx - x) * dx + (by - y) * dy
    const aside = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx)
    const cost = ahead + 3 * aside
    if (ahead > 1 && cost < least) [best, least] = [i, cost]
  })
  return best
}

export const rovingFocus: Attachment<HTMLElement> = (group) => {
  const pieces = () => [...group.querySelectorAll<HTMLElement>('[data-touch-id]')]
  let focused: HTMLElement | null = null

  /** Makes one piece the group's tab stop: the focused one, otherwise the first that can be touched, otherwise the first. */
  const updateTabStop = () => {
    const all = pieces()
    const stop = all.find((p) => p === document.activeElement) ?? all.find((p) => p.dataset.touch) ?? all[0]
    for (const p of all) p.tabIndex = p === stop ? 0 : -1
    // the focused piece was removed: keep the focus in the group
    if (focused && !focused.isConnected && document.activeElement === document.body) {
      const id = focused.dataset.touchId
      ;(all.find((p) => p.dataset.touchId === id) ?? stop)?.focus()
    }
    if (focused && !focused.isConnected) focused = null
  }
  const onFocus = (event: FocusEvent) => {
    focused = event.target as HTMLElement
    updateTabStop()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget) focused = null
  }
  const onKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    const current = document.activeElement
    if (!direction || !current || event.altKey || event.ctrlKey || event.metaKey) return
    const others = pieces().filter((p) => p !== current)
    const nearest = findNearest(
      current.getBoundingClientRect(),
      others.map((p) => p.getBoundingClientRect()),
      direction,
    )
    if (nearest < 0) return
    event.preventDefault()
    others[nearest]?.focus()
  }
  const observer = new MutationObserver(updateTabStop)
  observer.observe(group, { childList: true, subtree: true, attributeFilter: ['data-touch'] })
  group.addEventListener('focusin', onFocus)
  group.addEventListener('focusout', onBlur)
  group.addEventListener('keydown', onKey)
  updateTabStop()
  return () => {
    observer.disconnect()
    group.removeEventListener('focusin', onFocus)
    group.removeEventListener('focusout', onBlur)
    group.removeEventListener('keydown', onKey)
  }
}
