import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, type ConnectionStatus, type Socket, socketUrl } from './connection.ts'
import type { Refused, RefusalReason, ServerMessage } from './messages.ts'

class FakeSocket implements Socket {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  sent: Record<string, unknown>[] = []
  closed = false
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.closed = true
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome(build = '') {
    this.onopen?.()
    this.receive({ type: 'welcome', build })
  }
}

let sockets: FakeSocket[]
let received: ServerMessage[]
let statuses: ConnectionStatus[]
let connection: Connection
let build: string
const reload = vi.fn()
const refusal = (reason: RefusalReason, text = ''): Refused => ({
  type: 'refused',
  reason,
  text,
  decision: null,
})
const latest = () => sockets[sockets.length - 1] as FakeSocket

const open = () =>
  new Connection({
    table: 't1',
    token: 'secret',
    onMessage: (m) => received.push(m),
    onStatus: (s) => statuses.push(s),
    jitter: () => 1,
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    build,
    reload,
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  sessionStorage.clear()
  sockets = []
  received = []
  statuses = []
  build = 'a1'
  connection = open()
})
afterEach(() => {
  connection.close()
  vi.useRealTimers()
})

test('the first message is join, with the token', () => {
  latest().onopen?.()
  expect(latest().sent).toEqual([{ type: 'join', table: 't1', token: 'secret' }])
})

describe('a claim', () => {
  const claim = { type: 'claim_seat', table: 't1', token: 'secret', secret: 'mine', name: 'Mira' } as const
  const guest = { type: 'welcome', build: '', invited_seat: 1, seat: -1 }

  test('is sent on the connection of the guest', () => {
    latest().onopen?.()
    latest().receive(guest)
    expect(connection.send(claim)).toBe(true)
    expect(latest().sent.at(-1)).toEqual(claim)
  })

  test('is repeated unchanged if the answer was lost', () => {
    latest().onopen?.()
    latest().receive(guest)
    connection.send(claim)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().onopen?.()
    expect(latest().sent).toEqual([claim])
  })

  test('waits for the welcome', () => {
    latest().onopen?.()
    expect(connection.send(claim)).toBe(true)
    latest().receive(guest)
    expect(latest().sent).toEqual([{ type: 'join', table: 't1', token: 'secret' }, claim])
    latest().receive({ ...guest, invited_seat: null, seat: 1 })
    expect(latest().sent).toHaveLength(2)
  })

  test('that is refused for now is not repeated', () => {
    connection.send(claim)
    latest().onopen?.()
    latest().receive(refusal('storage', 'No session.'))
    expect(latest().sent).toEqual([claim, { type: 'join', table: 't1', token: 'secret' }])
    latest().receive(guest)
    expect(latest().sent).toHaveLength(2)
  })

  test.each<RefusalReason>(['used', 'handed_over'])('is not repeated for a link that is %s', (reason) => {
    latest().welcome()
    latest().receive(refusal(reason))
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(statuses.at(-1)).toBe('closed')
  })
})

test('ignores what is not JSON', () => {
  latest().onmessage?.({ data: '{' })
  expect(received).toEqual([])
})

describe('after a disconnection', () => {
  test('reconnects with increasing delays', () => {
    latest().welcome()
    latest().onclose?.()
    expect(statuses).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(399)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(2)
    latest().onclose?.()
    vi.advanceTimersByTime(799)
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(3)
    latest().welcome()
    expect(statuses).toEqual(['open', 'lost', 'open'])
  })
  test('never waits longer than ten seconds', () => {
    for (let i = 0; i < 12; i++) {
      latest().onclose?.()
      vi.advanceTimersByTime(10_000)
    }
    expect(sockets).toHaveLength(13)
  })
  test('reconnects when online again', () => {
    latest().welcome()
    latest().onclose?.()
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(2)
  })
  test('reconnects when the page becomes visible', () => {
    latest().welcome()
    latest().onclose?.()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sockets).toHaveLength(2)
  })
  test('replaces the connection if the page was hidden for long, with its timers frozen', () => {
    latest().welcome()
    const see = vi.spyOn(document, 'visibilityState', 'get')
    see.mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.setSystemTime(Date.now() + 31_000)
    see.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sockets[0]?.closed).toBe(true)
    expect(sockets).toHaveLength(2)
    see.mockRestore()
  })
})

