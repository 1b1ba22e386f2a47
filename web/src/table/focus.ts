/** The focus stays where the player is: when its piece goes or goes out, a piece nearby gets it. */
import { tick } from 'svelte'

const AREAS = '.tray, .board, .market, .foot, .players'

export class FocusKeeper {
  #area = ''
  #id = ''
  #byKey = false

  /** Follows the focus within the table; returns how to stop. */
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

  /** After a change of the table: gives the focus back, if somebody plays by keyboard and has lost it. */
  async keep(frame: HTMLElement | undefined) {
    await tick()
    if (!frame || !this.#byKey || !this.#area || document.querySelector('dialog[open]')) return
    const now = document.activeElement as HTMLElement | null
    const lit = (e: Element | null) => !!e?.matches('[data-touch~="next"]')
    const lost = !now || now === document.body || !frame.contains(now)
    const dead =
      !!now?.matches('[data-touch-id]') && !lit(now) && !!frame.querySelector('[data-touch~="next"]')
    if (!lost && !dead) return
    const here = `.${this.#area} `
    const wanted = [
      `[data-touch-id="${CSS.escape(this.#id)}"][data-touch~="next"]`,
      `${here}[data-touch~="next"]`,
      `[data-touch~="next"]`,
      ...(lost ? [`${here}[data-touch-id]`, '.tray [data-touch-id]', '[data-touch-id]'] : []),
    ]
    for (const selector of wanted) {
      const found = [...frame.querySelectorAll<HTMLElement>(selector)].find((e) => e.getClientRects().length)
      if (found) return found.focus({ preventScroll: false })
    }
  }
}
