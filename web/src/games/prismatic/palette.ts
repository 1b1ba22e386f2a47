import { type GamePalette, colour } from '../../look/palette.ts'

export const palette: GamePalette = {
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
}
