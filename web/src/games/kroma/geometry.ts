/** The geometry of the board: cells are triangles with sides of 60 units, with the apex of the board at the top. */
import type { Catalogue } from './types.gen.ts'

export const SIDE = 60
const HEIGHT = (SIDE * Math.sqrt(3)) / 2
/** The space around the board: a white rim, and a margin for rings and coordinates. */
const RIM = 14
const ROUNDING = 7
const AROUND = { x: 44, above: 38, below: 44 }
/** The distance of the coordinates from the rim. */
const LABEL_GAP = 8

export interface Point {
  readonly x: number
  readonly y: number
}
/** A point of the grid: its row from the apex, and its position from the left. */
type Vertex = readonly [row: number, column: number]
type Edge = readonly [from: Vertex, to: Vertex]

const round = (v: number) => +v.toFixed(1)
const key = (a: Vertex, b: Vertex) => `${a}|${b}`

export class Geometry {
  readonly side: number
  readonly width: number
  readonly height: number
  /** The visible area. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly viewBox: string
  /** The outline of the lit plate under the cells. */
  readonly plate: string
  readonly #cells: Catalogue['cells']
  readonly #outlines = new Map<string, string>()

  constructor({ side, cells }: Pick<Catalogue, 'side' | 'cells'>) {
    this.side = side
    this.#cells = cells
    this.width = side * SIDE
    this.height = side * HEIGHT
    this.box = {
      x: -AROUND.x,
      y: -AROUND.above,
      width: this.width + 2 * AROUND.x,
      height: round(this.height + AROUND.above + AROUND.below),
    }
    this.viewBox = `${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`
    this.plate = this.#makePlate()
  }

  get middle(): Point {
    return { x: this.width / 2, y: (this.height * 2) / 3 }
  }

  /** Where the numbers of the rows stand: on the left of each row. */
  get rowLabels(): readonly Point[] {
    return Array.from({ length: this.side }, (_, row) => {
      const { x, y } = this.#place([row + 0.5, 0])
      return { x: round(x - RIM * 1.16 - LABEL_GAP), y: round(y) }
    })
  }

  /** Where the numbers of every second triangle stand: below the last row, at the end of a strip that leans right. */
  get columnLabels(): readonly Point[] {
    return Array.from({ length: this.side }, (_, i) => {
      const { x, y } = this.#place([this.side, i + 0.5])
      return { x: round(x), y: round(y + RIM + LABEL_GAP) }
    })
  }

