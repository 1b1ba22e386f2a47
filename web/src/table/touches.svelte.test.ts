import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type HintMarks, type Question, Touches } from './touches.svelte.ts'

const paths = [
  ['stock:red', 'axis:level'],
  ['stock:blue', 'axis:level'],
  [['stock:red', 'stock:blue'], 'axis:level', 'button:place'],
  [['stack:grey', 'stack:grey'], 'button:place'],
  ['stack:grey'],
]
const IDS = ['stock:red', 'stock:blue', 'stock:green', 'axis:level', 'button:place']
/** A piece that can be meant twice. */
const STACK = 'stack:grey'
let legal = $state([0, 1])
let irreversible = $state<number[]>([])
let played: number[]
let questions: Question[]
let warnings: Record<number, string>
let hint = $state.raw<HintMarks | null>(null)
let touches: Touches
let unmount: () => void

const piece = (id: string) => document.querySelector<HTMLElement>(`[data-touch-id="${id}"]`) as HTMLElement
const click = (id: string) => {
  piece(id).click()
  flushSync()
}

beforeEach(() => {
  legal = [0, 1]
  played = []
  irreversible = []
  questions = []
  warnings = {}
  hint = null
  document.body.replaceChildren()
  touches = new Touches({
    paths: () => paths,
    legal: () => legal,
    playAction: (action) => played.push(action),
    irreversible: () => new Set(irreversible),
    warning: (action) => warnings[action] ?? '',
    hint: () => hint,
    describe: (question) => questions.push(question),
  })
  unmount = $effect.root(() => {
    for (const id of [...IDS, STACK]) {
      const node = document.createElement('button')
      document.body.append(node)
      $effect(() => touches.piece(id, id, 'can be placed', id === STACK)(node) ?? undefined)
    }
  })
  flushSync()
})
afterEach(() => unmount())

describe('a piece', () => {
  test('that can be touched is lit and named so', () => {
    expect(piece('stock:red').dataset.touch).toBe('lit next')
    expect(piece('stock:red').getAttribute('aria-label')).toBe('stock:red, can be placed')
    expect(piece('stock:red').getAttribute('aria-pressed')).toBe('false')
  })
  test('that cannot be touched is not lit', () => {
    expect(piece('stock:green').dataset.touch).toBe('')
    expect(piece('stock:green').getAttribute('aria-label')).toBe('stock:green')
    click('stock:green')
    expect(touches.soFar).toEqual([])
  })
  test('that is touched is chosen, and the only next one is marked', () => {
    click('stock:red')
    expect(piece('stock:red').dataset.touch).toBe('lit chosen')
    expect(piece('axis:level').dataset.touch).toBe('lit next only')
  })
  test('at the end of a path plays the action once', () => {
    click('stock:blue')
    click('axis:level')
    expect(played).toEqual([1])
    expect(touches.soFar).toEqual([])
  })
  test('is no longer lit when it is no longer legal', () => {
    click('stock:red')
    legal = [1]
    flushSync()
    expect(touches.soFar).toEqual([])
    expect(piece('stock:red').dataset.touch).toBe('')
  })
})

test('stepping back removes the last touch, and returns false without one', () => {
  click('stock:red')
  expect(touches.back()).toBe(true)
  flushSync()
  expect(piece('stock:red').dataset.touch).toBe('lit next')
  expect(touches.back()).toBe(false)
})

test('a touch that cannot be undone is marked as irreversible', () => {
  irreversible = [1]
  click('stock:red')
  expect(piece('axis:level').dataset.touch).toBe('lit next only')
  click('stock:blue')
  expect(piece('axis:level').dataset.touch).toBe('lit next only irreversible')
  expect(piece('axis:level').getAttribute('aria-label')).toContain('can’t be undone')
})

test('a hint is marked along its path', () => {
  hint = { action: 1, touches: ['stock:blue', 'axis:level'], done: [] }
  flushSync()
  expect(piece('stock:blue').dataset.touch).toBe('lit next hinted')
  click('stock:blue')
  expect(piece('axis:level').dataset.touch).toBe('lit next only hinted')
})

test('a touch updates only the pieces whose state it changes', () => {
  const written = IDS.map((id) => vi.spyOn(piece(id), 'setAttribute'))
  click('stock:red')
  expect(written.map((spy) => spy.mock.calls.length > 0)).toEqual([true, true, false, true, false])
})

