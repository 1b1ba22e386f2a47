import { beforeEach, expect, test, vi } from 'vitest'
import { findPart } from '../deal/parts.ts'
import type { ServerMessage, View } from '../messages.ts'
import { type OpenConnection, SLOW_MS, SeatClient, momentDuration } from './seat-client.svelte.ts'

let receive: (message: ServerMessage) => void
const playAction = vi.fn()
const send = vi.fn(() => true)
const open: OpenConnection = (_table, _token, onMessage) => {
  receive = onMessage
  return { playAction, send, close: () => undefined }
}
const entry = (text: string) => ({ seat: 0, text, pieces: [], heading: false })
const view = (change: Partial<View>): View => ({
  type: 'view',
  serial: 1,
  decision: 1,
  actors: [0],
  legal: [],
  decision_digest: '',
  prompt: '',
  headline: '',
  turn_text: '',
  players: [],
  game_view: null,
  text_view: [],
  log: [],
  log_from: 0,
  since_last_turn: 0,
  undo: { possible: false, free: false, why: '' },
  irreversible: [],
  warnings: {},
  goals: [],
  private: false,
  not_ready: [],
  full_strength: true,
  pauses_skipped: false,
  pause_ms: 0,
  proposal: null,
  result: null,
  ...change,
})
let client: SeatClient
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  client = new SeatClient('t', 'k', open)
})

test('a goodbye disappears after reconnecting', () => {
  receive({ type: 'goodbye', text: 'The server restarts.' })
  expect(client.goodbye).toBe('The server restarts.')
  expect(client.notice, 'it is shown once').toBe('')
  receive({ type: 'welcome' } as ServerMessage)
  expect(client.goodbye).toBe('')
})

test('the log is appended to, and cut after an undo', () => {
  receive(view({ log: [entry('a'), entry('b')] }))
  receive(view({ serial: 2, log: [entry('c')], log_from: 2 }))
  expect(client.log.map((l) => l.text)).toEqual(['a', 'b', 'c'])
  receive(view({ serial: 3, log: [entry('undid a move')], log_from: 1 }))
  expect(client.log.map((l) => l.text)).toEqual(['a', 'undid a move'])
})

test('an older view never replaces a newer one', () => {
  receive(view({ serial: 5, prompt: 'new' }))
  receive(view({ serial: 4, prompt: 'old' }))
  expect(client.view?.prompt).toBe('new')
})

test('serials restart after a welcome', () => {
  receive(view({ serial: 5, prompt: 'before' }))
  receive({ type: 'welcome' } as ServerMessage)
  receive(view({ serial: 1, prompt: 'after' }))
  expect(client.view?.prompt).toBe('after')
})

test('an action is sent with the decision of its view', () => {
  receive(view({ decision: 7 }))
  client.playAction(3)
  expect(playAction).toHaveBeenCalledWith(7, 3)
})

test.each<[string, object]>([
  ['an acknowledgement', { type: 'ack', decision: 7 }],
  ['a refusal', { type: 'refused', reason: 'illegal', text: '', decision: 7 }],
  ['a later view', view({ serial: 2, decision: 8 })],
])('an action that is not answered for a while is being sent, until %s', (_, answer) => {
  vi.useFakeTimers()
  receive(view({ decision: 7 }))
  client.playAction(3)
  vi.advanceTimersByTime(SLOW_MS - 1)
  expect(client.sending).toBe(false)
  receive(view({ serial: 1, decision: 7 }))
  vi.advanceTimersByTime(1)
  expect(client.sending).toBe(true)
  receive(answer as ServerMessage)
  expect(client.sending).toBe(false)
  vi.useRealTimers()
})

test('a decision counts as answered until the server has replied', () => {
  receive(view({ decision: 7 }))
  client.playAction(3)
  expect(client.pendingDecision).toBe(7)
  receive(view({ serial: 2, decision: 7 }))
  expect(client.pendingDecision).toBe(7)
  receive({ type: 'ack', decision: 7 })
  receive(view({ serial: 3, decision: 8 }))
  expect(client.pendingDecision).toBeNull()
  client.playAction(3)
  receive({ type: 'refused', reason: 'illegal', text: '', decision: 8 })
  expect(client.pendingDecision).toBeNull()
})

