import type { GameModule } from '../module.ts'
import { palette } from './palette.ts'

export default { id: 'chroma_mix', palette } satisfies GameModule
