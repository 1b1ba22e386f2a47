import { beforeEach, expect, test, vi } from 'vitest'
import { findPart } from '../deal/parts.ts'
import type { ServerMessage, View } from '../messages.ts'
import { MOMENT_MS, type OpenConnection, Seat } from './seat.svelte.ts'

let hear: (message: ServerMessage) => void
const act = vi.fn()
const say = vi.fn(() => true)
const open: OpenConnection = (_table, _token, onMessage) => {
  hear = onMessage
  return { act, say, close: () => undefined }
}
const entry = (text: string) => ({ seat: 0, text, pieces: [], heading: false })
const view = (change: Partial<View>): View => ({
  type: 'view',
  serial: 1,
  decision: 1,
  actors: [0],
  legal: [],
  ask: '',
  headline: '',
  turn_of: '',
  players: [],
  game_view: null,
  drawing: '',
  log: [],
  log_from: 0,
  since: 0,
  take_back: { possible: false, free: false, why: '' },
  revealing: [],
  warnings: {},
  waiting: [],
  full_strength: true,
  hurried: false,
  pause_ms: 0,
  proposal: null,
  result: null,
  ...change,
})
let seat: Seat
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  seat = new Seat('t', 'k', open)
})

test('a goodbye is forgotten when the connection is back', () => {
  hear({ type: 'bye', text: 'The server restarts.' })
  expect(seat.notice).toBe('The server restarts.')
  hear({ type: 'welcome' } as ServerMessage)
  expect(seat.notice).toBe('')
})

test('the log grows by what is new, and is cut where a move was taken back', () => {
  hear(view({ log: [entry('a'), entry('b')] }))
  hear(view({ serial: 2, log: [entry('c')], log_from: 2 }))
  expect(seat.log.map((l) => l.text)).toEqual(['a', 'b', 'c'])
  hear(view({ serial: 3, log: [entry('took back')], log_from: 1 }))
  expect(seat.log.map((l) => l.text)).toEqual(['a', 'took back'])
})

test('an older view never replaces a newer one', () => {
  hear(view({ serial: 5, ask: 'new' }))
  hear(view({ serial: 4, ask: 'old' }))
  expect(seat.view?.ask).toBe('new')
})

test('after a welcome the count begins anew: the server may have been restarted', () => {
  hear(view({ serial: 5, ask: 'before' }))
  hear({ type: 'welcome' } as ServerMessage)
  hear(view({ serial: 1, ask: 'after' }))
  expect(seat.view?.ask).toBe('after')
})

test('an action carries the decision of the view it was chosen in', () => {
  hear(view({ decision: 7 }))
  seat.act(3)
  expect(act).toHaveBeenCalledWith(7, 3)
})

test('nothing more is asked between an action and the answer to it', () => {
  hear(view({ decision: 7 }))
  seat.act(3)
  expect(seat.answered).toBe(7)
  hear(view({ serial: 2, decision: 7 }))
  expect(seat.answered).toBe(7)
  hear({ type: 'ack', decision: 7 })
  hear(view({ serial: 3, decision: 8 }))
  expect(seat.answered).toBeNull()
  seat.act(3)
  hear({ type: 'refused', reason: 'illegal', text: '', decision: 8 })
  expect(seat.answered).toBeNull()
})

test('a hint ends with its decision, not with what others do meanwhile', () => {
  hear(view({ decision: 3 }))
  seat.askHint()
  hear(view({ decision: 3, serial: 2 }))
  expect(seat.hinting).toBe(true)
  hear({ type: 'hinted', best: 2, reason: '', figures: [], full_strength: true })
  hear(view({ decision: 3, serial: 3 }))
  expect(seat.hint?.best).toBe(2)
  hear(view({ decision: 4, serial: 4 }))
  expect(seat.hint).toBeNull()
})

test('a proposal asks those who have not answered, once', () => {
  const proposal = { what: 'rematch' as const, seat: 1, name: 'Mira', waiting: [0, 2], deal_hash: '' }
  hear({ type: 'welcome', seat: 0 } as ServerMessage)
  hear(view({ proposal }))
  expect(seat.asked).toEqual(proposal)
  seat.answer(true)
  expect(say).toHaveBeenCalledWith({ type: 'answer', yes: true, part: null })
  expect(seat.asked).toBeNull()
  hear(view({ proposal: { ...proposal, waiting: [2] } }))
  expect(seat.asked).toBeNull()
  expect(seat.proposal?.waiting).toEqual([2])
  hear(view({ proposal: { ...proposal, waiting: [0] } }))
  expect(seat.asked?.name).toBe('Mira')
})

test('my part of the deal is added when the server has shown its hash, once on a connection', () => {
  const welcome = { type: 'welcome', seat: 0, deal_hash: 'h', bot_meanwhile: null } as ServerMessage
  hear(welcome)
  hear(view({ waiting: [0, 1] }))
  hear(view({ waiting: [0, 1], serial: 2 }))
  const part = findPart('t', 0)?.part
  expect(part).toMatch(/^[0-9a-f]{32}$/)
  expect(say.mock.calls).toEqual([[{ type: 'add_part', part }]])
  hear(welcome) // the connection broke before it was counted
  hear(view({ waiting: [0, 1] }))
  expect(say.mock.calls.slice(1)).toEqual([[{ type: 'add_part', part }]])
})

