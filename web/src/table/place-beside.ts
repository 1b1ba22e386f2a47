/** Where a popover stands beside what it is about. */

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
interface Size {
  readonly width: number
  readonly height: number
}
export interface Place {
  readonly side: 'right' | 'left' | 'below' | 'above'
  readonly left: number
  readonly top: number
  /** How far along its edge the popover points at the middle of the box. */
  readonly tip: number
}

const MARGIN_PX = 8
const GAP_PX = 14
/** The tip stays clear of the round corners. */
const TIP_INSET_PX = 24

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** The sides in the order of preference, and what the popover should not cover. */
interface Wishes {
  readonly sides?: readonly Place['side'][]
  readonly clearOf?: readonly Box[]
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Place a popover right of a box, or left, below or above it: on the first side with enough space where it covers the
    fewest other boxes; otherwise on the side with the most. It never leaves the window. */
export function placeBeside(
  box: Box,
  size: Size,
  window: Size,
  { sides = ['right', 'left', 'below', 'above'], clearOf = [] }: Wishes = {},
): Place {
  const spare = {
    right: window.width - box.right - size.width,
    left: box.left - size.width,
    below: window.height - box.bottom - size.height,
    above: box.top - size.height,
  }
  const most = sides.reduce((a, b) => (spare[b] > spare[a] ? b : a))
  const fitting = sides.filter((side) => spare[side] >= GAP_PX + MARGIN_PX)
  const places = (fitting.length ? fitting : [most]).map((side) => placeOn(side, box, size, window))
  const countCovered = ({ left, top }: Place) =>
    clearOf.filter((other) =>
      overlap({ left, top, right: left + size.width, bottom: top + size.height }, other),
    ).length
  return places.reduce((best, other) => (countCovered(other) < countCovered(best) ? other : best))
}

function placeOn(side: Place['side'], box: Box, { width, height }: Size, window: Size): Place {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const wanted = {
    right: [box.right + GAP_PX, y - height / 2],
    left: [box.left - GAP_PX - width, y - height / 2],
    below: [x - width / 2, box.bottom + GAP_PX],
    above: [x - width / 2, box.top - GAP_PX - height],
  }[side] as [number, number]
  const left = clamp(wanted[0], MARGIN_PX, Math.max(MARGIN_PX, window.width - width - MARGIN_PX))
  const top = clamp(wanted[1], MARGIN_PX, Math.max(MARGIN_PX, window.height - height - MARGIN_PX))
  const beside = side === 'right' || side === 'left'
  const tip = beside
    ? clamp(y - top, TIP_INSET_PX, height - TIP_INSET_PX)
    : clamp(x - left, TIP_INSET_PX, width - TIP_INSET_PX)
  return { side, left, top, tip }
}
