/** Doing something again to confirm it. */

/** A repetition this soon is the second click of a double click. */
export const CONFIRM_DELAY_MS = 400
/** A piece that has just asked about waste lies under the finger: a second quick tap does not confirm. */
export const WASTE_DELAY_MS = 800

/** Ignores a key that is held down: only pressing it again confirms. */
export function ignoreKeyRepeat(event: Event) {
  const { key, repeat } = event as KeyboardEvent
  if (repeat && (key === 'Enter' || key === ' ')) event.preventDefault()
}

export class Confirmation<T> {
  /** What the player is asked to confirm; null: nothing. */
  asked = $state.raw<T | null>(null)
  #askedAt = 0

  /** Returns whether the player confirms; the first time, this only asks. */
  confirm(what: T): boolean {
    if (this.asked === what) return performance.now() - this.#askedAt >= CONFIRM_DELAY_MS
    this.asked = what
    this.#askedAt = performance.now()
    return false
  }
}
