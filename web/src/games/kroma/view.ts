/** Kroma's own part of a view, in the words that its table needs. */
import { contrast, inkOn } from '../../look/contrast.ts'
import { canon, draw } from '../../look/glyph.ts'
import { type Colour, blend } from '../../look/palette.ts'
import { palette } from './palette.ts'
import type { KromaCatalogue, KromaMoment, KromaView, Laid, Standing } from './types.gen.ts'

export type { KromaCatalogue, KromaMoment, KromaView, Laid, Standing }

const byId = new Map(palette.colours.map((c) => [c.id, c]))
const byMix = new Map(palette.colours.map((c) => [canon(c.mix), c]))

export const colourOf = (id: string): Colour => byId.get(id) ?? (palette.colours[0] as Colour)
export const valueOf = (id: string) => colourOf(id).value

/** What the eye sees where these colours lie one on the other. */
const seenColour = (layers: readonly string[]) =>
  byMix.get(canon(layers.map((id) => colourOf(id).mix).join('')))

/** How far the edge of a piece is mixed towards black: the layer is told by its line, not by its hue. */
const EDGE_SHARE = { 1: 0.34, 2: 0.62 } as const
export const edgeOf = (colour: string, phase: number) =>
  blend(valueOf(colour), '#000000', EDGE_SHARE[phase === 1 ? 1 : 2])

/** A quiet ink: the deepest tone of a colour that still reads well on it. */
const QUIET_CONTRAST = 4.6
function softInk(value: string): string {
  const ink = inkOn(value)
  for (let share = 0.3; share < 1; share += 0.02) {
    const tone = blend(value, ink, share)
    if (contrast(tone, value) >= QUIET_CONTRAST) return tone
  }
  return ink
}

/** The strokes on a cell. One layer is quiet, so that the eye reads the blends first. */
export interface Sign {
  readonly d: string
  readonly width: number
  readonly ink: string
  readonly layers: number
}

const signs = new Map<string, Sign | null>()

/** The sign of the colours that lie on a cell, from below; null where none lies. */
export function signOf(...layers: readonly string[]): Sign | null {
  const laid = layers.filter(Boolean)
  const name = laid.join('+')
  const known = signs.get(name)
  if (known !== undefined) return known
  const seen = seenColour(laid)
  const stroke = seen && draw(canon(seen.mix)).strokes[0]
  const sign = stroke
    ? {
        d: stroke.d,
        width: stroke.width,
        ink: laid.length > 1 ? inkOn(seen.value) : softInk(seen.value),
        layers: laid.length,
      }
    : null
  signs.set(name, sign)
  return sign
}

/** The cell of a path, `cell:r5c3`: rows and columns count from 1. */
export function cellId({ cells }: Pick<KromaCatalogue, 'cells'>, cell: number): string {
  const [row, column] = cells[cell] ?? [0, 0]
  return `cell:r${row + 1}c${column + 1}`
}

/** What others have laid since my last piece. */
export function laidSince(pieces: readonly Laid[], me: number): readonly Laid[] {
  const mine = pieces.findLastIndex((piece) => piece.seat === me)
  return mine < 0 ? [] : pieces.slice(mine + 1)
}

/** How the points of each target would change, by what the server says of a move. */
export function gainsOf(now: readonly Standing[], then: readonly Standing[]): ReadonlyMap<string, number> {
  const points = new Map(now.map(({ target, points }) => [target, points]))
  return new Map(then.map((after) => [after.target, after.points - (points.get(after.target) ?? 0)]))
}

export const sizeOf = (standing: Standing | undefined, shape: number) => standing?.shapes[shape]?.length ?? 0

/** The two colours of a target. */
export function partsOf({ mixes }: Pick<KromaCatalogue, 'mixes'>, target: string): readonly [string, string] {
  const [one = '', two = ''] = mixes.find((mix) => mix[2] === target) ?? []
  return [one, two]
}