describe('a proposed action', () => {
  beforeEach(() => {
    legal = [2]
    touches.propose(2)
    flushSync()
  })
  test('marks the pieces of its path, and its last touch plays it', () => {
    expect(IDS.map((id) => piece(id).dataset.touch)).toEqual([
      'lit chosen',
      'lit chosen',
      '',
      'lit chosen',
      'lit next only',
    ])
    expect(touches.completedAction('button:place')).toBe(2)
    click('button:place')
    expect(played).toEqual([2])
  })
  test('can be changed touch by touch', () => {
    click('stock:red')
    expect(touches.soFar).toEqual(['stock:blue'])
  })
  test('is replaced by another one', () => {
    legal = [1, 2]
    touches.propose(1)
    expect(touches.soFar).toEqual(['stock:blue'])
  })
  test('is ignored when it is not legal', () => {
    touches.cancel()
    touches.propose(0)
    expect(touches.soFar).toEqual([])
  })
})

describe('a touch', () => {
  test('on a piece that is not lit asks what it is, and why it cannot be touched', () => {
    click('stock:red')
    click('stock:green')
    expect(questions).toMatchObject([{ piece: 'stock:green', touches: ['stock:red'], hover: false }])
    expect(touches.soFar).toEqual(['stock:red'])
  })
  test('that wastes something warns first, and is played when repeated after a delay', () => {
    warnings = { 0: 'It does nothing now.' }
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    click('stock:red')
    click('axis:level')
    expect([played, touches.warned]).toEqual([[], { id: 'axis:level', action: 0 }])
    expect(piece('axis:level').dataset.touch).toContain('warned')
    click('axis:level')
    expect(played).toEqual([])
    vi.spyOn(performance, 'now').mockReturnValue(2000)
    click('axis:level')
    expect(played).toEqual([0])
    vi.restoreAllMocks()
  })
  test('elsewhere deselects', () => {
    click('stock:red')
    touches.cancel()
    flushSync()
    expect(touches.soFar).toEqual([])
  })
  const doubleClick = (id: string) => {
    for (const detail of [1, 2]) piece(id).dispatchEvent(new MouseEvent('click', { detail }))
    flushSync()
  }
  test('is ignored as the second of a double click', () => {
    doubleClick('stock:red')
    expect(touches.soFar).toEqual(['stock:red'])
    doubleClick('axis:level')
    expect(played).toEqual([0])
  })
  test('counts as the second of a double click where a piece can be meant twice', () => {
    legal = [3]
    flushSync()
    doubleClick('stack:grey')
    expect(touches.soFar).toEqual(['stack:grey', 'stack:grey'])
  })
  test('by a second click waits for the answer to the first', () => {
    legal = [4]
    flushSync()
    piece('stack:grey').dispatchEvent(new MouseEvent('click', { detail: 1 }))
    expect(played).toEqual([4])
    legal = []
    flushSync()
    piece('stack:grey').dispatchEvent(new MouseEvent('click', { detail: 2 }))
    touches.resume()
    expect(played).toEqual([4])
    legal = [4]
    flushSync()
    touches.resume()
    touches.resume()
    expect(played).toEqual([4, 4])
  })
})

test('the pointed piece is known, with the action it would play', async () => {
  click('stock:blue')
  piece('axis:level').dispatchEvent(new Event('pointerenter'))
  expect([touches.pointed, touches.pointedAction]).toEqual(['axis:level', 1])
  piece('axis:level').dispatchEvent(new Event('pointerleave'))
  await Promise.resolve()
  expect([touches.pointed, touches.pointedAction]).toEqual(['', null])
})

test('a hint numbers what is left of its move, or all of it if something else is chosen', () => {
  const numbers = () => IDS.map((id) => piece(id).dataset.hintNumber ?? '').join()
  hint = {
    action: 1,
    touches: ['stock:blue', 'axis:level', 'stock:green'],
    done: ['stock:red', 'axis:steep'],
  }
  flushSync()
  expect(numbers()).toBe(',3,5,4,')
  expect(touches.hintNext).toBe('stock:blue')
  click('stock:blue')
  expect(numbers()).toBe(',,5,4,')
  touches.cancel()
  click('stock:red')
  expect(numbers()).toBe(',3,5,4,')
  expect(piece('stock:blue').dataset.touch).toContain('hinted')
  hint = null
  flushSync()
  expect(numbers()).toBe(',,,,')
})

