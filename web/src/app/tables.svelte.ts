/** The tables this browser sits at, so that an unfinished one can be gone on with. */
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
const MOST = 40

class Tables {
  #all = $state.raw<readonly KeptTable[]>(loadValue<KeptTable[]>(KEY, []))

  unfinished = $derived(this.#all.filter((t) => !t.over && t.seats.some((s) => s.at === 'screen')))

  find(table: string): KeptTable | undefined {
    return this.#all.find((t) => t.table === table)
  }

  /** Adds a table, or changes what is known of it; the latest comes first. */
  remember(entry: Pick<KeptTable, 'table'> & Partial<KeptTable>) {
    const blank = { game: '', title: '', seats: [], watch: '', with: '', yourTurn: false, over: false }
    const known = { ...blank, ...this.find(entry.table), ...entry, touched: Date.now() }
    this.#all = [known, ...this.#all.filter((t) => t.table !== entry.table)].slice(0, MOST)
    saveValue(KEY, this.#all)
  }

  forget(table: string) {
    this.#all = this.#all.filter((t) => t.table !== table)
    saveValue(KEY, this.#all)
  }
}

export const tables = new Tables()
