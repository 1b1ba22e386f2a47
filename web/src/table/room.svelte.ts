/** The table as this screen sees it: one seat, or several people who share the device. */
import { fetchActions } from '../api.ts'
import { tables } from '../app/tables.svelte.ts'
import type { Actions, Player } from '../messages.ts'
import { type OpenConnection, Seat } from './seat.svelte.ts'
import { Touches } from './touches.svelte.ts'
import { whoseScreen } from './screen.ts'

const NOTHING: Actions = { paths: [], texts: [], catalogue: null }

export class Room {
  readonly table: string
  /** The seats of this screen; the one of the address comes first. */
  readonly seats: readonly Seat[]
  actions = $state.raw<Actions>(NOTHING)
  problem = $state('')
  readonly touches: Touches

  /** Who looks at the screen; nobody yet while several people share it. */
  #shown = $state<number | null>(null)
  #screen = $derived.by(() =>
    whoseScreen(
      this.seats.map((s) => s.acting),
      this.#shown,
      this.secrets && this.seats.length > 1,
    ),
  )

  /** Somebody at this screen is to act and the others should look away. */
  passTo = $derived.by(() => (this.#screen.pass === null ? null : (this.seats[this.#screen.pass] ?? null)))
  seat = $derived.by(() => this.seats[this.#screen.show ?? 0] as Seat)
  view = $derived.by(() => this.seat.view)
  welcome = $derived.by(() => this.seat.welcome)
  me = $derived.by(() => this.welcome?.seat ?? -1)
  game = $derived.by(() => this.welcome?.game ?? '')
  myTurn = $derived.by(() => this.seat.acting)
  shared = $derived.by(() => this.seats.length > 1)
  /** Pieces that others moved since my last turn: they carry a dot. */
  fresh = $derived.by(() => {
    const entries = this.seat.log.slice(this.view?.since ?? 0).filter((entry) => entry.seat !== this.me)
    return new Set(entries.flatMap((entry) => entry.pieces))
  })
  /** What may be done now: nothing while an answer is under way. */
  legal: readonly number[] = $derived.by(() => (this.seat.answered === null ? (this.view?.legal ?? []) : []))
  /** Actions that would reveal something: they could not be taken back. */
  permanent = $derived.by(() => new Set(this.view?.revealing ?? []))

  constructor(table: string, token: string, open?: OpenConnection) {
    this.table = table
    const others = tables.find(table)?.seats.filter((s) => s.at === 'screen' && s.token !== token) ?? []
    this.seats = [token, ...others.map((s) => s.token)].map((t) => new Seat(table, t, open))
    if (this.seats.length === 1) this.#shown = 0
    this.touches = new Touches({
      paths: () => this.actions.paths,
      legal: () => this.legal,
      act: (action) => this.act(action),
      permanent: () => this.permanent,
    })
    void this.loadActions()
  }

  get secrets() {
    return this.seats.some((s) => s.welcome?.secrets)
  }

  act(action: number) {
    this.touches.clear()
    this.seat.act(action)
  }

  /** "I am Mira": show this seat's side of the table. */
  takeSeat(seat: Seat) {
    this.touches.clear()
    this.#shown = this.seats.indexOf(seat)
  }

  /** Without secrets the screen simply turns to whoever is to act. */
  turn() {
    // before the first word of the server nobody knows whether there are secrets
    if (!this.seats.some((s) => s.welcome)) return
    if (this.#screen.show !== null && this.#screen.show !== this.#shown) {
      this.touches.clear()
      this.#shown = this.#screen.show
    }
  }

  player(seat: number): Player | undefined {
    return this.view?.players.find((p) => p.seat === seat)
  }

  /** A player's name as this screen says it. */
  nameOf(seat: number): string {
    if (seat === this.me && !this.shared) return 'You'
    return this.player(seat)?.name ?? ''
  }

  close() {
    this.seats.forEach((s) => s.close())
  }

  /** The paths and texts of all actions: fixed for the table, so fetched once. */
  async loadActions() {
    if (this.actions !== NOTHING) return
    try {
      this.actions = await fetchActions(this.table)
      this.problem = ''
    } catch (error) {
      this.problem = (error as Error).message
    }
  }
}
