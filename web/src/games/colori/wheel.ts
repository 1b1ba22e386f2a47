/** The geometry of a wheel, around its centre; the first colour is on top, the others follow clockwise. */
export interface Rings {
  readonly outer: number
  readonly inner: number
  /** Between two wedges, the same along their whole side. */
  readonly gap: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const LARGE: Rings = { outer: 180, inner: 92, gap: 7 }
export const SMALL: Rings = { outer: 66, inner: 31, gap: 3 }
/** Where the threads of the hub are fastened. */
export const THREADS = 79

const n = (v: number) => +v.toFixed(1)
const STEP = Math.PI / 6

export const angle = (i: number) => i * STEP

export const at = (radius: number, turn: number): Point => ({
  x: n(radius * Math.sin(turn)),
  y: n(-radius * Math.cos(turn)) + 0,
})

const pointText = (radius: number, turn: number) => {
  const { x, y } = at(radius, turn)
  return `${x} ${y}`
}

/** The outline of wedge `i` between two radii. */
export function wedge(i: number, inner: number, outer: number, gap: number): string {
  const [from, to] = [angle(i) - STEP / 2, angle(i) + STEP / 2]
  const [a, b] = [Math.asin(gap / 2 / inner), Math.asin(gap / 2 / outer)]
  return (
    `M${pointText(inner, from + a)}L${pointText(outer, from + b)}` +
    `A${outer} ${outer} 0 0 1 ${pointText(outer, to - b)}L${pointText(inner, to - a)}` +
    `A${inner} ${inner} 0 0 0 ${pointText(inner, from + a)}Z`
  )
}

export const middle = (a: Point, b: Point): Point => ({ x: n((a.x + b.x) / 2), y: n((a.y + b.y) / 2) })

/** The next wedge for an arrow key: right and down go clockwise on the upper half as on a clock's face. */
export function turned(i: number, key: string, size: number): number | null {
  if (key === 'Home') return 0
  if (key === 'ArrowRight' || key === 'ArrowDown') return (i + 1) % size
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (i + size - 1) % size
  return null
}