test('a hint ends with its decision, not with moves of others', () => {
  receive(view({ decision: 3 }))
  client.requestHint()
  receive(view({ decision: 3, serial: 2 }))
  expect(client.awaitingHint).toBe(true)
  const best = {
    text: 'Place red',
    steps: [{ action: 2, decision_digest: '', submits: false, text: '' }],
    win_chance: null,
    error: null,
  }
  const answer = { best, next_best: null, equally_good: false, reason: '', full_strength: true }
  receive({ type: 'hint_answer', ...answer })
  receive(view({ decision: 3, serial: 3 }))
  expect(client.suggestion.next?.action).toBe(2)
  receive(view({ decision: 4, serial: 4, decision_digest: 'another' }))
  expect(client.suggestion.answer).toBeNull()
})

test('a proposal is open for those who have not answered', () => {
  const proposal = { kind: 'rematch' as const, seat: 1, name: 'Mira', unanswered: [0, 2], deal_hash: '' }
  receive({ type: 'welcome', seat: 0 } as ServerMessage)
  receive(view({ proposal }))
  expect(client.openProposal).toEqual(proposal)
  client.answerProposal(true)
  expect(send).toHaveBeenCalledWith({ type: 'answer_proposal', yes: true, part: null })
  expect(client.openProposal).toBeNull()
  receive(view({ proposal: { ...proposal, unanswered: [2] } }))
  expect(client.openProposal).toBeNull()
  expect(client.proposal?.unanswered).toEqual([2])
  receive(view({ proposal: { ...proposal, unanswered: [0] } }))
  expect(client.openProposal?.name).toBe('Mira')
})

test('my part of the deal is sent after the hash of the server, once per connection', () => {
  const welcome = {
    type: 'welcome',
    seat: 0,
    seats: 2,
    deal_hash: 'h',
    stand_in_report: null,
  } as ServerMessage
  receive(welcome)
  receive(view({ not_ready: [0, 1] }))
  receive(view({ not_ready: [0, 1], serial: 2 }))
  const part = findPart('t', 0)?.part
  expect(part).toMatch(/^[0-9a-f]{32}$/)
  expect(send.mock.calls).toEqual([[{ type: 'add_part', part }]])
  receive(welcome) // the connection broke before it was received
  receive(view({ not_ready: [0, 1] }))
  expect(send.mock.calls.slice(1)).toEqual([[{ type: 'add_part', part }]])
})

test('no part is sent by spectators, for other seats, or if the server deals alone', () => {
  for (const welcome of [
    { seat: -1, deal_hash: 'h' },
    { seat: 1, deal_hash: 'h' },
    { seat: 0, deal_hash: '' },
  ]) {
    receive({ type: 'welcome', stand_in_report: null, ...welcome } as ServerMessage)
    receive(view({ not_ready: [0] }))
  }
  expect(send).not.toHaveBeenCalled()
})

test('agreeing to a rematch adds a part to its deal', () => {
  receive({ type: 'welcome', seat: 0, seats: 2, deal_hash: 'h', stand_in_report: null } as ServerMessage)
  receive(view({ proposal: { kind: 'rematch', seat: 1, name: 'Mira', unanswered: [0], deal_hash: 'next' } }))
  client.answerProposal(true)
  receive({ type: 'rematch_started', table: 'u', token: 'k', first_seat: 1 })
  const added = findPart('u', 1)
  expect(added?.hash).toBe('next')
  expect(send).toHaveBeenCalledWith({ type: 'answer_proposal', yes: true, part: added?.part })
})

test('a returning player reads what the bot did', () => {
  receive({ type: 'welcome', seat: 0, stand_in_report: { level: 'easy', actions: 1 } } as ServerMessage)
  expect(client.notice).toBe('While you were away, a bot (easy) made 1 move for you. You’re back in control.')
})

test('a moment is kept until it was shown', () => {
  receive({ type: 'moment', serial: 2, seat: 1, picture: { text: 'Round 3.' } })
  receive(view({ serial: 2 }))
  expect(client.moment?.picture).toEqual({ text: 'Round 3.' })
})

