/** Colori's own signs: what a card can do. */
import { type IconDrawing, icons, lines } from '../../look/icons.ts'
import type { Verb } from './view.ts'

export const VERB_ICONS: Readonly<Record<Verb, IconDrawing>> = {
  store: icons.save,
  draw: lines('M8.5 7H19v13H8.5ZM5 16.5V4h10.5'),
  mix: lines('M5 4c0 6.5 7 5 7 11.5M19 4c0 6.5-7 5-7 11.5M12 15.5v5'),
  destroy: lines(
    'M12 3c1 4 5.8 6 5.8 11.2a5.8 5.8 0 0 1-11.6 0c0-2.6 1.4-4 2.4-5 .3 1.5 1 2.3 2 2.6C10.3 8.5 10.8 5.5 12 3Z',
  ),
  make: lines('M12 9V8a2 2 0 1 0-2-2M12 9l8.3 6.2a1.2 1.2 0 0 1-.7 2.2H4.4a1.2 1.2 0 0 1-.7-2.2Z'),
}
