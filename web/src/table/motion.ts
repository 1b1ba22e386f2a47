/** Animates pieces from their old to their new places. Copies fly above the table, so that nothing is clipped and the
    real pieces can be touched immediately. */

export interface Flight {
  /** The piece to draw in flight; it is copied. */
  readonly piece: Element
  readonly from: DOMRect
  readonly to: DOMRect
  /** The real piece at the destination, hidden until its copy has arrived. */
  readonly landingPiece?: Element
  /** Hidden until it starts, such as a card in a deck. */
  readonly hiddenUntilStart?: boolean
  /** An additional delay in milliseconds. */
  readonly extraDelayMs?: number
}

export const TRAVEL_MS = 320
const GAP_MS = 60
const MAX_DELAY_MS = 600 - TRAVEL_MS
const EASE = 'cubic-bezier(.45, .05, .2, 1)'

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The elements and boxes of all pieces (data-piece) of a table. */
export function measurePieces(root: Element): Map<string, { piece: Element; rect: DOMRect }> {
  const pieces = new Map<string, { piece: Element; rect: DOMRect }>()
  for (const piece of root.querySelectorAll('[data-piece]'))
    pieces.set(piece.getAttribute('data-piece') ?? '', { piece, rect: piece.getBoundingClientRect() })
  return pieces
}

/** The box of the first visible element. */
export function findRect(...selectors: string[]): DOMRect | undefined {
  for (const selector of selectors) {
    const rect = document.querySelector(selector)?.getBoundingClientRect()
    if (rect?.width) return rect
  }
  return undefined
}

/** A layer above everything that ignores pointers; it is removed with its last piece. */
export function flightLayer(): HTMLElement {
  const layer = document.createElement('div')
  layer.setAttribute('aria-hidden', 'true')
  Object.assign(layer.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '5',
    pointerEvents: 'none',
    overflow: 'hidden',
  })
  document.body.append(layer)
  const watch = new MutationObserver(() => {
    if (layer.childElementCount) return
    watch.disconnect()
    layer.remove()
  })
  watch.observe(layer, { childList: true })
  return layer
}

/** An inert copy of a piece, of the same size and at the same place. */
export function copyPiece(piece: Element, { left, top, width, height }: DOMRect): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement
  for (const name of ['data-piece', 'data-touch', 'data-touch-id', 'aria-label']) copy.removeAttribute(name)
  copy.tabIndex = -1
  const box = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  Object.assign(copy.style, { position: 'absolute', margin: '0', ...box })
  return copy
}

/** Starts all flights, one after the other with short delays. */
export function flyPieces(flights: readonly Flight[]) {
  if (!flights.length || prefersReducedMotion()) return
  const layer = flightLayer()
  const gap = Math.min(GAP_MS, MAX_DELAY_MS / flights.length)
  flights.forEach((flight, i) => travel(layer, flight, i * gap + (flight.extraDelayMs ?? 0)))
}

function travel(layer: Element, { piece, from, to, landingPiece, hiddenUntilStart }: Flight, delay: number) {
  // drawn at the larger of both sizes, so that it is never scaled up
  const size = Math.max(from.width, to.width)
  const ratio = landingPiece ? to.height / to.width : from.height / from.width
  const copy = copyPiece(piece, new DOMRect(0, 0, size, size * ratio))
  copy.style.transformOrigin = '0 0'
  layer.append(copy)

  const transformTo = (r: DOMRect) => {
    const scale = r.width / size
    const y = r.top + (r.height - size * ratio * scale) / 2
    return `translate(${r.left}px, ${y}px) scale(${scale})`
  }
  if (hiddenUntilStart) copy.style.opacity = '0'
  const fill = hiddenUntilStart ? ('forwards' as const) : ('both' as const)
  const timing = { duration: TRAVEL_MS, delay, easing: EASE, fill }
  const raised = 'drop-shadow(0 12px 14px rgb(0 0 0 / .3))'
  const animation = copy.animate(
    [
      { transform: transformTo(from), filter: raised, opacity: 1 },
      { transform: transformTo(to), filter: landingPiece ? 'none' : raised, opacity: 1 },
    ],
    timing,
  )
  landingPiece?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TRAVEL_MS + delay })
  void animation.finished.finally(() => copy.remove())
}

/** Slides a piece whose place has changed because the layout did. */
export function slidePiece(piece: Element, from: DOMRect, to: DOMRect) {
  const [dx, dy] = [from.left - to.left, from.top - to.top]
  const scale = to.width ? from.width / to.width : 1
  if (prefersReducedMotion() || (Math.abs(dx) < 1 && Math.abs(dy) < 1)) return
  const start = `translate(${dx}px, ${dy}px) scale(${scale})`
  piece.animate(
    [
      { transformOrigin: '0 0', transform: start },
      { transformOrigin: '0 0', transform: 'none' },
    ],
    {
      duration: TRAVEL_MS,
      easing: EASE,
    },
  )
}
