/** Dragging a piece to its place; a copy follows the pointer. */
import { copyPiece, flightLayer } from './motion.ts'

export interface Drag {
  /** Called once; false if the piece cannot be dragged. */
  readonly begin: () => boolean
  /** Called with the touch id under the pointer, or an empty string. */
  readonly over: (id: string) => void
  readonly drop: (id: string) => void
}

/** A shorter movement is a touch. */
const DRAG_THRESHOLD_PX = 9

/** The touch id under a point: of a piece or of its area. */
function idAt(x: number, y: number): string {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-touch-id], [data-touch-area]')
  return target?.dataset.touchId ?? target?.dataset.touchArea ?? ''
}

/** Makes an element draggable; returns a function that undoes it. */
export function draggable(node: HTMLElement | SVGElement, { begin, over, drop }: Drag): () => void {
  let from: { x: number; y: number; id: number } | null = null
  let copy: HTMLElement | null = null

  const onDown = (event: Event) => {
    const { button, clientX: x, clientY: y, pointerId: id } = event as PointerEvent
    // its table drags something else instead
    if (button !== 0 || node.hasAttribute('data-own-drag')) return
    from = { x, y, id }
    // a fast pointer leaves the piece with its first move
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener)
  }
  const start = () => {
    if (!begin()) {
      from = null
      return
    }
    copy = node instanceof HTMLElement ? copyPiece(node, node.getBoundingClientRect()) : null
    if (copy) flightLayer().append(copy)
  }
  const onMove = (event: Event) => {
    const pointer = event as PointerEvent
    if (!from || pointer.pointerId !== from.id) return
    const [dx, dy] = [pointer.clientX - from.x, pointer.clientY - from.y]
    const dragging = node.hasAttribute('data-dragged')
    if (!dragging && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return
    if (!dragging) start()
    if (!from) return
    node.setAttribute('data-dragged', '')
    if (copy) copy.style.translate = `${dx}px ${dy}px`
    over(idAt(pointer.clientX, pointer.clientY))
  }
  const end = (event: Event) => {
    const { clientX, clientY, type } = event as PointerEvent
    stop()
    if (node.hasAttribute('data-dragged')) {
      node.removeAttribute('data-dragged')
      drop(type === 'pointerup' ? idAt(clientX, clientY) : '')
      // the click that follows belongs to the drag
      node.addEventListener('click', stopClick, { capture: true, once: true })
      setTimeout(() => node.removeEventListener('click', stopClick, { capture: true }), 0)
    }
    copy?.remove()
    copy = from = null
  }
  const stopClick = (event: Event) => event.stopImmediatePropagation()

  const listeners = { pointermove: onMove, pointerup: end, pointercancel: end }
  const stop = () => {
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener)
  }
  node.addEventListener('pointerdown', onDown)
  return () => {
    stop()
    copy?.remove()
    node.removeEventListener('pointerdown', onDown)
  }
}
