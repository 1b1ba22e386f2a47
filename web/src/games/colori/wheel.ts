/** The geometry of a wheel around its centre: the first colour is at the top, the others follow clockwise. */
export interface Rings {
  readonly outer: number
  readonly inner: number
  /** Between two wedges, constant along their sides. */
  readonly gap: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const LARGE_RINGS: Rings = { outer: 180, inner: 92, gap: 7 }
export const SMALL_RINGS: Rings = { outer: 66, inner: 31, gap: 3 }
/** Where the threads between colours that mix begin and end. */
export const THREAD_RADIUS = 79

const round = (v: number) => +v.toFixed(1)
const STEP = Math.PI / 6

export const angleOf = (i: number) => i * STEP

export const pointAt = (radius: number, angle: number): Point => ({
  x: round(radius * Math.sin(angle)),
  y: round(-radius * Math.cos(angle)) + 0,
})

const pathPoint = (radius: number, angle: number) => {
  const { x, y } = pointAt(radius, angle)
  return `${x} ${y}`
}

/** The outline of wedge `i` between two radii. */
export function wedgePath(i: number, inner: number, outer: number, gap: number): string {
  const [from, to] = [angleOf(i) - STEP / 2, angleOf(i) + STEP / 2]
  const [a, b] = [Math.asin(gap / 2 / inner), Math.asin(gap / 2 / outer)]
  return (
    `M${pathPoint(inner, from + a)}L${pathPoint(outer, from + b)}` +
    `A${outer} ${outer} 0 0 1 ${pathPoint(outer, to - b)}L${pathPoint(inner, to - a)}` +
    `A${inner} ${inner} 0 0 0 ${pathPoint(inner, from + a)}Z`
  )
}

export const midpoint = (a: Point, b: Point): Point => ({
  x: round((a.x + b.x) / 2),
  y: round((a.y + b.y) / 2),
})

/** The wedge to which an arrow key moves: right and down go clockwise. */
export function nextWedge(i: number, key: string, size: number): number | null {
  if (key === 'Home') return 0
  if (key === 'ArrowRight' || key === 'ArrowDown') return (i + 1) % size
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (i + size - 1) % size
  return null
}
