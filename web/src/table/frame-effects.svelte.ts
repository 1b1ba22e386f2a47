/** Effects of the frame that draw nothing: previews, sounds, showing hints, and opening the end panel. */
import { untrack } from 'svelte'
import { router } from '../app/router.svelte.ts'
import { sound, vibrate } from './sound.svelte.ts'
import type { TableSession } from './table-session.svelte.ts'

/** The last pieces arrive before the end panel covers them. */
const END_PANEL_DELAY_MS = 900
/** Something pointed at for this long is meant to be previewed. */
const PREVIEW_DELAY_MS = 160
const TURN_VIBRATION_MS = 15

function scrollToPiece(id: string) {
  const piece = document.querySelector(`[data-touch-id="${CSS.escape(id)}"]`)
  piece?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Called while the frame is created. */
export function runFrameEffects(session: TableSession) {
  const over = $derived(session.view ? session.view.result !== null : null)
  let wasRunning = false
  $effect(() => {
    if (over === false) wasRunning = true
    if (!over) return
    if (wasRunning) sound.play('end')
    const timer = setTimeout(() => router.open('end'), wasRunning ? END_PANEL_DELAY_MS : 0)
    return () => clearTimeout(timer)
  })
  $effect(() => {
    void session.legal
    untrack(() => session.touches.resume())
  })
  $effect(() => {
    const id = session.touches.hintNext
    // after a tab has opened
    if (id) requestAnimationFrame(() => scrollToPiece(id))
  })
  $effect(() => {
    const action = session.touches.pointedAction
    if (action === null || session.client.previews.has(action)) return
    const timer = setTimeout(() => session.client.requestPreview(action), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  })
  const chosen = $derived(session.touches.soFar.join())
  $effect(() => {
    void chosen
    untrack(() => session.details.close())
  })
  $effect(() => {
    void session.view
    untrack(() => session.details.refresh(session.touches.soFar))
  })
  let knownEntries = -1
  $effect(() => {
    const entries = session.client.log.length
    if (knownEntries >= 0 && entries > knownEntries) sound.play('place')
    knownEntries = entries
  })
  $effect(() => {
    if (!session.myTurn || !wasRunning) return
    sound.play('turn')
    vibrate(TURN_VIBRATION_MS)
  })
  $effect(() => {
    if (session.moment) sound.play('moment')
  })
  $effect(() => {
    if (session.details.shown?.answer.why_not) sound.play('refuse')
  })
}
