import type { GameModule } from '../module.ts'
import Art from './Art.svelte'
import { palette } from './palette.ts'

export default { id: 'prismatic', palette, Art, Table: () => import('./Table.svelte') } satisfies GameModule
