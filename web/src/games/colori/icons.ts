/** The signs of abilities and stars. */
import { type IconDrawing, lines } from '../../look/icons.ts'
import { DRAWINGS } from './look.gen.ts'
import type { AbilityKind } from './view.ts'

const { abilities } = DRAWINGS

export const ABILITY_ICONS: Readonly<Record<AbilityKind, IconDrawing>> = {
  store: lines(abilities.store),
  draw: lines(abilities.draw),
  mix: lines(abilities.mix),
  destroy: lines(abilities.destroy),
  make: lines(abilities.make),
}

export const STAR: IconDrawing = { fill: DRAWINGS.star }