test('a hint does not number what the table touches automatically', () => {
  touches.isAutomatic = (id) => id.startsWith('axis:')
  hint = {
    action: 1,
    touches: ['stock:blue', 'axis:level', 'stock:green'],
    done: ['stock:red', 'axis:steep'],
  }
  flushSync()
  expect(['stock:blue', 'axis:level', 'stock:green'].map((id) => touches.hintNumber(id))).toEqual([2, 0, 3])
})

describe('what a piece is', () => {
  const fire = (id: string, event: Event) => piece(id).dispatchEvent(event)
  const pointer = (type: string, init: PointerEventInit = {}) =>
    new PointerEvent(type, { bubbles: true, ...init })
  const mouse = { pointerType: 'mouse' }
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('is asked by the key I and by a right click, for lit pieces too', () => {
    fire('stock:red', new KeyboardEvent('keydown', { key: 'i' }))
    fire('stock:green', new MouseEvent('contextmenu', { cancelable: true }))
    expect(questions).toMatchObject([
      { piece: 'stock:red', touches: null },
      { piece: 'stock:green', touches: null },
    ])
    expect(touches.soFar).toEqual([])
  })
  test('is asked by holding, and the end of the hold plays nothing', () => {
    fire('stock:red', pointer('pointerdown', { button: 0 }))
    vi.advanceTimersByTime(1000)
    fire('stock:red', new MouseEvent('contextmenu', { cancelable: true }))
    fire('stock:red', pointer('pointerup'))
    fire('stock:red', new MouseEvent('click', { bubbles: true, detail: 1 }))
    expect(questions).toMatchObject([{ piece: 'stock:red', touches: null, hover: false }])
    expect(touches.soFar).toEqual([])
    vi.advanceTimersByTime(1000)
    click('stock:red')
    expect(touches.soFar).toEqual(['stock:red'])
  })
  test('is not asked by a press that moves', () => {
    fire('stock:red', pointer('pointerdown', { button: 0, clientX: 0 }))
    fire('stock:red', pointer('pointermove', { clientX: 30 }))
    vi.advanceTimersByTime(1000)
    expect(questions).toEqual([])
  })
  const moveMouse = (id: string, clientX: number) => {
    fire(id, pointer('pointermove', { ...mouse, clientX, clientY: 0 }))
    vi.advanceTimersByTime(1000)
  }
  test('is asked by hovering with a mouse while nothing is chosen', () => {
    fire('stock:red', pointer('pointermove', { pointerType: 'touch', clientX: 1 }))
    vi.advanceTimersByTime(1000)
    expect(questions).toEqual([])
    moveMouse('stock:red', 20)
    expect(questions).toMatchObject([{ piece: 'stock:red', hover: true }])
    moveMouse('stock:red', 21)
    expect(questions, 'once').toHaveLength(1)
    click('stock:red')
    moveMouse('axis:level', 50)
    expect(questions).toHaveLength(1)
  })
  test('is not asked because a piece comes below a mouse that rests', () => {
    moveMouse('stock:green', 20)
    fire('stock:red', pointer('pointerenter', mouse))
    moveMouse('stock:red', 20)
    expect(questions).toMatchObject([{ piece: 'stock:green' }])
  })
  test('is not asked where the mouse was just pressed', () => {
    fire('stock:green', pointer('pointerdown', { ...mouse, clientX: 20, clientY: 0 }))
    fire('stock:green', pointer('pointerup', { ...mouse, clientX: 20, clientY: 0 }))
    moveMouse('stock:red', 22)
    expect(questions).toEqual([])
    moveMouse('stock:red', 40)
    expect(questions).toMatchObject([{ piece: 'stock:red', hover: true }])
  })
  test('is asked by touching something that is never touched in play', () => {
    const node = document.createElement('span')
    document.body.append(node)
    const stop = $effect.root(() => {
      $effect(() => touches.describable('deck', 'Deck')(node) ?? undefined)
    })
    flushSync()
    expect([node.tabIndex, node.getAttribute('role'), node.getAttribute('aria-label')]).toEqual([
      0,
      'button',
      'Deck',
    ])
    node.click()
    node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    expect(questions).toMatchObject([{ piece: 'deck', touches: null }, { piece: 'deck' }])
    stop()
  })
})
