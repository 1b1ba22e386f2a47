import type { GameModule } from '@gamut/kit'
import { palette } from './look.gen.ts'

export default {
  id: 'easel',
  palette,
  Table: () => import('./Table.svelte'),
  Drawing: () => import('./Drawing.svelte'),
} satisfies GameModule
