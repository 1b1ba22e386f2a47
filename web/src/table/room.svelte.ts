/** The table as this screen sees it: one seat, or several people who share the device. */
import { fetchActions } from '../api.ts'
import { tables } from '../app/tables.svelte.ts'
import type { Actions, Player } from '../messages.ts'
import { type OpenConnection, Seat } from './seat.svelte.ts'
import { feel } from './sound.svelte.ts'
import { Touches } from './touches.svelte.ts'
import { whoseScreen } from './screen.ts'

const NOTHING: Actions = { paths: [], texts: [], catalogue: null }

export class Room {
  readonly table: string
  /** The seats of this screen; the one of the address comes first. */
  readonly seats: readonly Seat[]
  actions = $state.raw<Actions>(NOTHING)
  problem = $state('')
  /** A guest who looks on without sitting down. */
  onlyWatching = $state(false)
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
  passTo = $derived.by(() => {
    const seat = this.#screen.pass === null ? null : this.seats[this.#screen.pass]
    return seat?.view ? seat : null // before that nothing is known of the table, not even whether it is dealt
  })
  seat = $derived.by(() => this.seats[this.#screen.show ?? 0] as Seat)
  view = $derived.by(() => this.seat.view)
  welcome = $derived.by(() => this.seat.welcome)
  me = $derived.by(() => this.welcome?.seat ?? -1)
  game = $derived.by(() => this.welcome?.game ?? '')
  myTurn = $derived.by(() => this.seat.acting)
  shared = $derived.by(() => this.seats.length > 1)
  /** What has just happened, to be looked at; null while there is no such thing. */
  moment = $derived.by(() => (this.seat.moment ? (this.seat.moment.picture as { text: string }) : null))
  /** What the action that is pointed at would do, once the server has said it. */
  preview = $derived.by(() => {
    const action = this.touches.would
    return action === null ? null : (this.seat.previews.get(action) ?? null)
  })
  /** Pieces that others moved since my last turn: they carry a dot. */
  fresh = $derived.by(() => {
    const entries = this.seat.log.slice(this.view?.since ?? 0).filter((entry) => entry.seat !== this.me)
    return new Set(entries.flatMap((entry) => entry.pieces))
  })
  /** What may be done now: nothing while an answer is under way. */
  legal: readonly number[] = $derived.by(() =>
    this.seat.answered === null && !this.seat.moment ? (this.view?.legal ?? []) : [],
  )
  /** Actions that would reveal something: they could not be taken back. */
  permanent = $derived.by(() => new Set(this.view?.revealing ?? []))

  constructor(table: string, token: string, open?: OpenConnection) {
    this.table = table
    const here =
      tables
        .find(table)
        ?.seats.filter((s) => s.at === 'screen')
        .map((s) => s.token) ?? []
    // who comes by another link, to watch or as a guest, comes alone
    const others = here.includes(token) ? here.filter((t) => t !== token) : []
    this.seats = [token, ...others].map((t) => new Seat(table, t, open))
    if (this.seats.length === 1) this.#shown = 0
    this.touches = new Touches({
      paths: () => this.actions.paths,
      legal: () => this.legal,
      act: (action) => this.act(action),
      permanent: () => this.permanent,
      warning: (action) => this.warningOf(action),
      refuse: (touches, touched) => this.seat.askWhy(touches, touched),
      read: (touched, text) =>
        (this.seat.why = { type: 'why_not_answer', touches: [], touched, text, pieces: [] }),
    })
    void this.loadActions()
  }

  /** The seats of this screen. */
  get seatNumbers() {
    return this.seats.flatMap((s) => (s.welcome && s.welcome.seat >= 0 ? [s.welcome.seat] : []))
  }

  get secrets() {
    return this.seats.some((s) => s.welcome?.secrets)
  }

  act(action: number) {
    this.touches.clear()
    feel()
    this.seat.act(action)
  }

  /** What an action would waste, in words; empty if nothing. */
  warningOf(action: number): string {
    return this.say(this.view?.warnings[action] ?? '')
  }

  /** A text of the game with the names of its seats; mine is "you", with a capital where a sentence begins. */
  say(text: string): string {
    return text.replace(/\{(\d+)\}/g, (_, digits: string, at: number) => {
      const seat = Number(digits)
      if (seat !== this.me || this.shared) return this.player(seat)?.name ?? ''
      return /(^|[.!?]\s*)$/.test(text.slice(0, at)) ? 'You' : 'you'
    })
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

  /** Until a bot may play for somebody who is away: 0 once it may, null where nobody waits for that. */
  secondsUntilBot(player: Player): number | null {
    if (player.bot_from === null) return null
    return Math.max(0, Math.ceil((player.bot_from - this.seat.clock.now) / 1000))
  }

  /** Whether a bot plays for the host, or may. Until then only the host gives away seats that nobody has had. */
  get hostIsGone() {
    const host = this.player(this.welcome?.host_seat ?? -1)
    return !!host && (host.level !== null || this.secondsUntilBot(host) === 0)
  }

  /** Whether somebody at this screen may let a bot play there now. */
  canFill(player: Player): boolean {
    if (!this.welcome?.host && this.me < 0) return false
    if (this.seatNumbers.includes(player.seat)) return false
    if (player.kind === 'open') return !!this.welcome?.host || this.hostIsGone
    return this.secondsUntilBot(player) === 0
  }

  /** All that is still awaited before the deal comes from this screen, by itself. */
  get dealing() {
    const { waiting } = this.view ?? { waiting: [] }
    return waiting.length > 0 && waiting.every((seat) => this.seatNumbers.includes(seat))
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
