/** Arrow keys within a group of pieces, Tab between groups: each group is one stop. */
import type { Attachment } from 'svelte/attachments'

export interface Box {
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

/** The box one would expect in a direction: near, and rather straight ahead than aside. −1: none. */
export function findNearest(from: Box, boxes: readonly Box[], [dx, dy]: readonly [number, number]): number {
  const middle = (b: Box) => [b.left + b.width / 2, b.top + b.height / 2] as const
  const [x, y] = middle(from)
  let best = -1
  let least = Infinity
  boxes.forEach((box, i) => {
    const [bx, by] = middle(box)
    const ahead = (bx - x) * dx + (by - y) * dy
    const aside = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx)
    const cost = ahead + 3 * aside
    if (ahead > 1 && cost < least) [best, least] = [i, cost]
  })
  return best
}

export const roving: Attachment<HTMLElement> = (group) => {
  const pieces = () => [...group.querySelectorAll<HTMLElement>('[data-touch-id]')]
  let focused: HTMLElement | null = null

  /** One stop a group: the focused piece, else the first that can be touched, else the first. */
  const settle = () => {
    const all = pieces()
    const stop = all.find((p) => p === document.activeElement) ?? all.find((p) => p.dataset.touch) ?? all[0]
    for (const p of all) p.tabIndex = p === stop ? 0 : -1
    // the piece with the focus has gone: keep the person's place
    if (focused && !focused.isConnected && document.activeElement === document.body) stop?.focus()
    if (focused && !focused.isConnected) focused = null
  }
  const onFocus = (event: FocusEvent) => {
    focused = event.target as HTMLElement
    settle()
  }
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget) focused = null
  }
  const onKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    const at = document.activeElement
    if (!direction || !at || event.altKey || event.ctrlKey || event.metaKey) return
    const others = pieces().filter((p) => p !== at)
    const to = findNearest(
      at.getBoundingClientRect(),
      others.map((p) => p.getBoundingClientRect()),
      direction,
    )
    if (to < 0) return
    event.preventDefault()
    others[to]?.focus()
  }
  const watch = new MutationObserver(settle)
  watch.observe(group, { childList: true, subtree: true, attributeFilter: ['data-touch'] })
  group.addEventListener('focusin', onFocus)
  group.addEventListener('focusout', onBlur)
  group.addEventListener('keydown', onKey)
  settle()
  return () => {
    watch.disconnect()
    group.removeEventListener('focusin', onFocus)
    group.removeEventListener('focusout', onBlur)
    group.removeEventListener('keydown', onKey)
  }
}
