/** The one source of every game colour: its value, its name, and its mix in the glyph code. */

/** Parts of a mix: warm (red, magenta), yellow, cool (blue, cyan), green light, white, black, prismatic. */
export const PARTS = 'rybgwkp'

export type Medium = 'paint' | 'ink' | 'light'

export interface Colour {
  readonly id: string
  readonly name: string
  readonly value: string
  /** Letters of PARTS in any order; a repeated letter is a doubled part. */
  readonly mix: string
}

export interface GamePalette {
  readonly title: string
  readonly medium: Medium
  readonly colours: readonly Colour[]
}

const colour = (id: string, name: string, value: string, mix: string): Colour => ({ id, name, value, mix })

const channels = (hex: string) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
const toHex = (rgb: number[]) => '#' + rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')

/** Two translucent tiles on white: what the eye sees is their product. */
const overlay = (a: string, b: string) => toHex(channels(a).map((v, i) => (v * (channels(b)[i] ?? 0)) / 255))

/** `a` with a share of `b` in it, channel by channel. */
export const blend = (a: string, b: string, share: number) =>
  toHex(channels(a).map((v, i) => v * (1 - share) + (channels(b)[i] ?? 0) * share))

const KROMA_BLUE = '#56a9f4'
const KROMA_MAGENTA = '#f67fb6'
const KROMA_YELLOW = '#ffe04a'

export const palettes: Readonly<Record<string, GamePalette>> = {
  mixx: {
    title: 'Mixx',
    medium: 'paint',
    colours: [
      colour('yellow', 'Yellow', '#f7c925', 'y'),
      colour('red', 'Red', '#d2322f', 'r'),
      colour('turquoise', 'Turquoise', '#2cb9b4', 'bby'),
      colour('orange', 'Orange', '#f18a2b', 'ry'),
      colour('pink', 'Pink', '#f3a0bf', 'rw'),
      colour('blue', 'Blue', '#2c63be', 'b'),
      colour('green', 'Dark green', '#1e6b48', 'by'),
      colour('violet', 'Violet', '#7748ab', 'rb'),
    ],
  },
  colori: {
    title: 'Colori',
    medium: 'paint',
    colours: [
      colour('red', 'Red', '#c9252f', 'r'),
      colour('vermilion', 'Vermilion', '#e8552f', 'rry'),
      colour('orange', 'Orange', '#f18427', 'ry'),
      colour('amber', 'Amber', '#f6a928', 'ryy'),
      colour('yellow', 'Yellow', '#f9d534', 'y'),
      colour('chartreuse', 'Chartreuse', '#aecb3f', 'yyb'),
      colour('green', 'Green', '#46a155', 'yb'),
      colour('teal', 'Teal', '#22969a', 'ybb'),
      colour('blue', 'Blue', '#2560b4', 'b'),
      colour('indigo', 'Indigo', '#41419f', 'rbb'),
      colour('purple', 'Purple', '#6f3796', 'rb'),
      colour('magenta', 'Magenta', '#b22c7b', 'rrb'),
    ],
  },
  chroma_mix: {
    title: 'Chroma Mix',
    medium: 'ink',
    colours: [
      colour('soft-cyan', 'Soft Cyan', '#8ed7ef', 'b'),
      colour('pale-magenta', 'Pale Magenta', '#f3a1c6', 'r'),
      colour('light-yellow', 'Light Yellow', '#fdf0a0', 'y'),
      colour('cerulean', 'Cerulean', '#27a0da', 'bb'),
      colour('coral', 'Coral', '#ff8367', 'ry'),
      colour('fuchsia', 'Fuchsia', '#d81b82', 'rr'),
      colour('jungle', 'Jungle', '#33a968', 'by'),
      colour('lavender', 'Lavender', '#ad9be0', 'rb'),
      colour('lemon', 'Lemon', '#ffe224', 'yy'),
      colour('prism', 'Prism', '#eeeeee', 'pp'),
      colour('azure', 'Azure', '#2a6fd6', 'bbr'),
      colour('key', 'Key', '#17181a', 'rybk'),
      colour('orange', 'Orange', '#f7942a', 'ryy'),
      colour('pear', 'Pear', '#bdd24c', 'byy'),
      colour('raspberry', 'Raspberry', '#cc2450', 'rry'),
      colour('slate-gray', 'Slate Gray', '#66737d', 'ryb'),
      colour('turquoise', 'Turquoise', '#25baad', 'bby'),
      colour('violet', 'Violet', '#8640bd', 'rrb'),
      colour('ruby', 'Ruby Red', '#a9142c', 'rryy'),
      colour('emerald', 'Emerald Green', '#0a7d4c', 'bbyy'),
      colour('sapphire', 'Sapphire Blue', '#1a44a6', 'bbrr'),
      colour('burgundy', 'Burgundy', '#6c1a31', 'brry'),
      colour('mustard', 'Mustard', '#c99c22', 'bryy'),
      colour('petrol', 'Petrol', '#105a6a', 'bbry'),
    ],
  },
  kroma: {
    title: 'Kroma',
    medium: 'ink',
    colours: [
      colour('blue', 'Blue', KROMA_BLUE, 'b'),
      colour('magenta', 'Magenta', KROMA_MAGENTA, 'r'),
      colour('yellow', 'Yellow', KROMA_YELLOW, 'y'),
      colour('green', 'Green', overlay(KROMA_BLUE, KROMA_YELLOW), 'by'),
      colour('orange', 'Orange', overlay(KROMA_MAGENTA, KROMA_YELLOW), 'ry'),
      colour('purple', 'Purple', overlay(KROMA_BLUE, KROMA_MAGENTA), 'br'),
      colour('blue-2', 'Blue on blue', overlay(KROMA_BLUE, KROMA_BLUE), 'bb'),
      colour('magenta-2', 'Magenta on magenta', overlay(KROMA_MAGENTA, KROMA_MAGENTA), 'rr'),
      colour('yellow-2', 'Yellow on yellow', overlay(KROMA_YELLOW, KROMA_YELLOW), 'yy'),
    ],
  },
  prismatic: {
    title: 'Prismatic',
    medium: 'light',
    colours: [
      colour('red', 'Red', '#ff4b40', 'r'),
      colour('green', 'Green', '#35d560', 'g'),
      colour('blue', 'Blue', '#2f62f2', 'b'),
      colour('cyan', 'Cyan', '#38d9ec', 'gb'),
      colour('magenta', 'Magenta', '#f259dc', 'rb'),
      colour('yellow', 'Yellow', '#ffe441', 'rg'),
      colour('white', 'White', '#ffffff', 'w'),
      colour('black', 'Black', '#141416', 'k'),
      colour('prismatic', 'Prismatic', '#e9e9e9', 'p'),
    ],
  },
}

/** A colour by its game and id; also from a piece id that begins with one ("turquoise-fish"). */
export function findColour(game: string, piece: string): Colour | undefined {
  const colours = palettes[game]?.colours ?? []
  return (
    colours.find((c) => c.id === piece) ??
    colours
      .filter((c) => piece.startsWith(c.id + '-'))
      .reduce<Colour | undefined>((best, c) => (best && best.id.length >= c.id.length ? best : c), undefined)
  )
}
