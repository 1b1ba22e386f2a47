import type { GameModule } from '../module.ts'
import Art from './Art.svelte'
import { palette } from './look.gen.ts'
import { type View, hasCentre } from './view.ts'
import WideArt from './WideArt.svelte'

export default {
  id: 'mixx',
  palette,
  Art,
  WideArt,
  Table: () => import('./Table.svelte'),
  // with a centre the line becomes the row
  actionText: (text, view) => text.replace('line or row', hasCentre((view as View).cross) ? 'row' : 'line'),
  Drawing: () => import('./Drawing.svelte'),
} satisfies GameModule
