/** Texts about players during a game. */
import type { Player } from '../messages.ts'
import type { TableSession } from './table-session.svelte.ts'

interface PlayerStatus {
  text: string
  /** Shown if there is space for it. */
  detail?: string | undefined
}

export function describePlayer(session: TableSession, player: Player): PlayerStatus {
  if (player.submitted) return { text: 'ready' }
  if (player.resigned) return { text: 'resigned', detail: 'bot playing' }
  if (player.kind === 'bot')
    // until the native code is compiled, bots play below their level
    return {
      text: 'bot',
      detail: session.view?.full_strength ? (player.level ?? undefined) : 'weaker for now',
    }
  if (player.kind === 'open') return { text: 'open seat' }
  if (player.seat === session.mySeat && !session.shared)
    return { text: player.acting ? 'your turn' : session.view?.result ? '' : 'waiting' }
  if (session.seatNumbers.includes(player.seat))
    return { text: 'on this device', detail: player.acting ? 'their turn' : undefined }
  if (player.level !== null) return { text: 'away', detail: 'bot playing' }
  return { text: player.connected ? 'online' : 'away' }
}
