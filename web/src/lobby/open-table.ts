/** Opens a table and goes to my seat. */
import { fetchGames, openTable } from '../api.ts'
import { history } from '../app/history.svelte.ts'
import { tableHash } from '../app/route.ts'
import { router } from '../app/router.svelte.ts'
import { tables } from '../app/tables.svelte.ts'
import type { SeatToken } from '../messages.ts'
import { type Friends, TableForm } from './table-form.svelte.ts'

/** No game was played in this browser before. */
export const isFirstVisit = () => tables.empty && !history.games.length

/** Opens a table of a game as it was played last. */
export async function openUsualTable(id: string): Promise<void> {
  const game = (await fetchGames()).find((g) => g.id === id)
  if (!game) throw new Error('This game is not installed here.')
  await openAndJoin(new TableForm(game))
}

export async function openAndJoin(form: TableForm, friends?: Friends): Promise<void> {
  const request = form.makeRequest(friends)
  const opened = await openTable(request)
  form.remember()
  const savedSeat = (at: 'screen' | 'link') => (token: SeatToken) => ({
    ...token,
    at,
    name: request.seats[token.seat]?.name ?? '',
  })
  const here = opened.seats.map(savedSeat('screen'))
  tables.remember({
    table: opened.table,
    game: form.game.id,
    title: form.game.title,
    seats: [...here, ...opened.invitations.map(savedSeat('link'))],
    watch: opened.spectator_token,
  })
  const mine = here.find(({ seat }) => request.seats[seat]?.kind === 'me') ?? here[0]
  router.go(tableHash(opened.table, mine?.token ?? opened.spectator_token))
}
