/** The types of a game's palette: every colour has a value, a name, and its mix of parts. */

/** Parts of a mix: warm (red, magenta), yellow, cool (blue, cyan), green light, white, black, any colour. */
export const PARTS = 'rybgwkp'
export type Part = 'r' | 'y' | 'b' | 'g' | 'w' | 'k' | 'p'

export type Medium = 'paint' | 'ink' | 'light'

export interface Colour {
  readonly id: string
  readonly name: string
  readonly value: string
  /** Letters of PARTS in any order; a repeated letter is a doubled part. */
  readonly mix: string
}

/** The colours of one game. */
export interface GamePalette {
  readonly title: string
  readonly medium: Medium
  /** The game's own words for parts, if they differ from those of its medium. */
  readonly partNames?: Partial<Record<Part, string>>
  readonly colours: readonly Colour[]
}

export const colour = (id: string, name: string, value: string, mix: string): Colour => ({
  id,
  name,
  value,
  mix,
})

const channels = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
const toHex = (rgb: number[]) => '#' + rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')

/** Mixes a share of `b` into `a`, channel by channel. */
export const blend = (a: string, b: string, share: number) =>
  toHex(channels(a).map((v, i) => v * (1 - share) + (channels(b)[i] ?? 0) * share))

/** The colour with this id, or of a piece id that begins with one ("turquoise-fish"). */
export function findColour({ colours }: Pick<GamePalette, 'colours'>, piece: string): Colour | undefined {
  return (
    colours.find((c) => c.id === piece) ??
    colours
      .filter((c) => piece.startsWith(c.id + '-'))
      .reduce<Colour | undefined>((best, c) => (best && best.id.length >= c.id.length ? best : c), undefined)
  )
}
