import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waysOf } from '../controller.ts'
import { Touches } from './touches.svelte.ts'

const paths = [
  ['stock:red', 'axis:level'],
  ['stock:blue', 'axis:level'],
]
const IDS = ['stock:red', 'stock:blue', 'stock:green', 'axis:level']
let legal = $state([0, 1])
let warned = $state<number[]>([])
let acted: number[]
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
  warned = []
  document.body.replaceChildren()
  touches = new Touches(
    () => waysOf(paths, legal),
    (action) => acted.push(action),
    () => new Set(warned),
  )
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
  warned = [1]
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
