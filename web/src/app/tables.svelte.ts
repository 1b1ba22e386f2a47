/** The tables this browser sits at, so that an unfinished one can be gone on with. */
import { tableHash } from './route.ts'
import { loadValue, saveValue } from './storage.ts'

export interface KeptSeat {
  seat: number
  token: string
  /** Who sits there: somebody at this screen, or the receiver of a link. */
  at: 'screen' | 'link'
  name: string
}

export interface KeptTable {
  table: string
  game: string
  title: string
  seats: KeptSeat[]
  /** The secret of the spectators' link; empty where this browser does not know it. */
  watch: string
  /** Names of the others, as last seen. */
  with: string
  yourTurn: boolean
  over: boolean
  touched: number
}

const KEY = 'tables'
const MOST = 60

/** Where a kept table is gone on with: at my own seat. */
export const doorOf = (kept: KeptTable) =>
  tableHash(kept.table, kept.seats.find((s) => s.at === 'screen')?.token ?? kept.watch)

class Tables {
  #all = $state.raw<readonly KeptTable[]>(loadValue<KeptTable[]>(KEY, []))

  /** My turn first, then the latest. */
  unfinished = $derived(
    this.#all
      .filter((t) => !t.over && t.seats.some((s) => s.at === 'screen'))
      .toSorted((a, b) => Number(b.yourTurn) - Number(a.yourTurn)),
  )
  /** Nobody has played in this browser yet. */
  empty = $derived(this.#all.length === 0)

  find(table: string): KeptTable | undefined {
    return this.#all.find((t) => t.table === table)
  }

  /** Adds a table, or changes what is known of it; the latest comes first. */
  remember(entry: Pick<KeptTable, 'table'> & Partial<KeptTable>) {
    const blank = { game: '', title: '', seats: [], watch: '', with: '', yourTurn: false, over: false }
    const known = { ...blank, ...this.find(entry.table), ...entry, touched: Date.now() }
    this.#keep([known, ...this.#all.filter((t) => t.table !== entry.table)])
  }

  /** Returns what was forgotten, so that it can be put back. */
  forget(table: string): KeptTable | undefined {
    const known = this.find(table)
    this.#keep(this.#all.filter((t) => t.table !== table))
    return known
  }

  /** A seat of this browser is no more; without any the table is not gone on with. */
  leave(table: string, token: string) {
    const known = this.find(table)
    if (!known?.seats.some((s) => s.token === token && s.at === 'screen')) return
    const seats = known.seats.filter((s) => s.token !== token)
    if (seats.some((s) => s.at === 'screen')) this.remember({ table, seats })
    else this.forget(table)
  }

  /** The link that somebody may sit down by; a new one takes the place of the old. */
  invite(table: string, seat: number, token: string) {
    const known = this.find(table)
    if (!known) return
    const name = known.seats.find((s) => s.seat === seat)?.name ?? ''
    const seats = known.seats.filter((s) => s.seat !== seat || s.at === 'screen')
    this.remember({ table, seats: [...seats, { seat, token, at: 'link', name }] })
  }

  restore(entry: KeptTable) {
    this.#keep([...this.#all.filter((t) => t.table !== entry.table), entry])
  }

  /** Where there are too many, finished ones go first. */
  #keep(all: readonly KeptTable[]) {
    const latest = all.toSorted((a, b) => b.touched - a.touched)
    const order = latest.toSorted((a, b) => Number(a.over) - Number(b.over))
    const kept = new Set(order.slice(0, MOST))
    this.#all = latest.filter((t) => kept.has(t))
    saveValue(KEY, this.#all)
  }
}

export const tables = new Tables()
