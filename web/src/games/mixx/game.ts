import type { GameModule } from '../module.ts'
import Art from './Art.svelte'
import { palette } from './palette.ts'
import Scene from './Scene.svelte'

export default {
  id: 'mixx',
  palette,
  Art,
  Scene,
  Table: () => import('./Table.svelte'),
} satisfies GameModule
