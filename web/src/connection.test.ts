import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, type ConnectionStatus, type Socket, socketUrl } from './connection.ts'
import type { ServerMessage } from './messages.ts'

class FakeSocket implements Socket {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  said: Record<string, unknown>[] = []
  closed = false
  send(text: string) {
    this.said.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.closed = true
  }
  hear(message: Record<string, unknown>) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome(build = '') {
    this.onopen?.()
    this.hear({ type: 'welcome', build })
  }
}

let sockets: FakeSocket[]
let heard: ServerMessage[]
let statuses: ConnectionStatus[]
let connection: Connection
let build: string
const reload = vi.fn()
const latest = () => sockets[sockets.length - 1] as FakeSocket

const open = () =>
  new Connection({
    table: 't1',
    token: 'secret',
    onMessage: (m) => heard.push(m),
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
  heard = []
  statuses = []
  build = 'a1'
  connection = open()
})
afterEach(() => {
  connection.close()
  vi.useRealTimers()
})

test('the first word is join, with the token', () => {
  latest().onopen?.()
  expect(latest().said).toEqual([{ type: 'join', table: 't1', token: 'secret' }])
})

describe('sitting down', () => {
  const claim = { type: 'claim', table: 't1', token: 'secret', secret: 'mine', name: 'Mira' } as const
  const guest = { type: 'welcome', build: '', invited: 1, seat: -1 }

  test('is said on the connection of the guest', () => {
    latest().onopen?.()
    latest().hear(guest)
    expect(connection.say(claim)).toBe(true)
    expect(latest().said.at(-1)).toEqual(claim)
  })

  test('is said again, the very same, when the answer was lost', () => {
    latest().onopen?.()
    latest().hear(guest)
    connection.say(claim)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().onopen?.()
    expect(latest().said).toEqual([claim])
  })

  test('waits for the welcome if it comes too early', () => {
    latest().onopen?.()
    expect(connection.say(claim)).toBe(true)
    latest().hear(guest)
    expect(latest().said).toEqual([{ type: 'join', table: 't1', token: 'secret' }, claim])
    latest().hear({ ...guest, invited: null, seat: 1 })
    expect(latest().said).toHaveLength(2)
  })

  test('that fails for now leaves a guest, who is not asked again', () => {
    connection.say(claim)
    latest().onopen?.()
    latest().hear({ type: 'refused', reason: 'storage', text: 'No room.', decision: null })
    expect(latest().said).toEqual([claim, { type: 'join', table: 't1', token: 'secret' }])
    latest().hear(guest)
    expect(latest().said).toHaveLength(2)
  })

  test.each(['spent', 'handed_over'])('a link that is %s is not tried again', (reason) => {
    latest().welcome()
    latest().hear({ type: 'refused', reason, text: '', decision: null })
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(statuses.at(-1)).toBe('closed')
  })
})

test('what is not JSON is passed over', () => {
  latest().onmessage?.({ data: '{' })
  expect(heard).toEqual([])
})

describe('after a break', () => {
  test('it comes back, waiting longer each time', () => {
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
  test('it never waits longer than ten seconds', () => {
    for (let i = 0; i < 12; i++) {
      latest().onclose?.()
      vi.advanceTimersByTime(10_000)
    }
    expect(sockets).toHaveLength(13)
  })
  test('being online again ends the wait', () => {
    latest().welcome()
    latest().onclose?.()
    window.dispatchEvent(new Event('online'))
    expect(sockets).toHaveLength(2)
  })
  test('so does looking at the page again', () => {
    latest().welcome()
    latest().onclose?.()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sockets).toHaveLength(2)
  })
  test('a page that slept long opens a new connection at once', () => {
    latest().welcome()
    const see = vi.spyOn(document, 'visibilityState', 'get')
    see.mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(31_000)
    see.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sockets[0]?.closed).toBe(true)
    expect(sockets).toHaveLength(2)
    see.mockRestore()
  })
})

describe('an action', () => {
  const act = { type: 'act', decision: 4, action: 17 }

  test('is said again, with the same decision, until it is acknowledged', () => {
    latest().welcome()
    connection.act(4, 17)
    expect(latest().said).toContainEqual(act)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().said).toContainEqual(act)
    latest().hear({ type: 'ack', decision: 4 })
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().said).not.toContainEqual(act)
  })
  test('said while the connection is down goes out when it is up', () => {
    connection.act(4, 17)
    latest().welcome()
    expect(latest().said).toContainEqual(act)
  })
  test.each([
    { type: 'view', decision: 5 },
    { type: 'refused', reason: 'stale', text: '', decision: 4 },
  ])('is settled by $type', (message) => {
    latest().welcome()
    connection.act(4, 17)
    latest().hear(message)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome()
    expect(latest().said).not.toContainEqual(act)
  })
})

test('a wrong token ends it: no more tries', () => {
  latest().onopen?.()
  latest().hear({ type: 'refused', reason: 'bad_token', text: 'No such seat', decision: null })
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(1)
  expect(statuses).toEqual(['closed'])
  expect(heard).toHaveLength(1)
})

describe('a server with other pages', () => {
  test('makes the page load itself anew, but only once', () => {
    latest().welcome('b2')
    expect(reload).toHaveBeenCalledTimes(1)
    connection.close()
    connection = open() // after the reload the browser has still found the old page
    latest().welcome('b2')
    expect(reload).toHaveBeenCalledTimes(1)
    latest().onclose?.()
    vi.advanceTimersByTime(400)
    latest().welcome('c3')
    expect(reload).toHaveBeenCalledTimes(2)
  })
  test('waits until an action that is under way has been counted', () => {
    connection.act(4, 17)
    latest().welcome('b2')
    expect(latest().said).toContainEqual({ type: 'act', decision: 4, action: 17 })
    expect(reload).not.toHaveBeenCalled()
    latest().hear({ type: 'ack', decision: 4 })
    expect(reload).toHaveBeenCalledTimes(1)
  })
  test.each([
    ['', 'b2'],
    ['a1', ''],
    ['a1', 'a1'],
  ])('is no reason where the builds are %o and %o', (mine, told) => {
    connection.close()
    build = mine
    connection = open()
    latest().welcome(told)
    expect(reload).not.toHaveBeenCalled()
  })
})

test('the address follows the page, also over plain http and below a folder', () => {
  expect(socketUrl({ protocol: 'http:', host: 'box:8000', pathname: '/' })).toBe('ws://box:8000/ws')
  expect(socketUrl({ protocol: 'https:', host: 'play.example', pathname: '/gamut/index.html' })).toBe(
    'wss://play.example/gamut/ws',
  )
})
