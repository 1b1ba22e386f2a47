/** Short sayings: small, friendly, and in words. */
import type { Emote } from '../messages.ts'

export type Saying = Emote['emote']

export const EMOTES: Record<Saying, string> = {
  well_played: 'Well played',
  thanks: 'Thanks',
  oops: 'Oops',
  thinking: 'Let me think',
  good_luck: 'Good luck',
}

export const SAYINGS = Object.keys(EMOTES) as Saying[]
