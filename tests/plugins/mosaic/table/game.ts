import { type GamePalette, colour } from '../../look/palette.ts'
import type { GameModule } from '../module.ts'

export const palette: GamePalette = {
  title: 'Mosaic',
  medium: 'paint',
  colours: [
    colour('red', 'Red', '#d7263d', 'r'),
    colour('blue', 'Blue', '#2b59c3', 'b'),
    colour('yellow', 'Yellow', '#f4c20d', 'y'),
    colour('white', 'White', '#f7f4ec', 'w'),
    colour('black', 'Black', '#1f1f24', 'k'),
    colour('green', 'Green', '#2e8b57', 'yb'),
    colour('pink', 'Pink', '#f29bb2', 'rw'),
    colour('brown', 'Brown', '#7a4a2a', 'ryb'),
  ],
}

export default { id: 'mosaic', palette, Table: () => import('./Table.svelte') } satisfies GameModule
