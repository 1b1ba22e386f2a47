import type { GameModule } from '../module.ts'
import Art from './Art.svelte'
import { palette } from './look.gen.ts'

export default {
  id: 'chroma_mix',
  palette,
  Art,
  Drawing: () => import('./Drawing.svelte'),
  Table: () => import('./Table.svelte'),
} satisfies GameModule
