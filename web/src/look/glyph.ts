/** Glyphs: one drawing in one ink for each mix, in a 16 × 16 box around the centre.
    upright = warm (red, magenta), level = cool (blue, cyan), ring = yellow, sprout = green light,
    square = white, block = black, triangle = any colour. A doubled part has a doubled stroke. */
import { GLYPHS } from './glyphs.gen.ts'
import { PARTS } from './palette.ts'

interface Stroke {
  readonly d: string
  readonly width: number
  readonly filled?: boolean
}

export interface GlyphDrawing {
  readonly strokes: readonly Stroke[]
  /** Half the side of a solid square from which the strokes are cut out, if there is one. */
  readonly block?: number
}

const EMPTY: GlyphDrawing = { strokes: [] }

export const GLYPH_VIEW_BOX = '-8 -8 16 16'

/** The letters of a mix in canonical order. */
export const normalizeMix = (mix: string) =>
  [...mix].sort((a, b) => PARTS.indexOf(a) - PARTS.indexOf(b)).join('')

export const drawGlyph = (mix: string): GlyphDrawing => GLYPHS[normalizeMix(mix)] ?? EMPTY
