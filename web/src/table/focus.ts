/** Keeps the focus nearby when its piece disappears or can no longer be touched. */
import { tick } from 'svelte'

const AREAS = '.tray, .board, .market, .stage > .actions, .players'

export class FocusKeeper {
  #area = ''
  #id = ''
  #byKey = false

  /** Follows the focus within the table; returns a function that stops it. */
  watch = (frame: HTMLElement) => {
    const onFocus = ({ target }: FocusEvent) => {
      const piece = (target as HTMLElement).closest<HTMLElement>('[data-touch-id]')
      this.#id = piece?.dataset.touchId ?? ''
      this.#area = (target as HTMLElement).closest(AREAS)?.className.split(' ')[0] ?? ''
    }
    const onKey = () => (this.#byKey = true)
    const onPointer = () => (this.#byKey = false)
    frame.addEventListener('focusin', onFocus)
    addEventListener('keydown', onKey, true)
    addEventListener('pointerdown', onPointer, true)
    return () => {
      frame.removeEventListener('focusin', onFocus)
      removeEventListener('keydown', onKey, true)
      removeEventListener('pointerdown', onPointer, true)
    }
  }

  /** Restores a lost focus after a change of the table, for keyboard users. */
  async keep(frame: HTMLElement | undefined) {
    await tick()
    if (!frame || !this.#byKey || !this.#area || document.querySelector('dialog[open], [data-detail]')) return
    const now = document.activeElement as HTMLElement | null
    const lit = (e: Element | null) => !!e?.matches('[data-touch~="next"]')
    const lost = !now || now === document.body || !frame.contains(now)
    const disabled =
      !!now?.matches('[data-touch]') && !lit(now) && !!frame.querySelector('[data-touch~="next"]')
    if (!lost && !disabled) return
    const area = `.${this.#area} `
    const selectors = [
      `[data-touch-id="${CSS.escape(this.#id)}"][data-touch~="next"]`,
      `${area}[data-touch~="next"]`,
      `[data-touch~="next"]`,
      ...(lost ? [`${area}[data-touch-id]`, '.tray [data-touch-id]', '[data-touch-id]'] : []),
    ]
    for (const selector of selectors) {
      const piece = [...frame.querySelectorAll<HTMLElement>(selector)].find((e) => e.getClientRects().length)
      if (piece) return piece.focus({ preventScroll: false })
    }
  }
}

/** Where the focus returns after overlays are closed, if it is not simply lost. */
let opener: HTMLElement | null = null
let returning: ReturnType<typeof setTimeout> | undefined

const PLACES = ['[data-touch~="next"]', '.prompt button', '.tools button', '.dock button', 'main button']
const isVisible = (e: HTMLElement) => e.isConnected && e.getClientRects().length > 0

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
      const places = PLACES.flatMap((place) => [...document.querySelectorAll<HTMLElement>(place)])
      ;(known ?? places.find(isVisible))?.focus({ preventScroll: true })
    })
  }
}
