/** One seat of this browser: what the server last said to it, ready to be drawn. */
import { Connection, type ConnectionStatus } from '../connection.ts'
import type {
  ClientMessage,
  Hinted,
  LogEntry,
  Moment,
  Progress,
  ServerMessage,
  View,
  Welcome,
} from '../messages.ts'
import type { Saying } from './emotes.ts'

const EMOTE_MS = 4000

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
  readonly token: string
  status = $state<ConnectionStatus>('connecting')
  welcome = $state.raw<Welcome | null>(null)
  view = $state.raw<View | null>(null)
  log = $state.raw<readonly LogEntry[]>([])
  /** What the server said in words: a refusal, a goodbye. */
  notice = $state('')
  /** The connection was refused for good, in words. */
  refused = $state('')
  hint = $state.raw<Hinted | null>(null)
  hinting = $state(false)
  /** A picture of what has just happened, to be looked at before the view; whoever shows it sets it to null. */
  moment = $state.raw<Moment | null>(null)
  moved = $state.raw<{ table: string; token: string } | null>(null)
  emotes = $state.raw<Readonly<Record<number, Saying | null>>>({})
  /** Why the table is not there yet. */
  progress = $state.raw<Progress | null>(null)

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

  constructor(table: string, token: string, open: OpenConnection = openConnection) {
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

  answer(yes: boolean) {
    this.answering = true
    this.say({ type: 'answer', yes })
  }

  close() {
    this.#connection.close()
  }

  #hear(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        this.welcome = message
        this.progress = null
        this.notice = '' // such as the goodbye before a restart
        this.#latest = -1
        break
      case 'view':
        this.#see(message)
        break
      case 'ack':
        this.#acked = true
        break
      case 'refused':
        this.hinting = this.answering = false
        if (message.decision !== null) this.answered = null
        if (message.reason === 'bad_token' || message.reason === 'unknown_table') this.refused = message.text
        else if (message.reason !== 'stale') this.notice = message.text
        break
      case 'hinted':
        this.hinting = false
        this.hint = message
        break
      case 'moment':
        this.moment = message
        break
      case 'emoted':
        this.#showEmote(message.seat, message.emote)
        break
      case 'progress':
        this.progress = message
        break
      case 'bye':
        this.notice = message.text
        break
      case 'moved':
        this.moved = { table: message.table, token: message.token }
        break
    }
  }

  #see(view: View) {
    // a connection that fell behind may bring an older view after a newer one
    if (view.serial < this.#latest) return
    this.#latest = view.serial
    if (this.#acked || view.decision !== this.answered) this.answered = null
    this.answering = false
    if (view.decision !== this.view?.decision) {
      this.hint = null
      this.hinting = false
    }
    this.view = view
    this.log = [...this.log.slice(0, view.log_from), ...view.log]
  }

  #showEmote(seat: number, emote: Saying) {
    this.emotes = { ...this.emotes, [seat]: emote }
    setTimeout(() => {
      if (this.emotes[seat] === emote) this.emotes = { ...this.emotes, [seat]: null }
    }, EMOTE_MS)
  }
}
