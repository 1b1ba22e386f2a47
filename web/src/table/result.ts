/** How a game ended, in a few words. */
import type { Rank } from '../messages.ts'

/** "You win", "Ada and Bo share the victory", "All have lost". Rank 1 is a victory; a game may have none.
    `me` is my seat, −1 where several people share the screen or somebody watches. */
export function resultTitle(ranks: readonly Rank[], me: number): string {
  const nameOf = ({ seat, name }: Rank) => (seat === me ? 'You' : name)
  const winners = ranks.filter(({ rank }) => rank === 1)
  const [first] = winners
  if (!first) {
    const [alone] = ranks
    if (!alone || ranks.length > 1) return 'All have lost'
    return `${nameOf(alone)} ${alone.seat === me ? 'have' : 'has'} lost`
  }
  if (winners.length > 1) return `${winners.map(nameOf).join(' and ')} share the victory`
  return `${nameOf(first)} ${first.seat === me ? 'win' : 'wins'}`
}
