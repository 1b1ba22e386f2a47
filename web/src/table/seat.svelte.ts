/** One seat of this browser: what the server last said to it, ready to be drawn. */
import { plural } from '../app/words.ts'
import { Connection, type ConnectionStatus } from '../connection.ts'
import { addPart, addRematchPart, moveParts, noteRematch } from '../deal/parts.ts'
import type {
  ClientMessage,
  Hinted,
  LogEntry,
  Moment,
  Previewed,
  RefusalReason,
  ServerMessage,
  View,
  Welcome,
  WhyNotAnswer,
} from '../messages.ts'
import { ServerClock } from './clock.svelte.ts'
import type { EmoteKind } from './emotes.ts'

const EMOTE_MS = 4000
/** After these nobody may come back by the same link. */
const FOR_GOOD = new Set<RefusalReason>(['bad_token', 'unknown_table', 'spent', 'handed_over'])
/** How long a moment is looked at; shorter where bots are to play at once. */
export const MOMENT_MS = 1700
export const QUICK_MOMENT_MS = 700

export interface SeatConnection {
  act(decision: number, action: number): void
  say(message: ClientMessage): boolean
  close(): void
}

export type OpenConnection = (
  table: string,
  token: string,
  onMessage: (message: ServerMessage) => void,
  onStatus: (status: ConnectionStatus) => void,
) => SeatConnection

const openConnection: OpenConnection = (table, token, onMessage, onStatus) =>
  new Connection({ table, token, onMessage, onStatus })

export class Seat {
  readonly table: string
  readonly token: string
  readonly clock = new ServerClock()
  status = $state<ConnectionStatus>('connecting')
  welcome = $state.raw<Welcome | null>(null)
  view = $state.raw<View | null>(null)
  log = $state.raw<readonly LogEntry[]>([])
  /** What the server said in words: a refusal, a goodbye. */
  notice = $state('')
  /** The connection was refused for good: why, and in words. */
  ended = $state<RefusalReason | null>(null)
  refused = $state('')
  /** Invitations that were asked for on this connection, by seat. */
  invitations = $state.raw<Readonly<Record<number, string>>>({})
  hint = $state.raw<Hinted | null>(null)
  hinting = $state(false)
  /** A picture of what has just happened: it is looked at before the view that comes after it. */
  moment = $state.raw<Moment | null>(null)
  /** Why the piece touched last cannot be touched. */
  why = $state.raw<WhyNotAnswer | null>(null)
  /** What an action of this decision would do, as far as it was asked for. */
  previews = $state.raw<ReadonlyMap<number, Previewed>>(new Map())
  moved = $state.raw<{ table: string; token: string } | null>(null)
  emotes = $state.raw<Readonly<Record<number, EmoteKind | null>>>({})

  /** The decision just answered: nothing more is asked until the server has replied. */
  answered = $state<number | null>(null)
  /** An answer to a proposal is under way. */
  answering = $state(false)

  /** What somebody proposes, and who has not answered yet. */
  proposal = $derived(this.view?.proposal ?? null)
  /** A proposal that waits for the answer of this very seat. */
  asked = $derived(
    !this.answering && this.welcome && this.proposal?.waiting.includes(this.welcome.seat)
      ? this.proposal
      : null,
  )
  acting = $derived(!!this.view && !!this.welcome && this.view.actors.includes(this.welcome.seat))

  #connection: SeatConnection
  /** Serial of the latest view on this connection; a new one begins to count anew. */
  #latest = -1
  #acked = false
  /** My part of the deal was said on this connection. */
  #added = false
  /** Views that wait until the moment before them has been looked at. */
  #held: View[] = []
  #momentTimer: ReturnType<typeof setTimeout> | undefined
  #asked = ''
  #previewing: number | null = null

