/** A piece can be drawn to its place as well as touched: a copy follows the pointer. */
import { copyPiece, flightLayer } from './motion.ts'

export interface Drag {
  /** The piece leaves its place; false: it does not. */
  readonly begin: () => boolean
  /** What the pointer is over, by its touch id; empty: nothing. */
  readonly over: (id: string) => void
  readonly drop: (id: string) => void
}

/** From so many pixels on it is no longer a touch. */
const FAR = 9

/** The touch id under a point: a piece, or an area that answers for one. */
function idAt(x: number, y: number): string {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-touch-id], [data-answers]')
  return found?.dataset.touchId ?? found?.dataset.answers ?? ''
}

/** Lets an element be dragged; returns how to stop it. */
export function draggable(node: HTMLElement | SVGElement, { begin, over, drop }: Drag): () => void {
  let from: { x: number; y: number; id: number } | null = null
  let copy: HTMLElement | null = null

  const onDown = (event: Event) => {
    const { button, clientX: x, clientY: y, pointerId: id } = event as PointerEvent
    if (button !== 0) return
    from = { x, y, id }
    // a quick pointer has left the piece with its first move
    for (const [name, hear] of Object.entries(heard)) addEventListener(name, hear)
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
    const moved = event as PointerEvent
    if (!from || moved.pointerId !== from.id) return
    const [dx, dy] = [moved.clientX - from.x, moved.clientY - from.y]
    const dragging = node.hasAttribute('data-dragged')
    if (!dragging && Math.hypot(dx, dy) < FAR) return
    if (!dragging) start()
    if (!from) return
    node.setAttribute('data-dragged', '')
    if (copy) copy.style.translate = `${dx}px ${dy}px`
    over(idAt(moved.clientX, moved.clientY))
  }
  const end = (event: Event) => {
    const { clientX, clientY, type } = event as PointerEvent
    stop()
    if (node.hasAttribute('data-dragged')) {
      node.removeAttribute('data-dragged')
      drop(type === 'pointerup' ? idAt(clientX, clientY) : '')
      // the click that follows belongs to the drag
      node.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 0)
    }
    copy?.remove()
    copy = from = null
  }
  const swallow = (event: Event) => event.stopImmediatePropagation()

  const heard = { pointermove: onMove, pointerup: end, pointercancel: end }
  const stop = () => {
    for (const [name, hear] of Object.entries(heard)) removeEventListener(name, hear)
  }
  node.addEventListener('pointerdown', onDown)
  return () => {
    stop()
    copy?.remove()
    node.removeEventListener('pointerdown', onDown)
  }
}
