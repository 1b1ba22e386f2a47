/** Prismatic's own signs: types of cards, actions, and what a player owns. */
import { type IconDrawing, lines } from '../../look/icons.ts'

export const TYPE_ICONS: Readonly<Record<string, IconDrawing>> = {
  hue: lines('M12 3.5c3.8 4.3 6 7.2 6 10a6 6 0 0 1-12 0c0-2.8 2.2-5.7 6-10Z'),
  sky: lines('M3 18.5h18M5.5 18.5a6.5 6.5 0 0 1 13 0M12 4.5v3M4.6 8.6l2 2M19.4 8.6l-2 2'),
  craft: lines('M7 4.5h10l4 5-9 10.5L3 9.5ZM3 9.5h18M9 9.5l3 10.5 3-10.5'),
}

export const ACTION_ICONS = {
  pull: lines('M12 14V4M7.5 8.5 12 4l4.5 4.5M5 14.5v5h14v-5'),
  empty: lines('M5 5.5v14h14v-14M12 8v7M9 12.5l3 3 3-3'),
  draw: lines('M8.5 7h10.5v13H8.5ZM5 16.5V4h10.5'),
  keep_one: lines('M8.5 7h10.5v13H8.5ZM5 16.5V4h10.5'),
  discard: lines('M7 3.5h10v10M7 3.5v13h6M14 16l5 5M19 16l-5 5'),
  steal: lines('M13.5 4.5h7v11h-7M10.5 8 5 12.5l5.5 4.5M5 12.5h9.5'),
} satisfies Record<string, IconDrawing>

export const TOKEN = lines('M12 3 21 18.5H3ZM12 10l3.5 6h-7Z')
export const BAG = lines(
  'M8 8.5c-3 2-4.5 4.8-4.5 7.5 0 3 2 4.5 5 4.5h7c3 0 5-1.5 5-4.5 0-2.7-1.5-5.5-4.5-7.5M7 8.5h10M8.5 8.5 7 4h10l-1.5 4.5',
)
export const PRISM = lines('M12 4 21 19.5H3ZM12 4l3 15.5')
export const LESS = lines('M14.5 6l-6 6 6 6')
export const MORE = lines('M9.5 6l6 6-6 6')
