/** Pointer input on the board. A mouse moves the ghost and a click lays the tile; a finger drags the ghost without
    covering it, or taps where it should go, and a button lays the tile. */
import type { Attachment } from 'svelte/attachments'
import { HOLD_MS, ignoreEndOfPress } from '../../table/asking.ts'
import type { Touches } from '../../table/touches.svelte.ts'
import type { Point } from './geometry.ts'
import type { TilePlacer } from './tile-placer.svelte.ts'

/** A movement that starts a drag. */
const DRAG_START_PX = 9
/** A wheel movement that rotates the piece, and the shortest time between two rotations. */
const WHEEL_STEP_PX = 50
const WHEEL_STEP_MS = 90
/** A dragged piece is shown this far above the finger. */
const FINGER_OFFSET_PX = 56

/** Convert a point of the page to the drawing. */
export function toBoard(
  board: Element,
  { box }: TilePlacer['geometry'],
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Point {
  const { left, top, width, height } = board.getBoundingClientRect()
  return {
    x: box.x + ((clientX - left) / width) * box.width,
    y: box.y + ((clientY - top) / height) * box.height,
  }
}

export function boardPointer(placer: TilePlacer): Attachment<SVGSVGElement> {
  return (board) => {
    let finger: { id: number; x: number; y: number; from: Point; ghost: Point; dragging: boolean } | null =
      null
    let byFinger = false
    let pressed = { x: NaN, y: NaN }
    /** Where a finger tapped; the click that follows closes details, so only then a new one may open. */
    let tapped: Point | null = null
    let hold: ReturnType<typeof setTimeout> | undefined
    const toPoint = (event: MouseEvent) => toBoard(board, placer.geometry, event)

    const onDown = (event: PointerEvent) => {
      byFinger = event.pointerType === 'touch'
      pressed = { x: event.clientX, y: event.clientY }
      tapped = null
      if (!byFinger || !placer.tile) return
      const from = toPoint(event)
      const { pointerId: id, clientX: x, clientY: y } = event
      finger = { id, x, y, from, ghost: placer.ghost?.place ?? from, dragging: false }
      board.setPointerCapture(id)
      hold = setTimeout(() => {
        finger = null
        ignoreEndOfPress()
        placer.explain(from)
      }, HOLD_MS)
    }
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') {
        placer.moveTo(toPoint(event))
        return
      }
      if (!finger || finger.id !== event.pointerId) return
      finger.dragging ||= Math.hypot(event.clientX - finger.x, event.clientY - finger.y) >= DRAG_START_PX
      if (!finger.dragging) return
      clearTimeout(hold)
      const now = toPoint(event)
      placer.moveTo({ x: finger.ghost.x + now.x - finger.from.x, y: finger.ghost.y + now.y - finger.from.y })
    }
    const onUp = (event: PointerEvent) => {
      clearTimeout(hold)
      if (!finger || finger.id !== event.pointerId) return
      if (!finger.dragging && event.type === 'pointerup') tapped = finger.from
      finger = null
      placer.settle()
    }
    /** Prevent scrolling: after a swipe off the board the browser would ignore the next tap. */
    const onTouchMove = (event: TouchEvent) => {
      if (finger) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (!placer.tile) return
      if (tapped) placer.tap(tapped)
      else if (!byFinger && event.detail < 2) placer.layTile()
      tapped = null
    }
    const onLeave = () => placer.settle()
    /** A right click asks about the triangle below the ghost; without a ghost the triangles answer themselves. */
    const onContextMenu = (event: MouseEvent) => {
      if (!placer.tile) return
      event.preventDefault()
      placer.explain(toPoint(event))
    }
    /** A pointer that rests where a piece was laid does not ask about the triangles that appear under it. */
    const onEnter = (event: PointerEvent) => {
      if (event.clientX === pressed.x && event.clientY === pressed.y) event.stopPropagation()
    }

    let rolled = 0
    let last = 0
    const onWheel = (event: WheelEvent) => {
      if (!placer.tile || event.ctrlKey) return
      event.preventDefault()
      rolled += event.deltaY || event.deltaX
      if (Math.abs(rolled) < WHEEL_STEP_PX || event.timeStamp - last < WHEEL_STEP_MS) return
      placer.rotate(rolled > 0 ? 'right' : 'left')
      rolled = 0
      last = event.timeStamp
    }

    const listeners: [string, (event: never) => void][] = [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', onUp],
      ['pointerleave', onLeave],
      ['contextmenu', onContextMenu],
      ['touchmove', onTouchMove],
      ['click', onClick],
      ['wheel', onWheel],
    ]
    for (const [name, listener] of listeners)
      board.addEventListener(name, listener as EventListener, { passive: false })
    board.addEventListener('pointerenter', onEnter, { capture: true })
    return () => {
      clearTimeout(hold)
      board.removeEventListener('pointerenter', onEnter, { capture: true })
      for (const [name, listener] of listeners) board.removeEventListener(name, listener as EventListener)
    }
  }
}

