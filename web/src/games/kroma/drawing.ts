/** The outlines of pieces outside of a table, where no catalogue says which ones are in the game. */
import { Geometry, type Point } from './geometry.ts'

/** Row and column of each triangle, by the name and the size of the piece. */
export const OUTLINES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'diamond-2': [[0, 0], [0, 1]],
  'trapezoid-3': [[0, 0], [0, 1], [0, 2]],
  'rhombus-4': [[0, 0], [0, 1], [0, 2], [0, 3]],
  'rhombus-8': [[0, 0], [0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3]],
  'hook-4': [[0, 0], [0, 1], [0, 2], [1, 3]],
  'hook-5': [[0, 0], [0, 1], [0, 2], [1, 3], [1, 2]],
  'hook-6': [[0, 0], [0, 1], [0, 2], [1, 3], [1, 2], [2, 3]],
} // prettier-ignore

interface DrawnOutline {
  readonly viewBox: string
  readonly d: string
  readonly centres: readonly Point[]
}

const MARGIN = 4

/** Draws an outline in a box that just fits it. */
export function drawOutline(spots: readonly (readonly [number, number])[]): DrawnOutline {
  const cells = spots.map(([row, column]): [number, number] => [row, column])
  const geometry = new Geometry({ side: 1, cells })
  const all = [...cells.keys()]
  const d = geometry.outline(all)
  const points = (d.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((point) => point.split(' ').map(Number))
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  const [width, height] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top]
  return {
    viewBox: `${left} ${top} ${width} ${height}`,
    d,
    centres: all.map((cell) => geometry.centre([cell])),
  }
}
