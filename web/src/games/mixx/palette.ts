import { type GamePalette, colour, findColour } from '../../look/palette.ts'

export const palette: GamePalette = {
  title: 'Mixx',
  medium: 'paint',
  colours: [
    colour('yellow', 'Yellow', '#f7c925', 'y'),
    colour('red', 'Red', '#d2322f', 'r'),
    colour('turquoise', 'Turquoise', '#2cb9b4', 'bby'),
    colour('orange', 'Orange', '#f18a2b', 'ry'),
    colour('pink', 'Pink', '#f3a0bf', 'rw'),
    colour('blue', 'Blue', '#2c63be', 'b'),
    colour('green', 'Green', '#1e6b48', 'by'),
    colour('violet', 'Violet', '#7748ab', 'rb'),
  ],
}

/** The glyph of a colour, or of a piece that has it. */
export const glyphOf = (piece: string) => findColour(palette, piece)?.mix ?? ''
