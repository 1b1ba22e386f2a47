/** Opens a table and sits down at it. */
import { openTable } from '../api.ts'
import { tableHash } from '../app/route.ts'
import { router } from '../app/router.svelte.ts'
import { tables } from '../app/tables.svelte.ts'
import type { SeatToken } from '../messages.ts'
import type { TableForm } from './table-form.svelte.ts'

export async function open(form: TableForm, friends: boolean): Promise<void> {
  const message = form.message(friends)
  const made = await openTable(message)
  form.remember()
  const keep = (at: 'screen' | 'link') => (told: SeatToken) => ({
    ...told,
    at,
    name: message.seats[told.seat]?.name ?? '',
  })
  const here = made.seats.map(keep('screen'))
  tables.remember({
    table: made.table,
    game: form.game.id,
    title: form.game.title,
    seats: [...here, ...made.invitations.map(keep('link'))],
    watch: made.watch,
  })
  const mine = here.find(({ seat }) => message.seats[seat]?.kind === 'me') ?? here[0]
  router.go(tableHash(made.table, mine?.token ?? made.watch))
}