describe('a connection that is silently dead', () => {
  const ping = { type: 'ping' }

  test('is asked after five seconds, and replaced four seconds later', () => {
    latest().welcome()
    vi.advanceTimersByTime(4_999)
    expect(latest().sent).not.toContainEqual(ping)
    vi.advanceTimersByTime(1)
    expect(latest().sent).toContainEqual(ping)
    vi.advanceTimersByTime(3_999)
    expect(statuses).toEqual(['open'])
    vi.advanceTimersByTime(1)
    expect(statuses).toEqual(['open', 'lost'])
    expect(latest().closed).toBe(true)
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(statuses).toEqual(['open', 'lost', 'open'])
  })
  test('is noticed four seconds after an action, which is sent again once', () => {
    const message = { type: 'play_action', decision: 4, action: 17 }
    latest().welcome()
    connection.playAction(4, 17)
    vi.advanceTimersByTime(4_000)
    expect(statuses).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().sent.filter((m) => m.type === 'play_action')).toEqual([message])
    latest().receive({ type: 'ack', decision: 4 })
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
  })
  test('is asked at once when the device goes offline, and when the page is shown again', () => {
    latest().welcome()
    window.dispatchEvent(new Event('offline'))
    expect(latest().sent.at(-1)).toEqual(ping)
    latest().receive({ type: 'pong' })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(latest().sent.filter((m) => m.type === 'ping')).toHaveLength(2)
  })
  test('is not replaced while the server answers', () => {
    latest().welcome()
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(5_000)
      latest().receive({ type: 'pong' })
    }
    expect(sockets).toHaveLength(1)
    expect(statuses).toEqual(['open'])
    expect(received.filter((m) => m.type === 'pong')).toEqual([])
  })
  test('is replaced if it never opens', () => {
    vi.advanceTimersByTime(10_400)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.closed).toBe(true)
  })
  test('may take longer to join, since the server reads the table first', () => {
    latest().onopen?.()
    vi.advanceTimersByTime(19_999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(401)
    expect(sockets).toHaveLength(2)
  })
  test('is not asked once it is closed', () => {
    latest().welcome()
    connection.close()
    vi.advanceTimersByTime(60_000)
    expect(latest().sent).not.toContainEqual(ping)
    expect(sockets).toHaveLength(1)
  })
})

describe('an action', () => {
  const message = { type: 'play_action', decision: 4, action: 17 }

  test('is repeated with the same decision until it is acknowledged', () => {
    latest().welcome()
    connection.playAction(4, 17)
    expect(latest().sent).toContainEqual(message)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().sent).toContainEqual(message)
    latest().receive({ type: 'ack', decision: 4 })
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().sent).not.toContainEqual(message)
  })
  test('is sent later if the connection is down', () => {
    connection.playAction(4, 17)
    latest().welcome()
    expect(latest().sent).toContainEqual(message)
  })
  test.each([
    { type: 'view', decision: 5 },
    { type: 'refused', reason: 'stale', text: '', decision: 4 },
  ])('is acknowledged by $type', (answer) => {
    latest().welcome()
    connection.playAction(4, 17)
    latest().receive(answer)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().sent).not.toContainEqual(message)
  })
})

test('does not reconnect after an invalid token', () => {
  latest().onopen?.()
  latest().receive(refusal('invalid_token', 'No such seat'))
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(statuses).toEqual(['closed'])
  expect(received).toHaveLength(1)
})

describe('a server with another build', () => {
  test('reloads the page, but only once', () => {
    latest().welcome('b2')
    expect(reload).toHaveBeenCalledTimes(1)
    connection.close()
    connection = open() // after the reload the browser still loads the old page
    latest().welcome('b2')
    expect(reload).toHaveBeenCalledTimes(1)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome('c3')
    expect(reload).toHaveBeenCalledTimes(2)
  })
  test('waits until a pending action is acknowledged', () => {
    connection.playAction(4, 17)
    latest().welcome('b2')
    expect(latest().sent).toContainEqual({ type: 'play_action', decision: 4, action: 17 })
    expect(reload).not.toHaveBeenCalled()
    latest().receive({ type: 'ack', decision: 4 })
    expect(reload).toHaveBeenCalledTimes(1)
  })
  test.each([
    ['', 'b2'],
    ['a1', ''],
    ['a1', 'a1'],
  ])('is ignored if the builds are %o and %o', (own, other) => {
    connection.close()
    build = own
    connection = open()
    latest().welcome(other)
    expect(reload).not.toHaveBeenCalled()
  })
})

test('derives the socket address from the page, also over plain http and below a folder', () => {
  expect(socketUrl({ protocol: 'http:', host: 'box:8000', pathname: '/' })).toBe('ws://box:8000/ws')
  expect(socketUrl({ protocol: 'https:', host: 'play.example', pathname: '/gamut/index.html' })).toBe(
    'wss://play.example/gamut/ws',
  )
})
