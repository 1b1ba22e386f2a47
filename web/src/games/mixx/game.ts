import type { GameModule } from '../module.ts'
import Art from './Art.svelte'
import { palette } from './look.gen.ts'
import WideArt from './WideArt.svelte'

export default {
  id: 'mixx',
  palette,
  Art,
  WideArt,
  Table: () => import('./Table.svelte'),
  Drawing: () => import('./Drawing.svelte'),
} satisfies GameModule
