/** How a game ended, in a few words. */
import { joinWords } from '../app/words.ts'
import type { Rank, Result } from '../messages.ts'

/** "You win", "Ada and Bo share the victory", "All have lost".
    `me` is my seat, −1 where several people share the screen or somebody watches. */
export function resultTitle(
  { winners, lost, ranks }: Pick<Result, 'winners' | 'lost' | 'ranks'>,
  me: number,
) {
  const mine = (seats: readonly Rank[]) => seats.length === 1 && seats[0]?.seat === me
  const names = (seats: readonly Rank[]) =>
    joinWords(seats.map(({ seat, name }, i) => (seat !== me ? name : i ? 'you' : 'You')))
  if (lost) return ranks.length > 1 ? 'All have lost' : `${names(ranks)} ${mine(ranks) ? 'have' : 'has'} lost`
  const best = ranks.filter(({ seat }) => winners.includes(seat))
  return `${names(best)} ${best.length > 1 ? 'share the victory' : mine(best) ? 'win' : 'wins'}`
}

/** "2"; where all have lost, nobody has a place. */
export const placeText = ({ lost }: Pick<Result, 'lost'>, { rank }: Rank) => (lost ? '–' : String(rank))
