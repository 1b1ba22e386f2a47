import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HintAnswer, View } from '../messages.ts'
import { STEP_PAUSE_MS, SuggestedMove } from './suggested-move.svelte.ts'

/** The digest of a decision is a letter; the action played there has the same place in the alphabet. */
const ACTIONS: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2 }
const answerOf = (digests: string, submits = ''): HintAnswer => ({
  type: 'hint_answer',
  best: {
    text: 'Do it all',
    steps: [...digests].map((decision_digest) => ({
      action: ACTIONS[decision_digest] ?? -1,
      decision_digest,
      submits: submits.includes(decision_digest),
      text: submits.includes(decision_digest) ? 'Press Commit' : '',
    })),
    win_chance: 0.6,
    error: 0.03,
  },
  next_best: null,
  equally_good: false,
  reason: '',
  full_strength: true,
})

let view: View
let move: SuggestedMove
const playAction = vi.fn()
const undo = vi.fn()

/** A new view of the seat. */
function show(decision: number, digest: string, change: Partial<View> = {}) {
  const possible = { possible: true, free: true, why: '' }
  view = { decision, decision_digest: digest, legal: [0, 1, 2], undo: possible, ...change } as View
  move.follow(view)
}
/** The view after an action, and the time until the next. */
function playOn(decision: number, digest: string, change: Partial<View> = {}) {
  show(decision, digest, change)
  vi.advanceTimersByTime(STEP_PAUSE_MS)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  move = new SuggestedMove({ view: () => view, playAction, undo })
  show(5, 'a')
})
afterEach(() => vi.useRealTimers())
const played = () => playAction.mock.calls.flat()

test('a move is played step by step to its end', () => {
  move.suggest(answerOf('abc'))
  move.play()
  expect(played()).toEqual([0])
  show(5, 'a') // the same decision again, because another player came back
  vi.advanceTimersByTime(STEP_PAUSE_MS)
  expect(played()).toEqual([0])
  playOn(6, 'b')
  playOn(7, 'c')
  expect(played()).toEqual([0, 1, 2])
  show(8, 'another decision')
  expect([move.playing, move.answer]).toEqual([false, null])
})

test.each<[string, string, Partial<View>]>([
  ['the position is not the expected one', 'x', {}],
  ['the action is not legal', 'b', { legal: [0] }],
])('it stops when %s', (_, digest, change) => {
  move.suggest(answerOf('abc'))
  move.play()
  playOn(6, digest, change)
  expect(played()).toEqual([0])
  expect(move.playing).toBe(false)
})

test('it stops when something else was played meanwhile', () => {
  move.suggest(answerOf('abc'))
  move.play()
  show(6, 'b')
  move.stop() // as every action of the player does
  playOn(7, 'c')
  expect(played()).toEqual([0])
})

test('it never submits a secret phase; the step is shown instead', () => {
  move.suggest(answerOf('ab', 'b'))
  move.play()
  playOn(6, 'b')
  expect(played()).toEqual([0])
  expect([move.playing, move.shown, move.next?.action]).toEqual([false, true, 1])
  move.play()
  expect(played()).toEqual([0])
})

test('it follows steps that the player plays, and undone ones', () => {
  move.suggest(answerOf('abc'))
  move.show()
  show(6, 'b')
  expect([move.index, move.shown]).toEqual([1, true])
  show(7, 'a')
  expect(move.index).toBe(0)
  show(8, 'x')
  expect(move.answer).toBeNull()
})

test('equal decisions in a row are told apart by their order', () => {
  move.suggest(answerOf('aab'))
  show(6, 'a')
  expect(move.index).toBe(1)
  show(6, 'a')
  expect(move.index).toBe(1)
  show(7, 'b')
  expect(move.index).toBe(2)
})

test('a hint for an earlier position is not shown', () => {
  move.suggest(answerOf('bc'))
  expect(move.answer).toBeNull()
})

function playAll() {
  move.suggest(answerOf('ab'))
  move.play()
  playOn(6, 'b')
  playOn(7, 'x')
}

test('a whole move is undone as one', () => {
  playAll()
  move.undo()
  expect(undo.mock.calls).toEqual([[2]])
  show(8, 'a')
  move.undo()
  expect(undo.mock.calls).toEqual([[2], [1]])
})

test('the other players are asked to undo a whole move, again after they have declined', () => {
  playAll()
  show(7, 'x', { undo: { possible: true, free: false, why: '' } })
  move.undo()
  move.undo()
  expect(undo.mock.calls).toEqual([[2], [2]])
})

test('only the last step is undone after another action', () => {
  playAll()
  show(8, 'y')
  move.undo()
  expect(undo.mock.calls).toEqual([[1]])
})

test('after a move was played up to its submission, a hint to submit opens no panel', () => {
  move.suggest(answerOf('b', 'b'))
  expect([move.open, move.shown]).toEqual([false, false])
  show(1, 'a')
  move.suggest(answerOf('a', 'a'))
  expect([move.open, move.shown]).toEqual([true, false])
  move.suggest(answerOf('ab', 'b'))
  move.play()
  playOn(6, 'b')
  move.suggest(answerOf('b', 'b'))
  expect([move.open, move.shown]).toEqual([false, true])
})
