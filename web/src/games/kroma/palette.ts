import { type GamePalette, colour, overlay } from '../../look/palette.ts'

const BLUE = '#56a9f4'
const MAGENTA = '#f67fb6'
const YELLOW = '#ffe04a'

export const palette: GamePalette = {
  title: 'Kroma',
  medium: 'ink',
  partNames: { b: 'blue' },
  colours: [
    colour('blue', 'Blue', BLUE, 'b'),
    colour('magenta', 'Magenta', MAGENTA, 'r'),
    colour('yellow', 'Yellow', YELLOW, 'y'),
    colour('green', 'Green', overlay(BLUE, YELLOW), 'by'),
    colour('orange', 'Orange', overlay(MAGENTA, YELLOW), 'ry'),
    colour('purple', 'Purple', overlay(BLUE, MAGENTA), 'br'),
    colour('blue-2', 'Blue on blue', overlay(BLUE, BLUE), 'bb'),
    colour('magenta-2', 'Magenta on magenta', overlay(MAGENTA, MAGENTA), 'rr'),
    colour('yellow-2', 'Yellow on yellow', overlay(YELLOW, YELLOW), 'yy'),
  ],
}
