/** One seat's line to the server: joins, comes back by itself, and never says an action twice. */
import type { ClientMessage, ServerMessage } from './messages.ts'

export type LineStatus = 'connecting' | 'open' | 'lost' | 'closed'

/** The part of WebSocket that is used; tests give their own. */
export interface Socket {
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  send(text: string): void
  close(): void
}

export interface LineOptions {
  table: string
  token: string
  onMessage: (message: ServerMessage) => void
  onStatus: (status: LineStatus) => void
  open?: () => Socket
  /** Between 0 and 1; spreads the returns of many browsers after a restart. */
  jitter?: () => number
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 10_000
/** A page that slept this long may hold a line that is dead without having said so. */
const SLEPT_MS = 30_000
/** After these a new try would only hear the same. */
const FINAL = new Set(['unknown_table', 'bad_token'])

export function socketUrl(page: { protocol: string; host: string; pathname: string }): string {
  const folder = page.pathname.replace(/[^/]*$/, '')
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${folder}ws`
}

export class Connection {
  #options: LineOptions
  #socket: Socket | null = null
  #joined = false
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #pending: { decision: number; action: number } | null = null
  #hiddenAt = 0
  #status: LineStatus = 'connecting'

  constructor(options: LineOptions) {
    this.#options = options
    window.addEventListener('online', this.#comeBack)
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#connect()
  }

  /** Says an action; it is said again after a break until the server has acknowledged its decision. */
  act(decision: number, action: number) {
    this.#pending = { decision, action }
    this.#say({ type: 'act', decision, action })
  }

  /** Anything else is only worth saying now: returns whether it could be said. */
  say(message: ClientMessage): boolean {
    return this.#say(message)
  }

  close() {
    window.removeEventListener('online', this.#comeBack)
    document.removeEventListener('visibilitychange', this.#onVisibility)
    clearTimeout(this.#timer)
    this.#drop()
    this.#show('closed')
  }

  #connect() {
    clearTimeout(this.#timer)
    this.#drop()
    const socket = this.#options.open?.() ?? (new WebSocket(socketUrl(location)) as Socket)
    this.#socket = socket
    socket.onopen = () =>
      socket.send(
        JSON.stringify({
          type: 'join',
          table: this.#options.table,
          token: this.#options.token,
        } as ClientMessage),
      )
    socket.onmessage = ({ data }) => this.#hear(data)
    socket.onclose = () => this.#onLost()
  }

  #drop() {
    const socket = this.#socket
    this.#socket = null
    this.#joined = false
    if (!socket) return
    socket.onopen = socket.onclose = socket.onmessage = null
    socket.close()
  }

  #hear(data: unknown) {
    let message: ServerMessage
    try {
      message = JSON.parse(String(data)) as ServerMessage
    } catch {
      return
    }
    if (message.type === 'welcome') this.#onWelcome()
    if (message.type === 'ack') this.#settle(message.decision)
    // a view that asks for a later decision also proves that ours was counted
    if (message.type === 'view') this.#settle(message.decision - 1)
    if (message.type === 'refused') {
      if (message.decision !== null) this.#settle(message.decision)
      if (FINAL.has(message.reason)) this.close()
    }
    this.#options.onMessage(message)
  }

  #onWelcome() {
    this.#joined = true
    this.#tries = 0
    this.#show('open')
    if (this.#pending) this.#say({ type: 'act', ...this.#pending })
  }

  #settle(decision: number) {
    if (this.#pending && this.#pending.decision <= decision) this.#pending = null
  }

  #onLost() {
    this.#drop()
    this.#show('lost')
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++)
    const jitter = (this.#options.jitter ?? Math.random)()
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + 0.5 * jitter))
  }

  #comeBack = () => {
    if (this.#status === 'lost') this.#connect()
  }

  #onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      this.#hiddenAt = Date.now()
      return
    }
    const slept = this.#hiddenAt > 0 && Date.now() - this.#hiddenAt > SLEPT_MS
    if (slept && this.#status === 'open') this.#connect()
    else this.#comeBack()
  }

  #say(message: ClientMessage): boolean {
    if (!this.#socket || !this.#joined) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  #show(status: LineStatus) {
    if (status === this.#status) return
    this.#status = status
    this.#options.onStatus(status)
  }
}
