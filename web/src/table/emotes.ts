/** Emotes in words. */
import type { Emote } from '../messages.ts'

export type EmoteKind = Emote['emote']

export const EMOTES: Record<EmoteKind, string> = {
  well_played: 'Well played',
  thanks: 'Thanks',
  oops: 'Oops',
  thinking: 'Let me think',
  good_luck: 'Good luck',
}

export const EMOTE_KINDS = Object.keys(EMOTES) as EmoteKind[]
