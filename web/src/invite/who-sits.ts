/** Who sits where before the game begins, in words. */
import { countWord } from '../app/words.ts'
import type { Player } from '../messages.ts'

/** The name that somebody gave to a seat; "" while it has only its number. */
export const givenName = ({ name }: Pick<Player, 'name'>) => (/^Player \d+$/.test(name) ? '' : name)

/** What a seat's player is doing. */
export function whereabouts(player: Player, me: boolean, here: boolean): string {
  if (player.kind === 'bot') return `bot${player.level ? `, ${player.level}` : ''}`
  if (me) return 'you'
  if (here) return 'at this screen'
  if (player.kind === 'open') return 'has not come yet'
  return player.connected ? 'is here' : 'has sat down, is away just now'
}

/** "2 of 3 are here"; whoever is still waited for is not. */
export function howMany(players: readonly Player[], waiting: readonly number[]): string {
  const seated = players.filter((p) => !waiting.includes(p.seat)).length
  return `${seated} of ${players.length} ${seated === 1 ? 'is' : 'are'} here`
}

export const playersWord = (n: number) => (n === 1 ? 'One player' : `${countWord(n)} players`)
