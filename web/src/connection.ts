/** One seat's connection to the server: joins, notices when it is dead, reconnects, and never plays an action twice. */
import type { ClaimSeat, ClientMessage, Join, RefusalReason, ServerMessage, Welcome } from './messages.ts'

export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'closed'

/** The part of WebSocket that is used, replaced in tests. */
export interface Socket {
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  send(text: string): void
  close(): void
}

interface ConnectionOptions {
  table: string
  token: string
  onMessage: (message: ServerMessage) => void
  onStatus: (status: ConnectionStatus) => void
  open?: () => Socket
  /** Between 0 and 1; spreads the reconnections of many browsers after a restart. */
  jitter?: () => number
  /** The build of this page; empty if unknown. */
  build?: string
  reload?: () => void
}

/** Defined by Vite: a digest that differs between builds. */
declare const __BUILD__: string | undefined
const BUILD = typeof __BUILD__ === 'undefined' ? '' : __BUILD__
/** Key of the build for which the page has reloaded, so that it does so only once. */
const RELOADED_KEY = 'gamut-reloaded-for'

const MIN_RECONNECT_MS = 400
const MAX_RECONNECT_MS = 10_000
/** After being hidden this long, a connection may be dead without a close event. */
const MAX_HIDDEN_MS = 30_000
/** How long a new connection may take to open, and then to join: the server may have to read the table first. */
const OPEN_MS = 10_000
const JOIN_MS = 20_000
/** After this silence the page asks whether the server is still there. */
const SILENCE_MS = 5_000
/** How long an answer may take; after that the connection is considered dead, though its socket is open. */
const ANSWER_MS = 4_000
/** After these refusals the link is no longer valid, and trying again would be refused as well. */
export const FINAL_REFUSALS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'unknown_table',
  'unreadable',
  'invalid_token',
  'used',
  'handed_over',
  'replaced',
])

