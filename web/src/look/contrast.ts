/** Which ink and which edge a colour needs, by the contrast figures of WCAG 2. */
const linear = (byte: number) => {
  const v = byte / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}
const channel = (hex: string, i: number) => linear(parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16))

export const luminance = (hex: string) =>
  0.2126 * channel(hex, 0) + 0.7152 * channel(hex, 1) + 0.0722 * channel(hex, 2)

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** The grey that looks as light as a colour: how it appears without hue. */
export function greyOf(hex: string): string {
  const y = luminance(hex)
  const v = y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055
  const byte = Math.round(v * 255)
    .toString(16)
    .padStart(2, '0')
  return `#${byte}${byte}${byte}`
}

export const INK = { dark: '#0d0d0e', light: '#ffffff' } as const

/** The ink that reads best on a colour: for its glyph and its text. */
export const inkOn = (hex: string): string =>
  contrast(hex, INK.dark) >= contrast(hex, INK.light) ? INK.dark : INK.light

export type Theme = 'light' | 'dark'

/** The darkest and the lightest surface a piece may lie on. */
const SURFACES: Record<Theme, readonly string[]> = {
  light: ['#cacaca', '#ffffff'],
  dark: ['#141414', '#303030'],
}

/** How far a piece's edge is mixed towards black (light) or white (dark), in percent:
    soft where the colour itself keeps 3:1 against every surface, strong where it would not. */
export function edgeShare(hex: string, theme: Theme): number {
  const keeps = SURFACES[theme].every((s) => contrast(hex, s) >= 3)
  if (theme === 'light') return keeps ? 24 : 58
  return keeps ? 14 : 46
}
