/** Icons of Prismatic: types of cards, actions, and what a player owns. */
import { type IconDrawing, lines } from '../../look/icons.ts'
import { DRAWINGS } from './look.gen.ts'

export const TYPE_ICONS: Readonly<Record<string, IconDrawing>> = {
  hue: lines(DRAWINGS.hue),
  sky: lines(DRAWINGS.sky),
  craft: lines(DRAWINGS.craft),
}

export const ACTION_ICONS = {
  pull: lines(DRAWINGS.pull),
  empty: lines(DRAWINGS.empty),
  draw: lines(DRAWINGS.draw),
  keep_one: lines(DRAWINGS.draw_two),
  discard: lines(DRAWINGS.discard),
  steal: lines(DRAWINGS.steal),
} satisfies Record<string, IconDrawing>

export const TOKEN = lines(DRAWINGS.token)
export const STAR: IconDrawing = { fill: DRAWINGS.star }
export const BAG = lines(
  'M8 8.5c-3 2-4.5 4.8-4.5 7.5 0 3 2 4.5 5 4.5h7c3 0 5-1.5 5-4.5 0-2.7-1.5-5.5-4.5-7.5M7 8.5h10M8.5 8.5 7 4h10l-1.5 4.5',
)
export const LEFT_CHEVRON = lines('M14.5 6l-6 6 6 6')
export const RIGHT_CHEVRON = lines('M9.5 6l6 6-6 6')
