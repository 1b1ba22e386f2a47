/** The board as a drawing: cells are triangles with sides of 60 units, the apex of the board on top. */
import type { KromaCatalogue } from './types.gen.ts'

export const SIDE = 60
const HEIGHT = (SIDE * Math.sqrt(3)) / 2
/** Room around the board: the white rim, and a little for rings. */
const RIM = 14
const ROUNDING = 7
const AROUND = { x: 34, above: 38, below: 24 }

export interface Point {
  readonly x: number
  readonly y: number
}
/** A point of the grid: row from the apex, place from the left. */
type Vertex = readonly [row: number, at: number]
type Edge = readonly [from: Vertex, to: Vertex]

const round = (v: number) => +v.toFixed(1)
const key = (a: Vertex, b: Vertex) => `${a}|${b}`

export class Geometry {
  readonly side: number
  readonly width: number
  readonly height: number
  /** The part of the plane that is drawn. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly viewBox: string
  /** The lit plate under the cells. */
  readonly plate: string
  readonly #cells: KromaCatalogue['cells']
  readonly #outlines = new Map<string, string>()

  constructor({ side, cells }: Pick<KromaCatalogue, 'side' | 'cells'>) {
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

  /** The middle of the board. */
  get middle(): Point {
    return { x: this.width / 2, y: (this.height * 2) / 3 }
  }

  /** The middle of some cells. */
  centre(cells: readonly number[]): Point {
    const corners = cells.flatMap((cell) => this.#corners(cell).map((v) => this.#place(v)))
    const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
    return { x: round(sum.x / corners.length), y: round(sum.y / corners.length) }
  }

  /** The grid point where most of some cells meet. */
  knot(cells: readonly number[]): Point {
    const meeting = new Map<string, { vertex: Vertex; cells: number }>()
    for (const vertex of cells.flatMap((cell) => this.#corners(cell))) {
      const known = meeting.get(`${vertex}`)
      meeting.set(`${vertex}`, { vertex, cells: (known?.cells ?? 0) + 1 })
    }
    const [most] = [...meeting.values()].sort((a, b) => b.cells - a.cells)
    return this.#place(most?.vertex ?? [0, 0])
  }

  /** The outline of some cells as a path, moved inwards: so a line of light stays between two pieces. */
  outline(cells: readonly number[], inwards = 0): string {
    const name = `${inwards}:${cells}`
    const known = this.#outlines.get(name)
    if (known !== undefined) return known
    const made = findLoops(cells.map((cell) => this.#corners(cell)))
      .map((loop) => moveInwards(dropStraight(loop.map((v) => this.#place(v))), inwards))
      .map((points) => `M${points.map((p) => `${round(p.x)} ${round(p.y)}`).join('L')}Z`)
      .join('')
    this.#outlines.set(name, made)
    return made
  }

  /** The corners of a cell, all cells round the same way. */
  #corners(cell: number): readonly Vertex[] {
    const [row, column] = this.#cells[cell] as [number, number]
    const at = column >> 1
    return column % 2
      ? [
          [row, at],
          [row, at + 1],
          [row + 1, at + 1],
        ]
      : [
          [row, at],
          [row + 1, at + 1],
          [row + 1, at],
        ]
  }

  #place([row, at]: Vertex): Point {
    return { x: (at - row / 2 + this.side / 2) * SIDE, y: row * HEIGHT }
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

/** The closed lines around some triangles: edges that two of them share are inside. */
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
    for (let at: Edge | undefined = edge; at; at = after(at[1])) {
      loop.push(at[0])
      edges.delete(key(...at))
    }
    loops.push(loop)
  }
  return loops
}

/** Without the points that lie on a straight line. */
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
