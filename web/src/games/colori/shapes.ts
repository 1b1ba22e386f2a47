/** Silhouettes of garments and weaves of fabrics. */
import { DRAWINGS } from './look.gen.ts'

/** The box in which silhouettes are drawn. */
export const BOX = { width: 48, height: 56 } as const

const SILHOUETTES: Readonly<Record<string, string>> = DRAWINGS.garments

/** Garments that look like another one. */
const SAME_SHAPE: Readonly<Record<string, string>> = {
  robe: 'cassock',
  cape: 'cloak',
  gown: 'dress',
  bodice: 'kirtle',
  jerkin: 'doublet',
  petticoat: 'skirt',
  surcoat: 'tunic',
  coif: 'headscarf',
}

/** The outline of a garment by the noun at the end of its name; a cloak if there is no drawing. */
export function silhouetteOf(name: string): string {
  const noun = name.slice(name.lastIndexOf(' ') + 1).toLowerCase()
  return SILHOUETTES[SAME_SHAPE[noun] ?? noun] ?? DRAWINGS.garments.cloak
}

/** Weaves are dense and grey, so that they look like cloth and not like glyphs. */
export interface Weave {
  readonly width: number
  readonly height: number
  readonly line?: string
  readonly dots?: readonly (readonly [number, number])[]
  readonly stroke: number
}

export const WEAVES: Readonly<Record<string, Weave>> = DRAWINGS.fabrics
