import type { GameModule } from '../module.ts'
import { palette } from './palette.ts'

export default { id: 'kroma', palette } satisfies GameModule
