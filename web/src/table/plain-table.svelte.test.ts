import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../messages.ts'
import PlainTable from './PlainTable.svelte'
import { Room } from './room.svelte.ts'

const player = (seat: number, name: string, score: number | null) => ({
  seat,
  name,
  kind: 'person',
  level: null,
  connected: true,
  acting: seat === 0,
  chosen: false,
  score,
  note: '',
})
const VIEW = {
  type: 'view',
  serial: 1,
  decision: 0,
  actors: [0],
  ask: 'Bid something',
  headline: 'Round 2',
  turn_of: '',
  players: [player(0, 'Ada', 4), player(1, 'Bo', null)],
  game_view: {},
  drawing: '┌─┐\n│<b>│',
  log: [],
  log_from: 0,
  since: 0,
  take_back: { possible: false, free: true, why: '' },
  revealing: [],
  warnings: {},
  waiting: [],
  full_strength: true,
  hurried: false,
  pause_ms: 0,
  proposal: null,
  result: null,
}
let table: ReturnType<typeof mount>
let acted: number[]

/** A table of a game that no folder here knows, with so many legal actions. */
async function sit(legal: number) {
  const texts = Array.from({ length: legal }, (_, n) => `bid ${n}`)
  const body = { paths: texts.map(() => []), texts, catalogue: null }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body))))
  acted = []
  const room = new Room('t', 'secret', (_table, _token, onMessage) => {
    // the messages are told only once the room stands
    queueMicrotask(() => {
      const welcome = { type: 'welcome', game: 'bids', title: 'Bids', seat: 0, levels: [], read_only: '' }
      onMessage(welcome as unknown as ServerMessage)
      onMessage({ ...VIEW, legal: texts.map((_, n) => n) } as unknown as ServerMessage)
    })
    return { act: (_decision, action) => acted.push(action), say: () => true, close: () => undefined }
  })
  await vi.waitFor(() => expect(room.actions.texts).toHaveLength(legal))
  table = mount(PlainTable, { target: document.body, props: { room } })
  flushSync()
}
afterEach(async () => {
  await unmount(table)
  vi.unstubAllGlobals()
})

const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
const moves = () => [...document.querySelectorAll<HTMLElement>('main li button')]

test('a game without a table of its own shows the drawing of the server, scores and moves', async () => {
  await sit(2)
  expect(text('main pre')).toBe('┌─┐\n│<b>│')
  expect(text('[data-seat="0"]')).toContain('4')
  expect(document.querySelector('[data-seat="1"] [data-score]')).toBeNull()
  expect(moves().map((m) => m.textContent?.trim())).toEqual(['Bid 0', 'Bid 1'])
  moves()[1]?.click()
  expect(acted).toEqual([1])
})

const with99 = Array.from({ length: 1000 }, (_, n) => String(n)).filter((n) => n.includes('99')).length

test('many moves can be searched, and are not all drawn at once', async () => {
  await sit(1000)
  expect(moves()).toHaveLength(200)
  expect(text('main')).toContain('800 more')
  const field = document.querySelector<HTMLInputElement>('main input') as HTMLInputElement
  field.value = 'BID 99'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  expect(moves()).toHaveLength(with99)
})
