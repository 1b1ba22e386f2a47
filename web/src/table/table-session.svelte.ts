/** A table as this screen shows it: for one seat, or for several people who share the device. */
import { fetchActions } from '../api.ts'
import { possessive } from '../app/format.ts'
import { tables } from '../app/tables.svelte.ts'
import type { Actions, Player } from '../messages.ts'
import { Details } from './details.svelte.ts'
import { type OpenConnection, SeatClient } from './seat-client.svelte.ts'
import { chooseShownSeat } from './shared-screen.ts'
import { vibrate } from './sound.svelte.ts'
import { askingBeforeWaste } from './asking-before-waste.svelte.ts'
import { type HintMarks, Touches } from './touches.svelte.ts'

const NO_ACTIONS: Actions = { paths: [], texts: [], catalogue: null, legend: [] }

export class TableSession {
  readonly table: string
  /** The clients of the seats at this screen, the one of the address first. */
  readonly clients: readonly SeatClient[]
  actions = $state.raw<Actions>(NO_ACTIONS)
  loadError = $state('')
  /** A guest watches without taking the seat. */
  watching = $state(false)
  readonly touches: Touches
  /** What an action covers or gives, in a few words beside its text; set by the table of the game. */
  describeAction: (action: number) => string = () => ''
  readonly details = new Details(() => this.client)

