/** Keeps the focus nearby when its piece disappears or can no longer be touched. */
import { tick } from 'svelte'
import type { TouchId } from '../touch-paths.ts'

const AREAS = '.tray, .board, .market, .stage > .actions, .players'

let byKey = false
if (typeof window !== 'undefined') {
  addEventListener('keydown', () => (byKey = true), true)
  addEventListener('pointerdown', () => (byKey = false), true)
  // a screen reader clicks without a pointer
  addEventListener('click', (event) => (byKey ||= event.detail === 0), true)
}

/** What the focus may go to when it is lost. */
interface Nearby {
  /** The pieces that are selected. */
  readonly chosen: readonly TouchId[]
  /** The pieces that were moved last. */
  readonly moved: readonly TouchId[]
  /** An action was sent and is not answered yet. */
  readonly pending: boolean
}

const isVisible = (e: HTMLElement) => e.isConnected && e.getClientRects().length > 0

/** The first visible element of the first selector that has any. */
function findFirst(root: ParentNode, selectors: readonly string[]): HTMLElement | null {
  for (const selector of selectors) {
    const piece = [...root.querySelectorAll<HTMLElement>(selector)].find(isVisible)
    if (piece) return piece
  }
  return null
}

const byId = (id: TouchId) => `[data-touch-id="${CSS.escape(id)}"]`
const NEXT = '[data-touch~="next"]'
const PIECES = ['.tray [data-touch-id]', '.board [data-touch-id]', '[data-touch-id]']

export class FocusKeeper {
  #area = ''
  #id = ''
  #chosen: readonly TouchId[] = []

  /** Follows the focus within the table; returns a function that stops it. */
  watch = (frame: HTMLElement) => {
    const onFocus = ({ target }: FocusEvent) => {
      const piece = (target as HTMLElement).closest<HTMLElement>('[data-touch-id]')
      this.#id = piece?.dataset.touchId ?? ''
      this.#area = (target as HTMLElement).closest(AREAS)?.className.split(' ')[0] ?? ''
    }
    frame.addEventListener('focusin', onFocus)
    return () => frame.removeEventListener('focusin', onFocus)
  }

  /** Restores a lost focus after a change of the table, for keyboard users. */
  async keep(frame: HTMLElement | undefined, { chosen, moved, pending }: Nearby) {
    if (pending) return
    const before = this.#chosen
    this.#chosen = chosen
    await tick()
    if (!frame || !byKey || document.querySelector('dialog[open], [data-detail]')) return
    const now = document.activeElement as HTMLElement | null
    const lost = !now || now === document.body || now.matches(':disabled')
    const isIdle = !!now?.matches(`[data-touch]:not(${NEXT})`) && !!frame.querySelector(NEXT)
    if (!lost && !isIdle) return
    const area = this.#area ? `.${this.#area} ` : ''
    const piece = findFirst(frame, [
      ...[...chosen, ...before].toReversed().map((id) => `${byId(id)}${NEXT}`),
      `${byId(this.#id)}${NEXT}`,
      `${area}${NEXT}`,
      NEXT,
      ...(lost ? [...moved.map(byId), `${area}[data-touch-id]`, ...PIECES] : []),
    ])
    piece?.focus({ preventScroll: false })
  }
}

/** Where the focus returns after overlays are closed, if it is not simply lost. */
let opener: HTMLElement | null = null
let returning: ReturnType<typeof setTimeout> | undefined

/** Never the first tool, which undoes. */
const PLACES = [
  NEXT,
  ...PIECES,
  '.prompt button',
  'main button',
  '.tools button + button',
  '.dock button + button',
]

/** Attached to an overlay: when it closes, the focus returns to what had it before; not when another one replaces it. */
export function returnFocus() {
  const active = document.activeElement as HTMLElement | null
  if (returning === undefined && !active?.closest('dialog')) opener = active
  clearTimeout(returning)
  returning = undefined
  return () => {
    returning = setTimeout(() => {
      returning = undefined
      if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
      const known = opener && opener !== document.body && isVisible(opener) ? opener : null
      ;(known ?? findFirst(document, PLACES))?.focus({ preventScroll: true })
    })
  }
}

/** After an overlay that plays a move, the focus does not return to what opened it. */
export function forgetOpener() {
  opener = null
}

/** For keyboard users: moves a focus that its element took along to a piece. */
export async function focusPiece() {
  await tick()
  if (byKey && document.activeElement === document.body)
    findFirst(document, PLACES)?.focus({ preventScroll: true })
}
