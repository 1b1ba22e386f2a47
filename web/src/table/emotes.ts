/** Short sayings: small, friendly, and in words. */
export const EMOTES = {
  well_played: 'Well played',
  thanks: 'Thanks',
  oops: 'Oops',
  thinking: 'Let me think',
  good_luck: 'Good luck',
} as const

export const emoteText = (id: string): string => (EMOTES as Record<string, string>)[id] ?? ''
