/** Commands of the tools and keys of a table. */
import { router } from '../app/router.svelte.ts'
import type { TableSession } from './table-session.svelte.ts'

/** Removes the last touch of an unfinished action, otherwise undoes the last action, or a move that was played as a whole. */
export function undo(session: TableSession) {
  if (session.touches.back()) return
  if (session.mySeat >= 0 && session.view?.undo.possible) session.client.suggestion.undo()
}

export const canUndo = (session: TableSession) =>
  session.mySeat >= 0 && (!!session.view?.undo.possible || session.touches.soFar.length > 0)

export function requestHint(session: TableSession) {
  if (session.myTurn && !session.client.awaitingHint) session.client.requestHint()
}

/** Plays the move of the hint as far as the player need not decide. */
export function doHint(session: TableSession) {
  session.touches.cancel()
  session.client.suggestion.play()
}

/** Numbers the steps of the hint on the table. */
export function showHint(session: TableSession) {
  session.touches.cancel()
  session.client.suggestion.show()
}

const INTERACTIVE =
  'button, a, input, select, dialog, aside, header.bar, [data-touch-id], [data-touch-area]:not([data-touch-area=""])'

/** A click elsewhere closes the detail of a piece, and a click on nothing deselects everything. */
export function handleClick(session: TableSession, { target }: MouseEvent) {
  if (!(target instanceof Element) || session.details.contains(target)) return
  session.details.close()
  if (!target.closest(INTERACTIVE)) session.touches.cancel()
}

/** Closes what Escape closes first: a question, a hint, or the last touch. */
function escape(session: TableSession) {
  if (!session.touches.warned && session.client.suggestion.open) session.client.suggestion.dismiss()
  else session.touches.back()
}

/** Keyboard shortcuts: Escape, H for a hint, L for all moves, U for undo. */
export function handleKey(session: TableSession, event: KeyboardEvent) {
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog')
  if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    if (session.details.shown) session.details.close(true)
    else escape(session)
  } else if (event.key === 'l' || event.key === '?') {
    event.preventDefault() // the search field gets the focus, but not the letter
    router.open('moves')
  } else if (event.key === 'h') requestHint(session)
  else if (event.key === 'u') undo(session)
}
