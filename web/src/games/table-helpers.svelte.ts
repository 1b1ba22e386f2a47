/** Functions that the tables of several games share. */
import { router } from '../app/router.svelte.ts'
import type { TableSession } from '../table/table-session.svelte.ts'

/** The rest of an id after its prefix; empty for other ids. */
export const removePrefix = (prefix: string, id: string | undefined) =>
  id?.startsWith(prefix) ? id.slice(prefix.length) : ''

/** The seat whose sheet is open; −1: none. */
export const openedSeat = () => Number(removePrefix('seat-', router.overlay ?? '') || -1)

/** Animate changes of the view; `measure` is called while the view before is still drawn. */
export function onViewChange<View, Measured>(
  session: TableSession,
  view: () => View,
  measure: () => Measured,
  animate: (before: Measured, was: View, now: View, samePlayer: boolean) => void,
) {
  let drawn: { view: View; seat: number } | null = null
  let measured: Measured
  $effect.pre(() => {
    void view()
    measured = measure()
  })
  $effect(() => {
    const [now, seat] = [view(), session.mySeat]
    // a shared screen that was passed to another player shows other pieces: nothing has moved
    if (drawn && drawn.view !== now) animate(measured, drawn.view, now, drawn.seat === seat)
    drawn = { view: now, seat }
  })
}
