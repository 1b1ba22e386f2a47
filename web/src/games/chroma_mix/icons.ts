/** Signs of Chroma Mix: the four actions, and the two kinds of effects. */
import { type IconDrawing, lines } from '../../look/icons.ts'
import { DRAWINGS } from './look.gen.ts'

export const ACTION_ICONS = {
  print: lines('M7.5 9V4h9v5M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3M7.5 14h9v6h-9Z'),
  mix: lines('M5 4c0 6.5 7 5 7 11.5M19 4c0 6.5-7 5-7 11.5M12 15.5v5'),
  refill: lines('M12 20.5V11M8 14.5l4-4 4 4M4.5 9.5v-5h15v5'),
  swap: lines('M7.5 4 4 7.5 7.5 11M4 7.5h13M16.5 13l3.5 3.5-3.5 3.5M20 16.5H7'),
} satisfies Record<string, IconDrawing>

export const INSTANT: IconDrawing = { fill: DRAWINGS.instant }
export const ONGOING = lines(DRAWINGS.ongoing)
