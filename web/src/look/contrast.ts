/** The ink and the edge that a colour needs, by the contrast ratios of WCAG 2. */
import { EDGE_SHARES, INK, MIN_PIECE_CONTRAST, SURFACES } from './contrast.gen.ts'

const linear = (byte: number) => {
  const v = byte / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}
const channel = (hex: string, i: number) => linear(parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16))

const luminance = (hex: string) =>
  0.2126 * channel(hex, 0) + 0.7152 * channel(hex, 1) + 0.0722 * channel(hex, 2)

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** The grey with the luminance of a colour. */
export function greyOf(hex: string): string {
  const y = luminance(hex)
  const v = y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055
  const byte = Math.round(v * 255)
    .toString(16)
    .padStart(2, '0')
  return `#${byte}${byte}${byte}`
}

/** The more readable ink on a colour, for glyphs and text. */
export const inkOn = (hex: string): string =>
  contrast(hex, INK.dark) >= contrast(hex, INK.light) ? INK.dark : INK.light

export type Theme = 'light' | 'dark'

/** The share of black (light theme) or white (dark theme) in a piece's edge, in percent. */
export function edgeShare(hex: string, theme: Theme): number {
  const [usual, strong] = EDGE_SHARES[theme]
  return SURFACES[theme].every((surface) => contrast(hex, surface) >= MIN_PIECE_CONTRAST) ? usual : strong
}
