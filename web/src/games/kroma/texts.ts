/** The board in words, for players who do not see it. */
import { joinWords, plural } from '../../app/format.ts'
import type { Catalogue, Standing, View } from './types.gen.ts'

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

/** `green, Mira: largest 4, 12 points (shapes of 4, 3 and 2)`; with a ghost, `+3 here` for the largest shape. */
export function describeStanding(standing: Standing, owner: string, gain: number | null = null): string {
  const { target, points, shapes } = standing
  const sizes = shapes.map((shape) => shape.length)
  const news = gain === null ? `largest ${sizes[0] ?? 0}` : `+${gain} here`
  const all = sizes.length > 1 ? ` (shapes of ${joinWords(sizes.map(String))})` : ''
  return `${target}, ${owner}: ${news}, ${plural(points, 'point')}${all}`
}

/** What the ghost would blend: `Here: 3 green for Mira, 1 orange for you`. */
export function describeGains(
  gains: ReadonlyMap<string, number>,
  ownerOf: (target: string) => string,
): string {
  const parts = [...gains]
    .filter(([, n]) => n > 0)
    .map(([target, n]) => `${n} ${target} for ${ownerOf(target)}`)
  return parts.length ? `Here: ${parts.join(', ')}.` : 'Here: no points.'
}
