/** The tables at which this browser has a seat, so that unfinished ones can be resumed. */
import { tableHash } from './route.ts'
import { loadValue, saveValue } from './storage.ts'

interface SavedSeat {
  seat: number
  token: string
  /** Whether its player is at this screen or was sent a link. */
  at: 'screen' | 'link'
  name: string
}

export interface SavedTable {
  table: string
  game: string
  title: string
  seats: SavedSeat[]
  /** The token of the spectator link; empty if unknown to this browser. */
  watch: string
  /** Names of the other players, as last seen. */
  with: string
  yourTurn: boolean
  over: boolean
  touched: number
}

const KEY = 'tables'
const MAX_TABLES = 60

/** The address at which a table is resumed: my own seat, otherwise the spectator link. */
export const resumeHash = (saved: SavedTable) =>
  tableHash(saved.table, saved.seats.find((s) => s.at === 'screen')?.token ?? saved.watch)

class Tables {
  #all = $state.raw<readonly SavedTable[]>(loadValue<SavedTable[]>(KEY, []))

  /** My turn first, then the latest. */
  unfinished = $derived(
    this.#all
      .filter((t) => !t.over && t.seats.some((s) => s.at === 'screen'))
      .toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn)),
  )
  empty = $derived(this.#all.length === 0)

  find(table: string): SavedTable | undefined {
    return this.#all.find((t) => t.table === table)
  }

  /** Adds or updates a table, as the latest one. */
  remember(entry: Pick<SavedTable, 'table'> & Partial<SavedTable>) {
    const blank = { game: '', title: '', seats: [], watch: '', with: '', yourTurn: false, over: false }
    const known = { ...blank, ...this.find(entry.table), ...entry, touched: Date.now() }
    this.#save([known, ...this.#all.filter((t) => t.table !== entry.table)])
  }

  /** Removes a table and returns it, for an undo. */
  remove(table: string): SavedTable | undefined {
    const known = this.find(table)
    this.#save(this.#all.filter((t) => t.table !== table))
    return known
  }

  /** Removes a seat that this browser has lost, and the table with its last seat. */
  leave(table: string, token: string) {
    const known = this.find(table)
    if (!known?.seats.some((s) => s.token === token && s.at === 'screen')) return
    const seats = known.seats.filter((s) => s.token !== token)
    if (seats.some((s) => s.at === 'screen')) this.remember({ table, seats })
    else this.remove(table)
  }

  /** Stores the invitation of a seat; a new one replaces the old. */
  storeInvitation(table: string, seat: number, token: string) {
    const known = this.find(table)
    if (!known) return
    const name = known.seats.find((s) => s.seat === seat)?.name ?? ''
    const seats = known.seats.filter((s) => s.seat !== seat || s.at === 'screen')
    this.remember({ table, seats: [...seats, { seat, token, at: 'link', name }] })
  }

  restore(entry: SavedTable) {
    this.#save([...this.#all.filter((t) => t.table !== entry.table), entry])
  }

  /** If there are too many, finished tables are dropped first. */
  #save(all: readonly SavedTable[]) {
    const latest = all.toSorted((a, b) => b.touched - a.touched)
    const order = latest.toSorted((a, b) => Number(a.over) - Number(b.over))
    const kept = new Set(order.slice(0, MAX_TABLES))
    this.#all = latest.filter((t) => kept.has(t))
    saveValue(KEY, this.#all)
  }
}

export const tables = new Tables()