/** Drag a tile from the tray to the board: a mouse lays it on release, a finger leaves the ghost there. */
export function dragFromTray(placer: TilePlacer, touches: Touches): Attachment<HTMLElement> {
  return (tray) => {
    let from: { id: number; x: number; y: number; tile: string; moved: boolean } | null = null

    /** Move the ghost to the pointer; return whether it is over the board. */
    const moveGhost = ({ clientX, clientY, pointerType }: PointerEvent): boolean => {
      const board = document.querySelector('[data-board] svg[role]')
      if (!board) return false
      const point = { clientX, clientY: clientY - (pointerType === 'touch' ? FINGER_OFFSET_PX : 0) }
      const { left, right, top, bottom } = board.getBoundingClientRect()
      const { clientX: x, clientY: y } = point
      const over = x >= left && x <= right && y >= top && y <= bottom
      if (over) placer.moveTo(toBoard(board, placer.geometry, point))
      return over
    }
    const onDown = (event: PointerEvent) => {
      const tile = (event.target as Element).closest<HTMLElement>('[data-touch-id^="piece:"]')
      if (!tile || event.button !== 0) return
      const { pointerId: id, clientX: x, clientY: y } = event
      from = { id, x, y, tile: tile.dataset.touchId ?? '', moved: false }
      // a fast pointer leaves the tray with its first move
      for (const [name, listener] of listeners) addEventListener(name, listener as EventListener)
    }
    const onMove = (event: PointerEvent) => {
      if (!from || from.id !== event.pointerId) return
      if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_START_PX) return
      if (!from.moved && (!touches.lit.has(from.tile) || tray.querySelector('[data-held]'))) {
        stop()
        return
      }
      if (!from.moved && !touches.soFar.includes(from.tile)) touches.touch(from.tile)
      from.moved = true
      moveGhost(event)
    }
    const onEnd = (event: PointerEvent) => {
      if (from?.id !== event.pointerId) return
      const { moved } = from
      stop()
      if (!moved) return
      const onBoard = event.type === 'pointerup' && moveGhost(event)
      if (onBoard && event.pointerType !== 'touch' && placer.ghost) placer.layTile()
      placer.settle()
      // the click that follows belongs to the drag
      const swallow = (click: Event) => click.stopPropagation()
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
    }
    const listeners: [string, (event: never) => void][] = [
      ['pointermove', onMove],
      ['pointerup', onEnd],
      ['pointercancel', onEnd],
    ]
    const stop = () => {
      from = null
      for (const [name, listener] of listeners) removeEventListener(name, listener as EventListener)
    }
    const onTouchMove = (event: TouchEvent) => {
      if (from?.moved) event.preventDefault()
    }
    tray.addEventListener('pointerdown', onDown)
    tray.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => {
      stop()
      tray.removeEventListener('touchmove', onTouchMove)
      tray.removeEventListener('pointerdown', onDown)
    }
  }
}
