import { type GamePalette, colour, findColour } from '../../look/palette.ts'

export const palette: GamePalette = {
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
}

/** The glyph of a card. */
export const glyphOf = (card: string) => findColour(palette, card)?.mix ?? ''
