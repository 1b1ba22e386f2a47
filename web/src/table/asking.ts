/** The ways to ask what a piece is, besides touching it: holding it, a right click, hovering, and the key I. */

export const HOLD_MS = 550
const HOVER_MS = 500
/** The click at the end of a press comes at most this late. */
const LATE_CLICK_MS = 400
/** A press that moves further is not a hold. */
const SLIP_PX = 9

/** Where the pointer is, in the window. */
export interface Point {
  readonly x: number
  readonly y: number
}
type Listeners = Readonly<Record<string, (event: Event) => void>>

export function listen(node: EventTarget, listeners: Listeners, capture = false): () => void {
  for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener, capture)
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      node.removeEventListener(name, listener, capture)
  }
}

/** Swallows the click at the end of a hold, so that it plays no move. */
export function ignoreEndOfPress() {
  const stop = listen(
    window,
    {
      click: (event) => event.stopImmediatePropagation(),
      pointerup: () => setTimeout(() => stop(), LATE_CLICK_MS),
      pointerdown: () => stop(),
    },
    true,
  )
}

/** Calls `ask` when the player asks what a piece is, with the place that was pressed; returns a function that stops this.
    While a piece is held it has the attribute `data-held`, and cannot be dragged. */
export function listenForQuestions(
  node: HTMLElement | SVGElement,
  ask: (by: 'hover' | 'press' | 'key', at?: Point) => void,
): () => void {
  let hold: ReturnType<typeof setTimeout> | undefined
  let hover: ReturnType<typeof setTimeout> | undefined
  /** Where the pointer was pressed; null when it is up. */
  let pressed: Point | null = null

  const forget = () => {
    clearTimeout(hold)
    clearTimeout(hover)
  }
  const onHold = (at: Point) => {
    if (node.hasAttribute('data-dragged')) return
    node.setAttribute('data-held', '')
    ignoreEndOfPress()
    ask('press', at)
  }
  const onRelease = () => {
    forget()
    pressed = null
  }
  const stop = listen(node, {
    pointerdown: (event) => {
      const { button, clientX: x, clientY: y } = event as PointerEvent
      forget()
      node.removeAttribute('data-held')
      if (button !== 0) return
      const at = (pressed = { x, y })
      hold = setTimeout(() => onHold(at), HOLD_MS)
    },
    pointermove: (event) => {
      const { clientX, clientY } = event as PointerEvent
      if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP_PX) clearTimeout(hold)
    },
    pointerup: onRelease,
    pointercancel: onRelease,
    // also by a long touch, and by the menu key
    contextmenu: (event) => {
      event.preventDefault()
      forget()
      if (node.hasAttribute('data-held')) return
      const { clientX: x, clientY: y } = event as MouseEvent
      if (pressed) onHold(pressed)
      else ask('press', { x, y })
    },
    pointerenter: (event) => {
      const { pointerType, buttons } = event as PointerEvent
      if (pointerType === 'mouse' && !buttons) hover = setTimeout(() => ask('hover'), HOVER_MS)
    },
    pointerleave: onRelease,
    keydown: (event) => {
      const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
      if (key === 'i' && !ctrlKey && !metaKey && !altKey) ask('key')
    },
  })
  return () => {
    forget()
    stop()
  }
}
