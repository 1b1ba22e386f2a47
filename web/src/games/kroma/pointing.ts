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
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
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
    /** No scrolling begins: a finger that leaves in full motion would make the browser ignore the touch that follows. */
    const onTouchMove = (event: TouchEvent) => {
      if (finger) event.preventDefault()
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
      ['touchmove', onTouchMove],
      ['click', onClick],
      ['wheel', onWheel],
    ]
    for (const [name, hear] of heard) board.addEventListener(name, hear as EventListener, { passive: false })
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

    /** Aims at what the pointer is over; whether that is the board. */
    const aim = ({ clientX, clientY, pointerType }: PointerEvent): boolean => {
      const board = document.querySelector('[data-board] svg[role]')
      if (!board) return false
      const at = { clientX, clientY: clientY - (pointerType === 'touch' ? ABOVE : 0) }
      const { left, right, top, bottom } = board.getBoundingClientRect()
      const over = at.clientX >= left && at.clientX <= right && at.clientY >= top && at.clientY <= bottom
      if (over) laying.aimAt(toBoard(board, laying.geometry, at))
      return over
    }
    const onDown = (event: PointerEvent) => {
      const tile = (event.target as Element).closest<HTMLElement>('[data-touch-id^="piece:"]')
      if (!tile || event.button !== 0) return
      // the tile itself is not drawn along: its ghost is
      event.stopPropagation()
      const { pointerId: id, clientX: x, clientY: y } = event
      from = { id, x, y, tile: tile.dataset.touchId ?? '', moved: false }
      // a quick pointer has left the tray with its first move
      for (const [name, hear] of heard) addEventListener(name, hear as EventListener)
    }
    const onMove = (event: PointerEvent) => {
      if (!from || from.id !== event.pointerId) return
      if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return
      if (!from.moved && !touches.lit.has(from.tile)) {
        stop()
        return
      }
      if (!from.moved && !touches.soFar.includes(from.tile)) touches.touch(from.tile)
      from.moved = true
      aim(event)
    }
    const onEnd = (event: PointerEvent) => {
      if (from?.id !== event.pointerId) return
      const { moved } = from
      stop()
      if (!moved) return
      const onBoard = event.type === 'pointerup' && aim(event)
      if (onBoard && event.pointerType !== 'touch' && laying.ghost) laying.lay()
      laying.rest()
      // the click that follows belongs to the drawing
      const swallow = (click: Event) => click.stopPropagation()
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
    }
    const heard: [string, (event: never) => void][] = [
      ['pointermove', onMove],
      ['pointerup', onEnd],
      ['pointercancel', onEnd],
    ]
    const stop = () => {
      from = null
      for (const [name, hear] of heard) removeEventListener(name, hear as EventListener)
    }
    const onTouchMove = (event: TouchEvent) => {
      if (from?.moved) event.preventDefault()
    }
    tray.addEventListener('pointerdown', onDown, { capture: true })
    tray.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => {
      stop()
      tray.removeEventListener('touchmove', onTouchMove)
      tray.removeEventListener('pointerdown', onDown, { capture: true })
    }
  }
}
