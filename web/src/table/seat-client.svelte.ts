/** The client of one seat: what the server last sent, ready to be drawn. */
import { plural } from '../app/format.ts'
import { Connection, type ConnectionStatus, FINAL_REFUSALS } from '../connection.ts'
import { addPart, addRematchPart, moveParts, noteRematch } from '../deal/parts.ts'
import type {
  ClientMessage,
  LogEntry,
  Moment,
  PieceDescription,
  PreviewAnswer,
  RefusalReason,
  RematchStarted,
  ServerMessage,
  View,
  Welcome,
} from '../messages.ts'
import { ServerClock } from './clock.svelte.ts'
import type { EmoteKind } from './emotes.ts'
import { SuggestedMove } from './suggested-move.svelte.ts'

const EMOTE_MS = 4000
/** How long a moment is shown: until it can be read, if the player does not end it; shorter if bots play instantly. */
const MOMENT_MS = 2000
const READING_MS_PER_CHARACTER = 50
const QUICK_SHARE = 0.4
export const momentDuration = (text: string, quick = false) =>
  (MOMENT_MS + READING_MS_PER_CHARACTER * text.length) * (quick ? QUICK_SHARE : 1)
/** An action that takes longer to be acknowledged is shown as being sent. */
export const SLOW_MS = 1500

interface SeatConnection {
  playAction(decision: number, action: number): void
  send(message: ClientMessage): boolean
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

export class SeatClient {
  readonly table: string
  readonly token: string
  readonly clock = new ServerClock()
  status = $state<ConnectionStatus>('connecting')
  welcome = $state.raw<Welcome | null>(null)
  view = $state.raw<View | null>(null)
  log = $state.raw<readonly LogEntry[]>([])
  /** A text from the server, such as a refusal. */
  notice = $state('')
  /** Why the server has closed the connection; empty while it is open. */
  goodbye = $state('')
  /** Why the link is no longer valid; null while it is. */
  closedReason = $state<RefusalReason | null>(null)
  closedText = $state('')
  /** Invitations that were requested on this connection, by seat. */
  invitations = $state.raw<Readonly<Record<number, string>>>({})
  /** The move of the current hint. */
  readonly suggestion: SuggestedMove
  awaitingHint = $state(false)
  /** An event that is shown before the views that follow it. */
  moment = $state.raw<Moment | null>(null)
  /** What the server said last about a piece. */
  description = $state.raw<PieceDescription | null>(null)
  /** What actions of this decision would do, as far as requested. */
  previews = $state.raw<ReadonlyMap<number, PreviewAnswer>>(new Map())
  rematch = $state.raw<RematchStarted | null>(null)
  emotes = $state.raw<Readonly<Record<number, EmoteKind | null>>>({})

  /** The decision just answered; no other is answered until the server has replied. */
  pendingDecision = $state<number | null>(null)
  /** The action just played has not been acknowledged for a while. */
  sending = $state(false)
  /** An answer to a proposal was sent and is not yet confirmed. */
  answeringProposal = $state(false)

  /** The proposal of a player, with those who have not answered yet. */
  proposal = $derived(this.view?.proposal ?? null)
  /** A proposal that waits for this seat's answer. */
  openProposal = $derived(
    !this.answeringProposal && this.welcome && this.proposal?.unanswered.includes(this.welcome.seat)
      ? this.proposal
      : null,
  )
  acting = $derived(!!this.view && !!this.welcome && this.view.actors.includes(this.welcome.seat))

  #connection: SeatConnection
  /** Serial of the latest view on this connection. */
  #latestSerial = -1
  #acked = false
  /** My part of the deal was sent on this connection. */
  #partSent = false
  /** Views that wait for the end of the moment before them. */
  #heldViews: View[] = []
  #momentTimer: ReturnType<typeof setTimeout> | undefined
  #sendingTimer: ReturnType<typeof setTimeout> | undefined
  #pendingPreview: number | null = null

  constructor(table: string, token: string, open: OpenConnection = openConnection) {
    this.table = table
    this.token = token
    this.suggestion = new SuggestedMove({
      view: () => this.view,
      playAction: (action) => this.playAction(action),
      undo: (steps) => this.send({ type: 'undo', steps }),
    })
    this.#connection = open(
      table,
      token,
      (message) => this.#receive(message),
      (status) => (this.status = status),
    )
  }

