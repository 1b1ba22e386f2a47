/** The board in words, for players who do not see it. */
import { joinWords, plural } from '../../app/format.ts'
import type { Placement } from './places.ts'
import type { Catalogue, Standing, View } from './types.gen.ts'
import { blendOf } from './view.ts'

type Layers = Pick<View, 'below' | 'above' | 'blends'>

/** What a triangle shows: `empty`, `blue`, `blue on blue`, `green (yellow on blue)`. */
export function describeLayers({ below, above, blends }: Layers, cell: number): string {
  const [under, over, blend] = [below[cell], above[cell], blends[cell]]
  if (!over) return under || 'empty'
  const text = under ? `${over} on ${under}` : `${over} over a gap`
  return blend ? `${blend} (${text})` : text
}

/** The name of a triangle: `r5 c3`. */
export function nameCell({ cells }: Pick<Catalogue, 'cells'>, cell: number): string {
  const [row, column] = cells[cell] ?? [0, 0]
  return `r${row + 1} c${column + 1}`
}

/** Some triangles: `r5 c3–4 and r6 c5`. */
export function nameCells({ cells }: Pick<Catalogue, 'cells'>, list: readonly number[]): string {
  const runs: number[][] = []
  for (const cell of list.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1) === cell - 1 && cells[cell]?.[1]) run.push(cell)
    else runs.push([cell])
  }
  const texts = runs.map((run) => {
    const [row, first] = cells[run[0] ?? 0] ?? [0, 0]
    return `r${row + 1} c${first + 1}${run.length > 1 ? `–${first + run.length}` : ''}`
  })
  return joinWords(texts)
}

/** The shape of the board in one sentence. */
export const describeShape = ({ side }: Pick<Catalogue, 'side'>) =>
  `A triangle of ${side} rows: row 1 is the tip with one triangle, and each row has two more than the row above, ` +
  `so row n has 2n minus 1. Triangles with odd column numbers point up, the others down.`

/** Each row with its triangles: `Row 5: c1–2 blue, c3 empty`. */
export function describeRows({ side }: Pick<Catalogue, 'side'>, view: Layers): string[] {
  return Array.from({ length: side }, (_, row) => {
    const texts = Array.from({ length: 2 * row + 1 }, (_, column) => describeLayers(view, row * row + column))
    return `Row ${row + 1}: ${joinRuns(texts).join(', ')}`
  })
}

/** Equal neighbours as one: `c1–2 blue`. */
function joinRuns(texts: readonly string[]): string[] {
  const starts = [...texts.keys()].filter((k) => texts[k] !== texts[k - 1])
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? texts.length
    return `${end - start > 1 ? `c${start + 1}–${end}` : `c${start + 1}`} ${texts[start]}`
  })
}

/** `Mira, green: blue with yellow` */
export const describeTarget = (
  { target }: Standing,
  owner: string,
  parts: readonly [string, string],
): string => `${owner}, ${target}: ${parts.join(' with ')}`

/** `green, Mira: largest 4 on r5 c3–6, 12 points (shapes of 4, 3 and 2)`; with a ghost, `+3 here` for the largest
    shape. */
export function describeStanding(
  catalogue: Pick<Catalogue, 'cells'>,
  standing: Standing,
  owner: string,
  gain: number | null = null,
): string {
  const { target, points, shapes } = standing
  const sizes = shapes.map((shape) => shape.length)
  const largest = shapes[0]
    ? `largest ${shapes[0].length} on ${nameCells(catalogue, shapes[0])}`
    : 'largest 0'
  const news = gain === null ? largest : `+${gain} here`
  const all = sizes.length > 1 ? ` (shapes of ${joinWords(sizes.map(String))})` : ''
  return `${target}, ${owner}: ${news}, ${plural(points, 'point')}${all}`
}

/** Names the owner of a target: `for Mira`, `for you`, `for no player`. */
export type ForWhom = (target: string) => string

/** What is blended: `3 green for Mira, 1 orange for you`. */
export function describeGains(gains: ReadonlyMap<string, number>, forWhom: ForWhom): string {
  const parts = [...gains].filter(([, n]) => n > 0).map(([target, n]) => `${n} ${target} ${forWhom(target)}`)
  return parts.join(', ') || 'no points'
}

/** What a placement covers, and what it gives or touches: `covers r10 c5–6, 2 purple for you`. */
export function describePlacement(
  catalogue: Catalogue,
  view: Layers,
  { colour, place }: Pick<Placement, 'colour' | 'place'>,
  forWhom: ForWhom,
): string {
  const covers = `covers ${nameCells(catalogue, place.cells)}`
  if (place.piece.phase === 1) {
    const beside = place.cells
      .flatMap((cell) => neighboursOf(catalogue, cell))
      .map((cell) => view.below[cell])
    const touched = catalogue.colours.filter((other) => beside.includes(other))
    return `${covers}, ${touched.length ? `beside ${joinWords(touched)}` : 'touches no piece'}`
  }
  const gains = new Map<string, number>()
  for (const cell of place.cells) {
    const blend = blendOf(catalogue, view.below[cell] ?? '', colour)
    if (blend) gains.set(blend, (gains.get(blend) ?? 0) + 1)
  }
  return `${covers}, ${describeGains(gains, forWhom)}`
}

/** The triangles that share an edge with a triangle. */
function neighboursOf({ side, cells }: Catalogue, cell: number): number[] {
  const [row, column] = cells[cell] ?? [0, 0]
  const across: [number, number] = column % 2 ? [row - 1, column - 1] : [row + 1, column + 1]
  const beside: [number, number][] = [[row, column - 1], [row, column + 1], across] // prettier-ignore
  return beside.filter(([r, c]) => r < side && c >= 0 && c <= 2 * r).map(([r, c]) => r * r + c)
}
