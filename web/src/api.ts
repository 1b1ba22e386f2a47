/** HTTP requests to the server. */
import type { Actions, GameInfo, NewTable, Refused, RulesPage, TableRequest } from './messages.ts'

/** A refusal by the server, with its text. */
class RequestRefused extends Error {}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(
    `./api/${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new RequestRefused('The server can’t be reached. Check your connection and try again.')
  })
  if (response.ok) return (await response.json()) as T
  const refusal = (await response.json().catch(() => null)) as Partial<Refused> | null
  throw new RequestRefused(refusal?.text ?? `The server reported an error (${response.status}).`)
}

export const fetchGames = () => request<GameInfo[]>('games')
export const fetchRules = (game: string) => request<RulesPage>(`games/${encodeURIComponent(game)}/rules`)
export const fetchActions = (table: string) => request<Actions>(`tables/${encodeURIComponent(table)}/actions`)
export const openTable = (tableRequest: TableRequest) => request<NewTable>('tables', tableRequest)
/** The address of a finished game as a file. */
export const replayUrl = (table: string) => `./api/tables/${encodeURIComponent(table)}/replay`
