/** The colours of Kroma, and functions on its view. */
import { contrast, inkOn } from '../../look/contrast.ts'
import { normalizeMix, drawGlyph } from '../../look/glyph.ts'
import { type Colour, blend } from '../../look/palette.ts'
import { palette } from './look.gen.ts'
import type { Catalogue, Moment, View, LaidPiece, Standing } from './types.gen.ts'

export type { Catalogue, Moment, View, LaidPiece, Standing }

const byId = new Map(palette.colours.map((c) => [c.id, c]))
const byMix = new Map(palette.colours.map((c) => [normalizeMix(c.mix), c]))

export const colourOf = (id: string): Colour => byId.get(id) ?? (palette.colours[0] as Colour)
export const valueOf = (id: string) => colourOf(id).value

/** The visible colour of layers on top of each other. */
const overlaidColour = (layers: readonly string[]) =>
  byMix.get(normalizeMix(layers.map((id) => colourOf(id).mix).join('')))

/** The colours that make a colour, one for each layer. */
export const layersOf = (id: string): string[] =>
  [...colourOf(id).mix].map((part) => palette.colours.find(({ mix }) => mix === part)?.id ?? id)

/** The share of black in the outline of a piece: layers differ by their outlines, not by hue. */
const EDGE_SHARE = { 1: 0.34, 2: 0.62 } as const
export const edgeOf = (colour: string, phase: number) =>
  blend(valueOf(colour), '#000000', EDGE_SHARE[phase === 1 ? 1 : 2])

/** The contrast of signs on a single layer. */
const SOFT_CONTRAST = 4.6

/** Return the softest ink that is legible on a colour. */
function findSoftInk(value: string): string {
  const ink = inkOn(value)
  for (let share = 0.3; share < 1; share += 0.02) {
    const tone = blend(value, ink, share)
    if (contrast(tone, value) >= SOFT_CONTRAST) return tone
  }
  return ink
}

/** The glyph on a cell. On a single layer its ink is soft, so that blends stand out. */
export interface Sign {
  readonly d: string
  readonly width: number
  readonly ink: string
  readonly layers: number
}

const signs = new Map<string, Sign | null>()

/** Return the sign of the layers on a cell; null if it is empty. */
export function signOf(...layers: readonly string[]): Sign | null {
  const laid = layers.filter(Boolean)
  const name = laid.join('+')
  const known = signs.get(name)
  if (known !== undefined) return known
  const seen = overlaidColour(laid)
  const stroke = seen && drawGlyph(normalizeMix(seen.mix)).strokes[0]
  const sign = stroke
    ? {
        d: stroke.d,
        width: stroke.width,
        ink: laid.length > 1 ? inkOn(seen.value) : findSoftInk(seen.value),
        layers: laid.length,
      }
    : null
  signs.set(name, sign)
  return sign
}

/** The touch id of a cell, such as `cell:r5c3`; rows and columns count from 1. */
export function cellId({ cells }: Pick<Catalogue, 'cells'>, cell: number): string {
  const [row, column] = cells[cell] ?? [0, 0]
  return `cell:r${row + 1}c${column + 1}`
}

/** The pieces that others have laid since the last piece of a seat. */
export function piecesSince(pieces: readonly LaidPiece[], seat: number): readonly LaidPiece[] {
  const last = pieces.findLastIndex((piece) => piece.seat === seat)
  return last < 0 ? [] : pieces.slice(last + 1)
}

/** The change of the points of each target between two views. */
export function findGains(
  before: readonly Standing[],
  after: readonly Standing[],
): ReadonlyMap<string, number> {
  const points = new Map(before.map((standing) => [standing.target, standing.points]))
  return new Map(after.map((now) => [now.target, now.points - (points.get(now.target) ?? 0)]))
}

export const shapeSize = (standing: Standing | undefined, shape: number) =>
  standing?.shapes[shape]?.length ?? 0

/** The target that two layers show; empty: none. */
export const blendOf = ({ mixes }: Pick<Catalogue, 'mixes'>, below: string, above: string) =>
  mixes.find(([one, two]) => (below === one && above === two) || (below === two && above === one))?.[2] ?? ''

/** The two colours of a target. */
export function targetParts({ mixes }: Pick<Catalogue, 'mixes'>, target: string): readonly [string, string] {
  const [one = '', two = ''] = mixes.find((mix) => mix[2] === target) ?? []
  return [one, two]
}