  /** The centre of some cells. */
  centre(cells: readonly number[]): Point {
    const corners = cells.flatMap((cell) => this.#corners(cell).map((v) => this.#place(v)))
    const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
    return { x: round(sum.x / corners.length), y: round(sum.y / corners.length) }
  }

  /** The cell at a point; null outside of the board. */
  cellAt({ x, y }: Point): number | null {
    const along = y / HEIGHT
    const across = x / SIDE + along / 2 - this.side / 2
    const [row, left] = [Math.floor(along), Math.floor(across)]
    const column = 2 * left + (across - left > along - row ? 1 : 0)
    const inside = row >= 0 && row < this.side && column >= 0 && column <= 2 * row
    return inside ? row * row + column : null
  }

  /** The grid point where most of these cells meet. */
  meetingPoint(cells: readonly number[]): Point {
    const counts = new Map<string, { vertex: Vertex; cells: number }>()
    for (const vertex of cells.flatMap((cell) => this.#corners(cell))) {
      const known = counts.get(`${vertex}`)
      counts.set(`${vertex}`, { vertex, cells: (known?.cells ?? 0) + 1 })
    }
    const [most] = [...counts.values()].sort((a, b) => b.cells - a.cells)
    return this.#place(most?.vertex ?? [0, 0])
  }

  /** The outline of some cells as a path, moved inwards to leave a gap between pieces. */
  outline(cells: readonly number[], inwards = 0): string {
    const name = `${inwards}:${cells}`
    const known = this.#outlines.get(name)
    if (known !== undefined) return known
    const path = findLoops(cells.map((cell) => this.#corners(cell)))
      .map((loop) => moveInwards(dropStraight(loop.map((v) => this.#place(v))), inwards))
      .map((points) => `M${points.map((p) => `${round(p.x)} ${round(p.y)}`).join('L')}Z`)
      .join('')
    this.#outlines.set(name, path)
    return path
  }

  /** The corners of a cell, in the same direction for all cells. */
  #corners(cell: number): readonly Vertex[] {
    const [row, column] = this.#cells[cell] as [number, number]
    const left = column >> 1
    return column % 2
      ? [
          [row, left],
          [row, left + 1],
          [row + 1, left + 1],
        ]
      : [
          [row, left],
          [row + 1, left + 1],
          [row + 1, left],
        ]
  }

  #place([row, column]: Vertex): Point {
    return { x: (column - row / 2 + this.side / 2) * SIDE, y: row * HEIGHT }
  }

  #makePlate(): string {
    const { width, height } = this
    const [dx, dy] = [ROUNDING * 0.5, ROUNDING * 0.87]
    const [left, right] = [-RIM * Math.sqrt(3), width + RIM * Math.sqrt(3)]
    const [top, bottom, mid] = [-2 * RIM, height + RIM, width / 2]
    const turns = [
      [left + dx, bottom - dy, mid - dx, top + dy, mid, top, mid + dx, top + dy],
      [right - dx, bottom - dy, right, bottom, right - ROUNDING, bottom],
      [left + ROUNDING, bottom, left, bottom, left + dx, bottom - dy],
    ].map((row) => row.map(round))
    const [first, second, third] = turns as [number[], number[], number[]]
    return (
      `M${first.slice(0, 2).join(' ')}L${first.slice(2, 4).join(' ')}Q${first.slice(4).join(' ')}` +
      `L${second.slice(0, 2).join(' ')}Q${second.slice(2).join(' ')}` +
      `L${third.slice(0, 2).join(' ')}Q${third.slice(2).join(' ')}Z`
    )
  }
}

/** Return the closed lines around some triangles, without the edges that two of them share. */
function findLoops(triangles: readonly (readonly Vertex[])[]): Vertex[][] {
  const edges = new Map<string, Edge>()
  for (const corners of triangles)
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length] as Vertex
      if (!edges.delete(key(to, from))) edges.set(key(from, to), [from, to])
    })
  const loops: Vertex[][] = []
  const after = (vertex: Vertex) => [...edges.values()].find(([from]) => `${from}` === `${vertex}`)
  for (let edge = [...edges.values()][0]; edge; edge = [...edges.values()][0]) {
    const loop: Vertex[] = []
    for (let next: Edge | undefined = edge; next; next = after(next[1])) {
      loop.push(next[0])
      edges.delete(key(...next))
    }
    loops.push(loop)
  }
  return loops
}

/** Remove the points on straight lines. */
function dropStraight(points: readonly Point[]): Point[] {
  return points.filter((b, i) => {
    const [a, c] = [points.at(i - 1) as Point, points[(i + 1) % points.length] as Point]
    return Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) > 1e-6
  })
}

function moveInwards(points: readonly Point[], by: number): Point[] {
  const moved = (u: Point, v: Point) => {
    const [dx, dy] = [v.x - u.x, v.y - u.y]
    const length = Math.hypot(dx, dy)
    return { x: u.x - (dy / length) * by, y: u.y + (dx / length) * by, dx: dx / length, dy: dy / length }
  }
  return points.map((b, i) => {
    const one = moved(points.at(i - 1) as Point, b)
    const two = moved(b, points[(i + 1) % points.length] as Point)
    const along = ((two.x - one.x) * two.dy - (two.y - one.y) * two.dx) / (one.dx * two.dy - one.dy * two.dx)
    return { x: one.x + one.dx * along, y: one.y + one.dy * along }
  })
}
