/** What a page at a table does about invitations, without anything to be seen. */
import { untrack } from 'svelte'
import { me } from '../app/me.svelte.ts'
import { tableHash } from '../app/route.ts'
import { router } from '../app/router.svelte.ts'
import { tables } from '../app/tables.svelte.ts'
import type { Room } from '../table/room.svelte.ts'
import { dropClaim, findClaim, makeClaim } from './claims.ts'

/** Called while a page is built. */
export function attend(room: Room) {
  const { table } = room
  const { token } = room.seat
  const seat = room.seat
  // the answer was lost, or the link is opened once more: say the same again
  const claim = findClaim(table, token)
  if (claim) seat.say(claim)

  $effect(() => {
    const { welcome } = seat
    if (!welcome || welcome.seat < 0) return
    untrack(() => moveIn(room, welcome.seat))
  })
  $effect(() => {
    if (seat.ended === 'spent') untrack(() => dropClaim(table, token))
  })
  $effect(() => {
    // links to other seats are kept: the server never tells them again
    const others = Object.entries(seat.invitations).filter(([to]) => Number(to) !== seat.welcome?.seat)
    untrack(() => others.forEach(([to, link]) => tables.invite(table, Number(to), link)))
  })
}

/** Without a name the seat keeps the one it has. */
export function sitDown(room: Room, name: string) {
  if (name) me.name = name
  room.seat.say(makeClaim(room.table, room.seat.token, name && me.name))
}

/** The seat is mine: from now on I come by my own secret, and the spent link leaves the address. */
function moveIn(room: Room, seat: number) {
  const claim = findClaim(room.table, room.seat.token)
  if (!claim) return
  const { game = '', title = '' } = room.welcome ?? {}
  const known = tables.find(room.table)?.seats.filter((s) => s.seat !== seat) ?? []
  const mine = { seat, token: claim.secret, at: 'screen' as const, name: claim.name ?? '' }
  tables.remember({ table: room.table, game, title, seats: [...known, mine] })
  router.replace(tableHash(room.table, claim.secret))
}
