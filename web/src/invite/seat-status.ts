/** Texts about the players before a game starts. */
import { capitalize, spellNumber } from '../app/format.ts'
import type { Player } from '../messages.ts'

/** The name given to a seat; empty if it has only a number. */
export const givenName = ({ name }: Pick<Player, 'name'>) => (/^Player \d+$/.test(name) ? '' : name)

export function describePresence(player: Player, me: boolean, here: boolean): string {
  if (player.kind === 'bot') return `bot${player.level ? `, ${player.level}` : ''}`
  if (me) return 'you'
  if (here) return 'on this device'
  if (player.kind === 'open') return 'not here yet'
  return player.connected ? 'ready' : 'joined, but offline'
}

/** "2 of 3 ready" */
export const countReady = (players: readonly Player[], notReady: readonly number[]): string =>
  `${players.filter((p) => !notReady.includes(p.seat)).length} of ${players.length} ready`

export const countPlayers = (n: number) => capitalize(n === 1 ? 'one player' : `${spellNumber(n)} players`)