  /** Index of the client shown; null while a shared screen is covered. */
  #shown = $state<number | null>(null)
  /** Whether the player of that seat has taken the device since there is something to hide. */
  #taken = $state(false)
  /** Whether a shared screen has something to hide: in some games only in some phases. */
  #hiding = $derived.by(() => this.clients.length > 1 && this.clients.some((client) => client.view?.private))
  #screen = $derived.by(() =>
    chooseShownSeat(
      this.clients.map((client) => client.acting),
      this.#hiding && !this.#taken ? null : this.#shown,
      this.#hiding,
    ),
  )

  /** The seat to which the device must be passed, if any. */
  passTo = $derived.by(() => {
    const client = this.#screen.pass === null ? null : this.clients[this.#screen.pass]
    return client?.view ? client : null // before the first view it is unknown whether the table is dealt
  })
  client = $derived.by(() => this.clients[this.#screen.show ?? 0] as SeatClient)
  view = $derived.by(() => this.client.view)
  welcome = $derived.by(() => this.client.welcome)
  mySeat = $derived.by(() => this.welcome?.seat ?? -1)
  game = $derived.by(() => this.welcome?.game ?? '')
  myTurn = $derived.by(() => this.client.acting)
  shared = $derived.by(() => this.clients.length > 1)
  /** The moment being shown, or null. */
  moment = $derived.by(() => (this.client.moment ? (this.client.moment.picture as { text: string }) : null))
  /** What the pointed action would do, once the server has answered. */
  preview = $derived.by(() => {
    const action = this.touches.pointedAction
    return action === null ? null : (this.client.previews.get(action) ?? null)
  })
  /** Pieces that others moved since my last turn; they are marked with a dot. */
  recentPieces = $derived.by(() => {
    const entries = this.client.log
      .slice(this.view?.since_last_turn ?? 0)
      .filter((entry) => entry.seat !== this.mySeat)
    return new Set(entries.flatMap((entry) => entry.pieces))
  })
  /** The legal actions; none while an answer is pending or a moment is shown. */
  legal: readonly number[] = $derived.by(() =>
    this.client.pendingDecision === null && !this.client.moment ? (this.view?.legal ?? []) : [],
  )
  /** What the hint marks on the table. */
  hintMarks: HintMarks | null = $derived.by(() => {
    const { shown, next, steps, index } = this.client.suggestion
    if (!shown || !next) return null
    const touchesOf = (from: number, to?: number) =>
      steps.slice(from, to).flatMap(({ action }) => this.actions.paths[action]?.flat() ?? [])
    // what is left for the player alone is one step
    return { action: next.action, touches: touchesOf(index), done: next.submits ? [] : touchesOf(0, index) }
  })
  /** Actions that would reveal something and could not be undone. */
  irreversible = $derived.by(() => new Set(this.view?.irreversible ?? []))

  constructor(table: string, token: string, open?: OpenConnection) {
    this.table = table
    const saved = tables.find(table)?.seats.filter((s) => s.at === 'screen') ?? []
    const here = saved.map((s) => s.token)
    // spectator links and invitations open one seat only
    const others = here.includes(token) ? here.filter((t) => t !== token) : []
    this.clients = [token, ...others].map((t) => new SeatClient(table, t, open))
    if (this.clients.length === 1) this.#shown = 0
    this.touches = new Touches({
      paths: () => this.actions.paths,
      legal: () => this.legal,
      playAction: (action) => this.playAction(action),
      irreversible: () => this.irreversible,
      warning: (action) => (askingBeforeWaste.on ? this.warningOf(action) : ''),
      hint: () => this.hintMarks,
      describe: (question) => this.details.ask(question),
    })
    void this.loadActions()
  }

  /** The numbers of the seats at this screen. */
  get seatNumbers() {
    return this.clients.flatMap(({ welcome }) => (welcome && welcome.seat >= 0 ? [welcome.seat] : []))
  }

  playAction(action: number) {
    this.touches.cancel()
    this.client.suggestion.stop()
    this.details.close()
    vibrate()
    this.client.playAction(action)
  }

  /** What an action would waste, in words; empty if nothing. */
  warningOf(action: number): string {
    return this.fillNames(this.view?.warnings[action]?.text ?? '')
  }

  /** Replaces the seat numbers in a text of the game by names; mine becomes "you", capitalized at the start of a sentence. */
  fillNames(text: string): string {
    return text.replace(/\{(\d+)\}/g, (_, digits: string, index: number) => {
      const seat = Number(digits)
      if (seat !== this.mySeat || this.shared) return this.player(seat)?.name ?? ''
      return /(^|[.!?]\s*)$/.test(text.slice(0, index)) ? 'You' : 'you'
    })
  }

  /** Shows the table as this client sees it. */
  showClient(client: SeatClient) {
    this.touches.cancel()
    this.details.close()
    this.#shown = this.clients.indexOf(client)
    this.#taken = true
  }

  /** With nothing to hide, a shared screen shows the seat that is to act. */
  followTurn() {
    // before the first view it is unknown whether there is anything to hide
    if (this.#hiding || !this.clients.some((client) => client.view)) return
    this.#taken = false
    if (this.#screen.show !== null && this.#screen.show !== this.#shown) {
      this.touches.cancel()
      this.details.close()
      this.#shown = this.#screen.show
    }
  }

  player(seat: number): Player | undefined {
    return this.view?.players.find((p) => p.seat === seat)
  }

  /** A player's name as this screen shows it. */
  nameOf(seat: number): string {
    if (seat === this.mySeat && !this.shared) return 'You'
    return this.player(seat)?.name ?? ''
  }

  /** "Your cards", or "Ada’s cards": another player’s, or on a shared screen. */
  titleOf(seat: number, pieces: string): string {
    const mine = seat === this.mySeat && !this.shared
    return `${mine ? 'Your' : possessive(this.player(seat)?.name ?? '')} ${pieces}`
  }

  /** Seconds until a bot may play for a player who is away: 0 if it may now, null if the player is not away. */
  secondsUntilBot(player: Player): number | null {
    if (player.stand_in_from === null) return null
    return Math.max(0, Math.ceil((player.stand_in_from - this.client.clock.now) / 1000))
  }

  /** Seconds until the host may offer a new link to the seat of a player who is away: 0 if now, null if never. */
  secondsUntilNewLink(player: Player): number | null {
    if (player.new_link_from === null) return null
    return Math.max(0, Math.ceil((player.new_link_from - this.client.clock.now) / 1000))
  }

  /** Whether a bot plays for the host, or may. Until then only the host assigns open seats. */
  get hostIsGone() {
    const host = this.player(this.welcome?.host_seat ?? -1)
    return !!host && (host.level !== null || this.secondsUntilBot(host) === 0)
  }

  /** Whether this screen may assign a bot to a player's seat now. */
  canAssignBot(player: Player): boolean {
    if (!this.welcome?.host && this.mySeat < 0) return false
    if (this.seatNumbers.includes(player.seat)) return false
    if (player.kind === 'open') return !!this.welcome?.host || this.hostIsGone
    return this.secondsUntilBot(player) === 0
  }

  /** Whether the deal waits only for this screen, which answers automatically. */
  get awaitsDeal() {
    const { not_ready } = this.view ?? { not_ready: [] }
    return not_ready.length > 0 && not_ready.every((seat) => this.seatNumbers.includes(seat))
  }

  close() {
    this.clients.forEach((client) => client.close())
  }

  /** Fetches the paths and texts of all actions, once. */
  async loadActions() {
    if (this.actions !== NO_ACTIONS) return
    try {
      this.actions = await fetchActions(this.table)
      this.loadError = ''
    } catch (error) {
      this.loadError = (error as Error).message
    }
  }
}
