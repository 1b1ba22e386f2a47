/** The few requests outside a table's own connection. */
import type { Actions, Game, NewTable, Refused as Refusal, Rules, TableRequest } from './messages.ts'

/** What the server refused, in its own words. */
export class Refused extends Error {}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(
    `./api/${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new Refused('The server does not answer. Is it running, and are you online?')
  })
  if (response.ok) return (await response.json()) as T
  const refusal = (await response.json().catch(() => null)) as Partial<Refusal> | null
  throw new Refused(refusal?.text ?? `The server answered ${response.status}.`)
}

export const fetchGames = () => ask<Game[]>('games')
export const fetchRules = (game: string) => ask<Rules>(`games/${encodeURIComponent(game)}/rules`)
export const fetchActions = (table: string) => ask<Actions>(`tables/${encodeURIComponent(table)}/actions`)
export const openTable = (request: TableRequest) => ask<NewTable>('tables', request)
/** Where a finished game lies as a file. */
export const replayOf = (table: string) => `./api/tables/${encodeURIComponent(table)}/replay`
