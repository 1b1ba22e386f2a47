import { type GamePalette, colour, findColour } from '../../look/palette.ts'

export const palette: GamePalette = {
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
}

/** The glyph of a colour, or of a piece that has it. */
export const glyphOf = (piece: string) => findColour(palette, piece)?.mix ?? ''
