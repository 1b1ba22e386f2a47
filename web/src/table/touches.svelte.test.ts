import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Touches } from './touches.svelte.ts'

const paths = [
  ['stock:red', 'axis:level'],
  ['stock:blue', 'axis:level'],
  [['stock:red', 'stock:blue'], 'axis:level', 'button:lay'],
]
const IDS = ['stock:red', 'stock:blue', 'stock:green', 'axis:level', 'button:lay']
let legal = $state([0, 1])
let permanent = $state<number[]>([])
let acted: number[]
let refused: [readonly string[], string][]
let warnings: Record<number, string>
let touches: Touches
let unmount: () => void

const piece = (id: string) => document.querySelector<HTMLElement>(`[data-touch-id="${id}"]`) as HTMLElement
const click = (id: string) => {
  piece(id).click()
  flushSync()
}

beforeEach(() => {
  legal = [0, 1]
  acted = []
  permanent = []
  refused = []
  warnings = {}
  document.body.replaceChildren()
  touches = new Touches({
    paths: () => paths,
    legal: () => legal,
    act: (action) => acted.push(action),
    permanent: () => new Set(permanent),
    warning: (action) => warnings[action] ?? '',
    refuse: (soFar, touched) => refused.push([soFar, touched]),
  })
  unmount = $effect.root(() => {
    for (const id of IDS) {
      const node = document.createElement('button')
      document.body.append(node)
      $effect(() => touches.piece(id, id, 'can be laid')(node) ?? undefined)
    }
  })
  flushSync()
})
afterEach(() => unmount())

describe('a piece', () => {
  test('that can be touched is lit, and says so', () => {
    expect(piece('stock:red').dataset.touch).toBe('lit next')
    expect(piece('stock:red').getAttribute('aria-label')).toBe('stock:red, can be laid')
    expect(piece('stock:red').getAttribute('aria-pressed')).toBe('false')
  })
  test('that cannot be touched keeps its bare name', () => {
    expect(piece('stock:green').dataset.touch).toBe('')
    expect(piece('stock:green').getAttribute('aria-label')).toBe('stock:green')
    expect(piece('stock:green').getAttribute('aria-disabled')).toBe('true')
    click('stock:green')
    expect(touches.soFar).toEqual([])
  })
  test('that is touched is chosen, and the only next one may breathe', () => {
    click('stock:red')
    expect(piece('stock:red').dataset.touch).toBe('lit chosen')
    expect(piece('axis:level').dataset.touch).toBe('lit next only')
  })
  test('at the end of a path sends the action, once', () => {
    click('stock:blue')
    click('axis:level')
    expect(acted).toEqual([1])
    expect(touches.soFar).toEqual([])
  })
  test('goes dark when it is no longer legal', () => {
    click('stock:red')
    legal = [1]
    flushSync()
    expect(touches.soFar).toEqual([])
    expect(piece('stock:red').dataset.touch).toBe('')
  })
})

test('stepping back unchooses, and tells when there is nothing to unchoose', () => {
  click('stock:red')
  expect(touches.back()).toBe(true)
  flushSync()
  expect(piece('stock:red').dataset.touch).toBe('lit next')
  expect(touches.back()).toBe(false)
})

test('a touch that cannot be taken back is told beforehand', () => {
  permanent = [1]
  click('stock:red')
  expect(piece('axis:level').dataset.touch).toBe('lit next only')
  click('stock:blue')
  expect(piece('axis:level').dataset.touch).toBe('lit next only final')
  expect(piece('axis:level').getAttribute('aria-label')).toContain('cannot be taken back')
})

test('a hint goes along its path', () => {
  touches.hinted = 1
  flushSync()
  expect(piece('stock:blue').dataset.touch).toBe('lit next hinted')
  click('stock:blue')
  expect(piece('axis:level').dataset.touch).toBe('lit next only hinted')
})

test('a touch writes only to the pieces whose state it changes', () => {
  const written = IDS.map((id) => vi.spyOn(piece(id), 'setAttribute'))
  click('stock:red')
  expect(written.map((spy) => spy.mock.calls.length > 0)).toEqual([true, true, false, true, false])
})

describe('an action that was proposed as a whole', () => {
  beforeEach(() => {
    legal = [2]
    touches.propose(2)
    flushSync()
  })
  test('marks the pieces of its path, and its last touch says it', () => {
    expect(IDS.map((id) => piece(id).dataset.touch)).toEqual([
      'lit chosen',
      'lit chosen',
      '',
      'lit chosen',
      'lit next only',
    ])
    expect(touches.completes('button:lay')).toBe(2)
    click('button:lay')
    expect(acted).toEqual([2])
  })
  test('can be taken back and changed touch by touch', () => {
    click('stock:red')
    expect(touches.soFar).toEqual(['stock:blue'])
  })
  test('gives way to another one', () => {
    legal = [1, 2]
    touches.propose(1)
    expect(touches.soFar).toEqual(['stock:blue'])
  })
  test('changes nothing when it is not legal', () => {
    touches.clear()
    touches.propose(0)
    expect(touches.soFar).toEqual([])
  })
})

describe('a touch that does not act', () => {
  test('is asked about, where the piece is not lit', () => {
    click('stock:red')
    click('stock:green')
    expect(refused).toEqual([[['stock:red'], 'stock:green']])
    expect(touches.soFar).toEqual(['stock:red'])
  })
  test('warns first, and is done when it is repeated after a while', () => {
    warnings = { 0: 'It does nothing now.' }
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    click('stock:red')
    click('axis:level')
    expect([acted, touches.warned]).toEqual([[], 'axis:level'])
    expect(piece('axis:level').dataset.touch).toContain('warned')
    click('axis:level')
    expect(acted).toEqual([])
    vi.spyOn(performance, 'now').mockReturnValue(2000)
    click('axis:level')
    expect(acted).toEqual([0])
    vi.restoreAllMocks()
  })
  test('lets go of what was chosen, touched elsewhere', () => {
    click('stock:red')
    touches.cancel()
    flushSync()
    expect(touches.soFar).toEqual([])
  })
  test('is the second of a double click', () => {
    piece('stock:red').dispatchEvent(new MouseEvent('click', { detail: 1 }))
    piece('stock:red').dispatchEvent(new MouseEvent('click', { detail: 2 }))
    flushSync()
    expect(touches.soFar).toEqual(['stock:red'])
  })
})

test('what is pointed at is known, with the action it would say', async () => {
  click('stock:blue')
  piece('axis:level').dispatchEvent(new Event('pointerenter'))
  expect([touches.pointed, touches.would]).toEqual(['axis:level', 1])
  piece('axis:level').dispatchEvent(new Event('pointerleave'))
  await Promise.resolve()
  expect([touches.pointed, touches.would]).toEqual(['', null])
})

test('a hint that leads elsewhere is marked where it begins', () => {
  click('stock:red')
  touches.hinted = 1
  flushSync()
  expect(piece('stock:blue').dataset.touch).toContain('hinted')
})
