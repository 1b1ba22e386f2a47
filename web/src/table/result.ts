/** Texts for the result of a game. */
import { joinWords } from '../app/format.ts'
import type { Rank, Result } from '../messages.ts'

type Outcome = Pick<Result, 'winners' | 'lost' | 'ranks'>

/** "You win", "Ada and Bo share the win", "Nobody wins".
    `me` is my seat, −1 for a spectator or if several people share the screen. */
export function resultTitle({ winners, lost, ranks }: Outcome, me: number) {
  const mine = (seats: readonly Rank[]) => seats.length === 1 && seats[0]?.seat === me
  const names = (seats: readonly Rank[]) =>
    joinWords(seats.map(({ seat, name }, i) => (seat !== me ? name : i ? 'you' : 'You')))
  if (!ranks.length) return 'Game over' // the result is not known
  if (lost) return ranks.length > 1 ? 'Nobody wins' : `${names(ranks)} ${mine(ranks) ? 'lose' : 'loses'}`
  const best = ranks.filter(({ seat }) => winners.includes(seat))
  return `${names(best)} ${best.length > 1 ? 'share the win' : mine(best) ? 'win' : 'wins'}`
}

/** "You win, 26 to 9.", "Ada wins: Ada 20, you 18, Bo 12." */
export function describeResult(result: Outcome, me: number, nameOf: (seat: number) => string): string {
  const { ranks } = result
  const title = resultTitle(result, me)
  if (!ranks.length || ranks.some(({ score }) => score === null)) return `${title}.`
  if (ranks.length === 2) return `${title}, ${ranks.map(({ score }) => score).join(' to ')}.`
  return `${title}: ${ranks.map(({ seat, score }) => `${nameOf(seat)} ${score}`).join(', ')}.`
}

/** "2"; a dash if everyone has lost. */
export const placeText = ({ lost }: Pick<Result, 'lost'>, { rank }: Rank) => (lost ? '–' : String(rank))
