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

/** The mouse. A piece that a changed layout moves below it, or that was just clicked, was not pointed at. */
const mouse = {
  at: { x: NaN, y: NaN },
  /** The last event moved it. */
  moved: false,
  /** Where it was pressed; null once it has moved away from there. */
  pressed: null as Point | null,
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const pointOf = (event: Event): Point => {
  const { clientX: x, clientY: y } = event as MouseEvent
  return { x, y }
}
const isMouse = (event: Event) => (event as PointerEvent).pointerType === 'mouse'

export function listen(node: EventTarget, listeners: Listeners, capture = false): () => void {
  for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener, capture)
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      node.removeEventListener(name, listener, capture)
  }
}

listen(
  window,
  {
    pointermove: (event) => {
      if (!isMouse(event)) return
      const at = pointOf(event)
      mouse.moved = at.x !== mouse.at.x || at.y !== mouse.at.y
      mouse.at = at
      if (mouse.pressed && distance(at, mouse.pressed) > SLIP_PX) mouse.pressed = null
    },
    pointerdown: (event) => {
      if (isMouse(event)) mouse.pressed = pointOf(event)
    },
  },
  true,
)

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
    hover = undefined
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
      forget()
      node.removeAttribute('data-held')
      if ((event as PointerEvent).button !== 0) return
      const at = (pressed = pointOf(event))
      hold = setTimeout(() => onHold(at), HOLD_MS)
    },
    pointermove: (event) => {
      if (pressed && distance(pointOf(event), pressed) > SLIP_PX) clearTimeout(hold)
      if (hover || !isMouse(event) || (event as PointerEvent).buttons || !mouse.moved || mouse.pressed) return
      hover = setTimeout(() => ask('hover'), HOVER_MS)
    },
    pointerup: onRelease,
    pointercancel: onRelease,
    // also by a long touch, and by the menu key
    contextmenu: (event) => {
      event.preventDefault()
      forget()
      if (node.hasAttribute('data-held')) return
      if (pressed) onHold(pressed)
      else ask('press', pointOf(event))
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