  playAction(action: number) {
    if (!this.view) return
    this.notice = ''
    this.pendingDecision = this.view.decision
    this.#acked = false
    this.#connection.playAction(this.view.decision, action)
    clearTimeout(this.#sendingTimer)
    this.#sendingTimer = setTimeout(() => (this.sending = true), SLOW_MS)
  }

  /** The action just played was stored or refused. */
  #onAnswer() {
    clearTimeout(this.#sendingTimer)
    this.sending = false
  }

  /** Does something at the table. A question changes nothing there, and so leaves the notice as it is. */
  send(message: ClientMessage) {
    this.notice = this.#connection.send(message) ? '' : 'Not connected. Try again in a moment.'
  }

  requestHint() {
    this.awaitingHint = this.#connection.send({ type: 'hint' })
  }

  /** Asks what a piece is, and unless `touches` is null why it cannot be touched after these. */
  requestDescription(piece: string, touches: readonly string[] | null) {
    this.#connection.send({ type: 'describe_piece', piece, touches: touches && [...touches] })
  }

  /** Asks what an action would do, once for each decision; returns whether the request was sent now. */
  requestPreview(action: number): boolean {
    if (
      !this.view ||
      this.pendingDecision !== null ||
      this.#pendingPreview !== null ||
      this.previews.has(action)
    )
      return false
    const sent = this.#connection.send({ type: 'preview', decision: this.view.decision, action })
    if (sent) this.#pendingPreview = action
    return sent
  }

  /** Ends the moment and shows the views after it. */
  endMoment() {
    clearTimeout(this.#momentTimer)
    this.moment = null
    const held = this.#heldViews
    this.#heldViews = []
    // each contains its own part of the log
    for (const view of held) this.#showView(view)
  }

  answerProposal(yes: boolean) {
    const hash = this.proposal?.deal_hash
    const part = yes && hash && this.welcome ? addRematchPart(this.table, this.welcome.seat, hash) : null
    this.answeringProposal = true
    this.send({ type: 'answer_proposal', yes, part })
  }

  /** A seat's number in a rematch: the players keep their order, but another one has the first seat. */
  seatInRematch({ first_seat }: RematchStarted, seat = this.welcome?.seat ?? -1): number {
    const { seats } = this.welcome ?? { seats: 1 }
    return seat < 0 ? seat : (seat - first_seat + seats) % seats
  }

  close() {
    clearTimeout(this.#momentTimer)
    clearTimeout(this.#sendingTimer)
    this.suggestion.stop()
    this.#connection.close()
  }

  #receive(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        this.welcome = message
        this.goodbye = ''
        this.notice = message.stand_in_report
          ? `While you were away, a bot (${message.stand_in_report.level}) made ${plural(message.stand_in_report.actions, 'move')} for you. You’re back in control.`
          : ''
        this.clock.set(message.now)
        this.#latestSerial = -1
        this.#partSent = false
        // what was asked on an earlier connection is not answered any more
        this.awaitingHint = false
        this.#pendingPreview = null
        break
      case 'view':
        this.#receiveView(message)
        break
      case 'ack':
        this.#acked = true
        this.#onAnswer()
        break
      case 'refused':
        // a refused preview is ignored
        if (this.#pendingPreview !== null && message.decision !== null && this.pendingDecision === null) {
          this.#pendingPreview = null
          break
        }
        this.awaitingHint = this.answeringProposal = false
        this.suggestion.stop()
        if (message.decision !== null) {
          this.pendingDecision = null
          this.#onAnswer()
        }
        if (FINAL_REFUSALS.has(message.reason)) {
          this.closedReason = message.reason
          this.closedText = message.text
        } else if (message.reason !== 'stale') this.notice = message.text
        break
      case 'hint_answer':
        this.awaitingHint = false
        this.suggestion.suggest(message)
        break
      case 'moment':
        this.#showMoment(message)
        break
      case 'piece_description':
        this.description = message
        break
      case 'preview_answer':
        this.#pendingPreview = null
        if (message.decision === this.view?.decision)
          this.previews = new Map([...this.previews, [message.action, message]])
        break
      case 'emote_shown':
        this.#showEmote(message.seat, message.emote)
        break
      case 'invitation':
        this.invitations = { ...this.invitations, [message.seat]: message.token }
        break
      case 'goodbye':
        this.goodbye = message.text
        break
      case 'rematch_started':
        if (this.welcome) moveParts(this.table, message.table, this.welcome.seat, this.seatInRematch(message))
        this.rematch = message
        break
    }
  }

  /** Sends my part once the server has shown the hash of its own, and notes the hash of a rematch. */
  #joinDeal({ not_ready, proposal }: View) {
    const { seat, deal_hash } = this.welcome ?? { seat: -1, deal_hash: '' }
    if (seat < 0) return
    if (proposal?.deal_hash) noteRematch(this.table, seat, proposal.deal_hash)
    if (this.#partSent || !deal_hash || !not_ready.includes(seat)) return
    this.#partSent = this.#connection.send({ type: 'add_part', part: addPart(this.table, seat, deal_hash) })
  }

  #receiveView(view: View) {
    this.#joinDeal(view)
    if (view.decision !== this.pendingDecision) this.#onAnswer()
    // a slow connection may deliver an older view after a newer one
    if (view.serial < this.#latestSerial) return
    this.#latestSerial = view.serial
    if (this.moment && view.serial >= this.moment.serial) this.#heldViews.push(view)
    else this.#showView(view)
  }

  #showMoment(moment: Moment) {
    this.endMoment()
    // a page in the background shows no moments
    if (document.visibilityState === 'hidden') return
    this.moment = moment
    this.#momentTimer = setTimeout(
      () => this.endMoment(),
      momentDuration((moment.picture as { text: string }).text, this.view?.pause_ms === 0),
    )
  }

  #showView(view: View) {
    if (this.#acked || view.decision !== this.pendingDecision) this.pendingDecision = null
    this.answeringProposal = false
    if (view.decision !== this.view?.decision) {
      this.awaitingHint = false
      this.previews = new Map()
      this.#pendingPreview = null
    }
    this.view = view
    this.log = [...this.log.slice(0, view.log_from), ...view.log]
    this.suggestion.follow(view)
  }

  #showEmote(seat: number, emote: EmoteKind) {
    this.emotes = { ...this.emotes, [seat]: emote }
    setTimeout(() => {
      if (this.emotes[seat] === emote) this.emotes = { ...this.emotes, [seat]: null }
    }, EMOTE_MS)
  }
}
