/** One seat's connection to the server: joins, comes back by itself, and never says an action twice. */
import type { ClientMessage, Join, ServerMessage, Claim, Welcome } from './messages.ts'

export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'closed'

/** The part of WebSocket that is used; tests give their own. */
export interface Socket {
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  send(text: string): void
  close(): void
}

export interface ConnectionOptions {
  table: string
  token: string
  onMessage: (message: ServerMessage) => void
  onStatus: (status: ConnectionStatus) => void
  open?: () => Socket
  /** Between 0 and 1; spreads the returns of many browsers after a restart. */
  jitter?: () => number
  /** Which build this page is; empty if nobody knows. */
  build?: string
  reload?: () => void
}

/** Put in by Vite: a digest that differs from build to build. */
declare const __BUILD__: string | undefined
const BUILD = typeof __BUILD__ === 'undefined' ? '' : __BUILD__
/** Where the page notes for which build it has loaded itself anew, so that it does so only once. */
const RELOADED = 'gamut-reloaded-for'

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 10_000
/** A page that slept this long may hold a connection that is dead without having said so. */
const SLEPT_MS = 30_000
/** After these a new try would only hear the same. */
const FINAL = new Set(['unknown_table', 'bad_token', 'spent', 'handed_over'])

export function socketUrl(page: { protocol: string; host: string; pathname: string }): string {
  const folder = page.pathname.replace(/[^/]*$/, '')
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${folder}ws`
}

/** Whether the page may load itself anew for a build: once, and only where that can be noted. */
function firstTime(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === build) return false
    sessionStorage.setItem(RELOADED, build)
    return true
  } catch {
    return false
  }
}

export class Connection {
  #options: ConnectionOptions
  #socket: Socket | null = null
  #joined = false
  /** The first message of every connection. Sitting down is said again until it is answered. */
  #greeting: Join | Claim
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #pending: { decision: number; action: number } | null = null
  #hiddenAt = 0
  #status: ConnectionStatus = 'connecting'
  /** The build that the page should be and is not; empty: none. */
  #wanted = ''

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { table, token } = options
    this.#greeting = { type: 'join', table, token }
    window.addEventListener('online', this.#comeBack)
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#connect()
  }

  /** Says an action; it is said again after a break until the server has acknowledged its decision. */
  act(decision: number, action: number) {
    this.#pending = { decision, action }
    this.#say({ type: 'act', decision, action })
  }

  /** Sitting down is never lost; anything else is only worth saying now: returns whether it could be said. */
  say(message: ClientMessage): boolean {
    if (message.type !== 'claim') return this.#say(message)
    this.#greeting = message
    this.#say(message)
    return true
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
    socket.onopen = () => socket.send(JSON.stringify(this.#greeting))
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
    if (message.type === 'welcome') this.#onWelcome(message)
    if (message.type === 'ack') this.#settle(message.decision)
    // a view that asks for a later decision also proves that ours was counted
    if (message.type === 'view') this.#settle(message.decision - 1)
    if (message.type === 'refused') {
      if (message.decision !== null) this.#settle(message.decision)
      if (FINAL.has(message.reason)) this.close()
      else if (this.#greeting.type === 'claim') this.#stayGuest()
    }
    this.#options.onMessage(message)
    if (this.#wanted && !this.#pending) this.#reload(this.#wanted)
  }

  /** A server with other pages than this one may speak another language: the page is loaded anew, but not
      before an action that is under way has been counted. */
  #onWelcome({ build, invited }: Welcome) {
    this.#joined = true
    this.#tries = 0
    this.#show('open')
    // said while the server still greeted us as a guest
    if (this.#greeting.type === 'claim' && invited !== null) this.#say(this.#greeting)
    if (this.#pending) this.#say({ type: 'act', ...this.#pending })
    const mine = this.#options.build ?? BUILD
    this.#wanted = mine && build && build !== mine ? build : ''
  }

  /** The seat could not be given now: whoever asked for it looks on, and may ask again. */
  #stayGuest() {
    const { table, token } = this.#options
    this.#greeting = { type: 'join', table, token }
    if (!this.#joined) this.#socket?.send(JSON.stringify(this.#greeting))
  }

  #reload(build: string) {
    this.#wanted = ''
    if (!firstTime(build)) return
    if (this.#options.reload) this.#options.reload()
    else location.reload()
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

  #show(status: ConnectionStatus) {
    if (status === this.#status) return
    this.#status = status
    this.#options.onStatus(status)
  }
}