test('a refusal is shown unless the action was stale', () => {
  receive({ type: 'refused', reason: 'stale', text: 'too late', decision: 1 })
  expect(client.notice).toBe('')
  receive({ type: 'refused', reason: 'not_allowed', text: 'Only the host may do that.', decision: null })
  expect(client.notice).toBe('Only the host may do that.')
})

test('a message that cannot be sent now leaves a notice', () => {
  send.mockReturnValueOnce(false)
  client.send({ type: 'undo' })
  expect(client.notice).toContain('Not connected')
})

test.each<[string, () => unknown]>([
  ['a piece', () => client.requestDescription('a', null)],
  ['a hint', () => client.requestHint()],
])('asking about %s leaves the notice as it is, also without a connection', (_, ask) => {
  receive({ type: 'refused', reason: 'not_allowed', text: 'Bo declined.', decision: null })
  ask()
  expect(client.notice).toBe('Bo declined.')
  client.notice = ''
  send.mockReturnValueOnce(false)
  ask()
  expect(client.notice).toBe('')
})

test('a question that was not sent, or not answered before the connection broke, is not waited for', () => {
  receive(view({ decision: 3 }))
  send.mockReturnValueOnce(false)
  client.requestHint()
  expect(client.awaitingHint).toBe(false)
  send.mockReturnValueOnce(false)
  expect(client.requestPreview(7)).toBe(false)
  client.requestHint()
  expect(client.requestPreview(7)).toBe(true)
  receive({ type: 'welcome', seat: 0, stand_in_report: null } as ServerMessage)
  expect(client.awaitingHint).toBe(false)
  expect(client.requestPreview(7)).toBe(true)
})

const moment = (serial: number): ServerMessage => ({
  type: 'moment',
  serial,
  seat: 1,
  picture: { text: 'Round over.' },
})

test('a moment is shown before the views that follow it, and no log entry is lost', () => {
  vi.useFakeTimers()
  receive(view({ serial: 1, pause_ms: 700, log: [entry('a')] }))
  receive(moment(2))
  receive(view({ serial: 2, log: [entry('b')], log_from: 1 }))
  receive(view({ serial: 3, log: [entry('c')], log_from: 2 }))
  expect([client.view?.serial, client.moment?.serial]).toEqual([1, 2])
  vi.advanceTimersByTime(momentDuration('Round over.'))
  expect([client.view?.serial, client.moment]).toEqual([3, null])
  expect(client.log.map((e) => e.text)).toEqual(['a', 'b', 'c'])
  vi.useRealTimers()
})

test('a moment ends early on demand or with the next one', () => {
  receive(view({ serial: 1 }))
  receive(moment(2))
  receive(view({ serial: 2 }))
  receive(moment(3))
  expect([client.view?.serial, client.moment?.serial]).toEqual([2, 3])
  receive(view({ serial: 3 }))
  client.endMoment()
  expect([client.view?.serial, client.moment]).toEqual([3, null])
})

test('the description of a piece is kept', () => {
  const answer: ServerMessage = {
    type: 'piece_description',
    piece: 'a',
    detail: null,
    why_not: 'Both are red.',
    pieces: [],
  }
  client.requestDescription('a', [])
  expect(send).toHaveBeenCalledWith({ type: 'describe_piece', piece: 'a', touches: [] })
  receive(answer)
  expect(client.description).toEqual(answer)
})

test('a preview is requested once for each decision, and its refusal is ignored', () => {
  receive(view({ decision: 4 }))
  expect(client.requestPreview(7)).toBe(true)
  expect(client.requestPreview(8)).toBe(false)
  receive({ type: 'refused', reason: 'too_often', text: 'One at a time.', decision: 4 })
  expect(client.notice).toBe('')
  expect(client.requestPreview(7)).toBe(true)
  receive({
    type: 'preview_answer',
    decision: 4,
    action: 7,
    entries: [entry('laid')],
    view: null,
  })
  expect(client.previews.get(7)?.entries).toHaveLength(1)
  expect(client.requestPreview(7)).toBe(false)
  receive(view({ serial: 2, decision: 5 }))
  expect(client.previews.size).toBe(0)
})
