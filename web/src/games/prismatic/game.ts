import type { GameModule } from '../module.ts'
import { palette } from './palette.ts'

export default { id: 'prismatic', palette } satisfies GameModule