  constructor(table: string, token: string, open: OpenConnection = openConnection) {
    this.table = table
    this.token = token
    this.#connection = open(
      table,
      token,
      (message) => this.#hear(message),
      (status) => (this.status = status),
    )
  }

  act(action: number) {
    if (!this.view) return
    this.notice = ''
    this.answered = this.view.decision
    this.#acked = false
    this.#connection.act(this.view.decision, action)
  }

  say(message: ClientMessage) {
    this.notice = this.#connection.say(message) ? '' : 'Not connected just now: try again in a moment.'
  }

  askHint() {
    this.hinting = true
    this.say({ type: 'hint' })
  }

  /** Why can this not be touched now? The answer is drawn on the pieces. */
  askWhy(touches: readonly string[], touched: string) {
    this.#asked = JSON.stringify([touches, touched])
    this.say({ type: 'why_not', touches: [...touches], touched })
  }

  /** What would this action do? Asked once for each decision; whether it was asked now. */
  askPreview(action: number): boolean {
    if (!this.view || this.answered !== null || this.#previewing !== null || this.previews.has(action))
      return false
    this.#previewing = action
    return this.#connection.say({ type: 'preview', decision: this.view.decision, action })
  }

  /** The moment has been looked at: what came after it is shown. */
  endMoment() {
    clearTimeout(this.#momentTimer)
    this.moment = null
    const held = this.#held
    this.#held = []
    // each brings its own part of the log
    for (const view of held) this.#show(view)
  }

  answer(yes: boolean) {
    const hash = this.proposal?.deal_hash
    const part = yes && hash && this.welcome ? addRematchPart(this.table, this.welcome.seat, hash) : null
    this.answering = true
    this.say({ type: 'answer', yes, part })
  }

  close() {
    clearTimeout(this.#momentTimer)
    this.#connection.close()
  }

  #hear(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        this.welcome = message
        // it takes the place of the goodbye before a restart
        this.notice = message.bot_meanwhile
          ? `While you were away a bot (${message.bot_meanwhile.level}) played for you: ${plural(message.bot_meanwhile.actions, 'move')}. The seat is yours again.`
          : ''
        this.clock.set(message.now)
        this.#latest = -1
        this.#added = false
        break
      case 'view':
        this.#see(message)
        break
      case 'ack':
        this.#acked = true
        break
      case 'refused':
        // a look ahead that came to nothing is no news
        if (this.#previewing !== null && message.decision !== null && this.answered === null) {
          this.#previewing = null
          break
        }
        this.hinting = this.answering = false
        if (message.decision !== null) this.answered = null
        if (FOR_GOOD.has(message.reason)) {
          this.ended = message.reason
          this.refused = message.text
        } else if (message.reason !== 'stale') this.notice = message.text
        break
      case 'hinted':
        this.hinting = false
        this.hint = message
        break
      case 'moment':
        this.#look(message)
        break
      case 'why_not_answer':
        if (message.text && JSON.stringify([message.touches, message.touched]) === this.#asked)
          this.why = message
        break
      case 'previewed':
        this.#previewing = null
        if (message.decision === this.view?.decision)
          this.previews = new Map([...this.previews, [message.action, message]])
        break
      case 'emoted':
        this.#showEmote(message.seat, message.emote)
        break
      case 'invited':
        this.invitations = { ...this.invitations, [message.seat]: message.token }
        break
      case 'bye':
        this.notice = message.text
        break
      case 'moved':
        if (this.welcome) moveParts(this.table, message.table, this.welcome.seat)
        this.moved = { table: message.table, token: message.token }
        break
    }
  }

  /** The server has shown the hash of its part: now mine is added, and the hash of a rematch is noted. */
  #attendDeal({ waiting, proposal }: View) {
    const { seat, deal_hash } = this.welcome ?? { seat: -1, deal_hash: '' }
    if (seat < 0) return
    if (proposal?.deal_hash) noteRematch(this.table, seat, proposal.deal_hash)
    if (this.#added || !deal_hash || !waiting.includes(seat)) return
    this.#added = this.#connection.say({ type: 'add_part', part: addPart(this.table, seat, deal_hash) })
  }

  #see(view: View) {
    this.#attendDeal(view)
    // a connection that fell behind may bring an older view after a newer one
    if (view.serial < this.#latest) return
    this.#latest = view.serial
    if (this.moment && view.serial >= this.moment.serial) this.#held.push(view)
    else this.#show(view)
  }

  #look(moment: Moment) {
    this.endMoment()
    // nobody looks at a page in the background
    if (document.visibilityState === 'hidden') return
    this.moment = moment
    this.#momentTimer = setTimeout(
      () => this.endMoment(),
      this.view?.pause_ms === 0 ? QUICK_MOMENT_MS : MOMENT_MS,
    )
  }

  #show(view: View) {
    if (this.#acked || view.decision !== this.answered) this.answered = null
    this.answering = false
    if (view.decision !== this.view?.decision) {
      this.hint = null
      this.hinting = false
      this.previews = new Map()
      this.#previewing = null
    }
    this.why = null
    this.view = view
    this.log = [...this.log.slice(0, view.log_from), ...view.log]
  }

  #showEmote(seat: number, emote: EmoteKind) {
    this.emotes = { ...this.emotes, [seat]: emote }
    setTimeout(() => {
      if (this.emotes[seat] === emote) this.emotes = { ...this.emotes, [seat]: null }
    }, EMOTE_MS)
  }
}
