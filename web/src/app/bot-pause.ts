/** How long bots pause before a move, as chosen last. */
import { loadValue, saveValue } from './storage.ts'

const KEY = 'bot-pause'

export const botPause = {
  /** In milliseconds; null: as the server prefers. */
  load: () => loadValue<number | null>(KEY, null),
  choose: (ms: number) => saveValue(KEY, ms),
}
