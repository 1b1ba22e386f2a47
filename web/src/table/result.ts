/** Texts for the result of a game. */
import { joinWords } from '../app/format.ts'
import type { Rank, Result } from '../messages.ts'

/** "You win", "Ada and Bo share the win", "Nobody wins".
    `me` is my seat, −1 for a spectator or if several people share the screen. */
export function resultTitle(
  { winners, lost, ranks }: Pick<Result, 'winners' | 'lost' | 'ranks'>,
  me: number,
) {
  const mine = (seats: readonly Rank[]) => seats.length === 1 && seats[0]?.seat === me
  const names = (seats: readonly Rank[]) =>
    joinWords(seats.map(({ seat, name }, i) => (seat !== me ? name : i ? 'you' : 'You')))
  if (!ranks.length) return 'Game over' // the result is not known
  if (lost) return ranks.length > 1 ? 'Nobody wins' : `${names(ranks)} ${mine(ranks) ? 'lose' : 'loses'}`
  const best = ranks.filter(({ seat }) => winners.includes(seat))
  return `${names(best)} ${best.length > 1 ? 'share the win' : mine(best) ? 'win' : 'wins'}`
}

/** "2"; a dash if everyone has lost. */
export const placeText = ({ lost }: Pick<Result, 'lost'>, { rank }: Rank) => (lost ? '–' : String(rank))
