/** Pieces travel from where they were to where they are. Drawn above the table with copies,
    so that nothing is clipped and the real pieces can be touched at once. */

export interface Move {
  /** The piece to draw in flight; it is copied. */
  readonly piece: Element
  readonly from: DOMRect
  readonly to: DOMRect
  /** The real piece at the end of the way, unseen until its copy has landed. */
  readonly lands?: Element
  /** Not to be seen before it starts, as a card in a deck. */
  readonly unseen?: boolean
  /** Starts that many milliseconds after its turn. */
  readonly later?: number
}

export const TRAVEL_MS = 320
const GAP_MS = 60
const MOST_DELAY_MS = 600 - TRAVEL_MS
const EASE = 'cubic-bezier(.45, .05, .2, 1)'

const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Where every piece (data-piece) of the table lies now. */
export function measurePieces(root: Element): Map<string, { piece: Element; rect: DOMRect }> {
  const found = new Map<string, { piece: Element; rect: DOMRect }>()
  for (const piece of root.querySelectorAll('[data-piece]'))
    found.set(piece.getAttribute('data-piece') ?? '', { piece, rect: piece.getBoundingClientRect() })
  return found
}

/** Where the first of these that is seen lies. */
export function findRect(...selectors: string[]): DOMRect | undefined {
  for (const selector of selectors) {
    const rect = document.querySelector(selector)?.getBoundingClientRect()
    if (rect?.width) return rect
  }
  return undefined
}

/** A layer above everything, never in the way of a touch; it goes when its last piece has gone. */
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

/** A copy of a piece that only is looked at, of the same size and at the same place. */
export function copyPiece(piece: Element, { left, top, width, height }: DOMRect): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement
  for (const name of ['data-piece', 'data-touch', 'data-touch-id', 'aria-label']) copy.removeAttribute(name)
  copy.tabIndex = -1
  const box = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  Object.assign(copy.style, { position: 'absolute', margin: '0', ...box })
  return copy
}

/** Starts all moves, one shortly after the other. */
export function flyPieces(moves: readonly Move[]) {
  if (!moves.length || wantsNoMotion()) return
  const layer = flightLayer()
  const gap = Math.min(GAP_MS, MOST_DELAY_MS / moves.length)
  moves.forEach((move, i) => travel(layer, move, i * gap + (move.later ?? 0)))
}

function travel(layer: Element, { piece, from, to, lands, unseen }: Move, delay: number) {
  // drawn at the larger of both sizes, so that it is never blown up
  const size = Math.max(from.width, to.width)
  const ratio = lands ? to.height / to.width : from.height / from.width
  const copy = copyPiece(piece, new DOMRect(0, 0, size, size * ratio))
  copy.style.transformOrigin = '0 0'
  layer.append(copy)

  const at = (r: DOMRect) => {
    const scale = r.width / size
    const y = r.top + (r.height - size * ratio * scale) / 2
    return `translate(${r.left}px, ${y}px) scale(${scale})`
  }
  if (unseen) copy.style.opacity = '0'
  const fill = unseen ? ('forwards' as const) : ('both' as const)
  const timing = { duration: TRAVEL_MS, delay, easing: EASE, fill }
  const raised = 'drop-shadow(0 12px 14px rgb(0 0 0 / .3))'
  const flight = copy.animate(
    [
      { transform: at(from), filter: raised, opacity: 1 },
      { transform: at(to), filter: lands ? 'none' : raised, opacity: 1 },
    ],
    timing,
  )
  lands?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TRAVEL_MS + delay })
  void flight.finished.finally(() => copy.remove())
}

/** A piece that stays itself but lies elsewhere, because the row closed up or the board grew. */
export function slidePiece(piece: Element, from: DOMRect, to: DOMRect) {
  const [dx, dy] = [from.left - to.left, from.top - to.top]
  const scale = to.width ? from.width / to.width : 1
  if (wantsNoMotion() || (Math.abs(dx) < 1 && Math.abs(dy) < 1)) return
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
