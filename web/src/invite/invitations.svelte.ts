/** Claiming seats by invitations, and storing invitations to other seats. */
import { untrack } from 'svelte'
import { profile } from '../app/profile.svelte.ts'
import { tableHash } from '../app/route.ts'
import { router } from '../app/router.svelte.ts'
import { tables } from '../app/tables.svelte.ts'
import type { TableSession } from '../table/table-session.svelte.ts'
import { dropClaim, findClaim, makeClaim } from './claims.ts'
import { wayBack } from './way-back.svelte.ts'

/** Called while the page of a table is created. */
export function handleInvitations(session: TableSession) {
  const { table, client } = session
  const { token } = client
  // the answer was lost, or the link was opened again: repeat the same claim
  const claim = findClaim(table, token)
  if (claim) client.send(claim)

  $effect(() => {
    const { welcome } = client
    if (!welcome || welcome.seat < 0) return
    untrack(() => adoptClaimedSeat(session, welcome.seat))
  })
  $effect(() => {
    if (client.closedReason === 'used') untrack(() => dropClaim(table, token))
  })
  $effect(() => {
    // the server sends each invitation only once
    const others = Object.entries(client.invitations).filter(([to]) => Number(to) !== client.welcome?.seat)
    untrack(() => others.forEach(([to, link]) => tables.storeInvitation(table, Number(to), link)))
  })
}

/** Without a name, the seat keeps its own. */
export function claimSeat(session: TableSession, name: string) {
  if (name) profile.name = name
  const { welcome, token } = session.client
  if (welcome) session.client.send(makeClaim(welcome, token, name && profile.name))
}

/** Replaces the used link in the address by the secret of the seat. */
function adoptClaimedSeat(session: TableSession, seat: number) {
  const claim = findClaim(session.table, session.client.token)
  if (!claim) return
  const { game = '', title = '' } = session.welcome ?? {}
  const known = tables.find(session.table)?.seats.filter((s) => s.seat !== seat) ?? []
  const mine = { seat, token: claim.secret, at: 'screen' as const, name: claim.name ?? '' }
  tables.remember({ table: session.table, game, title, seats: [...known, mine] })
  wayBack.offer(session.table)
  router.replace(tableHash(session.table, claim.secret))
}
