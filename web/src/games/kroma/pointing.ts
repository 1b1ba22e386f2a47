/** Mouse and finger on the board. A mouse moves the ghost and a click lays it; a finger draws the ghost along without
    covering it, or touches where it should go, and the button lays. */
import type { Attachment } from 'svelte/attachments'
import type { Touches } from '../../table/touches.svelte.ts'
import type { Point } from './geometry.ts'
import type { Laying } from './laying.svelte.ts'

/** From so many pixels on a finger draws. */
const FAR = 9
/** So much of a wheel is a turn. */
const NOTCH = 50
const NOTCH_MS = 90

/** A point of the page on the drawing. */
export function toBoard(
  board: Element,
  { box }: Laying['geometry'],
  { clientX, clientY }: MouseEvent,
): Point {
  const { left, top, width, height } = board.getBoundingClientRect()
  return {
    x: box.x + ((clientX - left) / width) * box.width,
    y: box.y + ((clientY - top) / height) * box.height,
  }
}

export function pointing(laying: Laying, touches: Touches): Attachment<SVGSVGElement> {
  return (board) => {
    let finger: { id: number; x: number; y: number; from: Point; ghost: Point; drawn: boolean } | null = null
    let byFinger = false
    const at = (event: MouseEvent) => toBoard(board, laying.geometry, event)

    const onDown = (event: PointerEvent) => {
      byFinger = event.pointerType === 'touch'
      if (!byFinger || !laying.tile) return
      const from = at(event)
      const { pointerId: id, clientX: x, clientY: y } = event
      finger = { id, x, y, from, ghost: laying.ghost?.place ?? from, drawn: false }
      board.setPointerCapture(id)
    }
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') {
        laying.aimAt(at(event))
        return
      }
      if (!finger || finger.id !== event.pointerId) return
      finger.drawn ||= Math.hypot(event.clientX - finger.x, event.clientY - finger.y) >= FAR
      if (!finger.drawn) return
      const now = at(event)
      laying.aimAt({ x: finger.ghost.x + now.x - finger.from.x, y: finger.ghost.y + now.y - finger.from.y })
    }
    const onUp = (event: PointerEvent) => {
      if (!finger || finger.id !== event.pointerId) return
      if (!finger.drawn && event.type === 'pointerup') {
        laying.aimAt(finger.from)
        // it cannot lie there: the server says why
        if (laying.missed) laying.lay()
      }
      finger = null
      laying.rest()
    }
    const onClick = (event: MouseEvent) => {
      if (laying.tile) {
        if (!byFinger && event.detail < 2) laying.lay()
        return
      }
      const cell = (event.target as Element).closest<SVGElement>('[data-piece]')?.dataset.piece
      if (cell) touches.touch(cell)
    }
    const onLeave = () => laying.rest()

    let rolled = 0
    let last = 0
    const onWheel = (event: WheelEvent) => {
      if (!laying.tile || event.ctrlKey) return
      event.preventDefault()
      rolled += event.deltaY || event.deltaX
      if (Math.abs(rolled) < NOTCH || event.timeStamp - last < NOTCH_MS) return
      laying.turnBy(rolled > 0 ? 'right' : 'left')
      rolled = 0
      last = event.timeStamp
    }

    const heard: [string, (event: never) => void][] = [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', onUp],
      ['pointerleave', onLeave],
      ['click', onClick],
      ['wheel', onWheel],
    ]
    for (const [name, hear] of heard)
      board.addEventListener(name, hear as EventListener, name === 'wheel' ? { passive: false } : undefined)
    return () => {
      for (const [name, hear] of heard) board.removeEventListener(name, hear as EventListener)
    }
  }
}

/** So far above a finger its piece is seen. */
const ABOVE = 56

/** A tile can be drawn from the tray onto the board: by mouse it is laid where it is let go, by finger it stays there
    to be moved and laid. */
export function drawn(laying: Laying, touches: Touches): Attachment<HTMLElement> {
  return (tray) => {
    let from: { id: number; x: number; y: number; tile: string; moved: boolean } | null = null

    const board = () => document.querySelector('[data-board] svg[role]')
    const aim = (event: PointerEvent) => {
      const found = board()
      if (!found) return false
      const lift = event.pointerType === 'touch' ? ABOVE : 0
      const { left, right, top, bottom } = found.getBoundingClientRect()
      const { clientX: x } = event
      const y = event.clientY - lift
      if (x < left || x > right || y < top || y > bottom) return false
      laying.aimAt(toBoard(found, laying.geometry, new MouseEvent('move', { clientX: x, clientY: y })))
      return true
    }
    const onDown = (event: PointerEvent) => {
      const tile = (event.target as Element).closest<HTMLElement>('[data-touch-id^="piece:"]')
      if (!tile || event.button !== 0) return
      // the piece itself is not drawn along: its ghost is
      event.stopPropagation()
      const { pointerId: id, clientX: x, clientY: y } = event
      from = { id, x, y, tile: tile.dataset.touchId ?? '', moved: false }
    }
    const onMove = (event: PointerEvent) => {
      if (!from || from.id !== event.pointerId) return
      if (!from.moved) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return
        if (!touches.lit.has(from.tile)) {
          from = null
          return
        }
        from.moved = true
        if (!touches.soFar.includes(from.tile)) touches.touch(from.tile)
        tray.setPointerCapture(event.pointerId)
      }
      aim(event)
    }
    const onUp = (event: PointerEvent) => {
      const drew = from?.id === event.pointerId && from.moved
      from = null
      if (!drew) return
      if (event.type === 'pointerup' && aim(event) && event.pointerType !== 'touch' && laying.ghost)
        laying.lay()
      laying.rest()
      // the click that follows belongs to the drawing
      const swallow = (click: Event) => click.stopPropagation()
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
    }
    tray.addEventListener('pointerdown', onDown, { capture: true })
    tray.addEventListener('pointermove', onMove)
    tray.addEventListener('pointerup', onUp)
    tray.addEventListener('pointercancel', onUp)
    return () => {
      tray.removeEventListener('pointerdown', onDown, { capture: true })
      tray.removeEventListener('pointermove', onMove)
      tray.removeEventListener('pointerup', onUp)
      tray.removeEventListener('pointercancel', onUp)
    }
  }
}
