/** Keeps what this browser stores about a table up to date. */
import { untrack } from 'svelte'
import { joinWords } from '../app/format.ts'
import { history } from '../app/history.svelte.ts'
import { profile } from '../app/profile.svelte.ts'
import { tableHash } from '../app/route.ts'
import { router } from '../app/router.svelte.ts'
import { tables } from '../app/tables.svelte.ts'
import type { TableSession } from './table-session.svelte.ts'

/** Called while the page of a table is created. */
export function rememberTable(session: TableSession, token: string) {
  const { table } = session
  const isNew = !tables.find(table)

  $effect(() => {
    // all players at this screen move to the table of a rematch together
    const here = session.clients.filter((s) => s.status === 'open' || s === session.client)
    const moved = here.flatMap((s) => s.rematch ?? [])
    const first = moved[0]
    if (!first || moved.length < here.length) return
    untrack(() => {
      // the secrets of seats open the new table too; invitations that were used do not
      const { seats: known = [], watch = '' } = tables.find(table) ?? {}
      const seats = known
        .filter((s) => s.at === 'screen')
        .map((s) => ({ ...s, seat: session.client.seatInRematch(first, s.seat) }))
      const title = session.welcome?.title ?? ''
      tables.remember({ table: first.table, game: session.game, title, seats, watch })
      router.replace(tableHash(first.table, first.token))
    })
  })
  $effect(() => {
    // a player who comes by a link takes the seat under their own name
    if (isNew && session.welcome && session.mySeat >= 0 && profile.name)
      untrack(() => session.client.send({ type: 'rename', name: profile.name }))
  })
  $effect(() => {
    const { view, welcome } = session
    if (!view || !welcome || welcome.seat < 0) return
    const others = view.players.filter((p) => p.seat !== welcome.seat).map((p) => p.name)
    const yourTurn = session.clients.some((s) => s.acting)
    const over = view.result !== null
    const name = session.player(welcome.seat)?.name ?? ''
    untrack(() => {
      const known = tables.find(table)?.seats ?? []
      const mine = { seat: welcome.seat, token, at: 'screen' as const, name }
      const isKnown = known.some((s) => s.token === token)
      const seats = isKnown ? known : [...known.filter((s) => s.seat !== mine.seat), mine]
      const { game, title } = welcome
      tables.remember({ table, game, title, seats, with: joinWords(others), yourTurn, over })
      if (view.result?.ranks.length)
        history.add(
          { table, game, title, token, mine: session.seatNumbers },
          { ...view.result, reason: session.fillNames(view.result.reason) },
        )
    })
  })
  $effect(() => {
    if (session.client.closedText) untrack(() => tables.leave(table, token))
  })
}