test('nothing is added by who watches, for another seat, or where the server deals alone', () => {
  for (const welcome of [
    { seat: -1, deal_hash: 'h' },
    { seat: 1, deal_hash: 'h' },
    { seat: 0, deal_hash: '' },
  ]) {
    hear({ type: 'welcome', bot_meanwhile: null, ...welcome } as ServerMessage)
    hear(view({ waiting: [0] }))
  }
  expect(say).not.toHaveBeenCalled()
})

test('a yes to a rematch adds a part to its deal', () => {
  hear({ type: 'welcome', seat: 0, deal_hash: 'h', bot_meanwhile: null } as ServerMessage)
  hear(view({ proposal: { what: 'rematch', seat: 1, name: 'Mira', waiting: [0], deal_hash: 'next' } }))
  seat.answer(true)
  hear({ type: 'moved', table: 'u', token: 'k' })
  const added = findPart('u', 0)
  expect(added?.hash).toBe('next')
  expect(say).toHaveBeenCalledWith({ type: 'answer', yes: true, part: added?.part })
})

test('whoever returns hears of the bot', () => {
  hear({ type: 'welcome', seat: 0, bot_meanwhile: { level: 'easy', actions: 1 } } as ServerMessage)
  expect(seat.notice).toBe(
    'While you were away a bot (easy) played for you: 1 move. The seat is yours again.',
  )
})

test('a moment is kept until it has been shown', () => {
  hear({ type: 'moment', serial: 2, seat: 1, picture: { round: 3 } })
  hear(view({ serial: 2 }))
  expect(seat.moment?.picture).toEqual({ round: 3 })
})

test('a stale action is silent, other refusals are told', () => {
  hear({ type: 'refused', reason: 'stale', text: 'too late', decision: 1 })
  expect(seat.notice).toBe('')
  hear({ type: 'refused', reason: 'not_allowed', text: 'Only the host may do that.', decision: null })
  expect(seat.notice).toBe('Only the host may do that.')
})

test('what cannot be said now is told to the person', () => {
  say.mockReturnValueOnce(false)
  seat.say({ type: 'take_back' })
  expect(seat.notice).toContain('Not connected')
})

const moment = (serial: number): ServerMessage => ({
  type: 'moment',
  serial,
  seat: 1,
  picture: { text: 'Round over.' },
})

test('a moment is looked at before the views that come after it, and no log entry is lost', () => {
  vi.useFakeTimers()
  hear(view({ serial: 1, pause_ms: 700, log: [entry('a')] }))
  hear(moment(2))
  hear(view({ serial: 2, log: [entry('b')], log_from: 1 }))
  hear(view({ serial: 3, log: [entry('c')], log_from: 2 }))
  expect([seat.view?.serial, seat.moment?.serial]).toEqual([1, 2])
  vi.advanceTimersByTime(MOMENT_MS)
  expect([seat.view?.serial, seat.moment]).toEqual([3, null])
  expect(seat.log.map((e) => e.text)).toEqual(['a', 'b', 'c'])
  vi.useRealTimers()
})

test('a moment may be cut short, and the next one ends it', () => {
  hear(view({ serial: 1 }))
  hear(moment(2))
  hear(view({ serial: 2 }))
  hear(moment(3))
  expect([seat.view?.serial, seat.moment?.serial]).toEqual([2, 3])
  hear(view({ serial: 3 }))
  seat.endMoment()
  expect([seat.view?.serial, seat.moment]).toEqual([3, null])
})

test('only the answer to the latest question why is shown, until the table changes', () => {
  const why = (touched: string, text: string): ServerMessage => ({
    type: 'why_not_answer',
    touches: [],
    touched,
    text,
    pieces: [],
  })
  hear(view({}))
  seat.askWhy([], 'a')
  seat.askWhy([], 'b')
  hear(why('a', 'late'))
  expect(seat.why).toBeNull()
  hear(why('b', 'Both are red.'))
  expect(seat.why).toMatchObject({ touched: 'b', text: 'Both are red.' })
  hear(view({ serial: 2 }))
  expect(seat.why).toBeNull()
})

test('a look ahead is asked once for each decision, and its refusal is no news', () => {
  hear(view({ decision: 4 }))
  expect(seat.askPreview(7)).toBe(true)
  expect(seat.askPreview(8)).toBe(false)
  hear({ type: 'refused', reason: 'too_often', text: 'One at a time.', decision: 4 })
  expect(seat.notice).toBe('')
  expect(seat.askPreview(7)).toBe(true)
  hear({ type: 'previewed', decision: 4, action: 7, entries: [entry('laid')], view: null, depends: false })
  expect(seat.previews.get(7)?.entries).toHaveLength(1)
  expect(seat.askPreview(7)).toBe(false)
  hear(view({ serial: 2, decision: 5 }))
  expect(seat.previews.size).toBe(0)
})
