/** Opens a table and sits down at it. */
import { openTable } from '../api.ts'
import { tableHash } from '../app/route.ts'
import { router } from '../app/router.svelte.ts'
import { tables } from '../app/tables.svelte.ts'
import type { TableForm } from './table-form.svelte.ts'

export async function open(form: TableForm): Promise<void> {
  const message = form.message()
  const made = await openTable(message)
  const kindOf = (seat: number) => message.seats[seat]?.kind
  const people = made.seats
    .filter(({ seat }) => kindOf(seat) !== 'bot')
    .map(({ seat, token }) => ({
      seat,
      token,
      at: kindOf(seat) === 'link' ? ('link' as const) : ('screen' as const),
      name: message.seats[seat]?.name ?? '',
    }))
  tables.remember({
    table: made.table,
    game: form.game.id,
    title: form.game.title,
    seats: people,
    watch: made.watch,
  })
  const mine = people.find(({ seat }) => kindOf(seat) === 'me') ?? people.find((p) => p.at === 'screen')
  router.go(tableHash(made.table, mine?.token ?? made.watch))
  if (people.some((p) => p.at === 'link')) router.open('people')
}