export function socketUrl(page: { protocol: string; host: string; pathname: string }): string {
  const folder = page.pathname.replace(/[^/]*$/, '')
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${folder}ws`
}

/** Whether the page may reload for a build: once, and only if that can be stored. */
function mayReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === build) return false
    sessionStorage.setItem(RELOADED_KEY, build)
    return true
  } catch {
    return false
  }
}

export class Connection {
  #options: ConnectionOptions
  #socket: Socket | null = null
  #joined = false
  /** The first message of every connection. A claim is repeated until it is answered. */
  #firstMessage: Join | ClaimSeat
  #attempts = 0
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  /** Expires when the server has been silent for too long. */
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #pending: { decision: number; action: number } | null = null
  #hiddenAt = 0
  #status: ConnectionStatus = 'connecting'
  /** The build that the server expects instead of this one; empty if there is none. */
  #newBuild = ''

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { table, token } = options
    this.#firstMessage = { type: 'join', table, token }
    window.addEventListener('online', this.#reconnect)
    window.addEventListener('offline', this.#ping)
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#connect()
  }

  /** Plays an action; it is sent again after every reconnection until its decision is acknowledged. */
  playAction(decision: number, action: number) {
    this.#pending = { decision, action }
    if (this.#send({ type: 'play_action', decision, action })) this.#expectMessage(ANSWER_MS)
  }

  /** Sends a message and returns whether it could be sent now. Only a claim is kept and sent later. */
  send(message: ClientMessage): boolean {
    if (message.type !== 'claim_seat') return this.#send(message)
    this.#firstMessage = message
    this.#send(message)
    return true
  }

  close() {
    window.removeEventListener('online', this.#reconnect)
    window.removeEventListener('offline', this.#ping)
    document.removeEventListener('visibilitychange', this.#onVisibility)
    clearTimeout(this.#reconnectTimer)
    this.#closeSocket()
    this.#setStatus('closed')
  }

  #connect() {
    clearTimeout(this.#reconnectTimer)
    this.#closeSocket()
    const socket = this.#options.open?.() ?? (new WebSocket(socketUrl(location)) as Socket)
    this.#socket = socket
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#firstMessage))
      this.#expectMessage(JOIN_MS)
    }
    socket.onmessage = ({ data }) => this.#onMessage(data)
    socket.onclose = () => this.#onClose()
    this.#expectMessage(OPEN_MS)
  }

  /** Any message shows that the connection is alive; without one in time, the page reconnects. */
  #expectMessage(ms: number) {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => this.#onClose(), ms)
  }

  #onMessage(data: unknown) {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(this.#ping, SILENCE_MS)
    this.#receive(data)
  }

  #ping = () => {
    if (this.#send({ type: 'ping' })) this.#expectMessage(ANSWER_MS)
  }

  #closeSocket() {
    clearTimeout(this.#silenceTimer)
    const socket = this.#socket
    this.#socket = null
    this.#joined = false
    if (!socket) return
    socket.onopen = socket.onclose = socket.onmessage = null
    socket.close()
  }

  #receive(data: unknown) {
    let message: ServerMessage
    try {
      message = JSON.parse(String(data)) as ServerMessage
    } catch {
      return
    }
    if (message.type === 'pong') return
    if (message.type === 'welcome') this.#onWelcome(message)
    if (message.type === 'ack') this.#acknowledge(message.decision)
    // a view with a later decision also acknowledges ours
    if (message.type === 'view') this.#acknowledge(message.decision - 1)
    if (message.type === 'refused') {
      if (message.decision !== null) this.#acknowledge(message.decision)
      if (FINAL_REFUSALS.has(message.reason)) this.close()
      else if (this.#firstMessage.type === 'claim_seat') this.#remainGuest()
    }
    this.#options.onMessage(message)
    if (this.#newBuild && !this.#pending) this.#reload(this.#newBuild)
  }

  /** A server with another build may use another protocol: the page reloads, but not before a pending action is
      acknowledged. */
  #onWelcome({ build, invited_seat }: Welcome) {
    this.#joined = true
    this.#attempts = 0
    this.#setStatus('open')
    // sent before the server had welcomed this guest
    if (this.#firstMessage.type === 'claim_seat' && invited_seat !== null) this.#send(this.#firstMessage)
    if (this.#pending) this.playAction(this.#pending.decision, this.#pending.action)
    const ownBuild = this.#options.build ?? BUILD
    this.#newBuild = ownBuild && build && build !== ownBuild ? build : ''
  }

  /** The claim was refused for now: the guest keeps watching, and may claim again. */
  #remainGuest() {
    const { table, token } = this.#options
    this.#firstMessage = { type: 'join', table, token }
    if (!this.#joined) this.#socket?.send(JSON.stringify(this.#firstMessage))
  }

  #reload(build: string) {
    this.#newBuild = ''
    if (!mayReload(build)) return
    if (this.#options.reload) this.#options.reload()
    else location.reload()
  }

  #acknowledge(decision: number) {
    if (this.#pending && this.#pending.decision <= decision) this.#pending = null
  }

  #onClose() {
    this.#closeSocket()
    this.#setStatus('lost')
    const delay = Math.min(MAX_RECONNECT_MS, MIN_RECONNECT_MS * 2 ** this.#attempts++)
    const jitter = (this.#options.jitter ?? Math.random)()
    this.#reconnectTimer = setTimeout(() => this.#connect(), delay * (0.5 + 0.5 * jitter))
  }

  #reconnect = () => {
    if (this.#status === 'lost') this.#connect()
  }

  #onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      this.#hiddenAt = Date.now()
      return
    }
    const stale = this.#hiddenAt > 0 && Date.now() - this.#hiddenAt > MAX_HIDDEN_MS
    if (stale && this.#status === 'open') {
      this.#connect()
      return
    }
    this.#reconnect()
    this.#ping()
  }

  #send(message: ClientMessage): boolean {
    if (!this.#socket || !this.#joined) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  #setStatus(status: ConnectionStatus) {
    if (status === this.#status) return
    this.#status = status
    this.#options.onStatus(status)
  }
}
