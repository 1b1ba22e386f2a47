import type { GameModule } from '../module.ts'
import Art from './Art.svelte'
import { palette } from './look.gen.ts'

export default {
  id: 'kroma',
  palette,
  Art,
  Table: () => import('./Table.svelte'),
  Drawing: () => import('./Drawing.svelte'),
} satisfies GameModule
